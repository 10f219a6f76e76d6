# Maszynownia, w której boty grają ze sobą.

engines-title = Maszynownia
engines-lead = Boty grają tu ze sobą przez całą dobę, a każda partia liczy się do tego rankingu. Oglądaj je, odtwarzaj wszystkie partie albo podłącz własnego bota.
engines-download = Pobierz wszystkie partie
engines-conditions = Warunki
engines-clock = Zegar
engines-openings = Otwarcia
engines-openings-count =
    { $count ->
        [one] { $count } wyrównane otwarcie, grane dwa razy z zamianą kolorów
        [few] { $count } wyrównane otwarcia, każde grane dwa razy z zamianą kolorów
        [many] { $count } wyrównanych otwarć, każde grane dwa razy z zamianą kolorów
       *[other] { $count } wyrównanego otwarcia, każde grane dwa razy z zamianą kolorów
    }
engines-rules = Zasady
engines-rules-standard = Zwykłe; ruchów się nie cofa, a po 500 ruchach każdej ze stron partia kończy się remisem
engines-join = Jak podłączyć bota:
engines-here = Teraz podłączone
engines-here-none = Żaden bot nie jest teraz podłączony.
engines-is-here = Podłączony
engines-list = Ranking
engines-none = Nie ma jeszcze partii.
engines-why = Średnia wynosi 0, a 400 punktów to dziesięć wygranych na jedną przegraną. Prawdziwa różnica względem średniej mieści się w przedziale w 95% przypadków.
engines-interval = Przedział 95%
engines-at-least = { $end } lub więcej
engines-at-most = { $end } lub mniej
engines-open = Przedział z jednym końcem: wyniki mówią tylko, jak silny bot jest co najmniej albo co najwyżej. Jego ranking jest szacunkiem, jakby wygrał i przegrał jeszcze po pół partii.
engines-bot = Bot
engines-score = Wynik
engines-threads =
    { $count ->
        [one] { $count } wątek
        [few] { $count } wątki
        [many] { $count } wątków
       *[other] { $count } wątku
    }
engines-games =
    { $count ->
        [one] { $count } partia
        [few] { $count } partie
        [many] { $count } partii
       *[other] { $count } partii
    }
engines-first-move = pierwszy ruch jest wart { $elo } pkt, a równi sobie remisują { $draws } partii
engines-percent = { $number }%
engines-not-rated = Bez rankingu
engines-reason-no-games = Nie ma jeszcze partii
engines-reason-won-all = Wszystkie partie wygrane
engines-reason-lost-all = Wszystkie partie przegrane
engines-reason-not-connected = Nie można go jeszcze porównać z botami z rankingiem
engines-reason-above = Jego grupa nie oddała ani punktu niżej sklasyfikowanym botom
engines-reason-below = Jego grupa nie zdobyła ani punktu z wyżej sklasyfikowanymi botami
engines-reason-nothing-decided = Wszystkie partie zakończyły się remisem
engines-opponents = Wyniki według przeciwników
engines-deleted = Usunięte konto
engines-of-game = Partia z maszynowni

# Texts of the first page, the lobby and the lists of games.

lobby-kind = Rodzaj partii
lobby-kind-engine = Komputer
lobby-kind-same-screen = Jeden ekran
lobby-kind-online = Online
lobby-kind-friend = Ze znajomym
lobby-hint-same-screen = Dwie osoby grają na zmianę na tym urządzeniu.
lobby-hint-online = Ktoś z poczekalni zajmie drugie miejsce.
lobby-hint-friend = Dostaniesz link do wysłania; kto go otworzy, może zająć drugie miejsce.
lobby-level = Poziom
lobby-name-1 = Kamyk
lobby-level-1 = Stawia pierwsze kroki i wiele przeocza.
lobby-name-2 = Wierzba
lobby-level-2 = Widzi własny ruch, a przeocza wiele gróźb.
lobby-name-3 = Strumień
lobby-level-3 = Spodziewa się odpowiedzi, często nie tej.
lobby-name-4 = Cedr
lobby-level-4 = Dobrze się ustawia, ale przeocza groźby.
lobby-name-5 = Czapla
lobby-level-5 = Gra mniej więcej jak gracz klubowy.
lobby-name-6 = Grań
lobby-level-6 = Rzadko przeocza groźbę.
lobby-name-7 = Sokół
lobby-level-7 = Myśli kilka ruchów naprzód.
lobby-name-8 = Granit
lobby-level-8 = Karze większość błędów.
lobby-name-9 = Burza
lobby-level-9 = Prawie niczego nie oddaje.
lobby-name-10 = Obsydian
lobby-level-10 = Pełna siła.
lobby-color = Twój kolor
lobby-color-random = Losowo
lobby-color-black = Czarne, zaczynają
lobby-color-white = Białe
lobby-color-rated = W partiach rankingowych kolory są losowane.
lobby-clock = Zegar
lobby-clock-none = Bez zegara
lobby-clock-none-why = Bez limitu czasu.
lobby-clock-sudden = Stały czas
lobby-clock-sudden-why = Określona liczba minut na wszystkie ruchy, jak w instrukcjach. Komu skończy się czas, ten przegrywa.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Każdy ruch dodaje sekundy do twojego czasu.
lobby-clock-delay = Opóźnienie
lobby-clock-delay-why = Przy każdym ruchu zegar czeka kilka sekund, zanim ruszy.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Po każdym ruchu odzyskujesz zużyty czas, do kilku sekund.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = Gdy czas się skończy, zaczynają się okresy. Okres przepada tylko wtedy, gdy jeden ruch zużyje go w całości.
lobby-clock-days = Korespondencja
lobby-clock-days-why = Dni na każdy ruch. Wracaj, kiedy ci pasuje.
lobby-clock-own = Własny zegar
lobby-clock-own-choose = Wybierz
lobby-clock-own-kind = Rodzaj zegara
lobby-minutes = Minuty
lobby-seconds-fischer = Sekundy dodawane za ruch
lobby-seconds-delay = Sekundy, które czeka zegar
lobby-seconds-bronstein = Najwięcej sekund do odzyskania
lobby-seconds-byo-yomi = Sekundy w okresie
lobby-periods = Okresy
lobby-days = Dni na ruch
lobby-layout = Ustawienie początkowe
lobby-layout-more = Wszystkie ustawienia
lobby-rules = Zasady
lobby-rules-marbles = Kule do wygranej
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } kula
        [few] { $marbles } kule
        [many] { $marbles } kul
       *[other] { $marbles } kuli
    }
lobby-rules-quiet = Remis bez wypchnięć
lobby-rules-quiet-why = Jeśli przez tę liczbę ruchów każdego z graczy nic nie zostanie wypchnięte, partia kończy się remisem.
lobby-rules-quiet-off = Nigdy
lobby-rules-quiet-after =
    { $moves ->
        [one] Po { $moves } ruchu
        [few] Po { $moves } ruchach
        [many] Po { $moves } ruchach
       *[other] Po { $moves } ruchu
    }
lobby-rules-rated = Partie rankingowe mają zwykłe zasady: do wygranej trzeba wypchnąć sześć kul.
lobby-rated = Rankingowa: liczy się do rankingu, ruchów nie można cofać
lobby-bots = Mogą grać także boty: partia liczy się wtedy do rankingu gier z botami
lobby-rated-account = Partie rankingowe są dla graczy z kontem.
lobby-help = Pomoc: oboje gracze mogą prosić o podpowiedzi i widzieć groźby
lobby-watch = Inni mogą oglądać
lobby-play = Graj
lobby-quick = Zagraj z kimś teraz
lobby-find-opponent = Znajdź przeciwnika
lobby-invite = Utwórz link
js-lobby-here =
    { $count ->
        [one] { $count } osoba obecna
        [few] { $count } osoby obecne
       *[many] { $count } osób obecnych
    }
js-lobby-playing =
    { $count ->
        [one] { $count } partia na żywo
        [few] { $count } partie na żywo
       *[many] { $count } partii na żywo
    }
lobby-playing = Partie na żywo
lobby-open-seats = Wolne miejsca
lobby-no-open-seats = Teraz nikt nie czeka. Wybierz „Online” i zacznij jako pierwsza osoba.
lobby-no-games-live = Teraz nie toczy się żadna publiczna partia.
lobby-join = Dołącz
lobby-cancel = Anuluj
lobby-your-games = Twoje partie
lobby-your-games-all = Wszystkie twoje partie
lobby-your-games-over = Zakończone partie
lobby-your-games-none = Nie masz jeszcze żadnych partii.
lobby-recent = Ostatnie partie
lobby-recent-none = Żadna publiczna partia jeszcze się nie zakończyła.
lobby-their-turn = Ruch przeciwnika
lobby-waiting = Czeka na drugiego gracza
lobby-aborted = Przerwana
lobby-offline-play = Graj offline
nav-games = Partie
js-lobby-guest = Gość
js-lobby-engine = Komputer { $level }
js-lobby-rated = rankingowa
js-lobby-help = z pomocą
js-lobby-as-black = grasz czarnymi
js-lobby-as-white = grasz białymi
js-lobby-random-colors = kolory losowane
js-lobby-own-position = Własna pozycja
js-lobby-looking = Szukanie przeciwnika…
js-lobby-found = Jest przeciwnik: partia się zaczyna!
js-lobby-withdrawn = Twoje wolne miejsce zostało wycofane.
js-lobby-gone = Za późno: to miejsce jest już zajęte.
js-lobby-lost = Brak połączenia z serwerem; trwa ponowne łączenie.
js-lobby-failed = Nie udało się utworzyć partii. { $reason }
js-control-none = Bez zegara
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, opóźnienie { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, potem { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } dzień na ruch
        [few] { $days } dni na ruch
       *[many] { $days } dni na ruch
    }
# An open seat in a game for more than two; $players is how many play.
js-lobby-party =
    { $count ->
        [one] dla { $players }: jedno wolne miejsce
        [few] dla { $players }: { $count } wolne miejsca
       *[many] dla { $players }: { $count } wolnych miejsc
    }

# Texts of the first page, the lobby and the lists of games.

lobby-kind = W co gramy
lobby-kind-engine = Program
lobby-kind-same-screen = Jeden ekran
lobby-kind-online = Online
lobby-kind-friend = Znajomy
lobby-hint-same-screen = Dwie osoby grają na zmianę na tym urządzeniu.
lobby-hint-online = Ktoś z poczekalni zajmie drugie miejsce.
lobby-hint-friend = Dostaniesz link do wysłania; kto go otworzy, może zająć drugie miejsce.
lobby-level = Poziom
lobby-name-1 = Kamyk
lobby-level-1 = Stawia pierwsze kroki.
lobby-name-2 = Wierzba
lobby-level-2 = Pcha i zapomina patrzeć.
lobby-name-3 = Strumień
lobby-level-3 = Nie widzi dalekich gróźb.
lobby-name-4 = Cedr
lobby-level-4 = Widzi większość gróźb.
lobby-name-5 = Czapla
lobby-level-5 = Rzadko oddaje kulę.
lobby-name-6 = Grań
lobby-level-6 = Myśli trochę naprzód.
lobby-name-7 = Sokół
lobby-level-7 = Trzyma środek i czeka.
lobby-name-8 = Granit
lobby-level-8 = Karze każdą samotną kulę.
lobby-name-9 = Burza
lobby-level-9 = Zna otwarcia.
lobby-name-10 = Obsydian
lobby-level-10 = Pełna siła.
lobby-color = Twój kolor
lobby-color-random = Losowo
lobby-color-black = Czarne, zaczynają
lobby-color-white = Białe
lobby-color-rated = W partiach rankingowych kolory są losowane.
lobby-clock = Zegar
lobby-clock-none = Bez pośpiechu
lobby-clock-none-why = Czas nie jest liczony.
lobby-clock-sudden = Stały czas
lobby-clock-sudden-why = Tyle minut na wszystkie ruchy, jak w instrukcjach. Komu skończy się czas, przegrywa.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Każdy ruch dodaje sekundy do twojego czasu.
lobby-clock-delay = Opóźnienie
lobby-clock-delay-why = Przy każdym ruchu zegar czeka kilka sekund, zanim ruszy.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Po ruchu odzyskujesz zużyty czas, do kilku sekund.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = Gdy czas się skończy, zaczynają się okresy. Okres przepada tylko wtedy, gdy ruch zużyje go w całości.
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
lobby-rules-quiet-why = Partia, w której przez tyle ruchów każdego z graczy nic nie zostanie wypchnięte, kończy się remisem.
lobby-rules-quiet-off = Nigdy
lobby-rules-quiet-after =
    { $moves ->
        [one] Po { $moves } ruchu
        [few] Po { $moves } ruchach
        [many] Po { $moves } ruchach
       *[other] Po { $moves } ruchu
    }
lobby-rules-rated = Partie rankingowe mają zwykłe zasady: wygrywa sześć wypchniętych kul.
lobby-rated = Rankingowa: liczy się do rankingu, a wykonanego ruchu się nie cofa
lobby-rated-account = Gry rankingowe są dla graczy z kontem.
lobby-help = Pomoc: obaj gracze mogą prosić o podpowiedzi i zobaczyć, co jest zagrożone
lobby-watch = Inni mogą oglądać
lobby-play = Graj
lobby-quick = Zagraj z kimś teraz
lobby-find-opponent = Znajdź przeciwnika
lobby-invite = Pobierz link
lobby-here = Osób tutaj
lobby-playing = Gry na żywo
lobby-open-seats = Wolne miejsca
lobby-no-open-seats = Teraz nikt nie czeka. Wybierz „Online” i bądź pierwszą osobą.
lobby-no-games-live = Teraz nie toczy się żadna publiczna gra.
lobby-join = Dołącz
lobby-cancel = Anuluj
lobby-your-games = Twoje gry
lobby-your-games-all = Wszystkie twoje gry
lobby-your-games-over = Zakończone gry
lobby-your-games-none = Jeszcze nie masz żadnych gier.
lobby-recent = Ostatnie gry
lobby-recent-none = Żadna publiczna gra jeszcze się nie zakończyła.
lobby-their-turn = Ruch przeciwnika
lobby-waiting = Czeka na drugiego gracza
lobby-aborted = Przerwana
lobby-offline-play = Graj bez połączenia
nav-games = Gry
js-lobby-guest = Gość
js-lobby-engine = Program { $level }
js-lobby-rated = rankingowa
js-lobby-help = z pomocą
js-lobby-as-black = grasz czarnymi
js-lobby-as-white = grasz białymi
js-lobby-random-colors = kolory losowane
js-lobby-own-position = Własna pozycja
js-lobby-looking = Szukanie przeciwnika …
js-lobby-found = Ktoś jest: gra się zaczyna!
js-lobby-withdrawn = Twoje wolne miejsce zniknęło.
js-lobby-gone = Za późno: to miejsce już zniknęło.
js-lobby-lost = Brak połączenia z serwerem; kolejna próba.
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

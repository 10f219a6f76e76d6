# Tournaments, and the tournament clock.

tournaments-title = Turnieje
tournaments-lead = Weź udział w turnieju albo zorganizuj własny: online lub przy prawdziwych planszach.
tournaments-running = W toku
tournaments-open = Otwarte zapisy
tournaments-over = Zakończone
tournaments-none = Obecnie brak.
tournaments-new = Nowy turniej
tournaments-all = Wszystkie turnieje
tournament-format = System
tournament-format-arena = Arena
tournament-format-arena-why = Kto jest wolny, dostaje kolejną partię, aż minie czas. Zwycięstwa z rzędu liczą się podwójnie.
tournament-format-swiss = System szwajcarski
tournament-format-swiss-why = W każdej rundzie grasz z kimś, kto ma tyle samo punktów, i z nikim dwa razy.
tournament-format-double-swiss = Podwójny system szwajcarski
tournament-format-double-swiss-why = Jak w systemie szwajcarskim, ale z dwiema partiami w rundzie: po jednej każdym kolorem.
tournament-format-round-robin = Każdy z każdym
tournament-format-round-robin-why = Wszyscy grają ze wszystkimi.
tournament-format-knockout = Puchar
tournament-format-knockout-why = Kto wygra mecz, przechodzi dalej; kto przegra, odpada.
tournament-over-the-board = Przy planszy
tournament-online = Online
tournament-place = Miejsce
tournament-players =
    { $count ->
        [one] { $count } osoba
        [few] { $count } osoby
       *[many] { $count } osób
    }
tournament-rounds-count =
    { $count ->
        [one] { $count } runda
        [few] { $count } rundy
       *[many] { $count } rund
    }
tournament-best-of = do lepszego z { $number } partii
tournament-placed = Miejsce { $rank }
tournament-won-by =
    { $count ->
        [one] Wygrywa { $name }
        [few] Pierwsze miejsce dzielą { $name }
       *[many] Pierwsze miejsce dzielą { $name }
    }
tournament-no-name = usunięte konto
tournament-directed-by = Prowadzi: { $names }
tournament-needs-password = zapisy z hasłem
tournament-needs-link = zapisy przez link
tournament-needs-days =
    { $count ->
        [one] konto od co najmniej { $count } dnia
        [few] konto od co najmniej { $count } dni
       *[many] konto od co najmniej { $count } dni
    }
tournament-is-rated = rankingowy
tournament-account = Zaloguj się, aby zagrać
tournament-presets = Szablony
tournament-preset-mind-sports = Mind Sports Olympiad
tournament-preset-french-league = Liga francuska
tournament-preset-club-evening = Wieczór klubowy
tournament-preset-hourly-arena = Arena co godzinę
tournament-name = Nazwa
tournament-minutes = Minuty
tournament-rounds = Rundy
tournament-games = Do lepszego z … partii
tournament-double = Mecz i rewanż
tournament-third-place = Mecz o trzecie miejsce
tournament-drawn = Losuj drabinkę
tournament-control = Zegar
tournament-layout = Ustawienie początkowe
tournament-layouts = Ustawienie na każdą rundę
tournament-layouts-why = Ich nazwy po kolei, na przykład belgian-daisy, standard
tournament-rated = Partie są rankingowe
tournament-listed = Pokaż w kalendarzu
tournament-password = Hasło
tournament-link = Link do zapisów
tournament-link-needed = Do udziału potrzebny jest link tego turnieju.
tournament-entry = Kto może zagrać
tournament-entry-open = Każdy
tournament-entry-password = Z hasłem
tournament-entry-link = Przez link
tournament-conditions = Więcej warunków
tournament-least = Ranking od
tournament-most = Ranking do
tournament-days = Konto od co najmniej … dni
tournament-start = Początek
tournament-start-hand = Ja go zacznę
tournament-start-at = O ustalonej porze
tournament-start-full = Gdy będzie komplet
tournament-start-time = Czas
tournament-capacity = Najwięcej osób
tournament-pause = Sekundy między rundami
tournament-scoring = Punkty i kryteria dodatkowe
tournament-scoring-games = 1 za zwycięstwo, ½ za remis
tournament-scoring-marbles = 1 za kulę, 4 za zwycięstwo
tournament-tie-break = Kryterium { $number }
tournament-tie-head-to-head = Bezpośrednie starcie
tournament-tie-beat-all = Pokonanie wszystkich
tournament-tie-buchholz = Buchholz
tournament-tie-buchholz-cut-1 = Buchholz skrócony
tournament-tie-sonneborn-berger = Sonneborn-Berger
tournament-tie-wins = Zwycięstwa
tournament-tie-wins-as-black = Zwycięstwa czarnymi
tournament-tie-marble-difference = Różnica kul
tournament-tie-marble-difference-cut-best = Kule bez najlepszej partii
tournament-play-off = Dogrywka
tournament-no-play-off = Brak
tournament-create = Utwórz turniej
tournament-edit = Zmień ustawienia
tournament-save = Zapisz
tournament-bad-range = liczba od { $least } do { $most }
tournament-bad-name = od 1 do 60 znaków
tournament-bad-arena-online = arenę rozgrywa się online
tournament-bad-arena-clock = arena wymaga zegara na całą partię
tournament-bad-clock-needed = partie online wymagają zegara
tournament-bad-unknown-clock = to nie jest zegar, spróbuj 300+3
tournament-bad-unknown-layout = nie ma takiego ustawienia
tournament-bad-rated-online = tylko partie online mogą być rankingowe
tournament-bad-rated-layout = rankingowe są tylko partie z ustawienia równego dla obu stron
tournament-bad-capacity-needed = podaj, na ile osób czeka turniej
tournament-bad-start-time = przyszły czas, najwyżej za rok
tournament-direct = Prowadź
tournament-more = Więcej
tournament-screen = Duży ekran
tournament-print-pairings = Drukuj pary
tournament-print-standings = Drukuj tabelę
tournament-file = Plik
tournament-page = Strona turnieju
tournament-starts = Początek
tournament-starts-in = Początek za
tournament-next-round-in = Następna runda za
tournament-ends-in = Koniec za
tournament-starts-full =
    { $count ->
        [one] Początek, gdy zapisze się { $count } osoba.
        [few] Początek, gdy zapiszą się { $count } osoby.
       *[many] Początek, gdy zapisze się { $count } osób.
    }
tournament-starts-hand = Rozpoczyna sędzia.
tournament-starts-later = Początek później
tournament-stopped = Sędzia wstrzymał turniej.
tournament-you = Ty
tournament-enter = Zagraj
tournament-entered = Jesteś na liście. Strona otworzy twoją partię, gdy się zacznie.
tournament-waiting = Następna partia otworzy się automatycznie.
tournament-waiting-board = Twoja następna plansza pojawi się tutaj.
tournament-waiting-bye = W tej rundzie nie grasz.
tournament-out = Nie jesteś kojarzony w pary.
tournament-is-out = wycofanie
tournament-return = Wróć
tournament-withdraw = Wycofaj
tournament-request-bye = Wolny los za pół punktu w rundzie { $round }
tournament-cancel-bye = Jednak gram w rundzie { $round }
tournament-bye-short = Wolny los
tournament-your-game = Przejdź do partii
tournament-berserk = Berserk: połowa czasu, punkt więcej za zwycięstwo
tournament-claim = Jaki wynik?
tournament-claim-won = Wygrana
tournament-claim-drawn = Remis
tournament-claim-lost = Przegrana
tournament-claimed = Wpisano. Potwierdzi przeciwnik albo sędzia.
tournament-marbles-own = Kule wypchnięte przez ciebie
tournament-marbles-other = Kule stracone przez ciebie
tournament-code = Twój kod
tournament-code-go = Wpisz wyniki
tournament-contradiction = Podane wyniki się różnią: decyduje sędzia.
tournament-standings = Tabela
tournament-entries = Zawodnicy
tournament-nobody = Nikt się jeszcze nie zapisał.
tournament-rank = Miejsce
tournament-player = Zawodnik
tournament-rating = Ranking
tournament-points = Punkty
tournament-sheet = Partie
tournament-performance = Wynik rankingowy
tournament-streak = Seria: punkty liczą się podwójnie
tournament-round = Runda { $round }
tournament-board = Plansza
tournament-result = Wynik
tournament-watch = Oglądaj
tournament-playing = Trwające partie
tournament-boards = Plansze do oglądania
tournament-bye = Wolny los, punkt
tournament-bye-half = Wolny los, pół punktu
tournament-bye-none = Bez pary
tournament-relaxed = Żadne kojarzenie nie spełnia wszystkich zasad, więc powtarza się jak najmniej par.
tournament-earlier = Wcześniejsze rundy
tournament-crosstable = Tabela krzyżowa
tournament-crosstable-signs = Każdy wpis: miejsce przeciwnika, kolor i wynik.
tournament-crosstable-colors = Kropka to kolor: ciemna to czarne, jasna to białe.
tournament-bracket = Drabinka
tournament-final = Finał
tournament-semifinals = Półfinały
tournament-quarterfinals = Ćwierćfinały
tournament-stage = Etap { $stage }
tournament-free = przechodzi bez gry
tournament-winners = Zwycięzcy
tournament-why-played = Rozegrano wszystkie partie.
tournament-why-by-director = Sędzia zakończył turniej.
tournament-why-cancelled = Turniej odwołano.
tournament-why-too-few-players = Było za mało osób.
tournament-why-impossible = Zbyt wiele par jest zabronionych: kojarzenie jest niemożliwe.
tournament-why-abandoned = Nikt nie kontynuował turnieju.
tournament-course = Przebieg
tournament-start-now = Rozpocznij teraz
tournament-cancel = Odwołaj
tournament-pair-first = Skojarz pierwszą rundę
tournament-pair = Skojarz następną rundę
tournament-unpair = Cofnij kojarzenie
tournament-stop = Wstrzymaj
tournament-resume = Wznów
tournament-finish = Zakończ turniej
tournament-by-hand = Skojarz ręcznie
tournament-by-hand-why = Dwa numery startowe w wierszu, najpierw czarne; 0 zamiast przeciwnika to wolny los. Pozostali są kojarzeni automatycznie.
tournament-results = Wyniki
tournament-disputed = Sprzeczne wyniki
tournament-game-ended = Partia zakończyła się
tournament-forfeits = Nierozegrana
tournament-marbles = Kule
tournament-add = Dodaj
tournament-import = Dodaj listę lub plik
tournament-import-why = Jedno nazwisko w wierszu, tabela (CSV) z kolumnami { $columns } albo plik TRF, także z rundami.
tournament-import-file = Wybierz plik
tournament-codes = Kody dla osób bez konta
tournament-codes-why = Z kodem zawodnicy wpisują wyniki w telefonach: { $address }
tournament-forbidden = Pary, które nie mogą się spotkać
tournament-forbid = Zabroń
tournament-allow = Pozwól
tournament-directors = Sędziowie
tournament-add-director = Dodaj sędziego
tournament-remove-director = Usuń
tournament-back = Powrót do turnieju: { $name }
tournament-go-on = Dalej w turnieju
clock-title = Zegar turniejowy
clock-lead = Dla dwóch osób przy jednym urządzeniu. Działa bez połączenia.
clock-own = Własny
clock-own-why = W sekundach: 600, 300+3 (dodatek za ruch), 360d2 (opóźnienie), 300b3 (Bronstein) lub 600/3x30 (byo-yomi)
clock-bad = To nie jest zegar. Spróbuj 300+3.
clock-set = Ustaw zegar
clock-press = Naciśnij zegar
clock-pause = Pauza
clock-reset = Nowy zegar
js-clock-pause = Pauza
js-clock-go-on = Dalej
js-clock-begin = Białe naciskają, by ruszył czas czarnych.
js-clock-flag-black = Czas czarnych minął.
js-clock-flag-white = Czas białych minął.
js-clock-reset-sure = Trwa partia. Ustawić nowy zegar?

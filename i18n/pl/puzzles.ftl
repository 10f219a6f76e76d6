# Texts of the puzzles.

nav-puzzles = Zadania
puzzles-start = Zacznij
puzzles-title = Zadania
puzzles-lead = Znajdź jedyny ruch, który prowadzi do celu. Druga strona broni się najlepiej, jak może.
puzzles-today = Zadanie dnia
puzzles-solve = Rozwiąż
puzzles-choose = Wybierz zadania
puzzles-theme = Temat
puzzles-theme-any = Wszystkie tematy
puzzles-theme-marble-1 = Kula w 1 ruchu
puzzles-theme-marble-2 = Kula w 2 ruchach
puzzles-theme-marble-3 = Kula w 3 ruchach
puzzles-theme-marble-4 = Kula w 4 ruchach
puzzles-theme-pac = Przełam klincz
puzzles-theme-save = Uratuj kulę
puzzles-theme-only = Jedyny ruch
puzzles-theme-game = Wygraj partię
puzzles-level = Trudność
puzzles-level-mine = W sam raz dla mnie
puzzles-level-easy = Łatwe
puzzles-level-middle = Średnie
puzzles-level-hard = Trudne
puzzles-yours = Twoje postępy
puzzles-rating = Ranking
puzzles-solved = Rozwiązane za pierwszym razem
puzzles-run = Seria (najlepsza)
puzzles-days = Dni z rzędu
puzzles-yours-note = Liczy się tylko pierwsza próba. Konto nie jest potrzebne.
puzzles-review = Do powtórzenia
puzzles-review-none = Nic: nie masz nierozwiązanych zadań.
puzzles-proved = Każde zadanie pochodzi z partii komputera z samym sobą i jest udowodnione: zbadano wszystkie ruchy obu stron.
puzzles-task-marble =
    { $moves ->
        [1] Zdobądź kulę jednym ruchem.
       *[other] Zdobądź kulę w { $moves } ruchach.
    }
puzzles-task-game =
    { $moves ->
        [one] Wygraj partię jednym ruchem.
        [few] Wygraj partię w { $moves } ruchach.
       *[many] Wygraj partię w { $moves } ruchach.
    }
puzzles-task-pac =
    { $moves ->
        [one] Przełam klincz i zdobądź kulę jednym ruchem.
        [few] Przełam klincz i zdobądź kulę w { $moves } ruchach.
       *[many] Przełam klincz i zdobądź kulę w { $moves } ruchach.
    }
puzzles-task-save = Kula jest w niebezpieczeństwie. Znajdź jedyny ruch, po którym żadna nie zostanie stracona.
puzzles-task-only = Wszystkie ruchy oprócz jednego przegrywają partię. Znajdź go.
puzzles-hint = Podpowiedź
puzzles-solution = Rozwiązanie
puzzles-cost = Po użyciu podpowiedzi lub rozwiązania zadanie nie liczy się jako rozwiązane.
puzzles-retry = Spróbuj ponownie
puzzles-next = Następne zadanie
puzzles-skip = Inne zadanie
puzzles-analyse = Analizuj
js-puzzles-begin = Twój ruch.
js-puzzles-good = Dobry ruch! Dalej.
js-puzzles-solved = Rozwiązane!
js-puzzles-solved-late = Rozwiązane. Liczy się tylko pierwsza próba.
js-puzzles-rating = Twój ranking: { $rating } ({ $change })
js-puzzles-run =
    { $count ->
        [one] Seria: { $count } zadanie
        [few] Seria: { $count } zadania
       *[many] Seria: { $count } zadań
    }
js-puzzles-wait = Sprawdzanie…
js-puzzles-wrong-marble = { $move } to nie rozwiązanie: po { $reply } nie da się na czas zdobyć żadnej kuli.
js-puzzles-wrong-marble-back = { $move } to nie rozwiązanie: { $reply } wypycha w zamian twoją kulę.
js-puzzles-wrong-marble-none = { $move } to nie rozwiązanie: żadna kula nie została zdobyta.
js-puzzles-wrong-game = { $move } to nie rozwiązanie: po { $reply } nie da się na czas wygrać partii.
js-puzzles-wrong-game-none = { $move } to nie rozwiązanie: partia nie jest wygrana.
js-puzzles-wrong-save = { $move } nie pomaga: { $reply } i kula jest stracona.
js-puzzles-wrong-survive = { $move } nie pomaga: { $reply } i partia jest przegrana.
js-puzzles-wrong = { $move } to nie rozwiązanie.
js-puzzles-hint-marbles = Te kule się przesuwają. Dokąd?
js-puzzles-hint-move = Zagraj { $move }.
js-puzzles-shown = Oto rozwiązanie.
js-puzzles-unsent = Serwer jest nieosiągalny. Twoja próba jest zapisana i zostanie wysłana później.
js-puzzles-refused = Serwer nie przyjął tej próby, więc się nie liczy.
puzzles-group-marble = Zdobądź kule
puzzles-group-goal = Inne cele
puzzles-group-motif = Motywy
puzzles-theme-done = { $done } z { $all }
puzzles-your-rating = Twój ranking
puzzles-this = To zadanie
puzzles-solved-by = rozwiązuje { $percent }%

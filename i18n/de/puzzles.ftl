# Texts of the puzzles.

nav-puzzles = Aufgaben
puzzles-start = Beginnen
puzzles-title = Aufgaben
puzzles-lead = Finden Sie den einen Zug, der zum Ziel führt. Die andere Seite verteidigt sich, so gut es geht.
puzzles-today = Aufgabe des Tages
puzzles-solve = Lösen
puzzles-choose = Aufgaben auswählen
puzzles-theme = Thema
puzzles-theme-any = Alle Themen
puzzles-theme-marble-1 = Kugel in 1
puzzles-theme-marble-2 = Kugel in 2
puzzles-theme-marble-3 = Kugel in 3
puzzles-theme-marble-4 = Kugel in 4
puzzles-theme-pac = Pac-Stellung auflösen
puzzles-theme-save = Kugel retten
puzzles-theme-only = Der einzige Zug
puzzles-theme-game = Partie gewinnen
puzzles-level = Schwierigkeit
puzzles-level-mine = Passend für mich
puzzles-level-easy = Leicht
puzzles-level-middle = Mittel
puzzles-level-hard = Schwer
puzzles-yours = Ihr Fortschritt
puzzles-rating = Wertung
puzzles-solved = Auf Anhieb gelöst
puzzles-run = Serie (beste)
puzzles-days = Tage in Folge
puzzles-yours-note = Nur der erste Versuch an einer Aufgabe zählt. Ein Konto ist nicht nötig.
puzzles-review = Noch einmal versuchen
puzzles-review-none = Nichts: Sie haben keine ungelösten Aufgaben.
puzzles-proved = Jede Aufgabe stammt aus einer Partie des Computers gegen sich selbst und ist bewiesen: Alle Züge beider Seiten wurden geprüft.
puzzles-task-marble =
    { $moves ->
        [1] Gewinnen Sie mit einem Zug eine Kugel.
       *[other] Gewinnen Sie in { $moves } Zügen eine Kugel.
    }
puzzles-task-game =
    { $moves ->
        [one] Gewinnen Sie die Partie mit einem Zug.
       *[other] Gewinnen Sie die Partie in { $moves } Zügen.
    }
puzzles-task-pac =
    { $moves ->
        [one] Lösen Sie die Pac-Stellung auf und gewinnen Sie mit einem Zug eine Kugel.
       *[other] Lösen Sie die Pac-Stellung auf und gewinnen Sie in { $moves } Zügen eine Kugel.
    }
puzzles-task-save = Eine Kugel ist in Gefahr. Finden Sie den einzigen Zug, nach dem keine verloren geht.
puzzles-task-only = Alle Züge bis auf einen verlieren die Partie. Finden Sie diesen einen.
puzzles-hint = Tipp
puzzles-solution = Lösung
puzzles-cost = Mit einem Tipp oder der Lösung zählt die Aufgabe nicht als gelöst.
puzzles-retry = Noch einmal
puzzles-next = Nächste Aufgabe
puzzles-skip = Andere Aufgabe
puzzles-analyse = Analysieren
js-puzzles-begin = Sie sind am Zug.
js-puzzles-good = Richtig! Weiter so.
js-puzzles-solved = Gelöst!
js-puzzles-solved-late = Gelöst. Nur der erste Versuch zählt.
js-puzzles-rating = Ihre Wertung: { $rating } ({ $change })
js-puzzles-run =
    { $count ->
        [one] Serie: { $count } Aufgabe
       *[other] Serie: { $count } Aufgaben
    }
js-puzzles-wait = Wird geprüft …
js-puzzles-wrong-marble = { $move } ist nicht die Lösung: Nach { $reply } ist rechtzeitig keine Kugel mehr zu gewinnen.
js-puzzles-wrong-marble-back = { $move } ist nicht die Lösung: { $reply } stößt dafür eine Kugel hinaus.
js-puzzles-wrong-marble-none = { $move } ist nicht die Lösung: Damit ist keine Kugel gewonnen.
js-puzzles-wrong-game = { $move } ist nicht die Lösung: Nach { $reply } ist die Partie nicht mehr rechtzeitig zu gewinnen.
js-puzzles-wrong-game-none = { $move } ist nicht die Lösung: Damit ist die Partie nicht gewonnen.
js-puzzles-wrong-save = { $move } hilft nicht: { $reply }, und eine Kugel ist verloren.
js-puzzles-wrong-survive = { $move } hilft nicht: { $reply }, und die Partie ist verloren.
js-puzzles-wrong = { $move } ist nicht die Lösung.
js-puzzles-hint-marbles = Diese Kugeln ziehen. Wohin?
js-puzzles-hint-move = Spielen Sie { $move }.
js-puzzles-shown = Das ist die Lösung.
js-puzzles-unsent = Der Server ist nicht zu erreichen. Ihr Versuch bleibt gespeichert und wird später gesendet.
js-puzzles-refused = Der Server hat diesen Versuch nicht angenommen, er zählt deshalb nicht.
puzzles-group-marble = Kugeln gewinnen
puzzles-group-goal = Andere Ziele
puzzles-group-motif = Motive
puzzles-theme-done = { $done } von { $all }
puzzles-your-rating = Ihre Wertung
puzzles-this = Diese Aufgabe
puzzles-solved-by = { $percent } % lösen sie

# Texts of the puzzles.

nav-puzzles = Problem
puzzles-start = Börja
puzzles-title = Problem
puzzles-lead = Hitta det enda drag som lyckas. Den andra sidan försvarar sig så gott den kan.
puzzles-today = Dagens problem
puzzles-solve = Lös problemet
puzzles-choose = Välj problem
puzzles-theme = Tema
puzzles-theme-any = Alla teman
puzzles-theme-marble-1 = En kula på 1 drag
puzzles-theme-marble-2 = En kula på 2 drag
puzzles-theme-marble-3 = En kula på 3 drag
puzzles-theme-marble-4 = En kula på 4 drag
puzzles-theme-pac = Bryt det låsta läget
puzzles-theme-save = Rädda kulan
puzzles-theme-only = Det enda draget
puzzles-theme-game = Vinn partiet
puzzles-level = Svårighet
puzzles-level-mine = Lagom för mig
puzzles-level-easy = Lätt
puzzles-level-middle = Medel
puzzles-level-hard = Svårt
puzzles-yours = Dina framsteg
puzzles-rating = Ranking
puzzles-solved = Lösta på första försöket
puzzles-run = Svit (bästa)
puzzles-days = Dagar i rad
puzzles-yours-note = Bara det första försöket på ett problem räknas. Inget konto behövs.
puzzles-review = Försök igen
puzzles-review-none = Inget: du har inga olösta problem.
puzzles-proved = Varje problem kommer från ett parti som datorn spelat mot sig själv, och är bevisat: alla drag för båda sidor har undersökts.
puzzles-task-marble =
    { $moves ->
        [1] Vinn en kula med ett drag.
       *[other] Vinn en kula på { $moves } drag.
    }
puzzles-task-game =
    { $moves ->
        [one] Vinn partiet med ett drag.
       *[other] Vinn partiet på { $moves } drag.
    }
puzzles-task-pac =
    { $moves ->
        [one] Bryt det låsta läget och vinn en kula med ett drag.
       *[other] Bryt det låsta läget och vinn en kula på { $moves } drag.
    }
puzzles-task-save = En kula är i fara. Hitta det enda draget där ingen kula går förlorad.
puzzles-task-only = Alla drag utom ett förlorar partiet. Hitta det.
puzzles-hint = Ledtråd
puzzles-solution = Lösning
puzzles-cost = Med en ledtråd eller lösningen räknas problemet inte som löst.
puzzles-retry = Försök igen
puzzles-next = Nästa problem
puzzles-skip = Ett annat problem
puzzles-analyse = Analysera
js-puzzles-begin = Ditt drag.
js-puzzles-good = Bra drag! Fortsätt.
js-puzzles-solved = Löst!
js-puzzles-solved-late = Löst. Bara det första försöket räknas.
js-puzzles-rating = Din ranking: { $rating } ({ $change })
js-puzzles-run =
    { $count ->
        [one] Svit: { $count } problem
       *[other] Svit: { $count } problem
    }
js-puzzles-wait = Kontrollerar …
js-puzzles-wrong-marble = { $move } är inte lösningen: efter { $reply } kan ingen kula vinnas i tid.
js-puzzles-wrong-marble-back = { $move } är inte lösningen: { $reply } tar en kula i gengäld.
js-puzzles-wrong-marble-none = { $move } är inte lösningen: ingen kula är vunnen.
js-puzzles-wrong-game = { $move } är inte lösningen: efter { $reply } kan partiet inte vinnas i tid.
js-puzzles-wrong-game-none = { $move } är inte lösningen: partiet är inte vunnet.
js-puzzles-wrong-save = { $move } hjälper inte: { $reply }, och en kula är förlorad.
js-puzzles-wrong-survive = { $move } hjälper inte: { $reply }, och partiet är förlorat.
js-puzzles-wrong = { $move } är inte lösningen.
js-puzzles-hint-marbles = De här kulorna flyttas. Vart?
js-puzzles-hint-move = Spela { $move }.
js-puzzles-shown = Det här är lösningen.
js-puzzles-unsent = Servern kan inte nås. Ditt försök är sparat och skickas senare.
js-puzzles-refused = Servern godtog inte försöket, så det räknas inte.
puzzles-group-marble = Vinn kulor
puzzles-group-goal = Andra mål
puzzles-group-motif = Motiv
puzzles-theme-done = { $done } av { $all }
puzzles-your-rating = Din ranking
puzzles-this = Det här problemet
puzzles-solved-by = { $percent } % löser det

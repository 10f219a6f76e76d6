# Texts of the puzzles.

nav-puzzles = Problèmes
puzzles-start = Commencer
puzzles-title = Problèmes
puzzles-lead = Trouvez le seul coup gagnant. L’autre camp se défend de son mieux.
puzzles-today = Problème du jour
puzzles-solve = Résoudre
puzzles-choose = Choisir des problèmes
puzzles-theme = Thème
puzzles-theme-any = Tous les thèmes
puzzles-theme-marble-1 = Une boule en 1
puzzles-theme-marble-2 = Une boule en 2
puzzles-theme-marble-3 = Une boule en 3
puzzles-theme-marble-4 = Une boule en 4
puzzles-theme-pac = Briser le pac
puzzles-theme-save = Sauver la boule
puzzles-theme-only = Le seul coup
puzzles-theme-game = Gagner la partie
puzzles-level = Difficulté
puzzles-level-mine = À mon niveau
puzzles-level-easy = Facile
puzzles-level-middle = Moyen
puzzles-level-hard = Difficile
puzzles-yours = Vos progrès
puzzles-rating = Classement
puzzles-solved = Résolus au premier essai
puzzles-run = Série (record)
puzzles-days = Jours de suite
puzzles-yours-note = Seul le premier essai compte. Aucun compte n’est nécessaire.
puzzles-review = À reprendre
puzzles-review-none = Rien : vous n’avez aucun problème non résolu.
puzzles-proved = Chaque problème vient d’une partie de l’ordinateur contre lui-même, et il est prouvé : tous les coups des deux camps ont été examinés.
puzzles-task-marble =
    { $moves ->
        [1] Gagnez une boule en un coup.
       *[other] Gagnez une boule en { $moves } coups.
    }
puzzles-task-game =
    { $moves ->
        [one] Gagnez la partie en un coup.
       *[other] Gagnez la partie en { $moves } coups.
    }
puzzles-task-pac =
    { $moves ->
        [one] Brisez le pac et gagnez une boule en un coup.
       *[other] Brisez le pac et gagnez une boule en { $moves } coups.
    }
puzzles-task-save = Une boule est en danger. Trouvez le seul coup après lequel aucune n’est perdue.
puzzles-task-only = Tous les coups sauf un perdent la partie. Trouvez-le.
puzzles-hint = Indice
puzzles-solution = Solution
puzzles-cost = Avec un indice ou la solution, le problème ne compte pas comme résolu.
puzzles-retry = Réessayer
puzzles-next = Problème suivant
puzzles-skip = Un autre problème
puzzles-analyse = Analyser
js-puzzles-begin = À vous de jouer.
js-puzzles-good = Bien joué ! Continuez.
js-puzzles-solved = Résolu !
js-puzzles-solved-late = Résolu. Seul le premier essai compte.
js-puzzles-rating = Votre classement : { $rating } ({ $change })
js-puzzles-run =
    { $count ->
        [one] Série : { $count } problème
       *[other] Série : { $count } problèmes
    }
js-puzzles-wait = Vérification…
js-puzzles-wrong-marble = { $move } n’est pas la solution : après { $reply }, aucune boule ne peut être gagnée à temps.
js-puzzles-wrong-marble-back = { $move } n’est pas la solution : { $reply } éjecte une boule en retour.
js-puzzles-wrong-marble-none = { $move } n’est pas la solution : aucune boule n’est gagnée.
js-puzzles-wrong-game = { $move } n’est pas la solution : après { $reply }, la partie ne peut plus être gagnée à temps.
js-puzzles-wrong-game-none = { $move } n’est pas la solution : la partie n’est pas gagnée.
js-puzzles-wrong-save = { $move } ne suffit pas : { $reply }, et une boule est perdue.
js-puzzles-wrong-survive = { $move } ne suffit pas : { $reply }, et la partie est perdue.
js-puzzles-wrong = { $move } n’est pas la solution.
js-puzzles-hint-marbles = Ces boules bougent. Vers où ?
js-puzzles-hint-move = Jouez { $move }.
js-puzzles-shown = Voici la solution.
js-puzzles-unsent = Le serveur est injoignable. Votre essai est enregistré et sera envoyé plus tard.
js-puzzles-refused = Le serveur n’a pas accepté cet essai : il ne compte donc pas.
puzzles-group-marble = Gagner des boules
puzzles-group-goal = Autres objectifs
puzzles-group-motif = Motifs
puzzles-theme-done = { $done } sur { $all }
puzzles-your-rating = Votre classement
puzzles-this = Ce problème
puzzles-solved-by = résolu par { $percent } %

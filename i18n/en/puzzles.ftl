# Texts of the puzzles.

nav-puzzles = Puzzles
puzzles-start = Start
puzzles-title = Puzzles
puzzles-lead = Find the one move that works. The other side defends as well as it can.
puzzles-today = Puzzle of the day
puzzles-solve = Solve it
puzzles-choose = Choose puzzles
puzzles-theme = Theme
puzzles-theme-any = All themes
puzzles-theme-marble-1 = A marble in 1
puzzles-theme-marble-2 = A marble in 2
puzzles-theme-marble-3 = A marble in 3
puzzles-theme-marble-4 = A marble in 4
puzzles-theme-pac = Break the pac
puzzles-theme-save = Save the marble
puzzles-theme-only = The only move
puzzles-theme-game = Win the game
puzzles-level = Difficulty
puzzles-level-mine = Right for me
puzzles-level-easy = Easy
puzzles-level-middle = Medium
puzzles-level-hard = Hard
puzzles-yours = Your progress
puzzles-rating = Rating
puzzles-solved = Solved on the first try
puzzles-run = Streak (best)
puzzles-days = Days in a row
puzzles-yours-note = Only the first try at a puzzle counts. No account is needed.
puzzles-review = Try these again
puzzles-review-none = Nothing here: you have no unsolved puzzles.
puzzles-proved = Each puzzle comes from a game the engine played against itself, and is proved: every move of both sides was examined.
puzzles-task-marble =
    { $moves ->
        [1] Win a marble with one move.
       *[other] Win a marble in { $moves } moves.
    }
puzzles-task-game =
    { $moves ->
        [one] Win the game with one move.
       *[other] Win the game in { $moves } moves.
    }
puzzles-task-pac =
    { $moves ->
        [one] Break the pac and win a marble with one move.
       *[other] Break the pac and win a marble in { $moves } moves.
    }
puzzles-task-save = A marble is in danger. Find the only move after which none is lost.
puzzles-task-only = Every move but one loses the game. Find it.
puzzles-hint = Hint
puzzles-solution = Solution
puzzles-cost = If you use a hint or the solution, the puzzle does not count as solved.
puzzles-retry = Try again
puzzles-next = Next puzzle
puzzles-skip = Another puzzle
puzzles-analyse = Analyze
js-puzzles-begin = Your turn.
js-puzzles-good = Good move! Keep going.
js-puzzles-solved = Solved!
js-puzzles-solved-late = Solved. Only the first try counts.
js-puzzles-rating = Your rating: { $rating } ({ $change })
js-puzzles-run =
    { $count ->
        [one] Streak: { $count } puzzle
       *[other] Streak: { $count } puzzles
    }
js-puzzles-wait = Checking…
js-puzzles-wrong-marble = { $move } is not the solution: after { $reply } no marble can be won in time.
js-puzzles-wrong-marble-back = { $move } is not the solution: { $reply } takes a marble in return.
js-puzzles-wrong-marble-none = { $move } is not the solution: no marble is won.
js-puzzles-wrong-game = { $move } is not the solution: after { $reply } the game cannot be won in time.
js-puzzles-wrong-game-none = { $move } is not the solution: the game is not won.
js-puzzles-wrong-save = { $move } does not help: { $reply }, and a marble is lost.
js-puzzles-wrong-survive = { $move } does not help: { $reply }, and the game is lost.
js-puzzles-wrong = { $move } is not the solution.
js-puzzles-hint-marbles = These marbles move. Where to?
js-puzzles-hint-move = Play { $move }.
js-puzzles-shown = This is the solution.
js-puzzles-unsent = The server cannot be reached. Your attempt is saved and will be sent later.
js-puzzles-refused = The server did not accept this attempt, so it does not count.
puzzles-group-marble = Win marbles
puzzles-group-goal = Other goals
puzzles-group-motif = Motifs
puzzles-theme-done = { $done } of { $all }
puzzles-your-rating = Your rating
puzzles-this = This puzzle
puzzles-solved-by = { $percent }% solve it

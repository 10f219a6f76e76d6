# Texts of playing, and of the game in this browser alone.

turn-board = Turn the board to the player whose turn it is
resign = Resign
take-back = Take back
again = New game
analyse-game = Analyze this game
what-decided = What decided the game?
js-you = You
js-engine-level = Engine, level { $level }
js-level-up = Try level { $level }
js-level-down = Try level { $level }, one easier
js-your-turn = Your turn
js-thinking = The engine is thinking
js-confirm-resign = Resign this game?
js-play-follows = This game continues in another window; this one follows along.
js-rules-win =
    { $marbles ->
        [one] { $marbles } marble wins
       *[other] { $marbles } marbles win
    }
js-rules-quiet =
    { $moves ->
        [one] a draw after { $moves } move without an ejection
       *[other] a draw after { $moves } moves without an ejection
    }
js-rules-length =
    { $moves ->
        [one] a draw after { $moves } move by each player
       *[other] a draw after { $moves } moves by each player
    }
help-hint = Hint
help-threats = Show threats
js-help-marbles = Look at { $cells }.
js-help-move = The engine would play { $move }.
js-help-threat = The marble on { $cell } can be ejected: { $pushes }.
js-help-det = The marble on { $cell } is det, no move saves it: { $pushes }.
js-help-push = { $forces } sumito on { $line }
js-help-quiet = Your opponent can push without ejecting: { $pushes }.
js-help-no-threat = None of your marbles can be ejected right now.
js-help-amid = { $cells }: det in the sense of the newer rule books, alone amid opposing marbles. That is good for you.
# Which of the three senses of the word the book of this language has; the texts below say it.
js-help-covered-sense = covered-surrounded
js-help-covered = Covered, with marbles on all six sides: { $cells }. Your other marbles are uncovered.
js-help-uncovered = None of your marbles is covered: none has marbles on all six sides.
js-bot = Bot

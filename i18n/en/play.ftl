# Texts of playing, and of the game in this browser alone.

turn-board = Turn the board to the player whose turn it is
resign = Resign
take-back = Take back
again = New game
analyse-game = Analyse this game
js-you = You
js-engine-level = Engine, level { $level }
js-your-turn = Your turn
js-thinking = The engine is thinking
js-confirm-resign = Resign this game?
help-hint = Hint
help-threats = What is threatened?
js-help-marbles = Look at { $cells }.
js-help-move = The engine would play { $move }.
js-help-threat = { $cell } can be pushed off: { $push } sumito by { $from }.
js-help-no-threat = None of your marbles can be pushed off now.

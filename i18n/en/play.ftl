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

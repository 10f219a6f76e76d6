# Texts of setting up a game and of the game in this browser alone.

engine-title = Against the engine
screen-title = Two at one screen
level = Level
level-hint = 1 is a beginner who overlooks things, 10 is full strength.
color = Your color
color-lot = By lot
color-black = Black begins
color-white = White
turn-board = Turn the board to the player whose turn it is
start = Start
resign = Resign
take-back = Take back
again = New game
analyse-game = Analyse this game
js-you = You
js-engine-level = Engine, level { $level }
js-your-turn = Your turn
js-thinking = The engine is thinking
js-confirm-resign = Resign this game?

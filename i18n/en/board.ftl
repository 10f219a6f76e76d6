# Texts of the board and its settings.

js-board-title = Board
js-board-keys = The arrow keys move the cursor, the space bar chooses. { $keys } move in a direction. Enter confirms, Escape cancels. P reads the position, L the last move.
# The keys are read by their places on the keyboard; these are their names on the usual one, where a browser does not say.
js-board-direction-keys = W E A D Z X
js-board-row = Row { $row }: { $marbles }.
js-board-row-black = black { $digits }
js-board-row-white = white { $digits }
js-board-lost = Marbles lost: Black { $black }, White { $white }.
js-board-count =
    { $count ->
        [one] { $count } possible move
       *[other] { $count } possible moves
    }
js-board-move = { $color }: { $kind }, { $from } to { $to }
js-board-kind-single = one marble
js-board-kind-inline-2 = two in line
js-board-kind-inline-3 = three in line
js-board-kind-broadside-2 = broadside of two
js-board-kind-broadside-3 = broadside of three
js-board-kind-sumito-2-1 = sumito, two against one
js-board-kind-sumito-3-1 = sumito, three against one
js-board-kind-sumito-3-2 = sumito, three against two
js-board-kind-ejection-2-1 = sumito, two against one, a marble is ejected
js-board-kind-ejection-3-1 = sumito, three against one, a marble is ejected
js-board-kind-ejection-3-2 = sumito, three against two, a marble is ejected
js-board-play = Play this move
js-board-cancel = Cancel
js-board-ask = { $move }: press Enter to play it, Escape to cancel
js-board-premove = { $move } will be played when it is your turn
js-board-premove-cancel = Cancel premove
js-board-premove-gone = The premove is no longer possible.
js-board-typed-form = A move is two or three spaces from a1 to i9, such as a1b2 or c3c5d4.
js-board-typed-none = { $text } is not a legal move here in any notation.
js-settings-title = Settings
js-settings-close = Close
js-setting-on = On
js-setting-off = Off
js-setting-marbles = Marbles and board
js-setting-marbles-classic = Wood
js-setting-marbles-light = Light
js-setting-marbles-dark = Slate
js-setting-marbles-high-contrast = High contrast
js-setting-marbles-color-blind = Blue and yellow
js-setting-marbles-print = Paper
js-setting-animation = Animation
js-setting-animation-normal = Normal
js-setting-animation-fast = Fast
js-setting-animation-slow = Slow
js-setting-sounds = Sounds
js-setting-coordinates = Coordinates
js-setting-signs = Signs on marbles
js-setting-confirm = Confirm each move
js-setting-premove = Premoves: choose a move while your opponent thinks
js-setting-notation = Move notation
js-setting-turn = Rotate board by
js-setting-chat = Chat with the opponent
js-board-theirs = Those are your opponent’s marbles. Choose your own.
js-board-stuck = The marble on { $cell } cannot move now. Try it together with its neighbors.

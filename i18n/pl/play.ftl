# Texts of setting up a game and of the game in this browser alone.

engine-title = Przeciw programowi
screen-title = We dwoje przy jednym ekranie
level = Poziom
level-hint = 1 to początkujący, który wiele przeocza, 10 to pełna siła.
color = Twój kolor
color-lot = Losowo
color-black = Czarne zaczynają
color-white = Białe
turn-board = Obracaj planszę do gracza, który jest na ruchu
start = Zacznij
resign = Poddaj się
take-back = Cofnij
again = Nowa partia
analyse-game = Analizuj tę partię
js-you = Ty
js-engine-level = Program, poziom { $level }
js-your-turn = Twój ruch
js-thinking = Program myśli
js-confirm-resign = Poddać tę partię?

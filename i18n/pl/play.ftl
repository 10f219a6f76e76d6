# Texts of playing, and of the game in this browser alone.

turn-board = Obracaj planszę do gracza, który jest na ruchu
resign = Poddaj się
take-back = Cofnij
again = Nowa partia
analyse-game = Analizuj tę partię
js-you = Ty
js-engine-level = Program, poziom { $level }
js-your-turn = Twój ruch
js-thinking = Program myśli
js-confirm-resign = Poddać tę partię?

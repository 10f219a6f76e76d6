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
help-hint = Podpowiedź
help-threats = Co jest zagrożone?
js-help-marbles = Spójrz na { $cells }.
js-help-move = Komputer zagrałby { $move }.
js-help-threat = { $cell } może zostać wypchnięta: sumito { $push } przez { $from }.
js-help-no-threat = Żadna z twoich kul nie może teraz zostać wypchnięta.

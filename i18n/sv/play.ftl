# Texts of playing, and of the game in this browser alone.

turn-board = Vrid brädet mot den som är vid draget
resign = Ge upp
take-back = Ta tillbaka
again = Nytt parti
analyse-game = Analysera partiet
js-you = Du
js-engine-level = Datorn, nivå { $level }
js-your-turn = Din tur
js-thinking = Datorn tänker
js-confirm-resign = Ge upp partiet?
help-hint = Tips
help-threats = Vad är hotat?
js-help-marbles = Titta på { $cells }.
js-help-move = Datorn skulle spela { $move }.
js-help-threat = { $cell } kan knuffas ut: sumito { $push } med { $from }.
js-help-no-threat = Ingen av dina kulor kan knuffas ut just nu.

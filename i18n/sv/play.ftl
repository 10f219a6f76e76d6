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

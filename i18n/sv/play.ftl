# Texts of setting up a game and of the game in this browser alone.

engine-title = Mot datorn
screen-title = Två vid samma skärm
level = Nivå
level-hint = 1 är en nybörjare som missar saker, 10 är full styrka.
color = Din färg
color-lot = Genom lottning
color-black = Svart börjar
color-white = Vit
turn-board = Vrid brädet mot den som är vid draget
start = Börja
resign = Ge upp
take-back = Ta tillbaka
again = Nytt parti
analyse-game = Analysera partiet
js-you = Du
js-engine-level = Datorn, nivå { $level }
js-your-turn = Din tur
js-thinking = Datorn tänker
js-confirm-resign = Ge upp partiet?

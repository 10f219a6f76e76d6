# Texts of setting up a game and of the game in this browser alone.

engine-title = Gegen das Programm
screen-title = Zu zweit an einem Bildschirm
level = Stufe
level-hint = 1 ist ein Anfänger, der manches übersieht, 10 ist volle Stärke.
color = Ihre Farbe
color-lot = Durch Los
color-black = Schwarz beginnt
color-white = Weiß
turn-board = Brett zu dem Spieler drehen, der am Zug ist
start = Beginnen
resign = Aufgeben
take-back = Zurücknehmen
again = Neue Partie
analyse-game = Diese Partie analysieren
js-you = Sie
js-engine-level = Programm, Stufe { $level }
js-your-turn = Sie sind am Zug
js-thinking = Das Programm denkt nach
js-confirm-resign = Diese Partie aufgeben?

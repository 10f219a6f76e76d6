# Texts of playing, and of the game in this browser alone.

turn-board = Brett zu dem Spieler drehen, der am Zug ist
resign = Aufgeben
take-back = Zurücknehmen
again = Neue Partie
analyse-game = Diese Partie analysieren
js-you = Sie
js-engine-level = Programm, Stufe { $level }
js-your-turn = Sie sind am Zug
js-thinking = Das Programm denkt nach
js-confirm-resign = Diese Partie aufgeben?
help-hint = Tipp
help-threats = Was ist bedroht?
js-help-marbles = Sehen Sie sich { $cells } an.
js-help-move = Der Computer würde { $move } spielen.
js-help-threat = { $cell } kann hinausgestoßen werden: Sumito { $push } durch { $from }.
js-help-no-threat = Keine Ihrer Kugeln kann jetzt hinausgestoßen werden.

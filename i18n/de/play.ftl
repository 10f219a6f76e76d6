# Texts of playing, and of the game in this browser alone.

turn-board = Brett zum Spieler drehen, der am Zug ist
resign = Aufgeben
take-back = Zurücknehmen
again = Neue Partie
analyse-game = Diese Partie analysieren
what-decided = Was hat die Partie entschieden?
js-you = Sie
js-engine-level = Computer, Stufe { $level }
js-level-up = Stufe { $level } versuchen
js-level-down = Eine leichter: Stufe { $level }
js-your-turn = Sie sind am Zug
js-thinking = Der Computer denkt nach
js-confirm-resign = Diese Partie aufgeben?
js-play-follows = Die Partie geht in einem anderen Fenster weiter; dieses folgt ihr.
js-rules-win =
    { $marbles ->
        [one] { $marbles } Kugel gewinnt
       *[other] { $marbles } Kugeln gewinnen
    }
js-rules-quiet =
    { $moves ->
        [one] remis nach { $moves } Zug ohne Hinausstoßen
       *[other] remis nach { $moves } Zügen ohne Hinausstoßen
    }
js-rules-length =
    { $moves ->
        [one] remis nach { $moves } Zug jedes Spielers
       *[other] remis nach { $moves } Zügen jedes Spielers
    }
help-hint = Tipp
help-threats = Drohungen zeigen
js-help-marbles = Sehen Sie sich { $cells } an.
js-help-move = Der Computer würde { $move } spielen.
js-help-threat = Die Kugel auf { $cell } kann hinausgestoßen werden: { $pushes }.
js-help-det = Die Kugel auf { $cell } ist det, kein Zug rettet sie: { $pushes }.
js-help-push = { $forces }-Sumito auf { $line }
js-help-quiet = Der Gegner kann schieben, ohne hinauszustoßen: { $pushes }.
js-help-no-threat = Keine Ihrer Kugeln kann jetzt hinausgestoßen werden.
js-help-amid = { $cells }: det im Sinn der neueren Regelhefte, allein inmitten gegnerischer Kugeln. Das ist gut für Sie.
# Which of the three senses of the word the book of this language has; the texts below say it.
js-help-covered-sense = covered-by-enemies
js-help-covered = Eingekreist, auf allen sechs Seiten gegnerische Kugeln: { $cells }. Ihre anderen Kugeln sind es nicht.
js-help-uncovered = Keine Ihrer Kugeln ist eingekreist: Keine hat auf allen sechs Seiten gegnerische Kugeln.
js-bot = Bot

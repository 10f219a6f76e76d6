# Texts of the board and its settings.

js-board-title = Brett
js-board-keys = Die Pfeiltasten bewegen den Cursor, die Leertaste wählt. { $keys } ziehen in eine Richtung. Enter bestätigt, Escape bricht ab. P liest die Stellung vor, L den letzten Zug.
# The keys are read by their places on the keyboard; these are their names on the usual one, where a browser does not say.
js-board-direction-keys = W E A D Y X
js-board-row = Reihe { $row }: { $marbles }.
js-board-row-black = Schwarz { $digits }
js-board-row-white = Weiß { $digits }
js-board-lost = Verlorene Kugeln: Schwarz { $black }, Weiß { $white }.
js-board-count =
    { $count ->
        [one] { $count } möglicher Zug
       *[other] { $count } mögliche Züge
    }
js-board-move = { $color }: { $kind }, { $from } nach { $to }
js-board-kind-single = eine Kugel
js-board-kind-inline-2 = zwei in gerader Linie
js-board-kind-inline-3 = drei in gerader Linie
js-board-kind-broadside-2 = zwei zur Seite
js-board-kind-broadside-3 = drei zur Seite
js-board-kind-sumito-2-1 = Sumito zwei gegen eine
js-board-kind-sumito-3-1 = Sumito drei gegen eine
js-board-kind-sumito-3-2 = Sumito drei gegen zwei
js-board-kind-ejection-2-1 = Sumito zwei gegen eine, eine Kugel wird hinausgestoßen
js-board-kind-ejection-3-1 = Sumito drei gegen eine, eine Kugel wird hinausgestoßen
js-board-kind-ejection-3-2 = Sumito drei gegen zwei, eine Kugel wird hinausgestoßen
js-board-play = Diesen Zug spielen
js-board-cancel = Abbrechen
js-board-ask = { $move }: Enter spielt den Zug, Escape bricht ab
js-board-premove = { $move } wird gespielt, sobald Sie am Zug sind
js-board-premove-cancel = Vorausgewählten Zug verwerfen
js-board-premove-gone = Der vorausgewählte Zug ist nicht mehr möglich.
js-board-typed-form = Ein Zug besteht aus zwei oder drei Mulden von a1 bis i9, etwa a1b2 oder c3c5d4.
js-board-typed-none = { $text } ist hier in keiner Notation ein möglicher Zug.
js-settings-title = Einstellungen
js-settings-close = Schließen
js-setting-on = An
js-setting-off = Aus
js-setting-marbles = Kugeln und Brett
js-setting-marbles-classic = Holz
js-setting-marbles-light = Hell
js-setting-marbles-dark = Schiefer
js-setting-marbles-high-contrast = Hoher Kontrast
js-setting-marbles-color-blind = Blau und Gelb
js-setting-marbles-print = Papier
js-setting-animation = Animation
js-setting-animation-normal = Normal
js-setting-animation-fast = Schnell
js-setting-animation-slow = Langsam
js-setting-sounds = Töne
js-setting-coordinates = Koordinaten
js-setting-signs = Zeichen auf den Kugeln
js-setting-confirm = Jeden Zug bestätigen
js-setting-premove = Einen Zug vorauswählen, während der Gegner nachdenkt
js-setting-notation = Notation
js-setting-turn = Brett drehen um
js-setting-chat = Chat mit dem Gegner
js-board-theirs = Das sind die Kugeln Ihres Gegners. Wählen Sie eigene.
js-board-stuck = Die Kugel auf { $cell } kann jetzt nicht ziehen. Versuchen Sie es zusammen mit ihren Nachbarn.

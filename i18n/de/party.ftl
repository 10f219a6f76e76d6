# Partien für drei bis sechs Spieler.

# Warum ein Zug nicht erlaubt ist und warum jemand nicht ausscheiden kann: Schlüssel der Regeln.
illegal-pusher-not-yours = Die hinterste Kugel muss beim Schieben Ihre eigene sein: Die auf { $cell } gehört Ihrem Partner.
illegal-partner-only-pushes = Die Kugel Ihres Partners auf { $cell } zieht nur beim Schieben mit.
illegal-blocked-by-partner = Die Kugel Ihres Partners auf { $cell } ist im Weg.
refusal-not-in-the-game = Dieser Spieler ist nicht mehr in der Partie.
# Wie eine Partie endete.
js-result-won-by-others-blocked = sonst kann niemand mehr ziehen
js-result-won-by-others-left = sonst ist niemand mehr in der Partie
js-result-drawn-by-others-blocked = nur noch eine Seite kann ziehen
# Warum jemand ausgeschieden ist; $seat ist der Name oder die Farbe.
js-left-resigned = { $seat } hat aufgegeben
js-left-flag = { $seat } hat die Zeit überschritten
js-left-absent = { $seat } ist nicht erschienen
js-left-abandoned = { $seat } hat die Partie verlassen

# Die Plätze nach ihren Farben, wie Schwarz und Weiß in site.ftl und board.ftl.
js-blue = Blau
js-red = Rot
js-green = Grün
js-yellow = Gelb
js-turn-blue = Blau am Zug
js-turn-red = Rot am Zug
js-turn-green = Grün am Zug
js-turn-yellow = Gelb am Zug
js-wins-blue = Blau gewinnt
js-wins-red = Rot gewinnt
js-wins-green = Grün gewinnt
js-wins-yellow = Gelb gewinnt
js-cell-blue = { $cell }: blaue Kugel
js-cell-red = { $cell }: rote Kugel
js-cell-green = { $cell }: grüne Kugel
js-cell-yellow = { $cell }: gelbe Kugel
js-board-row-blue = Blau { $digits }
js-board-row-red = Rot { $digits }
js-board-row-green = Grün { $digits }
js-board-row-yellow = Gelb { $digits }
# Die Ausgangsstellungen.
js-party-layout-three = Zu dritt
js-party-layout-four-teams = Zu viert in Mannschaften
js-party-layout-four-adjacent = Zu viert, Partner nebeneinander
js-party-layout-four-alone = Zu viert, jeder für sich
js-party-layout-four-belgian = Zu viert in Gänseblümchen
js-party-layout-four-german = Deutsche Gänseblümchen
js-party-layout-four-dutch = Holländische Gänseblümchen
js-party-layout-four-swiss = Schweizer Gänseblümchen
js-party-layout-six = Zu sechst
js-party-layout-six-teams = Zu sechst in Mannschaften
# Die Partie.
js-party-title = Zu dritt, zu viert oder zu sechst an einem Brett
js-party-turn = am Zug
js-party-next = danach
js-party-blocked = blockiert
js-party-left-resigned = aufgegeben
js-party-left-flag = Zeit abgelaufen
js-party-left-absent = nicht erschienen
js-party-left-abandoned = gegangen
js-party-left-out = keine Kugeln
js-party-then = { $turn }, danach { $next }
js-party-thinking = { $seat }: Der Computer denkt nach
js-party-engine = Computer { $level }
js-party-with = Partner: { $partner }
js-party-partner = Diese Kugel gehört Ihrem Partner. Wählen Sie zuerst Ihre eigene dahinter; zusammen können sie schieben.
js-party-lost =
    { $count ->
        [one] { $count } Kugel verloren, an { $takers }
       *[other] { $count } Kugeln verloren, an { $takers }
    }
js-party-score = Hinausgestoßene Kugeln: { $sides }.
js-party-score-side = { $side } { $done } von { $all }
js-party-wins-team = { $team } gewinnen
js-party-won-by-ejections =
    { $count ->
        [one] { $count } Kugel hinausgestoßen
       *[other] { $count } Kugeln hinausgestoßen
    }
js-party-copied = Die Partie ist kopiert.
js-party-no-game = Dieser Text enthält keine Partie für drei bis sechs Spieler.
party-tray = Hinausgestoßene Kugeln
party-takings = Wer wessen Kugeln hinausgestoßen hat
party-again = Noch einmal
party-change = Spieler ändern
party-analyze = Analysieren
party-copy = Partie kopieren
party-download = Partie herunterladen
# Die Vorbereitung.
party-layout = Ausgangsstellung
party-more = Weitere für vier
party-seats = Wer spielt
party-one-person = Ich und der Computer
party-all-people = Alle hier
party-draw-seats = Plätze auslosen
party-player = wer spielt
party-person = Mensch
party-engine-option = Computer, Stufe { $level }
party-name = Name
party-start = Partie beginnen
party-resume = Zurück zur Partie
party-lead = Wer zuerst sechs Kugeln hinausstößt, gewinnt, gleich welcher Farbe; Partner zählen zusammen.
party-rules = Die Regeln für mehr Spieler

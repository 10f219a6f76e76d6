# Partien für drei bis sechs Spieler.

# Warum ein Zug nicht erlaubt ist und warum jemand nicht ausscheiden kann: Schlüssel der Regeln.
illegal-pusher-not-yours = Die hinterste Kugel muss beim Schieben Ihre eigene sein: Die auf { $cell } gehört Ihrem Partner.
illegal-partner-only-pushes = Die Kugel Ihres Partners auf { $cell } zieht nur beim Schieben mit.
illegal-blocked-by-partner = Die Kugel Ihres Partners auf { $cell } ist im Weg.
refusal-not-in-the-game = Dieser Spieler ist nicht mehr in der Partie.
# Wie eine Partie endete.
js-result-won-by-others-blocked = sonst kann niemand mehr ziehen
js-result-won-by-others-left = sonst ist niemand mehr in der Partie
js-result-won-by-desertion = die Partie wurde dem Computer überlassen
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
party-resume = Zurück zur Partie
party-lead = Wer zuerst sechs Kugeln hinausstößt, gewinnt, gleich welcher Farbe; Partner zählen zusammen.
party-rules = Die Regeln für mehr Spieler
# Where a game is played, and online games.
party-where = Wo
party-all-open = Andere Menschen
party-drawn = Plätze zu Beginn der Partie auslosen
party-public = Freie Plätze in der Lobby anbieten
party-takeover = Wenn jemand geht
party-takeover-none = die Kugeln bleiben, niemand spielt weiter
party-rated-hint = Alle brauchen ein Konto. Das Los bestimmt, welche Mannschaft beginnt. Wer geht, hat verloren, auch wenn der Partner gewinnt.
js-party-start = Partie beginnen
js-party-open = Tisch eröffnen
js-party-open-seat = Freier Platz
js-party-waiting =
    { $count ->
        [one] Noch ein Spieler fehlt
       *[other] Noch { $count } Spieler fehlen
    }
js-party-sit = Platz nehmen
js-party-leave = Verlassen
# Instead of a color in “Black to move, then …”.
js-party-then-you = Sie
js-party-team-wins = Ihre Mannschaft gewinnt
# $left says who left and why.
js-party-took-over = { $left }; der Computer spielt auf Stufe { $level } weiter
js-party-chat-closed = Partner dürfen nicht über die Partie sprechen, deshalb ist der Chat bis zum Ende geschlossen.
js-party-offers-draw = { $name } bietet Remis an.
js-party-offers-takeback = { $name } möchte einen Zug zurücknehmen.
js-party-offers-rematch = { $name } möchte eine Revanche.
js-party-offers-resign = { $name } möchte als Mannschaft aufgeben.
js-party-offered-draw = Sie haben Remis angeboten.
js-party-offered-takeback = Sie möchten Ihren Zug zurücknehmen.
js-party-offered-rematch = Sie möchten eine Revanche.
js-party-offered-resign = Sie haben Ihrem Partner vorgeschlagen aufzugeben.
js-party-agreed = Einverstanden: { $names }.
js-party-waits = Noch keine Antwort: { $names }.
js-party-declined-draw = { $name } lehnt das Remis ab
js-party-declined-takeback = Der Zug bleibt stehen: { $name } ist nicht einverstanden
js-party-declined-rematch = { $name } möchte keine Revanche
js-party-declined-resign = { $name } möchte weiterspielen
js-party-absent = { $name } ist abwesend. Sie können ohne diesen Spieler weitermachen in
js-party-absent-claim = { $name } ist immer noch abwesend. Sie können ohne diesen Spieler weitermachen oder warten.
js-party-first-move-yours = Machen Sie Ihren ersten Zug, sonst sind Sie nicht mehr in der Partie in
js-party-first-move = { $name } muss einen ersten Zug machen. Noch:
js-party-sure-resign-team = Partner fragen, ob er aufgibt?
party-claim = Ohne diesen Spieler weitermachen
party-resign-team = Als Mannschaft aufgeben
party-room-title = Es fehlen noch Spieler
party-room-lead = Schicken Sie diesen Link weiter: Wer ihn öffnet, kann einen freien Platz einnehmen, mit oder ohne Konto.
party-room-lead-rated = Schicken Sie diesen Link weiter: Wer ein Konto hat, kann einen freien Platz einnehmen.
party-room-drawn = Die Plätze werden zu Beginn der Partie ausgelost.
party-room-takeover = Wenn jemand geht, spielt der Computer auf Stufe { $level } weiter.
party-room-out = Wenn jemand geht, bleiben die Kugeln auf dem Brett.
party-room-seats = Plätze
party-fill = Mit dem Computer auffüllen und beginnen
party-fill-level = Stufe des Computers
party-cancel = Partie absagen

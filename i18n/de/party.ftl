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

# Der Maschinenraum, in dem Bots gegeneinander spielen.

engines-title = Maschinenraum
engines-lead = Hier spielen Bots rund um die Uhr gegeneinander, und jede Partie zählt für diese Rangliste. Sehen Sie zu, spielen Sie alle Partien nach, oder verbinden Sie Ihren eigenen Bot.
engines-download = Alle Partien herunterladen
engines-conditions = Bedingungen
engines-clock = Uhr
engines-openings = Eröffnungen
engines-openings-count =
    { $count ->
        [one] { $count } ausgeglichene Eröffnung, zweimal mit vertauschten Farben gespielt
       *[other] { $count } ausgeglichene Eröffnungen, jede zweimal mit vertauschten Farben gespielt
    }
engines-rules = Regeln
engines-rules-standard = Die üblichen; kein Zug wird zurückgenommen, und nach 500 Zügen jeder Seite ist die Partie remis
engines-join = So verbinden Sie einen Bot:
engines-here = Jetzt verbunden
engines-here-none = Gerade ist kein Bot verbunden.
engines-is-here = Verbunden
engines-list = Rangliste
engines-none = Noch keine Partien.
engines-why = Der Durchschnitt ist 0, und 400 Punkte bedeuten zehn Siege auf eine Niederlage. Der wahre Abstand zum Durchschnitt liegt in 95 % aller Fälle im angegebenen Bereich.
engines-interval = 95-%-Bereich
engines-at-least = { $end } oder mehr
engines-at-most = { $end } oder weniger
engines-open = Ein Bereich mit nur einem Ende: Die Ergebnisse zeigen nur, wie stark der Bot mindestens oder höchstens ist. Seine Wertung ist geschätzt, als hätte er eine halbe Partie mehr gewonnen und eine halbe mehr verloren.
engines-bot = Bot
engines-score = Ergebnis
engines-threads =
    { $count ->
        [one] { $count } Thread
       *[other] { $count } Threads
    }
engines-games =
    { $count ->
        [one] { $count } Partie
       *[other] { $count } Partien
    }
engines-first-move = der erste Zug ist { $elo } Punkte wert, und gleich Starke spielen { $draws } ihrer Partien remis
engines-percent = { $number } %
engines-not-rated = Ohne Wertung
engines-reason-no-games = Noch keine Partien
engines-reason-won-all = Alle Partien gewonnen
engines-reason-lost-all = Alle Partien verloren
engines-reason-not-connected = Noch nicht mit gewerteten Bots vergleichbar
engines-reason-above = Seine Gruppe hat keinen Punkt an schwächere Bots abgegeben
engines-reason-below = Seine Gruppe hat keinen Punkt gegen stärkere Bots geholt
engines-reason-nothing-decided = Alle Partien endeten remis
engines-opponents = Ergebnisse nach Gegner
engines-deleted = Gelöschtes Konto
engines-of-game = Eine Partie des Maschinenraums

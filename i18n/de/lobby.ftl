# Texts of the first page, the lobby and the lists of games.

lobby-kind = Spielart
lobby-kind-engine = Computer
lobby-kind-same-screen = Am selben Bildschirm
lobby-kind-online = Online
lobby-kind-friend = Mit Freunden
lobby-hint-same-screen = Zwei spielen abwechselnd an diesem Gerät.
lobby-hint-online = Jemand aus der Lobby nimmt den anderen Platz ein.
lobby-hint-friend = Sie bekommen einen Link zum Verschicken; wer ihn öffnet, kann den anderen Platz einnehmen.
lobby-level = Stufe
lobby-name-1 = Kiesel
lobby-level-1 = Macht die ersten Schritte und übersieht viel.
lobby-name-2 = Weide
lobby-level-2 = Sieht den eigenen Zug und übersieht viele Drohungen.
lobby-name-3 = Bach
lobby-level-3 = Rechnet mit einer Antwort, oft mit der falschen.
lobby-name-4 = Zeder
lobby-level-4 = Stellt sich gut auf, übersieht aber Drohungen.
lobby-name-5 = Reiher
lobby-level-5 = Spielt etwa wie ein Vereinsspieler.
lobby-name-6 = Grat
lobby-level-6 = Übersieht selten eine Drohung.
lobby-name-7 = Falke
lobby-level-7 = Denkt einige Züge voraus.
lobby-name-8 = Granit
lobby-level-8 = Bestraft die meisten Fehler.
lobby-name-9 = Sturm
lobby-level-9 = Verschenkt fast nichts.
lobby-name-10 = Obsidian
lobby-level-10 = Volle Stärke.
lobby-color = Ihre Farbe
lobby-color-random = Zufällig
lobby-color-black = Schwarz, beginnt
lobby-color-white = Weiß
lobby-color-rated = In gewerteten Partien werden die Farben ausgelost.
lobby-clock = Uhr
lobby-clock-none = Ohne Uhr
lobby-clock-none-why = Nehmen Sie sich alle Zeit.
lobby-clock-sudden = Feste Zeit
lobby-clock-sudden-why = Eine feste Zahl von Minuten für alle Züge, wie in den Regelheften. Wessen Zeit abläuft, der verliert.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Jeder Zug bringt zusätzliche Sekunden.
lobby-clock-delay = Verzögerung
lobby-clock-delay-why = Bei jedem Zug wartet die Uhr einige Sekunden, bevor sie läuft.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Nach jedem Zug bekommen Sie die verbrauchte Zeit zurück, bis zu einigen Sekunden.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = Ist die Zeit verbraucht, folgen Perioden. Eine geht nur verloren, wenn ein einziger Zug sie ganz aufbraucht.
lobby-clock-days = Fernpartie
lobby-clock-days-why = Tage für jeden Zug. Kommen Sie wieder, wann es Ihnen passt.
lobby-clock-own = Eigene Uhr
lobby-clock-own-choose = Wählen
lobby-clock-own-kind = Art der Uhr
lobby-minutes = Minuten
lobby-seconds-fischer = Zusätzliche Sekunden je Zug
lobby-seconds-delay = Sekunden Verzögerung
lobby-seconds-bronstein = Höchstens erstattete Sekunden
lobby-seconds-byo-yomi = Sekunden je Periode
lobby-periods = Perioden
lobby-days = Tage je Zug
lobby-layout = Ausgangsstellung
lobby-layout-more = Alle Ausgangsstellungen
lobby-rules = Regeln
lobby-rules-marbles = Kugeln zum Sieg
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } Kugel
       *[other] { $marbles } Kugeln
    }
lobby-rules-quiet = Remis ohne Hinausstoßen
lobby-rules-quiet-why = Wird für diese Zahl von Zügen beider Spieler keine Kugel hinausgestoßen, endet die Partie remis.
lobby-rules-quiet-off = Nie
lobby-rules-quiet-after =
    { $moves ->
        [one] Nach { $moves } Zug
       *[other] Nach { $moves } Zügen
    }
lobby-rules-rated = Gewertete Partien folgen den üblichen Regeln: Sechs Kugeln gewinnen.
lobby-rated = Gewertet: zählt für Ihre Wertung; Züge können nicht zurückgenommen werden
lobby-bots = Auch Bots dürfen spielen: Die Partie zählt dann für die Wertung gegen Bots
lobby-rated-account = Gewertete Partien gibt es nur mit Konto.
lobby-help = Hilfe: Beide Spieler können Tipps bekommen und Drohungen sehen
lobby-watch = Andere dürfen zuschauen
lobby-play = Spielen
lobby-quick = Sofort gegen jemanden spielen
lobby-find-opponent = Gegner suchen
lobby-invite = Link erstellen
js-lobby-here =
    { $count ->
        [one] { $count } Person anwesend
       *[other] { $count } Personen anwesend
    }
js-lobby-playing =
    { $count ->
        [one] { $count } laufende Partie
       *[other] { $count } laufende Partien
    }
lobby-playing = Laufende Partien
lobby-open-seats = Freie Plätze
lobby-no-open-seats = Gerade wartet niemand. Wählen Sie „Online“ und machen Sie den Anfang.
lobby-no-games-live = Gerade läuft keine öffentliche Partie.
lobby-join = Mitspielen
lobby-cancel = Abbrechen
lobby-your-games = Ihre Partien
lobby-your-games-all = Alle Ihre Partien
lobby-your-games-over = Beendete Partien
lobby-your-games-none = Sie haben noch nicht gespielt.
lobby-recent = Letzte Partien
lobby-recent-none = Noch ist keine öffentliche Partie zu Ende.
lobby-their-turn = Die andere Seite ist am Zug
lobby-waiting = Wartet auf eine zweite Person
lobby-aborted = Abgebrochen
lobby-offline-play = Offline spielen
nav-games = Partien
js-lobby-guest = Gast
js-lobby-engine = Computer { $level }
js-lobby-rated = gewertet
js-lobby-help = mit Hilfe
js-lobby-as-black = Sie spielen Schwarz
js-lobby-as-white = Sie spielen Weiß
js-lobby-random-colors = Farben werden ausgelost
js-lobby-own-position = Eigene Stellung
js-lobby-looking = Gegner wird gesucht …
js-lobby-found = Jemand ist da: Die Partie beginnt!
js-lobby-withdrawn = Ihr freier Platz wurde zurückgezogen.
js-lobby-gone = Zu spät: Der Platz ist vergeben.
js-lobby-lost = Keine Verbindung zum Server; sie wird wiederhergestellt.
js-lobby-failed = Die Partie konnte nicht angelegt werden. { $reason }
js-control-none = Ohne Uhr
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, Verzögerung { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, dann { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } Tag je Zug
       *[other] { $days } Tage je Zug
    }
# An open seat in a game for more than two; $players is how many play.
js-lobby-party =
    { $count ->
        [one] für { $players }: ein freier Platz
       *[other] für { $players }: { $count } freie Plätze
    }

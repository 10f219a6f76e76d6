# Texts of the analysis board.

analysis-title = Analyse
analysis-lead = Machen Sie Züge auf dem Brett, fügen Sie eine Partie oder Stellung ein, oder legen Sie eine Datei auf der Seite ab.
analysis-panels = Bereiche
analysis-evaluation = Bewertung
analysis-engine = Computer
analysis-lines = Anzahl der Varianten
analysis-threat = Drohung
analysis-threat-hint = Was die andere Seite zöge, wenn sie am Zug wäre
analysis-longer = Länger rechnen
analysis-tab-moves = Züge
analysis-tab-report = Bericht
analysis-tab-editor = Aufbau
analysis-tab-terms = Begriffe
analysis-tab-exchange = Dateien
analysis-marks = Diesen Zug bewerten
analysis-comment = Kommentar zu diesem Zug
analysis-promote = Zur Hauptvariante machen
analysis-delete = Ab hier löschen
analysis-keys = Tasten
analysis-keys-steps = Ein Zug zurück oder vor
analysis-keys-variations = Vorige oder nächste Variante
analysis-keys-ends = Erste oder letzte Stellung
analysis-keys-engine = Computer an oder aus
analysis-keys-threat = Drohung zeigen
analysis-report-lead = Der Computer beurteilt jeden Zug der Partie und erklärt, was an den schlechten falsch war.
analysis-report-care = Gründlichkeit
analysis-report-quick = Schnell
analysis-report-thorough = Gründlich
analysis-report-start = Partie analysieren
analysis-report-cancel = Abbrechen
analysis-report-write = In die Partie schreiben
analysis-chart = Bewertung im Verlauf der Partie
analysis-editor-lead = Wählen Sie, was gelegt wird, und tippen Sie auf Mulden des Bretts. Mit der Tastatur: Pfeile bewegen den Cursor, die Leertaste legt eine Kugel oder nimmt sie weg.
analysis-editor-brush = Legen
analysis-editor-remove = Nichts
analysis-editor-clear = Leeres Brett
analysis-editor-swap = Farben tauschen
analysis-editor-turn = Am Zug
analysis-editor-lost-black = Von Schwarz verloren
analysis-editor-lost-white = Von Weiß verloren
analysis-editor-limits = Was erlaubt ist
analysis-editor-limits-text = Jede Seite braucht mindestens eine Kugel und hat höchstens 14, die verlorenen mitgezählt (eine Ausgangsstellung unserer Sammlung hat 15). Wer sechs verloren hat, hat die Partie verloren. Die Seite am Zug muss ziehen können.
analysis-editor-analyse = Von hier analysieren
analysis-editor-play = Von hier gegen den Computer spielen
analysis-editor-level = Stufe
analysis-position-texts = Stellung als Text
analysis-copy = Kopieren
analysis-download = Herunterladen
analysis-terms-lead = Die Begriffe der Regelhefte, auf dem Brett gezeigt.
analysis-terms-show = Auf dem Brett zeigen
analysis-term-sumito = Sumito
analysis-term-sumito-text = Eine Überzahl in gerader Linie, die schieben kann.
analysis-term-pac = Pac
analysis-term-pac-text = Gleich viele stehen sich gegenüber: Niemand kann schieben.
analysis-term-det = Det
analysis-term-det-text = Eine Kugel, die hinausgestoßen werden kann und nicht zu retten ist; in den neueren Regelheften: eine Kugel inmitten einer gegnerischen Gruppe.
analysis-term-covered = Eingekreist
analysis-term-covered-text = Eine eingeschlossene Kugel; von wem, darin sind sich die Regelhefte nicht einig.
analysis-term-block = Block
analysis-term-block-text = Dreierreihen, die einander stützen.
analysis-term-lance = Lanze
analysis-term-lance-text = Drei in gerader Linie.
analysis-term-arc = Bogen
analysis-term-arc-text = Drei mit einem Knick.
analysis-term-shield = Schild
analysis-term-shield-text = Drei im Dreieck.
analysis-import-label = Partie oder Stellung, in jeder Notation
analysis-import = Einlesen
analysis-import-file = Datei öffnen
analysis-import-choose = Partien dieser Datei
analysis-import-private = Partien werden in Ihrem Browser gelesen und beurteilt; nichts wird gesendet.
analysis-export-label = Diese Partie als
analysis-export-plain = Einfache Liste
analysis-export-code = Kurzer Code
analysis-link = Link zu dieser Stellung
js-analysis-depth = Tiefe { $depth } · { $rate } k/s
js-analysis-evaluation = Bewertung für Schwarz: { $score }
js-analysis-start = Anfang
js-analysis-variations =
    { $count ->
        [one] { $count } Variante
       *[other] { $count } Varianten
    }
js-analysis-book = Theorie
js-analysis-book-moves = Eröffnungsbuch:
js-analysis-better = besser: { $move }
js-analysis-progress = { $done } von { $all }
js-analysis-flawless = Kein schlechter Zug gefunden.
js-analysis-decisive = Was die Partie entschieden hat
js-analysis-decisive-none = Kein einzelner Zug hat diese Partie entschieden: Niemand hat auf einmal viel verschenkt.
js-analysis-decisive-deeper = Der Grund liegt tiefer: Vergleichen Sie die beiden Varianten.
js-analysis-decisive-chances-black = Gewinnchancen von Schwarz: von { $before } % auf { $after } %
js-analysis-decisive-chances-white = Gewinnchancen von Weiß: von { $before } % auf { $after } %
js-analysis-decisive-better = Besser:
js-analysis-decisive-allowed = Der Zug erlaubte:
js-analysis-decisive-show = Auf dem Brett zeigen
js-analysis-plies =
    { $count ->
        [one] { $count } Halbzug
       *[other] { $count } Halbzüge
    }
js-analysis-copied = Kopiert
js-analysis-no-code = Einen kurzen Code gibt es nur für Partien aus einer bekannten Ausgangsstellung.
js-analysis-no-game = Diese Partie gibt es nicht.
js-analysis-running = Diese Partie läuft noch: Sie können sie analysieren, wenn sie zu Ende ist.
js-analysis-engine-level = Computer, Stufe { $level }
js-analysis-editing = Stellung aufbauen
js-analysis-editor-count = Schwarz { $black }, Weiß { $white }
js-analysis-editor-none = Jede Seite braucht mindestens eine Kugel.
js-analysis-editor-decided = Wer sechs Kugeln verloren hat, hat verloren: Die Partie wäre zu Ende.
js-analysis-editor-many = Eine Seite hat höchstens 14 Kugeln, die verlorenen mitgezählt.
js-analysis-editor-no-move = Die Seite am Zug kann nicht ziehen: Die Partie wäre zu Ende.
js-analysis-editor-no-server = Der Server antwortet nicht: Eine Partie kann jetzt nicht angelegt werden.
js-analysis-mark-brilliant = Brillanter Zug
js-analysis-mark-good = Guter Zug
js-analysis-mark-interesting = Interessanter Zug
js-analysis-mark-dubious = Zweifelhafter Zug
js-analysis-mark-mistake = Fehler
js-analysis-mark-blunder = Grober Fehler
js-analysis-judgement-inaccuracy = Ungenauigkeit
js-analysis-judgement-mistake = Fehler
js-analysis-judgement-blunder = Grober Fehler
js-analysis-verdict = { $name }: { $reasons }.
js-analysis-count-accuracy = Genauigkeit
js-analysis-count-blunder = Grobe Fehler
js-analysis-count-mistake = Fehler
js-analysis-count-inaccuracy = Ungenauigkeiten
js-analysis-sense-det-no-escape = nicht zu retten
js-analysis-sense-det-amid-enemies = inmitten gegnerischer Kugeln
js-analysis-sense-covered-surrounded = auf sechs Seiten umgeben
js-analysis-sense-covered-by-enemies = von gegnerischen Kugeln umgeben
js-analysis-sense-covered-immobile = kann sich allein nicht bewegen
js-analysis-reason-overlooks-win =
    { $moves ->
        [one] übersieht einen Gewinn in { $moves } Zug
       *[other] übersieht einen Gewinn in { $moves } Zügen
    }
js-analysis-reason-allows-win =
    { $moves ->
        [one] lässt die andere Seite in { $moves } Zug gewinnen
       *[other] lässt die andere Seite in { $moves } Zügen gewinnen
    }
js-analysis-reason-draws = lässt die Partie remis enden
js-analysis-reason-lets-sumito-through = lässt ein { $forces }-Sumito auf { $line } zu
js-analysis-reason-walks-into-sumito = läuft in ein { $forces }-Sumito auf { $line }
js-analysis-reason-ejecting = , das { $ejected } hinausstößt
js-analysis-reason-walks-out-of-pac = gibt das { $forces }-Pac auf { $line } auf
js-analysis-reason-breaks-lance = zerreißt die Lanze { $line }
js-analysis-reason-abandons-marble = rettet die Kugel auf { $marble } nicht
js-analysis-reason-leaves-det = lässt die Kugel auf { $marble } det werden
js-analysis-reason-loses-marble =
    { $moves ->
        [one] verliert in { $moves } Zug die Kugel auf { $marble }
       *[other] verliert in { $moves } Zügen die Kugel auf { $marble }
    }
js-analysis-reason-overlooks-ejection = übersieht, dass die Kugel auf { $marble } hinausgestoßen werden kann
js-analysis-reason-overlooks-gain =
    { $moves ->
        [one] übersieht, dass die Kugel auf { $marble } in { $moves } Zug hinausgestoßen werden kann
       *[other] übersieht, dass die Kugel auf { $marble } in { $moves } Zügen hinausgestoßen werden kann
    }
js-analysis-reason-overlooks-sumito = übersieht das { $forces }-Sumito auf { $line }
js-analysis-reason-allows-sumito =
    { $moves ->
        [one] erlaubt in { $moves } Zug ein { $forces }-Sumito auf { $line }
       *[other] erlaubt in { $moves } Zügen ein { $forces }-Sumito auf { $line }
    }
js-analysis-reason-overlooks-plan =
    { $moves ->
        [one] übersieht ein { $forces }-Sumito auf { $line } in { $moves } Zug
       *[other] übersieht ein { $forces }-Sumito auf { $line } in { $moves } Zügen
    }
js-analysis-reason-breaks-block = reißt den Block auf { $cells } auseinander
js-analysis-reason-leaves-alone = lässt die Kugel auf { $marble } allein
js-analysis-problem-where = Partie { $game }, Zeile { $line }, Zeichen { $character }
js-analysis-problem-nothing = Dieser Text enthält weder eine Partie noch eine Stellung.
js-analysis-problem-link = Der Link enthält keine lesbare Stellung.
js-analysis-problem-no-move = „{ $text }“ ist kein Zug.
js-analysis-problem-no-tag = Diese Zeile beginnt wie ein Kopfeintrag, ist aber keiner.
js-analysis-problem-code = Der kurze Code ist nicht lesbar.
js-analysis-problem-tag = Der Wert des Kopfeintrags { $text } ist nicht lesbar.
js-analysis-problem-start = Das ist weder eine Ausgangsstellung noch eine andere Stellung.
js-analysis-expected-position = Erwartet wird der Name einer Ausgangsstellung oder eine Stellung wie 5/6/2ww3/8/9/8/2bb3/6/5 b.
js-analysis-expected-rules = Erwartet werden Regeln wie win=6 repetition=3.
js-analysis-expected-result = Erwartet wird 1-0, 0-1, 1/2-1/2 oder *.
js-analysis-expected-name = Erwartet wird aba-pro, nacre oder playstrategy.
js-analysis-expected-tag = Ein Kopfeintrag besteht aus einem Namen und einem Wert in Anführungszeichen: { $example }
js-analysis-expected-code = Ein Code besteht aus Ausgangsstellung und Zügen: ABAL1:belgian:2a1b23.
js-analysis-problem-results-differ = Das Ergebnis im Kopf ist ein anderes als das nach den Zügen.
js-analysis-problem-nothing-to-vary = Eine Variante muss auf einen Zug folgen.
js-analysis-problem-branch-from-nowhere = Ein Zweig muss mit der Nummer eines Zuges der Partie beginnen.
js-analysis-problem-not-opened = „)“ schließt eine Variante, die nicht geöffnet wurde.
js-analysis-problem-variation-not-closed = Vor dem Ende der Partie fehlt „)“.
js-analysis-problem-comment-not-closed = Der Kommentar, der hier beginnt, ist nicht geschlossen.
js-analysis-problem-too-deep = Varianten sind zu tief verschachtelt.
js-analysis-problem-too-long = Die Partie ist zu lang.

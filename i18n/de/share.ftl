# Teilen, und Seiten in den Rahmen anderer Websites.

share-link = Link
share-embed = Code für die eigene Website
share-private = Nicht öffentlich: Nur wer den Link hat, kann es sehen, und andere Websites können es nicht zeigen.
share-not-copied = Das Kopieren hat nicht geklappt. Der Text ist markiert: Kopieren Sie ihn mit der Tastatur oder dem Menü.
share-try = So sieht es aus
share-gif = Animiertes GIF
share-png = Brett als PNG
share-after =
    { $count ->
        [one] { $count } Halbzug: { $move }
       *[other] { $count } Halbzüge, zuletzt { $move }
    }
embed-watch = Auf Sumito zusehen
embed-game = Die Partie auf Sumito
embed-position = Auf Sumito analysieren
embed-puzzle = Auf Sumito lösen
embed-tournament = Das Turnier auf Sumito
embed-new-tab = (öffnet einen neuen Tab)
embed-gone = Hier gibt es nichts zu zeigen.

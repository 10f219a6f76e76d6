# Att dela, och sidor i ramar på andra webbplatser.

share-link = Länk
share-embed = Kod för din egen webbplats
share-private = Detta är inte offentligt: bara de som har länken kan se det, och andra webbplatser kan inte visa det.
share-not-copied = Det gick inte att kopiera. Texten är markerad: kopiera den med tangentbordet eller menyn.
share-try = Se hur det blir
share-gif = Animerad GIF
share-png = Brädet som PNG
share-after =
    { $count ->
        [one] { $count } halvdrag: { $move }
       *[other] { $count } halvdrag, det sista { $move }
    }
embed-watch = Titta på Sumito
embed-game = Partiet på Sumito
embed-position = Analysera på Sumito
embed-puzzle = Lös på Sumito
embed-tournament = Turneringen på Sumito
embed-new-tab = (öppnas i en ny flik)
embed-gone = Det finns inget att visa här.

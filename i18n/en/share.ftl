# Sharing, and pages in the frames of other sites.

share-link = Link
share-embed = Code for your own site
share-private = This is not public: only those who have the link can see it, and other sites cannot show it.
share-not-copied = Copying did not work. The text is selected: copy it with the keyboard or the menu.
share-try = See how it looks
share-gif = Animated GIF
share-png = Board as PNG
share-after =
    { $count ->
        [one] { $count } ply: { $move }
       *[other] { $count } plies, the last one { $move }
    }
embed-watch = Watch on Sumito
embed-game = Game on Sumito
embed-position = Analyze on Sumito
embed-puzzle = Solve on Sumito
embed-tournament = Tournament on Sumito
embed-new-tab = (opens in a new tab)
embed-gone = There is nothing to show here.

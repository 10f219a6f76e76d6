# Udostępnianie i strony w ramkach innych witryn.

share-link = Link
share-embed = Kod na własną stronę
share-private = To nie jest publiczne: widzą to tylko osoby, które mają link, a inne strony nie mogą tego pokazać.
share-not-copied = Nie udało się skopiować. Tekst jest zaznaczony: skopiuj go klawiaturą lub z menu.
share-try = Zobacz, jak to wygląda
share-gif = Animowany GIF
share-png = Plansza jako PNG
share-after =
    { $count ->
        [one] { $count } półruch: { $move }
        [few] { $count } półruchy, ostatni { $move }
       *[many] { $count } półruchów, ostatni { $move }
    }
embed-watch = Oglądaj na Sumito
embed-game = Partia na Sumito
embed-position = Analizuj na Sumito
embed-puzzle = Rozwiąż na Sumito
embed-tournament = Turniej na Sumito
embed-new-tab = (otwiera się w nowej karcie)
embed-gone = Nie ma tu nic do pokazania.

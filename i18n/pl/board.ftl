# Texts of the board and its settings.

js-board-title = Plansza
js-board-keys = Strzałki przesuwają kursor, spacja wybiera. { $keys } wykonują ruch w danym kierunku. Enter potwierdza, Escape anuluje. P odczytuje pozycję, L ostatni ruch.
# The keys are read by their places on the keyboard; these are their names on the usual one, where a browser does not say.
js-board-direction-keys = W E A D Z X
js-board-row = Rząd { $row }: { $marbles }.
js-board-row-black = czarne { $digits }
js-board-row-white = białe { $digits }
js-board-lost = Stracone kule: czarne { $black }, białe { $white }.
js-board-count =
    { $count ->
        [one] { $count } możliwy ruch
        [few] { $count } możliwe ruchy
       *[many] { $count } możliwych ruchów
    }
js-board-move = { $color }: { $kind }, z { $from } na { $to }
js-board-kind-single = jedna kula
js-board-kind-inline-2 = dwie po linii
js-board-kind-inline-3 = trzy po linii
js-board-kind-broadside-2 = ruch boczny dwóch kul
js-board-kind-broadside-3 = ruch boczny trzech kul
js-board-kind-sumito-2-1 = sumito: dwie przeciwko jednej
js-board-kind-sumito-3-1 = sumito: trzy przeciwko jednej
js-board-kind-sumito-3-2 = sumito: trzy przeciwko dwóm
js-board-kind-ejection-2-1 = sumito: dwie przeciwko jednej, kula zostaje wypchnięta
js-board-kind-ejection-3-1 = sumito: trzy przeciwko jednej, kula zostaje wypchnięta
js-board-kind-ejection-3-2 = sumito: trzy przeciwko dwóm, kula zostaje wypchnięta
js-board-play = Wykonaj ten ruch
js-board-cancel = Anuluj
js-board-ask = { $move }: Enter wykonuje ruch, Escape anuluje
js-board-premove = { $move } zostanie wykonany, gdy przyjdzie twoja kolej
js-board-premove-cancel = Anuluj ruch z wyprzedzeniem
js-board-premove-gone = Ruch z wyprzedzeniem nie jest już możliwy.
js-board-typed-form = Ruch to dwa lub trzy pola od a1 do i9, na przykład a1b2 albo c3c5d4.
js-board-typed-none = { $text } nie jest tu możliwym ruchem w żadnej notacji.
js-settings-title = Ustawienia
js-settings-close = Zamknij
js-setting-on = Wł.
js-setting-off = Wył.
js-setting-marbles = Kule i plansza
js-setting-marbles-classic = Drewno
js-setting-marbles-light = Jasne
js-setting-marbles-dark = Łupek
js-setting-marbles-high-contrast = Wysoki kontrast
js-setting-marbles-color-blind = Niebieski i żółty
js-setting-marbles-print = Papier
js-setting-animation = Animacja
js-setting-animation-normal = Zwykła
js-setting-animation-fast = Szybka
js-setting-animation-slow = Wolna
js-setting-sounds = Dźwięki
js-setting-coordinates = Współrzędne
js-setting-signs = Znaki na kulach
js-setting-confirm = Potwierdzanie każdego ruchu
js-setting-premove = Wybór ruchu z wyprzedzeniem, gdy myśli przeciwnik
js-setting-notation = Notacja ruchów
js-setting-turn = Obrót planszy o
js-setting-chat = Czat z przeciwnikiem
js-board-theirs = To kule przeciwnika. Wybierz swoje.
js-board-stuck = Kula na { $cell } nie może się teraz poruszyć. Spróbuj razem z sąsiednimi.

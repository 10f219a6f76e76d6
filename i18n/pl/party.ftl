# Partie dla trzech do sześciu osób.

# Dlaczego ruch jest niedozwolony i dlaczego gracz nie może odejść: klucze zasad.
illegal-pusher-not-yours = Ostatnia z tyłu kula musi przy przepychaniu być twoja: ta na polu { $cell } należy do partnera.
illegal-partner-only-pushes = Kula partnera na polu { $cell } rusza się tylko przy przepychaniu.
illegal-blocked-by-partner = Kula partnera na polu { $cell } stoi na drodze.
refusal-not-in-the-game = Ten gracz nie bierze już udziału w partii.
# Jak skończyła się partia.
js-result-won-by-others-blocked = nikt inny nie ma ruchu
js-result-won-by-others-left = nikt inny nie został w grze
js-result-won-by-desertion = partię zostawiono komputerowi
js-result-drawn-by-others-blocked = ruch ma tylko jedna strona
# Dlaczego gracz odszedł; $seat to jego nazwa lub kolor.
js-left-resigned = { $seat }: poddanie
js-left-flag = { $seat }: koniec czasu
js-left-absent = { $seat }: nieobecność
js-left-abandoned = { $seat }: opuszczenie partii

# Miejsca według kolorów, jak Czarne i Białe w site.ftl i board.ftl.
js-blue = Niebieskie
js-red = Czerwone
js-green = Zielone
js-yellow = Żółte
js-turn-blue = Ruch niebieskich
js-turn-red = Ruch czerwonych
js-turn-green = Ruch zielonych
js-turn-yellow = Ruch żółtych
js-wins-blue = Niebieskie wygrywają
js-wins-red = Czerwone wygrywają
js-wins-green = Zielone wygrywają
js-wins-yellow = Żółte wygrywają
js-cell-blue = { $cell }: niebieska kula
js-cell-red = { $cell }: czerwona kula
js-cell-green = { $cell }: zielona kula
js-cell-yellow = { $cell }: żółta kula
js-board-row-blue = niebieskie { $digits }
js-board-row-red = czerwone { $digits }
js-board-row-green = zielone { $digits }
js-board-row-yellow = żółte { $digits }
# Ustawienia początkowe.
js-party-layout-three = Troje
js-party-layout-four-teams = Czworo w drużynach
js-party-layout-four-adjacent = Czworo, partnerzy obok siebie
js-party-layout-four-alone = Czworo, każdy sam
js-party-layout-four-belgian = Czworo w stokrotkach
js-party-layout-four-german = Niemieckie stokrotki
js-party-layout-four-dutch = Holenderskie stokrotki
js-party-layout-four-swiss = Szwajcarskie stokrotki
js-party-layout-six = Sześcioro
js-party-layout-six-teams = Sześcioro w drużynach
# Partia.
js-party-title = Troje, czworo lub sześcioro przy jednej planszy
js-party-turn = ma ruch
js-party-next = potem
js-party-blocked = bez ruchu
js-party-left-resigned = poddanie
js-party-left-flag = koniec czasu
js-party-left-absent = nieobecność
js-party-left-abandoned = poza partią
js-party-left-out = bez kul
js-party-then = { $turn }, potem: { $next }
js-party-thinking = { $seat }: komputer myśli
js-party-engine = Komputer { $level }
js-party-with = Partner: { $partner }
js-party-partner = Ta kula należy do partnera. Wybierz najpierw swoją kulę za nią; razem mogą przepychać.
js-party-lost =
    { $count ->
        [one] { $count } stracona kula: { $takers }
        [few] { $count } stracone kule: { $takers }
       *[many] { $count } straconych kul: { $takers }
    }
js-party-score = Wypchnięte kule: { $sides }.
js-party-score-side = { $side } { $done } z { $all }
js-party-wins-team = { $team } wygrywają
js-party-won-by-ejections =
    { $count ->
        [one] { $count } wypchnięta kula
        [few] { $count } wypchnięte kule
       *[many] { $count } wypchniętych kul
    }
js-party-copied = Partia skopiowana.
js-party-no-game = Ten tekst nie zawiera partii dla trzech do sześciu graczy.
party-tray = Wypchnięte kule
party-takings = Kto czyje kule wypchnął
party-again = Jeszcze raz
party-change = Zmień graczy
party-analyze = Analizuj
party-copy = Kopiuj partię
party-download = Pobierz partię
# Przygotowanie.
party-layout = Ustawienie początkowe
party-more = Więcej ustawień dla czworga
party-seats = Kto gra
party-one-person = Ja i komputer
party-all-people = Wszyscy tutaj
party-draw-seats = Losuj miejsca
party-player = kto gra
party-person = Osoba
party-engine-option = Komputer, poziom { $level }
party-name = Imię
party-resume = Wróć do partii
party-lead = Wygrywa ten, kto pierwszy wypchnie sześć kul, bez względu na kolor; partnerom liczy się je razem.
party-rules = Zasady dla większej liczby graczy
# Where a game is played, and online games.
party-where = Gdzie
party-all-open = Inne osoby
party-drawn = Losuj miejsca na początku partii
party-public = Pokaż wolne miejsca w poczekalni
party-takeover = Gdy gracz odejdzie
party-takeover-none = kule zostają, nikt nie gra dalej
party-rated-hint = Wszyscy potrzebują kont. Los decyduje, która drużyna zaczyna. Kto odejdzie, przegrywa, nawet jeśli partner wygra.
js-party-start = Rozpocznij partię
js-party-open = Otwórz stół
js-party-open-seat = Wolne miejsce
js-party-waiting =
    { $count ->
        [one] Brakuje jeszcze jednego gracza
        [few] Brakuje jeszcze { $count } graczy
       *[many] Brakuje jeszcze { $count } graczy
    }
js-party-sit = Usiądź tutaj
js-party-leave = Odejdź
# Instead of a color in “Black to move, then …”.
js-party-then-you = ty
js-party-team-wins = Twoja drużyna wygrywa
# $left says who left and why.
js-party-took-over = { $left }; dalej gra komputer, poziom { $level }
js-party-chat-closed = Partnerom nie wolno mówić o partii, dlatego czat jest zamknięty do jej końca.
js-party-offers-draw = { $name } proponuje remis.
js-party-offers-takeback = { $name } prosi o cofnięcie ruchu.
js-party-offers-rematch = { $name } proponuje rewanż.
js-party-offers-resign = { $name } proponuje poddanie się całej drużyny.
js-party-offered-draw = Remis zaproponowany.
js-party-offered-takeback = Prośba o cofnięcie twojego ruchu wysłana.
js-party-offered-rematch = Rewanż zaproponowany.
js-party-offered-resign = Partner zapytany o poddanie partii.
js-party-agreed = Zgoda: { $names }.
js-party-waits = Jeszcze bez odpowiedzi: { $names }.
js-party-declined-draw = { $name } nie zgadza się na remis
js-party-declined-takeback = Ruch zostaje: { $name } nie wyraża zgody
js-party-declined-rematch = { $name } nie chce rewanżu
js-party-declined-resign = { $name } chce grać dalej
js-party-absent = Nieobecność: { $name }. Można grać bez tego gracza za
js-party-absent-claim = { $name } wciąż nie wraca. Możesz grać dalej bez tego gracza albo zaczekać.
js-party-first-move-yours = Wykonaj pierwszy ruch, inaczej wypadniesz z partii za
js-party-first-move = { $name } musi wykonać pierwszy ruch. Pozostało:
js-party-sure-resign-team = Zapytać partnera o poddanie?
party-claim = Grajmy dalej bez tego gracza
party-resign-team = Poddaj partię całą drużyną
party-room-title = Oczekiwanie na graczy
party-room-lead = Wyślij ten link: kto go otworzy, może zająć wolne miejsce, z kontem lub bez konta.
party-room-lead-rated = Wyślij ten link: kto ma konto, może zająć wolne miejsce.
party-room-drawn = Miejsca są losowane na początku partii.
party-room-takeover = Gdy gracz odejdzie, dalej gra komputer, poziom { $level }.
party-room-out = Gdy gracz odejdzie, jego kule zostają na planszy.
party-room-seats = Miejsca
party-fill = Uzupełnij komputerem i rozpocznij
party-fill-level = Poziom komputera
party-cancel = Odwołaj partię

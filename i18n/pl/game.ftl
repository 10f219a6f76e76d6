# Texts of the page of a game on the server.

game-rematch = Rewanż
game-new = Nowa partia
game-draw = Zaproponuj remis
game-claim-win = Zażądaj wygranej
game-claim-draw = Zażądaj remisu
game-abort = Przerwij
game-record = Pobierz partię
game-offline = Utracono połączenie, trwa ponowne łączenie
game-clock = Zegar
game-chat = Czat
js-game-chat-off = Wyłącz
game-chat-say = Napisz wiadomość
game-chat-send = Wyślij
game-link = Link do tej partii
game-invite-title = Oczekiwanie na przeciwnika
game-invite-lead = Wyślij ten link: kto pierwszy go otworzy, może zająć drugie miejsce, z kontem lub bez.
game-invite-rated = Wyślij ten link: kto pierwszy go otworzy, może zająć drugie miejsce. Partia jest rankingowa, więc potrzebne jest konto.
game-invite-public = Partia jest też widoczna w poczekalni.
game-copy = Kopiuj link
game-share = Udostępnij
game-join-title = Masz zaproszenie do partii
game-join-black = Grasz czarnymi i zaczynasz.
game-join-white = Grasz białymi.
game-join-random-colors = Kolory są losowane.
game-join-rated = Partia jest rankingowa: potrzebne jest konto.
game-join-help = Oboje gracze mogą prosić o podpowiedzi i widzieć groźby.
game-join-account = Zaloguj się lub załóż konto
game-join = Zajmij miejsce
game-own-position = Własna pozycja
game-rated = rankingowa
game-casual = towarzyska
js-clock-days = { $days } d { $hours } godz.
js-game-open = Wolne miejsce
js-game-guest = Gość
js-game-waiting = Oczekiwanie na drugiego gracza
js-game-aborted = Partia została przerwana
js-game-aborted-no-first-move = Partia została przerwana: pierwszego ruchu nie wykonano na czas
js-game-queued =
    { $ahead ->
        [one] Komputer jest zajęty: { $ahead } partia przed twoją
        [few] Komputer jest zajęty: { $ahead } partie przed twoją
       *[many] Komputer jest zajęty: { $ahead } partii przed twoją
    }
js-game-their-turn = Ruch przeciwnika
js-game-you-win = Wygrana
js-game-you-lose = Przegrana
js-game-offers-draw = Przeciwnik proponuje remis
js-game-offers-takeback = Przeciwnik prosi o cofnięcie ruchu
js-game-offers-rematch = Przeciwnik chciałby rewanżu
js-game-offered-draw = Zaproponowano remis, oczekiwanie na odpowiedź
js-game-offered-takeback = Poproszono o cofnięcie ruchu, oczekiwanie na odpowiedź
js-game-offered-rematch = Zaproponowano rewanż, oczekiwanie na odpowiedź
js-game-declined-draw = Remis odrzucono
js-game-declined-takeback = Ruch zostaje: przeciwnik się nie zgodził
js-game-took-back = Cofnięto ruch
js-game-declined-rematch = Przeciwnik nie chce rewanżu
js-game-accept = Przyjmij
js-game-decline = Odrzuć
js-game-next = Przejdź do rewanżu
js-game-watchers =
    { $count ->
        [one] { $count } widz
        [few] { $count } widzów
       *[many] { $count } widzów
    }
js-game-away = nieobecność
js-game-absent = Przeciwnik jest nieobecny. Zakończenia partii możesz zażądać za
js-game-absent-claim = Przeciwnika nadal nie ma. Możesz zażądać wygranej lub remisu albo poczekać.
js-game-first-move-yours = Wykonaj pierwszy ruch, inaczej partia zostanie przerwana za
js-game-first-move = Bez pierwszego ruchu partia zostanie przerwana za
js-game-not-sent = Nie wysłano: brak połączenia
js-game-pending = Twój ruch { $move } zostanie wysłany, gdy wróci połączenie
js-game-copied = Skopiowano
js-game-began = Przeciwnik już jest
js-game-time-short = Kończy ci się czas
js-game-chat-on = Włącz
game-agree-draw = Uzgodnij remis
js-game-sure-draw = Uzgodnić remis?
js-game-sure-resign = Poddać partię?
js-game-sure-abort = Przerwać partię?
game-coach-title = Twój pierwszy ruch
game-coach = Wybierz jedną, dwie lub trzy kule w linii. Potem przeciągnij je albo dotknij strzałki.
js-game-turning-point = Punkt zwrotny
js-game-turning-chances = Szanse na wygraną: { $before }% → { $after }%
game-decided = Co przesądziło?
game-analysis = Analiza
js-game-report-line = Zgłoś tę wiadomość (autor: { $name })

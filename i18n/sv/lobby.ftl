# Texts of the first page, the lobby and the lists of games.

lobby-kind = Vad ska spelas
lobby-kind-engine = Dator
lobby-kind-same-screen = En skärm
lobby-kind-online = Online
lobby-kind-friend = En vän
lobby-hint-same-screen = Två spelare turas om på den här enheten.
lobby-hint-online = Någon i lobbyn tar den andra platsen.
lobby-hint-friend = Du får en länk att skicka; den som öppnar den kan ta den andra platsen.
lobby-level = Nivå
lobby-name-1 = Småsten
lobby-level-1 = Tar sina första steg.
lobby-name-2 = Vide
lobby-level-2 = Knuffar och glömmer att titta.
lobby-name-3 = Bäck
lobby-level-3 = Missar hot på avstånd.
lobby-name-4 = Ceder
lobby-level-4 = Ser de flesta hot.
lobby-name-5 = Häger
lobby-level-5 = Ger sällan bort en kula.
lobby-name-6 = Ås
lobby-level-6 = Tänker lite framåt.
lobby-name-7 = Falk
lobby-level-7 = Håller mitten och väntar.
lobby-name-8 = Granit
lobby-level-8 = Straffar varje lös kula.
lobby-name-9 = Storm
lobby-level-9 = Kan öppningarna.
lobby-name-10 = Obsidian
lobby-level-10 = Full styrka.
lobby-color = Din färg
lobby-color-random = Lottning
lobby-color-black = Svart, börjar
lobby-color-white = Vit
lobby-color-rated = I rankade partier lottas färgerna.
lobby-clock = Klocka
lobby-clock-none = Ingen brådska
lobby-clock-none-why = Ingens tid räknas.
lobby-clock-sudden = Fast tid
lobby-clock-sudden-why = Så många minuter för alla dina drag, som i reglerna. Den vars tid tar slut förlorar.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Varje drag ger dig fler sekunder.
lobby-clock-delay = Fördröjning
lobby-clock-delay-why = Vid varje drag väntar klockan några sekunder innan den går.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Efter draget får du tillbaka det det tog, upp till några sekunder.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = När tiden är slut följer perioder. En går förlorad bara om ett drag tar hela.
lobby-clock-days = Korrespondens
lobby-clock-days-why = Dagar för varje drag. Kom tillbaka när det passar dig.
lobby-clock-own = Egen klocka
lobby-clock-own-choose = Välj
lobby-clock-own-kind = Slags klocka
lobby-minutes = Minuter
lobby-seconds-fischer = Sekunder till per drag
lobby-seconds-delay = Sekunder som klockan väntar
lobby-seconds-bronstein = Sekunder som mest kommer tillbaka
lobby-seconds-byo-yomi = Sekunder per period
lobby-periods = Perioder
lobby-days = Dagar per drag
lobby-layout = Startuppställning
lobby-layout-more = Alla uppställningar
lobby-rules = Regler
lobby-rules-marbles = Kulor för att vinna
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } kula
       *[other] { $marbles } kulor
    }
lobby-rules-quiet = Remi utan döda kulor
lobby-rules-quiet-why = Om ingen kula knuffas ut under så många drag av varje spelare blir partiet remi.
lobby-rules-quiet-off = Aldrig
lobby-rules-quiet-after =
    { $moves ->
        [one] Efter { $moves } drag
       *[other] Efter { $moves } drag
    }
lobby-rules-rated = Rankade partier har de vanliga reglerna: sex döda kulor vinner.
lobby-rated = Rankad: räknas för din ranking, och ett gjort drag står fast
lobby-rated-account = Rankade partier är för spelare med konto.
lobby-help = Hjälp: båda spelarna kan be om tips och få se vad som är hotat
lobby-watch = Andra får titta på
lobby-play = Spela
lobby-quick = Möt någon nu
lobby-find-opponent = Hitta en motståndare
lobby-invite = Hämta länken
lobby-here = Personer här
lobby-playing = Pågående partier
lobby-open-seats = Lediga platser
lobby-no-open-seats = Ingen väntar just nu. Välj ”Online” och bli först.
lobby-no-games-live = Inget öppet parti spelas just nu.
lobby-join = Gå med
lobby-cancel = Avbryt
lobby-your-games = Dina partier
lobby-your-games-all = Alla dina partier
lobby-your-games-over = Avslutade partier
lobby-your-games-none = Du har inte spelat ännu.
lobby-recent = Senaste partierna
lobby-recent-none = Inget öppet parti är avslutat ännu.
lobby-their-turn = Motståndarens tur
lobby-waiting = Väntar på en andra spelare
lobby-aborted = Avbrutet
lobby-offline-play = Spela utan anslutning
nav-games = Partier
js-lobby-guest = Gäst
js-lobby-engine = Dator { $level }
js-lobby-rated = rankat
js-lobby-help = med hjälp
js-lobby-as-black = du spelar svart
js-lobby-as-white = du spelar vit
js-lobby-random-colors = färgerna lottas
js-lobby-own-position = Egen ställning
js-lobby-looking = Söker en motståndare …
js-lobby-found = Någon är här: partiet börjar!
js-lobby-withdrawn = Din lediga plats är borta.
js-lobby-gone = För sent: platsen är borta.
js-lobby-lost = Ingen anslutning till servern; försöker igen.
js-lobby-failed = Partiet kunde inte skapas. { $reason }
js-control-none = Ingen klocka
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, fördröjning { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, sedan { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } dag per drag
       *[other] { $days } dagar per drag
    }

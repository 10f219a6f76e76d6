# Texts of the first page, the lobby and the lists of games.

lobby-kind = Typ av parti
lobby-kind-engine = Datorn
lobby-kind-same-screen = Samma skärm
lobby-kind-online = Online
lobby-kind-friend = En vän
lobby-hint-same-screen = Två spelare turas om på den här enheten.
lobby-hint-online = Någon i lobbyn tar den andra platsen.
lobby-hint-friend = Du får en länk att skicka; den som öppnar den kan ta den andra platsen.
lobby-level = Nivå
lobby-name-1 = Småsten
lobby-level-1 = Tar sina första steg och missar mycket.
lobby-name-2 = Vide
lobby-level-2 = Ser sitt eget drag men missar många hot.
lobby-name-3 = Bäck
lobby-level-3 = Väntar sig ett svar, ofta fel svar.
lobby-name-4 = Ceder
lobby-level-4 = Ställer upp sig väl men missar hot.
lobby-name-5 = Häger
lobby-level-5 = Spelar ungefär som en klubbspelare.
lobby-name-6 = Ås
lobby-level-6 = Missar sällan ett hot.
lobby-name-7 = Falk
lobby-level-7 = Tänker några drag framåt.
lobby-name-8 = Granit
lobby-level-8 = Straffar de flesta misstag.
lobby-name-9 = Storm
lobby-level-9 = Ger nästan ingenting gratis.
lobby-name-10 = Obsidian
lobby-level-10 = Full styrka.
lobby-color = Din färg
lobby-color-random = Lottas
lobby-color-black = Svart, börjar
lobby-color-white = Vit
lobby-color-rated = I rankade partier lottas färgerna.
lobby-clock = Klocka
lobby-clock-none = Ingen klocka
lobby-clock-none-why = Ta all tid du behöver.
lobby-clock-sudden = Fast tid
lobby-clock-sudden-why = Ett bestämt antal minuter för alla dina drag, som i regelhäftena. Om din tid tar slut förlorar du.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Varje drag ger dig extra sekunder.
lobby-clock-delay = Fördröjning
lobby-clock-delay-why = Vid varje drag väntar klockan några sekunder innan den startar.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Efter varje drag får du tillbaka tiden det tog, upp till några sekunder.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = När tiden är slut börjar perioder. Du förlorar en period bara om ett enda drag tar hela.
lobby-clock-days = Korrespondens
lobby-clock-days-why = Dagar för varje drag. Kom tillbaka när det passar dig.
lobby-clock-own = Egen klocka
lobby-clock-own-choose = Välj
lobby-clock-own-kind = Typ av klocka
lobby-minutes = Minuter
lobby-seconds-fischer = Extra sekunder per drag
lobby-seconds-delay = Sekunder klockan väntar
lobby-seconds-bronstein = Sekunder tillbaka som mest
lobby-seconds-byo-yomi = Sekunder per period
lobby-periods = Perioder
lobby-days = Dagar per drag
lobby-layout = Uppställning
lobby-layout-more = Alla uppställningar
lobby-rules = Regler
lobby-rules-marbles = Kulor för att vinna
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } kula
       *[other] { $marbles } kulor
    }
lobby-rules-quiet = Remi utan döda kulor
lobby-rules-quiet-why = Om ingen kula knuffas ut under det här antalet drag av varje spelare blir partiet remi.
lobby-rules-quiet-off = Aldrig
lobby-rules-quiet-after =
    { $moves ->
        [one] Efter { $moves } drag
       *[other] Efter { $moves } drag
    }
lobby-rules-rated = Rankade partier har de vanliga reglerna: sex döda kulor vinner.
lobby-rated = Rankat: räknas för din ranking, och drag kan inte tas tillbaka
lobby-bots = Även botar får spela: partiet räknas då för rankingen mot botar
lobby-rated-account = Det krävs ett konto för rankade partier.
lobby-help = Hjälp: båda spelarna kan få ledtrådar och se hot
lobby-watch = Andra får titta på
lobby-play = Spela
lobby-quick = Möt någon nu
lobby-find-opponent = Hitta en motspelare
lobby-invite = Hämta länken
js-lobby-here =
    { $count ->
        [one] { $count } person här
       *[other] { $count } personer här
    }
js-lobby-playing =
    { $count ->
        [one] { $count } pågående parti
       *[other] { $count } pågående partier
    }
lobby-playing = Pågående partier
lobby-open-seats = Lediga platser
lobby-no-open-seats = Ingen väntar just nu. Välj ”Online” och bli först.
lobby-no-games-live = Inget offentligt parti spelas just nu.
lobby-join = Gå med
lobby-cancel = Avbryt
lobby-your-games = Dina partier
lobby-your-games-all = Alla dina partier
lobby-your-games-over = Avslutade partier
lobby-your-games-none = Du har inte spelat ännu.
lobby-recent = Senaste partierna
lobby-recent-none = Inget offentligt parti är avslutat ännu.
lobby-their-turn = Motspelarens tur
lobby-waiting = Väntar på en andra spelare
lobby-aborted = Avbrutet
lobby-offline-play = Spela offline
nav-games = Partier
js-lobby-guest = Gäst
js-lobby-engine = Datorn { $level }
js-lobby-rated = rankat
js-lobby-help = med hjälp
js-lobby-as-black = du spelar Svart
js-lobby-as-white = du spelar Vit
js-lobby-random-colors = färgerna lottas
js-lobby-own-position = Egen ställning
js-lobby-looking = Söker en motspelare …
js-lobby-found = Någon är här: partiet börjar!
js-lobby-withdrawn = Din lediga plats har dragits tillbaka.
js-lobby-gone = För sent: platsen är tagen.
js-lobby-lost = Ingen anslutning till servern; återansluter.
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
# An open seat in a game for more than two; $players is how many play.
js-lobby-party =
    { $count ->
        [one] för { $players }: en ledig plats
       *[other] för { $players }: { $count } lediga platser
    }

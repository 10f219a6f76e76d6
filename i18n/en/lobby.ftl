# Texts of the first page, the lobby and the lists of games.

lobby-kind = What to play
lobby-kind-engine = Engine
lobby-kind-same-screen = One screen
lobby-kind-online = Online
lobby-kind-friend = A friend
lobby-hint-same-screen = Two players take turns on this device.
lobby-hint-online = Somebody in the lobby takes the other seat.
lobby-hint-friend = You get a link to send; who opens it can take the other seat.
lobby-level = Level
lobby-name-1 = Pebble
lobby-level-1 = Takes its first steps.
lobby-name-2 = Willow
lobby-level-2 = Pushes, and forgets to look.
lobby-name-3 = Brook
lobby-level-3 = Misses distant threats.
lobby-name-4 = Cedar
lobby-level-4 = Sees most threats.
lobby-name-5 = Heron
lobby-level-5 = Seldom gives a marble away.
lobby-name-6 = Ridge
lobby-level-6 = Thinks a little ahead.
lobby-name-7 = Falcon
lobby-level-7 = Keeps the center and waits.
lobby-name-8 = Granite
lobby-level-8 = Punishes every loose marble.
lobby-name-9 = Tempest
lobby-level-9 = Knows the openings.
lobby-name-10 = Obsidian
lobby-level-10 = Full strength.
lobby-color = Your color
lobby-color-random = Random
lobby-color-black = Black, moves first
lobby-color-white = White
lobby-color-rated = In rated games, lots are drawn for the colors.
lobby-clock = Clock
lobby-clock-none = No hurry
lobby-clock-none-why = Nobody’s time is counted.
lobby-clock-sudden = Sudden death
lobby-clock-sudden-why = So many minutes for all your moves, as in the rule books. Whose time runs out loses.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Each move adds seconds to your time.
lobby-clock-delay = Delay
lobby-clock-delay-why = The clock waits a few seconds before it runs, for each move.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = After the move you get back what it took, up to a few seconds.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = When your time is used up, periods follow. One is lost only if a move takes all of it.
lobby-clock-days = Correspondence
lobby-clock-days-why = Days for each move. Come back when it suits you.
lobby-clock-own = A clock of your own
lobby-clock-own-choose = Choose
lobby-clock-own-kind = Kind of clock
lobby-minutes = Minutes
lobby-seconds-fischer = Seconds added for each move
lobby-seconds-delay = Seconds the clock waits
lobby-seconds-bronstein = Seconds that come back at most
lobby-seconds-byo-yomi = Seconds in a period
lobby-periods = Periods
lobby-days = Days for each move
lobby-layout = Starting layout
lobby-layout-more = All layouts
lobby-rules = Rules
lobby-rules-marbles = Marbles to win
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } marble
       *[other] { $marbles } marbles
    }
lobby-rules-quiet = Draw without ejections
lobby-rules-quiet-why = A game in which nothing is ejected for this many moves of each player is drawn.
lobby-rules-quiet-off = Never
lobby-rules-quiet-after =
    { $moves ->
        [one] After { $moves } move
       *[other] After { $moves } moves
    }
lobby-rules-rated = Rated games have the usual rules: six marbles win.
lobby-rated = Rated: counts for your rating, and a move once made stands
lobby-rated-account = Rated games are for players with an account.
lobby-help = Help: both players may ask for hints and for what is threatened
lobby-watch = Others may watch
lobby-play = Play
lobby-quick = Play someone now
lobby-find-opponent = Find an opponent
lobby-invite = Get the link
lobby-here = People here
lobby-playing = Live games
lobby-open-seats = Open seats
lobby-no-open-seats = Nobody is waiting just now. Choose “Online” and be the first.
lobby-no-games-live = No public game is being played just now.
lobby-join = Join
lobby-cancel = Cancel
lobby-your-games = Your games
lobby-your-games-all = All your games
lobby-your-games-over = Finished games
lobby-your-games-none = You have not played yet.
lobby-recent = Recent games
lobby-recent-none = No public game has been finished yet.
lobby-their-turn = The other side’s turn
lobby-waiting = Waiting for a second player
lobby-aborted = Broken off
lobby-offline-play = Play without a connection
nav-games = Games
js-lobby-guest = Guest
js-lobby-engine = Engine { $level }
js-lobby-rated = rated
js-lobby-help = with help
js-lobby-as-black = you play Black
js-lobby-as-white = you play White
js-lobby-random-colors = random colors
js-lobby-own-position = Own position
js-lobby-looking = Looking for an opponent …
js-lobby-found = Somebody is here: the game begins!
js-lobby-withdrawn = Your open seat is gone.
js-lobby-gone = Too late: that seat is gone.
js-lobby-lost = No connection to the server; trying again.
js-lobby-failed = The game could not be set up. { $reason }
js-control-none = No clock
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, delay { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, then { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } day a move
       *[other] { $days } days a move
    }

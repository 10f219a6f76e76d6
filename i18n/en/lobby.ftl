# Texts of the first page, the lobby and the lists of games.

lobby-kind = Kind of game
lobby-kind-engine = Engine
lobby-kind-same-screen = Same screen
lobby-kind-online = Online
lobby-kind-friend = A friend
lobby-hint-same-screen = Two players take turns on this device.
lobby-hint-online = Someone in the lobby takes the other seat.
lobby-hint-friend = You get a link to send; whoever opens it can take the other seat.
lobby-level = Level
lobby-name-1 = Pebble
lobby-level-1 = Takes its first steps and overlooks a lot.
lobby-name-2 = Willow
lobby-level-2 = Sees its own move and misses many threats.
lobby-name-3 = Brook
lobby-level-3 = Expects a reply, often the wrong one.
lobby-name-4 = Cedar
lobby-level-4 = Builds good positions, but misses threats.
lobby-name-5 = Heron
lobby-level-5 = Plays about like a club player.
lobby-name-6 = Ridge
lobby-level-6 = Seldom overlooks a threat.
lobby-name-7 = Falcon
lobby-level-7 = Thinks a few moves ahead.
lobby-name-8 = Granite
lobby-level-8 = Punishes most mistakes.
lobby-name-9 = Tempest
lobby-level-9 = Gives almost nothing away.
lobby-name-10 = Obsidian
lobby-level-10 = Full strength.
lobby-color = Your color
lobby-color-random = Random
lobby-color-black = Black, moves first
lobby-color-white = White
lobby-color-rated = In rated games, colors are drawn at random.
lobby-clock = Clock
lobby-clock-none = No clock
lobby-clock-none-why = Take all the time you need.
lobby-clock-sudden = Sudden death
lobby-clock-sudden-why = A fixed number of minutes for all your moves, as in the rule books. If your time runs out, you lose.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Each move adds seconds to your time.
lobby-clock-delay = Delay
lobby-clock-delay-why = Before each move, the clock waits a few seconds before it starts.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = After each move you get back the time it took, up to a few seconds.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = When your time is used up, extra periods begin. You lose one only if a single move takes all of it.
lobby-clock-days = Correspondence
lobby-clock-days-why = Days for each move. Come back whenever it suits you.
lobby-clock-own = Custom clock
lobby-clock-own-choose = Choose
lobby-clock-own-kind = Kind of clock
lobby-minutes = Minutes
lobby-seconds-fischer = Seconds added for each move
lobby-seconds-delay = Seconds the clock waits
lobby-seconds-bronstein = Seconds returned at most
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
lobby-rules-quiet-why = If nothing is ejected for this many moves by each player, the game is a draw.
lobby-rules-quiet-off = Never
lobby-rules-quiet-after =
    { $moves ->
        [one] After { $moves } move
       *[other] After { $moves } moves
    }
lobby-rules-rated = Rated games use the standard rules: six marbles win.
lobby-rated = Rated: counts toward your rating; no takebacks
lobby-bots = Bots may play, too: the game then counts in the rating against bots
lobby-rated-account = You need an account to play rated games.
lobby-help = Help: both players may ask for hints and see threats
lobby-watch = Others may watch
lobby-play = Play
lobby-quick = Play someone now
lobby-find-opponent = Find an opponent
lobby-invite = Get the link
js-lobby-here =
    { $count ->
        [one] { $count } person here
       *[other] { $count } people here
    }
js-lobby-playing =
    { $count ->
        [one] { $count } live game
       *[other] { $count } live games
    }
lobby-playing = Live games
lobby-open-seats = Open seats
lobby-no-open-seats = Nobody is waiting right now. Choose “Online” and be the first.
lobby-no-games-live = No public games right now.
lobby-join = Join
lobby-cancel = Cancel
lobby-your-games = Your games
lobby-your-games-all = All your games
lobby-your-games-over = Finished games
lobby-your-games-none = You have not played yet.
lobby-recent = Recent games
lobby-recent-none = No public games have finished yet.
lobby-their-turn = The other side’s turn
lobby-waiting = Waiting for a second player
lobby-aborted = Aborted
lobby-offline-play = Play offline
nav-games = Games
js-lobby-guest = Guest
js-lobby-engine = Engine { $level }
js-lobby-rated = rated
js-lobby-help = with help
js-lobby-as-black = you play Black
js-lobby-as-white = you play White
js-lobby-random-colors = random colors
js-lobby-own-position = Custom position
js-lobby-looking = Looking for an opponent …
js-lobby-found = Someone is here: the game begins!
js-lobby-withdrawn = Your open seat was withdrawn.
js-lobby-gone = Too late: that seat is taken.
js-lobby-lost = No connection to the server; reconnecting.
js-lobby-failed = The game could not be created. { $reason }
js-control-none = No clock
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, delay { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, then { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } day per move
       *[other] { $days } days per move
    }
# An open seat in a game for more than two; $players is how many play.
js-lobby-party =
    { $count ->
        [one] for { $players }: one free seat
       *[other] for { $players }: { $count } free seats
    }

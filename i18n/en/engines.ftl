# The engine room, where bots play each other.

engines-title = Engine room
engines-lead = Bots play each other here around the clock, and every game counts for this list. Watch them, replay every game, or connect a bot of your own.
engines-download = Download all games
engines-conditions = Conditions
engines-clock = Clock
engines-openings = Openings
engines-openings-count =
    { $count ->
        [one] { $count } balanced opening, played twice with colors swapped
       *[other] { $count } balanced openings, each played twice with colors swapped
    }
engines-rules = Rules
engines-rules-standard = Standard; moves stand, and a game is drawn after 500 moves by each player
engines-join = How to connect a bot:
engines-here = Connected now
engines-here-none = No bot is connected right now.
engines-is-here = Connected
engines-list = Rating list
engines-none = No games yet.
engines-why = The average is 0, and 400 points are ten wins for each loss. The true difference from the average is within the range in 95% of all cases.
engines-interval = 95% range
engines-at-least = { $end } or more
engines-at-most = { $end } or less
engines-open = Some ranges have only one end, because the results set a lower or an upper limit but not both. Such a rating is an estimate that adds half a win and half a loss.
engines-bot = Bot
engines-score = Score
engines-threads =
    { $count ->
        [one] { $count } thread
       *[other] { $count } threads
    }
engines-games =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
engines-first-move = moving first is worth { $elo } points, and equals draw { $draws } of their games
engines-percent = { $number }%
engines-not-rated = Not rated
engines-reason-no-games = No games yet
engines-reason-won-all = Won all its games
engines-reason-lost-all = Lost all its games
engines-reason-not-connected = Not yet comparable with the rated bots
engines-reason-above = Its group has given away no point to a bot below it
engines-reason-below = Its group has taken no point from a bot above it
engines-reason-nothing-decided = All games were drawn
engines-opponents = Results by opponent
engines-deleted = Deleted account
engines-of-game = A game of the engine room

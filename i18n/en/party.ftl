# Games for three to six players.

# Why a move is not legal, and why a player cannot leave: keys of the rules.
illegal-pusher-not-yours = The rearmost marble of a push must be yours: the one on { $cell } is your partner’s.
illegal-partner-only-pushes = Your partner’s marble on { $cell } moves only in a push.
illegal-blocked-by-partner = Your partner’s marble on { $cell } is in the way.
refusal-not-in-the-game = This player is not in the game.
# How a game ended.
js-result-won-by-others-blocked = nobody else can move
js-result-won-by-others-left = nobody else is left
js-result-drawn-by-others-blocked = only one side can move
# Why a player left; $seat is the player’s name or color.
js-left-resigned = { $seat } resigned
js-left-flag = { $seat } ran out of time
js-left-absent = { $seat } did not come
js-left-abandoned = { $seat } left the game

# The seats by their colors, as for Black and White in site.ftl and board.ftl.
js-blue = Blue
js-red = Red
js-green = Green
js-yellow = Yellow
js-turn-blue = Blue to move
js-turn-red = Red to move
js-turn-green = Green to move
js-turn-yellow = Yellow to move
js-wins-blue = Blue wins
js-wins-red = Red wins
js-wins-green = Green wins
js-wins-yellow = Yellow wins
js-cell-blue = { $cell }: blue marble
js-cell-red = { $cell }: red marble
js-cell-green = { $cell }: green marble
js-cell-yellow = { $cell }: yellow marble
js-board-row-blue = blue { $digits }
js-board-row-red = red { $digits }
js-board-row-green = green { $digits }
js-board-row-yellow = yellow { $digits }
# The layouts.
js-party-layout-three = Three
js-party-layout-four-teams = Four in teams
js-party-layout-four-adjacent = Four, partners side by side
js-party-layout-four-alone = Four, each alone
js-party-layout-four-belgian = Four in daisies
js-party-layout-four-german = German daisies
js-party-layout-four-dutch = Dutch daisies
js-party-layout-four-swiss = Swiss daisies
js-party-layout-six = Six
js-party-layout-six-teams = Six in teams
# The game.
js-party-title = Three, four or six at one board
js-party-turn = to move
js-party-next = next
js-party-blocked = cannot move
js-party-left-resigned = resigned
js-party-left-flag = out of time
js-party-left-absent = did not come
js-party-left-abandoned = gone
js-party-left-out = no marbles
js-party-then = { $turn }, then { $next }
js-party-thinking = { $seat }: the engine is thinking
js-party-engine = Engine { $level }
js-party-with = Partner: { $partner }
js-party-partner = That marble is your partner’s. Choose your own marble behind it first; together they can push.
js-party-lost =
    { $count ->
        [one] { $count } marble lost, to { $takers }
       *[other] { $count } marbles lost, to { $takers }
    }
js-party-score = Marbles pushed off: { $sides }.
js-party-score-side = { $side } { $done } of { $all }
js-party-wins-team = { $team } win
js-party-won-by-ejections =
    { $count ->
        [one] { $count } marble pushed off
       *[other] { $count } marbles pushed off
    }
js-party-copied = The game is copied.
js-party-no-game = There is no game of three to six players in this text.
party-tray = Marbles pushed off
party-takings = Who pushed off whose marbles
party-again = Play again
party-change = Change players
party-analyze = Analyze
party-copy = Copy the game
party-download = Download the game
# Setting it up.
party-layout = Layout
party-more = More layouts for four
party-seats = Who plays
party-one-person = Me and engines
party-all-people = Everyone here
party-draw-seats = Draw seats
party-player = who plays
party-person = Person
party-engine-option = Engine, level { $level }
party-name = Name
party-start = Start the game
party-resume = Back to the game
party-lead = The first to push off six marbles wins, whatever their colors; partners count together.
party-rules = The rules for more players

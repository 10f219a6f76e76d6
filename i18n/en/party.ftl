# Games for three to six players.

# Why a move is not legal, and why a player cannot leave: keys of the rules.
illegal-pusher-not-yours = The rearmost marble of a push must be yours: the one on { $cell } is your partner’s.
illegal-partner-only-pushes = Your partner’s marble on { $cell } moves only in a push.
illegal-blocked-by-partner = Your partner’s marble on { $cell } is in the way.
refusal-not-in-the-game = This player is not in the game.
# How a game ended.
js-result-won-by-others-blocked = nobody else can move
js-result-won-by-others-left = nobody else is left
js-result-won-by-desertion = everyone else left the game to the engine
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
party-resume = Back to the game
party-lead = The first to push off six marbles wins, whatever their colors; partners count together.
party-rules = The rules for more players
# Where a game is played, and online games.
party-where = Where
party-all-open = Other people
party-drawn = Draw the seats when the game starts
party-public = Offer free seats in the lobby
party-takeover = If a player leaves
party-takeover-none = the marbles stay, nobody plays on
party-rated-hint = Everybody needs an account. Chance decides which team begins. Whoever leaves has lost, even if the partner wins.
js-party-start = Start the game
js-party-open = Open the table
js-party-open-seat = Open seat
js-party-waiting =
    { $count ->
        [one] Waiting for one more player
       *[other] Waiting for { $count } more players
    }
js-party-sit = Sit here
js-party-leave = Leave
# Instead of a color in “Black to move, then …”.
js-party-then-you = you
js-party-team-wins = Your team wins
# $left says who left and why.
js-party-took-over = { $left }; the engine plays on, level { $level }
js-party-chat-closed = Partners must not talk about the game, so the chat is closed until it is over.
js-party-offers-draw = { $name } offers a draw.
js-party-offers-takeback = { $name } asks to take a move back.
js-party-offers-rematch = { $name } would like a rematch.
js-party-offers-resign = { $name } would like to resign as a team.
js-party-offered-draw = You offered a draw.
js-party-offered-takeback = You asked to take back your move.
js-party-offered-rematch = You would like a rematch.
js-party-offered-resign = You asked your partner to resign.
js-party-agreed = Agreed: { $names }.
js-party-waits = No answer yet: { $names }.
js-party-declined-draw = { $name } does not agree to a draw
js-party-declined-takeback = The move stands: { $name } does not agree
js-party-declined-rematch = { $name } does not want a rematch
js-party-declined-resign = { $name } wants to play on
js-party-absent = { $name } is away. You can go on without this player in
js-party-absent-claim = { $name } is still away. You can go on without this player, or wait.
js-party-first-move-yours = Make your first move, or you are out of the game in
js-party-first-move = { $name } has to make a first move. Time left:
js-party-sure-resign-team = Ask your partner to resign?
party-claim = Go on without them
party-resign-team = Resign as a team
party-room-title = Waiting for players
party-room-lead = Send this link: whoever opens it can take a free seat, with or without an account.
party-room-lead-rated = Send this link: anyone with an account can take a free seat.
party-room-drawn = The seats are drawn when the game starts.
party-room-takeover = If a player leaves, the engine plays on, level { $level }.
party-room-out = If a player leaves, the marbles stay on the board.
party-room-seats = Seats
party-fill = Fill with engines and start
party-fill-level = Level of the engines
party-cancel = Cancel the game

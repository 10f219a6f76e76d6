# Texts of the page of a game on the server.

game-rematch = Rematch
game-new = New game
game-draw = Offer a draw
game-claim-win = Claim win
game-claim-draw = Claim draw
game-abort = Abort
game-record = Download game
game-offline = Connection lost, reconnecting
game-clock = Clock
game-chat = Chat
js-game-chat-off = Turn off
game-chat-say = Write a message
game-chat-send = Send
game-link = Link to this game
game-invite-title = Waiting for an opponent
game-invite-lead = Send this link: whoever opens it first can take the other seat, with or without an account.
game-invite-rated = Send this link: whoever opens it first can take the other seat. The game is rated, so they need an account.
game-invite-public = The game is also offered in the lobby.
game-copy = Copy the link
game-share = Share
game-join-title = You are invited to a game
game-join-black = You would play Black and begin.
game-join-white = You would play White.
game-join-random-colors = Colors are assigned at random.
game-join-rated = The game is rated: you need an account.
game-join-help = Both players may ask for hints and see threats.
game-join-account = Sign in or create an account
game-join = Take the seat
game-own-position = Custom position
game-rated = rated
game-casual = casual
js-clock-days = { $days } d { $hours } h
js-game-open = Open seat
js-game-guest = Guest
js-game-waiting = Waiting for the other player
js-game-aborted = The game was aborted
js-game-aborted-no-first-move = The game was aborted: the first move was not played in time
js-game-queued =
    { $ahead ->
        [one] The engine is busy: { $ahead } game before yours
       *[other] The engine is busy: { $ahead } games before yours
    }
js-game-their-turn = Your opponent’s turn
js-game-you-win = You win
js-game-you-lose = You lose
js-game-offers-draw = Your opponent offers a draw
js-game-offers-takeback = Your opponent asks to take a move back
js-game-offers-rematch = Your opponent would like a rematch
js-game-offered-draw = You offered a draw. Waiting for an answer
js-game-offered-takeback = You asked to take back your move. Waiting for an answer
js-game-offered-rematch = You offered a rematch. Waiting for an answer
js-game-declined-draw = The draw was declined
js-game-declined-takeback = The move stands: your opponent did not agree
js-game-took-back = A move was taken back
js-game-declined-rematch = Your opponent declined the rematch
js-game-accept = Accept
js-game-decline = Decline
js-game-next = Go to the rematch
js-game-watchers =
    { $count ->
        [one] { $count } spectator
       *[other] { $count } spectators
    }
js-game-away = away
js-game-absent = Your opponent is away. You can claim the game in
js-game-absent-claim = Your opponent is still away. You can claim a win or a draw, or wait.
js-game-first-move-yours = Make your first move, or the game is aborted in
js-game-first-move = Without a first move, the game is aborted in
js-game-not-sent = Not sent: no connection
js-game-pending = Your move { $move } will be sent when the connection is back
js-game-copied = Copied
js-game-began = Your opponent is here
js-game-time-short = Your time is running out
js-game-chat-on = Turn on
game-agree-draw = Agree to a draw
js-game-sure-draw = Agree to a draw?
js-game-sure-resign = Resign the game?
js-game-sure-abort = Abort the game?
game-coach-title = Your first move
game-coach = Choose one, two or three marbles in a row. Then drag them, or tap an arrow.
js-game-turning-point = The turning point
js-game-turning-chances = Winning chances: { $before }% → { $after }%
game-decided = What decided it?
game-analysis = Analysis
js-game-report-line = Report this message by { $name }

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

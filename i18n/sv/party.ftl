# Partier för tre till sex spelare.

# Varför ett drag inte är tillåtet och varför en spelare inte kan lämna: reglernas nycklar.
illegal-pusher-not-yours = Den bakersta kulan i en knuff måste vara din egen: den på { $cell } är din lagkamrats.
illegal-partner-only-pushes = Din lagkamrats kula på { $cell } flyttas bara i en knuff.
illegal-blocked-by-partner = Din lagkamrats kula på { $cell } är i vägen.
refusal-not-in-the-game = Spelaren är inte med i partiet.
# Hur ett parti slutade.
js-result-won-by-others-blocked = ingen annan kan dra
js-result-won-by-others-left = ingen annan är kvar
js-result-drawn-by-others-blocked = bara en sida kan dra
# Varför en spelare lämnade; $seat är namnet eller färgen.
js-left-resigned = { $seat } gav upp
js-left-flag = { $seat } överskred tiden
js-left-absent = { $seat } kom inte
js-left-abandoned = { $seat } lämnade partiet

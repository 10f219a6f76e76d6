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

# Platserna efter färg, som Svart och Vit i site.ftl och board.ftl.
js-blue = Blå
js-red = Röd
js-green = Grön
js-yellow = Gul
js-turn-blue = Blå vid draget
js-turn-red = Röd vid draget
js-turn-green = Grön vid draget
js-turn-yellow = Gul vid draget
js-wins-blue = Blå vinner
js-wins-red = Röd vinner
js-wins-green = Grön vinner
js-wins-yellow = Gul vinner
js-cell-blue = { $cell }: blå kula
js-cell-red = { $cell }: röd kula
js-cell-green = { $cell }: grön kula
js-cell-yellow = { $cell }: gul kula
js-board-row-blue = blå { $digits }
js-board-row-red = röda { $digits }
js-board-row-green = gröna { $digits }
js-board-row-yellow = gula { $digits }
# Uppställningarna.
js-party-layout-three = Tre
js-party-layout-four-teams = Fyra i lag
js-party-layout-four-adjacent = Fyra, lagkamrater bredvid varandra
js-party-layout-four-alone = Fyra, var och en för sig
js-party-layout-four-belgian = Fyra i prästkragar
js-party-layout-four-german = Tyska prästkragar
js-party-layout-four-dutch = Holländska prästkragar
js-party-layout-four-swiss = Schweiziska prästkragar
js-party-layout-six = Sex
js-party-layout-six-teams = Sex i lag
# Partiet.
js-party-title = Tre, fyra eller sex vid ett bräde
js-party-turn = vid draget
js-party-next = sedan
js-party-blocked = kan inte dra
js-party-left-resigned = gav upp
js-party-left-flag = tiden ute
js-party-left-absent = kom inte
js-party-left-abandoned = borta
js-party-left-out = inga kulor
js-party-then = { $turn }, sedan { $next }
js-party-thinking = { $seat }: datorn tänker
js-party-engine = Datorn { $level }
js-party-with = Lagkamrat: { $partner }
js-party-partner = Den kulan är din lagkamrats. Välj först din egen kula bakom den; tillsammans kan de knuffa.
js-party-lost =
    { $count ->
        [one] { $count } kula förlorad, till { $takers }
       *[other] { $count } kulor förlorade, till { $takers }
    }
js-party-score = Utknuffade kulor: { $sides }.
js-party-score-side = { $side } { $done } av { $all }
js-party-wins-team = { $team } vinner
js-party-won-by-ejections =
    { $count ->
        [one] { $count } kula utknuffad
       *[other] { $count } kulor utknuffade
    }
js-party-copied = Partiet är kopierat.
js-party-no-game = Texten innehåller inget parti för tre till sex spelare.
party-tray = Utknuffade kulor
party-takings = Vem som knuffat ut vems kulor
party-again = Spela igen
party-change = Ändra spelare
party-analyze = Analysera
party-copy = Kopiera partiet
party-download = Ladda ner partiet
# Förberedelsen.
party-layout = Uppställning
party-more = Fler uppställningar för fyra
party-seats = Vilka spelar
party-one-person = Jag och datorn
party-all-people = Alla här
party-draw-seats = Lotta platserna
party-player = vem spelar
party-person = Person
party-engine-option = Datorn, nivå { $level }
party-name = Namn
party-start = Börja partiet
party-resume = Tillbaka till partiet
party-lead = Den som först knuffar ut sex kulor vinner, oavsett färg; lagkamraternas räknas ihop.
party-rules = Reglerna för fler spelare

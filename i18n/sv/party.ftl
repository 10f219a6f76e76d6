# Partier för tre till sex spelare.

# Varför ett drag inte är tillåtet och varför en spelare inte kan lämna: reglernas nycklar.
illegal-pusher-not-yours = Den bakersta kulan i en knuff måste vara din egen: den på { $cell } är din lagkamrats.
illegal-partner-only-pushes = Din lagkamrats kula på { $cell } flyttas bara i en knuff.
illegal-blocked-by-partner = Din lagkamrats kula på { $cell } är i vägen.
refusal-not-in-the-game = Spelaren är inte med i partiet.
# Hur ett parti slutade.
js-result-won-by-others-blocked = ingen annan kan dra
js-result-won-by-others-left = ingen annan är kvar
js-result-won-by-desertion = partiet lämnades åt datorn
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
party-resume = Tillbaka till partiet
party-lead = Den som först knuffar ut sex kulor vinner, oavsett färg; lagkamraternas räknas ihop.
party-rules = Reglerna för fler spelare
# Where a game is played, and online games.
party-where = Var
party-all-open = Andra personer
party-drawn = Lotta platserna när partiet börjar
party-public = Erbjud lediga platser i lobbyn
party-takeover = Om en spelare går
party-takeover-none = kulorna ligger kvar, ingen spelar vidare
party-rated-hint = Alla behöver ett konto. Lotten avgör vilket lag som börjar. Den som går har förlorat, även om lagkamraten vinner.
js-party-start = Börja partiet
js-party-open = Öppna bordet
js-party-open-seat = Ledig plats
js-party-waiting =
    { $count ->
        [one] Väntar på en spelare till
       *[other] Väntar på { $count } spelare till
    }
js-party-sit = Sätt dig här
js-party-leave = Lämna
# Instead of a color in “Black to move, then …”.
js-party-then-you = du
js-party-team-wins = Ditt lag vinner
# $left says who left and why.
js-party-took-over = { $left }; datorn spelar vidare på nivå { $level }
js-party-chat-closed = Lagkamrater får inte prata om partiet, så chatten är stängd tills det är slut.
js-party-offers-draw = { $name } erbjuder remi.
js-party-offers-takeback = { $name } vill ta tillbaka ett drag.
js-party-offers-rematch = { $name } vill ha revansch.
js-party-offers-resign = { $name } vill ge upp som lag.
js-party-offered-draw = Du har erbjudit remi.
js-party-offered-takeback = Du har bett att få ta tillbaka ditt drag.
js-party-offered-rematch = Du vill ha revansch.
js-party-offered-resign = Du har föreslagit din lagkamrat att ge upp.
js-party-agreed = Går med på det: { $names }.
js-party-waits = Inget svar än: { $names }.
js-party-declined-draw = { $name } går inte med på remi
js-party-declined-takeback = Draget står: { $name } går inte med på det
js-party-declined-rematch = { $name } vill inte ha revansch
js-party-declined-resign = { $name } vill spela vidare
js-party-absent = { $name } är borta. Du kan fortsätta utan att vänta om
js-party-absent-claim = { $name } är fortfarande borta. Du kan fortsätta utan den spelaren, eller vänta.
js-party-first-move-yours = Gör ditt första drag, annars är du ute ur partiet om
js-party-first-move = { $name } måste göra ett första drag. Tid kvar:
js-party-sure-resign-team = Fråga din lagkamrat om ni ska ge upp?
party-claim = Fortsätt utan spelaren
party-resign-team = Ge upp som lag
party-room-title = Väntar på spelare
party-room-lead = Skicka den här länken: den som öppnar den kan ta en ledig plats, med eller utan konto.
party-room-lead-rated = Skicka den här länken: den som har ett konto kan ta en ledig plats.
party-room-drawn = Platserna lottas när partiet börjar.
party-room-takeover = Om en spelare går spelar datorn vidare på nivå { $level }.
party-room-out = Om en spelare går ligger kulorna kvar på brädet.
party-room-seats = Platser
party-fill = Fyll på med datorn och börja
party-fill-level = Datorns nivå
party-cancel = Ställ in partiet

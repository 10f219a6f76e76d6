# Maskinrummet, där botar spelar mot varandra.

engines-title = Maskinrummet
engines-lead = Här spelar botar mot varandra dygnet runt, och varje parti räknas i den här listan. Titta på, spela upp alla partier eller anslut en egen bot.
engines-download = Ladda ner alla partier
engines-conditions = Villkor
engines-clock = Klocka
engines-openings = Öppningar
engines-openings-count =
    { $count ->
        [one] { $count } jämn öppning, spelad två gånger med ombytta färger
       *[other] { $count } jämna öppningar, var och en spelad två gånger med ombytta färger
    }
engines-rules = Regler
engines-rules-standard = De vanliga; inga drag tas tillbaka, och efter 500 drag var är partiet remi
engines-join = Så ansluter du en bot:
engines-here = Anslutna just nu
engines-here-none = Ingen bot är ansluten just nu.
engines-is-here = Ansluten
engines-list = Rankinglista
engines-none = Inga partier ännu.
engines-why = Genomsnittet är 0, och 400 poäng är tio vinster på varje förlust. Den verkliga skillnaden från genomsnittet ligger inom intervallet i 95 % av alla fall.
engines-interval = 95-procentigt intervall
engines-at-least = { $end } eller mer
engines-at-most = { $end } eller mindre
engines-open = Ett intervall med bara en gräns: resultaten visar bara hur stark boten är som minst eller som mest. Dess ranking är en uppskattning, som om den hade vunnit och förlorat ett halvt parti till.
engines-bot = Bot
engines-score = Resultat
engines-threads =
    { $count ->
        [one] { $count } tråd
       *[other] { $count } trådar
    }
engines-games =
    { $count ->
        [one] { $count } parti
       *[other] { $count } partier
    }
engines-first-move = att börja är värt { $elo } poäng, och jämnstarka spelar remi i { $draws } av partierna
engines-percent = { $number } %
engines-not-rated = Utan ranking
engines-reason-no-games = Inga partier ännu
engines-reason-won-all = Har vunnit alla partier
engines-reason-lost-all = Har förlorat alla partier
engines-reason-not-connected = Kan ännu inte jämföras med rankade botar
engines-reason-above = Dess grupp har inte gett bort någon poäng till botar längre ner
engines-reason-below = Dess grupp har inte tagit någon poäng av botar högre upp
engines-reason-nothing-decided = Alla partier slutade remi
engines-opponents = Resultat per motspelare
engines-deleted = Raderat konto
engines-of-game = Ett parti i maskinrummet

# Texts of the page of a game on the server.

game-rematch = Revansch
game-new = Nytt parti
game-draw = Erbjud remi
game-claim-win = Kräv vinst
game-claim-draw = Kräv remi
game-abort = Avbryt
game-record = Ladda ner partiet
game-offline = Anslutningen bröts, återansluter
game-clock = Klocka
game-chat = Chatt
js-game-chat-off = Stäng av
game-chat-say = Skriv ett meddelande
game-chat-send = Skicka
game-link = Länk till partiet
game-invite-title = Väntar på en motspelare
game-invite-lead = Skicka den här länken: den som först öppnar den kan ta den andra platsen, med eller utan konto.
game-invite-rated = Skicka den här länken: den som först öppnar den kan ta den andra platsen. Partiet är rankat, så det krävs ett konto.
game-invite-public = Partiet erbjuds också i lobbyn.
game-copy = Kopiera länken
game-share = Dela
game-join-title = Du är inbjuden till ett parti
game-join-black = Du får Svart och börjar.
game-join-white = Du får Vit.
game-join-random-colors = Färgerna lottas.
game-join-rated = Partiet är rankat: det krävs ett konto.
game-join-help = Båda spelarna kan få ledtrådar och se hot.
game-join-account = Logga in eller skapa ett konto
game-join = Ta platsen
game-own-position = Egen ställning
game-rated = rankat
game-casual = vänskapligt
js-clock-days = { $days } d { $hours } tim
js-game-open = Ledig plats
js-game-guest = Gäst
js-game-waiting = Väntar på den andra spelaren
js-game-aborted = Partiet avbröts
js-game-aborted-no-first-move = Partiet avbröts: det första draget kom inte i tid
js-game-queued =
    { $ahead ->
        [one] Datorn är upptagen: { $ahead } parti före ditt
       *[other] Datorn är upptagen: { $ahead } partier före ditt
    }
js-game-their-turn = Motspelarens tur
js-game-you-win = Du vann
js-game-you-lose = Du förlorade
js-game-offers-draw = Motspelaren erbjuder remi
js-game-offers-takeback = Motspelaren vill ta tillbaka ett drag
js-game-offers-rematch = Motspelaren vill ha revansch
js-game-offered-draw = Du har erbjudit remi och väntar på svar
js-game-offered-takeback = Du har bett att få ta tillbaka draget och väntar på svar
js-game-offered-rematch = Du har bett om revansch och väntar på svar
js-game-declined-draw = Remierbjudandet avböjdes
js-game-declined-takeback = Draget står fast: motspelaren gick inte med på det
js-game-took-back = Ett drag togs tillbaka
js-game-declined-rematch = Motspelaren vill inte ha revansch
js-game-accept = Acceptera
js-game-decline = Avböj
js-game-next = Till revanschen
js-game-watchers =
    { $count ->
        [one] { $count } åskådare
       *[other] { $count } åskådare
    }
js-game-away = borta
js-game-absent = Motspelaren är borta. Du kan kräva partiet om
js-game-absent-claim = Motspelaren är fortfarande borta. Du kan kräva vinst eller remi, eller vänta.
js-game-first-move-yours = Gör ditt första drag, annars avbryts partiet om
js-game-first-move = Utan ett första drag avbryts partiet om
js-game-not-sent = Inte skickat: ingen anslutning
js-game-pending = Ditt drag { $move } skickas när anslutningen är tillbaka
js-game-copied = Kopierat
js-game-began = Motspelaren är här
js-game-time-short = Din tid håller på att ta slut
js-game-chat-on = Slå på
game-agree-draw = Kom överens om remi
js-game-sure-draw = Komma överens om remi?
js-game-sure-resign = Ge upp partiet?
js-game-sure-abort = Avbryta partiet?
game-coach-title = Ditt första drag
game-coach = Välj en, två eller tre kulor i rad. Dra dem sedan, eller tryck på en pil.
js-game-turning-point = Vändpunkten
js-game-turning-chances = Vinstchanser: { $before } % → { $after } %
game-decided = Vad avgjorde?
game-analysis = Analys
js-game-report-line = Anmäl det här meddelandet från { $name }

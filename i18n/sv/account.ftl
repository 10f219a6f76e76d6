# Texts of accounts, profiles, ratings and settings.

account-title = Ditt konto
account-sign-in = Logga in
account-sign-up = Skapa ett konto
account-sign-up-lead = Du kan spela utan konto. Med ett konto behåller du dina partier, får en ranking för varje tempo och har dina inställningar i alla webbläsare.
account-keeps-games = Partierna du har spelat i den här webbläsaren följer med till kontot.
account-name = Namn
account-name-hint = 2 till 20 bokstäver (a–z), siffror, - eller _. Alla kan se det.
account-password = Lösenord
account-password-hint = Minst 8 tecken. Du får en återställningskod om du skulle glömma det.
account-new-password = Nytt lösenord
account-change-password = Byt lösenord
account-change-hint = Minst 8 tecken. Andra webbläsare loggas ut och åtkomstnycklar återkallas.
account-recovery = Återställningskod
account-recovery-lead = Med den kan du välja ett nytt lösenord om du glömmer ditt. En ny kod ersätter den gamla.
account-recovery-make = Visa en ny kod
account-recovery-code = Skriv ned koden nu, den visas inte igen:
account-recovery-why = Om du glömmer ditt lösenord är koden den enda vägen tillbaka till kontot: webbplatsen skickar ingen e-post.
account-recovery-continue = Jag har skrivit ned den, fortsätt
account-forgot = Glömt lösenordet?
account-forgot-lead = Ange din återställningskod och välj ett nytt lösenord.
account-recover = Välj nytt lösenord
account-recover-hint = Minst 8 tecken. Alla webbläsare loggas ut, åtkomstnycklar återkallas och du får en ny kod.
account-profile = Profil
account-sign-out = Logga ut
account-sessions = Andra webbläsare
account-sessions-count =
    { $count ->
        [0] Du är inte inloggad någon annanstans.
        [one] Du är inloggad i { $count } annan webbläsare.
       *[other] Du är inloggad i { $count } andra webbläsare.
    }
account-end-sessions = Logga ut på alla andra ställen
account-tokens = Åtkomstnycklar för appar
account-tokens-lead = En app med en åtkomstnyckel spelar i ditt namn.
account-token-new = Kopiera nyckeln nu, den visas inte igen:
account-token-label = Vad ska nyckeln användas till?
account-token-scope = Vad får appen göra?
account-token-read = titta
account-token-play = titta och spela
account-token-bot = titta, spela och göra kontot till en bot
account-token-scope-why = En nyckel ger aldrig tillgång till ditt konto: lösenord, sessioner, inställningar och nycklar.
account-token-add = Ny nyckel
account-token-end = Återkalla
account-token-end-named = Återkalla nyckeln { $name }
account-bot = En bot
account-bot-lead = Om ett program spelar med kontot, gör det till en bot före det första partiet. Då syns det överallt vid namnet, och partierna räknas för en egen ranking. Det går inte att ångra.
account-bot-make = Gör kontot till en bot
account-bot-is = Kontot är en bot.
account-delete = Radera kontot
account-delete-lead = Namn, ranking och inställningar raderas för alltid. Dina partier blir kvar utan ditt namn, eftersom de också är dina motspelares; du ger upp pågående partier.
account-done-password = Lösenordet har bytts. Andra webbläsare har loggats ut.
account-done-sessions = Andra webbläsare har loggats ut.
account-done-token = Nyckeln har återkallats.
account-done-bot = Kontot är nu en bot.
account-done-deleted = Kontot har raderats.
account-error-wrong-password = Fel namn eller lösenord.
account-error-password-alone = Det är inte ditt lösenord.
account-error-wrong-code = Fel namn eller återställningskod.
account-error-name-taken = Namnet är upptaget, välj ett annat.
account-error-bad-name = Ett namn har 2 till 20 bokstäver (a–z), siffror, - eller _.
account-error-bad-password = Ett lösenord har minst 8 och högst 200 tecken.
account-error-has-account = Du är redan inloggad.
account-error-signed-out = Din session har gått ut, logga in igen.
account-error-too-many = För många försök. Vänta en minut.
account-error-other = Det gick inte. Försök igen.
profile-since = Med sedan
profile-results =
    mot människor: { $won ->
        [one] { $won } vunnet
       *[other] { $won } vunna
    }, { $drawn } remi, { $lost ->
        [one] { $lost } förlorat
       *[other] { $lost } förlorade
    }
profile-ratings = Ranking
profile-no-ratings = Inga rankade partier ännu.
profile-rating = Ranking
profile-provisional = Preliminär: för få partier, eller inget på länge
profile-speed = Tempo
profile-won = Vunna
profile-drawn = Remi
profile-lost = Förlorade
profile-games = Partier
profile-no-games = Inga partier att visa.
profile-all = Alla
profile-playing = pågår
profile-game-won = vunnet
profile-game-drawn = remi
profile-game-lost = förlorat
profile-engine = Datorn, nivå { $level }
profile-guest = Gäst
profile-rated = rankat
profile-newer = Nyare
profile-older = Äldre
profile-date = Datum
profile-chart-label =
    { $games ->
        [one] { $speed }: ranking under det senaste partiet, från { $first } till { $last }
       *[other] { $speed }: ranking under de senaste { $games } partierna, från { $first } till { $last }
    }
profile-chart-table = Som tabell
players-title = Starkaste spelarna
players-lead = Spelare med säker ranking: tillräckligt många partier, och nyligen spelade.
players-none = Ingen ännu. Spela rankade partier och bli först.
players-place = Plats
players-name = Spelare
speed-blitz = Blixt
speed-rapid = Snabb
speed-classical = Klassisk
speed-correspondence = Korrespondens
speed-teams = Lag
settings-title = Inställningar
settings-lead-account = Inställningarna sparas i ditt konto och gäller i alla webbläsare.
settings-lead-guest = Inställningarna gäller bara i den här webbläsaren. Med ett konto gäller de överallt.
settings-keep = Spara
settings-kept = Sparat.
settings-not-kept = Inställningarna kunde inte sparas.
settings-theme-auto = Som systemet
settings-theme-light = Ljust
settings-theme-dark = Mörkt
settings-group-look = Bräde och färger
settings-group-play = Spelet
settings-group-site = Språk, ljud och chatt
settings-preview = Det här brädet visar dina val.

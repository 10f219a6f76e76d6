# Texts of playing, and of the game in this browser alone.

turn-board = Vrid brädet mot den som är vid draget
resign = Ge upp
take-back = Ta tillbaka
again = Nytt parti
analyse-game = Analysera partiet
what-decided = Vad avgjorde partiet?
js-you = Du
js-engine-level = Datorn, nivå { $level }
js-level-up = Prova nivå { $level }
js-level-down = Prova nivå { $level }, en lättare
js-your-turn = Din tur
js-thinking = Datorn tänker
js-confirm-resign = Ge upp partiet?
js-play-follows = Partiet fortsätter i ett annat fönster; det här följer med.
js-rules-win =
    { $marbles ->
        [one] { $marbles } kula vinner
       *[other] { $marbles } kulor vinner
    }
js-rules-quiet =
    { $moves ->
        [one] remi efter { $moves } drag utan en död kula
       *[other] remi efter { $moves } drag utan en död kula
    }
js-rules-length =
    { $moves ->
        [one] remi efter { $moves } drag av varje spelare
       *[other] remi efter { $moves } drag av varje spelare
    }
help-hint = Ledtråd
help-threats = Visa hot
js-help-marbles = Titta på { $cells }.
js-help-move = Datorn skulle spela { $move }.
js-help-threat = Kulan på { $cell } kan knuffas ut: { $pushes }.
js-help-det = Kulan på { $cell } är matt, inget drag räddar den: { $pushes }.
js-help-push = sumito { $forces } på { $line }
js-help-quiet = Motspelaren kan knuffa utan att knuffa ut: { $pushes }.
js-help-no-threat = Ingen av dina kulor kan knuffas ut just nu.
js-help-amid = { $cells }: det i de nyare utgåvornas mening, ensam mitt bland motspelarens kulor. Det är bra för dig.
# Which of the three senses of the word the book of this language has; the texts below say it.
js-help-covered-sense = covered-immobile
js-help-covered = Täckta, kan inte flytta av egen kraft: { $cells }. Dina andra kulor är inte täckta.
js-help-uncovered = Ingen av dina kulor är täckt: alla kan flytta av egen kraft.
js-bot = Bot

# Texts of playing, and of the game in this browser alone.

turn-board = Obracaj planszę do gracza, który ma ruch
resign = Poddaj się
take-back = Cofnij
again = Nowa partia
analyse-game = Przeanalizuj tę partię
what-decided = Co rozstrzygnęło partię?
js-you = Ty
js-engine-level = Komputer, poziom { $level }
js-level-up = Spróbuj poziomu { $level }
js-level-down = Poziom { $level }, o jeden łatwiejszy
js-your-turn = Twój ruch
js-thinking = Komputer myśli
js-confirm-resign = Poddać tę partię?
js-play-follows = Partia toczy się dalej w innym oknie; to okno ją śledzi.
js-rules-win =
    { $marbles ->
        [one] wygrywa { $marbles } kula
        [few] wygrywają { $marbles } kule
        [many] wygrywa { $marbles } kul
       *[other] wygrywa { $marbles } kuli
    }
js-rules-quiet =
    { $moves ->
        [one] remis po { $moves } ruchu bez wypchnięcia
        [few] remis po { $moves } ruchach bez wypchnięcia
        [many] remis po { $moves } ruchach bez wypchnięcia
       *[other] remis po { $moves } ruchu bez wypchnięcia
    }
js-rules-length =
    { $moves ->
        [one] remis po { $moves } ruchu każdego gracza
        [few] remis po { $moves } ruchach każdego gracza
        [many] remis po { $moves } ruchach każdego gracza
       *[other] remis po { $moves } ruchu każdego gracza
    }
help-hint = Podpowiedź
help-threats = Pokaż groźby
js-help-marbles = Spójrz na { $cells }.
js-help-move = Komputer zagrałby { $move }.
js-help-threat = Kula na { $cell } może zostać wypchnięta: { $pushes }.
js-help-det = Kula na { $cell } jest nie do uratowania, żaden ruch jej nie pomoże: { $pushes }.
js-help-push = sumito { $forces } na linii { $line }
js-help-quiet = Przeciwnik może przepychać bez wypychania: { $pushes }.
js-help-no-threat = Żadna z twoich kul nie może teraz zostać wypchnięta.
js-help-amid = { $cells }: det w znaczeniu nowszych instrukcji, sama pośród kul przeciwnika. To dla ciebie dobrze.
# Which of the three senses of the word the book of this language has; the texts below say it.
js-help-covered-sense = covered-surrounded
js-help-covered = Osaczone, z kulami ze wszystkich sześciu stron: { $cells }. Pozostałe twoje kule nie są osaczone.
js-help-uncovered = Żadna z twoich kul nie jest osaczona: żadna nie ma kul ze wszystkich sześciu stron.
js-bot = Bot

# Texts of playing, and of the game in this browser alone.

turn-board = Tourner le plateau vers le joueur au trait
resign = Abandonner
take-back = Reprendre
again = Nouvelle partie
analyse-game = Analyser cette partie
what-decided = Qu’est-ce qui a décidé la partie ?
js-you = Vous
js-engine-level = Ordinateur, niveau { $level }
js-level-up = Essayer le niveau { $level }
js-level-down = Un niveau plus facile : { $level }
js-your-turn = À vous
js-thinking = L’ordinateur réfléchit
js-confirm-resign = Abandonner cette partie ?
js-play-follows = La partie continue dans une autre fenêtre ; celle-ci la suit.
js-rules-win =
    { $marbles ->
        [one] { $marbles } boule pour gagner
       *[other] { $marbles } boules pour gagner
    }
js-rules-quiet =
    { $moves ->
        [one] nulle après { $moves } coup sans éjection
       *[other] nulle après { $moves } coups sans éjection
    }
js-rules-length =
    { $moves ->
        [one] nulle après { $moves } coup de chaque joueur
       *[other] nulle après { $moves } coups de chaque joueur
    }
help-hint = Indice
help-threats = Voir les menaces
js-help-marbles = Regardez { $cells }.
js-help-move = L’ordinateur jouerait { $move }.
js-help-threat = La boule en { $cell } peut être éjectée : { $pushes }.
js-help-det = La boule en { $cell } est det, aucun coup ne la sauve : { $pushes }.
js-help-push = sumito { $forces } sur { $line }
js-help-quiet = L’adversaire peut pousser sans éjecter : { $pushes }.
js-help-no-threat = Aucune de vos boules ne peut être éjectée maintenant.
js-help-amid = { $cells } : det au sens des livrets récents, seule au milieu des boules adverses. C’est bon pour vous.
# Which of the three senses of the word the book of this language has; the texts below say it.
js-help-covered-sense = covered-surrounded
js-help-covered = En appui, avec des boules sur les six côtés : { $cells }. Vos autres boules sont sans appui.
js-help-uncovered = Aucune de vos boules n’est en appui : aucune n’a des boules sur les six côtés.
js-bot = Bot

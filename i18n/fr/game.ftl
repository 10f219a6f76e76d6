# Texts of the page of a game on the server.

game-rematch = Revanche
game-new = Nouvelle partie
game-draw = Proposer la nulle
game-claim-win = Réclamer le gain
game-claim-draw = Réclamer la nulle
game-abort = Annuler la partie
game-record = Télécharger la partie
game-offline = Connexion perdue, reconnexion…
game-clock = Pendule
game-chat = Discussion
js-game-chat-off = Désactiver
game-chat-say = Écrire un message
game-chat-send = Envoyer
game-link = Lien vers cette partie
game-invite-title = En attente d’un adversaire
game-invite-lead = Envoyez ce lien : la première personne qui l’ouvre peut prendre l’autre place, avec ou sans compte.
game-invite-rated = Envoyez ce lien : la première personne qui l’ouvre peut prendre l’autre place. La partie est classée, il lui faut donc un compte.
game-invite-public = La partie est aussi proposée dans le salon.
game-copy = Copier le lien
game-share = Partager
game-join-title = On vous invite à une partie
game-join-black = Vous aurez Noir et commencerez.
game-join-white = Vous aurez Blanc.
game-join-random-colors = Les couleurs sont tirées au sort.
game-join-rated = La partie est classée : il faut un compte.
game-join-help = Les deux joueurs peuvent demander des indices et voir les menaces.
game-join-account = Se connecter ou créer un compte
game-join = Prendre la place
game-own-position = Position personnalisée
game-rated = classée
game-casual = amicale
js-clock-days = { $days } j { $hours } h
js-game-open = Place libre
js-game-guest = Invité
js-game-waiting = En attente de l’autre joueur
js-game-aborted = La partie a été annulée
js-game-aborted-no-first-move = La partie a été annulée : le premier coup n’a pas été joué à temps
js-game-queued =
    { $ahead ->
        [one] L’ordinateur est occupé : { $ahead } partie avant la vôtre
       *[other] L’ordinateur est occupé : { $ahead } parties avant la vôtre
    }
js-game-their-turn = À votre adversaire de jouer
js-game-you-win = Vous avez gagné
js-game-you-lose = Vous avez perdu
js-game-offers-draw = Votre adversaire propose la nulle
js-game-offers-takeback = Votre adversaire demande à reprendre un coup
js-game-offers-rematch = Votre adversaire aimerait une revanche
js-game-offered-draw = Vous avez proposé la nulle. En attente de la réponse
js-game-offered-takeback = Vous avez demandé à reprendre votre coup. En attente de la réponse
js-game-offered-rematch = Vous avez proposé une revanche. En attente de la réponse
js-game-declined-draw = La nulle est refusée
js-game-declined-takeback = Le coup reste joué : votre adversaire n’est pas d’accord
js-game-took-back = Un coup a été repris
js-game-declined-rematch = Votre adversaire ne veut pas de revanche
js-game-accept = Accepter
js-game-decline = Refuser
js-game-next = Aller à la revanche
js-game-watchers =
    { $count ->
        [one] { $count } spectateur
       *[other] { $count } spectateurs
    }
js-game-away = absent
js-game-absent = Votre adversaire s’est absenté. Vous pourrez réclamer la partie dans
js-game-absent-claim = Votre adversaire n’est toujours pas revenu. Vous pouvez réclamer le gain ou la nulle, ou attendre.
js-game-first-move-yours = Jouez votre premier coup, sinon la partie sera annulée dans
js-game-first-move = Sans premier coup, la partie sera annulée dans
js-game-not-sent = Pas envoyé : pas de connexion
js-game-pending = Votre coup { $move } sera envoyé dès que la connexion sera rétablie
js-game-copied = Copié
js-game-began = Votre adversaire est là
js-game-time-short = Votre temps s’épuise
js-game-chat-on = Activer
game-agree-draw = Convenir de la nulle
js-game-sure-draw = Convenir de la nulle ?
js-game-sure-resign = Abandonner la partie ?
js-game-sure-abort = Annuler la partie ?
game-coach-title = Votre premier coup
game-coach = Choisissez une, deux ou trois boules alignées. Puis faites-les glisser, ou touchez une flèche.
js-game-turning-point = Le tournant de la partie
js-game-turning-chances = Chances de gain : { $before } % → { $after } %
game-decided = Ce qui a décidé
game-analysis = Analyse
js-game-report-line = Signaler ce message de { $name }

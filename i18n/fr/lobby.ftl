# Texts of the first page, the lobby and the lists of games.

lobby-kind = Type de partie
lobby-kind-engine = Ordinateur
lobby-kind-same-screen = Même écran
lobby-kind-online = En ligne
lobby-kind-friend = Un ami
lobby-hint-same-screen = Deux joueurs, à tour de rôle sur cet appareil.
lobby-hint-online = Quelqu’un du salon prend l’autre place.
lobby-hint-friend = Vous recevez un lien à envoyer ; la personne qui l’ouvre peut prendre l’autre place.
lobby-level = Niveau
lobby-name-1 = Galet
lobby-level-1 = Fait ses premiers pas, bien des coups lui échappent.
lobby-name-2 = Saule
lobby-level-2 = Voit son propre coup, mais rate beaucoup de menaces.
lobby-name-3 = Ruisseau
lobby-level-3 = Prévoit une réponse, souvent la mauvaise.
lobby-name-4 = Cèdre
lobby-level-4 = Se place bien, mais laisse passer des menaces.
lobby-name-5 = Héron
lobby-level-5 = Joue à peu près comme un joueur de club.
lobby-name-6 = Crête
lobby-level-6 = Laisse rarement passer une menace.
lobby-name-7 = Faucon
lobby-level-7 = Réfléchit quelques coups à l’avance.
lobby-name-8 = Granit
lobby-level-8 = Punit la plupart des erreurs.
lobby-name-9 = Tempête
lobby-level-9 = Ne donne presque rien.
lobby-name-10 = Obsidienne
lobby-level-10 = Toute sa force.
lobby-color = Votre couleur
lobby-color-random = Au hasard
lobby-color-black = Noir, commence
lobby-color-white = Blanc
lobby-color-rated = Dans les parties classées, les couleurs sont tirées au sort.
lobby-clock = Pendule
lobby-clock-none = Sans pendule
lobby-clock-none-why = Prenez tout votre temps.
lobby-clock-sudden = Mort subite
lobby-clock-sudden-why = Un nombre fixe de minutes pour tous vos coups, comme dans les livrets. Si votre temps est écoulé, vous perdez.
lobby-clock-fischer = Fischer
lobby-clock-fischer-why = Chaque coup ajoute des secondes à votre temps.
lobby-clock-delay = Délai
lobby-clock-delay-why = À chaque coup, la pendule attend quelques secondes avant de tourner.
lobby-clock-bronstein = Bronstein
lobby-clock-bronstein-why = Après chaque coup, le temps utilisé vous est rendu, jusqu’à quelques secondes.
lobby-clock-byo-yomi = Byo-yomi
lobby-clock-byo-yomi-why = Une fois le temps épuisé commencent des périodes. On n’en perd une que si un seul coup la consomme entièrement.
lobby-clock-days = Correspondance
lobby-clock-days-why = Des jours pour chaque coup. Revenez quand cela vous convient.
lobby-clock-own = Pendule personnalisée
lobby-clock-own-choose = Choisir
lobby-clock-own-kind = Type de pendule
lobby-minutes = Minutes
lobby-seconds-fischer = Secondes ajoutées par coup
lobby-seconds-delay = Secondes d’attente de la pendule
lobby-seconds-bronstein = Secondes rendues au plus
lobby-seconds-byo-yomi = Secondes par période
lobby-periods = Périodes
lobby-days = Jours par coup
lobby-layout = Position de départ
lobby-layout-more = Toutes les positions de départ
lobby-rules = Règles
lobby-rules-marbles = Boules pour gagner
lobby-rules-win =
    { $marbles ->
        [one] { $marbles } boule
       *[other] { $marbles } boules
    }
lobby-rules-quiet = Nulle sans éjection
lobby-rules-quiet-why = Si aucune boule n’est éjectée pendant ce nombre de coups de chaque joueur, la partie est nulle.
lobby-rules-quiet-off = Jamais
lobby-rules-quiet-after =
    { $moves ->
        [one] Après { $moves } coup
       *[other] Après { $moves } coups
    }
lobby-rules-rated = Les parties classées suivent les règles habituelles : six boules pour gagner.
lobby-rated = Classée : compte pour votre classement, sans reprise de coup
lobby-bots = Les bots peuvent jouer aussi : la partie compte alors pour le classement contre les bots
lobby-rated-account = Il faut un compte pour jouer des parties classées.
lobby-help = Aide : les deux joueurs peuvent demander des indices et voir les menaces
lobby-watch = Les autres peuvent regarder
lobby-play = Jouer
lobby-quick = Jouer tout de suite
lobby-find-opponent = Trouver un adversaire
lobby-invite = Obtenir le lien
js-lobby-here =
    { $count ->
        [one] { $count } personne présente
       *[other] { $count } personnes présentes
    }
js-lobby-playing =
    { $count ->
        [one] { $count } partie en cours
       *[other] { $count } parties en cours
    }
lobby-playing = Parties en cours
lobby-open-seats = Places libres
lobby-no-open-seats = Personne n’attend en ce moment. Choisissez « En ligne » pour ouvrir une place.
lobby-no-games-live = Aucune partie publique en ce moment.
lobby-join = Rejoindre
lobby-cancel = Annuler
lobby-your-games = Vos parties
lobby-your-games-all = Toutes vos parties
lobby-your-games-over = Parties terminées
lobby-your-games-none = Vous n’avez pas encore joué.
lobby-recent = Parties récentes
lobby-recent-none = Aucune partie publique terminée pour l’instant.
lobby-their-turn = Au tour de l’adversaire
lobby-waiting = En attente d’un second joueur
lobby-aborted = Annulée
lobby-offline-play = Jouer hors ligne
nav-games = Parties
js-lobby-guest = Invité
js-lobby-engine = Ordinateur { $level }
js-lobby-rated = classée
js-lobby-help = avec aide
js-lobby-as-black = vous avez Noir
js-lobby-as-white = vous avez Blanc
js-lobby-random-colors = couleurs tirées au sort
js-lobby-own-position = Position personnalisée
js-lobby-looking = Recherche d’un adversaire…
js-lobby-found = Quelqu’un est là : la partie commence !
js-lobby-withdrawn = Votre place libre a été retirée.
js-lobby-gone = Trop tard : cette place est prise.
js-lobby-lost = Pas de connexion au serveur ; reconnexion…
js-lobby-failed = La partie n’a pas pu être créée. { $reason }
js-control-none = Sans pendule
js-control-fischer = { $main } + { $extra } s
js-control-delay = { $main }, délai { $extra } s
js-control-bronstein = { $main }, Bronstein { $extra } s
js-control-byo-yomi = { $main }, puis { $periods } × { $extra } s
js-control-days =
    { $days ->
        [one] { $days } jour par coup
       *[other] { $days } jours par coup
    }
# An open seat in a game for more than two; $players is how many play.
js-lobby-party =
    { $count ->
        [one] à { $players } : { $count } place libre
       *[other] à { $players } : { $count } places libres
    }

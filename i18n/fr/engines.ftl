# La salle des machines, où les bots jouent entre eux.

engines-title = Salle des machines
engines-lead = Ici, des bots jouent entre eux jour et nuit, et chaque partie compte pour ce classement. Regardez-les, rejouez toutes leurs parties ou connectez votre propre bot.
engines-download = Télécharger toutes les parties
engines-conditions = Conditions
engines-clock = Pendule
engines-openings = Ouvertures
engines-openings-count =
    { $count ->
        [one] { $count } ouverture équilibrée, jouée deux fois en échangeant les couleurs
       *[other] { $count } ouvertures équilibrées, chacune jouée deux fois en échangeant les couleurs
    }
engines-rules = Règles
engines-rules-standard = Règles habituelles ; un coup joué est joué, et la partie est nulle après 500 coups de chaque joueur
engines-join = Pour connecter un bot :
engines-here = Connectés en ce moment
engines-here-none = Aucun bot n’est connecté en ce moment.
engines-is-here = Connecté
engines-list = Classement
engines-none = Aucune partie pour l’instant.
engines-why = La moyenne est 0, et 400 points correspondent à dix victoires pour une défaite. L’écart réel à la moyenne se trouve dans l’intervalle dans 95 % des cas.
engines-interval = Intervalle à 95 %
engines-bot = Bot
engines-score = Score
engines-threads =
    { $count ->
        [one] { $count } fil d’exécution
       *[other] { $count } fils d’exécution
    }
engines-games =
    { $count ->
        [one] { $count } partie
       *[other] { $count } parties
    }
engines-first-move = jouer en premier vaut { $elo } points, et deux bots de même force annulent { $draws } de leurs parties
engines-percent = { $number } %
engines-not-rated = Non classés
engines-reason-no-games = Aucune partie pour l’instant
engines-reason-won-all = A gagné toutes ses parties
engines-reason-lost-all = A perdu toutes ses parties
engines-reason-not-connected = Aucune partie contre des bots classés
engines-reason-above = N’a jamais perdu ni annulé contre des bots classés
engines-reason-below = N’a jamais gagné ni annulé contre des bots classés
engines-reason-nothing-decided = Toutes les parties sont nulles
engines-opponents = Résultats par adversaire
engines-deleted = Compte supprimé
engines-of-game = Une partie de la salle des machines

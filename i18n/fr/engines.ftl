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
engines-at-least = { $end } ou plus
engines-at-most = { $end } ou moins
engines-open = Un intervalle à une seule borne : les résultats indiquent seulement la force minimale ou maximale du bot. Son classement est une estimation, comme s’il avait gagné et perdu une demi-partie de plus.
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
engines-reason-not-connected = Pas encore comparable aux bots classés
engines-reason-above = Son groupe n’a cédé aucun point aux bots classés plus bas
engines-reason-below = Son groupe n’a pris aucun point aux bots classés plus haut
engines-reason-nothing-decided = Toutes les parties sont nulles
engines-opponents = Résultats par adversaire
engines-deleted = Compte supprimé
engines-of-game = Une partie de la salle des machines

# Les parties à trois, quatre, cinq ou six.

# Pourquoi un coup est interdit, pourquoi un joueur ne peut pas quitter : clés des règles.
illegal-pusher-not-yours = La dernière boule d’une poussée doit être à vous : celle en { $cell } est à votre partenaire.
illegal-partner-only-pushes = La boule de votre partenaire en { $cell } ne bouge que dans une poussée.
illegal-blocked-by-partner = La boule de votre partenaire en { $cell } barre le chemin.
refusal-not-in-the-game = Ce joueur n’est plus dans la partie.
# Comment une partie s’est terminée.
js-result-won-by-others-blocked = plus personne d’autre ne peut jouer
js-result-won-by-others-left = plus personne d’autre n’est en jeu
js-result-won-by-desertion = la partie a été laissée à l’ordinateur
js-result-drawn-by-others-blocked = un seul camp peut encore jouer
# Pourquoi un joueur est sorti ; $seat est son nom ou sa couleur.
js-left-resigned = { $seat } a abandonné
js-left-flag = { $seat } n’a plus de temps
js-left-absent = { $seat } ne s’est pas présenté
js-left-abandoned = { $seat } a quitté la partie

# Les places par leur couleur, comme Noir et Blanc dans site.ftl et board.ftl.
js-blue = Bleu
js-red = Rouge
js-green = Vert
js-yellow = Jaune
js-turn-blue = Bleu au trait
js-turn-red = Rouge au trait
js-turn-green = Vert au trait
js-turn-yellow = Jaune au trait
js-wins-blue = Bleu gagne
js-wins-red = Rouge gagne
js-wins-green = Vert gagne
js-wins-yellow = Jaune gagne
js-cell-blue = { $cell } : boule bleue
js-cell-red = { $cell } : boule rouge
js-cell-green = { $cell } : boule verte
js-cell-yellow = { $cell } : boule jaune
js-board-row-blue = bleues { $digits }
js-board-row-red = rouges { $digits }
js-board-row-green = vertes { $digits }
js-board-row-yellow = jaunes { $digits }
# Les positions de départ.
js-party-layout-three = À trois
js-party-layout-four-teams = À quatre, en équipes
js-party-layout-four-adjacent = À quatre, partenaires côte à côte
js-party-layout-four-alone = À quatre, chacun pour soi
js-party-layout-four-belgian = À quatre, en marguerites
js-party-layout-four-german = Marguerites allemandes
js-party-layout-four-dutch = Marguerites hollandaises
js-party-layout-four-swiss = Marguerites suisses
js-party-layout-six = À six
js-party-layout-six-teams = À six, en équipes
# La partie.
js-party-title = À trois, quatre ou six sur un plateau
js-party-turn = au trait
js-party-next = ensuite
js-party-blocked = bloqué
js-party-left-resigned = abandon
js-party-left-flag = temps écoulé
js-party-left-absent = absent
js-party-left-abandoned = parti
js-party-left-out = plus de boules
js-party-then = { $turn }, puis { $next }
js-party-thinking = { $seat } : l’ordinateur réfléchit
js-party-engine = Ordinateur { $level }
js-party-with = Partenaire : { $partner }
js-party-partner = Cette boule est à votre partenaire. Choisissez d’abord la vôtre derrière elle ; ensemble, elles peuvent pousser.
js-party-lost =
    { $count ->
        [one] { $count } boule perdue, prise par { $takers }
       *[other] { $count } boules perdues, prises par { $takers }
    }
js-party-score = Boules éjectées : { $sides }.
js-party-score-side = { $side } { $done } sur { $all }
js-party-wins-team = { $team } gagnent
js-party-won-by-ejections =
    { $count ->
        [one] { $count } boule éjectée
       *[other] { $count } boules éjectées
    }
js-party-copied = La partie est copiée.
js-party-no-game = Ce texte ne contient aucune partie à trois, quatre ou six.
party-tray = Boules éjectées
party-takings = Qui a éjecté les boules de qui
party-again = Rejouer
party-change = Changer les joueurs
party-analyze = Analyser
party-copy = Copier la partie
party-download = Télécharger la partie
# La préparation.
party-layout = Position de départ
party-more = Autres positions pour quatre
party-seats = Qui joue
party-one-person = Moi et l’ordinateur
party-all-people = Tout le monde ici
party-draw-seats = Tirer les places au sort
party-player = qui joue
party-person = Personne
party-engine-option = Ordinateur, niveau { $level }
party-name = Nom
party-resume = Revenir à la partie
party-lead = Le premier qui éjecte six boules gagne, quelles que soient leurs couleurs ; les partenaires comptent ensemble.
party-rules = Les règles à plus de deux
# Where a game is played, and online games.
party-where = Où
party-all-open = D’autres personnes
party-drawn = Tirer les places au sort au début de la partie
party-public = Proposer les places libres dans le salon
party-takeover = Si un joueur s’en va
party-takeover-none = ses boules restent, personne ne joue pour lui
party-rated-hint = Tout le monde a besoin d’un compte. Le sort désigne l’équipe qui commence. Qui s’en va a perdu, même si son partenaire gagne.
js-party-start = Commencer la partie
js-party-open = Ouvrir la table
js-party-open-seat = Place libre
js-party-waiting =
    { $count ->
        [one] Il manque encore { $count } joueur
       *[other] Il manque encore { $count } joueurs
    }
js-party-sit = Prendre place
js-party-leave = Quitter
# Instead of a color in “Black to move, then …”.
js-party-then-you = vous
js-party-team-wins = Votre équipe gagne
# $left says who left and why.
js-party-took-over = { $left } ; l’ordinateur continue au niveau { $level }
js-party-chat-closed = Les partenaires ne doivent pas parler de la partie : la discussion est fermée jusqu’à la fin.
js-party-offers-draw = { $name } propose la nulle.
js-party-offers-takeback = { $name } demande à reprendre un coup.
js-party-offers-rematch = { $name } propose une revanche.
js-party-offers-resign = { $name } propose d’abandonner en équipe.
js-party-offered-draw = Vous avez proposé la nulle.
js-party-offered-takeback = Vous avez demandé à reprendre votre coup.
js-party-offered-rematch = Vous avez proposé une revanche.
js-party-offered-resign = Vous avez proposé à votre partenaire d’abandonner.
js-party-agreed = D’accord : { $names }.
js-party-waits = Pas encore de réponse : { $names }.
js-party-declined-draw = { $name } refuse la nulle
js-party-declined-takeback = Le coup reste joué : { $name } n’est pas d’accord
js-party-declined-rematch = { $name } ne veut pas de revanche
js-party-declined-resign = { $name } veut continuer
js-party-absent = { $name } est absent. Vous pourrez continuer sans attendre dans
js-party-absent-claim = { $name } est toujours absent. Vous pouvez continuer sans ce joueur, ou attendre.
js-party-first-move-yours = Jouez votre premier coup, sinon vous sortez de la partie dans
js-party-first-move = { $name } doit jouer un premier coup. Temps restant :
js-party-sure-resign-team = Demander à votre partenaire d’abandonner ?
party-claim = Continuer sans ce joueur
party-resign-team = Abandonner en équipe
party-room-title = En attente de joueurs
party-room-lead = Envoyez ce lien : toute personne qui l’ouvre peut prendre une place libre, avec ou sans compte.
party-room-lead-rated = Envoyez ce lien : toute personne qui a un compte peut prendre une place libre.
party-room-drawn = Les places sont tirées au sort au début de la partie.
party-room-takeover = Si un joueur s’en va, l’ordinateur continue au niveau { $level }.
party-room-out = Si un joueur s’en va, ses boules restent sur le plateau.
party-room-seats = Places
party-fill = Compléter avec l’ordinateur et commencer
party-fill-level = Niveau de l’ordinateur
party-cancel = Annuler la partie

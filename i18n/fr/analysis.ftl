# Texts of the analysis board.

analysis-title = Analyse
analysis-lead = Jouez des coups sur le plateau, collez une partie ou une position, ou déposez un fichier sur la page.
analysis-panels = Volets
analysis-evaluation = Évaluation
analysis-engine = Ordinateur
analysis-lines = Nombre de lignes
analysis-threat = Menace
analysis-threat-hint = Ce que jouerait l’autre camp si c’était son tour
analysis-longer = Réfléchir plus longtemps
analysis-tab-moves = Coups
analysis-tab-report = Bilan
analysis-tab-editor = Éditer
analysis-tab-terms = Termes
analysis-tab-exchange = Fichiers
analysis-marks = Noter ce coup
analysis-comment = Commentaire sur ce coup
analysis-promote = En faire la ligne principale
analysis-delete = Supprimer à partir d’ici
analysis-keys = Touches
analysis-keys-steps = Un coup en arrière ou en avant
analysis-keys-variations = La variante précédente ou suivante
analysis-keys-ends = Première ou dernière position
analysis-keys-engine = Ordinateur oui ou non
analysis-keys-threat = Montrer la menace
analysis-report-lead = L’ordinateur juge chaque coup de la partie et explique ce qui n’allait pas dans les mauvais.
analysis-report-care = Profondeur
analysis-report-quick = Rapide
analysis-report-thorough = Approfondi
analysis-report-start = Analyser la partie
analysis-report-cancel = Annuler
analysis-report-write = L’ajouter à la partie
analysis-chart = Évaluation au fil de la partie
analysis-editor-lead = Choisissez quoi placer, puis touchez des points du plateau. Au clavier : les flèches déplacent le curseur, espace place ou enlève une boule.
analysis-editor-brush = Placer
analysis-editor-remove = Rien
analysis-editor-clear = Plateau vide
analysis-editor-swap = Échanger les couleurs
analysis-editor-turn = Au trait
analysis-editor-lost-black = Perdues par Noir
analysis-editor-lost-white = Perdues par Blanc
analysis-editor-limits = Ce qui est permis
analysis-editor-limits-text = Chaque camp a besoin d’au moins une boule, et en a 14 au plus, boules perdues comprises (une position de départ de notre collection en a 15). Le camp qui en a perdu six a perdu la partie. Le camp au trait doit pouvoir jouer.
analysis-editor-analyse = Analyser d’ici
analysis-editor-play = Jouer d’ici contre l’ordinateur
analysis-editor-level = Niveau
analysis-position-texts = Position en texte
analysis-copy = Copier
analysis-download = Télécharger
analysis-terms-lead = Les termes des livrets, montrés sur le plateau.
analysis-terms-show = Montrer sur le plateau
analysis-term-sumito = Sumito
analysis-term-sumito-text = Une supériorité numérique en ligne, qui permet de pousser.
analysis-term-pac = Pac
analysis-term-pac-text = Forces égales face à face : personne ne peut pousser.
analysis-term-det = Det
analysis-term-det-text = Une boule qu’on peut éjecter et que rien ne sauve ; dans les livrets récents : une boule au milieu d’un groupe adverse.
analysis-term-covered = Appui
analysis-term-covered-text = Une boule enfermée ; par qui, les livrets ne sont pas d’accord.
analysis-term-block = Bloc
analysis-term-block-text = Des rangées de trois qui se soutiennent.
analysis-term-lance = Lance
analysis-term-lance-text = Trois en ligne droite.
analysis-term-arc = Arc
analysis-term-arc-text = Trois en courbe.
analysis-term-shield = Bouclier
analysis-term-shield-text = Trois en triangle.
analysis-import-label = Partie ou position, dans n’importe quelle notation
analysis-import = Lire
analysis-import-file = Ouvrir un fichier
analysis-import-choose = Parties de ce fichier
analysis-import-private = Les parties sont lues et jugées dans votre navigateur ; rien n’est envoyé.
analysis-export-label = Cette partie en
analysis-export-plain = Liste simple
analysis-export-code = Code court
analysis-link = Lien vers cette position
js-analysis-depth = profondeur { $depth } · { $rate } k/s
js-analysis-evaluation = Évaluation pour Noir : { $score }
js-analysis-start = Début
js-analysis-variations =
    { $count ->
        [one] { $count } variante
       *[other] { $count } variantes
    }
js-analysis-book = théorie
js-analysis-book-moves = Bibliothèque d’ouvertures :
js-analysis-better = mieux : { $move }
js-analysis-progress = { $done } sur { $all }
js-analysis-flawless = Aucun mauvais coup trouvé.
js-analysis-decisive = Ce qui a décidé la partie
js-analysis-decisive-none = Aucun coup n’a décidé à lui seul de cette partie : personne n’a beaucoup cédé d’un seul coup.
js-analysis-decisive-deeper = La raison est plus profonde : comparez les deux suites.
js-analysis-decisive-chances-black = Les chances de gain de Noir passent de { $before } % à { $after } %
js-analysis-decisive-chances-white = Les chances de gain de Blanc passent de { $before } % à { $after } %
js-analysis-decisive-better = Mieux :
js-analysis-decisive-allowed = Ce coup permettait :
js-analysis-decisive-show = Montrer sur le plateau
js-analysis-plies =
    { $count ->
        [one] { $count } demi-coup
       *[other] { $count } demi-coups
    }
js-analysis-copied = Copié
js-analysis-no-code = Un code court n’existe que pour les parties jouées depuis une position de départ connue.
js-analysis-no-game = Cette partie n’existe pas.
js-analysis-running = Cette partie est encore en cours : vous pourrez l’analyser quand elle sera finie.
js-analysis-engine-level = Ordinateur, niveau { $level }
js-analysis-editing = Édition de la position
js-analysis-editor-count = Noir { $black }, Blanc { $white }
js-analysis-editor-none = Chaque camp a besoin d’au moins une boule.
js-analysis-editor-decided = Le camp qui a perdu six boules a perdu : la partie serait finie.
js-analysis-editor-many = Un camp a au plus 14 boules, boules perdues comprises.
js-analysis-editor-no-move = Le camp au trait ne peut pas jouer : la partie serait finie.
js-analysis-editor-no-server = Le serveur ne répond pas : impossible de créer une partie pour l’instant.
js-analysis-mark-brilliant = Coup brillant
js-analysis-mark-good = Bon coup
js-analysis-mark-interesting = Coup intéressant
js-analysis-mark-dubious = Coup douteux
js-analysis-mark-mistake = Erreur
js-analysis-mark-blunder = Gaffe
js-analysis-judgement-inaccuracy = Imprécision
js-analysis-judgement-mistake = Erreur
js-analysis-judgement-blunder = Gaffe
js-analysis-verdict = { $name } : { $reasons }.
js-analysis-count-accuracy = Précision
js-analysis-count-blunder = Gaffes
js-analysis-count-mistake = Erreurs
js-analysis-count-inaccuracy = Imprécisions
js-analysis-sense-det-no-escape = rien ne la sauve
js-analysis-sense-det-amid-enemies = au milieu des boules adverses
js-analysis-sense-covered-surrounded = entourée des six côtés
js-analysis-sense-covered-by-enemies = entourée de boules adverses
js-analysis-sense-covered-immobile = ne peut pas bouger seule
js-analysis-reason-overlooks-win =
    { $moves ->
        [one] manque un gain en { $moves } coup
       *[other] manque un gain en { $moves } coups
    }
js-analysis-reason-allows-win =
    { $moves ->
        [one] laisse l’autre camp gagner en { $moves } coup
       *[other] laisse l’autre camp gagner en { $moves } coups
    }
js-analysis-reason-draws = laisse la partie finir par la nulle
js-analysis-reason-lets-sumito-through = laisse passer un sumito { $forces } sur { $line }
js-analysis-reason-walks-into-sumito = entre dans un sumito { $forces } sur { $line }
js-analysis-reason-ejecting = , qui éjecte { $ejected }
js-analysis-reason-walks-out-of-pac = quitte le pac { $forces } sur { $line }
js-analysis-reason-breaks-lance = brise la lance { $line }
js-analysis-reason-abandons-marble = ne sauve pas la boule en { $marble }
js-analysis-reason-leaves-det = laisse la boule en { $marble } det
js-analysis-reason-loses-marble =
    { $moves ->
        [one] perd la boule en { $marble } en { $moves } coup
       *[other] perd la boule en { $marble } en { $moves } coups
    }
js-analysis-reason-overlooks-ejection = manque l’éjection de la boule en { $marble }
js-analysis-reason-overlooks-gain =
    { $moves ->
        [one] manque l’éjection, en { $moves } coup, de la boule en { $marble }
       *[other] manque l’éjection, en { $moves } coups, de la boule en { $marble }
    }
js-analysis-reason-overlooks-sumito = manque le sumito { $forces } sur { $line }
js-analysis-reason-allows-sumito =
    { $moves ->
        [one] permet en { $moves } coup un sumito { $forces } sur { $line }
       *[other] permet en { $moves } coups un sumito { $forces } sur { $line }
    }
js-analysis-reason-overlooks-plan =
    { $moves ->
        [one] manque, en { $moves } coup, un sumito { $forces } sur { $line }
       *[other] manque, en { $moves } coups, un sumito { $forces } sur { $line }
    }
js-analysis-reason-breaks-block = brise le bloc en { $cells }
js-analysis-reason-leaves-alone = laisse seule la boule en { $marble }
js-analysis-problem-where = Partie { $game }, ligne { $line }, caractère { $character }
js-analysis-problem-nothing = Il n’y a ni partie ni position dans ce texte.
js-analysis-problem-link = Le lien ne contient aucune position lisible.
js-analysis-problem-no-move = « { $text } » n’est pas un coup.
js-analysis-problem-no-tag = Cette ligne commence comme une balise sans en être une.
js-analysis-problem-code = Le code court est illisible.
js-analysis-problem-tag = La valeur de la balise { $text } est illisible.
js-analysis-problem-start = Ce n’est ni une position de départ connue ni une position.
js-analysis-expected-position = Il faut le nom d’une position de départ, ou une position telle que 5/6/2ww3/8/9/8/2bb3/6/5 b.
js-analysis-expected-rules = Il faut des règles telles que win=6 repetition=3.
js-analysis-expected-result = Il faut 1-0, 0-1, 1/2-1/2 ou *.
js-analysis-expected-name = Il faut aba-pro, nacre ou playstrategy.
js-analysis-expected-tag = Une balise se compose d’un nom et d’une valeur entre guillemets : { $example }
js-analysis-expected-code = Un code se compose d’une position de départ et de coups : ABAL1:belgian:2a1b23.
js-analysis-problem-results-differ = Le résultat en tête diffère de celui qui suit les coups.
js-analysis-problem-nothing-to-vary = Une variante doit suivre un coup.
js-analysis-problem-branch-from-nowhere = Une branche doit commencer par le numéro d’un coup de la partie.
js-analysis-problem-not-opened = « ) » ferme une variante qui n’a pas été ouverte.
js-analysis-problem-variation-not-closed = Il manque « ) » avant la fin de la partie.
js-analysis-problem-comment-not-closed = Le commentaire qui commence ici n’est pas fermé.
js-analysis-problem-too-deep = Les variantes sont imbriquées trop profondément.
js-analysis-problem-too-long = La partie est trop longue.

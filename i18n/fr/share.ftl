# Partager, et les pages dans les cadres d’autres sites.

share-link = Lien
share-embed = Code pour votre site
share-private = Ceci n’est pas public : seules les personnes qui ont le lien le voient, et d’autres sites ne peuvent pas le montrer.
share-not-copied = La copie n’a pas fonctionné. Le texte est sélectionné : copiez-le avec le clavier ou le menu.
share-try = Voir un aperçu
share-gif = GIF animé
share-png = Plateau en PNG
share-after =
    { $count ->
        [one] { $count } demi-coup : { $move }
       *[other] { $count } demi-coups, le dernier { $move }
    }
embed-watch = Regarder sur Sumito
embed-game = La partie sur Sumito
embed-position = Analyser sur Sumito
embed-puzzle = Résoudre sur Sumito
embed-tournament = Le tournoi sur Sumito
embed-new-tab = (s’ouvre dans un nouvel onglet)
embed-gone = Il n’y a rien à montrer ici.

# Les parties à trois, quatre, cinq ou six.

# Pourquoi un coup est interdit, pourquoi un joueur ne peut pas quitter : clés des règles.
illegal-pusher-not-yours = La dernière boule d’une poussée doit être à vous : celle en { $cell } est à votre partenaire.
illegal-partner-only-pushes = La boule de votre partenaire en { $cell } ne bouge que dans une poussée.
illegal-blocked-by-partner = La boule de votre partenaire en { $cell } barre le chemin.
refusal-not-in-the-game = Ce joueur n’est plus dans la partie.
# Comment une partie s’est terminée.
js-result-won-by-others-blocked = plus personne d’autre ne peut jouer
js-result-won-by-others-left = plus personne d’autre n’est en jeu
js-result-drawn-by-others-blocked = un seul camp peut encore jouer
# Pourquoi un joueur est sorti ; $seat est son nom ou sa couleur.
js-left-resigned = { $seat } a abandonné
js-left-flag = { $seat } n’a plus de temps
js-left-absent = { $seat } ne s’est pas présenté
js-left-abandoned = { $seat } a quitté la partie

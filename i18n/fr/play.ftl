# Texts of setting up a game and of the game in this browser alone.

engine-title = Contre le programme
screen-title = À deux sur un écran
level = Niveau
level-hint = 1 est un débutant distrait, 10 la pleine force.
color = Votre couleur
color-lot = Tirage au sort
color-black = Noir commence
color-white = Blanc
turn-board = Tourner le plateau vers le joueur au trait
start = Commencer
resign = Abandonner
take-back = Reprendre
again = Nouvelle partie
analyse-game = Analyser cette partie
js-you = Vous
js-engine-level = Programme, niveau { $level }
js-your-turn = À vous
js-thinking = Le programme réfléchit
js-confirm-resign = Abandonner cette partie ?

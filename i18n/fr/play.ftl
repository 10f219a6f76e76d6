# Texts of playing, and of the game in this browser alone.

turn-board = Tourner le plateau vers le joueur au trait
resign = Abandonner
take-back = Reprendre
again = Nouvelle partie
analyse-game = Analyser cette partie
js-you = Vous
js-engine-level = Programme, niveau { $level }
js-your-turn = À vous
js-thinking = Le programme réfléchit
js-confirm-resign = Abandonner cette partie ?

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
help-hint = Indice
help-threats = Qu’est-ce qui est menacé ?
js-help-marbles = Regardez { $cells }.
js-help-move = L’ordinateur jouerait { $move }.
js-help-threat = { $cell } peut être éjectée : sumito { $push } par { $from }.
js-help-no-threat = Aucune de vos boules ne peut être éjectée maintenant.

# Texts of the board and its settings.

js-board-title = Plateau
js-board-keys = Les flèches déplacent le curseur, Espace choisit. { $keys } jouent dans une direction. Entrée confirme, Échap annule. P lit la position, L le dernier coup.
# The keys are read by their places on the keyboard; these are their names on the usual one, where a browser does not say.
js-board-direction-keys = Z E Q D W X
js-board-row = Rangée { $row } : { $marbles }.
js-board-row-black = noires { $digits }
js-board-row-white = blanches { $digits }
js-board-lost = Boules perdues : Noir { $black }, Blanc { $white }.
js-board-count =
    { $count ->
        [one] { $count } coup possible
       *[other] { $count } coups possibles
    }
js-board-move = { $color } : { $kind }, { $from } vers { $to }
js-board-kind-single = une boule
js-board-kind-inline-2 = deux en ligne
js-board-kind-inline-3 = trois en ligne
js-board-kind-broadside-2 = deux en flèche
js-board-kind-broadside-3 = trois en flèche
js-board-kind-sumito-2-1 = sumito de deux sur une
js-board-kind-sumito-3-1 = sumito de trois sur une
js-board-kind-sumito-3-2 = sumito de trois sur deux
js-board-kind-ejection-2-1 = sumito de deux sur une, une boule est éjectée
js-board-kind-ejection-3-1 = sumito de trois sur une, une boule est éjectée
js-board-kind-ejection-3-2 = sumito de trois sur deux, une boule est éjectée
js-board-play = Jouer ce coup
js-board-cancel = Annuler
js-board-ask = { $move } : Entrée pour le jouer, Échap pour annuler
js-board-premove = { $move } sera joué à votre tour
js-board-premove-cancel = Annuler le coup anticipé
js-board-premove-gone = Le coup anticipé n’est plus possible.
js-board-typed-form = Un coup s’écrit par deux ou trois points de a1 à i9, par exemple a1b2 ou c3c5d4.
js-board-typed-none = { $text } n’est un coup possible ici dans aucune notation.
js-settings-title = Réglages
js-settings-close = Fermer
js-setting-on = Oui
js-setting-off = Non
js-setting-marbles = Boules et plateau
js-setting-marbles-classic = Bois
js-setting-marbles-light = Clair
js-setting-marbles-dark = Ardoise
js-setting-marbles-high-contrast = Contraste élevé
js-setting-marbles-color-blind = Bleu et jaune
js-setting-marbles-print = Papier
js-setting-animation = Animation
js-setting-animation-normal = Normale
js-setting-animation-fast = Rapide
js-setting-animation-slow = Lente
js-setting-sounds = Sons
js-setting-coordinates = Coordonnées
js-setting-signs = Signes sur les boules
js-setting-confirm = Confirmer chaque coup
js-setting-premove = Choisir un coup pendant que l’adversaire réfléchit
js-setting-notation = Notation des coups
js-setting-turn = Plateau tourné de
js-setting-chat = Discussion avec l’adversaire
js-board-theirs = Ce sont les boules de l’adversaire. Choisissez les vôtres.
js-board-stuck = La boule en { $cell } ne peut pas bouger maintenant. Essayez avec ses voisines.

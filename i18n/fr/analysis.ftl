# Texts of the analysis board.

analysis-title = Analyse
analysis-lead = Jouez des coups sur le plateau, collez une partie ou une position, ou déposez un fichier sur la page.
engine-on = Programme
engine-lines = Lignes du programme
evaluation = Évaluation
chart = Évaluation au fil de la partie
comment = Commentaire sur ce coup
delete-move = Supprimer à partir d'ici
import-label = Partie ou position, dans n'importe quelle notation
import = Lire
export = Écrire
format = Format
position = Position
download = Les parties sont lues et jugées dans votre navigateur ; rien n'est envoyé.
js-depth = profondeur { $depth }, { $nodes } milliers de positions
js-import-failed = Lecture impossible : { $reason }

# Texts of the analysis board.

analysis-title = Analyse
analysis-lead = Ziehen Sie auf dem Brett, fügen Sie eine Partie oder Stellung ein, oder legen Sie eine Datei auf der Seite ab.
engine-on = Programm
engine-lines = Varianten des Programms
evaluation = Bewertung
chart = Bewertung im Verlauf der Partie
comment = Kommentar zu diesem Zug
delete-move = Ab hier löschen
import-label = Partie oder Stellung, in jeder Notation
import = Einlesen
export = Ausgeben
format = Format
position = Stellung
download = Partien werden in Ihrem Browser gelesen und beurteilt; nichts wird gesendet.
js-depth = Tiefe { $depth }, { $nodes } Tausend Stellungen
js-import-failed = Das ließ sich nicht lesen: { $reason }

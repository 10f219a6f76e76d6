# Texts of the analysis board.

analysis-title = Analys
analysis-lead = Gör drag på brädet, klistra in ett parti eller en ställning, eller släpp en fil på sidan.
engine-on = Dator
engine-lines = Datorns varianter
evaluation = Värdering
chart = Värdering under partiet
comment = Kommentar till draget
delete-move = Ta bort härifrån
import-label = Parti eller ställning, i vilken notation som helst
import = Läs in
export = Skriv ut
format = Format
position = Ställning
download = Partier läses och bedöms i din webbläsare; inget skickas.
js-depth = djup { $depth }, { $nodes } tusen ställningar
js-import-failed = Det gick inte att läsa: { $reason }

# Texts of the analysis board.

analysis-title = Analysis
analysis-lead = Play moves on the board, paste a game or a position, or drop a file anywhere on the page.
engine-on = Engine
engine-lines = Lines of the engine
evaluation = Evaluation
chart = Evaluation over the game
comment = Comment on this move
delete-move = Delete from here
import-label = Game or position, in any notation
import = Read
export = Write
format = Format
position = Position
download = Games are read and judged in your browser; nothing is sent.
js-depth = depth { $depth }, { $nodes } thousand positions
js-import-failed = This could not be read: { $reason }

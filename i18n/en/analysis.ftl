# Texts of the analysis board.

analysis-title = Analysis
analysis-lead = Play moves on the board, paste a game or a position, or drop a file anywhere on the page.
analysis-panels = Panels
analysis-evaluation = Evaluation
analysis-engine = Engine
analysis-lines = Number of lines
analysis-threat = Threat
analysis-threat-hint = What the other side would play if it were their turn
analysis-longer = Think longer
analysis-tab-moves = Moves
analysis-tab-report = Report
analysis-tab-editor = Set up
analysis-tab-terms = Terms
analysis-tab-exchange = Files
analysis-marks = Mark this move
analysis-comment = Comment on this move
analysis-promote = Make main line
analysis-delete = Delete from here
analysis-keys = Keys
analysis-keys-steps = One move back or forward
analysis-keys-variations = Previous or next variation
analysis-keys-ends = First or last position
analysis-keys-engine = Engine on or off
analysis-keys-threat = Show the threat
analysis-report-lead = The engine judges every move of the game and explains what was wrong with the bad ones.
analysis-report-care = Depth
analysis-report-quick = Quick
analysis-report-thorough = Thorough
analysis-report-start = Analyze the game
analysis-report-cancel = Cancel
analysis-report-write = Add it to the game
analysis-chart = Evaluation over the game
analysis-editor-lead = Choose what to place, then tap spaces on the board. With the keyboard: the arrow keys move the cursor, the space bar places or removes a marble.
analysis-editor-brush = Place
analysis-editor-remove = Nothing
analysis-editor-clear = Empty board
analysis-editor-swap = Swap colors
analysis-editor-turn = Side to move
analysis-editor-lost-black = Lost by Black
analysis-editor-lost-white = Lost by White
analysis-editor-limits = What is allowed
analysis-editor-limits-text = Each side needs at least one marble, and has at most 14 including those it has lost (one layout in our collection has 15). A side that has lost six has lost the game. The side to move must have a legal move.
analysis-editor-analyse = Analyze from here
analysis-editor-play = Play the engine from here
analysis-editor-level = Level
analysis-position-texts = Position as text
analysis-copy = Copy
analysis-download = Download
analysis-terms-lead = The rule books’ terms, shown on the board.
analysis-terms-show = Show on the board
analysis-term-sumito = Sumito
analysis-term-sumito-text = Superior numbers in line, able to push.
analysis-term-pac = Pac
analysis-term-pac-text = Equal numbers face each other: neither can push.
analysis-term-det = Det
analysis-term-det-text = A marble that can be ejected and cannot be saved; in the newer rule books, one amid an opposing group.
analysis-term-covered = Covered
analysis-term-covered-text = A marble that is hemmed in; the rule books disagree about by whom.
analysis-term-block = Block
analysis-term-block-text = Rows of three that support each other.
analysis-term-lance = Lance
analysis-term-lance-text = Three in a straight line.
analysis-term-arc = Arc
analysis-term-arc-text = Three in a bend.
analysis-term-shield = Shield
analysis-term-shield-text = Three in a triangle.
analysis-import-label = Game or position, in any notation
analysis-import = Read
analysis-import-file = Open a file
analysis-import-choose = Games in this file
analysis-import-private = Games are read and judged in your browser; nothing is sent anywhere.
analysis-export-label = This game as
analysis-export-plain = Plain list
analysis-export-code = Short code
analysis-link = Link to this position
js-analysis-depth = depth { $depth } · { $rate } k/s
js-analysis-evaluation = Evaluation for Black: { $score }
js-analysis-start = Start
js-analysis-variations =
    { $count ->
        [one] { $count } variation
       *[other] { $count } variations
    }
js-analysis-book = book
js-analysis-book-moves = Opening book:
js-analysis-better = better: { $move }
js-analysis-progress = { $done } of { $all }
js-analysis-flawless = No bad moves found.
js-analysis-decisive = What decided the game
js-analysis-decisive-none = No single move decided this game: nobody gave much away at once.
js-analysis-decisive-deeper = The reason lies deeper: compare the two lines.
js-analysis-decisive-chances-black = Black’s winning chances drop from { $before }% to { $after }%
js-analysis-decisive-chances-white = White’s winning chances drop from { $before }% to { $after }%
js-analysis-decisive-better = Better:
js-analysis-decisive-allowed = It allowed:
js-analysis-decisive-show = Show on the board
js-analysis-plies =
    { $count ->
        [one] { $count } ply
       *[other] { $count } plies
    }
js-analysis-copied = Copied
js-analysis-no-code = Short codes exist only for games that start from a well-known layout.
js-analysis-no-game = There is no such game.
js-analysis-running = This game is still in progress: you can analyze it when it is over.
js-analysis-engine-level = Engine, level { $level }
js-analysis-editing = Set up a position
js-analysis-editor-count = Black { $black }, White { $white }
js-analysis-editor-none = Each side needs at least one marble.
js-analysis-editor-decided = A side that has lost six marbles has lost: the game would be over.
js-analysis-editor-many = A side has at most 14 marbles, including those it has lost.
js-analysis-editor-no-move = The side to move has no legal move: the game would be over.
js-analysis-editor-no-server = The server does not respond: a game cannot be created right now.
js-analysis-mark-brilliant = Brilliant move
js-analysis-mark-good = Good move
js-analysis-mark-interesting = Interesting move
js-analysis-mark-dubious = Dubious move
js-analysis-mark-mistake = Mistake
js-analysis-mark-blunder = Blunder
js-analysis-judgement-inaccuracy = Inaccuracy
js-analysis-judgement-mistake = Mistake
js-analysis-judgement-blunder = Blunder
js-analysis-verdict = { $name }: { $reasons }.
js-analysis-count-accuracy = Accuracy
js-analysis-count-blunder = Blunders
js-analysis-count-mistake = Mistakes
js-analysis-count-inaccuracy = Inaccuracies
js-analysis-sense-det-no-escape = cannot be saved
js-analysis-sense-det-amid-enemies = amid opposing marbles
js-analysis-sense-covered-surrounded = surrounded on six sides
js-analysis-sense-covered-by-enemies = surrounded by opposing marbles
js-analysis-sense-covered-immobile = cannot move on its own
js-analysis-reason-overlooks-win =
    { $moves ->
        [one] overlooks a win in { $moves } move
       *[other] overlooks a win in { $moves } moves
    }
js-analysis-reason-allows-win =
    { $moves ->
        [one] lets the other side win in { $moves } move
       *[other] lets the other side win in { $moves } moves
    }
js-analysis-reason-draws = lets the game end in a draw
js-analysis-reason-lets-sumito-through = lets a { $forces } sumito through on { $line }
js-analysis-reason-walks-into-sumito = walks into a { $forces } sumito on { $line }
js-analysis-reason-ejecting = , ejecting { $ejected }
js-analysis-reason-walks-out-of-pac = walks out of the { $forces } pac on { $line }
js-analysis-reason-breaks-lance = breaks the lance { $line }
js-analysis-reason-abandons-marble = does not save the marble on { $marble }
js-analysis-reason-leaves-det = leaves the marble on { $marble } det
js-analysis-reason-loses-marble =
    { $moves ->
        [one] loses the marble on { $marble } in { $moves } move
       *[other] loses the marble on { $marble } in { $moves } moves
    }
js-analysis-reason-overlooks-ejection = overlooks that the marble on { $marble } can be ejected
js-analysis-reason-overlooks-gain =
    { $moves ->
        [one] overlooks how to eject the marble on { $marble } in { $moves } move
       *[other] overlooks how to eject the marble on { $marble } in { $moves } moves
    }
js-analysis-reason-overlooks-sumito = overlooks the { $forces } sumito on { $line }
js-analysis-reason-allows-sumito =
    { $moves ->
        [one] allows a { $forces } sumito on { $line } in { $moves } move
       *[other] allows a { $forces } sumito on { $line } in { $moves } moves
    }
js-analysis-reason-overlooks-plan =
    { $moves ->
        [one] overlooks a { $forces } sumito on { $line } in { $moves } move
       *[other] overlooks a { $forces } sumito on { $line } in { $moves } moves
    }
js-analysis-reason-breaks-block = breaks the block on { $cells }
js-analysis-reason-leaves-alone = leaves the marble on { $marble } alone
js-analysis-problem-where = Game { $game }, line { $line }, character { $character }
js-analysis-problem-nothing = This text contains no game and no position.
js-analysis-problem-link = The link contains no readable position.
js-analysis-problem-no-move = “{ $text }” is not a move.
js-analysis-problem-no-tag = This line starts like a tag but is not one.
js-analysis-problem-code = The short code cannot be read.
js-analysis-problem-tag = The value of the tag { $text } cannot be read.
js-analysis-problem-start = This is neither a layout nor a position.
js-analysis-expected-position = Expected the name of a layout, or a position such as 5/6/2ww3/8/9/8/2bb3/6/5 b.
js-analysis-expected-rules = Expected rules such as win=6 repetition=3.
js-analysis-expected-result = Expected 1-0, 0-1, 1/2-1/2 or *.
js-analysis-expected-name = Expected aba-pro, nacre or playstrategy.
js-analysis-expected-tag = A tag has a name and a value in quotes: { $example }
js-analysis-expected-code = A code has a layout and moves: ABAL1:belgian:2a1b23.
js-analysis-problem-results-differ = The result in the header differs from the one after the moves.
js-analysis-problem-nothing-to-vary = A variation must follow a move.
js-analysis-problem-branch-from-nowhere = A branch must start with the number of a move in the game.
js-analysis-problem-not-opened = “)” closes a variation that was not opened.
js-analysis-problem-variation-not-closed = “)” is missing before the end of the game.
js-analysis-problem-comment-not-closed = The comment that starts here is not closed.
js-analysis-problem-too-deep = Variations are nested too deeply.
js-analysis-problem-too-long = The game is too long.

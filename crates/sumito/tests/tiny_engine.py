"""A tiny UGI engine for tests: it ejects if it can, pushes if it can, and steps otherwise."""
import os, sys, time

DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
board, turn = {}, "b"

def cell(text):
    return ord(text[0]), int(text[1])

def plus(a, b):
    return a[0] + b[0], a[1] + b[1]

def line(start, way):
    """The marbles from a cell on, up to the first empty cell or the edge."""
    cells = []
    while board.get(start, ".") != ".":
        cells.append(start)
        start = plus(start, way)
    return cells, start

def play(move):
    global turn
    first, last = cell(move), cell(move[2:])
    if len(move) == 4:
        way = (last[0] - first[0], last[1] - first[1])
        cells, _ = line(first, way)
        for one in reversed(cells):
            if plus(one, way) in board:
                board[plus(one, way)] = board[one]
            board[one] = "."
    else:  # Broadside: from the first to the last marble, and where the first one goes.
        target = cell(move[4:])
        way = (target[0] - first[0], target[1] - first[1])
        sign = lambda n: (n > 0) - (n < 0)
        along, one, cells = (sign(last[0] - first[0]), sign(last[1] - first[1])), first, [first]
        while one != last:
            one = plus(one, along)
            cells.append(one)
        for one in cells:
            board[plus(one, way)], board[one] = turn, "."
    turn = "w" if turn == "b" else "b"

def position(words):
    global turn
    board.clear()
    for row, cells in zip("ihgfedcba", words[1].split("/")):
        cells = "".join("." * int(c) if c.isdigit() else c for c in cells)
        board.update({(ord(row), max(1, ord(row) - ord("d")) + n): c for n, c in enumerate(cells)})
    turn = words[2]
    if "moves" in words:
        for move in words[words.index("moves") + 1:]:
            play(move)

def best():
    choices = []
    for start in [start for start, marble in board.items() if marble == turn]:
        for way in DIRECTIONS:
            marbles, end = line(start, way)
            own = 0
            while own < len(marbles) and board[marbles[own]] == turn:
                own += 1
            theirs = len(marbles) - own
            pushed = all(board[one] != turn for one in marbles[own:])
            if own > 3 or theirs >= own or not pushed or (theirs == 0 and end not in board):
                continue
            value = (100 if theirs and end not in board else theirs, own)
            choices.append((value, "".join(chr(row) + str(digit) for row, digit in (start, plus(start, way)))))
    return max(choices)[1]

for text in sys.stdin:
    words = text.split()
    match words[:1]:
        case ["ugi"]:
            print("id name Tiny\nugiok")
        case ["isready"]:
            print("readyok")
        case ["position"]:
            position(words[1:])
        case ["go"]:
            # For tests of what happens when an engine dies or hangs: it does so once, and leaves a file behind. One that lies always does.
            for fault in ["TINY_DIES", "TINY_HANGS"]:
                file = os.environ.get(fault)
                if file and not os.path.exists(file):
                    open(file, "w").close()
                    sys.exit(3) if fault == "TINY_DIES" else time.sleep(600)
            time.sleep(float(os.environ.get("TINY_THINKS", 0)))
            print("info depth 1 score cp 0")
            print("bestmove", "e5e5" if os.environ.get("TINY_LIES") else best())
        case ["quit"]:
            break
    sys.stdout.flush()

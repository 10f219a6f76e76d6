"""Types of the extension module. `sumito` exports what is public."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Color = Literal["black", "white"]
Seat = Literal["black", "white", "blue", "red", "green", "yellow"]
Direction = Literal["east", "north-east", "north-west", "west", "south-west", "south-east"]
Theme = Literal["classic", "light", "dark", "high-contrast", "print"]
MoveNotation = Literal["aba-pro", "nacre", "playstrategy"]
PositionNotation = Literal["native", "playstrategy", "kaa", "abalonline", "apgn"]
TextStyle = Literal["ascii", "plain", "color"]
Shape = Literal["cells", "grid"]
View = Literal["own", "fixed"]
Evaluation = Literal["network", "handmade", "rings"]
Cells = str | Iterable[str]
AnyMove = Move | str | int | np.integer[Any]
Start = str | Position | Layout

__version__: str
ACTIONS: Final[int]
"""The number of actions, 2,562: 42 kinds of moves by 61 tails. Some of them would leave the board."""
CELLS: Final[tuple[str, ...]]
"""The names of the 61 cells by their index in arrays."""
GRID: Final[NDArray[np.int64]]
"""The place of each cell in a flattened 9x9 array: nine times its row plus its digit, both from 0."""
SYMMETRY_CELLS: Final[NDArray[np.int64]]
"""Where each of the twelve symmetries takes each cell."""
SYMMETRY_ACTIONS: Final[NDArray[np.int64]]
"""Where each of the twelve symmetries takes each action; -1 for actions that would leave the board."""
SYMMETRY_INVERSES: Final[tuple[int, ...]]
"""The symmetry that undoes each symmetry."""

class Error(ValueError):
    """What the package raises for input that it cannot use."""

class ParseError(Error):
    """A text could not be read: what was being read, the offset of the wrong character, what was expected and found there."""

    subject: str
    at: int
    expected: str
    found: str

class IllegalMoveError(Error):
    """The rules forbid a move: a stable key for the reason, and the cell that shows it."""

    key: str
    cell: str | None

class RecordError(Error):
    """A game of a file could not be read: the game and the line from 1, the offset in the line, and a key for the problem."""

    game: int
    line: int
    at: int
    key: str

@final
class Move:
    """One to three marbles in a line that all step one cell in the same direction. `str` writes Aba-Pro."""

    def __new__(cls, cells: Cells, direction: Direction) -> Move: ...
    @classmethod
    def from_index(cls, index: int | np.integer[Any]) -> Move:
        """The move of an action."""
    @classmethod
    def from_text(cls, text: str) -> Move:
        """Reads a text that names the whole line, such as a1c3d4."""
    @property
    def index(self) -> int:
        """The move as an action: 61 times the number of its kind, plus the index of its tail."""
    @property
    def full_text(self) -> str:
        """A text that names the whole line and needs no position to be read."""
    @property
    def cells(self) -> list[str]:
        """The cells of the marbles before the move."""
    @property
    def destinations(self) -> list[str]:
        """The cells of the marbles after the move."""
    @property
    def direction(self) -> Direction:
        """Where the marbles step."""
    @property
    def tail(self) -> str:
        """The rearmost marble of an in-line move; the first end of a broadside."""
    @property
    def head(self) -> str:
        """The other end of the line."""
    @property
    def is_inline(self) -> bool:
        """Whether the marbles step along their own line. A single marble does."""
    @property
    def is_broadside(self) -> bool:
        """Whether two or three marbles step sideways."""
    def transform(self, symmetry: int) -> Move:
        """The same move on the board turned or reflected."""
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Explanation:
    """What a legal move does. `str` says it in words."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def key(self) -> str:
        """A stable key, such as ejection-3-2."""
    @property
    def pushed(self) -> list[str]:
        """The cells of the marbles that are pushed, before the move."""
    @property
    def ejected(self) -> str | None:
        """The cell of the marble that is ejected."""
    @property
    def fourth(self) -> str | None:
        """The fourth marble of a row of which three move."""
    def __hash__(self) -> int: ...

@final
class Finding:
    """Something on a board that the rule books have a word for: a group, a block, a pac, a sumito, a threat... `str` describes it."""

    @property
    def kind(self) -> str:
        """What it is."""
    @property
    def key(self) -> str:
        """Which one of its kind."""
    @property
    def color(self) -> Color | None:
        """The side that it belongs to, if it belongs to one."""
    @property
    def cells(self) -> list[str]:
        """Where it is."""
    @property
    def move(self) -> Move | None:
        """The push that it is about, if there is one."""
    def __hash__(self) -> int: ...

@final
class Position:
    """A position: marbles, side to move, marbles lost, counters. It never changes. `str` writes the native text.

    The text is a position in any of the notations, or the name of a layout."""

    def __new__(cls, text: str = "standard", notation: PositionNotation | None = None) -> Position: ...
    @classmethod
    def from_marbles(
        cls,
        black: Cells,
        white: Cells,
        turn: Color = "black",
        *,
        black_lost: int = 0,
        white_lost: int = 0,
        marbles_to_win: int = 6,
    ) -> Position:
        """A position with marbles on these cells."""
    @classmethod
    def from_array(
        cls,
        array: ArrayLike,
        turn: Color = "black",
        *,
        black_lost: int = 0,
        white_lost: int = 0,
        marbles_to_win: int = 6,
    ) -> Position:
        """The position of an array of 61 or 9x9 numbers: 1 for Black, -1 for White, 0 for nothing."""
    def with_marbles_to_win(self, marbles: int) -> Position:
        """The same position in a game that is won by this many ejections."""
    def with_turn(self, turn: Color) -> Position:
        """The same position with this side to move."""
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def winner(self) -> Color | None:
        """The side that has ejected enough marbles to win."""
    @property
    def marbles_to_win(self) -> int:
        """How many ejections win."""
    @property
    def plies_since_ejection(self) -> int:
        """Plies since the last ejection, or since the start."""
    @property
    def move_number(self) -> int:
        """The number of the move, counted as in game files."""
    @property
    def zobrist_hash(self) -> int:
        """A hash of marbles, losses and side to move, the same on every machine."""
    def marbles(self, color: Color) -> list[str]:
        """The cells with marbles of a color."""
    def bits(self, color: Color) -> int:
        """The marbles as a number with one bit for each cell."""
    def array(self, shape: Shape = "cells") -> NDArray[np.int8]:
        """The board as one array: 1 for Black, -1 for White, 0 for nothing and off the board."""
    def lost(self, color: Color) -> int:
        """How many marbles a side has lost."""
    def color_at(self, cell: str) -> Color | None:
        """Whose marble is on a cell."""
    def legal_moves(self) -> list[Move]:
        """All legal moves, in the order of their actions; none once a side has won."""
    def legal_actions(self) -> NDArray[np.int64]:
        """The actions of the legal moves."""
    def count_moves(self) -> int:
        """The number of legal moves."""
    def pushes(self) -> list[Move]:
        """The legal moves that push."""
    def ejections(self) -> list[Move]:
        """The legal moves that eject a marble."""
    def mask(self) -> NDArray[np.bool_]:
        """Which of the actions are legal."""
    def parse_move(self, text: str, notation: MoveNotation = "aba-pro") -> Move:
        """Reads a legal move."""
    def format_move(self, m: AnyMove, notation: MoveNotation = "aba-pro") -> str:
        """Writes a legal move."""
    def attempt(self, cells: Cells, direction: Direction) -> Move:
        """Judges an attempt to move the marbles on these cells: a legal move, or an `IllegalMoveError` with the rule that forbids it."""
    def is_legal(self, m: AnyMove) -> bool:
        """Whether a move is legal."""
    def why_illegal(self, m: AnyMove) -> IllegalMoveError | None:
        """The rule that forbids a move, or nothing."""
    def explain(self, m: AnyMove) -> Explanation:
        """What a legal move does."""
    def words(self, m: AnyMove) -> list[str]:
        """The glossary's words for a legal move."""
    def play(self, m: AnyMove) -> Position:
        """The position after a legal move."""
    def survey(self) -> list[Finding]:
        """Everything that the rule books have a word for."""
    def perft(self, depth: int) -> int:
        """The number of sequences of legal moves."""
    def transform(self, symmetry: int) -> Position:
        """The position on the board turned or reflected."""
    def canonical(self) -> tuple[Position, int]:
        """The same position for all twelve images, and the symmetry that leads there from this one."""
    def swap_colors(self) -> Position:
        """The position with the colors, the losses and the side to move exchanged."""
    def format(self, notation: PositionNotation = "native") -> str:
        """The position in a notation."""
    def text(self, style: TextStyle = "plain") -> str:
        """The board for a terminal."""
    def svg(
        self,
        *,
        theme: Theme = "classic",
        view: int = 0,
        coordinates: bool = True,
        trays: bool = True,
        id: str = ...,
        title: str = ...,
        highlight: Cells = ...,
        last_move: Move | int = ...,
        arrow: AnyMove = ...,
    ) -> str:
        """The board as a picture. The view is the number of a symmetry; `id` begins the names of parts, for several pictures on a page."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

@final
class Rules:
    """The rules of one game as text: `win=6 repetition=3 quiet=off no-move=loses`, or `standard` or `blitz`, or both."""

    def __new__(cls, text: str = "standard") -> Rules: ...
    @property
    def marbles_to_win(self) -> int:
        """How many ejections win."""
    @property
    def repetition(self) -> int | None:
        """Which occurrence of a position draws."""
    @property
    def quiet_limit(self) -> int | None:
        """How many plies without an ejection draw."""
    @property
    def no_move_loses(self) -> bool:
        """Whether a player who cannot move loses; otherwise the game is drawn."""
    @property
    def ply_limit(self) -> int | None:
        """A game of this many plies is drawn."""
    def __hash__(self) -> int: ...

@final
class Layout:
    """A named start. It is found by its id, its name or an alias."""

    def __new__(cls, name: str) -> Layout: ...
    @property
    def id(self) -> str:
        """The stable name for files and arguments."""
    @property
    def name(self) -> str:
        """The English name."""
    @property
    def aliases(self) -> list[str]:
        """Other names."""
    @property
    def author(self) -> str | None:
        """Its author, if known."""
    @property
    def used_by(self) -> list[str]:
        """Sites, programs and events that offer it."""
    @property
    def note(self) -> str:
        """What else is worth knowing."""
    @property
    def is_certain(self) -> bool:
        """Whether at least two independent sources agree on every cell."""
    @property
    def is_balanced(self) -> bool:
        """Whether a symmetry exchanges the colors."""
    @property
    def position(self) -> Position:
        """The position."""
    @property
    def symmetries(self) -> list[int]:
        """The symmetries that leave it as it is."""
    @property
    def color_swaps(self) -> list[int]:
        """The symmetries that exchange the colors."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

def layouts() -> list[Layout]:
    """All layouts for two, the best known first."""

@final
class Outcome:
    """How a game ended. `str` says it in words."""

    @property
    def winner(self) -> Color | None:
        """The side that won."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """The result of game files: 1-0 if Black won."""
    @property
    def key(self) -> str:
        """A stable key for the reason."""
    def __hash__(self) -> int: ...

@final
class Game:
    """A game: a start, the rules, and everything done since. It goes back and forth."""

    def __new__(cls, start: Start = "standard", rules: str | Rules = "standard") -> Game: ...
    @property
    def position(self) -> Position:
        """The current position."""
    @property
    def start(self) -> Position:
        """The position it started from."""
    @property
    def layout(self) -> Layout | None:
        """The layout it started from."""
    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def ply(self) -> int:
        """The number of moves played."""
    @property
    def moves(self) -> list[Move]:
        """The moves played."""
    @property
    def positions(self) -> list[Position]:
        """The positions from the start to the current one."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or nothing."""
    @property
    def occurrences(self) -> int:
        """How many times the current position has been on the board."""
    def score(self, color: Color) -> int:
        """How many marbles a side has ejected."""
    def legal_moves(self) -> list[Move]:
        """All legal moves; none once the game is over."""
    def legal_actions(self) -> NDArray[np.int64]:
        """The actions of the legal moves."""
    def mask(self) -> NDArray[np.bool_]:
        """Which of the actions are legal."""
    def play(self, m: AnyMove) -> Move:
        """Plays a legal move, and returns it."""
    def resign(self, loser: Color) -> None:
        """A side resigns."""
    def agree_draw(self) -> None:
        """Both sides agree to a draw."""
    def flag_fall(self, loser: Color) -> None:
        """A side runs out of time."""
    def undo(self) -> str | None:
        """Undoes the last action and returns its text."""
    def redo(self) -> str | None:
        """Redoes the next undone action and returns its text."""
    def take_back(self, color: Color) -> bool:
        """Undoes everything back to before a side's last move, if it has moved."""
    def go_to(self, actions: int) -> None:
        """Goes back or forth until this many actions are done."""
    def copy(self) -> Game:
        """An independent copy."""
    def record(self, **tags: str) -> Record:
        """The game for a file, with tags such as `Black="Ada"`."""
    def text(self, style: TextStyle = "plain") -> str:
        """The board for a terminal, with the last move marked."""
    def svg(
        self,
        *,
        theme: Theme = "classic",
        view: int = 0,
        coordinates: bool = True,
        trays: bool = True,
        id: str = ...,
        title: str = ...,
        highlight: Cells = ...,
        last_move: Move | int = ...,
        arrow: AnyMove = ...,
    ) -> str:
        """The board as a picture, with the last move marked; see `Position.svg`."""
    def _repr_svg_(self) -> str: ...

@final
class Ply:
    """A move of a record with its annotations."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def glyph(self) -> str | None:
        """What is written after the move: !, ?, !!, ??, !? or ?!."""
    @property
    def eval(self) -> str | None:
        """The evaluation as text, from Black's point of view."""
    @property
    def clock(self) -> float | None:
        """The time left after the move, in seconds."""
    @property
    def comment(self) -> str:
        """The comment after the move."""
    @property
    def variations(self) -> list[list[Ply]]:
        """What could have been played instead."""

@final
class Record:
    """One game of a file. `str` writes APGN; several in a row are a file of games."""

    def __new__(cls, text: str) -> Record: ...
    @property
    def tags(self) -> dict[str, str]:
        """All tags."""
    def tag(self, name: str) -> str | None:
        """The value of a tag."""
    def set_tag(self, name: str, value: str) -> None:
        """Sets a tag; an empty or unknown value removes it."""
    @property
    def start(self) -> Position:
        """The position before the first move."""
    @property
    def layout(self) -> Layout | None:
        """The layout that the game started from."""
    @property
    def rules(self) -> Rules | None:
        """The rules of the game, if they are known."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def plies(self) -> list[Ply]:
        """The moves of the main line with their annotations and variations."""
    @property
    def comment(self) -> str:
        """The comment before the first move."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result."""
    def game(self) -> Game:
        """The main line as a game."""
    def format(self, format: Literal["apgn", "playstrategy", "plain"] = "apgn", notation: MoveNotation | None = None) -> str:
        """The record in a format of files."""
    def copy(self) -> Record:
        """An independent copy."""
    def code(self) -> str | None:
        """The main line as a short code, if its start has a name in codes."""

@final
class Reader:
    """Reads games from lines that arrive one by one; `read_games` is simpler."""

    def __new__(cls) -> Reader: ...
    def push_line(self, line: str) -> list[Record | PartyRecord | RecordError]:
        """Takes the next line, and returns the games that end there."""
    def finish(self) -> list[Record | PartyRecord | RecordError]:
        """Ends the file, and returns the last game."""

@final
class Encoding:
    """How observations look: planes of 61 cells or 9x9, the player's own marbles first or Black's, and how many positions."""

    def __new__(cls, shape: Shape = "cells", view: View = "own", history: int = 1) -> Encoding: ...
    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions of an observation."""
    def observe(self, game: Game | Position, color: Color | None = None, symmetry: int = 0) -> NDArray[np.int8]:
        """What a player sees, by default the one to move."""
    def __hash__(self) -> int: ...

def action_mask(game: Game | Position, symmetry: int = 0) -> NDArray[np.bool_]:
    """The legal actions of a game or a position as seen through a symmetry."""

@final
class VecEnv:
    """Many games at once. The arrays are allocated once and written by every step; finished games start again."""

    def __new__(
        cls,
        n: int,
        layout: Start | Iterable[Start] = "belgian-daisy",
        *,
        rules: str | Rules = "standard",
        threads: int = 1,
        seed: int = 0,
        max_plies: int = 1000,
        shape: Shape = "cells",
        view: View = "own",
        history: int = 1,
        symmetry: int | Literal["random"] | None = None,
        win: float = 1.0,
        draw: float = 0.0,
        ejection: float = 0.0,
    ) -> VecEnv: ...
    @property
    def observations(self) -> NDArray[np.int8]:
        """What the players to move see."""
    @property
    def final_observations(self) -> NDArray[np.int8]:
        """The last observation of each game that ended or was cut off in the last step; other rows are older."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which of the 2,562 actions are legal in each game."""
    @property
    def turns(self) -> NDArray[np.int8]:
        """Who is to move in each game: 0 for Black, 1 for White."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the players who moved in the last step got for it."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Which games ended in the last step."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which games were cut off in the last step."""
    @property
    def threads(self) -> int:
        """How many threads step the games."""
    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
    def reset(self, seed: int | None = None) -> NDArray[np.int8]:
        """Starts all games again, with a seed as if they were new, and returns the observations."""
    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Plays one action in each game. If one of them is illegal, none is played."""
    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
    def game(self, n: int) -> Game:
        """A copy of a game."""
    def set_game(self, n: int, game: Game | Start) -> None:
        """Continues with a copy of this game, which is not over and has the same rules, or with a new one from this start."""
    def positions(self) -> list[Position]:
        """The positions of all games."""
    def symmetry(self, n: int) -> int:
        """The symmetry that a game is seen through."""
    def copy(self) -> VecEnv:
        """An independent copy with the same games and the same random numbers to come."""
    def __len__(self) -> int: ...

@final
class Line:
    """A line of a search."""

    @property
    def depth(self) -> int:
        """How deep the search was, in plies."""
    @property
    def score(self) -> int:
        """Hundredths of a marble for the side to move; beyond 29,000 a forced win."""
    @property
    def win_in(self) -> int | None:
        """A forced win in plies, negative for a loss."""
    @property
    def expectation(self) -> float:
        """The expected result: the probability to win plus half of that to draw."""
    @property
    def moves(self) -> list[Move]:
        """The best play of both sides."""

@final
class SearchResult:
    """The result of a search: nothing is best if the game is over."""

    @property
    def best(self) -> Move | None:
        """The best move."""
    @property
    def ponder(self) -> Move | None:
        """The expected reply."""
    @property
    def lines(self) -> list[Line]:
        """The best lines, as many as the engine was asked for."""
    @property
    def score(self) -> int | None:
        """The score of the best line."""
    @property
    def nodes(self) -> int:
        """How many positions were visited."""
    @property
    def time(self) -> float:
        """How many seconds it took."""

@final
class Engine:
    """An engine with its own memory. A copy has the same options and an empty memory."""

    def __new__(
        cls,
        *,
        threads: int = 1,
        hash: int = 16,
        lines: int = 1,
        level: int = 10,
        evaluation: Evaluation = "network",
        contempt: int = 10,
        seed: int = 0,
        plain: bool = False,
        book: bool = True,
        network: bytes | None = None,
    ) -> Engine: ...
    def set_options(
        self,
        *,
        threads: int = ...,
        hash: int = ...,
        lines: int = ...,
        level: int = ...,
        evaluation: Evaluation = ...,
        contempt: int = ...,
        seed: int = ...,
        plain: bool = ...,
        book: bool = ...,
    ) -> None:
        """Changes some options."""
    @property
    def options(self) -> dict[str, Any]:
        """All options."""
    def new_game(self) -> None:
        """Forgets everything learned from earlier searches."""
    def search(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: float | None = None,
        increment: float | None = None,
        only: Iterable[AnyMove] | None = None,
    ) -> SearchResult:
        """Searches until a limit is reached; times are in seconds. Ctrl-C interrupts it."""
    def evaluate(self, positions: Sequence[Position]) -> NDArray[np.int32]:
        """The evaluation of each position for its side to move, without a search."""
    def evaluate_bits(
        self, own: NDArray[np.uint64], other: NDArray[np.uint64], own_lost: NDArray[np.uint8], other_lost: NDArray[np.uint8]
    ) -> NDArray[np.int32]:
        """The same for sets of cells, from the point of view of the side to move."""

def network_bytes() -> bytes:
    """The network file that comes with the engine."""

def elo(pairs: Sequence[int]) -> tuple[float, float, float]:
    """The difference in strength by how many pairs of games scored 0, 1/2, 1, 3/2 and 2 points: likely value, and its 95% interval."""

def serve_ugi() -> None:
    """Speaks UGI on standard input and output until `quit`."""

def self_play(
    path: str | os.PathLike[str],
    positions: int,
    *,
    nodes: int = 5000,
    seed: int = 1,
    threads: int = 1,
    network: bytes | None = None,
    hash: int = 16,
    evaluation: Evaluation = "network",
) -> tuple[int, int]:
    """Plays games of the engine against itself into a new file, until there are enough positions: how many games and positions."""

def expand(games: str | os.PathLike[str], positions: str | os.PathLike[str]) -> tuple[int, int]:
    """Writes the training positions of a file of games: how many games and positions."""

def move_actions() -> NDArray[np.int64]:
    """The action of each number of a move in training data, -1 for numbers that are not moves."""

def play_randomly(plies: int, seed: int = 0) -> tuple[int, float]:
    """Plays random games in Rust alone, to compare with: how many plies in how many seconds."""

@final
class PartyLayout:
    """A named start for three to six players."""

    def __new__(cls, name: str) -> PartyLayout: ...
    @property
    def id(self) -> str:
        """The stable name for files and arguments."""
    @property
    def name(self) -> str:
        """The English name."""
    @property
    def seating(self) -> str:
        """The letters of the players by teams, such as bu-wr."""
    @property
    def seats(self) -> list[Seat]:
        """The players, in the order in which they move."""
    @property
    def is_offered(self) -> bool:
        """Whether a rule book offers it."""
    @property
    def position(self) -> PartyPosition:
        """The position."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

def party_layouts() -> list[PartyLayout]:
    """All layouts for three to six players."""

@final
class PartyPosition:
    """A position of a game for two to six players. It never changes. `str` writes its text."""

    def __new__(cls, text: str = "three") -> PartyPosition: ...
    @property
    def turn(self) -> Seat:
        """The player to move."""
    @property
    def seating(self) -> str:
        """The letters of the players by teams, such as bu-wr."""
    @property
    def seats(self) -> list[Seat]:
        """The players, in the order in which they move."""
    @property
    def winner(self) -> int | None:
        """The number of the team that has won, from 1."""
    @property
    def marbles_to_win(self) -> int:
        """How many ejections of a team win."""
    @property
    def round(self) -> int:
        """The number of the round, from 1."""
    @property
    def plies_since_ejection(self) -> int:
        """Plies since the last ejection, or since the start."""
    @property
    def zobrist_hash(self) -> int:
        """A hash of the position, the same on every machine."""
    def team(self, seat: Seat) -> int:
        """The number of a player's team, from 1."""
    def marbles(self, seat: Seat) -> list[str]:
        """The cells with a player's marbles."""
    def seat_at(self, cell: str) -> Seat | None:
        """Whose marble is on a cell."""
    def ejected_by(self, seat: Seat) -> int:
        """How many marbles a player has ejected."""
    def has_left(self, seat: Seat) -> bool:
        """Whether a player has left the game."""
    def legal_moves(self) -> list[Move]:
        """All legal moves of the player to move."""
    def legal_actions(self) -> NDArray[np.int64]:
        """The actions of the legal moves."""
    def mask(self) -> NDArray[np.bool_]:
        """Which of the actions are legal."""
    def parse_move(self, text: str) -> Move:
        """Reads a legal move."""
    def attempt(self, cells: Cells, direction: Direction) -> Move:
        """Judges an attempt to move the marbles on these cells: a legal move, or an `IllegalMoveError` with the rule that forbids it."""
    def is_legal(self, m: AnyMove) -> bool:
        """Whether a move is legal."""
    def why_illegal(self, m: AnyMove) -> IllegalMoveError | None:
        """The rule that forbids a move, or nothing."""
    def explain(self, m: AnyMove) -> Explanation:
        """What a legal move does."""
    def play(self, m: AnyMove) -> PartyPosition:
        """The position after a legal move."""
    def perft(self, depth: int) -> int:
        """The number of sequences of legal moves."""
    def transform(self, symmetry: int) -> PartyPosition:
        """The position on the board turned or reflected."""
    def text(self, style: TextStyle = "plain") -> str:
        """The board for a terminal."""
    def svg(
        self,
        *,
        theme: Theme = "classic",
        view: int = 0,
        coordinates: bool = True,
        trays: bool = True,
        id: str = ...,
        title: str = ...,
        highlight: Cells = ...,
        last_move: Move | int = ...,
        arrow: AnyMove = ...,
    ) -> str:
        """The board as a picture; see `sumito.Position.svg`."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

@final
class PartyOutcome:
    """How a game for more than two ended. `str` says it in words."""

    @property
    def winner(self) -> int | None:
        """The number of the team that won, from 1."""
    @property
    def key(self) -> str:
        """A stable key for the reason."""
    def __hash__(self) -> int: ...

@final
class PartyGame:
    """A game for three to six players."""

    def __new__(cls, start: str | PartyPosition | PartyLayout = "three", rules: str | Rules = "standard") -> PartyGame: ...
    @property
    def position(self) -> PartyPosition:
        """The current position."""
    @property
    def start(self) -> PartyPosition:
        """The position it started from."""
    @property
    def layout(self) -> PartyLayout | None:
        """The layout it started from."""
    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
    @property
    def turn(self) -> Seat:
        """The player to move."""
    @property
    def ply(self) -> int:
        """The number of moves played."""
    @property
    def positions(self) -> list[PartyPosition]:
        """The positions from the start to the current one; departures change them too."""
    @property
    def moves(self) -> list[tuple[Seat, Move]]:
        """The moves played, and by whom."""
    @property
    def departures(self) -> list[tuple[Seat, str]]:
        """The players who left, and why."""
    @property
    def outcome(self) -> PartyOutcome | None:
        """How the game ended, or nothing."""
    def lost(self, seat: Seat) -> int:
        """How many marbles a player has lost."""
    def legal_moves(self) -> list[Move]:
        """All legal moves; none once the game is over."""
    def legal_actions(self) -> NDArray[np.int64]:
        """The actions of the legal moves."""
    def mask(self) -> NDArray[np.bool_]:
        """Which of the actions are legal."""
    def play(self, m: AnyMove) -> Move:
        """Plays a legal move, and returns it."""
    def leave(self, seat: Seat, reason: Literal["resigned", "flag", "absent", "abandoned"] = "resigned") -> None:
        """A player leaves, and the others play on."""
    def resign_team(self, team: int) -> None:
        """All players of a team resign."""
    def agree_draw(self) -> None:
        """All players agree to a draw."""
    def undo(self) -> str | None:
        """Undoes the last action and returns its text."""
    def redo(self) -> str | None:
        """Redoes the next undone action and returns its text."""
    def go_to(self, actions: int) -> None:
        """Goes back or forth until this many actions are done."""
    def copy(self) -> PartyGame:
        """An independent copy."""
    def record(self, **tags: str) -> PartyRecord:
        """The game for a file, with tags such as `Blue="Cy"`."""
    def best_move(self, level: int = 5, seed: int = 0) -> SearchResult:
        """The engine's move at a level from 1 to 5."""
    def text(self, style: TextStyle = "plain") -> str:
        """The board for a terminal, with the last move marked."""
    def svg(
        self,
        *,
        theme: Theme = "classic",
        view: int = 0,
        coordinates: bool = True,
        trays: bool = True,
        id: str = ...,
        title: str = ...,
        highlight: Cells = ...,
        last_move: Move | int = ...,
        arrow: AnyMove = ...,
    ) -> str:
        """The board as a picture, with the last move marked; see `sumito.Position.svg`."""
    def _repr_svg_(self) -> str: ...

@final
class PartyRecord:
    """One game of a file for three to six players. `str` writes APGN."""

    def __new__(cls, text: str) -> PartyRecord: ...
    @property
    def tags(self) -> dict[str, str]:
        """All tags."""
    def tag(self, name: str) -> str | None:
        """The value of a tag."""
    def set_tag(self, name: str, value: str) -> None:
        """Sets a tag; an empty or unknown value removes it."""
    @property
    def start(self) -> PartyPosition:
        """The position before the first move."""
    @property
    def layout(self) -> PartyLayout | None:
        """The layout that the game started from."""
    @property
    def rules(self) -> Rules | None:
        """The rules of the game, if they are known."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def plies(self) -> list[Ply]:
        """The moves of the main line with their annotations and variations."""
    @property
    def result(self) -> str:
        """The result, one number for each team."""
    def copy(self) -> PartyRecord:
        """An independent copy."""
    def game(self) -> PartyGame:
        """The main line as a game."""
    def format(self) -> str:
        """The record as APGN."""

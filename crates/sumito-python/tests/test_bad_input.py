"""Bad input raises the program's own messages, and never a panic."""

import random
from collections.abc import Callable

import pytest

import sumito
from sumito import Game, Move, Position

PARSE: list[tuple[Callable[[], object], str, int]] = [
    (lambda: Position("5/6/7/8/9/8/7/6/bbx2 b"), "expected b, w or a number of empty cells, found 'x' (at character 19)", 18),
    (lambda: Position("nowhere"), "expected the name of a layout or a position, found 'nowhere' (at character 1)", 0),
    (lambda: Position("standard").parse_move("a1c3"), "expected a neighbor of a1, found c3 (at character 3)", 2),
    (lambda: sumito.Rules("win=6  repetition=1"), "expected a number from 2 to 255 or off after '=', found 'repetition=1' (at character 8)", 7),
    (lambda: Position("standard").color_at("k5"), "expected a cell from a1 to i9, such as e5, found 'k5' (at character 1)", 0),
]

WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: Position("standard", "morse"), sumito.ParseError, "native, playstrategy, kaa, abalonline or apgn"),
    (lambda: Position("standard").play("a1a2"), sumito.IllegalMoveError, "at most three marbles move together"),
    (lambda: Position("standard").play(5000), sumito.Error, "there is no action 5000"),
    (lambda: Position("standard").play(-1), sumito.Error, "there is no action -1"),
    (lambda: Position("standard").play(1 << 80), sumito.Error, "there is no action"),
    (lambda: Position("standard").play(1.0), TypeError, "expected a move, its text or its index, found float"),
    (lambda: Position("standard").play(True), TypeError, "found bool"),
    (lambda: Position("standard").play(None), TypeError, "found NoneType"),
    (lambda: Position("standard").marbles("green"), sumito.Error, "expected 'black' or 'white', found 'green'"),
    (lambda: Position("standard").attempt("a1", "up"), sumito.Error, "expected a direction, one of east, north-east"),
    (lambda: Position("standard").attempt(7, "east"), TypeError, "expected cells as text"),
    (lambda: Position("standard").attempt([7], "east"), TypeError, "found int"),
    (lambda: Position("standard").attempt(["a1", "z9"], "east"), sumito.ParseError, "found 'z9'"),
    (lambda: Position("standard").transform(12), sumito.Error, "expected a symmetry from 0 to 11, found 12"),
    (lambda: Position("standard").perft(99), sumito.Error, "expected a depth from 0 to 12, found 99"),
    (lambda: Position("standard").perft(-1), sumito.Error, "expected a depth from 0 to 12, found -1"),
    (lambda: Position("standard").perft(1 << 200), sumito.Error, "expected a depth from 0 to 12"),
    (lambda: Position("standard").perft(1.5), TypeError, "expected a whole number, found float"),
    (lambda: Position("standard").text("neon"), sumito.Error, "expected a style"),
    (lambda: Position("standard").svg(theme="neon"), sumito.ParseError, "neon"),
    (lambda: Position("standard").svg(arrow="a1a2"), sumito.IllegalMoveError, "at most three"),
    (lambda: Position.from_marbles("a1-a3", "a3"), sumito.Error, "a3 has marbles of both colors"),
    (lambda: Position.from_marbles("a1", "a3", black_lost=62), sumito.Error, "expected a number of marbles lost from 0 to 61, found 62"),
    (lambda: Position.from_marbles("a1", "a3", marbles_to_win=0), sumito.Error, "from 1 to 61"),
    (lambda: Position(7), TypeError, ""),
    (lambda: Move("a1 a3", "east"), sumito.Error, "expected one to three adjacent cells"),
    (lambda: Move.from_index(2562), sumito.Error, "there is no action 2562"),
    (lambda: Move.from_text("a1"), sumito.ParseError, "expected a cell"),
    (lambda: Game("standard", 6), TypeError, "expected rules or their text, found int"),
    (lambda: Game(6), TypeError, "expected a position, a layout, or the text of either, found int"),
    (lambda: sumito.Layout("nowhere"), sumito.Error, "there is no layout 'nowhere'"),
    (lambda: sumito.Record(""), sumito.Error, "expected a game, found nothing"),
    (lambda: sumito.Record("Standard 1.a1b2 *\n\nStandard 1.a1b2 *"), sumito.Error, "found several"),
    (lambda: sumito.Record("Standard 1.a1b2").format("pdf"), sumito.ParseError, "pdf"),
    (lambda: sumito.Record("Standard 1.a1b2").format("playstrategy", "nacre"), sumito.Error, "has its own notation"),
    (lambda: sumito.read_games([], errors="ignore"), sumito.Error, "expected errors="),
    (lambda: list(sumito.read_games([b"1.a1b2"])), TypeError, ""),
    (lambda: sumito.elo([1, 2, 3]), ValueError, ""),
]


@pytest.mark.parametrize(("call", "message", "at"), PARSE)
def test_texts_are_refused_with_their_place(call: Callable[[], object], message: str, at: int) -> None:
    with pytest.raises(sumito.ParseError) as caught:
        call()
    assert (str(caught.value), caught.value.at) == (message, at)
    assert caught.value.expected in message and caught.value.found in message and caught.value.subject


@pytest.mark.parametrize(("call", "kind", "message"), WRONG)
def test_wrong_arguments_are_refused(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message or None):
        call()


def test_errors_are_one_family() -> None:
    for kind in (sumito.ParseError, sumito.IllegalMoveError, sumito.RecordError):
        assert issubclass(kind, sumito.Error) and issubclass(kind, ValueError)


def test_no_text_makes_a_panic() -> None:
    """A panic would be a PanicException, which is no Exception and would fail this test."""
    chance = random.Random(8)
    pieces = ["a1", "i9", "e5", "b", "w", "/", "9", "5/6/7/8/9/8/7/6/5", " ", "0", "-", "x", "_", ",", "é", "\0", "1.", "(", "{", "[Black \"", "*", "win=", "ABAL1:"]
    position = Position("belgian-daisy")
    for _ in range(3000):
        text = "".join(chance.choices(pieces, k=chance.randrange(1, 12)))
        for read in (
            Position,
            position.parse_move,
            lambda text: position.parse_move(text, "nacre"),
            Move.from_text,
            sumito.Rules,
            sumito.Record,
            sumito.party.Position,
            sumito.party.Record,
            lambda text: list(sumito.read_games([text])),
        ):
            try:
                read(text)
            except sumito.Error:
                pass

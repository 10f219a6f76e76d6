"""Positions, moves, games, layouts, notations: against the data of the Rust crate, and back and forth."""

import copy
import pickle
import random
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest

import sumito
from sumito import Game, Layout, Move, Position, Rules


def random_positions(count: int, seed: int) -> list[Position]:
    """Positions of random games from many layouts."""
    chance = random.Random(seed)
    layouts = [layout.id for layout in sumito.layouts()]
    positions: list[Position] = []
    while len(positions) < count:
        game = Game(chance.choice(layouts))
        while game.outcome is None and game.ply < 150:
            positions.append(game.position)
            game.play(chance.choice(game.legal_moves()))
        positions.append(game.position)
    return positions[:count]


@pytest.mark.parametrize("name", ["layouts", "midgames", "ended", "deep"])
def test_perft_counts_are_those_of_the_rust_crate(crates: Path, name: str) -> None:
    checked = 0
    for line in (crates / f"sumito-rules/tests/data/{name}.perft").read_text().splitlines():
        text, *counts = (field.strip() for field in line.split("#")[0].split(";"))
        for count in counts:
            depth, expected = map(int, count.split())
            if expected < 600_000:
                assert Position(text).perft(depth) == expected, (text, depth)
                checked += 1
    assert checked >= 8


def test_masks_are_the_legal_moves() -> None:
    positions = random_positions(20_000, 1)
    assert len({str(position) for position in positions}) > 15_000
    for position in positions:
        legal = position.legal_moves()
        assert len(legal) == position.count_moves()
        assert set(np.flatnonzero(position.mask()).tolist()) == {m.index for m in legal}


def test_masks_are_the_moves_that_no_rule_forbids() -> None:
    moves = []
    for index in range(sumito.ACTIONS):
        try:
            moves.append(Move.from_index(index))
        except sumito.Error:
            continue
    assert len(moves) == (sumito.SYMMETRY_ACTIONS[0] >= 0).sum()
    for position in random_positions(30, 2):
        legal = {m.index for m in moves if position.why_illegal(m) is None}
        assert set(np.flatnonzero(position.mask()).tolist()) == legal


def test_moves_and_positions_come_back_from_every_text() -> None:
    for position in random_positions(300, 3):
        assert Position(str(position)) == position
        assert Position(position.format("playstrategy"), "playstrategy") == position
        for notation in ("kaa", "abalonline", "apgn"):
            back = Position(position.format(notation))
            assert back.marbles("black") == position.marbles("black") and back.lost("white") == position.lost("white")
        for m in position.legal_moves():
            assert position.parse_move(str(m)) == m
            for notation in ("nacre", "playstrategy"):
                assert position.parse_move(position.format_move(m, notation), notation) == m
            assert Move.from_text(m.full_text) == Move.from_index(m.index) == Move(m.cells, m.direction) == m
            assert position.attempt(m.cells, m.direction) == m
            assert position.play(m) == position.play(str(m)) == position.play(m.index) == position.play(np.int32(m.index))
        assert pickle.loads(pickle.dumps(position)) == position


def test_symmetries_agree_with_their_tables() -> None:
    for position in random_positions(40, 4):
        for symmetry in range(12):
            image = position.transform(symmetry)
            assert image.transform(sumito.SYMMETRY_INVERSES[symmetry]) == position
            cells = [sumito.CELLS.index(cell) for cell in position.marbles("black")]
            images = {sumito.CELLS[sumito.SYMMETRY_CELLS[symmetry, cell]] for cell in cells}
            assert images == set(image.marbles("black"))
            legal = {int(sumito.SYMMETRY_ACTIONS[symmetry, m.index]) for m in position.legal_moves()}
            assert legal == {m.index for m in image.legal_moves()}
            assert legal == {m.transform(symmetry).index for m in position.legal_moves()}


def test_a_game_goes_back_and_forth() -> None:
    game = Game(Layout("belgian daisy"), Rules("blitz"))
    assert str(game.rules) == "win=4 repetition=3 quiet=off no-move=loses"
    for text in ("a1b2", "i5h5", "a2b3"):
        game.play(text)
    after = game.copy()
    assert game.undo() == "a2b3" and game.ply == 2 and game != after
    assert game.redo() == "a2b3" and game == after == copy.deepcopy(game) == pickle.loads(pickle.dumps(game))
    game.resign("white")
    outcome = game.outcome
    assert outcome is not None and (outcome.winner, outcome.result, outcome.key) == ("black", "1-0", "won-by-resignation")
    assert pickle.loads(pickle.dumps(game)).outcome == outcome
    assert not game.legal_moves() and not game.mask().any()
    with pytest.raises(sumito.IllegalMoveError, match="the game is over"):
        game.play("i6h6")
    with pytest.raises(sumito.Error, match="the game is over"):
        game.agree_draw()


def test_every_layout_of_the_rust_crate_is_there(crates: Path) -> None:
    lines = [line.split() for line in (crates / "sumito-rules/tests/data/layouts.txt").read_text().splitlines() if line[:1] not in "#"]
    assert {line[0] for line in lines if line} == {layout.id for layout in sumito.layouts()}
    for id, black, white, moves, *_ in filter(None, lines):
        layout = Layout(id)
        position = layout.position
        assert (len(position.marbles("black")), len(position.marbles("white"))) == (int(black), int(white))
        assert position.count_moves() == int(moves)
        assert layout.is_balanced == bool(layout.color_swaps)


def test_explanations_reasons_and_findings() -> None:
    position = Position("5/6/7/8/9/8/7/6/wwbbb b 0 5")
    explained = position.explain("a5a4")
    assert (explained.key, str(explained), explained.ejected) == ("ejection-3-2", "sumito 3-2, ejects the marble on a1", "a1")
    assert position.words("a5a4") == ["sumito", "push", "line", "eject"]
    won = position.play("a5a4")
    assert won.winner == "black" and won.count_moves() == 0

    daisy = Position("belgian-daisy")
    reason = daisy.why_illegal("b1b2")
    assert reason is not None and (reason.key, str(reason)) == ("pac-3-3", "3 against 3 is a pac: equal numbers cannot push")
    assert daisy.why_illegal("a1b2") is None and daisy.is_legal("a1b2")
    with pytest.raises(sumito.IllegalMoveError) as caught:
        daisy.attempt("a4", "west")
    assert (caught.value.key, caught.value.cell) == ("not-your-marble", "a4")

    findings = Position("5/6/4w2/4w3/4b4/3b4/2b4/6/5 b").survey()
    sumitos = [finding for finding in findings if finding.kind == "sumito"]
    assert [str(finding) for finding in sumitos] == ["3-2 sumito on c3-g7"]
    assert sumitos[0].move is not None and sumitos[0].color == "black"
    assert {finding.kind for finding in findings} >= {"group", "trinomial", "sumito"}


def test_pictures_are_well_formed() -> None:
    game = Game("belgian-daisy")
    game.play("a1b2")
    pictures = [
        game._repr_svg_(),
        game.position._repr_svg_(),
        Layout("standard")._repr_svg_(),
        game.svg(theme="dark", view=3, arrow="i5h5", highlight="e5", last_move=game.moves[0], title="a & b", coordinates=False),
    ]
    for picture in pictures:
        assert xml.etree.ElementTree.fromstring(picture).tag.endswith("svg")
    assert game._repr_svg_() != game._repr_svg_(), "each picture of a notebook has its own names"
    assert "White to move" in game.text()
    with pytest.raises(TypeError, match="svg\\(\\) has no argument 'color'"):
        game.svg(color="red")  # type: ignore[call-arg]


def test_encodings_show_the_marbles() -> None:
    game = Game("belgian-daisy")
    for text in ("a1b2", "i5h5", "a2b3"):
        game.play(text)
    cells = sumito.Encoding("cells", "own", 2)
    grid = sumito.Encoding("grid", "fixed", 2)
    assert (cells.shape, grid.shape) == ((7, 61), (7, 9, 9))
    seen = cells.observe(game)
    assert {sumito.CELLS[n] for n in np.flatnonzero(seen[0])} == set(game.position.marbles("white"))
    assert {sumito.CELLS[n] for n in np.flatnonzero(seen[3])} == set(game.positions[-2].marbles("black"))
    assert (seen[6] == 1).all() and (cells.observe(game, "black")[6] == 0).all()
    flat = grid.observe(game).reshape(7, 81)
    assert (flat[0][sumito.GRID] == cells.observe(game, "black")[0]).all() and flat[0].sum() == 14
    turned = cells.observe(game, symmetry=1)
    assert (turned[0][sumito.SYMMETRY_CELLS[1]] == seen[0]).all()
    start = sumito.Encoding(history=3).observe(Game("standard"))
    assert not start[2:6].any(), "before the start there is nothing"


def test_boards_are_arrays() -> None:
    for position in random_positions(300, 6):
        for shape in ("cells", "grid"):
            board = position.array(shape)  # type: ignore[arg-type]
            assert board.dtype == np.int8 and board.shape == ((9, 9) if shape == "grid" else (61,))
            lost = {"black_lost": position.lost("black"), "white_lost": position.lost("white")}
            again = Position.from_array(board, position.turn, **lost)
            assert again.marbles("black") == position.marbles("black") and again.zobrist_hash == position.zobrist_hash
        flat = position.array("grid").reshape(81)
        assert (flat[sumito.GRID] == position.array()).all() and np.abs(flat).sum() == np.abs(position.array()).sum()
        assert {sumito.CELLS[n] for n in np.flatnonzero(position.array() == -1)} == set(position.marbles("white"))
        assert sum(1 << int(n) for n in np.flatnonzero(position.array() == 1)) == position.bits("black")
    assert Position.from_array([[0] * 9] * 9).count_moves() == 0
    off = np.zeros((9, 9))
    off[0, 8] = 1
    for array, message in (
        (np.zeros(60), r"expected an array of 61 numbers or 9x9, found the shape \(60,\)"),
        (np.full(61, 2), "expected 1 for Black, -1 for White or 0 on a1, found 2"),
        (np.full(61, np.nan), "on a1, found NaN"),
        (off, "expected 0 off the board"),
    ):
        with pytest.raises(sumito.Error, match=message):
            Position.from_array(array)


def test_the_legal_actions_are_those_of_the_moves() -> None:
    for position in random_positions(500, 7):
        actions = position.legal_actions()
        assert actions.tolist() == [m.index for m in position.legal_moves()] == np.flatnonzero(position.mask()).tolist()
        assert Game(position).legal_actions().tolist() == actions.tolist()
        if len(actions):
            assert position.play(actions[-1]) == position.play(position.legal_moves()[-1])


def test_images_of_a_position_have_one_canonical_form() -> None:
    for position in random_positions(60, 8):
        form, symmetry = position.canonical()
        assert position.transform(symmetry) == form
        for image in (position.transform(n) for n in range(12)):
            other, back = image.canonical()
            assert other == form and image.transform(back) == form


def test_masks_and_observations_of_positions_are_those_of_games() -> None:
    encoding = sumito.Encoding("grid", "own", 2)
    for position in random_positions(40, 9):
        for symmetry in (0, 4, 9):
            game = Game(position)
            assert (encoding.observe(position, symmetry=symmetry) == encoding.observe(game, symmetry=symmetry)).all()
            assert (encoding.observe(position, symmetry=symmetry) == encoding.observe(position.transform(symmetry))).all()
            seen = sumito.action_mask(game, symmetry)
            assert (sumito.action_mask(position, symmetry) == seen).all()
            legal = {int(sumito.SYMMETRY_ACTIONS[symmetry, action]) for action in position.legal_actions()}
            assert set(np.flatnonzero(seen).tolist()) == legal
    over = Game("standard")
    over.resign("black")
    assert not sumito.action_mask(over, 3).any()


def test_tables_cannot_be_changed() -> None:
    for table in (sumito.GRID, sumito.SYMMETRY_CELLS, sumito.SYMMETRY_ACTIONS):
        with pytest.raises(ValueError, match="read-only"):
            table[...] = 0

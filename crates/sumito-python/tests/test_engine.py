"""The engine, its network, training data, and engines in other processes."""

import sys
import time
from pathlib import Path

import numpy as np
import pytest

import sumito
from sumito import Engine, Game, Position, data, ugi

UGI = [sys.executable, "-m", "sumito"]


def test_a_search_repeats_and_obeys_its_limits() -> None:
    game = Game("belgian-daisy")
    found = Engine(hash=1, lines=3).search(game, nodes=5000)
    assert found.best in game.legal_moves() and 5000 <= found.nodes < 5200
    assert len(found.lines) == 3 and found.lines[0].moves[0] == found.best and found.score == found.lines[0].score
    again = Engine(hash=1, lines=3).search(game, nodes=5000)
    assert [line.moves for line in again.lines] == [line.moves for line in found.lines]
    only = Engine(hash=1).search(game, depth=2, only=["a1b2", game.legal_moves()[0]])
    assert only.best in (game.position.parse_move("a1b2"), game.legal_moves()[0]) and only.lines[0].depth == 2
    timed = Engine(hash=1, book=False).search(game, time=0.1)
    assert 0.05 < timed.time < 10
    from_book = Engine(hash=1).search(game, time=600)
    assert from_book.nodes == 0 and from_book.best in game.legal_moves()


def test_a_forced_win_is_found() -> None:
    found = Engine(hash=1).search(Position("5/6/7/8/6bbw/8/7/6/b4 b 0 5"), depth=3)
    assert str(found.best) == "e7e8" and found.lines[0].win_in == 1 and found.lines[0].expectation > 0.99
    over = Engine(hash=1).search(Position("5/6/7/8/6bbw/8/7/6/b4 b 0 6"), depth=3)
    assert over.best is None and over.lines == [] and over.score is None


def test_options_and_limits_are_checked() -> None:
    for options, message in (
        ({"level": 0}, "option Level: expected a number from 1 to 10, found '0'"),
        ({"threads": 5000}, "option Threads: expected a number from 1 to 1024"),
        ({"hash": 10**9}, "option Hash: expected a number from 1 to"),
        ({"evaluation": "guess"}, "option Evaluation: expected network or handmade or rings, found 'guess'"),
        ({"speed": 1}, "there is no option 'speed'"),
        ({"seed": -1}, "option Seed"),
        ({"network": b"nothing"}, "not a network of this engine: it does not begin with SUMITO02"),
        ({"network": data.network_bytes()[:-1]}, "not a network of this engine: it has 178271 bytes instead of 178272"),
    ):
        with pytest.raises(sumito.Error, match=message):
            Engine(**options)  # type: ignore[arg-type]
    engine = Engine(hash=1)
    for limits, message in (({}, "needs a limit"), ({"time": -1}, "time: expected seconds"), ({"time": float("nan")}, "time"), ({"clock": 1e300}, "clock"), ({"depth": 0}, "expected a depth from 1"), ({"nodes": -1}, "expected a number of nodes from 1"), ({"increment": 1.0}, "belongs to a clock"), ({"only": [], "depth": 1}, "found none")):
        with pytest.raises(sumito.Error, match=message):
            engine.search(Game(), **limits)  # type: ignore[arg-type]
    with pytest.raises(sumito.IllegalMoveError):
        engine.search(Game(), depth=1, only=["i5h5"])
    with pytest.raises(TypeError, match="a game or a position, found str"):
        engine.search("standard", depth=1)  # type: ignore[arg-type]
    engine.set_options(level=2, lines=2)
    assert engine.options["level"] == 2 and engine.options["lines"] == 2
    assert engine.search(Game()).best is not None, "a level has its own limits"


def test_evaluations_are_those_of_the_network(crates: Path) -> None:
    """The file next to the network has scores that the training program computed."""
    rows = [line.split() for line in (crates / "sumito-engine/network.check").read_text().splitlines()]
    own, other = (np.array([int(row[n], 16) for row in rows], np.uint64) for n in (0, 1))
    own_lost, other_lost = (np.array([int(row[n]) for row in rows], np.uint8) for n in (2, 3))
    expected = [int(row[4]) for row in rows]
    engine = Engine(hash=1)
    scores = engine.evaluate_bits(own, other, own_lost, other_lost)
    assert len(rows) > 20 and scores.dtype == np.int32 and scores.tolist() == expected

    planes = data.planes(own), data.planes(other)
    cells = [[[sumito.CELLS[c] for c in np.flatnonzero(row)] for row in side] for side in planes]
    lost = [{"black_lost": int(ours), "white_lost": int(theirs)} for ours, theirs in zip(own_lost, other_lost, strict=True)]
    positions = [Position.from_marbles(black, white, "black", **numbers) for black, white, numbers in zip(*cells, lost, strict=True)]
    assert engine.evaluate(positions).tolist() == expected
    assert engine.evaluate([position.swap_colors() for position in positions]).tolist() == expected
    assert engine.evaluate([]).shape == (0,)
    with pytest.raises(TypeError):
        engine.evaluate(["standard"])  # type: ignore[list-item]
    with pytest.raises(sumito.Error, match="arrays of the same length"):
        engine.evaluate_bits(own, other[1:], own_lost, other_lost)
    with pytest.raises(sumito.Error, match="position 0: a cell has marbles of both colors"):
        engine.evaluate_bits(own, own, own_lost, other_lost)


def test_training_data_is_mapped(tmp_path: Path) -> None:
    games, positions = tmp_path / "games.bin", tmp_path / "positions.bin"
    played, wanted = data.self_play(games, 200, nodes=50, seed=3, hash=1)
    assert played > 0 and wanted >= 200
    assert data.expand(games, positions) == (played, wanted)
    samples = data.samples(positions)
    assert isinstance(samples, np.memmap) and samples.dtype == data.SAMPLE and len(samples) == wanted
    assert not (samples["own"] & samples["other"]).any() and set(np.unique(samples["result"])) <= {0, 1, 2}
    own, other = data.planes(samples["own"]), data.planes(samples["other"])
    assert own.shape == (wanted, 61) and (own.sum(axis=1) + samples["own_lost"] == 14).all() and not (own & other).any()
    scores = data.evaluate(Engine(hash=1), samples)
    n = 7
    cells = [[sumito.CELLS[c] for c in np.flatnonzero(planes[n])] for planes in (own, other)]
    lost = {"black_lost": int(samples["own_lost"][n]), "white_lost": int(samples["other_lost"][n])}
    position = Position.from_marbles(*cells, **lost)  # type: ignore[arg-type]
    assert Engine(hash=1).evaluate([position])[0] == scores[n]
    assert np.corrcoef(scores, samples["score"])[0, 1] > 0.5, "searches and evaluations agree by and large"

    actions = data.actions(samples)
    assert actions.min() >= 0
    for n in range(0, wanted, 10):
        cells = [[sumito.CELLS[c] for c in np.flatnonzero(planes[n])] for planes in (own, other)]
        assert Position.from_marbles(*cells).is_legal(int(actions[n]))  # type: ignore[arg-type]

    with pytest.raises(FileExistsError):
        data.self_play(games, 10, nodes=10)
    with pytest.raises(sumito.Error, match="the positions would replace the games"):
        data.expand(games, games)
    assert data.expand(games, positions) == (played, wanted), "the games are still there"
    with pytest.raises(OSError):
        data.expand(games, tmp_path / "no" / "such" / "folder")
    with pytest.raises(OSError):
        data.self_play(tmp_path / "no" / "such" / "folder", 10)
    with pytest.raises(FileNotFoundError, match="missing"):
        data.expand(tmp_path / "missing", positions)
    before = positions.read_bytes()
    games.write_bytes(games.read_bytes()[:-3])
    with pytest.raises(sumito.Error, match="expected a game at byte"):
        data.expand(games, positions)
    assert positions.read_bytes() == before, "a file is replaced when all of it is there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.bin", "positions.bin"]
    positions.write_bytes(b"123")
    with pytest.raises(sumito.Error, match="expected positions of 24 bytes, found 3 bytes"):
        data.samples(positions)


def test_the_network_file_is_read_whole(crates: Path) -> None:
    weights = data.network()
    assert {name: array.shape for name, array in weights.items()} == {
        "patterns": (2322, 32),
        "features": (134, 256),
        "feature_biases": (256,),
        "dense1": (6, 576, 16),
        "dense1_biases": (6, 16),
        "dense2": (6, 32, 32),
        "dense2_biases": (6, 32),
        "dense3": (6, 32),
        "dense3_bias": (6,),
    }
    assert sum(array.nbytes for array in weights.values()) + 8 == len(data.network_bytes()) == 178_272
    path = crates / "sumito-engine/network.bin"
    assert data.network_bytes() == path.read_bytes()
    for name, array in data.network(path).items():
        assert (array == weights[name]).all()
    with pytest.raises(sumito.Error, match="not a network"):
        data.network(b"SUMITO02")


def test_files_of_many_games_are_expanded(tmp_path: Path) -> None:
    """More than is read at a time."""
    small, large = tmp_path / "small.bin", tmp_path / "large.bin"
    played, wanted = data.self_play(small, 100, nodes=20, seed=5, hash=1)
    times = 3_000_000 // small.stat().st_size
    large.write_bytes(small.read_bytes() * times)
    assert data.expand(large, tmp_path / "positions.bin") == (times * played, times * wanted)
    samples = data.samples(tmp_path / "positions.bin")
    assert (samples[-wanted:] == samples[:wanted]).all()
    # Something else in the middle is found where it is.
    at = small.stat().st_size * (times // 2)
    large.write_bytes(large.read_bytes()[:at] + b"\xff" * 40 + large.read_bytes()[at:])
    with pytest.raises(sumito.Error, match=f"expected a game at byte {at}, found something else"):
        data.expand(large, tmp_path / "positions.bin")


def test_weights_are_written() -> None:
    weights = data.network()
    assert data.network_file(weights) == data.network_bytes()
    changed = {**weights, "dense3_bias": weights["dense3_bias"] + 4064 * 1024 // 2}
    one, other = Engine(hash=1), Engine(hash=1, network=data.network_file(changed))
    positions = [Position("standard"), Position("belgian-daisy")]
    assert np.abs(other.evaluate(positions) - one.evaluate(positions) - 100).max() <= 1
    for wrong, message in (
        ({**weights, "dense3": weights["dense3"][:5]}, r"dense3: expected the shape \(6, 32\) and whole numbers of 16 bits, found int16 \(5, 32\)"),
        ({**weights, "features": weights["features"] + 0.5}, "features: expected the shape"),
        ({**weights, "dense1_biases": np.full((6, 16), 1 << 40)}, "dense1_biases: expected"),
        ({name: array for name, array in weights.items() if name != "patterns"}, "expected weights named patterns, found none"),
    ):
        with pytest.raises(sumito.Error, match=message):
            data.network_file(wrong)


def test_the_last_layers_are_where_they_belong() -> None:
    """A network whose last layer is zero gives its bias as the score: the arrays are those that the engine computes with."""
    weights = data.network()
    content = bytearray(data.network_bytes())
    head = len(content) - 6 * (576 * 16 + 64 + 2048 + 128 + 64 + 4)
    size = (len(content) - head) // 6
    for stage in range(6):
        last = head + (stage + 1) * size - 68
        assert content[last : last + 64] == weights["dense3"][stage].tobytes()
        content[last : last + 68] = bytes(64) + np.int32((stage + 1) * 4064 * 1024).tobytes()
    engine = Engine(hash=1, network=bytes(content))
    assert engine.evaluate([Position("standard")])[0] == 200, "stage 0"


def test_any_engine_is_driven() -> None:
    with ugi.Engine(UGI, options={"Hash": 1, "MultiPV": 2}) as engine:
        assert engine.name.startswith("Sumito") and "Threads" in engine.options
        game = Game("belgian-daisy", "blitz")
        game.play("a1b2")
        answer = engine.go(game, nodes=2000)
        assert answer.best in game.legal_moves() and len(answer.lines) == 2
        assert answer.lines[0].moves[0] == str(answer.best) and answer.lines[0].score is not None
        win = engine.go(Game(Position("5/6/7/8/6bbw/8/7/6/b4 b 0 5")), depth=2)
        assert str(win.best) == "e7e8" and win.lines[0].win_in == 1
        game.resign("black")
        assert engine.go(game, nodes=10).best is None
        with pytest.raises(ugi.EngineError, match="option Hash: expected a number"):
            engine.set_option("Hash", "many")
        engine.is_ready()
    engine.quit()


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("pass", "ended before 'ugiok'"),
        ("import time; time.sleep(60)", "did not answer with 'ugiok' in time"),
        ("print('ugiok', flush=True); input(); input(); input(); print('bestmove a1a1', flush=True); input()", "the engine plays 'a1a1'"),
        ("print('ugiok', flush=True); input(); input(); input(); print('bestmove', flush=True); input()", "expected a move after 'bestmove'"),
        ("print('ugiok', flush=True); input(); input(); raise SystemExit", "ended before 'bestmove'|has ended"),
    ],
)
def test_bad_engines_are_reported(program: str, message: str) -> None:
    timeout = 0.5 if "sleep" in program else 60.0
    with pytest.raises(ugi.EngineError, match=message), ugi.Engine([sys.executable, "-c", program], timeout=timeout) as engine:
        engine.go(Game(), nodes=1)


def test_an_engine_goes_on_after_a_timeout() -> None:
    with ugi.Engine(UGI, options={"Hash": 1, "Book": False}) as engine:
        with pytest.raises(ugi.EngineError, match="did not answer with 'bestmove' in time"):
            engine.go(Game(), time=600, timeout=0.2)
        win = Position("5/6/7/8/6bbw/8/7/6/b4 b 0 5")
        assert str(engine.go(win, depth=2).best) == "e7e8", "this is not the answer to the last question"
        with pytest.raises(ugi.EngineError, match="in time"):
            engine.go(Game(), time=600, timeout=0.1)
        engine.new_game()
        engine.set_option("Hash", 2)
        assert engine.go(Game(), nodes=100).best in Game().legal_moves()


def test_an_engine_that_has_ended_says_so_at_once() -> None:
    program = "print('ugiok', flush=True); input()"
    engine = ugi.Engine([sys.executable, "-c", program], timeout=60)
    start = time.monotonic()
    for _ in range(3):
        with pytest.raises(ugi.EngineError, match="ended before|has ended"):
            engine.is_ready()
    engine.quit()
    engine.quit()
    assert time.monotonic() - start < 30


def test_an_engine_behind_a_shell_is_ended() -> None:
    """The shell ends, and what it started keeps the output open for a while."""
    program = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(5)']); print('ugiok', flush=True); time.sleep(60)"
    start = time.monotonic()
    ugi.Engine([sys.executable, "-c", program], timeout=60).quit()
    assert time.monotonic() - start < 30


def test_an_engine_that_writes_no_text() -> None:
    program = "import sys; sys.stdout.buffer.write(b'id name \\xff\\xfe\\nugiok\\n'); sys.stdout.flush(); input()"
    with ugi.Engine([sys.executable, "-c", program], timeout=60) as engine:
        assert engine.name == "\ufffd\ufffd"


def test_a_missing_engine_is_reported() -> None:
    for command in ("no-such-engine --fast", "", []):
        with pytest.raises(ugi.EngineError, match="cannot start the engine"):
            ugi.Engine(command)


def test_elo_is_that_of_the_program() -> None:
    value, low, high = sumito.elo([20, 60, 100, 90, 40])
    assert round(value) == 39 and low < value < high

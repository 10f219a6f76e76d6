"""Positions, games, outcomes, records and environments can be copied and pickled, and go on as before."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import sumito
from sumito import Engine, Game, Position, VecEnv, data, party
from sumito.pettingzoo import env

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def values() -> list[object]:
    game = Game(Position("belgian-daisy").play("a1b2"), "blitz plies=500")
    game.play("i5h5")
    ended = game.copy()
    ended.resign("white")
    four = party.Game("four in teams", "quiet=60")
    for _ in range(9):
        four.play(four.legal_moves()[0])
    four.leave("red", "flag")
    team = four.copy()
    team.resign_team(1)
    return [
        game,
        ended,
        ended.outcome,
        game.position,
        game.position.with_marbles_to_win(3),
        game.rules,
        sumito.Layout("swiss-daisy"),
        game.legal_moves()[0],
        sumito.Encoding("grid", "fixed", 4),
        sumito.Record('[Black "Ada"]\n[Variant "belgian"]\n\n1. a1b2 {solid} i5h5 (1... i6h6 {quieter}) 2. a2b3! 1-0\n'),
        game.record(Black="Ada"),
        Engine(hash=1, lines=2).search(game, nodes=300).lines[1],
        party.Layout("three"),
        four.position,
        four,
        team,
        four.record(Blue="Cy"),
    ]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("n", range(len(values())))
def test_a_copy_is_equal(copied: Callable[[Any], Any], n: int) -> None:
    value = values()[n]
    again = copied(value)
    assert type(again) is type(value) and again == value and repr(again) == repr(value)
    if type(value).__hash__ is not None:
        assert hash(again) == hash(value)


def test_a_copy_is_independent() -> None:
    game = Game("belgian-daisy")
    four = party.Game("four in teams")
    record = game.record(Black="Ada")
    for copied in COPIES:
        copied(game).play("a1b2")
        copied(four).play(four.legal_moves()[0])
        copied(record).set_tag("Black", "Bob")
    assert game.ply == four.ply == 0 and record.tag("Black") == "Ada"


def test_outcomes_of_all_kinds() -> None:
    stuck = "5/6/7/8/9/8/7/ww4/bw3 b"
    games = [Game("standard", "plies=1"), Game("standard", "quiet=1")]
    for game in games:
        game.play("a1b1")
    games.append(Game("5/6/7/8/w8/8/7/6/b4 b"))
    for text in ("a1a2", "e1e2", "a2a1", "e2e1") * 2:
        games[-1].play(text)
    games += [Game(stuck), Game(stuck, "no-move=draws"), Game("5/6/7/8/9/8/7/6/wwbbb b 0 6")]
    for end in (lambda game: game.agree_draw(), lambda game: game.flag_fall("black"), lambda game: game.resign("black")):
        games.append(Game())
        end(games[-1])
    keys = set()
    for game in games:
        assert game.outcome is not None
        keys.add(game.outcome.key)
        assert pickle.loads(pickle.dumps(game.outcome)) == game.outcome
        assert pickle.loads(pickle.dumps(game)).outcome == game.outcome
    assert len(keys) == len(games)


def test_errors_survive_the_way_to_another_process() -> None:
    for call in (
        lambda: Position("5/6/7/8/9/8/7/6/bbx2 b"),
        lambda: Position("belgian-daisy").play("b1b2"),
        lambda: sumito.Record("Standard 1.a1b2 a1b2"),
        lambda: VecEnv(1).step([0]),
    ):
        with pytest.raises(sumito.Error) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value) and vars(again) == vars(caught.value)


@pytest.mark.parametrize("copied", [*COPIES, VecEnv.copy])
def test_a_batch_goes_on_as_before(copied: Callable[[VecEnv], VecEnv]) -> None:
    batch = VecEnv(
        9, ["standard", Position("german-daisy")], threads=2, seed=5, symmetry="random", history=2, shape="grid", max_plies=25, ejection=0.5
    )
    for _ in range(40):
        batch.step(batch.sample())
    batch.sample()
    twin = copied(batch)
    names = ("observations", "final_observations", "masks", "turns", "rewards", "terminated", "truncated")
    for _ in range(60):
        for name in names:
            assert (getattr(batch, name) == getattr(twin, name)).all(), name
        assert [batch.game(n) for n in range(9)] == [twin.game(n) for n in range(9)]
        actions = batch.sample()
        assert (actions == twin.sample()).all() and (batch.sample() == twin.sample()).all()
        batch.step(actions)
        twin.step(actions)
    assert not any(np.shares_memory(getattr(batch, name), getattr(twin, name)) for name in names)
    assert (twin.seed, twin.threads, len(twin)) == (5, 2, 9)


@pytest.mark.parametrize("copied", COPIES[1:])
def test_environments_go_on_as_before(copied: Callable[[Any], Any]) -> None:
    two = env(layout=["standard", "swiss-daisy"], symmetry="random", history=3)
    two.reset(seed=4)
    for _ in range(7):
        two.step(int(np.flatnonzero(two.last()[4]["action_mask"])[-1]))
    twin = copied(two)
    for _ in range(20):
        one, other = two.last(), twin.last()
        assert (one[0] == other[0]).all() and one[1:4] == other[1:4] and (one[4]["action_mask"] == other[4]["action_mask"]).all()
        action = int(np.flatnonzero(one[4]["action_mask"])[3])
        two.step(action)
        twin.step(action)
    assert two.unwrapped.game == twin.unwrapped.game

    against = gymnasium.make("sumito/Sumito-v0", level=4, color="random", symmetry="random").unwrapped
    _, info = against.reset(seed=11)
    for _ in range(4):
        _, _, _, _, info = against.step(np.int64(np.flatnonzero(info["action_mask"])[0]))
    twin = copied(against)
    for _ in range(4):
        action = np.int64(np.flatnonzero(info["action_mask"])[0])
        one, other = against.step(action), twin.step(action)
        info = one[4]
        assert (one[0] == other[0]).all() and one[1:4] == other[1:4]
    one, other = against.reset(), twin.reset()
    assert (one[0] == other[0]).all() and against.color == twin.color


def test_an_engine_is_made_again_with_its_options() -> None:
    network = bytearray(data.network_bytes())
    network[-4:] = (1000).to_bytes(4, "little")
    engine = Engine(hash=2, lines=3, level=6, seed=9, contempt=-5, network=bytes(network))
    again = pickle.loads(pickle.dumps(engine))
    assert again.options == engine.options == copy.deepcopy(engine).options
    positions = [Position("standard"), Position("belgian-daisy", None)]
    assert (again.evaluate(positions) == engine.evaluate(positions)).all()
    found = engine.search(Game())
    result = pickle.loads(pickle.dumps(found))
    assert (result.best, result.ponder, result.lines, result.nodes, result.time) == (
        found.best,
        found.ponder,
        found.lines,
        found.nodes,
        found.time,
    )


def test_what_was_not_saved_by_the_package_is_refused() -> None:
    function, (arguments, games, arrays) = VecEnv(2, seed=1).__reduce__()
    assert len(function(arguments, games, arrays)) == 2
    start, symmetry, seed, moves, drawn, used = games[0]
    for wrong in (
        (start, 12, seed, moves, drawn, used),
        (start, symmetry, seed, [0], drawn, used),
        (start, symmetry, seed, [5000], drawn, used),
        (start, symmetry, seed, moves, 0, used),
    ):
        with pytest.raises(sumito.Error, match="this is not a saved environment"):
            function(arguments, [wrong, games[1]], arrays)
    with pytest.raises(sumito.Error, match="this is not a saved environment"):
        function(arguments, games[:1], arrays)
    with pytest.raises(sumito.Error, match="there is no outcome 'x'"):
        sumito.Outcome._restore("x", None)  # type: ignore[attr-defined]

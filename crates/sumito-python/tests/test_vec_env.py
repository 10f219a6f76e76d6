"""Batches of games: equal to single games step by step, for any number of threads."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import sumito
from sumito import Game, VecEnv

OPTIONS = [
    {},
    {"rules": "blitz", "max_plies": 40, "ejection": 0.5, "draw": 0.1},
    {"layout": ["standard", "swiss-daisy", "german-daisy"], "shape": "grid", "history": 2, "symmetry": "random", "max_plies": 50},
    {"view": "fixed", "symmetry": 7, "rules": "quiet=12", "history": 3},
    {"rules": "win=1", "win": 2.0, "ejection": 0.25, "symmetry": "random"},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_equals_single_games(options: dict[str, object], threads: int) -> None:
    n, rules = 17, str(options.get("rules", "standard"))
    env = VecEnv(n, threads=threads, seed=7, **options)  # type: ignore[arg-type]
    encoding = sumito.Encoding(options.get("shape", "cells"), options.get("view", "own"), options.get("history", 1))  # type: ignore[arg-type]
    ejection, draw, win = (float(options.get(name, usual)) for name, usual in (("ejection", 0.0), ("draw", 0.0), ("win", 1.0)))  # type: ignore[arg-type]
    games = [env.game(i) for i in range(n)]
    ended = cut = won = 0
    for _ in range(150):
        symmetries = [env.symmetry(i) for i in range(n)]
        actions = env.sample()
        for i, game in enumerate(games):
            assert (env.observations[i] == encoding.observe(game, symmetry=symmetries[i])).all()
            assert (env.masks[i] == sumito.action_mask(game, symmetries[i])).all()
            assert env.masks[i, actions[i]]
        env.step(actions)
        for i, game in enumerate(games):
            mover, before = game.turn, game.position
            game.play(int(sumito.SYMMETRY_ACTIONS[sumito.SYMMETRY_INVERSES[symmetries[i]], actions[i]]))
            reward = ejection * (game.position.lost("black") + game.position.lost("white") - before.lost("black") - before.lost("white"))
            outcome = game.outcome
            if outcome is not None:
                reward += draw if outcome.winner is None else win if outcome.winner == mover else -win
                won += outcome.winner == mover
            assert env.rewards[i] == np.float32(reward)
            assert env.terminated[i] == (outcome is not None)
            assert env.truncated[i] == (outcome is None and game.ply >= int(options.get("max_plies", 1000)))  # type: ignore[call-overload]
            if env.terminated[i] or env.truncated[i]:
                ended, cut = ended + int(env.terminated[i]), cut + int(env.truncated[i])
                assert (env.final_observations[i] == encoding.observe(game, symmetry=symmetries[i])).all()
                games[i] = env.game(i)
                assert games[i].ply == 0 and games[i].rules == sumito.Rules(rules)
            assert env.game(i) == games[i]
    assert ended + cut > 0 or not options
    assert won > 0 or rules != "win=1"


def test_each_game_depends_only_on_the_seed_and_its_number() -> None:
    options = {"layout": ["standard", "belgian-daisy"], "symmetry": "random", "max_plies": 30}
    batch = VecEnv(6, threads=2, seed=40, **options)  # type: ignore[arg-type]
    smaller = [VecEnv(n + 1, seed=40, **options) for n in range(6)]  # type: ignore[arg-type]
    for _ in range(120):
        actions = batch.sample()
        for other in smaller:
            assert (other.sample() == actions[: len(other)]).all()
            other.step(actions[: len(other)])
        batch.step(actions)
        for other in smaller:
            for name in ("observations", "masks", "turns", "rewards", "terminated", "truncated"):
                assert (getattr(other, name) == getattr(batch, name)[: len(other)]).all()
    again = batch.reset(seed=40)
    assert (again == VecEnv(6, seed=40, **options).observations).all()  # type: ignore[arg-type]
    assert not batch.terminated.any() and not batch.rewards.any()


def test_neighboring_seeds_have_no_games_in_common() -> None:
    """Runs with the seeds 1, 2 and 3 are meant to be independent."""
    seen = set()
    for seed in range(8):
        env = VecEnv(50, seed=seed)
        for _ in range(12):
            env.step(env.sample())
        seen |= {tuple(env.game(n).moves) for n in range(50)}
    assert len(seen) == 400


def test_arrays_are_allocated_once() -> None:
    env = VecEnv(4)
    arrays = [env.observations, env.masks, env.rewards, env.terminated, env.truncated]
    shapes = [(4, 5, 61), (4, 2562), (4,), (4,), (4,)]
    assert [array.shape for array in arrays] == shapes
    assert [array.dtype for array in arrays] == [np.int8, np.bool_, np.float32, np.bool_, np.bool_]
    addresses = [array.ctypes.data for array in arrays]
    for _ in range(50):
        env.step(env.sample())
    env.reset()
    again = [env.observations, env.masks, env.rewards, env.terminated, env.truncated]
    assert addresses == [array.ctypes.data for array in again]
    assert all(now is then for now, then in zip(again, arrays, strict=True))


def test_random_actions_are_uniform() -> None:
    env = VecEnv(4000, seed=3)
    legal = np.flatnonzero(env.masks[0])
    counts = np.bincount(np.concatenate([env.sample() for _ in range(10)]), minlength=sumito.ACTIONS)
    assert counts.sum() == counts[legal].sum() == 40_000
    expected = 40_000 / len(legal)
    assert np.abs(counts[legal] - expected).max() < 6 * np.sqrt(expected)


def test_nothing_is_played_if_one_action_is_wrong() -> None:
    env = VecEnv(3, seed=1)
    good = env.sample()
    before = [env.game(i) for i in range(3)]
    masks = env.masks.copy()
    illegal = int(np.flatnonzero(~env.masks[2] & (sumito.SYMMETRY_ACTIONS[0] >= 0))[0])
    reason = str(env.game(2).position.why_illegal(illegal))
    impossible = int(np.flatnonzero(sumito.SYMMETRY_ACTIONS[0] < 0)[0])
    wrong: list[tuple[object, type[Exception], str]] = [
        ([good[0], good[1], illegal], sumito.IllegalMoveError, f"game 2, action {illegal}, move '.*': {reason}"),
        ([good[0], good[1], impossible], sumito.Error, f"game 2: there is no action {impossible}"),
        ([good[0], -1, good[2]], sumito.Error, "game 1: there is no action -1"),
        ([2562, good[1], good[2]], sumito.Error, "game 0: there is no action 2562"),
        (good[:2], sumito.Error, "expected 3 actions, one for each game, found 2"),
        (np.append(good, 0), sumito.Error, "found 4"),
        (good.astype(np.float64), TypeError, "an array of float64"),
        (good.reshape(3, 1), TypeError, r"expected an array of whole numbers, one for each game, found an array of the shape \(3, 1\)"),
        (good > 0, TypeError, "an array of bool"),
        ([good[0], good[1], 1 << 70], TypeError, "an array of object"),
        ([good[0], [1], good[2]], TypeError, "expected an array of whole numbers, one for each game, found list"),
        (good.astype(np.uint64) + np.uint64(1 << 63), sumito.Error, "game 0: there is no action -"),
        ("abc", TypeError, "expected an array of whole numbers"),
        (7, TypeError, "expected an array of whole numbers"),
        (None, TypeError, "expected an array of whole numbers"),
        ([1.5, 2.5, 3.5], TypeError, "expected an array of whole numbers"),
    ]
    for actions, kind, message in wrong:
        with pytest.raises(kind, match=message):
            env.step(actions)  # type: ignore[arg-type]
    assert [env.game(i) for i in range(3)] == before and (env.masks == masks).all()
    for fine in (good, good.tolist(), good.astype(np.int32), good.astype(np.uint16), good[::-1][::-1]):
        env.reset(seed=1)
        env.step(fine)
        assert all(env.game(i).moves[0].index == good[i] for i in range(3))


def test_bad_options() -> None:
    over = sumito.Position("ww1bb/wwwbbb/1ww1bb1/8/9/8/1b2ww1/bb1www/2bww b 6 0 0 40")
    for n, options, message in (
        (0, {}, "expected a number of games from 1 to 1048576, found 0"),
        (1 << 40, {}, "games"),
        (-1, {}, "found -1"),
        (2, {"seed": -1}, "expected a seed from 0 to 18446744073709551615, found -1"),
        (2, {"seed": 1 << 64}, "expected a seed"),
        (2, {"win": float("nan")}, "win: expected a finite reward"),
        (2, {"ejection": 1e300}, "ejection: expected a finite reward"),
        (2, {"threads": 0}, "expected a number of threads from 1 to 1024, found 0"),
        (2, {"layout": "nowhere"}, "expected the name of a layout or a position"),
        (2, {"layout": []}, "an empty list"),
        (2, {"layout": over}, "is over"),
        (2, {"rules": "bullet"}, "expected standard or blitz"),
        (2, {"shape": "cube"}, "expected the shape"),
        (2, {"history": 65}, "expected a history"),
        (2, {"symmetry": 12}, "from 0 to 11"),
        (2, {"max_plies": 0}, "max_plies"),
    ):
        with pytest.raises(sumito.Error, match=message):
            VecEnv(n, **options)  # type: ignore[arg-type]
    for n, options in ((2, {"layout": 5}), (2, {"symmetry": 1.5}), ("2", {})):
        with pytest.raises(TypeError):
            VecEnv(n, **options)  # type: ignore[arg-type]
    for n in (2, -1, 1 << 90):
        for call in (VecEnv(2).game, VecEnv(2).symmetry, lambda n: VecEnv(2).set_game(n, "standard")):
            with pytest.raises(IndexError, match="expected the number of a game from 0 to 1, found"):
                call(n)


def test_arrays_that_were_made_read_only_are_reported() -> None:
    env = VecEnv(2)
    env.masks.setflags(write=False)
    with pytest.raises(sumito.Error, match="made read-only"):
        env.step(env.sample())
    env.masks.setflags(write=True)
    env.step(env.sample())
    assert isinstance(env.game(0), Game)


@pytest.mark.parametrize("symmetry", [None, 5, "random"])
def test_games_are_set_and_read(symmetry: int | str | None) -> None:
    env = VecEnv(3, seed=2, symmetry=symmetry, history=2, rules="quiet=60")  # type: ignore[arg-type]
    encoding = sumito.Encoding(history=2)
    before = env.observations.copy(), env.masks.copy()
    game = Game(sumito.Layout("german-daisy"), "quiet=60")
    for _ in range(5):
        game.play(game.legal_moves()[7])
    env.set_game(1, game)
    game.play(game.legal_moves()[0])
    game.undo()
    assert env.game(1).moves == game.moves and env.game(1).layout == sumito.Layout("german-daisy")
    assert env.game(1).redo() is None, "a copy knows nothing of undone moves"
    assert (env.observations[1] == encoding.observe(game, symmetry=env.symmetry(1))).all()
    assert (env.masks[1] == sumito.action_mask(game, env.symmetry(1))).all()
    assert env.turns.tolist() == [0, 1, 0]
    for n in (0, 2):
        assert (env.observations[n] == before[0][n]).all() and (env.masks[n] == before[1][n]).all()
    assert env.positions() == [env.game(n).position for n in range(3)]
    actions = env.sample()
    assert env.masks[np.arange(3), actions].all()
    env.step(actions)
    assert env.game(1).ply == 6
    for start in (sumito.Position("swiss-daisy"), "standard", sumito.Layout("domination")):
        env.set_game(0, start)
        assert env.game(0).ply == 0 and env.game(0).start.marbles("black") == Game(start).start.marbles("black")

    games = [env.game(n) for n in range(3)]
    over = Game(rules="quiet=60")
    over.resign("black")
    for wrong, kind, message in (
        (over, sumito.Error, "the game is over: White won: Black resigned"),
        (Game(), sumito.Error, "expected a game with the rules win=6 repetition=3 quiet=60 no-move=loses, found win=6"),
        (sumito.Position("5/6/7/8/9/8/7/ww4/bw3 b"), sumito.Error, "a game from this position is over"),
        ("nowhere", sumito.ParseError, "expected the name of a layout"),
        (7, TypeError, "found int"),
    ):
        with pytest.raises(kind, match=message):
            env.set_game(2, wrong)  # type: ignore[arg-type]
    assert [env.game(n) for n in range(3)] == games


def test_a_set_game_is_followed_by_an_ordinary_one() -> None:
    env = VecEnv(1, max_plies=4)
    env.set_game(0, "standard")
    for _ in range(4):
        env.step(env.sample())
    assert env.truncated[0] and env.game(0).layout == sumito.Layout("belgian-daisy") and env.game(0).ply == 0
    assert env.game(0).redo() is None, "nothing is left of the last game"


def test_turns_say_who_moves() -> None:
    env = VecEnv(9, ["standard", sumito.Position("standard").with_turn("white")], seed=1, max_plies=7, shape="grid")
    assert set(env.turns.tolist()) == {0, 1}
    for _ in range(30):
        assert ["black", "white"][env.turns[3]] == env.game(3).turn
        assert [["black", "white"][turn] for turn in env.turns] == [position.turn for position in env.positions()]
        assert (env.observations[:, -1].max(axis=(1, 2)) == env.turns).all()
        env.step(env.sample())


def test_any_legal_action_is_played() -> None:
    """Not only those that were drawn: the last of the mask, in boards of all kinds."""
    env = VecEnv(40, [layout.id for layout in sumito.layouts()], seed=3, symmetry="random", max_plies=60)
    for _ in range(150):
        actions = sumito.ACTIONS - 1 - env.masks[:, ::-1].argmax(axis=1)
        env.step(actions)
    assert env.masks.any(axis=1).all()


def test_positions_with_few_and_with_many_moves() -> None:
    """Random moves are drawn by trying, which must also work where nearly everything fails."""
    lonely = sumito.Position("5/6/7/8/9/8/7/1w4/bw3 b")
    assert lonely.count_moves() == 1
    crowded = sumito.Position.from_marbles(" ".join(sumito.CELLS[:59]), "")
    env = VecEnv(200, [lonely, crowded], seed=1, max_plies=1)
    seen = set()
    for _ in range(20):
        actions = env.sample()
        assert env.masks[np.arange(200), actions].all()
        seen |= set(actions[[position == lonely for position in env.positions()]].tolist())
        env.step(actions)
    assert len(seen) == 1


def test_random_actions_are_uniform_in_each_game() -> None:
    position = sumito.Position("belgian-daisy").play("a1b2")
    legal = position.legal_actions()
    env = VecEnv(5000, position, seed=8)
    counts = np.bincount(np.concatenate([env.sample() for _ in range(12)]), minlength=sumito.ACTIONS)[legal]
    expected = counts.sum() / len(legal)
    assert counts.sum() == 60_000 and ((counts - expected) ** 2).sum() / expected < len(legal) + 5 * np.sqrt(2 * len(legal))


@pytest.mark.parametrize("form", [lambda a: a[::2], lambda a: a.astype(">i8")[::2], lambda a: np.asfortranarray(np.stack([a, a], 1))[::2, 0]])
def test_arrays_of_any_layout_are_read(form: Callable[[NDArray[np.int64]], NDArray[np.int64]]) -> None:
    env = VecEnv(4, seed=6)
    good = env.sample()
    env.step(form(np.repeat(good, 2)))
    assert [env.game(n).moves[0].index for n in range(4)] == good.tolist()


def test_a_reset_repeats_or_goes_on() -> None:
    env = VecEnv(6, seed=3, max_plies=9, draw=0.5)
    first = [env.sample() for _ in range(3)]
    for _ in range(20):
        env.step(env.sample())
    observations = env.reset()
    assert observations is env.observations and not env.truncated.any() and all(env.game(n).ply == 0 for n in range(6))
    assert (env.sample() != first[0]).any(), "without a seed the random numbers go on"
    env.reset(seed=3)
    assert all((env.sample() == actions).all() for actions in first) and env.seed == 3

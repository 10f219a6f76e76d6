"""Wrong arguments of all kinds, for everything that the package has.

A panic would be a PanicException, which is no Exception: it would fail these tests. So would a crash, a hang or an object that is broken afterward.
"""

import gc
import inspect
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sumito
from sumito import Encoding, Engine, Game, Layout, Move, Position, Reader, Record, Rules, VecEnv, party

# These take as long as they are told to, or use the files and the standard input of the process.
SLOW = {"perft", "search", "self_play", "expand", "serve_ugi", "play_randomly"}


class Hostile:
    """Raises whatever is asked of it."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def _fail(self, *_: object) -> Any:
        raise self._error

    __index__ = __iter__ = __len__ = __getitem__ = __str__ = __float__ = __bool__ = __array__ = __fspath__ = _fail
    __hash__ = __eq__ = __lt__ = _fail  # type: ignore[assignment]


def endless() -> Iterator[int]:
    """Not quite endless, since a list of it is a legitimate wish."""
    yield from range(5000)


def junk(chance: random.Random) -> Any:
    """One of many wrong things, and some right ones."""
    numbers = [-(1 << 200), -(1 << 63), -1, 0, 1, 2, 5, 11, 12, 60, 61, 62, 2561, 2562, 1 << 31, 1 << 63, 1 << 64, 1 << 200]
    texts = ["", "a1", "a1b2", "a1c3d4", "e5", "standard", "three", "black", "white", "east", "grid", "own", "random", "\0", "\ud800", "é" * 300]
    texts += ["5/6/7/8/9/8/7/6/5 b", "win=6", "apgn", "plain", "nacre", "1.a1b2 i5h5", "dark", "[Black", "x" * 100_000]
    arrays = [
        np.zeros(0),
        np.zeros(61, np.int8),
        np.zeros((9, 9)),
        np.full((9, 9), np.nan),
        np.zeros((3, 4, 5), np.uint8),
        np.array(7),
        np.array([1, 2]),
        np.arange(100)[::-7],
        np.array([None, object()]),
        np.array(["a1", "b2"]),
        np.zeros(2, [("x", "i4")]),
        np.broadcast_to(np.int64(3), (2, 2)),
        np.array([1e300, -np.inf]),
        np.array([1 + 2j]),
        np.array(["2020-01-01"], "M8[D]"),
        np.frombuffer(b"12345678" * 2, np.uint64),
        np.zeros((2, 2), np.int64, order="F"),
        np.array([1, 2]).astype(">i8"),
    ]
    loop: list[Any] = []
    loop.append(loop)
    others = [None, True, 1.5, float("nan"), float("inf"), -0.0, 2j, b"", b"SUMITO02", bytearray(8), (), [], {}, set(), loop]
    others += [["a1", 7], ["a1"], [[1, 2], [3]], {"a1": 1}, range(3), len, int, ..., np.int8(3), np.float32(2), np.bool_(True), np.str_("a1")]
    others += [Hostile(ValueError("hostile")), Hostile(KeyError("hostile")), Hostile(RecursionError("hostile")), endless()]
    ours = [Position(), Position("5/6/7/8/9/8/7/6/5 b"), Game(), Move.from_index(549), Rules(), Layout("standard"), Encoding()]
    ours += [party.Position(), party.Game(), party.Layout("six"), sumito.Error("x"), Record("Standard 1.a1b2")]
    return chance.choice(chance.choice([numbers, texts, arrays, others, ours]))


def objects() -> list[Any]:
    """One of each class, and the classes."""
    game = Game("belgian-daisy")
    move = game.play("a1b2")
    three = party.Game("three")
    record = game.record()
    things: list[Any] = [game, move, game.position, game.rules, Layout("standard"), Encoding(), Reader(), record, VecEnv(2), Engine(hash=1)]
    things += [record.plies[0], game.position.explain("i5h5"), game.position.survey()[0], three, three.position, party.Layout("three"), three.record()]
    finished = game.copy()
    finished.resign("black")
    return [*things, finished, finished.outcome, *{type(thing) for thing in things}, sumito, party]


def callables(thing: Any) -> list[tuple[str, Callable[..., Any]]]:
    names = [name for name in dir(thing) if name not in SLOW and (not name.startswith("_") or name in ("__eq__", "_restore", "_repr_svg_"))]
    found = []
    for name in names:
        value = getattr(thing, name)
        if callable(value) and not inspect.ismodule(value):
            found.append((name, value))
    return found


PLAUSIBLE: dict[str, list[Any]] = {
    "m": ["a1b2", "i5h5", "a1a2", 549, 0, 2561, np.int16(12), Move.from_index(549)],
    "cells": ["a1", "a1-a3", ["a1", "b2", "c3"], "a1 i9", ""],
    "direction": ["east", "north-west", "up"],
    "color": ["black", "white", "green"],
    "loser": ["black", "white", "red"],
    "seat": ["black", "blue", "yellow"],
    "symmetry": [0, 3, 11, 12, -1, "random", None],
    "n": [0, 1, 2, 7, -1],
    "game": [Game(), Position(), "standard", Layout("german-daisy"), Game("standard", "blitz")],
    "actions": [[0, 0], np.array([549, 549]), 3, np.array([[1], [2]]), [-1, 5], []],
    "array": [np.zeros(61), np.zeros((9, 9)), np.ones((9, 9)), [1] * 61, np.full(61, np.nan)],
    "positions": [[], [Position()] * 3, [Position(), None]],
    "notation": ["nacre", "kaa", "aba-pro", "native", "playstrategy", "morse"],
    "layout": ["standard", ["standard", Position()], [], "nowhere"],
    "rules": ["blitz", "win=1 quiet=1", Rules("plies=3"), "win=99"],
    "text": ["standard", "a1c3d4", "win=4", "Standard 1.a1b2 i5h5 *", "[Teams", "three", "x"],
    "line": ["Standard 1.a1b2 i5h5 *", "", "[Black \"x\"]", "{", "1. a1b2 (a1b2", "\ufeff"],
    "black": ["a1-a5", []],
    "white": ["i5-i9", "a1"],
    "turn": ["black", "white", "blue"],
    "pairs": [[1, 2, 3, 2, 1], [0] * 5, [0, 0, 0, 0, 1], [1, 2], [-1] * 5],
    "source": [["Standard 1.a1b2"], [], ["{", "}"]],
}


def likely(chance: random.Random, name: str) -> Any:
    """Often something that the argument could be."""
    return chance.choice(PLAUSIBLE[name]) if name in PLAUSIBLE and chance.random() < 0.6 else junk(chance)


def arguments(chance: random.Random, call: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
    try:
        parts = [part for part in inspect.signature(call).parameters.values() if part.kind is not part.VAR_KEYWORD]
    except (TypeError, ValueError):
        return [junk(chance) for _ in range(chance.randrange(3))], {}
    required = [part.name for part in parts if part.default is part.empty]
    optional = [part.name for part in parts if part.default is not part.empty]
    if chance.random() < 0.05:
        return [junk(chance) for _ in range(chance.randrange(5))], {}
    named = {name: likely(chance, name) for name in [*required[1:], *chance.sample(optional, chance.randrange(min(3, len(optional)) + 1))]}
    # Large tables and many threads are no mistake, only slow.
    for name in ("hash", "threads"):
        if isinstance(named.get(name), int):
            named[name] = min(named[name], 3)
    return [likely(chance, name) for name in required[:1]], named


@pytest.mark.parametrize("seed", range(4))
def test_nothing_makes_a_panic(seed: int) -> None:
    chance = random.Random(seed)
    things = objects()
    refused = accepted = 0
    with warnings.catch_warnings():
        # Of numpy, about what was made from these arrays.
        warnings.simplefilter("ignore")
        for thing in things:
            for _, call in callables(thing):
                for _ in range(8):
                    given, named = arguments(chance, call)
                    try:
                        call(*given, **named)
                        accepted += 1
                    except Exception:  # noqa: BLE001 - whatever a wrong argument leads to, but never a panic
                        refused += 1
    assert refused > 1000 and accepted > 500
    gc.collect()
    for thing in things:
        repr(thing)
    batch = next(thing for thing in things if isinstance(thing, VecEnv))
    batch.step(batch.sample())


@pytest.mark.parametrize("seed", range(3))
def test_wrong_actions_never_change_a_batch(seed: int) -> None:
    chance = random.Random(seed)
    batch = VecEnv(2, seed=seed, max_plies=20)
    twin = batch.copy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(400):
            try:
                batch.step(junk(chance))
            except Exception:  # noqa: BLE001
                assert [batch.game(n) for n in range(2)] == [twin.game(n) for n in range(2)]
                assert (batch.masks == twin.masks).all() and (batch.observations == twin.observations).all()
            else:
                twin = batch.copy()
            if chance.random() < 0.3:
                batch.step(batch.sample())
                twin = batch.copy()


def test_limits_of_a_search_are_checked() -> None:
    chance = random.Random(3)
    engine = Engine(hash=1, level=2)
    names = ["depth", "nodes", "time", "clock", "increment", "only"]
    for _ in range(300):
        limits = {name: junk(chance) for name in chance.sample(names, 2)}
        limits = {name: min(value, 3) if isinstance(value, (int, float)) else value for name, value in limits.items()}
        try:
            engine.search(chance.choice([Game(), Position(), junk(chance)]), **limits, **({} if "nodes" in limits else {"nodes": 20}))
        except Exception:  # noqa: BLE001
            pass
    assert engine.search(Game(), nodes=10).best is not None


def test_environments_refuse_junk() -> None:
    import gymnasium

    from sumito.pettingzoo import raw_env

    chance = random.Random(9)
    names = ["layout", "rules", "max_plies", "shape", "view", "history", "symmetry", "win", "draw", "ejection", "illegal", "mask", "render_mode"]
    for _ in range(300):
        options = {name: junk(chance) for name in chance.sample(names, 2)}
        for make in (raw_env, lambda **options: gymnasium.make("sumito/Sumito-v0", level=1, disable_env_checker=True, **options)):
            try:
                made = make(**options)
                made.reset(seed=1)
                made.step(junk(chance))
            except Exception:  # noqa: BLE001
                pass

"""Training data and the network as numpy arrays.

`self_play` plays games into a file, `expand` writes their positions, and `samples` maps them into memory. `network` reads the weights, and
`network_file` writes a file with others.
`docs/network.md` of the project specifies the files.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sumito._sumito import Engine, Error, expand, move_actions, network_bytes, self_play

__all__ = ["SAMPLE", "actions", "evaluate", "expand", "network", "network_bytes", "network_file", "planes", "samples", "self_play"]

SAMPLE = np.dtype(
    [
        ("own", "<u8"),
        ("other", "<u8"),
        ("own_lost", "u1"),
        ("other_lost", "u1"),
        ("score", "<i2"),
        ("result", "u1"),
        ("ply", "u1"),
        ("move", "<u2"),
    ]
)
"""A position to train on, from the point of view of the side to move: marbles as bits by cell, marbles lost, the search's score in
hundredths of a marble, how the game ended (0 lost, 1 drawn, 2 won), plies since the start, and the move played, of which `actions` makes
actions."""


def samples(path: str | os.PathLike[str]) -> NDArray[np.void]:
    """The positions of a file that `expand` wrote, mapped into memory: files can be larger than it."""
    size = os.path.getsize(path)
    if size == 0 or size % SAMPLE.itemsize:
        raise Error(f"{os.fspath(path)}: expected positions of {SAMPLE.itemsize} bytes, found {size} bytes")
    return np.memmap(path, dtype=SAMPLE, mode="r")


def planes(bits: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Sets of cells as rows of 61 zeros and ones.

    >>> import numpy as np
    >>> int(planes(np.array([0b101], dtype=np.uint64)).sum())
    2
    """
    words = np.ascontiguousarray(bits, dtype="<u8").reshape(-1, 1)
    return np.unpackbits(words.view(np.uint8), axis=1, count=61, bitorder="little").view(np.int8)


_ACTIONS = move_actions()


def actions(samples: NDArray[np.void]) -> NDArray[np.int64]:
    """The action that was played in each sample."""
    found: NDArray[np.int64] = _ACTIONS[samples["move"]]
    return found


def evaluate(engine: Engine, positions: NDArray[np.void]) -> NDArray[np.int32]:
    """The engine's evaluation of each sample for its side to move, without a search."""
    columns = [np.ascontiguousarray(positions[name]) for name in ("own", "other", "own_lost", "other_lost")]
    return engine.evaluate_bits(*columns)


_STAGES = 6

# The parts of the file in order: name, type, shape. Those after the first three are repeated for each stage of the game.
_FIRST = (("patterns", "i1", (2322, 32)), ("features", "i1", (134, 256)), ("feature_biases", "<i2", (256,)))
_HEAD = (
    ("dense1", "i1", (576, 16)),
    ("dense1_biases", "<i4", (16,)),
    ("dense2", "<i2", (32, 32)),
    ("dense2_biases", "<i4", (32,)),
    ("dense3", "<i2", (32,)),
    ("dense3_bias", "<i4", ()),
)
_MAGIC = b"SUMITO02"


def network(file: str | os.PathLike[str] | bytes | None = None) -> dict[str, NDArray[Any]]:
    """The weights of a network file, by default those of the engine. Arrays of the dense layers have a row for each of six stages.

    >>> network()["features"].shape
    (134, 256)
    """
    if isinstance(file, bytes):
        content = file
    elif file is None:
        content = network_bytes()
    else:
        with open(file, "rb") as opened:
            content = opened.read()
    # The engine's own check, with its message.
    Engine(hash=1, network=content)
    arrays: dict[str, NDArray[Any]] = {}
    at = len(_MAGIC)

    def take(dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
        nonlocal at
        count = int(np.prod(shape, dtype=np.int64))
        array = np.frombuffer(content, dtype, count, at).reshape(shape)
        at += array.nbytes
        return array

    for name, dtype, shape in _FIRST:
        arrays[name] = take(dtype, shape)
    stages = [[take(dtype, shape) for _, dtype, shape in _HEAD] for _ in range(_STAGES)]
    for (name, _, _), parts in zip(_HEAD, zip(*stages, strict=True), strict=True):
        arrays[name] = np.stack(parts)
    return arrays


def network_file(weights: Mapping[str, ArrayLike]) -> bytes:
    """The file with these weights, which are the arrays of `network`, for `Engine(network=...)`.

    >>> network_file(network()) == network_bytes()
    True
    """

    def part(name: str, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
        if name not in weights:
            raise Error(f"expected weights named {name}, found none")
        given = np.asarray(weights[name])
        array = given.astype(dtype)
        if given.shape != shape or not np.array_equal(array, given):
            raise Error(f"{name}: expected the shape {shape} and whole numbers of {array.itemsize * 8} bits, found {given.dtype} {given.shape}")
        return array

    first = [part(*layer) for layer in _FIRST]
    head = [part(name, dtype, (_STAGES, *shape)) for name, dtype, shape in _HEAD]
    content = _MAGIC + b"".join(array.tobytes() for array in [*first, *(array[stage] for stage in range(_STAGES) for array in head)])
    # The engine's own check, with its message.
    Engine(hash=1, network=content)
    return content

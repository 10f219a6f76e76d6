"""Reads game files into a data frame with a row for each ply.

    python examples/games_to_dataframe.py games.apgn

Without files, it plays two games of the engine and reads those.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pandas

import sumito


def rows(source: Any, file: str) -> Iterator[dict[str, object]]:
    """The plies of all games for two in a file."""
    games = sumito.read_games(source, errors="skip")
    for number, record in enumerate(games, 1):
        if not isinstance(record, sumito.Record):
            continue
        position = record.start
        layout = record.layout
        for ply, move in enumerate(record.moves, 1):
            explained = position.explain(move)
            yield {
                "file": file,
                "game": number,
                "layout": layout.id if layout else None,
                "black": record.tag("Black"),
                "white": record.tag("White"),
                "result": record.result,
                "ply": ply,
                "color": position.turn,
                "move": str(move),
                "kind": explained.key,
                "ejects": explained.ejected is not None,
                "moves": position.count_moves(),
                "position": str(position),
            }
            position = position.play(move)


def played_by_engine() -> Iterator[str]:
    """Two short games between levels, as lines of a file."""
    for seed in range(2):
        game = sumito.Game("belgian-daisy", "plies=80")
        engine = sumito.Engine(level=4, seed=seed, hash=1)
        while game.outcome is None:
            best = engine.search(game).best
            assert best is not None
            game.play(best)
        record = game.record()
        record.set_tag("Black", "level 4")
        record.set_tag("White", "level 4")
        yield from str(record).splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*")
    files = parser.parse_args().files
    sources = [(file, file) for file in files] or [(played_by_engine(), "engine")]
    frame = pandas.DataFrame(row for source, name in sources for row in rows(source, name))
    print(frame[["game", "ply", "color", "move", "kind", "moves"]].head(6).to_string(index=False))
    games = frame.groupby(["file", "game"])
    print(f"{games.ngroups} games, {len(frame)} plies, {int(frame['ejects'].sum())} ejections")
    print(frame["kind"].value_counts().to_string())


if __name__ == "__main__":
    main()

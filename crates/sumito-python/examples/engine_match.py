"""Plays a match between two engines that speak UGI and prints the difference in Elo.

    python examples/engine_match.py --first Level=5 --second Level=4 --pairs 20

Without commands, both are the engine of this package. Each opening is played twice with the colors exchanged.
"""

from __future__ import annotations

import argparse
import random
import sys

import sumito
from sumito import ugi


def opening(seed: int, layout: str, plies: int = 4) -> sumito.Game:
    """A few random moves from a layout."""
    chance = random.Random(seed)
    game = sumito.Game(layout, "quiet=100")
    for _ in range(plies):
        game.play(chance.choice(game.legal_moves()))
    return game


def play(black: ugi.Engine, white: ugi.Engine, game: sumito.Game, nodes: int) -> float:
    """Black's points."""
    for engine in (black, white):
        engine.new_game()
    while game.outcome is None:
        answer = (black if game.turn == "black" else white).go(game, nodes=nodes)
        assert answer.best is not None
        game.play(answer.best)
    return {"black": 1.0, "white": 0.0, None: 0.5}[game.outcome.winner]


def options(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def main() -> None:
    command = f"{sys.executable} -m sumito"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--first-command", default=command)
    parser.add_argument("--second-command", default=command)
    parser.add_argument("--first", nargs="*", default=["Level=5"], metavar="NAME=VALUE", help="options of the first engine")
    parser.add_argument("--second", nargs="*", default=["Level=4"], metavar="NAME=VALUE", help="options of the second engine")
    parser.add_argument("--pairs", type=int, default=20, help="openings, each played twice")
    parser.add_argument("--nodes", type=int, default=2000, help="positions for each move")
    parser.add_argument("--layout", default="belgian-daisy")
    arguments = parser.parse_args()

    counts = [0] * 5
    with (
        ugi.Engine(arguments.first_command, options=options(arguments.first)) as first,
        ugi.Engine(arguments.second_command, options=options(arguments.second)) as second,
    ):
        for n in range(arguments.pairs):
            for engine in (first, second):
                if "Seed" in engine.options:
                    engine.set_option("Seed", n)
            points = play(first, second, opening(n, arguments.layout), arguments.nodes)
            points += 1 - play(second, first, opening(n, arguments.layout), arguments.nodes)
            counts[round(2 * points)] += 1
    score = sum(half * count for half, count in enumerate(counts)) / (4 * sum(counts))
    value, low, high = sumito.elo(counts)
    print(f"{2 * sum(counts)} games: the first scores {100 * score:.1f}%, pairs by points {counts}")
    print(f"Elo {value:+.0f}, from {low:+.0f} to {high:+.0f} (95%)")


if __name__ == "__main__":
    main()

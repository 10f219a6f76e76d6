"""Plays random games in a batch and prints their statistics.

    python examples/random_play.py --games 2000
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import sumito


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--layout", default="belgian-daisy")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()

    env = sumito.VecEnv(256, arguments.layout, seed=arguments.seed)
    plies = np.zeros(len(env), np.int64)
    lengths: list[int] = []
    branching: list[float] = []
    wins = draws = cut = steps = 0
    start = time.perf_counter()
    while len(lengths) < arguments.games:
        branching.append(np.count_nonzero(env.masks) / len(env))
        env.step(env.sample())
        plies += 1
        steps += len(env)
        over = env.terminated | env.truncated
        lengths += plies[over].tolist()
        wins += int((env.terminated & (env.rewards > 0)).sum())
        draws += int((env.terminated & (env.rewards == 0)).sum())
        cut += int(env.truncated.sum())
        plies[over] = 0
    seconds = time.perf_counter() - start

    print(f"{len(lengths)} random games of {arguments.layout}, {steps / seconds:,.0f} steps/s")
    print(f"plies: {np.mean(lengths):.0f} on average, {np.median(lengths):.0f} in the middle, {max(lengths)} at most")
    print(f"legal moves: {np.mean(branching):.1f} on average")
    print(f"won {wins}, drawn {draws}, cut off {cut}")


if __name__ == "__main__":
    main()

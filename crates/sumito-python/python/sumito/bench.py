"""`python -m sumito.bench` measures random legal steps per second.

One thread is measured by its CPU time, so that other load on the machine matters little; several threads by the clock on the wall. Batches take turns,
and of some rounds the best counts, so that all of them are compared under the same conditions.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable

from sumito import VecEnv
from sumito._sumito import play_randomly


def speed(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Steps per second of something that returns how many it has made."""
    steps, start = 0, clock()
    while clock() - start < seconds:
        steps += work()
    return steps / (clock() - start)


def batch(n: int, threads: int) -> Callable[[], int]:
    """Random legal steps of a batch, with observations and masks written."""
    env = VecEnv(n, "belgian-daisy", threads=threads, seed=7)

    def work() -> int:
        env.step(env.sample())
        return n

    # Games that have all just begun are not those of a long run.
    for _ in range(100):
        work()
    return work


def rust_alone() -> int:
    """Random legal steps of games in Rust, one game at a time, without masks or observations."""
    return play_randomly(5_000)[0]


def gym_abalone() -> Callable[[], int] | None:
    """Random legal steps of gym-abalone's game, without its window, where it is installed."""
    if importlib.util.find_spec("gym_abalone") is None:
        return None
    from gym_abalone.game.engine.gamelogic import AbaloneGame

    game = AbaloneGame()
    game.reset(random_player=False)

    def work() -> int:
        legal = game.get_possible_moves(game.current_player)
        game.action_handler(*random.choice(legal))
        if game.game_over:
            game.reset(random_player=False)
        return 1

    return work


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sumito.bench", description="Measures random legal steps per second.")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    parser.add_argument("--threads", type=int, default=1, help="for batches")
    parser.add_argument("--games", type=int, nargs="+", default=[1, 64, 256, 1024, 4096, 16384], help="sizes of batches")
    arguments = parser.parse_args()
    clock = time.thread_time if arguments.threads == 1 else time.perf_counter

    works: dict[str, Callable[[], int]] = {"Rust alone": rust_alone}
    works |= {f"VecEnv({n}, threads={arguments.threads})": batch(n, arguments.threads) for n in arguments.games}
    other = gym_abalone()
    if other is not None:
        works["gym-abalone"] = other
    best = dict.fromkeys(works, 0.0)
    for _ in range(arguments.rounds):
        for name, work in works.items():
            best[name] = max(best[name], speed(work, arguments.seconds, clock))
    for name, steps in best.items():
        print(f"{name:26} {steps:14,.0f} steps/s {1e9 / steps:14,.0f} ns/step {steps / best['Rust alone']:8.2f} of Rust alone")
    if other is None:
        print("gym-abalone is not installed")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays one match about many changes of the search at once.

Every pairing gives one side a random half of the changes and the other side the rest, so each game says something about each change: the
error is that of a match about this change alone with all the games. It does not show where two changes make up for one another or
need one another: what is to be taken deserves a match of its own.

    python3 train/factors.py singular_depth=7/99 reduction_divisor=190/160 --nodes 5000 --pairings 400 --save factors.jsonl

A change is a setting of `sumito duel` with its value now and the one to try. With --save, the same command goes on with the file, also for
more pairings.
"""
import argparse
import json
import math
import os
import random
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np


def pairing(args, changes, number):
    """Plays the pairing of this number; what side a was given, and its wins, draws and losses."""
    chance = random.Random(args.seed * 1_000_003 + number)
    given = {name: chance.choice((0, 1)) for name in changes}

    def side(name, mirrored):
        return " ".join(f"{key}={values[given[key] ^ mirrored]}" for key, values in changes.items()) + f" name={name}"

    command = [args.program, "duel", side("a", 0), side("b", 1), "--nodes", args.nodes, "--games", args.games,
               "--concurrency", 1, "--seed", args.seed * 100_000 + number, "--report", 1_000_000, *shlex.split(args.duel)]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    standings = re.search(r"^games .*: W(\d+) D(\d+) L(\d+)", done.stdout, re.MULTILINE)
    if standings is None:
        raise SystemExit(done.stderr or done.stdout)
    return {"number": number, "given": given, "score": [int(count) for count in standings.groups()]}


def save(name, line):
    with open(name, "a") as file:
        print(json.dumps(line), file=file)


def tell(rows, changes):
    """What each change is worth, in Elo with its 95 % interval, by least squares over the pairings."""
    games = np.array([sum(row["score"]) for row in rows], dtype=float)
    points = np.array([(row["score"][0] - row["score"][2]) / 2 for row in rows]) / games
    sides = np.array([[2 * row["given"][name] - 1 for name in changes] for row in rows], dtype=float)
    root = np.sqrt(games)
    spread = np.linalg.inv((sides * games[:, None]).T @ sides)
    worth = spread @ (sides * games[:, None]).T @ points
    left = (points - sides @ worth) * root
    error = 1.96 * np.sqrt(np.diag(spread) * (left @ left) / max(1, len(rows) - len(worth)))
    elo = 4 * 400 / math.log(10)  # of a point, near an even score
    drawn = sum(row["score"][1] for row in rows) / games.sum()
    print(f"{games.sum():.0f} games, {100 * drawn:.0f} % drawn")
    for name, value, bound in sorted(zip(changes, elo * worth, elo * error), key=lambda line: -line[1]):
        print(f"{name + '=' + changes[name][1]:32} {value:+5.0f} [{value - bound:.0f}, {value + bound:.0f}]", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("changes", nargs="+", metavar="NAME=NOW/NEW")
    parser.add_argument("--program", default="target/release/sumito")
    parser.add_argument("--nodes", type=int, default=5000, help="positions for each move")
    parser.add_argument("--games", type=int, default=8, help="games of a pairing, an even number")
    parser.add_argument("--pairings", type=int, default=400, help="how many there are in all, with those in the file of --save")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duel", default="", metavar="OPTIONS", help="further options of sumito duel, such as '--plies 10 --balance 150'")
    parser.add_argument("--save", help="a file that pairings are added to")
    args = parser.parse_args()

    changes = {}
    for text in args.changes:
        change = re.fullmatch(r"(\w+)=([^/ ]+)/([^/ ]+)", text)
        if change is None:
            parser.error(f"expected a change such as reduction_base=60/80, found '{text}'")
        changes[change[1]] = [change[2], change[3]]
    if args.pairings < 4 * len(changes):
        parser.error(f"{args.pairings} pairings are too few for {len(changes)} changes")
    if not os.path.exists(args.program):
        parser.error(f"there is no program {args.program}: build it with cargo build --release, or name another with --program")
    match = {"changes": changes, "nodes": args.nodes, "games": args.games, "seed": args.seed, "duel": args.duel}
    rows = []
    if args.save and os.path.exists(args.save):
        with open(args.save) as file:
            told, *rows = [json.loads(line) for line in file]
        if told != match:
            parser.error(f"{args.save} is about another match: {json.dumps(told)}")
    elif args.save:
        save(args.save, match)
    known = {row["number"] for row in rows}
    with ThreadPoolExecutor(args.concurrency) as pool:
        waiting = [pool.submit(pairing, args, changes, number) for number in range(args.pairings) if number not in known]
        try:
            for count, done in enumerate(as_completed(waiting), 1):
                rows.append(done.result())
                if args.save:
                    save(args.save, rows[-1])
                if count % 50 == 0 and len(rows) >= 4 * len(changes):
                    tell(rows, changes)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    tell(rows, changes)



if __name__ == "__main__":
    main()

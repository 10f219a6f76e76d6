"""Threads, processes and Ctrl-C."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import sumito
from sumito import Engine, Game, VecEnv


def run(folder: Path, program: str, *options: str) -> str:
    """Runs a program of its own, as a file, so that spawned processes find it."""
    path = folder / "program.py"
    path.write_text(program)
    done = subprocess.run([sys.executable, *options, str(path)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def played(threads: int, seed: int) -> list[Game]:
    env = VecEnv(64, threads=threads, seed=seed, max_plies=80)
    for _ in range(120):
        env.step(env.sample())
    return [env.game(n) for n in range(64)]


def test_environments_in_several_threads() -> None:
    expected = {seed: played(1, seed) for seed in range(4)}
    found: dict[int, list[Game]] = {}
    workers = [threading.Thread(target=lambda seed=seed: found.update({seed: played(2, seed)})) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == expected


def test_two_threads_cannot_step_the_same_games() -> None:
    """Only a step that runs without the interpreter's lock can be interrupted by another one."""
    env = VecEnv(4096)
    actions = env.sample()
    refused: list[str] = []
    stop = threading.Event()

    def step() -> None:
        while not stop.is_set():
            try:
                env.step(env.sample())
            except RuntimeError as error:
                refused.append(str(error))
            except sumito.Error:
                pass  # The other thread was faster, and the actions are for earlier positions.

    workers = [threading.Thread(target=step) for _ in range(3)]
    for worker in workers:
        worker.start()
    end = time.monotonic() + 20
    while not refused and time.monotonic() < end:
        time.sleep(0.01)
    assert env.masks.shape == (4096, sumito.ACTIONS), "arrays can be asked for at any time"
    stop.set()
    for worker in workers:
        worker.join()
    assert set(refused) == {"another thread uses this environment at the moment"}
    # Nothing was harmed.
    env.reset(seed=0)
    assert (env.sample() == actions).all()
    env.step(actions)


def test_an_engine_searches_without_the_lock_and_for_one_thread() -> None:
    engine = Engine(hash=1)
    worker = threading.Thread(target=lambda: engine.search(Game(), time=1.0))
    worker.start()
    count, refused = 0, []
    while worker.is_alive():
        count += 1
        for use in (lambda: engine.search(Game(), nodes=10), lambda: engine.evaluate([]), engine.new_game, lambda: engine.options):
            try:
                use()
            except RuntimeError as error:
                refused.append(str(error))
        assert repr(engine).startswith("<Engine")
    worker.join()
    assert count > 100 and set(refused) == {"another thread uses this engine at the moment: each needs its own"}
    assert engine.search(Game(), nodes=10).best is not None


def test_an_environment_is_deleted_while_it_steps() -> None:
    environments = [VecEnv(2048, threads=2)]
    masks = environments[0].masks
    started = threading.Event()

    def step(env: VecEnv) -> None:
        for _ in range(30):
            started.set()
            env.step(env.sample())

    worker = threading.Thread(target=step, args=(environments[0],))
    worker.start()
    started.wait()
    del environments[:]
    worker.join()
    assert (masks.sum(axis=1) > 0).all(), "arrays outlive their environment"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_forked_process_steps_on(tmp_path: Path) -> None:
    program = """
import os, sumito
from sumito import Engine, Game, VecEnv
env = VecEnv(40, threads=3, seed=2)
twin = env.copy()
env.step(env.sample())
engine = Engine(hash=1, threads=2)
engine.search(Game(), nodes=1000)
child = os.fork()
for _ in range(20):
    env.step(env.sample())
assert engine.search(Game(), nodes=1000).best is not None
if child == 0:
    del env
    print("child", flush=True)
    os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0
for _ in range(21):
    twin.step(twin.sample())
assert [env.game(n) for n in range(40)] == [twin.game(n) for n in range(40)]
print("parent")
"""
    assert run(tmp_path, program, "-W", "ignore") == "child\nparent\n"


def test_spawned_processes_exchange_what_they_have(tmp_path: Path) -> None:
    program = """
import multiprocessing
import numpy as np
from sumito import Engine, Game, Position, VecEnv

def steps(env):
    for _ in range(30):
        env.step(env.sample())
    return env

def search(game):
    return Engine(hash=1).search(game, nodes=500)

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    environments = [VecEnv(8, seed=n, threads=1 + n, symmetry="random") for n in range(2)]
    with context.Pool(2) as pool:
        stepped = pool.map(steps, environments)
        found = pool.map(search, [Game("standard"), Position("belgian-daisy")])
        try:
            pool.map(Position, ["nowhere"])
        except ValueError as error:
            print(type(error).__name__, error)
    for env, other in zip(environments, stepped):
        steps(env)
        assert (env.observations == other.observations).all() and (env.sample() == other.sample()).all()
    assert [result.best for result in found] == [search(game).best for game in (Game("standard"), Position("belgian-daisy"))]
    print("done")
"""
    assert run(tmp_path, program) == "ParseError expected the name of a layout or a position, found 'nowhere' (at character 1)\ndone\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    "work",
    [
        "sumito.Engine(hash=1).search(sumito.Game(), depth=90)",
        "sumito.Engine(hash=1, threads=2, book=False).search(sumito.Game(), time=600)",
        "sumito.Position().perft(9)",
        "sumito.data.self_play(folder + '/games.bin', 10**9, nodes=100, hash=1)",
        "play_all(sumito.VecEnv(512))",
        "sumito.ugi.Engine([sys.executable, '-m', 'sumito'], options={'Book': False}).go(sumito.Game(), time=600)",
    ],
)
def test_control_c_interrupts(tmp_path: Path, work: str) -> None:
    program = f"""
import signal, sys, threading, time
import sumito
folder = {str(tmp_path)!r}
def play_all(env):
    while True:
        env.step(env.sample())
# As in a shell, whatever the tests were started by.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)).start()
start = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    print(time.monotonic() - start < 20)
"""
    assert run(tmp_path, program) == "True\n"


def test_an_engine_answers_after_ctrl_c(tmp_path: Path) -> None:
    program = """
import signal, sys, threading
import sumito
from sumito import ugi
signal.signal(signal.SIGINT, signal.default_int_handler)
with ugi.Engine([sys.executable, "-m", "sumito"], options={"Hash": 1, "Book": False}) as engine:
    threading.Timer(0.5, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)).start()
    try:
        engine.go(sumito.Game("standard"), time=600)
    except KeyboardInterrupt:
        pass
    game = sumito.Game(sumito.Position("5/6/7/8/6bbw/8/7/6/b4 b 0 5"))
    print(engine.go(game, depth=2).best)
"""
    assert run(tmp_path, program) == "e7e8\n"


def test_arrays_are_not_shared_between_environments() -> None:
    one, other = VecEnv(3, seed=1), VecEnv(3, seed=1)
    one.step(one.sample())
    assert not np.shares_memory(one.masks, other.masks) and (other.turns == 0).all() and (one.turns == 1).all()

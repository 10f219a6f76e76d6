"""The examples, in short form."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(*words: str) -> str:
    # Several threads for small matrices only wait for each other where other programs run.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("name", "arguments", "pattern"),
    [
        ("random_play", ["--games", "60"], r"\d+ random games of belgian-daisy, [\d,]+ steps/s\nplies: \d+ on average"),
        ("engine_match", ["--pairs", "1", "--first", "Level=7", "--second", "Level=1"], r"2 games: the first scores 100.0%"),
        ("games_to_dataframe", [], r"2 games, \d+ plies, \d+ ejections"),
    ],
)
def test_an_example(name: str, arguments: list[str], pattern: str) -> None:
    assert re.search(pattern, run(str(EXAMPLES / f"{name}.py"), *arguments))


def test_a_network_learns_to_beat_random_play() -> None:
    output = run(str(EXAMPLES / "train_policy.py"), "--seconds", "600", "--updates", "15", "--games", "60")
    found = re.search(r"(\d+) wins, (\d+) draws, (\d+) losses", output)
    assert found is not None
    wins, _, losses = map(int, found.groups())
    assert wins > 40 and losses < 5, output


def test_a_file_becomes_a_data_frame(crates: Path) -> None:
    file = crates / "sumito-rules/tests/data/records/commented.apgn"
    assert "2 games, 169 plies" in run(str(EXAMPLES / "games_to_dataframe.py"), str(file))


def test_the_benchmark_prints_its_figures() -> None:
    output = run("-m", "sumito.bench", "--seconds", "0.02", "--rounds", "1", "--games", "1", "1024", "--threads", "2")
    assert len(re.findall(r"[\d,]+ steps/s", output)) == 3 and "VecEnv(1024, threads=2)" in output

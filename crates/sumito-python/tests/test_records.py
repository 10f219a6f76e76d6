"""Game files."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import sumito
from sumito import party


def test_records_of_the_rust_crate_come_back(crates: Path) -> None:
    count = 0
    for name in ("commented.apgn", "plain.txt", "playstrategy.pgn"):
        for record in sumito.read_games(crates / "sumito-rules/tests/data/records" / name, errors="skip"):
            assert isinstance(record, sumito.Record)
            count += 1
            game = record.game()
            assert game.moves == record.moves == [ply.move for ply in record.plies]
            again = sumito.Record(record.format("apgn"))
            assert again == record
            assert sumito.Record(record.format("apgn", "nacre")).moves == record.moves
            code = record.code()
            if code is not None:
                assert sumito.Record(code).moves == record.moves
    assert count >= 3


def test_annotations_are_read() -> None:
    text = '[Black "Ada"]\n[Variant "belgian"]\n\n1. a1b2 {[%clk 0:09:58] solid} i5h5 (1... i6h6 {quieter}) 2. a2b3! 1-0\n'
    record = sumito.Record(text)
    first, second, third = record.plies
    assert (first.clock, first.comment, third.glyph) == (598.0, "solid", "!")
    assert [str(ply.move) for ply in second.variations[0]] == ["i6h6"]
    assert record.tags == {"Black": "Ada"} and record.layout == sumito.Layout("belgian-daisy")
    record.set_tag("White", "Bob")
    assert '[White "Bob"]' in str(record)
    with pytest.raises(sumito.ParseError):
        record.set_tag("Result", "1-0")


def test_reading_goes_on_after_a_bad_game() -> None:
    lines = ["Standard 1.a1b2 i5h5", "", "Standard 1.a1b2 a1b2", "", "Standard 1.a1b2 i9h8"]
    games = sumito.read_games(lines)
    assert next(games).result == "*"
    with pytest.raises(sumito.RecordError) as caught:
        next(games)
    assert str(caught.value) == "game 2, line 3, move 1 of White: 'a1b2': there is no marble on a1"
    assert (caught.value.game, caught.value.line, caught.value.key) == (2, 3, "illegal-move")
    assert len(next(games).moves) == 2
    with pytest.raises(StopIteration):
        next(games)
    assert len(list(sumito.read_games(lines, errors="skip"))) == 2


def test_files_of_any_size_are_streamed() -> None:
    def endless() -> object:
        while True:
            yield "Standard 1.a1b2 i5h5 *"

    games = sumito.read_games(endless())  # type: ignore[arg-type]
    assert all(len(next(games).moves) == 2 for _ in range(2000))


def test_missing_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sumito.read_games(tmp_path / "missing.apgn")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    with pytest.raises(sumito.RecordError):
        list(sumito.read_games(tmp_path / "binary"))


def test_records_for_more_than_two() -> None:
    game = party.Game("three")
    game.play("i5h5")
    game.leave("white")
    record = game.record()
    (again,) = sumito.read_games(str(record).splitlines())
    assert isinstance(again, party.Record) and again.game().departures == [("white", "resigned")]
    assert party.Record(record.format()) == record


def test_games_are_written_and_read_again(tmp_path: Path) -> None:
    chance = random.Random(2)
    games = []
    for n in range(20):
        game = sumito.Game(chance.choice(sumito.layouts()), "blitz" if n % 2 else "standard")
        for _ in range(chance.randrange(60)):
            game.play(chance.choice(game.legal_moves()))
        if n % 3 == 0:
            game.resign("white")
        games.append(game)
    three = party.Game("three")
    three.play("i5h5")
    path = tmp_path / "games.apgn"
    with open(path, "w", encoding="utf-8") as file:
        for n, game in enumerate(games):
            file.write(str(game.record(Black=f'A "{n}"', White="Bob", Round=str(n))))
        file.write(str(three.record(Blue="Cy")))
    read = list(sumito.read_games(path))
    assert [record.game().moves for record in read] == [*(game.moves for game in games), three.moves]
    assert [record.tag("Black") for record in read[:-1]] == [f'A "{n}"' for n in range(20)]
    assert read[0].result == "1-0" and read[1].rules == sumito.Rules("blitz") and read[-1].tag("Blue") == "Cy"
    with pytest.raises(sumito.ParseError):
        games[0].record(Result="1-0")
    with pytest.raises(TypeError):
        games[0].record(Black=7)  # type: ignore[arg-type]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Reading ten times as many games takes the same memory."""
    game = sumito.Game("belgian-daisy")
    chance = random.Random(1)
    while game.outcome is None and game.ply < 200:
        game.play(chance.choice(game.legal_moves()))
    text = str(game.record(Black="Ada"))
    program = "import resource, sys, sumito\ncount = sum(1 for _ in sumito.read_games(sys.argv[1]))\nprint(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    peaks = []
    for count in (200, 4000):
        path = tmp_path / f"{count}.apgn"
        path.write_text(text * count)
        done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, timeout=120, check=True)
        found, peak = map(int, done.stdout.split())
        assert found == count
        peaks.append(peak)
    # The larger file alone has some 5 MB, and its games in memory would have many times that.
    assert peaks[1] - peaks[0] < 3000, peaks


def test_lines_arrive_one_by_one() -> None:
    reader = sumito.Reader()
    games = [game for line in ("Standard 1.a1b2 i5h5 *\n", "", "Standard 1.a1b2 *") for game in reader.push_line(line)] + reader.finish()
    assert [len(game.moves) for game in games if isinstance(game, sumito.Record)] == [2, 1]
    with pytest.raises(sumito.Error, match="the file has ended"):
        reader.push_line("more")


def test_a_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("Standard 1.a1b2 *\n\nStandard 1.a1b2 i5h5 *\n")
    with sumito.read_games(path) as games:
        next(games)
    with pytest.raises(StopIteration):
        next(games)
    del games

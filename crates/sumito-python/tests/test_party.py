"""Games for three to six players."""

import random
import xml.etree.ElementTree

import numpy as np
import pytest

import sumito
from sumito import party


def test_random_games_from_every_layout_end_by_the_rules() -> None:
    chance = random.Random(5)
    for layout in party.layouts():
        game = party.Game(layout, "quiet=60 plies=400")
        while game.outcome is None:
            legal = game.legal_moves()
            assert set(np.flatnonzero(game.mask()).tolist()) == {m.index for m in legal}
            seat, m = game.turn, chance.choice(legal)
            assert game.position.is_legal(m) and str(game.position.explain(m))
            assert game.position.parse_move(str(m)) == m
            game.play(m)
            assert game.moves[-1] == (seat, m)
        record = game.record()
        assert party.Record(str(record)).game().moves == game.moves
        assert party.Position(str(game.position)) == game.position
        assert xml.etree.ElementTree.fromstring(game._repr_svg_()).tag.endswith("svg")


def test_counts_agree_with_playing() -> None:
    assert party.Position("three").perft(1) == 40
    for layout in party.layouts():
        position = layout.position
        moves = position.legal_moves()
        assert position.perft(1) == len(moves)
        assert position.perft(2) == sum(len(position.play(m).legal_moves()) for m in moves)


def test_players_leave_and_win() -> None:
    game = party.Game("three")
    game.play("i5h5")
    game.leave("white", "flag")
    assert game.turn == "blue" and game.position.has_left("white")
    game.leave("black")
    assert game.outcome is not None and (game.outcome.winner, str(game.outcome)) == (3, "team 3 won: nobody else is left")
    with pytest.raises(sumito.Error, match="the game is over"):
        game.agree_draw()
    assert game.undo() is not None and game.outcome is None

    teams = party.Game("four in teams")
    assert teams.position.seating == "bu-wr" and teams.position.team("blue") == 1
    teams.resign_team(2)
    assert teams.outcome is not None and teams.outcome.winner == 1


def test_the_engine_plays_for_any_seat() -> None:
    for layout in ("three", "four in teams", "six"):
        game = party.Game(layout)
        for _ in range(3):
            found = game.best_move(level=2, seed=7)
            assert found.best in game.legal_moves()
            assert found.best == game.best_move(level=2, seed=7).best
            game.play(found.best)


def test_bad_input() -> None:
    game = party.Game("three")
    for call, message in (
        (lambda: party.Layout("nine"), "there is no layout 'nine' for a party"),
        (lambda: party.Position("nine"), "there is no layout 'nine' for a party"),
        (lambda: party.Position("5/6 b"), "expected"),
        (lambda: game.leave("pink"), "expected a seat"),
        (lambda: game.leave("red"), "not in the game"),
        (lambda: game.leave("black", "bored"), "expected a reason to leave"),
        (lambda: game.resign_team(9), "expected a team from 1 to 3, found 9"),
        (lambda: game.best_move(level=6), "expected a level from 1 to 5"),
        (lambda: game.play("a1b2"), "the marble on a1 is not yours"),
        (lambda: game.position.perft(50), "expected a depth"),
    ):
        with pytest.raises(sumito.Error, match=message or None):
            call()
    assert game == party.Game("three")

"""The environments, by the tests of PettingZoo and Gymnasium and by the rules."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import sumito
from sumito import gymnasium as sumito_gymnasium
from sumito.pettingzoo import env, raw_env

ID = "sumito/Sumito-v0"

OPTIONS = [
    {},
    {"layout": ["standard", "german-daisy"], "shape": "grid", "history": 3, "symmetry": "random"},
    {"rules": "blitz", "view": "fixed", "symmetry": 4, "max_plies": 60, "ejection": 0.25},
]


# All warnings are errors: see pyproject.toml.
@pytest.mark.parametrize("options", OPTIONS)
def test_pettingzoo_accepts_the_environment(options: dict[str, object]) -> None:
    api_test(env(**options), num_cycles=300)
    seed_test(lambda: env(**options), num_cycles=60)


@pytest.mark.parametrize("options", [*OPTIONS, {"level": 1, "color": "white"}, {"level": 2, "color": "random", "mask": "observation"}])
def test_gymnasium_accepts_the_environment(options: dict[str, object]) -> None:
    check_env(gymnasium.make(ID, **options).unwrapped)


@pytest.mark.parametrize("mask", ["info", "observation"])
def test_a_whole_game_by_agents(mask: str) -> None:
    game = env(layout="belgian-daisy", ejection=0.5, mask=mask, max_plies=2000)
    game.reset(seed=3)
    chance = np.random.default_rng(3)
    shadow = sumito.Game("belgian-daisy")
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        totals[agent] += reward
        if terminated or truncated:
            game.step(None)
            continue
        legal = info["action_mask"] if mask == "info" else observation["action_mask"]
        planes = observation if mask == "info" else observation["observation"]
        assert (planes == sumito.Encoding().observe(shadow)).all()
        assert agent.startswith(shadow.turn) and (legal.view(np.bool_) == shadow.mask()).all()
        action = int(chance.choice(np.flatnonzero(legal)))
        shadow.play(action)
        game.step(action)
    outcome = shadow.outcome
    assert outcome is not None and game.unwrapped.game == shadow
    points = 0.5 * (shadow.score("black") - shadow.score("white"))
    result = {"black": 1, "white": -1, None: 0}[outcome.winner]
    assert totals == {"black_0": points + result, "white_1": -points - result}


def test_illegal_actions_lose_or_raise() -> None:
    wrong = int(np.flatnonzero(~sumito.Position("belgian-daisy").mask() & (sumito.SYMMETRY_ACTIONS[0] >= 0))[0])
    reason = str(sumito.Position("belgian-daisy").why_illegal(wrong))
    loses = env()
    loses.reset(seed=1)
    loses.step(wrong)
    assert loses.rewards == {"black_0": -1.0, "white_1": 1.0} and loses.infos["black_0"]["illegal"] == reason
    assert all(loses.terminations.values()) and loses.agent_selection == "white_1"
    raises = raw_env(illegal="raise")
    raises.reset(seed=1)
    with pytest.raises(sumito.IllegalMoveError) as caught:
        raises.step(wrong)
    assert str(caught.value) == reason

    against = gymnasium.make(ID, illegal="raise").unwrapped
    against.reset(seed=1)
    with pytest.raises(sumito.IllegalMoveError):
        against.step(np.int64(wrong))
    for action in (-1, sumito.ACTIONS):
        with pytest.raises(sumito.Error, match=f"there is no action {action}"):
            against.step(np.int64(action))


def test_truncation_is_not_termination() -> None:
    cut = env(max_plies=10)
    cut.reset(seed=2)
    for _ in range(10):
        *_, info = cut.last()
        cut.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert cut.truncations == {"black_0": True, "white_1": True} and not any(cut.terminations.values())
    assert all(reward == 0 for reward in cut.rewards.values())
    # A limit of the rules ends the game.
    ended = env(rules="plies=10 repetition=off")
    ended.reset(seed=2)
    for _ in range(10):
        *_, info = ended.last()
        ended.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert all(ended.terminations.values()) and not any(ended.truncations.values())


@pytest.mark.parametrize("color", ["black", "white"])
def test_a_game_against_the_engine_repeats_for_a_seed(color: str) -> None:
    def play(seed: int) -> list[str]:
        against = gymnasium.make(ID, level=3, color=color)
        chance = np.random.default_rng(9)
        _, info = against.reset(seed=seed)
        for _ in range(15):
            _, _, terminated, _, info = against.step(np.int64(chance.choice(np.flatnonzero(info["action_mask"]))))
            if terminated:
                break
        return [str(m) for m in against.unwrapped.game.moves]

    assert play(5) == play(5) != play(6)


def test_the_engine_beats_random_play() -> None:
    against = gymnasium.make(ID, level=4, color="random")
    chance = np.random.default_rng(4)
    rewards = []
    for seed in range(4):
        _, info = against.reset(seed=seed)
        over = False
        while not over:
            _, reward, terminated, truncated, info = against.step(np.int64(chance.choice(np.flatnonzero(info["action_mask"]))))
            over = terminated or truncated
        rewards.append(reward)
        assert "outcome" in info
    assert rewards == [-1.0] * 4


def test_gymnasium_knows_the_environment_without_further_imports() -> None:
    for order in ("gymnasium, sumito", "sumito, gymnasium"):
        program = f"import {order}\nprint(gymnasium.make('sumito/Sumito-v0', level=3).reset(seed=1)[0].shape)"
        done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60, check=False)
        assert (done.stdout, done.stderr) == ("(5, 61)\n", "")


def test_the_package_needs_neither_gymnasium_nor_pettingzoo() -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "import sumito; print(sumito.VecEnv(1).masks.sum(), 'gymnasium' in vars(sumito))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("52 False\n", "")


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_makes_vectors(mode: str) -> None:
    vector = gymnasium.make_vec(ID, num_envs=2, vectorization_mode=mode, level=1, max_plies=20)
    _, info = vector.reset(seed=3)
    for _ in range(14):
        masks = info["action_mask"]
        assert masks.shape == (2, sumito.ACTIONS)
        # A game that is over starts again in the next step, whatever the action.
        _, _, terminated, truncated, info = vector.step(masks.argmax(axis=1))
    vector.close()


def test_masks_for_learners() -> None:
    against = gymnasium.make(ID, level=1)
    _, info = against.reset(seed=2)
    masks = against.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and (masks == info["action_mask"].view(np.bool_)).all()


def test_a_reset_can_name_another_start() -> None:
    endgame = sumito.Position("5/6/7/8/6bbw/8/7/6/b4 b 0 5")
    two = env()
    two.reset(seed=1, options={"layout": endgame})
    assert two.unwrapped.game.start == endgame
    two.step(endgame.parse_move("e7e8").index)
    assert two.rewards == {"black_0": 1.0, "white_1": -1.0} and all(two.terminations.values())
    two.reset(seed=1)
    assert two.unwrapped.game.layout == sumito.Layout("belgian-daisy")
    against = gymnasium.make(ID, level=2, layout=[endgame, sumito.Layout("standard")])
    against.reset(seed=1, options={"layout": endgame})
    _, reward, terminated, truncated, info = against.step(np.int64(endgame.parse_move("e7e8").index))
    assert (reward, terminated, truncated, info["outcome"]) == (1.0, True, False, "Black won by ejections")
    with pytest.raises(sumito.Error, match="call reset"):
        against.unwrapped.step(np.int64(0))
    with pytest.raises(sumito.ParseError, match="the name of a layout"):
        against.reset(options={"layout": "nowhere"})


def test_batches_and_agents_see_and_do_the_same() -> None:
    """Two agents, step by step, next to a batch of one, with the same symmetry."""
    for symmetry in range(12):
        options = {"history": 2, "shape": "grid", "symmetry": symmetry, "ejection": 0.5, "max_plies": 70, "rules": "win=2"}
        two, batch = raw_env(**options), sumito.VecEnv(1, seed=symmetry, **options)
        two.reset(seed=0)
        while not batch.terminated[0] and not batch.truncated[0]:
            observation, _, _, _, info = two.last()
            assert (observation == batch.observations[0]).all() and (info["action_mask"] == batch.masks[0]).all()
            mover = two.agent_selection
            actions = batch.sample()
            batch.step(actions)
            two.step(actions[0])
            assert two.rewards[mover] == batch.rewards[0] == -sum(two.rewards[agent] for agent in two.agents if agent != mover)
        assert two.terminations[mover] == batch.terminated[0] and two.truncations[mover] == batch.truncated[0]
        assert (two.observe(two.agent_selection) == batch.final_observations[0]).all()


def test_rendering_is_text() -> None:
    for shown in (env(render_mode="ansi"), gymnasium.make(ID, render_mode="ansi")):
        shown.reset(seed=1)
        assert "Black to move" in shown.render()


def test_bad_options() -> None:
    for options, message in (
        ({"layout": "nowhere"}, "expected the name of a layout or a position"),
        ({"layout": []}, "an empty list"),
        ({"rules": "win=0"}, "from 1 to 61"),
        ({"shape": "cube"}, "expected the shape"),
        ({"view": "below"}, "expected the view"),
        ({"history": 0}, "expected a history"),
        ({"symmetry": 12}, "expected a symmetry"),
        ({"symmetry": "any"}, "expected a symmetry"),
        ({"max_plies": 0}, "max_plies"),
        ({"illegal": "pass"}, "expected illegal"),
        ({"mask": "face"}, "expected mask"),
        ({"win": float("inf")}, "win: expected a finite reward"),
    ):
        for make in (env, lambda **options: gymnasium.make(ID, **options)):
            with pytest.raises(sumito.Error, match=message):
                make(**options)
    for make in (raw_env, sumito_gymnasium.SumitoEnv):
        with pytest.raises(sumito.Error, match="expected render_mode='ansi' or none, found 'human'"):
            make(render_mode="human")
    with pytest.raises(sumito.Error, match="from 1 to 10"):
        gymnasium.make(ID, level=11)
    with pytest.raises(sumito.Error, match="expected the color"):
        gymnasium.make(ID, color="blue")

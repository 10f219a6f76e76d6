"""Trains a small policy network by self-play until it beats random play. Needs only numpy.

    python examples/train_policy.py --seconds 60

The network looks at the six rays from a marble, five cells far, and says how good each of the 42 kinds of moves from there is; the weights are the
same for all cells. It plays both sides of a batch of games. Every action after which a player gained marbles becomes more likely, every action after
which marbles were lost less so (REINFORCE, with the mean of the batch as the baseline).
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

import sumito

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

LAYOUT = "belgian-daisy"
KINDS = sumito.ACTIONS // 61
STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def rays() -> Ints:
    """For each cell, itself and five cells in each direction by index; 61 is off the board."""
    index = {cell: n for n, cell in enumerate(sumito.CELLS)}
    table = []
    for cell in sumito.CELLS:
        row, digit = ord(cell[0]), int(cell[1])
        ahead = [(row + n * up, digit + n * right) for up, right in STEPS for n in range(1, 6)]
        table.append([index[cell], *(index.get(f"{chr(up)}{right}", 61) for up, right in ahead)])
    return np.array(table)


class Policy:
    """Observations to probabilities of actions, and Adam."""

    rays = rays()

    def __init__(self, hidden: int, random: np.random.Generator) -> None:
        inputs = 3 * self.rays.shape[1]
        self.weights: list[Floats] = [
            (random.standard_normal((inputs, hidden)) * np.sqrt(2 / inputs)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, KINDS), np.float32),
            np.zeros(KINDS, np.float32),
        ]
        self._mean = [np.zeros_like(weight) for weight in self.weights]
        self._square = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def _look(self, observations: NDArray[np.int8]) -> tuple[Ints, Ints, Floats]:
        """Each marble of the player to move: its game, its cell, and what is on its rays: own marbles, others, or no board."""
        board = np.full((len(observations), 62), 3, np.int8)
        board[:, :61] = observations[:, 0] + 2 * observations[:, 1]
        games, cells = np.nonzero(board[:, :61] == 1)
        seen = board[games[:, None], self.rays[cells]]
        return games, cells, np.concatenate([seen == state for state in (1, 2, 3)], axis=1).astype(np.float32)

    def _hidden(self, inputs: Floats) -> Floats:
        result: Floats = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        return result

    def _probabilities(self, masks: NDArray[np.bool_], games: Ints, cells: Ints, hidden: Floats) -> Floats:
        logits = np.full((len(masks), KINDS, 61), -np.inf, np.float32)
        logits[games, :, cells] = hidden @ self.weights[2] + self.weights[3]
        flat: Floats = logits.reshape(masks.shape)
        flat[~masks] = -np.inf
        flat -= flat.max(axis=1, keepdims=True)
        np.exp(flat, out=flat)
        flat /= flat.sum(axis=1, keepdims=True)
        return flat

    def probabilities(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> Floats:
        """Of all actions; illegal ones have none."""
        games, cells, inputs = self._look(observations)
        return self._probabilities(masks, games, cells, self._hidden(inputs))

    def learn(self, observations: NDArray[np.int8], masks: NDArray[np.bool_], actions: Ints, gains: Floats, rate: float) -> None:
        """One step of Adam toward the actions with positive gains."""
        games, cells, inputs = self._look(observations)
        hidden = self._hidden(inputs)
        errors = self._probabilities(masks, games, cells, hidden)
        errors[np.arange(len(actions)), actions] -= 1
        errors *= gains[:, None] / len(actions)
        rows: Floats = errors.reshape(-1, KINDS, 61)[games, :, cells]
        back: Floats = (rows @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ rows, rows.sum(axis=0)]
        self._updates += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            weight -= rate * (mean / (1 - 0.9**self._updates)) / (np.sqrt(square / (1 - 0.99**self._updates)) + 1e-6)


def draw(probabilities: Floats, random: np.random.Generator) -> Ints:
    """An action for each row."""
    sums = probabilities.cumsum(axis=1)
    targets = random.random(len(sums), np.float32)[:, None] * sums[:, -1:]
    actions: Ints = (sums > targets).argmax(axis=1)
    return actions


def train(seconds: float, updates: int, seed: int, games: int = 128, horizon: int = 32) -> Policy:
    random = np.random.default_rng(seed)
    # Ejections are rewarded: the end of a game comes too late to learn from in a minute.
    env = sumito.VecEnv(games, LAYOUT, seed=seed, max_plies=300, ejection=1.0)
    policy = Policy(64, random)
    end = time.perf_counter() + seconds
    for _ in range(updates):
        if time.perf_counter() > end:
            break
        observations, masks, actions, rewards, ended = [], [], [], [], []
        for _ in range(horizon):
            observations.append(env.observations.copy())
            masks.append(env.masks.copy())
            actions.append(draw(policy.probabilities(env.observations, env.masks), random))
            env.step(actions[-1])
            rewards.append(env.rewards.copy())
            ended.append(env.terminated | env.truncated)
        # What a player gains is what the other loses a ply later; both count less the further away they are.
        gains = np.zeros((horizon, games), np.float32)
        later: Floats = np.zeros(games, np.float32)
        for t in reversed(range(horizon)):
            later = np.where(ended[t], rewards[t], rewards[t] - np.float32(0.97) * later)
            gains[t] = later
        flat = gains.reshape(-1)
        flat = (flat - flat.mean()) / (flat.std() + 1e-6)
        all_seen, all_masks, all_actions = np.concatenate(observations), np.concatenate(masks), np.concatenate(actions)
        for part in np.array_split(random.permutation(horizon * games), 4):
            policy.learn(all_seen[part], all_masks[part], all_actions[part], flat[part], rate=0.003)
    return policy


def compare(policy: Policy, games: int, seed: int) -> tuple[int, int, int]:
    """Wins, draws and losses of the policy against random play: as Black in the first half of the games, as White in the second."""
    random = np.random.default_rng(seed)
    env = sumito.VecEnv(games, LAYOUT, seed=seed, max_plies=1000)
    color = (np.arange(games) >= games // 2).astype(np.int8)
    # Only the first game of each row counts.
    is_open = np.ones(games, np.bool_)
    wins = draws = losses = 0
    while is_open.any():
        actions = env.sample()
        learned = env.turns == color
        actions[learned] = draw(policy.probabilities(env.observations[learned], env.masks[learned]), random)
        env.step(actions)
        ended = is_open & (env.terminated | env.truncated)
        results = np.where(learned, env.rewards, -env.rewards)[ended]
        wins, draws, losses = wins + int((results > 0).sum()), draws + int((results == 0).sum()), losses + int((results < 0).sum())
        is_open &= ~ended
    return wins, draws, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--updates", type=int, default=1_000_000, help="at most, for runs that can be repeated")
    parser.add_argument("--games", type=int, default=200, help="against random play")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = time.perf_counter()
    policy = train(arguments.seconds, arguments.updates, arguments.seed)
    seconds = time.perf_counter() - start
    wins, draws, losses = compare(policy, arguments.games, arguments.seed + 1)
    print(f"after {seconds:.0f} s of self-play: {wins} wins, {draws} draws, {losses} losses against random play")


if __name__ == "__main__":
    main()

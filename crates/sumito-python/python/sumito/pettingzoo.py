"""The game for PettingZoo: an AEC environment in which two agents move in turn.

>>> from sumito.pettingzoo import env
>>> game = env(layout="belgian-daisy")
>>> game.reset(seed=7)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation.shape, int(info["action_mask"].sum())
((5, 61), 52)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sumito._sumito import Error, Game, Rules
from sumito.gymnasium import spaces
from sumito.single_game import COLORS, Color, Mask, SingleGame, Start

__all__ = ["AGENTS", "env", "raw_env"]

AGENTS = ("black_0", "white_1")
_COLORS: dict[str, Color] = dict(zip(AGENTS, COLORS, strict=True))


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's wrappers, which refuse calls in the wrong order. The options are those of `raw_env`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types.
    """Abalone for two agents. The README describes the options, observations, actions and rewards."""

    metadata = {"render_modes": ["ansi"], "name": "sumito_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        layout: Start | Iterable[Start] = "belgian-daisy",
        *,
        rules: str | Rules = "standard",
        max_plies: int = 1000,
        shape: Literal["cells", "grid"] = "cells",
        view: Literal["own", "fixed"] = "own",
        history: int = 1,
        symmetry: int | Literal["random"] | None = None,
        win: float = 1.0,
        draw: float = 0.0,
        ejection: float = 0.0,
        illegal: Literal["lose", "raise"] = "lose",
        mask: Mask = "info",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise Error(f"expected render_mode='ansi' or none, found '{render_mode}'")
        self._single = SingleGame(
            layout,
            rules=rules,
            max_plies=max_plies,
            shape=shape,
            view=view,
            history=history,
            symmetry=symmetry,
            win=win,
            draw=draw,
            ejection=ejection,
            illegal=illegal,
            mask=mask,
        )
        self._random = np.random.default_rng()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        # Spaces are seeded one by one, so each agent has its own.
        pairs = {agent: spaces(self._single) for agent in AGENTS}
        self.observation_spaces = {agent: pair[0] for agent, pair in pairs.items()}
        self.action_spaces = {agent: pair[1] for agent, pair in pairs.items()}

    @property
    def game(self) -> Game:
        """The game."""
        return self._single.game

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> NDArray[np.int8] | dict[str, NDArray[np.int8]]:
        return self._single.seen(_COLORS[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._single.start(self._random, options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select()

    def _select(self) -> None:
        """Gives the turn to its agent, and the masks to both."""
        self.agent_selection = AGENTS[COLORS.index(self._single.turn)]
        self.infos = {}
        for agent in AGENTS:
            info: dict[str, Any] = {"action_mask": self._single.mask(_COLORS[agent])} if self._single.mask_in == "info" else {}
            if self._single.reason:
                info["illegal"] = self._single.reason
            self.infos[agent] = info

    def step(self, action: int | np.integer[Any] | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("expected an action, found None")
        mover = self.agent_selection
        gains = self._single.play(action)
        # What an agent has got so far was reported when it was its turn.
        self._cumulative_rewards[mover] = 0.0
        self.rewards = {agent: gains[_COLORS[agent]] for agent in AGENTS}
        self.terminations = dict.fromkeys(AGENTS, self._single.terminated)
        self.truncations = dict.fromkeys(AGENTS, self._single.truncated)
        self._select()
        if self._single.lost_by_illegal is not None:
            self.agent_selection = AGENTS[1 - AGENTS.index(mover)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._single.game.text()

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return "sumito_v0"

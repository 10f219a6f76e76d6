"""The game for Gymnasium: one player against the engine.

>>> import gymnasium, sumito
>>> env = gymnasium.make("sumito/Sumito-v0", level=3)
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> int(info["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sumito._sumito import ACTIONS, Engine, Error, Game, Rules
from sumito.single_game import COLORS, Color, Mask, SingleGame, Start

__all__ = ["SumitoEnv"]

_FULL = 10
_NODES = 10_000


def spaces(game: SingleGame) -> tuple[gymnasium.spaces.Space[Any], gymnasium.spaces.Discrete[np.int64]]:
    """What players see and do."""
    planes = gymnasium.spaces.Box(0, game.most, game.encoding.shape, np.int8)
    actions: gymnasium.spaces.Discrete[np.int64] = gymnasium.spaces.Discrete(ACTIONS)
    if game.mask_in == "info":
        return planes, actions
    mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
    return gymnasium.spaces.Dict({"observation": planes, "action_mask": mask}), actions


class SumitoEnv(gymnasium.Env[Any, np.int64]):
    """Abalone against the engine at a level. The README describes the options, observations, actions and rewards."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}
    action_space: gymnasium.spaces.Discrete[np.int64]

    def __init__(
        self,
        layout: Start | Iterable[Start] = "belgian-daisy",
        *,
        level: int = 3,
        nodes: int | None = None,
        color: Color | Literal["random"] = "black",
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
        if color not in (*COLORS, "random"):
            raise Error(f"expected the color 'black', 'white' or 'random', found '{color}'")
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
        self._engine = Engine(level=level, hash=1)
        # Only full strength has no limit of its own.
        self._nodes = nodes if nodes is not None or level < _FULL else _NODES
        self._chosen_color = color
        self._color: Color = "white" if color == "white" else "black"
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces(self._single)

    @property
    def game(self) -> Game:
        """The game."""
        return self._single.game

    @property
    def color(self) -> Color:
        """The color of the player."""
        return self._color

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._single.start(self.np_random, options)
        if self._chosen_color == "random":
            self._color = COLORS[int(self.np_random.integers(2))]
        # A level plays another game for each seed.
        self._engine.set_options(seed=int(self.np_random.integers(1 << 32)))
        if self._single.turn != self._color:
            self._reply()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._single.terminated or self._single.truncated:
            raise Error("the game is over: call reset()")
        reward = self._single.play(action)[self._color]
        if not self._single.terminated and not self._single.truncated:
            reward += self._reply()
        observation, info = self._seen()
        return observation, reward, self._single.terminated, self._single.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib looks for."""
        return self._single.mask(self._color).view(np.bool_)

    def _reply(self) -> float:
        # Its memory would make the reply depend on more than the game and the seed, and a copy of the environment play on differently.
        self._engine.new_game()
        found = self._engine.search(self._single.game, nodes=self._nodes)
        assert found.best is not None, "a game that is not over has a legal move"
        return self._single.play_move(found.best)[self._color]

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self._single.mask(self._color)} if self._single.mask_in == "info" else {}
        outcome = self._single.game.outcome
        if outcome is not None:
            info["outcome"] = str(outcome)
        if self._single.reason:
            info["illegal"] = self._single.reason
        return self._single.seen(self._color), info

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._single.game.text()

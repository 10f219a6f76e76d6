"""One game as the environments of PettingZoo and Gymnasium see it."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sumito._sumito import (
    ACTIONS,
    SYMMETRY_ACTIONS,
    SYMMETRY_INVERSES,
    Encoding,
    Error,
    Game,
    IllegalMoveError,
    Layout,
    Move,
    Position,
    Rules,
    action_mask,
)

Color = Literal["black", "white"]
Mask = Literal["info", "observation"]
Start = str | Position | Layout
COLORS: tuple[Color, Color] = ("black", "white")


def other(color: Color) -> Color:
    return "white" if color == "black" else "black"


class SingleGame:
    """A game with its observations, masks and rewards."""

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
    ) -> None:
        for name, value, allowed in (("illegal", illegal, ("lose", "raise")), ("mask", mask, ("info", "observation"))):
            if value not in allowed:
                raise Error(f"expected {name}='{allowed[0]}' or {name}='{allowed[1]}', found '{value}'")
        if isinstance(symmetry, str) and symmetry != "random":
            raise Error(f"expected a symmetry from 0 to 11 or 'random', found '{symmetry}'")
        if operator.index(max_plies) < 1:
            raise Error(f"expected max_plies of at least 1, found {max_plies}")
        for name, reward in (("win", win), ("draw", draw), ("ejection", ejection)):
            if not math.isfinite(reward):
                raise Error(f"{name}: expected a finite reward, found {reward}")
        self.layouts = [layout] if isinstance(layout, (str, Position, Layout)) else list(layout)
        if not self.layouts:
            raise Error("expected a layout, found an empty list")
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        self.encoding = Encoding(shape, view, history)
        self.max_plies, self.chosen_symmetry = max_plies, symmetry
        self.win, self.draw, self.ejection = float(win), float(draw), float(ejection)
        self.illegal, self.mask_in = illegal, mask
        self.most = max(1, self.rules.marbles_to_win)
        # Wrong layouts are reported now, not at the first game.
        self.game = [self._begin(start) for start in self.layouts][0]
        self.symmetry = 0 if symmetry is None or symmetry == "random" else operator.index(symmetry)
        self.encoding.observe(self.game, symmetry=self.symmetry)
        self.lost_by_illegal: Color | None = None
        self.reason = ""

    def _begin(self, start: Start) -> Game:
        game = Game(start, self.rules)
        if game.outcome is not None:
            raise Error(f"a game from this position is over: {game.outcome}")
        return game

    def start(self, random: np.random.Generator, options: Mapping[str, Any] | None) -> None:
        """A new game; the option `layout` names another start for this one."""
        layout = self.layouts[int(random.integers(len(self.layouts)))]
        if self.chosen_symmetry == "random":
            self.symmetry = int(random.integers(12))
        self.game = self._begin((options or {}).get("layout", layout))
        self.lost_by_illegal, self.reason = None, ""

    @property
    def turn(self) -> Color:
        return self.game.turn

    @property
    def terminated(self) -> bool:
        return self.game.outcome is not None or self.lost_by_illegal is not None

    @property
    def truncated(self) -> bool:
        return not self.terminated and self.game.ply >= self.max_plies

    def observe(self, color: Color) -> NDArray[np.int8]:
        return self.encoding.observe(self.game, color, self.symmetry)

    def mask(self, color: Color) -> NDArray[np.int8]:
        if self.terminated or color != self.turn:
            return np.zeros(ACTIONS, np.int8)
        return action_mask(self.game, self.symmetry).view(np.int8)

    def seen(self, color: Color) -> NDArray[np.int8] | dict[str, NDArray[np.int8]]:
        """What a player is shown, with the mask if that belongs to it."""
        planes = self.observe(color)
        return planes if self.mask_in == "info" else {"observation": planes, "action_mask": self.mask(color)}

    def play(self, action: SupportsIndex) -> dict[Color, float]:
        """Plays an action as the players see it, and returns the rewards of both."""
        mover, index = self.turn, operator.index(action)
        if not 0 <= index < ACTIONS:
            raise Error(f"there is no action {index}: it is not between 0 and {ACTIONS - 1}")
        real = int(SYMMETRY_ACTIONS[SYMMETRY_INVERSES[self.symmetry], index])
        if real < 0:
            return self._refuse(mover, Error(f"there is no action {index}: its marbles would leave the board"))
        try:
            return self.play_move(Move.from_index(real))
        except IllegalMoveError as error:
            return self._refuse(mover, error)

    def _refuse(self, mover: Color, error: Error) -> dict[Color, float]:
        if self.illegal == "raise":
            raise error
        self.lost_by_illegal, self.reason = mover, str(error)
        return {mover: -self.win, other(mover): self.win}

    def play_move(self, move: Move) -> dict[Color, float]:
        """Plays a move and returns the rewards of both players."""
        mover = self.turn
        self.game.play(move)
        gain = self.ejection if self.game.position.plies_since_ejection == 0 else 0.0
        rewards = {mover: gain, other(mover): -gain}
        outcome = self.game.outcome
        if outcome is not None:
            for color in COLORS:
                if outcome.winner is None:
                    rewards[color] += self.draw
                else:
                    rewards[color] += self.win if color == outcome.winner else -self.win
        return rewards

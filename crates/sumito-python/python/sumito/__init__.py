"""The board game Abalone for researchers: rules, environments and a strong engine.

>>> import sumito
>>> game = sumito.Game("belgian-daisy")
>>> len(game.legal_moves())
52
>>> game.play("a1b2")
Move.from_text('a1c3d4')
>>> game.position.play("b1b2")
Traceback (most recent call last):
    ...
sumito.IllegalMoveError: the marble on b1 is not yours

`sumito.party` has games for three to six players, `sumito.pettingzoo` and `sumito.gymnasium` environments, `sumito.data` training data and
the network, and `sumito.ugi` drives engines.
"""

import importlib.util

from sumito import data, party, ugi
from sumito._sumito import (
    ACTIONS,
    CELLS,
    GRID,
    SYMMETRY_ACTIONS,
    SYMMETRY_CELLS,
    SYMMETRY_INVERSES,
    Encoding,
    Engine,
    Error,
    Explanation,
    Finding,
    Game,
    IllegalMoveError,
    Layout,
    Line,
    Move,
    Outcome,
    ParseError,
    Ply,
    Position,
    Reader,
    Record,
    RecordError,
    Rules,
    SearchResult,
    VecEnv,
    __version__,
    action_mask,
    elo,
    layouts,
)
from sumito.records import read_games

__all__ = [
    "ACTIONS",
    "CELLS",
    "GRID",
    "SYMMETRY_ACTIONS",
    "SYMMETRY_CELLS",
    "SYMMETRY_INVERSES",
    "Encoding",
    "Engine",
    "Error",
    "Explanation",
    "Finding",
    "Game",
    "IllegalMoveError",
    "Layout",
    "Line",
    "Move",
    "Outcome",
    "ParseError",
    "Ply",
    "Position",
    "Reader",
    "Record",
    "RecordError",
    "Rules",
    "SearchResult",
    "VecEnv",
    "__version__",
    "action_mask",
    "data",
    "elo",
    "layouts",
    "party",
    "read_games",
    "ugi",
]

if importlib.util.find_spec("gymnasium") is not None:
    from gymnasium import register

    register("sumito/Sumito-v0", entry_point="sumito.gymnasium:SumitoEnv")
    del register

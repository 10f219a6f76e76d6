"""Games for three to six players, alone or in teams. The classes have the names of their counterparts for two.

>>> from sumito import party
>>> game = party.Game("three")
>>> str(game.play("i5h5"))
'i5h5'
>>> game.turn
'white'
>>> game.leave("white")
>>> game.turn
'blue'
"""

from sumito._sumito import PartyGame as Game
from sumito._sumito import PartyLayout as Layout
from sumito._sumito import PartyOutcome as Outcome
from sumito._sumito import PartyPosition as Position
from sumito._sumito import PartyRecord as Record
from sumito._sumito import party_layouts as layouts

__all__ = ["Game", "Layout", "Outcome", "Position", "Record", "layouts"]

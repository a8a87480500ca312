"""The protocol that a whole game answers: its rules, its JSON, its words, and how it lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from companion.rules.codec import CodecOf
from companion.rules.rules_protocol import RulesOf
from companion.rules.table_model import TableModelOf
from companion.rules.texts import TextsOf
from companion.rules.vocabulary import E, P, Pile
from companion.table import Colour


class GameOf(RulesOf[P, E], CodecOf[P, E], TextsOf[P, E], TableModelOf[P, E], Protocol[P, E]):
    """One game with its number of players and house rules; stateless, every position is handed in."""


Game: TypeAlias = GameOf[Any, Any]
"""Any game: for callers that hand positions and events through without looking inside."""


class ZonedGameOf(GameOf[P, E], Protocol[P, E]):
    """A game of dice that lie in zones, each player's in a colour of their own."""

    def piles(self, position: P) -> tuple[Pile, ...]:
        """What has to lie on the table."""

    def rolled(self, faces: Sequence[int]) -> E:
        """The event of a roll that shows these faces."""

    def usual_colour(self, seat: int) -> Colour:
        """The colour that this seat's dice have in the box."""

    def face_name(self, seat: int, face: int) -> str:
        """What this face means on a die of this seat."""


ZonedGame: TypeAlias = ZonedGameOf[Any, Any]
"""Any game whose dice lie in zones: what the referee can explain."""

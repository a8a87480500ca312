"""The protocol that a whole game answers: its rules, its JSON, its words, and how it lies on the table."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from companion.rules.codec import CodecOf
from companion.rules.rules_protocol import RulesOf
from companion.rules.table_model import TableModelOf
from companion.rules.texts import TextsOf
from companion.rules.vocabulary import E, P


class GameOf(RulesOf[P, E], CodecOf[P, E], TextsOf[P, E], TableModelOf[P, E], Protocol[P, E]):
    """One game with its number of players and house rules; stateless, every position is handed in."""


Game: TypeAlias = GameOf[Any, Any]
"""Any game: for callers that hand positions and events through without looking inside."""

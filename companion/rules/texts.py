"""The protocol of what a game says to players: events, clauses, seats, places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self, TypeAlias

from companion.rules.vocabulary import BrokenClause, E_contra, P_contra
from companion.table import Cell
from seeds import Seed


class TextsOf(Protocol[P_contra, E_contra]):
    """Words for the players of one game, in the language in force."""

    @property
    def title(self) -> str: ...

    @property
    def seed(self) -> Seed:
        """Components, options and clauses, as the game's file holds them."""

    def called(self, names: Sequence[str]) -> Self:
        """The same rules, for players of these names in all their words; none, or `""` for one: nobody knows them.
        Names are for words only: what is written for other programs knows nothing of them."""

    def seat_name(self, seat: int) -> str:
        """What the player at this seat is called: by name where it is known."""

    def seat_word(self, seat: int) -> str:
        """What the game calls this seat, whoever sits there."""

    def place_name(self, place: Cell | str) -> str:
        """What players call a cell of the game's sheets, or a zone (as companion.table.view.zone_name has it)."""

    def card_name(self, card: str) -> str:
        """What players call a card."""

    def text(self, position: P_contra, event: E_contra) -> str:
        """The event as a line for players; `position` is the one before it."""

    def kind_of(self, event: E_contra) -> str:
        """The heading under which the event is listed."""

    def clause_text(self, clause: str) -> str:
        """The clause in our words, with the house rule in force. Raises MalformedError for an id it does not know."""

    def broken_text(self, broken: BrokenClause) -> str:
        """Why the event is illegal, as a sentence."""


Texts: TypeAlias = TextsOf[Any, Any]
"""For callers that hand positions and events through without looking inside."""

"""The protocol by which a game's positions and events become JSON and lines of text, and come back."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol, TypeAlias

from companion.rules.vocabulary import E, P


class CodecOf(Protocol[P, E]):
    """Reads and writes the positions and events of one game. What is read is checked: `parse_...` and `parsed` raise
    MalformedError."""

    def seat_id(self, seat: int) -> int | str:
        """What the JSON of this game calls a seat."""

    def parse_position(self, raw: object) -> P:
        """The position in JSON bytes, text or decoded JSON. Raises MalformedError."""

    @abstractmethod
    def format_position(self, position: P) -> dict[str, object]:
        """The position as plain data, ready for JSON."""

    def parse_event(self, raw: object, path: str = "event") -> E:
        """The event in JSON bytes, text or decoded JSON. Raises MalformedError."""

    def format_event(self, event: E) -> dict[str, object]:
        """The event as plain data, ready for JSON."""

    def formatted(self, event: E) -> str:
        """The event as one short line, from which `parsed` makes it again."""

    def parsed(self, line: str) -> E:
        """The event of a line. Raises MalformedError."""

    def format_options(self) -> dict[str, object]:
        """The house rules that differ from the default, as plain data, ready for JSON."""

    def format_awaited(self, position: P) -> dict[str, object]:
        """What is awaited as plain data, ready for JSON, seats as the game's positions name them."""

    def format_outcome(self, position: P) -> dict[str, object] | None:
        """The outcome as plain data, ready for JSON; None while the game goes on."""


Codec: TypeAlias = CodecOf[Any, Any]
"""For callers that hand positions and events through without looking inside."""

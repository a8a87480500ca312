"""The protocol of how a game lies on the table: what has to lie where, and what pieces tell by how they lie."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from companion.evidence import Evidence
from companion.rules.vocabulary import Attempt, E, P, Reading
from companion.table import Cell, Colour, DieAt, Heap, Layout

Touched: TypeAlias = Cell | DieAt
"""Something on the table that a hand touches to show an action."""


class TableModelOf(Protocol[P, E]):
    """What lies on the table in each position of one game, and what can be told from it."""

    def usual_colour(self, seat: int) -> Colour | None:
        """The colour that this seat's pieces have in the box; None in a game without pieces of one's own."""

    @abstractmethod
    def layout(self, position: P, colours: Sequence[Colour]) -> Layout:
        """What has to lie on the table; `colours`: of each seat's pieces."""

    def trail(self, position: P, event: E) -> tuple[Cell, ...]:
        """The cells that a piece passes by an action, from where it stands to where it comes to stand."""

    def touches(self, position: P, event: E) -> tuple[Touched, ...]:
        """What a hand touches on the table to show a legal action: a pawn and where it goes, the dice that attack and
        are hit. None for an action that is shown by no things on the table."""

    def meant(self, position: P, touched: Sequence[Touched]) -> E | None:
        """The action that somebody means who touches these, where it is no legal one, so that it can be told why not.
        None where nothing can be meant."""

    def closed(self) -> frozenset[Cell]:
        """The cells of the board on which nothing may ever lie."""

    def lines(self, position: P) -> tuple[tuple[Cell, ...], ...]:
        """Cells side by side whose pieces count together."""

    def unsettled(self, before: P, event: E, colours: Sequence[Colour]) -> Layout | None:
        """The table right after a legal event, as long as nobody has done what follows from it: surplus heroes lie in
        Combat, a pawn that was jumped still stands there. None where nothing follows."""

    def thrown(self, event: E) -> tuple[tuple[Heap, ...], ...]:
        """The ways in which the dice that a roll tells of may just have come to rest: of which colours they are, say.
        None where the layout of the position after it tells as much."""

    @abstractmethod
    def readings(
        self, position: P, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        """What dice or cards may tell by how they lie, likeliest first; `spent`: those that told something already.
        Not all of it need be legal."""

    def attempts(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        """What may have been done against the rules, as far as `seen` leaves it open."""

    def as_it_lies(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[P]:
        """The positions that the table may be in as it lies, whatever has happened since `position`: one for each seat
        that may be next, that of `position` first. None where the table does not tell, or shows what cannot be."""

    def hands(self, before: P, event: E, after: P, done: bool) -> tuple[int, ...]:
        """The seats whose own hands an event takes, where the rules say whose; `done`: with what follows from it, after
        those that it takes without."""

    def lifts(self, event: E) -> bool:
        """Whether an action only takes up dice, so that nobody can tell what it was before they are rolled."""

    def alike(self, one: Sequence[E], other: Sequence[E]) -> bool:
        """Whether it does not matter which of two ways has led to the same position, so that nobody need be asked."""


TableModel: TypeAlias = TableModelOf[Any, Any]
"""For callers that hand positions and events through without looking inside."""

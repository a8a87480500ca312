"""Space Checkers in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.space_checkers.board import Cell, Geometry, Move
from companion.games.space_checkers.pieces import WILD, Event, Rolled, SpaceSeed
from companion.rules import BrokenClause, Param
from companion.text import SeatWords, later, later_as, listed, localized, say, say_as

_NUMBERS = (
    later_as("pawns", "no"),
    later_as("pawns", "one"),
    later_as("pawns", "two"),
    later_as("pawns", "three"),
    later_as("pawns", "four"),
    later_as("pawns", "five"),
)
_PAWNS = {
    "yellow": (later("{number} yellow pawn"), later("{number} yellow pawns")),
    "green": (later("{number} green pawn"), later("{number} green pawns")),
    "blue": (later("{number} blue pawn"), later("{number} blue pawns")),
    "red": (later("{number} red pawn"), later("{number} red pawns")),
}
_SIDES = (later("yellow"), later("green"), later("blue"), later("red"))
"""What directions are made of."""


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    return say_as("heading", "Roll") if isinstance(event, Rolled) else say("Toward {side}", side=_toward(event.toward))


def _toward(direction: str) -> str:
    """A direction in a sentence: a colour, or the two between which it lies."""
    return "-".join(say(side) for side in direction.split("-"))


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _face(face: str) -> str:
    """A face of the direction die in a sentence."""
    return "WILD" if face == WILD else _toward(face)


class Words(SeatWords):
    """The sentences of one table; `colours` says who sits where."""

    def __init__(self, seed: SpaceSeed, colours: tuple[str, ...]) -> None:
        self._english = seed
        self._colours = colours

    @property
    def _seed(self) -> SpaceSeed:
        """In the language in use."""
        return localized(self._english)

    def seat_word(self, seat: int) -> str:
        return next(fleet.name for fleet in self._seed.fleets if fleet.id == self._colours[seat])

    def within(self, seat: int) -> str:
        fleet = next(fleet for fleet in self._seed.fleets if fleet.id == self._colours[seat])
        return fleet.within or fleet.name.lower()

    def rolled(self, seat: int, event: Rolled, lost: bool) -> str:
        """A roll as a line; `lost` says that no pawn can move by it."""
        moves = later("{side} rolled {number}, {face}")
        line = later("{side} rolled {number}, {face}: no pawn can move so, the turn is lost") if lost else moves
        return say(line, side=self.begins(seat), number=event.number, face=_face(event.direction))

    def move(self, event: Move, walked: Sequence[Cell], warp: bool, jumped: Sequence[int]) -> str:
        """A move as a line: the squares it takes, and how many pawns of each seat it jumps."""
        start, side = _cell(event.start), _toward(event.toward)
        if not walked:
            return say("{start} toward {side}", start=start, side=side)
        line = say("{start} to {end} toward {side}", start=start, end=_cell(walked[-1]), side=side)
        taken = [
            say(_PAWNS[self._colours[seat]][count > 1], number=say_as("pawns", _NUMBERS[count]))
            for seat, count in enumerate(jumped)
            if count
        ]
        edge = say(", over the edge") if warp else ""
        return line + edge + (say(", captures {pawns}", pawns=listed(taken)) if taken else "")

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**self._terms(dict(broken.params)))

    def ending(self, way: str, **params: Param) -> str:
        """How a game ended, in one sentence."""
        return self._seed.endings[way].format(**self._terms(params))

    def measures(self, geometry: Geometry) -> str:
        """What a board measures, in one sentence."""
        width, depth = geometry.home
        return self._seed.measures.format(
            n=geometry.n, width=width, depth=depth, earth=geometry.earth, wild_depth=geometry.wild_depth
        )

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        """The words that a template may use, made from the parameters of a ruling or an ending."""
        terms: dict[str, str] = {}
        for key, value in params.items():
            if key in ("seat", "owner"):
                assert isinstance(value, int)
                name = {"seat": "side"}.get(key, key)
                terms[name], terms[name.capitalize()] = self.player(value), self.begins(value)
            elif isinstance(value, tuple):
                terms[key] = ",".join(map(str, value))
            elif key in ("face", "toward"):
                terms[key] = _face(str(value))
            else:
                terms[key] = str(value)
        return terms

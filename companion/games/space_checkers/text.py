"""Space Checkers in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from companion.games.space_checkers.board import Cell, Geometry, Move
from companion.games.space_checkers.pieces import WILD, Event, Position, Rolled, SpaceSeed
from companion.games.space_checkers.rulings import Movement
from companion.rules import GameWords, Param
from companion.text import later, later_as, listed, say, say_as

_NUMBERS = (
    later_as("pawns", "no"), later_as("pawns", "one"), later_as("pawns", "two"),
    later_as("pawns", "three"), later_as("pawns", "four"), later_as("pawns", "five"),
)  # fmt: skip
_PAWNS = {
    "yellow": (later("{number} yellow pawn"), later("{number} yellow pawns")),
    "green": (later("{number} green pawn"), later("{number} green pawns")),
    "blue": (later("{number} blue pawn"), later("{number} blue pawns")),
    "red": (later("{number} red pawn"), later("{number} red pawns")),
}
_SIDES = (later("yellow"), later("green"), later("blue"), later("red"))
"""What directions are made of."""


def _toward(direction: str) -> str:
    """A direction in a sentence: a colour, or the two between which it lies."""
    return "-".join(say(side) for side in direction.split("-"))


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _face(face: str) -> str:
    """A face of the direction die in a sentence."""
    return "WILD" if face == WILD else _toward(face)


class Words(GameWords[SpaceSeed, Position, Event]):
    """The sentences of one table; `colours` says who sits where."""

    def __init__(self, seed: SpaceSeed, colours: tuple[str, ...], movement: Movement) -> None:
        super().__init__(seed)
        self._colours, self._movement = colours, movement

    def seat_word(self, seat: int) -> str:
        return next(fleet.name for fleet in self._seed.fleets if fleet.id == self._colours[seat])

    def within(self, seat: int) -> str:
        fleet = next(fleet for fleet in self._seed.fleets if fleet.id == self._colours[seat])
        return fleet.within or fleet.name.lower()

    def kind_of(self, event: Event) -> str:
        if isinstance(event, Rolled):
            return say_as("heading", "Roll")
        return say("Toward {side}", side=_toward(event.toward))

    def event(self, position: Position, event: Event) -> str:
        if isinstance(event, Move):
            return self._move(position, event)
        seat = position.turn or 0
        lost = position.rolled is None and not self._movement.can_move(position.pawns, seat, event)
        moves = later("{side} rolled {number}, {face}")
        line = later("{side} rolled {number}, {face}: no pawn can move so, the turn is lost") if lost else moves
        return say(line, side=self.begins(seat), number=event.number, face=_face(event.direction))

    def _move(self, position: Position, event: Move) -> str:
        """The squares that a move takes, and how many pawns of each seat it jumps."""
        start, side, board = _cell(event.start), _toward(event.toward), self._movement.board
        number = 0 if position.rolled is None else position.rolled.number
        walked = board.walk(event.start, event.toward, number)
        if not walked:
            return say("{start} toward {side}", start=start, side=side)
        line = say("{start} to {end} toward {side}", start=start, end=_cell(walked[-1]), side=side)
        passed = sum(board.bits[cell] for cell in walked[:-1])
        jumped = [(seat, (fleet & passed).bit_count()) for seat, fleet in enumerate(position.pawns)]
        taken = [
            say(_PAWNS[self._colours[seat]][count > 1], number=say_as("pawns", _NUMBERS[count]))
            for seat, count in jumped
            if count and seat != (position.turn or 0)
        ]
        edge = say(", over the edge") if board.is_warp(event.start, event.toward, number) else ""
        return line + edge + (say(", captures {pawns}", pawns=listed(taken)) if taken else "")

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

"""Space Checkers in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import BrokenClause, Param
from companion.games.space_checkers.board import Cell, Move
from companion.games.space_checkers.pieces import WILD, Event, Geometry, Rolled, SpaceSeed

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    return "Roll" if isinstance(event, Rolled) else f"Toward {event.toward}"


def _list(parts: Sequence[str]) -> str:
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _face(face: str) -> str:
    """A face of the direction die in a sentence."""
    return "WILD" if face == WILD else face


class Words:
    """The sentences of one table; `colours` says who sits where."""

    def __init__(self, seed: SpaceSeed, colours: tuple[str, ...]) -> None:
        self._seed = seed
        names: dict[str, str] = {fleet.id: fleet.name for fleet in seed.fleets}
        self.names = tuple(names[colour] for colour in colours)

    def rolled(self, seat: int, event: Rolled, lost: bool) -> str:
        """A roll as a line; `lost` says that no pawn can move by it."""
        line = f"{self.names[seat]} rolled {event.number}, {_face(event.direction)}"
        return f"{line}: no pawn can move so, the turn is lost" if lost else line

    def move(self, event: Move, walked: Sequence[Cell], warp: bool, jumped: Sequence[int]) -> str:
        """A move as a line: the squares it takes, and how many pawns of each seat it jumps."""
        start = _cell(event.start)
        if not walked:
            return f"{start} toward {event.toward}"
        line = f"{start} to {_cell(walked[-1])} toward {event.toward}"
        taken = [
            f"{_NUMBERS[count]} {self.names[seat].lower()} {'pawn' if count == 1 else 'pawns'}"
            for seat, count in enumerate(jumped)
            if count
        ]
        return f"{line}{', over the edge' if warp else ''}{f', captures {_list(taken)}' if taken else ''}"

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
                terms[name], terms[name.capitalize()] = self.names[value].lower(), self.names[value]
            elif isinstance(value, tuple):
                terms[key] = ",".join(map(str, value))
            else:
                terms[key] = _face(str(value))
        return terms

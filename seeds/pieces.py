"""Contents of a game's box for the camera: the colours of its pieces, and dice that have no pips. Fewer things to
choose from, fewer to mistake for each other."""

from __future__ import annotations

import msgspec

from seeds.drawings import SETS
from seeds.installed import remembered
from seeds.languages import tables_in
from seeds.seed import table_of


class _Fleet(msgspec.Struct):
    id: str
    """The colour is its name."""
    side: str
    """Of the board."""


class _Unit(msgspec.Struct):
    one: str
    """What one of them is called."""


class _Side(msgspec.Struct):
    units: tuple[_Unit, ...]


class SymbolDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die with faces of its own."""

    id: str
    """The set of the drawings on it (seeds.drawings.SETS)."""
    one: str
    """What one of them is called."""
    many: str
    faces: tuple[str, ...]
    """Of all its sides, each as likely as the others: one that stands on two sides is there twice."""

    def __post_init__(self) -> None:
        if len(self.faces) < 2:
            raise ValueError(f"{self.one} needs two faces at least")


class _Pieces(msgspec.Struct):
    """What a seed says of pieces on boards; the rest of it is not looked at."""

    colours: tuple[str, ...] = ()
    fleets: tuple[_Fleet, ...] = ()
    symbol_dice: tuple[SymbolDie, ...] = ()
    sides: tuple[_Side, ...] = ()
    """Whose units the faces of dice may show instead of pips."""


def colours_of(game: str) -> tuple[str, ...]:
    """Of the markers or pawns in the box, seat by seat; empty for a game without any. Raises SeedError."""
    pieces = table_of(game, _Pieces)
    return pieces.colours or tuple(fleet.id for fleet in pieces.fleets)


def sides_of(game: str) -> dict[str, str]:
    """The side of the board that each colour plays from, `north`, `east`, `south` or `west`; none for a game in which
    colours have no sides. Raises SeedError."""
    return {fleet.id: fleet.side for fleet in table_of(game, _Pieces).fleets}


def faces_of(game: str) -> str | None:
    """The set (seeds.drawings.SETS) of a die that lies among the game's pipped ones, if any. Raises SeedError."""
    dice = table_of(game, _Pieces).symbol_dice
    return dice[0].id if dice else None


@remembered
def symbol_dice_of(game: str, language: str = "en") -> tuple[SymbolDie, ...]:
    """The dice of a game that have faces of their own, with their names in a language. Raises SeedError."""
    return msgspec.convert(tables_in(game, language), _Pieces).symbol_dice


@remembered
def units_of(game: str, language: str = "en") -> tuple[tuple[str, ...], ...]:
    """What the faces of each side's dice are called in a language, the lowest rank first; in English as the seed does.
    Empty for a game whose dice have nothing but pips. Raises SeedError."""
    sides = msgspec.convert(tables_in(game, language), _Pieces).sides
    return tuple(tuple(unit.one for unit in side.units) for side in sides)


def symbols_of(game: str) -> tuple[str, ...]:
    """The sets (seeds.drawings.SETS) of the stickers that may take the place of the game's pips, side by side; empty
    for a game without such. Raises SeedError."""
    known = {name: {face.name for face in own.faces} for name, own in SETS.items()}
    return tuple(name for side in map(set, units_of(game)) for name, faces in known.items() if faces == side)

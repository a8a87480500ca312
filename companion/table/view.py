"""What the camera sees on the table: the words that the eyes fill in and the referee reads.

No pixels and no rules live here. Boxes and corners are in pixels of the picture as a viewer shows it (origin at the
top left, x to the right, y down); faces of pipped dice are their numbers of pips.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

Colour = Literal[
    "white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "mixed"
]
"""The names a die's body can get; "mixed": marbled or of two colours, none of which is the body's."""

Doubt = Literal[
    "leaning",
    "cut off",
    "stacked",
    "covered",
    "glare",
    "blurred",
    "too small",
    "faces alike",
    "not a die",
    "across a line",
]
"""Why a reading may not count: the die leans on something; the picture's edge cuts it; it lies on another die or under
one; something hides part of it; its face mirrors a lamp; it is blurred; it is too small in the picture; another face is
about as likely; it may be no die at all, or none with these faces; it lies on the edge of a zone, so that its face
counts where this is the only doubt, and its place does not."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 of an upright rectangle, in pixels."""

Place = tuple[float, float]
"""x, y; of things on the table in millimetres of the first sheet's plane (origin at its upper left, y down)."""


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """One sighting of a die: where it lies, what it shows, and how far that can be trusted."""

    box: Box
    """The whole visible die."""
    value: int | None
    """1..6, or None: a die whose face is not known."""
    colour: Colour | None
    confidence: float
    """Probability, 0..1, that `value` is right and that this is a die at all."""
    certain: bool
    """Whether the reading may count without a yes from a player."""
    alternatives: tuple[tuple[int, float], ...] = ()
    """Other faces with their probabilities, likeliest first."""
    top: tuple[tuple[float, float], ...] | None = None
    """The four corners of the upper face, where known."""
    doubts: tuple[Doubt, ...] = ()
    """Why the reading is unsure, the gravest first; empty for a certain one."""
    face: str | None = None
    """The name of the face, where the die was read with an enrolled set of faces; None for pips."""
    face_alternatives: tuple[tuple[str, float], ...] = ()
    """As `alternatives`, of an enrolled set."""
    place: Place | None = None
    """Where its foot is on the table, where the plane is known."""
    zone: str | None = None
    """The zone that it lies in: None beside all, where no zones are known, and when it lies across a line. What names
    look like, `zone_name` tells."""
    across: tuple[str, ...] = ()
    """The zones between which it lies, when it lies across a line: unsure until somebody says, or moves it. One zone:
    it lies partly in it, and partly beside all."""

    @property
    def centre(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2


class SeenDie(NamedTuple):
    """Identifies one sighting of a die: the time of its view and its box there."""

    time: float
    box: Box


Form = Literal["flat", "stack", "standing", "lying"]
"""How a piece lies on its cell: one marker, disc or stone; two or more markers on each other, as in a battle; a pawn
that stands; a pawn that was laid down."""


def zone_name(area: str, seat: int | None = None) -> str:
    """What a zone is called: an area of the sheet that all share ("central"), or of one seat's sheet ("0:combat")."""
    return area if seat is None else f"{seat}:{area}"


def zone_parts(zone: str) -> tuple[str, int | None]:
    """The area and the seat of a zone's name; no seat: all share it."""
    seat, colon, area = zone.partition(":")
    return (area, int(seat)) if colon and seat.isdecimal() else (zone, None)


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One sighting of a marker or pawn, on a cell of a board, a scoring strip or a row of prison cells."""

    grid: str
    """The grid's id, as in the game's sheets; "board" for boards that are not ours."""
    row: int
    col: int
    colour: Colour | None
    """Of the piece, of the upper one of a stack; None: something may stand there, of what colour nobody can tell."""
    confidence: float
    """Probability, 0..1, that a piece of this colour stands there."""
    certain: bool
    form: Form | None = None
    """None: not known."""
    alternatives: tuple[tuple[Colour | None, float], ...] = ()
    """Other answers with their probabilities, likeliest first; None: the cell is empty."""
    place: Place | None = None


class Cell(NamedTuple):
    """One cell of a grid."""

    grid: str
    row: int
    col: int


class DieAt(NamedTuple):
    """A die in an area of a sheet, by what it shows: dice that are alike are not told apart."""

    area: str
    seat: int
    """Whose copy of the sheet it lies on."""
    face: int


class CardSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One sighting of a card: only those that can be seen, so the upper ones of a pile."""

    corners: tuple[tuple[float, float], ...]
    """In pixels, clockwise from the upper left of the card as it is read; equal ends are not told apart."""
    face: str | None
    """A card of the deck, such as "D7" or "B"; None: not known, or it lies face down."""
    face_down: bool
    confidence: float
    certain: bool
    alternatives: tuple[tuple[str, float], ...] = ()
    place: Place | None = None
    """The card's middle on the table."""
    zone: str | None = None
    """The area of the sheet in which it lies: "central"."""
    turn: float | None = None
    """Degrees from the table's x to its short sides, clockwise as seen from above, 0 to 180: equal ends are not told
    apart."""
    doubts: tuple[Doubt, ...] = ()


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the table while nothing moves."""

    time: float
    """Seconds on the clock of the source."""
    width: int
    height: int
    """Size of the picture that the boxes refer to, in pixels."""
    dice: tuple[Die, ...] = ()
    unsure: bool = False
    """True when a die may have been missed or a covered thing was seen."""
    pieces: tuple[Piece, ...] = ()
    """By grid, row and column; cells that are neither here nor covered are empty, for certain."""
    covered: tuple[Cell, ...] = ()
    """Cells that a hand or something else hides: never to be taken for empty."""
    cards: tuple[CardSeen, ...] = ()
    missing: tuple[str, ...] = ()
    """What of the game's table is not in view and why, in sentences for the players; empty when all is."""
    notes: tuple[str, ...] = ()
    """What the players should know although everything can be read: a sheet that is printed smaller than another."""
    zones: tuple[str, ...] = ()
    """The zones that are in view; of a zone that is not named here nothing is known."""

    @property
    def certain(self) -> bool:
        """Whether everything in the view may count."""
        seen: tuple[Die | Piece | CardSeen, ...] = (*self.dice, *self.pieces, *self.cards)
        whole = not self.unsure and not self.covered and not self.missing
        return whole and all(one.certain for one in seen) and not any(die.across for die in self.dice)

    def lies_beside(self, die: Die) -> bool:
        """Whether `die` lies beside all zones: not where a part of the table, which may be under it, is not in view."""
        return bool(self.zones) and not self.missing and die.zone is None and not die.across


NARROWEST = 0.06
"""The least width of a zone between lines, as a share of the picture's width."""


class Zones(msgspec.Struct, frozen=True, kw_only=True):
    """Dividing lines that sort the picture into named zones: upright bands, from left to right."""

    names: tuple[str, ...] = ("rally", "combat", "scoring")
    lines: tuple[float, ...] = (0.25, 0.75)
    """Where the bands part, as rising fractions of the picture's width, one fewer than there are names."""

    def __post_init__(self) -> None:
        if len(self.lines) != len(self.names) - 1:
            raise ValueError(f"zones {self.names} need {len(self.names) - 1} dividing lines, not {len(self.lines)}")
        if list(self.lines) != sorted(set(self.lines)) or any(not 0 < line < 1 for line in self.lines):
            raise ValueError(f"dividing lines must rise between 0 and 1: {self.lines}")

    def moved(self, index: int, share: float) -> Zones:
        """With one line elsewhere, as far as its neighbours and the picture's edges let it."""
        lines = list(self.lines)
        low = (lines[index - 1] if index else 0.0) + NARROWEST
        high = (lines[index + 1] if index + 1 < len(lines) else 1.0) - NARROWEST
        lines[index] = round(min(max(share, low), high), 4)
        return Zones(names=self.names, lines=tuple(lines))

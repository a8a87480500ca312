"""Simulates views of a stage: perfect ones, and ones that doubt and err as often as they say they do.

No pixels are needed, so a referee can be tried on thousands of matches in seconds. Boxes and corners are those of a
camera straight above the table, SCALE pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import degrees, hypot
from random import Random
from typing import Any

from companion.table.view import CardSeen, Cell, Colour, Die, Doubt, Form, Piece, TableView
from models.train.matches.stage.stage import CARD, DIE, Placement, Point, Stage, corners
from seeds.sheets import Box, Page

SIZE = (1280, 720)
SCALE = 1.6
"""Pixels a millimetre."""
LEVEL_SEEN = 36.0
"""Millimetres between the middles of two cards from which enough of the lower one is seen to name it."""
ALIKE_COLOURS: dict[Colour, Colour] = {"blue": "green", "green": "blue", "red": "orange", "yellow": "white",
                                       "white": "grey", "black": "grey", "grey": "white"}  # fmt: skip
FACES = {"die": (1, 2, 3, 4, 5, 6), "direction die": ("yellow", "green", "blue", "red", "wild")}


@dataclass(frozen=True)
class Eyesight:
    """How good the eyes are; all shares are of things seen."""

    doubted: float = 0.0
    """Of dice and pieces, those whose reading is not certain."""
    silent: float = 0.0
    """Of certain readings, those that are wrong all the same."""
    missed: float = 0.0
    """Of dice, those that are not found; the view is then unsure, mostly."""
    unnoticed: float = 0.0
    """Of the missed dice, those whose view is not even unsure; and of piles no card of which is seen, those that are
    taken for empty."""
    covered: float = 0.0
    """Of views, those in which something hides a few cells."""
    jitter: float = 0.0
    """Millimetres by which places are off, as a standard deviation; a die so near a line lies across it."""
    doubts: tuple[Doubt, ...] = field(default=("glare", "blurred", "faces alike", "covered"))
    strange: float = 0.0
    """Of hands, those that are taken for another player's; as many again are not noticed."""
    hidden: float = 0.0
    """Of cards, those that something hides that is no card."""
    likely: tuple[float, float] = (0.4, 0.97)
    """How likely, at least and at most, the first reading of what is doubted is right."""


PERFECT = Eyesight()
USUAL = Eyesight(0.015, 0.0002, 0.0015, 0.25, 0.1, 0.7, strange=0.01, hidden=0.004, likely=(0.5, 0.99))
"""As the eyes of this project do on films that nothing was tuned on, or a little worse: of 19,226 dice in 44 of them
.014 were in doubt (.867 of these right), .0001 silently wrong and .0015 missed, of 20,804 pieces .012 and .0003 (.0002
of both together), and of 676 cards that no other hid, none (`scripts/measure_eyesight.py`). How often hands are taken
for others' is a guess."""
POOR = Eyesight(0.06, 0.0005, 0.006, 0.05, 0.04, 0.7, strange=0.01, hidden=0.04)
"""Eyes that doubt, err and miss several times as often: the referee is to stand them."""


def look(stage: Stage, lot: Random, eyesight: Eyesight, time: float = 0.0) -> tuple[TableView, tuple[int, ...]]:
    """The view of a stage, and for each die in it the number of the thing."""
    dice, missed = _dice(stage, lot, eyesight)
    pieces, covered = _pieces(stage, lot, eyesight)
    view = TableView(
        time=time,
        width=SIZE[0],
        height=SIZE[1],
        dice=tuple(die for die, _ in dice),
        unsure=missed,
        pieces=tuple(pieces),
        covered=tuple(sorted(covered)),
        cards=(cards := _cards(stage, lot, eyesight)),
        missing=_unread_piles(stage, cards, lot, eyesight),
        zones=tuple(name for name, _, area in stage.zones() if not area.pile),
    )
    return view, tuple(number for _, number in dice)


def _pixels(stage: Stage, point: Point) -> Point:
    return SIZE[0] / 2 + SCALE * point[0], SIZE[1] / 2 - SCALE * point[1]


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1)


def posterior(truth: Any, others: Sequence[Any], lot: Random, sure: float) -> list[tuple[Any, float]]:
    """A reading with its probabilities, likeliest first, whose first is right as often as it says: `sure`.

    The rest is shared among `others`; the truth is one of the answers by the odds that stand beside them.
    """
    left = [lot.random() ** 3 + 1e-6 for _ in others]
    odds = [sure, *(share * (1 - sure) / sum(left) for share in left)] if others else [1.0]
    place = lot.choices(range(len(odds)), odds)[0]
    wrong = list(others)
    lot.shuffle(wrong)
    answers = [*wrong[:place], truth, *wrong[place:]] if others else [truth]
    return sorted(zip(answers, odds, strict=True), key=lambda one: -one[1])


# ------------------------------------------------------------------------------------------------------------- dice


def _dice(stage: Stage, lot: Random, eyes: Eyesight) -> tuple[list[tuple[Die, int]], bool]:
    seen: list[tuple[Die, int]] = []
    unsure = False
    for number in stage.dice():
        if lot.random() < eyes.missed:
            unsure = unsure or lot.random() >= eyes.unnoticed
        else:
            seen.append((_die(stage, number, lot, eyes), number))
    return sorted(seen, key=lambda one: (one[0].box[1], one[0].box[0])), unsure


def _die(stage: Stage, number: int, lot: Random, eyes: Eyesight) -> Die:
    thing, placed = stage.things[number], stage.at[number]
    if eyes.jitter:
        placed = placed._replace(x=placed.x + lot.gauss(0, eyes.jitter), y=placed.y + lot.gauss(0, eyes.jitter))
    doubted = lot.random() < eyes.doubted
    sure = lot.uniform(*eyes.likely) if doubted else 1 - eyes.silent
    others = [face for face in FACES[thing.kind] if face != placed.face]
    answers = posterior(placed.face, others, lot, sure)
    best, confidence = answers[0]
    rest = tuple((face, round(odds, 4)) for face, odds in answers[1:] if odds > 0.001)
    zone, across = stage.zone_of(placed)
    doubts: tuple[Doubt, ...] = (lot.choice(eyes.doubts),) if doubted else ()
    top = [_pixels(stage, point) for point in stage.foot(placed)]
    x, y = stage.in_first(placed)
    pips = thing.kind == "die"
    return Die(
        box=_box(top),
        value=best if pips else None,
        colour=thing.colour,
        confidence=round(confidence, 4),
        certain=not doubted and not across,
        alternatives=rest if pips and doubted else (),
        top=tuple((round(a, 1), round(b, 1)) for a, b in top),
        doubts=(*doubts, "across a line") if across else doubts,
        face=None if pips else best,
        face_alternatives=() if pips or not doubted else rest,
        place=(round(x, 1), round(y, 1)),
        zone=zone,
        across=across,
    )


# ----------------------------------------------------------------------------------------------------------- pieces


@lru_cache(maxsize=64)
def _cells(page: Page) -> tuple[tuple[Cell, Point, float], ...]:
    """Every cell of a sheet with its middle and half its shorter side."""
    made = []
    for grid in page.sheet.grids:
        for row in range(grid.rows):
            for col in range(grid.cols):
                left, top, right, bottom = grid.cell(row, col)
                half = min(right - left, bottom - top) / 2
                made.append((Cell(grid.id, row, col), ((left + right) / 2, (top + bottom) / 2), half))
    return tuple(made)


def _pieces(stage: Stage, lot: Random, eyes: Eyesight) -> tuple[list[Piece], set[Cell]]:
    standing = stage.on_cells()
    covered = _under_dice(stage) if standing else set()
    if standing and lot.random() < eyes.covered:
        board = [cell for cell, _, _ in _cells(stage.pages[0]) if cell.grid == "board"]
        hidden = lot.choice(board)
        covered |= {cell for cell in board if abs(cell.row - hidden.row) < 2 and abs(cell.col - hidden.col) < 2}
    found: dict[Cell, Piece] = {}
    for cell, numbers in standing.items():
        number = numbers[-1]
        placed = stage.at[number]
        other = stage.astride(placed)
        if other is not None and other not in standing:
            found[cell] = _doubtful(stage, cell, number, lot.uniform(0.5, 0.7))
            found.setdefault(other, _doubtful(stage, other, number, lot.uniform(0.3, 0.5)))
        else:
            found[cell] = _piece(stage, cell, numbers, lot, eyes)
    for cell in covered:
        found.pop(cell, None)
    return [found[cell] for cell in sorted(found)], covered


def _under_dice(stage: Stage) -> set[Cell]:
    """The cells that dice hide."""
    hidden = set()
    for number in stage.dice():
        placed = stage.at[number]
        if placed.sheet is not None:
            for cell, (x, y), half in _cells(stage.pages[placed.sheet]):
                if hypot(x - placed.x, y - placed.y) < half + 0.25 * DIE:
                    hidden.add(cell)
    return hidden


def _form(stage: Stage, number: int, stacked: bool) -> Form:
    return "standing" if stage.things[number].kind == "pawn" else "stack" if stacked else "flat"


def _place(stage: Stage, cell: Cell) -> Point:
    number, grid = stage.grid(cell.grid)
    x, y = stage.in_first(Placement(number, *grid.middle(cell.row, cell.col)))
    return round(x, 1), round(y, 1)


def _doubtful(stage: Stage, cell: Cell, number: int, confidence: float) -> Piece:
    """A piece of which nobody can tell whether it stands on this cell."""
    return Piece(grid=cell.grid, row=cell.row, col=cell.col, colour=stage.things[number].colour, certain=False,
                 confidence=round(confidence, 3), form=_form(stage, number, False),
                 alternatives=((None, round(1 - confidence, 3)),), place=_place(stage, cell))  # fmt: skip


def _piece(stage: Stage, cell: Cell, numbers: Sequence[int], lot: Random, eyes: Eyesight) -> Piece:
    colour = stage.things[numbers[-1]].colour
    assert colour is not None
    doubted = lot.random() < eyes.doubted
    others: list[Colour | None] = [None, ALIKE_COLOURS.get(colour, "grey")]
    answers = posterior(colour, others, lot, lot.uniform(*eyes.likely) if doubted else 1 - eyes.silent)
    best, confidence = answers[0]
    return Piece(grid=cell.grid, row=cell.row, col=cell.col, colour=best, confidence=round(confidence, 4),
                 certain=not doubted, form=_form(stage, numbers[-1], len(numbers) > 1),
                 alternatives=tuple((name, round(odds, 4)) for name, odds in answers[1:]) if doubted else (),
                 place=_place(stage, cell))  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ cards


def _cards(stage: Stage, lot: Random, eyes: Eyesight) -> tuple[CardSeen, ...]:
    placed = [(number, one) for number, one in stage.at.items() if stage.things[number].kind == "card"]
    placed.sort(key=lambda one: one[1].level)
    seen = []
    hidden: list[Point] = []
    for place, (number, one) in reversed(list(enumerate(placed))):
        x, y, turn = stage.on_table(one)
        above = [stage.on_table(other)[:2] for _, other in placed[place + 1 :] if other.level > one.level]
        if any(hypot(x - a, y - b) < LEVEL_SEEN * 0.6 for a, b in above):
            continue
        partly = any(hypot(x - a, y - b) < LEVEL_SEEN for a, b in above)
        if any(hypot(x - a, y - b) < LEVEL_SEEN for a, b in hidden):  # what hides a card hides those below it
            continue
        if lot.random() < eyes.hidden:
            hidden.append((x, y))
            continue
        doubted = partly or lot.random() < eyes.doubted
        name = stage.things[number].name
        confidence = round(lot.uniform(0.5, 0.95), 3) if doubted else 1.0
        zone = next((zone for zone, sheet, area in stage.zones() if sheet == one.sheet and _in(one, area.box)), None)
        seen.append(_card(stage, (x, y, turn), name, confidence, not doubted, zone, one))
    return tuple(reversed(seen))


def _unread_piles(stage: Stage, cards: Sequence[CardSeen], lot: Random, eyes: Eyesight) -> tuple[str, ...]:
    """The piles of which no card is seen although something lies there, as mostly is noticed."""
    taken = [one for number, one in stage.at.items() if stage.things[number].kind == "card"]
    return tuple(
        zone
        for zone, sheet, area in stage.zones()
        if area.pile
        and any(one.sheet == sheet and _in(one, area.box) for one in taken)
        and all(card.zone != zone for card in cards)
        and lot.random() >= eyes.unnoticed
    )


def _in(placed: Placement, box: Box) -> bool:
    return box[0] <= placed.x <= box[2] and box[1] <= placed.y <= box[3]


def _card(
    stage: Stage, at: tuple[float, float, float], name: str | None, confidence: float, certain: bool,
    zone: str | None, placed: Placement,
) -> CardSeen:  # fmt: skip
    rim = tuple(_pixels(stage, point) for point in corners(*at, *CARD))
    x, y = stage.in_first(placed)
    return CardSeen(corners=tuple((round(a, 1), round(b, 1)) for a, b in rim), face=name, face_down=False,
                    confidence=confidence, certain=certain, place=(round(x, 1), round(y, 1)),
                    turn=round(degrees(at[2]) % 180, 1) % 180, zone=zone,
                    doubts=() if certain else ("covered",))  # fmt: skip

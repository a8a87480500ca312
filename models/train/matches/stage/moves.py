"""Computes the moves by which the table comes to lie as a layout says: of what differs, and no more.

Dice that are alike are not told apart by a layout, but on a table each is one: those that already lie as they should
stay, others go the shortest way there. A die is only turned where none can be moved.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.table.layout import Face, Heap, Layout, Row
from companion.table.view import Cell, Colour, zone_name
from models.train.matches.stage.boxes import Setting
from models.train.matches.stage.places import beside_central, in_area, on_cell, piled
from models.train.matches.stage.stage import Change, Placement, Stage
from seeds.sheets import Area

PIECES = ("marker", "pawn")


def changes_to(stage: Stage, layout: Layout, table: Setting, seat: int | None, loose: bool = False) -> list[Change]:
    """In the order in which people move them: for a seat its own dice first, markers before the score, jumpers before
    the jumped. `loose`: dice in a hand are laid down too, else only what lies on the table is moved."""
    made = _dice_changes(stage, layout, table, seat, loose)
    if layout.grids:
        made += _piece_changes(stage, layout, table, seat)
    if layout.cards is not None:
        made += _card_changes(stage, layout, table)
    return made


# ------------------------------------------------------------------------------------------------------------- dice


class _Slot(NamedTuple):
    """Room for one die of a heap."""

    zone: str | None
    """None: any zone of the area."""
    area: str
    colour: Colour | None
    face: Face | None


def _slots(layout: Layout) -> list[_Slot]:
    made: list[_Slot] = []
    for heap in layout.dice[0] if layout.dice else ():
        if heap.area is not None:
            made += [_slot(heap, face) for face in (heap.faces or (None,) * heap.count)]
    return made


def _slot(heap: Heap, face: Face | None) -> _Slot:
    assert heap.area is not None
    zone = None if heap.seat is None else zone_name(heap.area, heap.seat)
    return _Slot(zone, heap.area, heap.colour, face)


def _dice_changes(stage: Stage, layout: Layout, table: Setting, seat: int | None, loose: bool) -> list[Change]:
    slots = _slots(layout)
    if not slots and table.play != "zones":
        return []
    zones = {number: stage.zone_of(stage.at[number])[0] for number in stage.dice()}
    left = dict(zones)

    def fits(number: int, slot: _Slot, face: bool, zone: bool) -> bool:
        lies = zones[number]
        there = lies is not None and (lies == slot.zone or (slot.zone is None and lies.endswith(slot.area)))
        shows = slot.face is None or stage.at[number].face == slot.face
        return (not zone or there) and (not face or shows) and slot.colour in (None, stage.things[number].colour)

    def taken(slots: list[_Slot], face: bool, zone: bool) -> tuple[list[_Slot], list[tuple[int, _Slot]]]:
        open_, found = [], []
        for slot in slots:
            those = [number for number in left if fits(number, slot, face, zone)]
            if not face and slot.face is not None and those:  # turned on by as little as can be
                those.sort(key=lambda n: (int(slot.face) - int(stage.at[n].face or 0)) % 6)  # type: ignore[arg-type]
            if those:
                del left[those[0]]
                found.append((those[0], slot))
            else:
                open_.append(slot)
        return open_, found

    slots, _ = taken(slots, face=True, zone=True)
    faced = [slot for slot in slots if slot.face is not None]
    faced, moved = taken(faced, face=True, zone=False)
    faced, turned = taken(faced, face=False, zone=True)
    blank, carried = taken([slot for slot in slots if slot.face is None], face=False, zone=False)
    made: list[tuple[bool, Change]] = []
    now = stage
    for number, slot in (*carried, *moved):
        placed = _laid(now, slot, table, seat, stage.at[number].face)
        made.append((stage.things[number].colour == _colour(table, seat), Change(number, placed)))
        now = now.after([made[-1][1]])
    for number, slot in turned:
        made.append((True, Change(number, stage.at[number]._replace(face=slot.face))))
    made.sort(key=lambda one: not one[0])
    changes = [change for _, change in made]
    changes += [Change(number, None) for number in left if zones[number] is not None]
    if loose:
        for slot in (*faced, *blank):
            inside = [n for n, thing in enumerate(stage.things) if n not in now.at and thing.colour == slot.colour]
            number = inside[0]
            changes.append(Change(number, _laid(now, slot, table, seat, slot.face)))
            now = now.after(changes[-1:])
    return changes


def _colour(table: Setting, seat: int | None) -> Colour | None:
    return None if seat is None else table.colours[seat]


def _laid(stage: Stage, slot: _Slot, table: Setting, seat: int | None, face: Face | None) -> Placement:
    """A place in the zone of a slot; in a zone of all, on the mat of whoever did not lose the die."""
    found = [(number, area) for name, number, area in stage.zones() if name == slot.zone]
    if not found:
        enemy = next(n for n, colour in enumerate(table.colours) if colour != slot.colour)
        found = [(n, area) for name, n, area in stage.zones() if name == zone_name(slot.area, enemy)]
    number, area = found[0]
    return in_area(stage, number, area, table.lot, face)


def combat_of(stage: Stage, seat: int) -> tuple[int, Area]:
    """The sheet and the area of a seat's Combat Zone."""
    return next((number, area) for name, number, area in stage.zones() if name == zone_name("combat", seat))


# ----------------------------------------------------------------------------------------------------------- pieces


def _piece_changes(stage: Stage, layout: Layout, table: Setting, seat: int | None) -> list[Change]:
    standing = stage.on_cells()
    described = set(layout.grids)
    losing: dict[Cell, list[int]] = {}
    gaining: list[tuple[Cell, Colour, int]] = []
    made: list[Change] = []
    for cell in sorted({*(c for c in standing if c.grid in described), *layout.pieces}):
        there = standing.get(cell, [])
        wanted = layout.pieces.get(cell)
        high = 0 if wanted is None else 2 if cell in layout.stacks else 1
        if wanted is None:
            losing[cell] = there
        elif high == 2 and len(there) == 1:
            gaining.append((cell, wanted, 1))
        elif high == 1 and len(there) == 2:
            lower, upper = there
            if stage.things[upper].colour == wanted:
                made += [Change(lower, None), Change(upper, stage.at[upper]._replace(level=0))]
            else:
                made.append(Change(upper, None))
        elif not there:
            gaining.append((cell, wanted, 0))
        elif stage.things[there[-1]].colour != wanted:
            losing[cell] = there
            gaining.append((cell, wanted, 0))
    loose = [number for there in losing.values() for number in there]
    loose += _surplus(stage, layout.rows)
    lifted = [change.thing for change in made if change.to is None]
    spare = {n for n, thing in enumerate(stage.things) if thing.kind in PIECES} - set(stage.at)
    for cell, colour, level in gaining:
        alike = [number for number in loose if stage.things[number].colour == colour]
        alike.sort(key=lambda number: (stage.cell_of(stage.at[number]) or cell).grid != cell.grid)
        if alike and (stage.cell_of(stage.at[alike[0]]) or cell).grid == cell.grid:
            number = alike[0]
            loose.remove(number)
        elif not any(stage.things[n].colour == colour for n in spare):
            number = next(n for n in (*lifted, *alike) if stage.things[n].colour == colour)
            made = [change for change in made if change != Change(number, None)]
            lifted, loose = [n for n in lifted if n != number], [n for n in loose if n != number]
        else:
            number = min(n for n in spare if stage.things[n].colour == colour)
            spare.discard(number)
        made.append(Change(number, on_cell(stage, cell, table.lot, table.habits, level)))
    made.sort(key=lambda change: change.to is not None and (stage.cell_of(change.to) or Cell("", 0, 0)).grid != "board")
    return made + _taken(stage, layout.rows, loose, table)


def _surplus(stage: Stage, rows: tuple[Row, ...]) -> list[int]:
    """The pieces by which there are too many in rows."""
    found: list[int] = []
    for row in rows:
        held = [there[-1] for cell, there in stage.on_cells().items() if cell.grid == row.grid]
        found += held[max(row.count, 0) :] if len(held) > row.count else []
    return found


def _taken(stage: Stage, rows: tuple[Row, ...], loose: list[int], table: Setting) -> list[Change]:
    """Pieces that leave the board: to the rows that lack some, or out of the game."""
    made: list[Change] = []
    now = stage
    for row in rows:
        _, grid = stage.grid(row.grid)
        held = Counter(cell.grid for cell in stage.on_cells())[row.grid]
        for _ in range(row.count - held):
            inside = [n for n, thing in enumerate(stage.things) if thing.kind in PIECES and n not in now.at]
            fitting = [n for n in (*loose, *inside) if stage.things[n].colour in row.colours]
            there = now.on_cells()
            cells = [Cell(grid.id, r, c) for r in range(grid.rows) for c in range(grid.cols)]
            free = [cell for cell in cells if cell not in there]
            if not fitting or not free:
                break
            loose = [n for n in loose if n != fitting[0]]
            made.append(Change(fitting[0], on_cell(stage, free[0], table.lot, table.habits)))
            now = now.after(made[-1:])
    return made + [Change(number, None) for number in loose]


# ------------------------------------------------------------------------------------------------------------ cards


def central_cards(stage: Stage) -> list[int]:
    """The cards of the central pile, the lowest first."""
    there = [n for n, placed in stage.at.items() if stage.things[n].kind == "card" and placed.sheet is not None]
    return sorted(there, key=lambda n: stage.at[n].level)


def cards_beside(stage: Stage, table: Setting, seat: int) -> list[int]:
    """The cards that lie beside the mat before a seat, the oldest first."""
    way = table.ways[seat]
    there = []
    for number, placed in stage.at.items():
        if stage.things[number].kind == "card" and placed.sheet is None:
            nearest = max(table.ways, key=lambda other: other[0] * placed.x + other[1] * placed.y)
            if nearest == way:
                there.append(number)
    return sorted(there, key=lambda n: stage.at[n].level)


def _card_changes(stage: Stage, layout: Layout, table: Setting) -> list[Change]:
    assert layout.cards is not None
    sheet, area = next((number, area) for _, number, area in stage.zones())
    made: list[Change] = []
    kept: set[int] = set()

    def named(there: list[int], names: tuple[str, ...]) -> list[int | None]:
        """For each name one of the cards that lie there, in their order."""
        found: list[int | None] = []
        left = list(there)
        for name in names:
            one = next((n for n in left if stage.things[n].name == name), None)
            if one is not None:
                left.remove(one)
                kept.add(one)
            found.append(one)
        return found

    central = named(central_cards(stage), layout.cards.central)
    beside = [named(cards_beside(stage, table, seat), names) for seat, names in enumerate(layout.cards.beside)]
    stock = [n for n in range(len(stage.things)) if n not in stage.at]

    def drawn(name: str) -> int:
        number = next(n for n in stock if stage.things[n].name == name)
        stock.remove(number)
        return number

    for level, (name, one) in enumerate(zip(layout.cards.central, central, strict=True)):
        if one is None:
            made.append(Change(drawn(name), piled(stage, sheet, area, table.lot, table.habits, level)))
        elif stage.at[one].level != level:
            made.append(Change(one, stage.at[one]._replace(level=level)))
    for seat, names in enumerate(layout.cards.beside):
        for level, (name, one) in enumerate(zip(names, beside[seat], strict=True)):
            if one is None:
                placed = beside_central(stage, table.ways[seat], table.lot, table.habits, level)
                made.append(Change(drawn(name), placed))
    gone = [n for n in stage.at if stage.things[n].kind == "card" and n not in kept]
    return [*(Change(n, None) for n in gone), *made]

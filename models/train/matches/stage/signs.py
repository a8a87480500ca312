"""Counts what a stage shows and what a layout asks for in the same terms, and compares the two.

A sign is one die in its zone, one piece on its cell, one card on its pile. Signs are no more than referees can go by:
dice in Rally Zones show nothing, dice beside a board are told by colour and face alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from companion.table.layout import Layout
from companion.table.view import zone_parts
from models.train.matches.stage.boxes import Setting
from models.train.matches.stage.moves import cards_beside, central_cards
from models.train.matches.stage.stage import Stage

Signs = Counter[tuple[Any, ...]]


class Delta(NamedTuple):
    """What went and what came."""

    gone: Signs
    come: Signs


def shown(stage: Stage, table: Setting) -> Signs:
    """What lies on the table."""
    signs: Signs = Counter()
    shared = {heap.area for way in table.first.dice for heap in way if heap.seat is None}
    rows = {row.grid for row in table.first.rows}
    for number in stage.dice():
        thing, placed = stage.things[number], stage.at[number]
        if table.play != "zones":
            signs["die", thing.kind, thing.colour, placed.face] += 1
            continue
        zone, across = stage.zone_of(placed)
        area = "" if zone is None else zone_parts(zone)[0]
        face = None if area == "rally" else placed.face
        signs["die", area if area in shared else zone or ("across", across), thing.colour, face] += 1
    for cell, there in stage.on_cells().items():
        upper = stage.things[there[-1]].colour
        signs[("held", cell.grid) if cell.grid in rows else ("cell", cell, upper)] += 1
        if len(there) > 1:
            signs["stack", cell] += 1
    names = [stage.things[number].name for number in central_cards(stage)]
    signs.update(("card", "central", name) for name in names)
    for seat in range(table.game.players if table.play == "cards" else 0):
        signs.update(("card", seat, stage.things[number].name) for number in cards_beside(stage, table, seat))
    return signs


def asked(layout: Layout, table: Setting) -> Signs:
    """What has to lie on the table; of dice beside a board nothing."""
    signs: Signs = Counter()
    for heap in layout.dice[0] if layout.dice else ():
        if heap.area is not None:
            zone = heap.area if heap.seat is None else f"{heap.seat}:{heap.area}"
            signs.update(("die", zone, heap.colour, face) for face in heap.faces or (None,) * heap.count)
    signs.update(("cell", cell, colour) for cell, colour in layout.pieces.items())
    signs.update(("stack", cell) for cell in layout.stacks)
    for row in layout.rows:
        signs["held", row.grid] += row.count
    if layout.cards is not None:
        signs.update(("card", "central", name) for name in layout.cards.central)
        for seat, names in enumerate(layout.cards.beside):
            signs.update(("card", seat, name) for name in names)
    return +signs


def between(before: Signs, after: Signs) -> Delta:
    """What has to be done for one to become the other."""
    return Delta(before - after, after - before)


def part_of(one: Delta, whole: Delta) -> bool:
    """Whether all that went and came in one did so in the other: it may be that act, half done."""
    return one.gone <= whole.gone and one.come <= whole.come


def fits(stage: Stage, layout: Layout, table: Setting) -> bool:
    """Whether a layout's claims hold on a stage, as far as they can be counted."""
    there = shown(stage, table)
    wanted = asked(layout, table)
    if table.play != "zones":
        for sign in [sign for sign in there if sign[0] == "die"]:
            del there[sign]
    described = {*layout.grids, *(row.grid for row in layout.rows)}
    for sign in [sign for sign in there if sign[0] == "cell" and sign[1].grid not in described]:
        del there[sign]
    if layout.rows or not any(sign[0] == "held" for sign in there):
        return there == wanted and _dice_fit(stage, layout)
    return False


def _dice_fit(stage: Stage, layout: Layout) -> bool:
    """Whether the dice that lie anywhere are among those that a layout asks for, in one of its ways."""
    placed = Counter((stage.things[n].colour, stage.at[n].face) for n in stage.dice())
    faces = Counter(stage.at[n].face for n in stage.dice())
    for way in layout.dice or ((),):
        heaps = [heap for heap in way if heap.area is None]
        wanted = Counter((heap.colour, face) for heap in heaps if heap.colour for face in heap.faces or ())
        any_colour = Counter(face for heap in heaps if heap.colour is None for face in heap.faces or ())
        if wanted <= placed and any_colour <= faces:
            return True
    return False

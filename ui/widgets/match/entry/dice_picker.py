"""The dice of the mats as large buttons, own ones first: a move is made by pressing those that take part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.table import DieAt
from companion.text import say
from ui.match import MatchScene, MatchSession, Tap, next_touches
from ui.widgets.basic import Colors, die_picture, die_words, flow, note, tile_button

SIDE = 34
"""Side of a die, in pixels."""


def picks_dice(scene: MatchScene) -> bool:
    """Whether moves are made by touching dice."""
    return any(isinstance(what, DieAt) for move in scene.moves for what in move.touches)


def dice_picker(
    session: MatchSession, scene: MatchScene, chosen: Sequence[Tap], touch: Callable[..., None]
) -> list[ft.Control]:
    """A row of dice for each seat. What may be touched next is lit, the rest pale."""
    areas = {what.area for move in scene.moves for what in move.touches if isinstance(what, DieAt)}
    lit = next_touches(scene.moves, chosen)
    own = scene.awaited.seat
    heaps = [heap for heap in scene.layout.dice[0] if heap.area in areas and heap.seat is not None and heap.faces]
    rows: list[ft.Control] = []
    for heap in sorted(heaps, key=lambda one: (one.seat != own, one.seat)):
        assert heap.area is not None and heap.seat is not None
        tiles = []
        for number, face in enumerate(heap.faces or ()):
            if not isinstance(face, int):
                continue
            die = DieAt(heap.area, heap.seat, face)
            picked, may = Tap(die, number) in chosen, die in lit
            shown = ft.Container(content=die_picture(face, heap.colour, SIDE), opacity=1 if picked or may else 0.4)
            words = say("{name}: {die}", name=session.game.seat_name(heap.seat), die=die_words(face, heap.colour))
            tiles.append(
                tile_button(words, shown, (lambda die=die, number=number: touch((die, number))), selected=picked)  # type: ignore[misc]
            )
        name = session.game.seat_name(heap.seat)
        rows += [note(name, weight=ft.FontWeight.W_600, color=Colors.ON_SURFACE), flow(tiles, spacing=0, run_spacing=0)]
    return rows

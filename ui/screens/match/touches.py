"""What was tapped on the drawn table, and what of it lights up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.table import Cell, DieAt
from ui.core import use_value
from ui.match import MatchScene, MatchSession, Refusal, Tap, fitting, next_touches, tap
from ui.widgets.drawing import Marks, Touch
from ui.widgets.match import by_program, shown_here, touching


class Touches(NamedTuple):
    """What this tab has tapped in the position that is shown."""

    cell: Cell | None
    """Whose moves are listed, where a camera looks on."""
    chosen: tuple[Tap, ...]
    """What has been tapped of a move that is made by tapping."""
    refusal: Refusal | None
    """Why what was tapped is no legal move."""
    touch: Callable[..., None]
    """Hears of what is tapped or dragged over."""
    dismiss: Callable[[], None]
    """Forgets the refusal."""


def use_touches(session: MatchSession, scene: MatchScene) -> Touches:
    """What this tab has tapped; another position begins anew. A move that is shown whole is made."""
    untouched: tuple[Any, Cell | None] = (None, None)
    tapped, set_tapped = use_value(untouched)
    nothing: tuple[Any, tuple[Tap, ...], Refusal | None] = (None, (), None)
    picked, set_picked = use_value(nothing)
    newest = ft.use_ref(picked)
    shown = shown_here(scene)
    cell = tapped[1] if tapped[0] == scene.position else None
    chosen, refusal = picked[1:] if picked[0] == scene.position else ((), None)

    def touch(*what: Touch) -> None:
        if scene.seeing != "unseen":  # the eyes see what is done: a tap only lists what may be
            at = what[-1][0]
            if isinstance(at, Cell):
                set_tapped((scene.position, None if at == cell else at))
            return
        if by_program(scene) or scene.outcome is not None:
            return
        before = newest.current or nothing  # two taps may come before the next drawing
        now: tuple[Tap, ...] = before[1] if len(what) == 1 and before[0] == scene.position else ()
        for one in what:
            done = tap(session.game, scene.position, scene.moves, now, Tap(*one))
            now = done.chosen
        newest.current = scene.position, now, done.refusal
        set_picked(newest.current)
        if done.play is not None:
            session.enter_event(done.play.event, shown)

    return Touches(cell, chosen, refusal, touch, lambda: set_picked((scene.position, chosen, None)))


def marks_of(scene: MatchScene, touches: Touches) -> Marks:
    """What is lit on the drawn table: what may be touched next, or where something may be done."""
    return _to_touch(scene, touches.chosen) if scene.seeing == "unseen" else _to_look_at(scene, touches.cell)


def _to_look_at(scene: MatchScene, cell: Cell | None) -> Marks:
    """Where something may be done; of a cell that was tapped, what may be done from there."""
    moves = touching(scene.moves, cell)
    lit = frozenset(at for move in moves for at in move.cells)
    chosen = cell is not None and len(moves) < len(scene.moves)
    trails = tuple(move.trail for move in moves if move.trail and move.trail[0] == cell)
    return Marks(lit=lit, chosen=cell if chosen else None, trails=trails, lines=scene.won)


def _to_touch(scene: MatchScene, chosen: tuple[Tap, ...]) -> Marks:
    """What may be touched to make a move, after what was chosen."""
    if by_program(scene):
        return Marks(lines=scene.won)
    first = frozenset(move.touches[0] for move in scene.moves if move.touches)
    lit = next_touches(scene.moves, chosen) if chosen else first
    cells = [one.what for one in chosen if isinstance(one.what, Cell)]
    fits = fitting(scene.moves, chosen) if cells else ()
    return Marks(
        lit=frozenset(one for one in lit if isinstance(one, Cell)),
        chosen=cells[0] if cells else None,
        trails=tuple(move.trail for move in fits if move.trail),
        lines=scene.won,
        lit_dice=frozenset(one for one in lit if isinstance(one, DieAt)),
        chosen_dice=frozenset((one.what, one.number) for one in chosen if isinstance(one.what, DieAt)),
    )

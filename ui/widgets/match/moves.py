"""Lists the legal moves, what they are worth, and the odds of what hangs in the balance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import flet as ft

from companion.rules import Event
from companion.statistics import Hint, explain_hint
from companion.table import Cell
from companion.text import digits, say, say_count
from ui.core import Waiting, part, use_store
from ui.match import MatchScene, MatchSession, Move
from ui.widgets.basic import (
    Colors,
    Folded,
    card,
    column,
    die_picture,
    flow,
    heading,
    icon_button,
    labelled,
    note,
    pressable,
    warning,
)

Say = Callable[[str], None]
Hits = tuple[tuple[int, int], ...]
"""Seat and face of each die that a move hits."""
MOST_MOVES = 40
"""Moves of one kind that are listed at once."""
DIE = 24
"""Side of a die in a heading, in pixels."""
BAR = 6
"""Height of a bar that shows a chance, in pixels."""


def touching(moves: Sequence[Move], chosen: Cell | None) -> tuple[Move, ...]:
    """The moves that change a cell; all where none is chosen, or none would."""
    found = tuple(move for move in moves if chosen in move.cells)
    return found if chosen is not None and found else tuple(moves)


@part
def MovesList(session: MatchSession, scene: MatchScene, chosen: Cell | None, on_clause: Say) -> ft.Control:
    """The moves by kind, or the best first; a tap says that one was done, for what the eyes did not see."""
    worker = session.hints
    use_store(worker)
    found = worker.of(scene.position)
    hints = {} if found is None else {hint.event: hint for hint in found}

    def build() -> list[ft.Control]:
        moves = touching(scene.moves, chosen)
        parts: list[ft.Control] = [] if scene.awaited.seat is None else _help(session, scene, found)
        if chosen is not None and len(moves) < len(scene.moves):
            parts.append(
                note(
                    say("Those for {place_name}; tap there again for all.", place_name=session.game.place_name(chosen))
                )
            )
        if hints:
            order = {event: place for place, event in enumerate(hints)}
            best = sorted(moves, key=lambda move: order.get(move.event, len(order)))
            return [*parts, *_rows(session, best, hints, on_clause)]
        groups: dict[tuple[str, Hits], list[Move]] = {}
        for move in moves:
            groups.setdefault((move.kind, move.hits), []).append(move)
        for (kind, hits), listed in groups.items():
            parts += [_title(session, f"{kind} ({len(listed)})", hits), *_rows(session, listed, hints, on_clause)]
        return parts

    count = say_count("{count} legal move", "{count} legal moves", len(scene.moves))
    return Folded(say("What may be done"), build, subtitle=count, icon=ft.Icons.CHECKLIST_ROUNDED)


def _help(session: MatchSession, scene: MatchScene, found: Sequence[Hint] | None) -> list[ft.Control]:
    """What the hints say of themselves, and the buttons to ask for them and to have none."""
    worker, position = session.hints, scene.position
    if not worker.allowed or len(scene.moves) < 2:
        return []
    if found is not None:
        games = sum(hint.games for hint in found)
        return [
            note(
                say(
                    "Best first: how many of {games} games are won from there when the program plays both sides, "
                    "looking one move ahead. It is an estimate; the range holds it 19 times in 20.",
                    games=games,
                )
            )
        ]
    if worker.is_computing(position):
        ring = Waiting(20, say("The moves are being tried"))
        return [ft.Row([ring, note(say("Each move is being tried out."))], spacing=10)]
    buttons: list[ft.Control] = [
        ft.FilledTonalButton(
            say("How good are they?"), icon=ft.Icons.LIGHTBULB_OUTLINE, on_click=lambda _: worker.ask(position)
        ),
        ft.TextButton(say("No hints in this match"), on_click=lambda _: worker.forbid()),
    ]
    row = flow(buttons, run_spacing=4)
    return [row] if worker.trouble is None else [warning(worker.trouble), row]


def _rows(
    session: MatchSession, moves: Sequence[Move], hints: Mapping[Event, Hint], on_clause: Say
) -> list[ft.Control]:
    rows: list[ft.Control] = [_row(session, move, hints.get(move.event), on_clause) for move in moves[:MOST_MOVES]]
    if len(moves) > MOST_MOVES:
        rows.append(note(say("and {number} more; type them under History.", number=len(moves) - MOST_MOVES)))
    return rows


def _title(session: MatchSession, text: str, hits: Hits) -> ft.Control:
    """The heading of moves of one kind that hit the same dice, which are drawn after it."""
    dice: list[ft.Control] = [die_picture(face, session.seated.colours[owner], DIE) for owner, face in hits]
    arrow: list[ft.Control] = [ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=16)] if dice else []
    row: list[ft.Control] = [heading(text, size=14.5, level=3), *arrow, *dice]
    return flow(row, spacing=6, run_spacing=10)


def _row(session: MatchSession, move: Move, hint: Hint | None, on_clause: Say) -> ft.Control:
    lines: list[ft.Control] = [ft.Text(move.text, size=14, no_wrap=False)]
    spoken = move.text
    if hint is not None:
        worth = say(
            "{won:.0%} won ({low:.0%} to {high:.0%}); {why}",
            won=hint.won,
            low=hint.low,
            high=hint.high,
            why=explain_hint(hint),
        )
        lines += [_bar(hint.won, hint.low, hint.high), note(worth, size=12.5)]
        spoken = f"{move.text}. {worth}"
    face = column(lines, spacing=4)
    button = pressable(
        spoken,
        face,
        lambda: session.enter_event(move.event),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14 if hint is None else 10),
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER,
        expand=True,
    )
    rule = icon_button(
        say("The rule for it, {clause}", clause=move.clause),
        ft.Icons.INFO_OUTLINE,
        lambda: on_clause(move.clause),
        size=18,
    )
    key = move.text  # a tap on a move that is legal no more is not taken for the one in its place
    return ft.Row([button, rule], key=key, spacing=2)


def _bar(share: float, low: float | None = None, high: float | None = None) -> ft.Control:
    """A chance as a length; between `low` and `high` it is paler."""
    low, high = share if low is None else low, share if high is None else high
    parts = [
        (low, Colors.PRIMARY),
        (high - low, Colors.PRIMARY_CONTAINER),
        (1 - high, Colors.SURFACE_CONTAINER_HIGHEST),
    ]
    cells: list[ft.Control] = [
        ft.Container(bgcolor=colour, height=BAR, expand=max(1, round(1000 * length)))
        for length, colour in parts
        if length > 0.0005
    ]
    return ft.Container(
        content=ft.Row(cells, spacing=0), border_radius=BAR / 2, clip_behavior=ft.ClipBehavior.ANTI_ALIAS
    )


@part
def OddsCard(session: MatchSession, scene: MatchScene) -> ft.Control:
    """The exact chance of what hangs on the next roll or choice, and of each choice."""
    odds = scene.odds
    assert odds is not None
    name = session.game.seat_name(odds.seat)
    parts: list[ft.Control] = [
        heading(f"{name}: {digits(odds.chance, '.0%')} {odds.what}", size=16),
        note(say("If both do what is best for them."), size=12.5),
        labelled(digits(odds.chance, ".0%"), _bar(odds.chance)),
    ]
    for event, chance in sorted(odds.actions, key=lambda one: -one[1]):
        text = session.game.text(scene.position, event)
        row = ft.Row(
            [
                ft.Text(digits(chance, ".1%"), size=14, weight=ft.FontWeight.W_600, width=62),
                ft.Column([ft.Text(text, size=14), _bar(chance)], spacing=4, tight=True, expand=True),
            ],
            spacing=8,
        )
        parts.append(labelled(f"{digits(chance, '.1%')}: {text}", row))
    return card(*parts, spacing=8)

"""Lists the legal moves, what they are worth, and the odds of what hangs in the balance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import flet as ft

from companion.rules import Event
from companion.statistics import Hint, explain_hint, judge_hint
from companion.table import Cell
from companion.text import digits, say, say_count
from ui.core import Waiting, part, use_store
from ui.match import MatchScene, MatchSession, Move, Shown
from ui.widgets.basic import (
    Colors,
    Folded,
    card,
    column,
    die_picture,
    flow,
    heading,
    labelled,
    note,
    pressable,
    warning,
)
from ui.widgets.match.parts import rule_button, shown_here

Say = Callable[[str], None]
Hits = tuple[tuple[int, int], ...]
"""Seat and face of each die that a move hits."""
MOST_MOVES = 40
"""Moves of one kind that are listed at once."""
DIE = 24
"""Side of a die in a heading, in pixels."""
GOOD = ("clearly best", "about as good")
"""Verdicts on the moves that one may choose from."""
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
    shown = shown_here(scene)

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
            return [*parts, *_rows(session, best, hints, shown, on_clause)]
        groups: dict[tuple[str, Hits], list[Move]] = {}
        for move in moves:
            groups.setdefault((move.kind, move.hits), []).append(move)
        for (kind, hits), listed in groups.items():
            title = _title(session, f"{kind} ({len(listed)})", hits)
            parts += [title, *_rows(session, listed, hints, shown, on_clause)]
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
                    "Best first, by {games} games that the program played on from the moves, looking one move ahead: "
                    "an estimate. What is called clearly best, or worse, is so 19 times in 20.",
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
    session: MatchSession, moves: Sequence[Move], hints: Mapping[Event, Hint], shown: Shown, on_clause: Say
) -> list[ft.Control]:
    rows: list[ft.Control] = [
        _row(session, move, hints.get(move.event), shown, on_clause) for move in moves[:MOST_MOVES]
    ]
    if len(moves) > MOST_MOVES:
        rows.append(note(say("and {number} more; type them under History.", number=len(moves) - MOST_MOVES)))
    return rows


def _title(session: MatchSession, text: str, hits: Hits) -> ft.Control:
    """The heading of moves of one kind that hit the same dice, which are drawn after it."""
    dice: list[ft.Control] = [die_picture(face, session.seated.colours[owner], DIE) for owner, face in hits]
    arrow: list[ft.Control] = [ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=16)] if dice else []
    row: list[ft.Control] = [heading(text, size=14.5, level=3), *arrow, *dice]
    return flow(row, spacing=6, run_spacing=10)


def _row(session: MatchSession, move: Move, hint: Hint | None, shown: Shown, on_clause: Say) -> ft.Control:
    lines: list[ft.Control] = [ft.Text(move.text, size=14, no_wrap=False)]
    spoken = move.text
    if hint is not None:
        verdict, why = judge_hint(hint), explain_hint(hint)
        best = hint.verdict in GOOD
        ink = Colors.PRIMARY if best else Colors.ON_SURFACE_VARIANT
        judged = ft.Text(verdict, size=13.5, weight=ft.FontWeight.W_600 if best else None, color=ink)
        lines += [judged, *([note(why, size=12.5)] if why else [])]
        spoken = ". ".join(filter(None, (move.text, verdict, why)))
    face = column(lines, spacing=4)
    button = pressable(
        spoken,
        face,
        lambda: session.enter_event(move.event, shown),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14 if hint is None else 10),
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER,
        expand=True,
    )
    key = move.text  # a tap on a move that is legal no more is not taken for the one in its place
    return ft.Row([button, rule_button(move, on_clause)], key=key, spacing=2)


def _bar(share: float) -> ft.Control:
    """A chance as a length."""
    parts = [(share, Colors.PRIMARY), (1 - share, Colors.SURFACE_CONTAINER_HIGHEST)]
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

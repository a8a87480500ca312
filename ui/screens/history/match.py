"""Screen of one recorded match: moment by moment on its table, its score sheet, and the course of the score."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.rules import CompanionError
from companion.text import say, say_count, upper
from ui.app_state import use_app
from ui.core import GAP, PHONE, RADIUS, WIDE, Waiting, part, use_route, use_store, use_value, use_width
from ui.history import Replay, course_text, date_text, players_text, status_text, title_of
from ui.screens.history.list import archive_lines, use_match_dialogs
from ui.widgets.basic import (
    Act,
    Colors,
    Score,
    Scrubber,
    Series,
    card,
    column,
    framed,
    halves,
    header,
    heading,
    line_chart,
    note,
    place_number,
    pressable,
    score_boxes,
    scrolling,
    side_of,
    warning,
)
from ui.widgets.drawing import Marks, TableDrawing
from ui.widgets.history import ScoredList, SubSums

WIDEST = 1240
"""The page does not grow wider than this, in pixels."""
WIDEST_CHART = 640.0
AROUND = 5
"""Events listed before and after the one that is shown."""


@part
def RecordedScreen(match_id: str) -> ft.Control:
    """The match of this id."""
    app = use_app()
    use_store(app.archive)
    route = use_route()
    width = use_width()
    nothing: Replay | None = None
    replay, set_replay = use_value(nothing)
    failed, set_failed = use_value("")
    at, set_at = use_value(0)
    ask = use_match_dialogs(route, deleted=route.back)

    async def load() -> None:
        try:
            loaded = await asyncio.to_thread(lambda: Replay(app.archive.load(match_id)))
        except CompanionError as fault:
            set_failed(str(fault))
            return
        set_replay(loaded)

    ft.use_effect(load, [match_id])

    side = side_of(width, WIDEST)
    back = Act(say("Back"), ft.Icons.ARROW_BACK_ROUNDED, route.back)
    if replay is None:
        waiting = (
            warning(upper(failed)) if failed else ft.Row([Waiting(22), note(say("Reading the match …"))], spacing=10)
        )
        return framed([header(say("A recorded match"), "", [back], width)], waiting, side)

    summary = replay.summary
    buttons = [
        Act(say("Share"), ft.Icons.SHARE_ROUNDED, lambda: ask("export", summary)),
        Act(say("Delete"), ft.Icons.DELETE_OUTLINE_ROUNDED, lambda: ask("delete", summary)),
        back,
    ]
    if summary.state != "over":
        buttons.insert(0, Act(say("Go on"), ft.Icons.PLAY_ARROW_ROUNDED, lambda: ask("resume", summary)))
    inner = width - 2 * side
    control = _controls(replay, at, set_at, width >= PHONE)
    score = _scores(replay, at)
    drawing = TableDrawing(replay.game, replay.layout(at), Marks(lit=replay.changed(at)))
    lines = Around(replay, at, set_at)
    sheet = SubSums(replay.sheet, replay.names)
    scored = ScoredList(replay.sheet, replay.names, set_at)
    if width >= WIDE:
        right = (inner - GAP) * 12 / 22
        course = _course(replay, at, min(WIDEST_CHART, right - 34))
        left, rest = scrolling([*archive_lines(), drawing, sheet, scored]), scrolling([score, course, lines])
        body: ft.Control = halves(left, rest, (10, 12), expand=True)
    else:
        course = _course(replay, at, min(WIDEST_CHART, inner - 34))
        body = scrolling([*archive_lines(), drawing, score, course, lines, sheet, scored])
    top = header(title_of(summary.game), f"{players_text(summary)} · {date_text(summary.started)}", buttons, width)
    below = ft.Container(content=control, padding=ft.Padding.only(left=side, right=side, bottom=8))
    return framed([top, below], body, side)


def _controls(replay: Replay, at: int, seek: Callable[[int], None], wide: bool) -> ft.Control:
    """What happened at this moment, and the way to others; stays in sight while the rest is scrolled."""
    over = replay.outcome(at)
    lines: list[ft.Control] = [
        ft.Semantics(
            live_region=True,
            content=ft.Text(
                replay.text(at), size=17, weight=ft.FontWeight.W_600, color=Colors.ON_PRIMARY_CONTAINER, max_lines=3
            ),
        )
    ]
    quiet = replay.origin(at)
    if not at:
        quiet = say_count(
            "{count:,} event follow. {standing}",
            "{count:,} events follow. {standing}",
            replay.length,
            standing=status_text(replay.summary, replay.outcome(replay.length)),
        )
    if over is not None:
        quiet = f"{quiet}. {over.how}"
    lines.append(
        ft.Text(quiet, size=13.5, color=Colors.ON_PRIMARY_CONTAINER, max_lines=3, overflow=ft.TextOverflow.ELLIPSIS)
    )
    return ft.Container(
        content=column([*lines, Scrubber(replay.length, at, seek, wide)], spacing=2),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=16, right=16, top=12, bottom=4),
    )


def _scores(replay: Replay, at: int) -> ft.Control:
    """What each seat had to show at this moment."""
    totals, before = replay.sheet.course[at], replay.sheet.course[max(0, at - 1)]
    scores = [
        Score(replay.full_name(seat), f"{total}" + (f"  ({total - was:+})" if total != was else ""), total != was)
        for seat, (total, was) in enumerate(zip(totals, before, strict=True))
    ]
    return score_boxes(scores, size=20)


def _course(replay: Replay, at: int, width: float) -> ft.Control:
    course = replay.sheet.course
    series = [Series(name, tuple(float(scores[seat]) for scores in course)) for seat, name in enumerate(replay.names)]
    return card(
        heading(say("Score over time"), size=17),
        line_chart(series, course_text(replay.names, course), width, at=at),
        note(say("Events from left to right; the dashed upright line is the moment that is shown."), size=12.5),
        spacing=8,
        padding=16 if width >= PHONE else 14,
    )


@part
def Around(replay: Replay, at: int, seek: Callable[[int], None]) -> ft.Control:
    """The events next to the one that is shown; a tap shows another."""
    first = max(0, min(at - AROUND, replay.length - 2 * AROUND))
    numbers = range(first, min(first + 2 * AROUND, replay.length) + 1)
    rows = [_event(replay, number, number == at, seek) for number in numbers]
    if replay.on_the_way:
        rows.append(note(f"{upper(replay.on_the_way)}.", size=12.5))
    return card(heading(say("What happened"), size=17), *rows, spacing=2, padding=14)


def _event(replay: Replay, number: int, shown: bool, seek: Callable[[int], None]) -> ft.Control:
    text, origin = replay.text(number), replay.origin(number)
    words = ft.Column(
        [
            ft.Text(text, size=14, weight=ft.FontWeight.W_600 if shown else None),
            *([note(origin, size=12)] if origin else []),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    row = ft.Row(
        [
            ft.Icon(ft.Icons.ARROW_RIGHT_ROUNDED, size=22, color=Colors.PRIMARY, opacity=1 if shown else 0),
            place_number(number),
            words,
        ],
        spacing=6,
    )
    label = (
        say("Event {number}: {text}. {origin}", number=number, text=text, origin=origin)
        if number
        else say("The beginning")
    )
    return pressable(
        label,
        row,
        lambda: seek(number),
        selected=shown,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6 if origin else 12),
        border_radius=10,
        bgcolor=Colors.PRIMARY_CONTAINER if shown else None,
    )

"""Screen of the people: who played how often, with and against whom, and who won how often; and streaks."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.statistics import Pair, Person, Statistics, pair_line, person_line, streak_line
from companion.text import digits, later, say, upper
from ui.app_state import use_app
from ui.core import GAP, WIDE, Waiting, part, use_route, use_store, use_width
from ui.history import title_of
from ui.widgets.basic import (
    Act,
    card,
    column,
    framed,
    halves,
    header,
    heading,
    hint,
    labelled,
    note,
    scrolling,
    side_of,
    warning,
)

WIDEST = 1180
"""The page does not grow wider than this, in pixels."""
HOW = later(
    "Finished games count. Names that differ only in capital letters or blanks are one person, called as in the newest "
    "match. Seats without a name, and those that the program played, are nobody's. A match in which one name sat at "
    "two seats does not count for it."
)


@part
def PeopleScreen(_: str) -> ft.Control:
    """The page; what it is about is empty."""
    app = use_app()
    use_store(app.statistics)
    route, width = use_route(), use_width()

    async def refresh() -> None:
        await asyncio.to_thread(app.statistics.refresh)

    ft.use_effect(refresh, [])
    side = side_of(width, WIDEST)
    parts: list[ft.Control] = []
    totals = app.statistics.statistics
    if app.statistics.trouble is not None:
        parts.append(warning(upper(app.statistics.trouble)))
    if totals is None or app.statistics.done < app.statistics.of:
        parts.append(ft.Row([Waiting(22), note(say("Reading the record …"))], spacing=10))
    if totals is not None and not totals.people:
        parts.append(hint(say("Nobody with a name has finished a recorded match yet."), live=False))
    elif totals is not None:
        cards = [ft.Semantics(container=True, content=_person(one, totals)) for one in totals.people]
        parts.append(note(say(HOW), size=13))
        if width >= WIDE:
            parts.append(halves(column([*cards[::2]]), column([*cards[1::2]]), (1, 1)))
        else:
            parts += cards
    buttons = [Act(say("Back"), ft.Icons.ARROW_BACK_ROUNDED, route.back)]
    top = header(say("People"), say("Who played with whom, and who won"), buttons, width)
    return framed([top], scrolling(parts), side)


def _person(person: Person, totals: Statistics) -> ft.Control:
    """All of one person: games, streaks, by game, and with whom."""
    share = digits(person.won / person.games, ".0%")
    top = ft.Row([heading(person.who, size=18, expand=True), ft.Text(share, size=18, weight=ft.FontWeight.W_700)])
    lines = [ft.Text(upper(person_line(person)), size=15), note(f"{upper(streak_line(person))}.", size=14)]
    games = [_line(title_of(one.game), say("{won} of {games}", won=one.won, games=one.games)) for one in person.by_game]
    met = [_met(pair, person.who) for pair in totals.pairs if person.who in (pair.who, pair.other)]
    return card(
        labelled(f"{person.who}, {share}", top),
        *lines,
        ft.Divider(height=1),
        *games,
        ft.Divider(height=1),
        *met,
        spacing=8,
        padding=14,
    )


def _met(pair: Pair, who: str) -> ft.Control:
    """How often this one of a pair won, and that by game where they met in several."""
    words = ft.Text(upper(pair_line(pair, who)), size=14)
    if len(pair.by_game) < 2:
        return words
    turned = who != pair.who and not pair.together
    games = [
        say(
            "{game}: won {won}, lost {lost}",
            game=title_of(one.game),
            won=one.lost if turned else one.won,
            lost=one.won if turned else one.lost,
        )
        for one in pair.by_game
    ]
    return ft.Column([words, note("; ".join(games), size=12.5)], spacing=0, tight=True)


def _line(name: str, text: str) -> ft.Control:
    row = ft.Row([ft.Text(name, size=14, expand=True), ft.Text(text, size=14)], spacing=GAP)
    return labelled(f"{name}: {text}", row)

"""Screen of the statistics: how the dice fell, who won, how long games were; of all games or of one."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.statistics import Dice, Lengths, Statistics, Wins, all_matches, dice_name, game_line, won_of
from companion.text import say, say_count, upper
from ui.app_state import use_app
from ui.core import GAP, WIDE, Place, Waiting, part, use_route, use_store, use_width
from ui.history import STATISTICS, title_of
from ui.screens.history.list import game_filter
from ui.widgets.basic import (
    Act,
    Bar,
    bar_chart,
    bar_legend,
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
from ui.widgets.dice import face_card

WIDEST = 1180
"""The page does not grow wider than this, in pixels."""


@part
def StatisticsScreen(game: str = "") -> ft.Control:
    """Everything, of the game with this id, or of all."""
    app = use_app()
    use_store(app.statistics)
    route = use_route()
    width = use_width()

    async def refresh() -> None:
        await asyncio.to_thread(app.statistics.refresh)

    ft.use_effect(refresh, [])
    token = ft.use_memo(lambda: app.downloads.offer(STATISTICS), [app.statistics.version])

    side = side_of(width, WIDEST)
    columns = 2 if width >= WIDE else 1
    inner = (width - 2 * side - (columns - 1) * GAP) / columns - 2 * 14 - 4
    parts: list[ft.Control] = []
    totals, left_out = app.statistics.statistics, len(app.statistics.left_out)
    if app.statistics.trouble is not None:
        parts.append(warning(upper(app.statistics.trouble)))
    if left_out:
        parts.append(
            warning(say_count("{count:,} damaged match left out.", "{count:,} damaged matches left out.", left_out))
        )
    if totals is None or app.statistics.done < app.statistics.of:
        parts += _progress()
    if totals is not None and not totals.matches:
        parts.append(hint(say("No match is recorded yet. What you play before a camera is counted here."), live=False))
    elif totals is not None:
        games = sorted({one.game for one in totals.dice} | {one.game for one in totals.lengths}, key=title_of)
        if len(games) > 1:
            parts.append(game_filter(games, game, lambda one: route.replace(Place.STATISTICS, one)))
        parts.append(
            note(
                say("{all_matches}. Dice that were drawn by lot do not count.", all_matches=all_matches(totals)),
                size=13.5,
            )
        )
        parts.append(_cards(totals, game, inner, columns))
        save = ft.OpenUrl(f"/statistics/{token}", target=ft.UrlTarget.BLANK)
        sign = ft.Icons.TABLE_CHART_OUTLINED
        parts.append(ft.Row([ft.OutlinedButton(say("Save all of it as CSV"), icon=sign, action=save)]))
    buttons = [Act(say("Back"), ft.Icons.ARROW_BACK_ROUNDED, route.back)]
    subtitle = title_of(game) if game else say("All recorded matches")
    return framed([header(say("Statistics"), subtitle, buttons, width)], scrolling(parts), side)


def _progress() -> list[ft.Control]:
    app = use_app()
    how_far = (
        say("{done} of {of} matches read", done=app.statistics.done, of=app.statistics.of)
        if app.statistics.of
        else say("Reading the record …")
    )
    if app.statistics.of:
        share = app.statistics.done / app.statistics.of
        ring: ft.Control = ft.ProgressRing(width=22, height=22, stroke_width=3, value=share)
    else:
        ring = Waiting(22)
    return [ft.Row([ring, note(how_far)], spacing=10)]


def _cards(totals: Statistics, game: str, width: float, columns: int) -> ft.Control:
    """The cards of all games or of one, side by side where there is room."""
    cards = [_dice_card(one, width) for one in totals.dice if game in ("", one.game)]
    for length in totals.lengths:
        if game in ("", length.game):
            sides = [one for one in totals.sides if one.game == length.game]
            people = [one for one in totals.players if one.game == length.game]
            cards.append(_wins_card(length.game, people, sides, width))
    lengths = [one for one in totals.lengths if game in ("", one.game)]
    if lengths:
        cards.append(_lengths_card(lengths, width))
    cards = [ft.Semantics(container=True, content=one) for one in cards]  # each is read to its end before the next
    if columns == 1:
        return column(cards)
    return halves(column(cards[::2]), column(cards[1::2]), (1, 1))


def _dice_card(dice: Dice, width: float) -> ft.Control:
    game, name = title_of(dice.game), dice_name(dice)
    return face_card(f"{game}: {name}", say("{game}, {dice}.", game=game, dice=name), dice, width)


def _wins_card(game: str, people: list[Wins], sides: list[Wins], width: float) -> ft.Control:
    """Who won how often: people by name, where names were given, and seats or sides."""
    bars = [
        Bar(one.who, say("{won} of {games}", won=one.won, games=one.games), one.won / one.games, one.low, one.high)
        for one in (*people, *sides)
    ]
    said = "; ".join(say("{who} won {how_many}", who=one.who, how_many=won_of(one)) for one in (*people, *sides))
    return card(
        heading(say("{game}: games won", game=title_of(game)), size=17),
        bar_chart(bars, f"{title_of(game)}. {said}.", width, label=100, text=70),
        bar_legend(),
        spacing=8,
        padding=14,
    )


def _lengths_card(lengths: list[Lengths], width: float) -> ft.Control:
    bars = [
        Bar(title_of(one.game), say("{count:g} events", count=one.median), one.median, one.least, one.most)
        for one in lengths
    ]
    lines = [f"{title_of(one.game)}: {game_line(one)}." for one in lengths]
    return card(
        heading(say("How long games were"), size=17),
        bar_chart(bars, " ".join(lines), width, label=130, text=84),
        note(say("The bar ends at the game in the middle, the whiskers at the shortest and the longest."), size=12.5),
        *(labelled(line, note(line, size=13)) for line in lines),
        spacing=8,
        padding=14,
    )

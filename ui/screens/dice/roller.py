"""Dice are rolled by lot: which ones, the roll that lies, and all rolls of this sitting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import flet as ft

from companion.statistics import face_name
from companion.table import Colour, Face, colour_name
from companion.text import later, say
from ui.app_state import use_app
from ui.core import PHONE, WIDE, is_still, part, tab_of_page, use_keys, use_route, use_store, use_value, use_width
from ui.rolls import DiceKind, DrawnRoll, colour_totals, dice_kinds, drawn_line
from ui.widgets.basic import (
    card,
    column,
    columns,
    face_picture,
    flow,
    heading,
    icon_button,
    labelled,
    note,
    page,
    place_number,
    question_dialog,
)

ABOUT = later(
    "Drawn by lot, by chance of this computer that nobody can foresee: at each roll every side of a die is as likely "
    "as the others."
)
SHOWN = 30
"""Rolls that are listed."""
SIDES = ((6, 78), (12, 60), (30, 44))
"""Up to so many dice, each is so many pixels large."""
TUMBLES, TUMBLE = 6, 0.08
"""How often the faces of rolling dice change, and seconds between two changes."""
KEY = "R"
WIDEST = 1100
"""The page does not grow wider than this, in pixels."""

Faces = tuple[tuple[Face, Colour | None], ...]


@part
def RollerScreen(_: str) -> ft.Control:
    """The page; what it is about is empty."""
    app = use_app()
    roller = app.roller
    use_store(roller)
    tab = tab_of_page()
    route, width, still = use_route(), use_width(), is_still()
    asking, ask = use_value(False)
    lying: Faces = ()
    tumbling, tumble = use_value(lying)
    rolling = ft.use_ref(False)

    async def roll() -> None:
        if rolling.current:  # the key is held down
            return
        rolling.current = True
        try:
            for _ in range(0 if still else TUMBLES):
                tumble(tuple((random.choice(kind.faces), kind.colour) for kind in roller.dice))
                await asyncio.sleep(TUMBLE)
            roller.roll()
        finally:
            tumble(())
            rolling.current = False

    def key(event: ft.KeyboardEvent) -> None:
        if event.key.upper() == KEY and not (event.ctrl or event.alt or event.meta) and not asking:
            tab.run(roll)

    use_keys(key)
    dialog = None
    if asking:
        dialog = question_dialog(
            say("Begin anew?"),
            say("All rolls are removed from the list."),
            say("Remove all rolls"),
            roller.clear,
            lambda: ask(False),
        )
    ft.use_dialog(dialog)
    last = roller.rolls[-1] if roller.rolls else None
    faces = tumbling or (() if last is None else tuple(last.dice))
    button = ft.FilledButton(
        say("Roll (key {key})", key=KEY) if width >= PHONE else say("Roll"),
        icon=ft.Icons.CASINO_OUTLINED,
        on_click=roll,
        disabled=not roller.dice,
        height=56,
    )
    thrown = [_thrown(faces, None if tumbling else last), ft.Row([ft.Container(button, expand=True)]), note(say(ABOUT))]
    now = card(*thrown, spacing=12)
    chosen = card(heading(say("Which dice"), size=17), *_kinds(roller.chosen, roller.choose), spacing=4)
    rolls = _list(roller.rolls, lambda: ask(True))
    body = [columns(column([now, chosen]), rolls, (7, 6), width >= WIDE)]
    return page(say("Roll dice"), route, body, width, widest=WIDEST)


def _thrown(faces: Sequence[tuple[Face, Colour | None]], roll: DrawnRoll | None) -> ft.Control:
    """The dice that lie, or tumble while `roll` is None, with their total."""
    side = next((size for most, size in SIDES if len(faces) <= most), SIDES[-1][1])
    pictures = [face_picture(face, colour, side) for face, colour in faces]
    if not pictures:
        return note(say("No roll yet: choose the dice, and roll."), size=15)
    dice = ft.Semantics(exclude_semantics=True, content=flow(pictures, spacing=8, run_spacing=8))
    if roll is None:
        return labelled(say("The dice roll"), dice)
    words = ft.Text(_sum_words(roll), size=30, weight=ft.FontWeight.W_700)
    sums = ", ".join(f"{colour_name(one, 'of dice')} {total}" for one, total in colour_totals(roll).items())
    told = ft.Semantics(live_region=True, label=drawn_line(roll), exclude_semantics=True, content=words)
    parts: list[ft.Control] = [dice, told]
    if sums:
        parts.append(note(sums, size=15))
    return column(parts, spacing=8)


def _sum_words(roll: DrawnRoll) -> str:
    """The total, and what else was rolled."""
    named = [face_name(die.face) for die in roll.dice if not isinstance(die.face, int)]
    total = [] if roll.total is None else [f"{roll.total}"]
    return " + ".join([*total, *named])


def _kinds(chosen: Mapping[str, int], choose: Callable[[str, int], None]) -> list[ft.Control]:
    """A line for each kind of dice, with how many of them are rolled."""
    return [_kind(kind, chosen.get(kind.id, 0), choose) for kind in dice_kinds()]


def _kind(kind: DiceKind, count: int, choose: Callable[[str, int], None]) -> ft.Control:
    name = kind.name
    fewer = icon_button(
        say("One less: {dice}", dice=name),
        ft.Icons.REMOVE_ROUNDED,
        lambda: choose(kind.id, count - 1),
        disabled=not count,
    )
    more = icon_button(say("One more: {dice}", dice=name), ft.Icons.ADD_ROUNDED, lambda: choose(kind.id, count + 1))
    number = ft.Text(f"{count}", size=18, weight=ft.FontWeight.W_600, width=34, text_align=ft.TextAlign.CENTER)
    told = labelled(f"{name}: {count}", number)
    picture = face_picture(kind.faces[-1], kind.colour, 32)
    return ft.Row([picture, ft.Text(name, size=15, expand=True), fewer, told, more], spacing=8)


def _list(rolls: Sequence[DrawnRoll], on_clear: Callable[[], None]) -> ft.Control:
    """The rolls of this sitting, the newest first."""
    parts: list[ft.Control] = [heading(say("Rolls of this sitting"), size=17)]
    if not rolls:
        return card(*parts, note(say("They are listed here until the program ends.")), spacing=6)
    for roll in rolls[: -SHOWN - 1 : -1]:
        when = f"{datetime.fromtimestamp(roll.time):%H:%M:%S}"
        words = ft.Column([ft.Text(drawn_line(roll), size=15), note(when, size=12.5)], spacing=0, expand=True)
        parts.append(ft.Row([place_number(roll.number), words], spacing=10))
    if len(rolls) > SHOWN:
        parts.append(note(say("The newest {count} of {all:,}", count=SHOWN, all=len(rolls)), size=13))
    clear = ft.TextButton(say("Begin anew"), icon=ft.Icons.DELETE_SWEEP_OUTLINED, on_click=lambda _: on_clear())
    return card(*parts, ft.Row([clear]), spacing=6)

"""Lists the events of a match, and corrects one that was told wrongly: tap it, then tap what it was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import flet as ft

from companion.rules import CompanionError
from companion.text import later_as, say, say_as, say_count
from ui.core import keyed, part, use_field, use_value
from ui.match import Correction, CorrectionChoices, EventLine, MatchScene, MatchSession
from ui.widgets.basic import Colors, Folded, card, column, dialog, heading, note, place_number, pressable, row_button
from ui.widgets.match.answers import answer_button, drawn_dice
from ui.widgets.match.parts import shown_here

SOURCES = (
    later_as("source", "seen"), later_as("source", "typed"), later_as("source", "lot"), later_as("source", "chosen"),
    later_as("source", "recorded"), later_as("source", "corrected"), later_as("source", "set up"),
    later_as("source", "program"),
)  # fmt: skip
"""Where an event may come from, so that catalogues have each."""
NEWEST = 3
"""Events that can be tapped without opening the list."""


@part
def EventList(session: MatchSession, scene: MatchScene, on_correct: Callable[[int], None]) -> ft.Control:
    """What has happened, newest first; a tap on an event corrects it, and more can be typed."""
    said, set_said = use_value(0)
    sends: list[Callable[[], None]] = ft.use_memo(list, [])
    typed = _event_field(sends, say("Type an event"), said)
    shown = shown_here(scene)

    def send() -> None:
        text = (typed.value or "").strip()
        if text:
            session.enter_text(text, shown)
            set_said(said + 1)

    sends[:] = [send]

    def build() -> list[ft.Control]:
        return [
            note(say("Type an event that the eyes did not see.")),
            _sending(typed, send),
            *(_row(line, on_correct) for line in scene.lines[NEWEST:]),
        ]

    number = len(scene.lines)
    count = say_count("{count} event", "{count} events", number) if number else say("nothing yet")
    parts: list[ft.Control] = []
    if number:
        newest = [_row(line, on_correct) for line in scene.lines[:NEWEST]]
        title = heading(say("What has happened"), size=16)
        parts.append(card(title, note(say("Tap what was told wrongly."), size=12.5), *newest, spacing=2))
    parts.append(keyed("history", Folded, say("History"), build, subtitle=count, icon=ft.Icons.HISTORY_ROUNDED))
    return column(parts, spacing=8)


def _event_field(sends: list[Callable[[], None]], label: str, again: object) -> ft.TextField:
    """A field for an event in the words of the notation; Enter calls the newest of `sends`."""
    return use_field(
        lambda: ft.TextField(
            label=label, hint_text="roll 1 2 3", expand=True, border_radius=12, dense=True, autocorrect=False,
            on_submit=lambda _: sends[-1](),
        ),
        again,
    )  # fmt: skip


def _sending(field: ft.TextField, send: Callable[[], None]) -> ft.Control:
    return ft.Row([field, ft.FilledTonalButton(say("Say"), on_click=lambda _: send())], spacing=8)


def _row(line: EventLine, on_correct: Callable[[int], None]) -> ft.Control:
    """One event, that a tap corrects."""
    face = ft.Row(
        [
            place_number(line.number, ".", size=13.5),
            ft.Text(line.text, size=14, expand=True),
            note(say_as("source", line.source), size=11.5),
            ft.Icon(ft.Icons.EDIT_OUTLINED, size=18, color=Colors.ON_SURFACE_VARIANT),
        ],
        spacing=6,
    )
    label = say("Correct event {number}: {text}", number=line.number, text=line.text)
    return row_button(label, face, lambda: on_correct(line.number), inset=6)


# ---------------------------------------------------------------------------------------------- the dialog


class CorrectionDialog(NamedTuple):
    """Puts one event right."""

    dialog: ft.AlertDialog | None
    """None: no event is being put right."""
    open: Callable[[int], None]
    """Begins with an event, by its number."""
    press: Callable[[str], None]
    """What a key does while the dialog is open: 1 to 6 choose."""


def use_correction(session: MatchSession) -> CorrectionDialog:
    """The dialog for this tab. What the event may have been is found beside the drawing, for that takes a while."""
    number, set_number = use_value(0)
    nothing: CorrectionChoices | str | None = None
    found, set_found = use_value(nothing)
    listing_others, set_listing_others = use_value(False)
    sends: list[Callable[[], None]] = ft.use_memo(list, [])
    typed = _event_field(sends, say("What it was"), number)

    async def look() -> None:
        if number:
            try:
                set_found(await asyncio.to_thread(session.corrections_of, number))
            except CompanionError as fault:
                set_found(str(fault))

    ft.use_effect(look, [number], cleanup=lambda: None)

    def begin(at: int) -> None:
        set_found(None)
        set_listing_others(False)
        set_number(at)

    def close() -> None:
        set_number(0)

    def correct(one: Correction | str | None) -> None:
        assert isinstance(found, CorrectionChoices)
        close()
        session.correct(found, one.event if isinstance(one, Correction) else one)

    def send() -> None:
        text = (typed.value or "").strip()
        if text:
            correct(text)

    sends[:] = [send]

    def press(key: str) -> None:
        likely = found.likely if isinstance(found, CorrectionChoices) and not listing_others else ()
        if key.isdecimal() and 1 <= int(key) <= len(likely):
            correct(likely[int(key) - 1])

    if not number:
        return CorrectionDialog(None, begin, press)
    if found is None:
        ring = ft.ProgressRing(width=24, height=24, semantics_label=say("Looking for what it may have been"))
        parts: list[ft.Control] = [ft.Row([ring], alignment=ft.MainAxisAlignment.CENTER)]
    elif isinstance(found, str):
        parts = [ft.Text(found, size=15)]
    elif listing_others:
        parts = [_event_as_told(found), _sending(typed, send), *_other_corrections(found, correct)]
    else:
        parts = [_event_as_told(found), *_likely_corrections(found, correct)]
    actions: list[ft.Control] = []
    if isinstance(found, CorrectionChoices):
        gone = say("Did not happen: undo") if found.newest else say("Did not happen")
        actions.append(ft.TextButton(gone, on_click=lambda _: correct(None)))
        if not listing_others:
            actions.append(ft.TextButton(say("Something else"), on_click=lambda _: set_listing_others(True)))
    actions.append(ft.TextButton(say("Cancel"), on_click=lambda _: close()))
    title = say("What was event {number}?", number=number)
    edge = ft.Padding.only(left=12, right=12, bottom=10)
    shown = dialog(title, column(parts, spacing=10), actions, close, width=460, inset_padding=12, actions_padding=edge)
    return CorrectionDialog(shown, begin, press)


def _event_as_told(found: CorrectionChoices) -> ft.Control:
    return note(say("It was told as: {event}", event=found.text), size=14.5)


def _likely_corrections(found: CorrectionChoices, correct: Callable[[Correction], None]) -> list[ft.Control]:
    """The likely alternatives as big buttons."""
    return [
        answer_button(f"{number}. ", one.text, one.dice, number == 1, lambda one=one: correct(one), _reasons(one))  # type: ignore[misc]
        for number, one in enumerate(found.likely, 1)
    ]


def _reasons(one: Correction) -> str:
    """Why an alternative is likely, and what would be lost by it."""
    reasons = [say("The eyes could not tell it from this.")] if one.read else []
    if one.fallen:
        reasons.append(
            say_count("{count} later event does not fit it.", "{count} later events do not fit it.", one.fallen)
        )
    return " ".join(reasons)


def _other_corrections(found: CorrectionChoices, correct: Callable[[Correction], None]) -> list[ft.Control]:
    """What is less likely, as a plain list."""
    if not found.others:
        return []

    def row(one: Correction) -> ft.Control:
        return pressable(
            one.text,
            drawn_dice(one.dice, Colors.ON_SURFACE) if one.dice else ft.Text(one.text, size=14.5),
            lambda: correct(one),
            padding=ft.Padding.symmetric(horizontal=10, vertical=13),
            border_radius=12,
            bgcolor=Colors.SURFACE_CONTAINER,
        )

    return [note(say("Or one of these:")), *map(row, found.others)]

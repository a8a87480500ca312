"""Page of the score sheets: begin one, go on with one, or the sheet that the route is about."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, say, say_count
from ui.app_state import use_app
from ui.core import Place, keyed, part, use_field, use_route, use_store, use_value, use_width
from ui.history import date_text
from ui.score_pad import MOST_PLAYERS, PadError, ScorePad, form_faults
from ui.screens.score_pad.pad import PadPage
from ui.widgets.basic import (
    card,
    choice_row,
    column,
    fault_line,
    heading,
    hint,
    icon_button,
    note,
    number_tiles,
    page,
    question_dialog,
    row_button,
    warning,
)

WHAT_FOR = later("For any game: a column a player, a row a round. Sums, places and who leads are reckoned.")
FOR_PLAYERS = later("{count} players on the sheet")


@part
def ScoresScreen(about: str) -> ft.Control:
    """`about`: the id of a sheet; empty for the list."""
    app = use_app()
    use_store(app.pads)
    route, width = use_route(), use_width()
    pad = app.pads.find(about) if about else None
    if pad is not None:
        return keyed(f"pad-{pad.id}", PadPage, pad.id)
    nobody: ScorePad | None = None
    leaving, set_leaving = use_value(nobody)
    dialog: ft.DialogControl | None = None
    if leaving is not None:
        gone = leaving
        dialog = question_dialog(
            say("Throw this score sheet away?"),
            say("{title} of {when} is gone for good then.", title=gone.title, when=date_text(gone.started)),
            say("Throw away"),
            lambda: app.pads.delete(gone.id),
            lambda: set_leaving(None),
        )
    ft.use_dialog(dialog)
    parts: list[ft.Control] = []
    if app.pads.trouble:
        parts.append(warning(app.pads.trouble, on_close=app.pads.dismiss))
    if about:
        parts.append(hint(say("This sheet is not there any more.")))
    parts.append(keyed("new", NewPad, lambda made: route.go(Place.SCORES, made.id)))
    kept = app.pads.all
    if kept:
        parts.append(heading(say("Earlier sheets"), size=18))
        parts += [_row(one, lambda one=one: route.go(Place.SCORES, one.id), set_leaving) for one in kept]  # type: ignore[misc]
    return page(say("Score sheet"), route, parts, width)


def _row(pad: ScorePad, open_it: Callable[[], None], throw_away: Callable[[ScorePad], None]) -> ft.Control:
    players = ", ".join(f"{name} {total}" for name, total in zip(pad.names, pad.totals, strict=True))
    rounds = say_count("{count} round", "{count} rounds", pad.complete_rows)
    words = ft.Column(
        [heading(pad.title, size=16), note(f"{date_text(pad.started)}, {rounds}"), note(players)],
        spacing=1,
        tight=True,
    )
    label = say("Open {title} of {when}: {players}", title=pad.title, when=date_text(pad.started), players=players)
    remove = say("Throw {title} of {when} away", title=pad.title, when=date_text(pad.started))
    opened = ft.Container(content=row_button(label, words, open_it), expand=True)
    return card(
        ft.Row([opened, icon_button(remove, ft.Icons.DELETE_OUTLINE_ROUNDED, lambda: throw_away(pad))]), padding=6
    )


@part
def NewPad(begun: Callable[[ScorePad], None]) -> ft.Control:
    """The form of a new sheet, filled in with the players of the last one; `begun` takes it."""
    app = use_app()
    last = next(iter(app.pads.all), None)
    names = () if last is None else last.names
    count, set_count = use_value(max(2, len(names)))
    lowest, set_lowest = use_value(False)
    wrong: dict[str, str] = {}
    faults, show_faults = use_value(wrong)
    title = use_field(lambda: _field(say("Game"), ""))
    fields: list[ft.TextField] = ft.use_memo(
        lambda: [
            _field(say("Name of player {number}", number=n + 1), names[n] if n < len(names) else "")
            for n in range(MOST_PLAYERS)
        ],
        [],
    )
    target = use_field(lambda: _field(say("Ends at this sum (may be left out)"), "", number=True))
    rounds = use_field(lambda: _field(say("Ends after so many rounds (may be left out)"), "", number=True))
    rows = use_field(lambda: _field(say("Names of the rows, with commas (may be left out)"), ""))

    def begin() -> None:
        found: dict[str, str] = {}
        numbers: dict[str, int | None] = {}
        for key, field in (("target", target), ("most_rounds", rounds)):
            text = (field.value or "").strip()
            numbers[key] = int(text) if text.isdecimal() and len(text) < 10 else None
            if text and numbers[key] is None:
                found[key] = say("write a whole number, or nothing")
        players = [
            " ".join((field.value or "").split()) or say("Player {number}", number=n + 1)
            for n, field in enumerate(fields[:count])
        ]
        named = [" ".join(one.split()) for one in (rows.value or "").split(",") if one.strip()]
        found = form_faults(players, named, numbers["target"], numbers["most_rounds"]) | found
        show_faults(found)
        if not found:
            try:
                made = app.pads.begin(
                    title.value or "", players, named, lowest, numbers["target"], numbers["most_rounds"]
                )
            except PadError as fault:
                show_faults({"names": str(fault)})
            else:
                begun(made)

    return card(
        heading(say("A new sheet"), size=17),
        note(say(WHAT_FOR)),
        title,
        number_tiles(range(1, MOST_PLAYERS + 1), count, set_count, FOR_PLAYERS),
        *fields[:count],
        *fault_line(faults.get("names")),
        column(
            [
                choice_row(say("The highest sum wins"), lambda: set_lowest(False), chosen=not lowest),
                choice_row(say("The lowest sum wins"), lambda: set_lowest(True), chosen=lowest),
            ],
            spacing=0,
        ),
        target,
        *fault_line(faults.get("target")),
        rounds,
        *fault_line(faults.get("most_rounds")),
        rows,
        *fault_line(faults.get("rows")),
        ft.FilledButton(say("Begin the sheet"), icon=ft.Icons.EDIT_NOTE_ROUNDED, on_click=lambda _: begin()),
    )


def _field(label: str, value: str, number: bool = False) -> ft.TextField:
    return ft.TextField(
        key=label,  # lines about what is wrong come and go between fields, which Flet tells by their place without keys
        label=label,
        value=value,
        border_radius=12,
        border_color=ft.Colors.OUTLINE,
        keyboard_type=ft.KeyboardType.NUMBER if number else ft.KeyboardType.TEXT,
        autocorrect=False,
        enable_suggestions=False,
    )

"""The rolls so far: list, sums, how the faces fell, and the file for a spreadsheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import flet as ft

from companion.table import colour_name
from companion.text import later, say
from ui.app_state import use_app
from ui.core import keyed, part, use_closing, use_keys, use_store, use_value
from ui.history import ROLLS
from ui.rolls import DiceGroup, LoggedRoll, RolledDie, dice_groups, face_names, rolls_csv, totals_of
from ui.screens.dice.begin import set_name
from ui.widgets.basic import card, choice_chip, column, flow, heading, icon_button, note, question_dialog, warning
from ui.widgets.dice import RollList, count_card, face_card
from vision.inference import SetError
from vision.symbols import PIPS

EMPTY = later("No roll yet. Each time dice have been thrown and lie still, they are added here.")
ANEW = later("All rolls are removed from the list. Save them before, if you want to keep them.")

JUDGED = 30
"""Dice below which nothing is said about fairness: whoever looks after each roll would see a fair die seem uneven."""


@part
def Rolls(
    width: float,
    pictures: Mapping[int, bytes],
    on_die: Callable[[RolledDie], None],
    on_missed: Callable[[LoggedRoll], None],
) -> ft.Control:
    """`width`: of charts, in pixels; the rest as of ui.widgets.dice.RollList."""
    app = use_app()
    log = app.rolls
    use_store(log)
    asking, ask = use_value(False)
    rolls = log.rolls
    # The page stays open for an evening, and so does the way to its file.
    token = ft.use_memo(lambda: app.downloads.offer(ROLLS, lambda: rolls_csv(log.rolls), math.inf), [])
    use_closing(lambda: app.downloads.withdraw(token))

    def key(event: ft.KeyboardEvent) -> None:
        if event.ctrl and event.key.upper() == "Z":
            log.undo()
        elif event.ctrl and event.key.upper() == "Y":
            log.redo()

    use_keys(key)
    dialog = None
    if asking:
        dialog = question_dialog(say("Begin anew?"), say(ANEW), say("Remove all rolls"), log.clear, lambda: ask(False))
    ft.use_dialog(dialog)
    acts = [
        icon_button(say("Take the last roll back"), ft.Icons.UNDO_ROUNDED, log.undo, disabled=not rolls),
        icon_button(say("Bring the roll back"), ft.Icons.REDO_ROUNDED, log.redo, disabled=not log.undone),
    ]
    parts: list[ft.Control] = [ft.Row([heading(say("Rolls"), size=17, expand=True), *acts], spacing=0)]
    if log.trouble is not None:
        parts.append(warning(log.trouble, on_close=log.dismiss))
    if not rolls:
        parts.append(note(say(EMPTY)))
        return card(*parts, spacing=6)
    parts.append(ft.Text(totals_of(rolls), size=15, weight=ft.FontWeight.W_600))
    parts.append(keyed("list", RollList, log, pictures, on_die, on_missed))
    save = ft.OpenUrl(f"/rolls/{token}", target=ft.UrlTarget.BLANK)
    buttons: list[ft.Control] = [
        ft.OutlinedButton(say("Save as CSV"), icon=ft.Icons.TABLE_CHART_OUTLINED, action=save),
        ft.TextButton(say("Begin anew"), icon=ft.Icons.DELETE_SWEEP_OUTLINED, on_click=lambda _: ask(True)),
    ]
    parts.append(flow(buttons, run_spacing=4))
    return column([card(*parts, spacing=6), keyed("faces", Faces, width)])


@part
def Faces(width: float) -> ft.Control:
    """How often each face came up, of all dice or of those of one colour."""
    log = use_app().rolls
    use_store(log)
    chosen, choose = use_value(0)
    groups = ft.use_memo(_groups, [log.version])
    if not groups:
        return ft.Container()
    group = groups[min(chosen, len(groups) - 1)]
    several = len({one.faces for one in groups}) > 1
    parts: list[ft.Control] = []
    if len(groups) > 1:
        chips = [
            choice_chip(_title(one, several), lambda number=number: choose(number), chosen=one is group)  # type: ignore[misc]
            for number, one in enumerate(groups)
        ]
        parts.append(flow(chips))
    title = say("How the faces fell: {dice}", dice=_title(group, several))
    if group.fair is None:
        parts.append(count_card(title, group.counts, width))
    else:
        parts.append(face_card(title, f"{title}.", group.fair, width, str, JUDGED))
        if group.faces != PIPS:
            parts.append(note(say("Taken for dice that have each of these six faces once."), size=12.5))
    return column(parts)


def _groups() -> list[DiceGroup]:
    """All dice that count, and those of each colour."""
    rolls = use_app().rolls.rolls
    return dice_groups(rolls, _known_faces({roll.faces for roll in rolls}))


def _title(group: DiceGroup, several: bool) -> str:
    dice = say("all dice") if group.colour is None else colour_name(group.colour, "of dice")
    return f"{set_name(group.faces)}, {dice}" if several else dice


def _known_faces(sets: set[str]) -> dict[str, tuple[str, ...]]:
    """The faces of the sets, of those that are still there."""
    known: dict[str, tuple[str, ...]] = {}
    for one in sets - {PIPS}:
        try:
            known[one] = tuple(map(str, face_names(one)))
        except SetError:
            continue
    return known

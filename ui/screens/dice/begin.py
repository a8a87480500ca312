"""What looks at the dice, and what their faces show."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, say
from ui.app_state import use_app
from ui.core import BackgroundOpener, part, use_store, use_value
from ui.rolls import LiveRolls, open_photographed, open_rolls
from ui.screens.dice.live import PATIENCE
from ui.sources import shown_source
from ui.widgets.basic import card, choice_chip, column, flow, heading, note, warning
from ui.widgets.camera import UploadButton, use_camera
from vision.inference import SetError
from vision.symbols import PIPS, Store

ABOUT = later(
    "Lay dice on the table and let a camera look from above, or take a photograph of them. What is read can be put "
    "right by tapping a die."
)
SET_NAMES = {
    PIPS: later("Pips"),
    "army": later("Stickers of the army"),
    "alien": later("Stickers of the aliens"),
    "direction": later("Stickers of the direction die"),
}


@part
def Begin(opener: BackgroundOpener[LiveRolls], pictures: dict[int, bytes]) -> ft.Control:
    """A camera, a film or pictures, or a photograph that is sent; and the set of faces. Rolls leave `pictures`."""
    app = use_app()
    use_store(opener)
    pick = use_camera()
    wrong: str | None = None
    fault, set_fault = use_value(wrong)
    faces, set_faces = use_value(PIPS)
    busy = opener.opening is not None

    def look() -> None:
        spec = pick.spec
        line = app.cameras.fault(spec)
        set_fault(line)
        if line is None:
            opener.begin(
                shown_source(spec),
                lambda: open_rolls(spec, faces, app.cameras, app.rolls, pictures),
                patience=PATIENCE,
            )

    def photograph(data: bytes, name: str) -> None:
        opener.begin(name, lambda: open_photographed(data, name, faces, app.rolls, pictures))

    parts: list[ft.Control] = [note(say(ABOUT), size=14.5)]
    if opener.failed:
        parts.append(warning(opener.failed, on_close=opener.dismiss))
    parts.append(pick.shown(fault))
    parts += _sets(faces, set_faces)
    begin = ft.FilledButton(
        say("Opening …") if busy else say("Look at my dice"),
        icon=ft.Icons.CASINO_OUTLINED,
        disabled=busy,
        on_click=lambda _: look(),
    )
    parts.append(flow([begin, UploadButton(say("Upload a photograph"), photograph, opener.fail, disabled=busy)]))
    return column(parts)


def _sets(faces: str, choose: Callable[[str], None]) -> list[ft.Control]:
    try:
        names = ft.use_memo(Store().available, [])
    except SetError as error:
        return [warning(str(error))]
    chips = [choice_chip(set_name(one), lambda one=one: choose(one), chosen=one == faces) for one in names]  # type: ignore[misc]
    return [card(heading(say("What the dice show"), size=17), flow(chips), spacing=10)]


def set_name(faces: str) -> str:
    """What a set of faces is called: its own name, for those that players have learnt."""
    return say(SET_NAMES[faces]) if faces in SET_NAMES else faces

"""What looks at the dice, and what their faces show."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, say
from ui.app_state import use_app
from ui.core import keyed, part, use_store, use_value
from ui.screens.dice.phone import PhoneInHand
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
def Begin() -> ft.Control:
    """A camera, a film or pictures, or a photograph that is sent; and the set of faces."""
    app = use_app()
    host = app.dice
    use_store(host)
    pick = use_camera()
    wrong: str | None = None
    fault, set_fault = use_value(wrong)
    faces, set_faces = use_value(PIPS)
    busy = host.opening is not None

    def look() -> None:
        spec = pick.spec
        line = app.cameras.fault(spec)
        set_fault(line)
        if line is None:
            host.look_through(spec, faces)

    def photograph(data: bytes, name: str) -> None:
        host.look_at(data, name, faces)

    parts: list[ft.Control] = [note(say(ABOUT), size=14.5)]
    if host.failed:
        parts.append(warning(host.failed, on_close=host.dismiss))
    parts += [keyed("phone", PhoneInHand), pick.shown(fault)]
    parts += _sets(faces, set_faces)
    begin = ft.FilledButton(
        say("Opening …") if busy else say("Look at my dice"),
        icon=ft.Icons.CASINO_OUTLINED,
        disabled=busy,
        on_click=lambda _: look(),
    )
    parts.append(flow([begin, UploadButton(say("Upload a photograph"), photograph, host.fail, disabled=busy)]))
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

"""An awaited roll without the camera: one key or tap a die, or by lot."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.core import part, use_keys, use_value
from ui.match import MatchScene, MatchSession, dice
from ui.widgets.basic import Colors, card, die_picture, flow, heading, icon_button, note, tile_button
from ui.widgets.match.parts import shown_here


@part
def RollEntry(session: MatchSession, scene: MatchScene) -> ft.Control:
    """Types the awaited roll, or has it drawn by lot. Nothing that is typed counts before it is complete and
    confirmed. While a question is open the keys answer that."""
    dice_due, count, shown = scene.dice, len(scene.dice), shown_here(scene)
    asked, set_asked = use_value(scene.position)
    none: tuple[int, ...] = ()
    typed, set_typed = use_value(none)
    newest = ft.use_ref(typed)
    if asked != scene.position:
        set_asked(scene.position)
        set_typed(none)
        typed = none
    newest.current = typed
    complete = len(typed) == count

    def put(faces: tuple[int, ...]) -> None:
        newest.current = faces  # two keys may come before the next drawing
        set_typed(faces)

    def add(face: int) -> None:
        now = newest.current or ()
        if len(now) < count:
            put((*now, face))

    def back() -> None:
        put((newest.current or ())[:-1])

    def enter() -> None:
        now = newest.current or ()
        if now and len(now) == count:
            session.roll(now, shown)

    def adder(face: int) -> Callable[[], None]:
        return lambda: add(face)

    def key(event: ft.KeyboardEvent) -> None:
        if event.ctrl or event.alt or event.meta or scene.offers:
            return
        name = event.key.removeprefix("Numpad ")
        if name in "123456" and len(name) == 1:
            add(int(name))
        elif name == "Backspace":
            back()
        elif name == "Enter":
            enter()

    use_keys(key)
    words, sign = say("Draw by lot"), ft.Icons.SHUFFLE_ROUNDED
    lot = ft.OutlinedButton(words, icon=sign, on_click=lambda _: session.draw_lot(shown))
    if not count:  # dice that show no pips
        return card(heading(say("Without the camera"), size=15), ft.Row([lot]), spacing=8)
    due = dice_due[min(len(typed), count - 1)].colour
    slots: list[ft.Control] = [die_picture(face, die.colour, 30) for face, die in zip(typed, dice_due, strict=False)]
    slots += [
        ft.Container(width=30, height=30, border_radius=8, border=ft.Border.all(1.5, Colors.OUTLINE_VARIANT))
        for _ in range(count - len(typed))
    ]
    said = ", ".join(map(str, typed)) or say("nothing yet")
    return card(
        heading(say("Without the camera"), size=15),
        note(say("Type one key a die, or tap the faces.")),
        ft.Semantics(
            label=say("typed: {faces}; complete", faces=said)
            if complete
            else say("typed: {faces}; {dice} to go", faces=said, dice=dice(count - len(typed))),
            container=True,
            exclude_semantics=True,
            content=flow(slots, spacing=4, run_spacing=4),
        ),
        flow(
            [
                *(
                    tile_button(say("add a {face}", face=face), die_picture(face, due, 36), adder(face))
                    for face in range(1, 7)
                ),
                icon_button(say("Take the last one back"), ft.Icons.BACKSPACE_OUTLINED, back, disabled=not typed),
            ],
            spacing=2,
            run_spacing=2,
        ),
        flow([ft.FilledTonalButton(say("Count this roll"), disabled=not complete, on_click=lambda _: enter()), lot]),
        spacing=8,
    )

"""An awaited roll without the camera: one key or tap a die, or by lot. And the question, where the eyes doubt."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Event
from companion.table import Colour, Die
from companion.text import say
from ui.core import part, use_keys, use_value
from ui.dice_table import Ask, Scene, TableSession
from ui.match import dice
from ui.widgets.basic import Colors, card, die_picture, die_words, heading, icon_button, note, tile_button


@part
def RollEntry(session: TableSession, scene: Scene) -> ft.Control:
    """Types the awaited roll. Nothing counts before it is complete and confirmed."""
    count = scene.awaited.dice or 0
    colour = session.seating.colours[scene.awaited.seat or 0]
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
        if len(now) == count:
            session.enter_roll(now)

    def adder(face: int) -> Callable[[], None]:
        return lambda: add(face)

    def key(event: ft.KeyboardEvent) -> None:
        if event.ctrl or event.alt or event.meta:
            return
        name = event.key.removeprefix("Numpad ")
        if name in "123456" and len(name) == 1:
            add(int(name))
        elif name == "Backspace":
            back()
        elif name == "Enter":
            enter()

    use_keys(key)
    slots: list[ft.Control] = [die_picture(face, colour, 30) for face in typed]
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
            content=ft.Row(slots, wrap=True, spacing=4, run_spacing=4),
        ),
        ft.Row(
            [
                *(
                    tile_button(say("add a {face}", face=face), die_picture(face, colour, 36), adder(face))
                    for face in range(1, 7)
                ),
                icon_button(say("Take the last one back"), ft.Icons.BACKSPACE_OUTLINED, back, disabled=not typed),
            ],
            wrap=True,
            spacing=2,
            run_spacing=2,
        ),
        ft.Row(
            [
                ft.FilledTonalButton(say("Count this roll"), disabled=not complete, on_click=lambda _: enter()),
                ft.OutlinedButton(
                    say("Draw by lot"),
                    icon=ft.Icons.SHUFFLE_ROUNDED,
                    on_click=lambda _: session.draw_lot(),
                ),
            ],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
        spacing=8,
    )


def AskCard(session: TableSession, scene: Scene, ask: Ask, on_die: Callable[[Die], None]) -> ft.Control:
    """What the camera alone cannot tell."""
    colour = session.seating.colours[scene.awaited.seat or 0]
    parts: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(ft.Icons.HELP_OUTLINE_ROUNDED, color=Colors.ON_TERTIARY_CONTAINER, size=26),
                ft.Semantics(
                    live_region=True,
                    expand=True,
                    content=ft.Text(
                        ask.text, size=15.5, weight=ft.FontWeight.W_500, color=Colors.ON_TERTIARY_CONTAINER
                    ),
                ),
            ],
            spacing=10,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    doubtful = [scene.view.dice[i] for i in ask.dice if i < len(scene.view.dice)] if scene.view is not None else []
    if doubtful:
        parts.append(ft.Row([die_button(die, on_die) for die in doubtful], wrap=True, spacing=6, run_spacing=6))
    if ask.kind in ("first", "still", "again"):
        parts.append(
            ft.Row(
                [
                    ft.FilledButton(say("Yes, it counts"), on_click=lambda _: session.agree(True)),
                    ft.OutlinedButton(say("No, we roll now"), on_click=lambda _: session.agree(False)),
                ],
                wrap=True,
                spacing=8,
                run_spacing=8,
            )
        )
    elif ask.rolls:
        parts.append(
            ft.Row([_roll_button(session, roll, colour) for roll in ask.rolls], wrap=True, spacing=8, run_spacing=8)
        )
    return card(*parts, bgcolor=Colors.TERTIARY_CONTAINER, border=Colors.TERTIARY, spacing=12)


def _roll_button(session: TableSession, roll: Event, colour: Colour) -> ft.Control:
    faces = [int(face) for face in session.game.format_event(roll)["faces"]]  # type: ignore[attr-defined]
    return ft.Container(
        content=ft.Semantics(
            label=say("The roll was {faces}", faces=", ".join(map(str, faces))),
            button=True,
            exclude_semantics=True,
            content=ft.Row(
                [die_picture(face, colour, 28) for face in faces], spacing=3, tight=True, wrap=len(faces) > 6
            ),
        ),
        padding=10,
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, Colors.OUTLINE),
        ink=True,
        on_click=lambda _: session.answer(roll),
    )


def die_button(die: Die, on_die: Callable[[Die], None], zone: str = "") -> ft.Control:
    """A seen die as a button that opens its dialogue."""
    doubtful = not die.certain
    words = die_words(die.value, die.colour, doubtful=doubtful) + (say(", in {zone}", zone=zone) if zone else "")
    return tile_button(
        say("{words}. Correct it", words=words),
        die_picture(die.value, die.colour, 38, doubtful=doubtful),
        lambda: on_die(die),
    )

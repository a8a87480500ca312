"""An awaited roll without the camera: one key or tap a die, in any order, or by lot with dice that are seen to roll."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

import flet as ft

from companion.statistics import face_name
from companion.table import Colour, Face
from companion.text import say
from ui.core import TAP, is_still, part, use_keys, use_value
from ui.match import MatchScene, MatchSession, TypedDie, dice
from ui.widgets.basic import Colors, card, column, face_picture, flow, heading, icon_button, labelled, note, tile_button
from ui.widgets.match.parts import shown_here

Typed = tuple[tuple[int, Face], ...]
"""The place of each die that was typed and what it shows, in the order of typing."""
TUMBLES, TUMBLE = 7, 0.08
"""How often the faces of rolling dice change, and seconds between two changes."""
SIDE = 34
"""Side of a die, in pixels."""


@part
def RollEntry(session: MatchSession, scene: MatchScene, bare: bool = False) -> ft.Control:
    """Types the awaited roll, or has it drawn by lot. Nothing that is typed counts before it is complete and
    confirmed. While a question is open the keys answer that. `bare`: without a card and what explains it."""
    due, count, shown_now = scene.dice, len(scene.dice), shown_here(scene)
    asked, set_asked = use_value(scene.position)
    none: Typed = ()
    typed, set_typed = use_value(none)
    nowhere: int | None = None
    at, set_at = use_value(nowhere)
    line, set_line = use_value("")
    silent: tuple[Face, ...] = ()
    tumbling, set_tumbling = use_value(silent)
    newest = ft.use_ref(typed)
    still = is_still()
    if asked != scene.position:
        set_asked(scene.position)
        set_typed(none)
        set_at(None)
        set_line("")
        set_tumbling(silent)
        typed, at, line, tumbling = none, None, "", silent
    newest.current = typed
    shown = dict(typed)
    complete = len(typed) == count

    def put(now: Typed, said: str = "") -> None:
        newest.current = now  # two keys may come before the next drawing
        set_typed(now)
        set_at(None)
        set_line(said)

    def add(face: Face, of: TypedDie | None = None) -> None:
        now = newest.current or ()
        taken = {place for place, _ in now}
        free = [place for place in range(count) if place not in taken]
        fits = [place for place in free if face in due[place].faces and of in (None, due[place])]
        if fits:
            put((*now, (at if at in fits else fits[0], face)))
        elif not free:
            set_line(say("All dice are typed: count this roll, or tap a die to type it anew."))
        else:
            set_line(say("No die that is still to be typed shows {face}.", face=face_name(face)))

    def clear(place: int) -> None:
        put(tuple(one for one in newest.current or () if one[0] != place))
        set_at(place)

    def enter() -> None:
        now = dict(newest.current or ())
        if now and len(now) == count:
            session.roll([now[place] for place in range(count)], shown_now)

    def key(event: ft.KeyboardEvent) -> None:
        if event.ctrl or event.alt or event.meta or scene.offers:
            return
        name = event.key.removeprefix("Numpad ")
        if name.isdecimal() and len(name) == 1:
            add(int(name))
        elif name == "Backspace":
            put((newest.current or ())[:-1])
        elif name == "Enter":
            enter()
        elif len(name) == 1 and (face := _face_by_letter(due, name)) is not None:
            add(face)

    async def draw() -> None:
        if not still:
            for _ in range(TUMBLES):
                set_tumbling(tuple(random.choice(die.faces) for die in due))
                await asyncio.sleep(TUMBLE)
        session.draw_lot(shown_now)

    use_keys(key)
    lot = ft.FilledButton(say("Draw by lot"), icon=ft.Icons.CASINO_OUTLINED, on_click=draw, disabled=bool(tumbling))
    title = heading(say("Roll") if scene.seeing == "unseen" else say("Without the camera"), size=15)

    def framed(*parts: ft.Control) -> ft.Control:
        return column(parts, spacing=8) if bare else card(title, *parts, spacing=8)

    if not count:  # a lot that is no roll of dice
        return framed(ft.Row([lot]))
    if tumbling:
        return framed(_tumbling(due, tumbling))
    slots = [
        _slot(due[place], shown.get(place), place == at, (lambda place=place: clear(place)))  # type: ignore[misc]
        for place in range(count)
    ]
    said = ", ".join(face_name(shown[place]) for place in range(count) if place in shown) or say("nothing yet")
    words = (
        say("typed: {faces}; complete", faces=said)
        if complete
        else say("typed: {faces}; {dice} to go", faces=said, dice=dice(count - len(typed)))
    )
    kinds = tuple(dict.fromkeys(due))
    rows = [_faces(kind, len(kinds) > 1, lambda face, kind=kind: add(face, kind)) for kind in kinds]  # type: ignore[misc]
    back = icon_button(
        say("Take the last one back"), ft.Icons.BACKSPACE_OUTLINED, lambda: put((newest.current or ())[:-1]),
        disabled=not typed,
    )  # fmt: skip
    count_it = ft.FilledTonalButton(say("Count this roll"), disabled=not complete, on_click=lambda _: enter())
    parts: list[ft.Control] = [
        *([] if bare else [note(say("Type one key a die, or tap the faces, in any order; or let chance roll."))]),
        ft.Semantics(label=words, container=True, content=flow(slots, spacing=2, run_spacing=2)),
        column(rows, spacing=2),
    ]
    if line:
        parts.append(ft.Semantics(live_region=True, content=note(line, color=Colors.ERROR)))
    parts.append(flow([lot, count_it, back], spacing=8, run_spacing=8))
    return framed(*parts)


def _slot(die: TypedDie, face: Face | None, waits: bool, clear: Callable[[], None]) -> ft.Control:
    """One die of the roll: empty until it is typed; a tap empties it again, and the next face goes there."""
    if face is None:
        edge = Colors.PRIMARY if waits else Colors.OUTLINE
        box: ft.Control = ft.Container(width=SIDE, height=SIDE, border_radius=9, border=ft.Border.all(2, edge))
        return tile_button(say("A die that is not typed yet"), box, clear)
    return tile_button(say("Type the {face} anew", face=face_name(face)), face_picture(face, die.colour, SIDE), clear)


def _faces(kind: TypedDie, several: bool, add: Callable[[Face], None]) -> ft.Control:
    """A button for each face of dice of one kind; `several`: whether there are other kinds, so that each is named."""

    def tile(face: Face) -> ft.Control:
        words = say("add a {face}", face=face_name(face))
        if several and kind.colour is not None:
            words = f"{face_name(kind.colour)}: {words}"
        return tile_button(words, face_picture(face, kind.colour, SIDE), lambda: add(face))

    return flow([tile(face) for face in kind.faces], spacing=2, run_spacing=2)


def _face_by_letter(due: Sequence[TypedDie], letter: str) -> Face | None:
    """The face that is no number and begins with a letter, in the language that is spoken."""
    faces = [face for die in due for face in die.faces if not isinstance(face, int)]
    return next((face for face in faces if face_name(face).upper().startswith(letter.upper())), None)


def _tumbling(due: Sequence[TypedDie], faces: Sequence[Face]) -> ft.Control:
    """Dice while they roll."""
    shown = [face_picture(face, die.colour, TAP) for die, face in zip(due, faces, strict=False)]
    return labelled(say("The dice roll"), flow(shown, spacing=6, run_spacing=6))


def rolled_dice(faces: Sequence[tuple[Face, Colour | None]], side: float = SIDE) -> ft.Control:
    """The dice of a roll that lies."""
    words = ", ".join(face_name(face) for face, _ in faces)
    shown = [face_picture(face, colour, side) for face, colour in faces]
    return labelled(say("Rolled: {faces}", faces=words), flow(shown, spacing=4, run_spacing=4))

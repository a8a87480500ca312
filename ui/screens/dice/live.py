"""What lies before the camera now: the picture, each die with its face, the total, and what has to be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.table import colour_line, dice_line, doubt_line, face_line, face_of, spoken_dice
from companion.text import later, say, upper
from ui.core import PHONE, keyed, part, use_store, use_value, use_width
from ui.rolls import ADVICE, PATIENCE, DiceHost, LiveRolls, RolledDie, RollScene
from ui.widgets.basic import (
    Colors,
    banner,
    card,
    column,
    flow,
    heading,
    hint,
    icon_button,
    note,
    question_dialog,
    warning,
)
from ui.widgets.camera import LivePicture, UploadButton
from ui.widgets.dice import dice_tiles, spots_over, use_speech
from ui.widgets.match import use_sounds

LOOKING, MOVING = later("Looking …"), later("Waiting until the dice lie still …")
RESTLESS = later(
    "Nothing is at rest in the picture: let the camera stand still, take hands away, and let there be light."
)
NO_DICE = later("No dice are seen.")
LAY_DOWN = later("Lay some dice down, without a hand over them.")
MISSED = later("A die may have been missed: lay the dice apart, where the camera sees each of them whole.")
AGAIN = later("These dice are the last roll of the list already. Count them once more?")
OFFERED = 2
"""Other faces than the likeliest that a question offers."""


@part
def Live(live: LiveRolls, host: DiceHost, on_die: Callable[[RolledDie], None]) -> ft.Control:
    """`on_die` hears which die is pressed, to put it right."""
    session = live.session
    use_store(session)
    scene, width = session.scene, use_width()
    muted, mute = use_sounds(scene.heard)
    speaks, speak, voiceless = use_speech(_spoken(scene))
    asking, ask = use_value(False)

    def count() -> None:
        if session.counted_already:
            ask(True)
        else:
            session.tell(_upper(session.count_now()))

    dialog = None
    if asking:
        dialog = question_dialog(
            say("Count once more?"),
            say(AGAIN),
            say("Count once more"),
            lambda: session.tell(_upper(session.count_now())),
            lambda: ask(False),
        )
    ft.use_dialog(dialog)

    parts: list[ft.Control] = [_headline(scene, width)]
    if scene.fault:
        parts.append(warning(scene.fault, on_close=lambda: session.tell(None)))
    if scene.trouble:
        parts.append(warning(scene.trouble, actions=_again(live, host) if scene.ended else None))
    elif scene.ended:
        parts.append(hint(say("The film is over; what was seen last is shown."), actions=_again(live, host)))
    if voiceless:
        parts.append(note(voiceless))
    label = say("Live picture of the dice")
    spots = () if scene.moving else spots_over(scene.dice, on_die)
    parts.append(LivePicture(live.frame_loop, label, spots=spots))
    count_button = ft.FilledButton(
        say("Count what lies now"),
        icon=ft.Icons.PLAYLIST_ADD_ROUNDED,
        disabled=scene.moving or not scene.dice,
        on_click=lambda _: count(),
    )
    sounds = [
        icon_button(
            say("Stop speaking") if speaks else say("Speak each roll"),
            ft.Icons.RECORD_VOICE_OVER_ROUNDED if speaks else ft.Icons.VOICE_OVER_OFF_OUTLINED,
            speak,
        ),
        icon_button(
            say("Sounds on") if muted else say("Mute"),
            ft.Icons.VOLUME_OFF_ROUNDED if muted else ft.Icons.VOLUME_UP_ROUNDED,
            mute,
        ),
    ]
    # Above all that comes and goes with the dice: a button that moves as it is pressed is missed.
    buttons = [count_button, *sounds, *_others(live, host)]
    parts.append(flow(buttons, vertical_alignment=ft.CrossAxisAlignment.CENTER, run_spacing=4))
    if scene.doubtful and not scene.moving:
        parts.append(keyed(f"doubt-{scene.doubtful[0].key}", Doubt, live, scene.doubtful[0], on_die))
    if scene.dice:
        parts.append(_sums(scene, on_die))
    elif scene.looked and not scene.moving and not scene.restless:
        parts.append(hint(say(LAY_DOWN)))
    if scene.advice is not None and not scene.moving and not scene.restless:
        parts.append(hint(say(ADVICE[scene.advice])))
    if scene.missed and not scene.moving:
        parts.append(hint(say(MISSED)))
    return column(parts)


@part
def Doubt(live: LiveRolls, one: RolledDie, on_die: Callable[[RolledDie], None]) -> ft.Control:
    """Asks what a die shows that could not be read for certain."""
    session, die = live.session, one.die
    picture = ft.use_memo(lambda: live.close_up(one.key), [one.key])
    face = face_of(die)
    title = say("What does this die show?") if face is None else say("Does this die show {face}?", face=face)
    others = [other for other, _ in (die.alternatives or die.face_alternatives) if other != face][:OFFERED]
    buttons: list[ft.Control] = []
    if face is not None:
        yes = say("Yes, {face}", face=face)
        buttons.append(ft.FilledButton(yes, on_click=lambda _: session.correct(one.key, face)))
    buttons += [
        ft.FilledTonalButton(
            say("It shows {face}", face=other) if face is None else say("No, {face}", face=other),
            on_click=lambda _, other=other: session.correct(one.key, other),
        )
        for other in others
    ]
    if "not a die" in die.doubts:
        buttons.append(ft.FilledTonalButton(say("This is no die"), on_click=lambda _: session.correct(one.key, None)))
    buttons.append(ft.TextButton(say("Something else"), on_click=lambda _: on_die(one)))
    words: list[ft.Control] = [ft.Semantics(live_region=True, content=heading(title, size=16))]
    if die.doubts:
        words.append(note(f"{upper(doubt_line(die))}."))
    row: list[ft.Control] = [ft.Column(words, spacing=2, tight=True, expand=True)]
    if picture is not None:
        shown = ft.Image(src=picture, height=72, border_radius=10, semantics_label=say("The die in the picture"))
        row.insert(0, shown)
    return card(
        ft.Row(row, spacing=12),
        flow(buttons, run_spacing=6),
        bgcolor=Colors.TERTIARY_CONTAINER,
        border=Colors.TERTIARY,
        spacing=8,
        padding=12,
    )


def _headline(scene: RollScene, width: float) -> ft.Control:
    """The dice and their total in one line, read aloud when it changes."""
    if scene.restless:
        why = ADVICE["more light"] if scene.advice == "more light" else RESTLESS
        line, good = say(why), False
    elif scene.moving:
        line, good = say(MOVING), True
    elif not scene.looked:
        line, good = say(LOOKING), True
    elif not scene.dice:
        line, good = say(NO_DICE), False
    else:
        line, good = dice_line(scene.shown), not scene.doubtful
    icon = ft.Icons.CASINO_OUTLINED if good else ft.Icons.HELP_OUTLINE_ROUNDED
    return banner(line, good, icon, size=22 if width >= PHONE else 19)


def _spoken(scene: RollScene) -> str:
    """What is spoken: nothing while dice roll."""
    return spoken_dice(scene.shown) if scene.dice and scene.looked and not scene.moving else ""


def _sums(scene: RollScene, on_die: Callable[[RolledDie], None]) -> ft.Control:
    """Each die to be pressed, and sums by colour and by face."""
    lines = [
        ft.Text(text, size=14.5)
        for text in (
            say("By colour: {sums}", sums=colour_line(scene.shown)),
            say("By face: {sums}", sums=face_line(scene.shown)),
        )
    ]
    known = any(die.certain for die in scene.shown)
    return card(dice_tiles(scene.dice, on_die), *(lines if known else ()), spacing=6, padding=12)


def _again(live: LiveRolls, host: DiceHost) -> list[ft.Control]:
    """Opens a source that has ended once more."""
    again, name = live.again, live.session.name
    if again is None:
        return []
    return [
        ft.FilledTonalButton(
            say("Open it again"),
            icon=ft.Icons.REPLAY_ROUNDED,
            on_click=lambda _: host.begin(name, again, patience=PATIENCE),
        )
    ]


def _others(live: LiveRolls, host: DiceHost) -> list[ft.Control]:
    """The next picture, and the way back to the choice of a camera."""

    async def next_picture() -> None:
        await asyncio.to_thread(live.next_picture)

    buttons: list[ft.Control] = []
    if live.album is not None:
        if live.album.remaining:
            left = say("Next picture ({left} left)", left=live.album.remaining)
            buttons.append(ft.FilledTonalButton(left, icon=ft.Icons.NAVIGATE_NEXT_ROUNDED, on_click=next_picture))
        upload = say("Upload the next photograph")
        buttons.append(UploadButton(upload, live.show_photograph, live.session.tell))
    other = say("Choose another camera or dice")
    buttons.append(ft.OutlinedButton(other, icon=ft.Icons.TUNE, on_click=lambda _: host.stop()))
    return buttons


def _upper(line: str | None) -> str | None:
    return None if line is None else upper(line)

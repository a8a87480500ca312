"""The time of a turn on the screens of a match: a label that ticks, its warnings, and what switches it on."""

from __future__ import annotations

import flet as ft

from companion.text import say
from ui.core import PHONE, Sound, keyed, part, use_store
from ui.match import MatchScene, MatchSession, TurnTime, TurnWarning
from ui.widgets.basic import Colors, icon_button, turn_limit_choice
from ui.widgets.match.parts import turn_sign
from ui.widgets.match.sound import use_sounds

SOUNDS: tuple[Sound, ...] = ("time short", "time over")
SMALL = 18
"""Side of the sign beside the time on a phone, in pixels."""


@part
def TurnSign(session: MatchSession, scene: MatchScene, size: float, width: float, controls: bool = True) -> ft.Control:
    """What the player on turn plays with; where turns are timed, with the time. `size` of the sign and `width` of the
    page in pixels; `controls`: with a button that pauses the timer, and sounds. It is drawn again each second, and
    nothing around it is."""
    use_store(session.timer)
    time = session.timer.now
    if not time.is_shown:
        return turn_sign(session, scene, size)
    if not controls:
        return ft.Row([turn_sign(session, scene, size), _label(time, 30)], spacing=14, tight=True)
    button = keyed("button", PauseButton, session, time.paused, session.timer.warning)
    if width >= PHONE:
        return ft.Row([turn_sign(session, scene, size), button, _label(time, 22)], spacing=4, tight=True)
    sign = [] if time.phase == "over" else [turn_sign(session, scene, SMALL)]
    below = ft.Row([*sign, _label(time, 15)], spacing=4, tight=True)
    return ft.Column([button, below], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _label(time: TurnTime, size: float) -> ft.Control:
    """The time that is left or over, with a sign where the match holds it; not read aloud as it changes."""
    words = say("{time} over", time=time.text) if time.phase == "over" else time.text
    ground, ink = {
        "running": (None, Colors.ON_PRIMARY_CONTAINER),
        "short": (Colors.TERTIARY_CONTAINER, Colors.ON_TERTIARY_CONTAINER),
        "over": (Colors.ERROR, Colors.ON_ERROR),
    }[time.phase]
    text = ft.Text(words, size=size, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
    holds = [] if time.runs or time.paused else [ft.Icon(ft.Icons.PAUSE_ROUNDED, size=size, color=ink)]
    inside = ft.Row([*holds, text], spacing=0, tight=True)
    return ft.Container(
        content=inside, bgcolor=ground, border_radius=8, padding=ft.Padding.symmetric(horizontal=4 if ground else 0)
    )


@part
def PauseButton(session: MatchSession, paused: bool, warning: TurnWarning | None) -> ft.Control:
    """Pauses the timer, or lets it go on; and plays the sound of each warning."""
    use_sounds(warning, SOUNDS)
    words = say("Let the turn timer go on") if paused else say("Pause the turn timer")
    icon = ft.Icons.PLAY_CIRCLE_FILLED_ROUNDED if paused else ft.Icons.PAUSE_CIRCLE_OUTLINED
    return icon_button(words, icon, lambda: session.timer.pause(not paused), color=Colors.ON_PRIMARY_CONTAINER, size=26)


@part
def TurnRemark(session: MatchSession, remark: str, size: float, max_lines: int | None = None) -> ft.Control:
    """What was told last; in its place, where time is short or over, that it is. Read aloud when it changes."""
    use_store(session.timer)
    words = time_warning(session, session.timer.now) or remark
    if not words:
        return ft.Container()
    clipped = ft.TextOverflow.ELLIPSIS if max_lines else ft.TextOverflow.CLIP
    text = ft.Text(words, size=size, color=Colors.ON_PRIMARY_CONTAINER, max_lines=max_lines, overflow=clipped)
    return ft.Semantics(live_region=True, content=text)


def time_warning(session: MatchSession, time: TurnTime) -> str:
    """That time is short, or over; empty while there is enough, or it stands still."""
    if not time.is_shown or not time.runs or time.seat is None or time.phase == "running":
        return ""
    name = session.game.seat_name(time.seat)
    if time.phase == "short":
        return say("{name}: the last ten seconds", name=name)
    return say("{name}: time is up", name=name)


@part
def TurnTimerChoice(session: MatchSession) -> ft.Control:
    """Switches the timer on and off in the middle of a match."""
    timer = session.timer
    use_store(timer)
    return turn_limit_choice(timer.now.limit, timer.choose)

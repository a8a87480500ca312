"""A smack to be looked at again: the pictures around the moment, slowly or step by step, and the hands seen in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import later, say
from ui.core import RADIUS, is_still, keyed, part, use_value
from ui.live import SeenHand, SmackSeen, Still
from ui.match import MatchSession
from ui.widgets.basic import Colors, Scrubber, Steps, card, choice_chip, column, flow, heading, labelled, note

PICTURES = Steps(
    later("One picture back"), later("One picture on"), later("Picture {at} of {length}"), first=1, pace=0.2
)  # fmt: skip
"""Five a second: what took a tenth of one can be followed."""


def again_button(on_click: Callable[[], None]) -> ft.Control:
    """A button that opens the replay of the newest smack."""
    return ft.FilledTonalButton(say("See the smack again"), icon=ft.Icons.REPLAY_ROUNDED, on_click=lambda _: on_click())


@part
def SmackCard(
    session: MatchSession, smacks: Sequence[SmackSeen], wide: bool, on_close: Callable[[], None]
) -> ft.Control:
    """`smacks`: oldest first; the newest is shown until another is chosen."""
    nothing: float | None = None
    chosen, choose = use_value(nothing)
    smack = next((one for one in smacks if one.time == chosen), smacks[-1])
    parts: list[ft.Control] = [heading(say("The smack again"), size=17)]
    if len(smacks) > 1:
        chips = [
            choice_chip(
                say("The newest")
                if one is smacks[-1]
                else say("The one before")
                if one is smacks[-2]
                else say("The one before that"),
                lambda one=one: choose(one.time),  # type: ignore[misc]
                chosen=one is smack,
            )
            for one in reversed(smacks)
        ]
        parts.append(flow([*chips]))
    parts.append(keyed(f"pictures {smack.time}", Pictures, smack, wide))
    parts += [_hand(session, number, hand) for number, hand in enumerate(smack.hands, 1)]
    parts.append(note(smack.text, size=14))
    parts.append(
        ft.TextButton(say("Back to the live picture"), icon=ft.Icons.VIDEOCAM_OUTLINED, on_click=lambda _: on_close())
    )
    return card(*parts, spacing=10)


@part
def Pictures(smack: SmackSeen, wide: bool) -> ft.Control:
    """The pictures of one smack. They move by themselves unless the device asks for less motion."""
    at, seek = use_value(0)
    calm = is_still()
    still = smack.stills[at]
    shown = ft.Container(
        content=ft.Image(src=still.jpeg, fit=ft.BoxFit.CONTAIN, gapless_playback=True, exclude_from_semantics=True),
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        alignment=ft.Alignment.CENTER,
    )
    parts: list[ft.Control] = [
        labelled(say("The pile, {when}", when=_when(still)), shown),
        ft.Text(_when(still), size=16, weight=ft.FontWeight.W_600, text_align=ft.TextAlign.CENTER),
    ]
    last = len(smack.stills) - 1
    parts.append(keyed("steps", Scrubber, last, at, seek, wide, PICTURES, plays=not calm, begins=not calm))
    return column(parts, spacing=6)


def _when(still: Still) -> str:
    """How long before or after the first hand, in words."""
    if abs(still.since) < 0.005:
        return say("the first hand is there")
    if still.since < 0:
        return say("{seconds:.2f} s before the first hand", seconds=-still.since)
    return say("{seconds:.2f} s after the first hand came", seconds=still.since)


def _hand(session: MatchSession, number: int, hand: SeenHand) -> ft.Control:
    """One hand: its number in the pictures, whose it is, when it came, and how near."""
    name = session.game.seat_name(hand.seat)
    whose = name if hand.owned else say("{name}, or somebody beside", name=name)
    near = (
        say("over the bull's-eye")
        if hand.distance < 1
        else say("{millimetres:.0f} mm from the bull's-eye", millimetres=hand.distance)
    )
    when = say("first") if hand.since <= 0 else say("{seconds:.2f} s later", seconds=hand.since)
    badge = ft.Container(
        content=ft.Text(str(number), size=14, weight=ft.FontWeight.W_700, color=Colors.ON_PRIMARY),
        width=28,
        height=28,
        border_radius=14,
        bgcolor=Colors.PRIMARY,
        alignment=ft.Alignment.CENTER,
    )
    words = say("{whose}: {when}, {near}", whose=whose, when=when, near=near)
    row = ft.Row([badge, ft.Text(words, size=15, expand=True)], spacing=10)
    return labelled(say("Hand {number}. {words}", number=number, words=words), row)

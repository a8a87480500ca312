"""The way for a phone to read the dice from the hand."""

from __future__ import annotations

import flet as ft

from companion.text import later, say
from ui.app_state import use_app
from ui.core import keyed, part, use_store
from ui.widgets.basic import Colors, card, flow, heading, note, warning
from ui.widgets.camera import InvitationCard

ABOUT = later(
    "Point the phone's camera at the code, ask to join, and let it in here: its page shows the dice with their faces "
    "and the total, and what it counts is listed here. A phone that was let in before just opens its page again."
)


@part
def PhoneInHand() -> ft.Control:
    """A code by which a phone becomes a camera that reads dice at once."""
    app = use_app()
    pairing = app.pairing
    use_store(pairing)
    made = pairing.invitation
    row: list[ft.Control] = [
        ft.Row(
            [ft.Icon(ft.Icons.PHONE_ANDROID_ROUNDED, color=Colors.PRIMARY), heading(say("With a phone"), size=17)],
            tight=True,
        )
    ]
    if made is None:
        show = ft.FilledTonalButton(
            say("Show the code"),
            icon=ft.Icons.QR_CODE_2_ROUNDED,
            disabled=pairing.opening,
            on_click=lambda _: pairing.add_device(),
        )
        row.append(show)
    parts: list[ft.Control] = [flow(row, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, run_spacing=6)]
    if pairing.trouble:
        parts.append(warning(pairing.trouble, on_close=pairing.dismiss))
    if made is not None:
        parts += [note(say(ABOUT)), keyed(f"invitation-{made.code}", InvitationCard, made, True)]
    return card(*parts, spacing=10)

"""The host's side of pairing: the code for the next device, who waits to be let in, and who is in."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from datetime import datetime

import flet as ft
import segno

from companion.text import date_of, later, say
from ui.app_state import use_app
from ui.core import GAP, RADIUS, Role, keyed, part, use_field, use_store, use_value
from ui.history import date_text
from ui.network import Device, Invitation, PairingError, PendingDevice
from ui.widgets.basic import (
    Colors,
    card,
    column,
    flow,
    heading,
    icon_button,
    name_and_note,
    note,
    question_dialog,
    warning,
)

ROLES: dict[Role, tuple[str, str, ft.IconData]] = {
    "camera": (later("Camera"), later("looks at the table"), ft.Icons.PHOTO_CAMERA_OUTLINED),
    "player": (later("Player"), later("may answer, correct and undo"), ft.Icons.PERSON_OUTLINE_ROUNDED),
    "viewer": (later("Viewer"), later("only looks on"), ft.Icons.TV_ROUNDED),
}
LET_IN: dict[Role, str] = {
    "camera": later("Let in as camera"),
    "player": later("Let in as player"),
    "viewer": later("Let in as viewer"),
}
AS: dict[Role, str] = {"camera": later("As camera"), "player": later("As player"), "viewer": later("As viewer")}
WHAT_FOR = later("Phones as cameras, players' phones and a television can join, each by a code that is shown here.")
HOW = later(
    "Open this in the other device's browser, or point its camera at the square. The code is good for one device."
)
TRUST = later("The browser warns once, because this computer vouches for itself: choose to go on to the page.")
NOT_KEPT = later("This could not be written to the disk ({reason}): after a restart it is as before.")


@part
def Devices() -> ft.Control:
    """Everything about other devices: who was let in and is there, and the way to add one."""
    app = use_app()
    use_store(app.pairing)
    fault, set_fault = use_value("")
    nobody: tuple[Device, ...] = ()
    leaving, set_leaving = use_value(nobody)

    def remove(devices: tuple[Device, ...]) -> None:
        try:
            app.pairing.remove(*(one.id for one in devices))
        except OSError as error:
            set_fault(say(NOT_KEPT, reason=error.strerror))

    dialog: ft.DialogControl | None = None
    if len(leaving) == 1:
        dialog = question_dialog(
            say("Remove {name}?", name=leaving[0].name),
            say("It is shut out at once, and needs a new code to come back."),
            say("Remove it"),
            lambda: remove(leaving),
            lambda: set_leaving(()),
        )
    elif leaving:
        dialog = question_dialog(
            say("Remove all devices?"),
            say("They are shut out at once, and each needs a new code to come back."),
            say("Remove them"),
            lambda: remove(leaving),
            lambda: set_leaving(()),
        )
    ft.use_dialog(dialog)
    made = app.pairing.invitation
    parts: list[ft.Control] = [_title(app.pairing.add_device if made is None else None, app.pairing.opening)]
    if app.pairing.trouble:
        parts.append(warning(app.pairing.trouble, on_close=app.pairing.dismiss))
    if fault:
        parts.append(warning(fault, on_close=lambda: set_fault("")))
    if made is None and not app.pairing.devices:
        parts.append(note(say(WHAT_FOR)))
    if made is not None:
        parts.append(keyed(f"invitation-{made.code}", InvitationCard, made))
    devices = app.pairing.devices
    parts += [_device(one, lambda one: set_leaving((one,))) for one in devices]
    if len(devices) > 1:
        parts.append(ft.TextButton(say("Remove all devices"), on_click=lambda _: set_leaving(devices)))
    return card(*parts)


def _title(add: Callable[[], object] | None, opening: bool) -> ft.Control:
    """`add` asks for one more device; None: a code for one is shown already. `opening`: it is being prepared."""
    row: list[ft.Control] = [
        ft.Icon(ft.Icons.DEVICES_ROUNDED, color=Colors.PRIMARY),
        heading(say("Devices"), size=17, expand=True),
    ]
    if add is not None:

        def asked(_: object) -> None:
            add()

        words, sign = say("Add a device"), ft.Icons.QR_CODE_2_ROUNDED
        row.append(ft.FilledTonalButton(words, icon=sign, disabled=opening, on_click=asked))
    return ft.Row(row, spacing=10)


@part
def InvitationCard(made: Invitation, for_dice: bool = False) -> ft.Control:
    """The code that lets one device ask to join. It goes away by itself when its time is up. `for_dice`: whoever comes
    by the square is a camera that reads dice at once."""
    app = use_app()

    async def expire() -> None:
        while app.pairing.invitation == made:
            await asyncio.sleep(1)
        with app.pairing.change():  # draws the panel anew: nothing else happens when time runs out
            pass

    ft.use_effect(expire, [], cleanup=lambda: None)
    square = ft.use_memo(lambda: qr_png(f"{app.pairing.address}/pair#{made.token}{'.dice' if for_dice else ''}"), [])
    words = ft.Column(
        [
            ft.Text(f"{app.pairing.address}/pair", size=17, weight=ft.FontWeight.W_600, selectable=True),
            ft.Semantics(
                label=say("Code {code}", code=" ".join(made.code)),
                exclude_semantics=True,
                content=ft.Text(f"{made.code[:3]} {made.code[3:]}", size=38, weight=ft.FontWeight.W_700),
            ),
            note(say(HOW)),
            note(say(TRUST)),
            ft.TextButton(say("Close"), on_click=lambda _: app.pairing.withdraw()),
        ],
        spacing=6,
        tight=True,
    )
    return ft.Row(
        [
            ft.Container(
                content=ft.Image(
                    src=square, width=216, height=216, semantics_label=say("QR code with the same address")
                ),
                bgcolor="#FFFFFF",
                border_radius=12,
                padding=6,
            ),
            ft.Container(content=words, width=320),
        ],
        wrap=True,
        spacing=GAP,
        run_spacing=GAP,
    )


def qr_png(address: str) -> bytes:
    """A QR code as PNG, black on white with the border that readers want."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="png", scale=6, border=3)
    return out.getvalue()


def _device(device: Device, ask_to_remove: Callable[[Device], None]) -> ft.Control:
    app = use_app()
    name, does, icon = ROLES[device.role]
    phone = app.phones.named(device.name)
    words = f"{say(name)}: {say(does)}"
    since = app.pairing.here_since(device)
    if since is None:
        words += ". " + say("Away since {when}.", when=_moment(device.last_seen))
    else:
        sends = phone is not None and phone.sending
        there = later("Here since {when}, sends pictures.") if sends else later("Here since {when}.")
        words += ". " + say(there, when=_moment(since))
    return ft.Row(
        [
            ft.Icon(icon, color=Colors.ON_SURFACE_VARIANT),
            name_and_note(device.name, words, size=13),
            icon_button(
                say("Remove {name}", name=device.name), ft.Icons.DELETE_OUTLINE_ROUNDED, lambda: ask_to_remove(device)
            ),
        ],
        spacing=12,
    )


def _moment(seconds: float) -> str:
    """A moment: the time of the day, with the date where that is not today's."""
    moment = date_of(seconds)
    return f"{moment:%H:%M}" if moment.date() == datetime.now().date() else date_text(seconds)


@part
def PairingRequests() -> ft.Control:
    """On every screen of the host: the devices that ask to be let in."""
    app = use_app()
    use_store(app.pairing)
    fault, set_fault = use_value("")

    rows: list[ft.Control] = [keyed(one.id, PairingRequest, one, set_fault) for one in app.pairing.waiting]
    if fault:
        rows.append(warning(fault, on_close=lambda: set_fault("")))
    if not rows:
        return ft.Container()
    return ft.Container(content=column(rows, spacing=8), padding=ft.Padding.only(left=12, right=12, top=8))


@part
def PairingRequest(one: PendingDevice, tell: Callable[[str], None]) -> ft.Control:
    """A device that asks to be let in; `tell` is called with what kept it out, in one line."""
    app = use_app()

    def made() -> ft.TextField:
        return ft.TextField(
            label=say("Its four digits"),
            width=180,
            border_radius=12,
            border_color=Colors.ON_TERTIARY_CONTAINER,
            keyboard_type=ft.KeyboardType.NUMBER,
            autocorrect=False,
            enable_suggestions=False,
            on_submit=lambda _: let_in(one.role),
        )

    field = use_field(made)

    def let_in(role: Role) -> None:
        try:
            app.pairing.let_in(one.id, role, field.value)
        except PairingError as fault:
            tell(str(fault))
        except OSError as fault:
            tell(say(NOT_KEPT, reason=fault.strerror))
        else:
            tell("")

    others = [role for role in ROLES if role != one.role]
    buttons: list[ft.Control] = [
        ft.FilledButton(say(LET_IN[one.role]), icon=ROLES[one.role][2], on_click=lambda _: let_in(one.role)),
        *(ft.OutlinedButton(say(AS[role]), on_click=lambda _, role=role: let_in(role)) for role in others),
        ft.TextButton(say("Refuse"), on_click=lambda _: app.pairing.refuse(one.id)),
    ]
    return ft.Container(
        content=ft.Column(
            [
                ft.Semantics(
                    live_region=True,
                    content=ft.Text(
                        say("“{name}” asks to join. Type the four digits that its screen shows.", name=one.name),
                        size=16,
                        weight=ft.FontWeight.W_600,
                        color=Colors.ON_TERTIARY_CONTAINER,
                    ),
                ),
                flow([field, *buttons], run_spacing=6),
            ],
            spacing=GAP,
            tight=True,
        ),
        bgcolor=Colors.TERTIARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=12),
    )

"""Choice of the source: the cameras that are there, with their pictures, or an address or a film."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import PHONE, keyed, part, use_field, use_store, use_value, use_width
from ui.sources import NO_CAMERA, Camera
from ui.widgets.basic import Colors, card, fault_line, flow, heading, note, pressable

PICTURE = (136, 77)
"""Width and height of a preview on the screen, in pixels."""
ROW = 122
"""Height of a row of cameras: it is left free while they are looked for, so that nothing below moves under a finger."""


class CameraPick(NamedTuple):
    """What a page looks through, as it was chosen there."""

    camera: str
    """The spec of the camera that is marked; empty while the field counts."""
    field: ft.TextField
    choose: Callable[[str], None]
    without: bool = False
    """Whether it can also be none at all."""

    @property
    def spec(self) -> str:
        """What is to be opened; empty where nothing is chosen."""
        return self.camera or (self.field.value or "").strip()

    def shown(self, fault: str | None = None, choose: Callable[[str], None] | None = None) -> ft.Control:
        """Where it is chosen; `choose` takes a camera in place of the pick's own."""
        return keyed("camera", CameraChoice, self.camera, self.field, fault, choose or self.choose, self.without)


def use_camera(remembered: str = "", without: bool = False) -> CameraPick:
    """The choice of this page: what is `remembered`, else the first camera that is there, until another is chosen.
    `without`: whether it can also be none at all, which it is where no camera is there."""
    cameras = use_app().cameras
    use_store(cameras)
    listed = [one.spec for one in cameras.all]
    last = NO_CAMERA if without and cameras.searched else ""
    if remembered == NO_CAMERA and not without:
        remembered = ""
    written = bool(remembered) and not remembered.isdecimal() and remembered not in (*listed, NO_CAMERA)
    first: str | None = None if not remembered else "" if written else remembered
    chosen, choose = use_value(first)
    field = use_field(lambda: _source_field(remembered if written else "", lambda: choose("")))
    return CameraPick(next(iter(listed), last) if chosen is None else chosen, field, choose, without)


def _source_field(spec: str, typed: Callable[[], None]) -> ft.TextField:
    """The field for what is no camera of the list; `typed` hears of every change."""
    return ft.TextField(
        label=say("Or an address, a film or pictures"),
        hint_text="rtsp://192.168.1.20:554/live",
        value=spec,
        border_radius=12,
        border_color=ft.Colors.OUTLINE,
        autocorrect=False,
        enable_suggestions=False,
        on_change=lambda _: typed(),
    )


@part
def CameraChoice(
    chosen: str, field: ft.TextField, fault: str | None, choose: Callable[[str], None], without: bool
) -> ft.Control:
    """`chosen`: the spec of the camera that is marked, empty while the field counts; `choose` takes a camera's;
    `without`: whether it can be none at all."""
    cameras = use_app().cameras
    use_store(cameras)
    width = use_width()
    ft.use_effect(lambda: None if cameras.searched else cameras.search(), [])
    there = cameras.all
    top: list[ft.Control] = [
        heading(say("What looks on"), size=17),
        ft.TextButton(
            say("Looking …") if cameras.searching else say("Look again"),
            icon=ft.Icons.REFRESH_ROUNDED,
            disabled=cameras.searching,
            on_click=lambda _: cameras.search(),
        ),
    ]
    parts: list[ft.Control] = [flow(top, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, run_spacing=10)]
    none = [_no_camera(chosen == NO_CAMERA, choose)] if without else []
    if there:
        tiles = [_tile(camera, camera.spec == chosen, choose) for camera in there]
        found: ft.Control = flow([*tiles, *none], expand=True)
    elif cameras.searching:
        found = note(say("Looking for the cameras of this computer …"), expand=True)
    else:
        found = _none_opens(plain=bool(none) and width < PHONE)
    room = ft.Container(width=0, height=ROW)
    parts.append(ft.Row([room, found] if there else [room, *none, found], spacing=8 if none and not there else 0))
    if chosen and not cameras.searching and chosen not in [NO_CAMERA, *(camera.spec for camera in there)]:
        parts.append(
            note(
                say(
                    "Chosen the last time: {camera}",
                    camera=say("camera {number}", number=chosen) if chosen.isdecimal() else chosen,
                )
            )
        )
    parts += [field, *fault_line(fault)]
    return card(*parts, spacing=10)


def _none_opens(plain: bool) -> ft.Control:
    """That no camera is there, and what to do; `plain`: the words alone, where a tile beside them takes half of the
    room."""
    words = say("No camera opens here. Plug one in and close other programs that use it, then look again.")
    if plain:
        return note(words, size=12.5, expand=True)
    row: list[ft.Control] = [
        ft.Container(width=0, height=ROW - 2),
        ft.Icon(ft.Icons.VIDEOCAM_OFF_OUTLINED, size=32, color=Colors.ON_SURFACE_VARIANT),
        note(words, expand=True),
    ]
    return ft.Container(
        content=ft.Row(row, spacing=14),
        padding=ft.Padding.only(right=16),
        border_radius=14,
        border=ft.Border.all(1, Colors.OUTLINE_VARIANT),
        alignment=ft.Alignment.CENTER_LEFT,
        expand=True,
    )


def _tile(camera: Camera, chosen: bool, choose: Callable[[str], None]) -> ft.Control:
    width, height = PICTURE
    if camera.preview is None:
        shown: ft.Control = ft.Icon(ft.Icons.VIDEOCAM_OFF_OUTLINED, size=32, color=Colors.ON_SURFACE_VARIANT)
        words = say("{name}, shows no picture", name=camera.name)
    else:
        shown = ft.Image(src=camera.preview, width=width, height=height, fit=ft.BoxFit.COVER, border_radius=10)
        words = camera.name
    return _choice(camera.spec, camera.name, say("Use {words}", words=words), shown, chosen, choose)


def _no_camera(chosen: bool, choose: Callable[[str], None]) -> ft.Control:
    """A match that nobody looks at: rolls are typed or drawn, and pieces tapped."""
    sign = ft.Icon(ft.Icons.TOUCH_APP_OUTLINED, size=32, color=Colors.ON_SURFACE_VARIANT)
    words = say("Play without a camera: rolls are typed or drawn by lot, and moves are tapped")
    return _choice(NO_CAMERA, say("No camera"), words, sign, chosen, choose)


def _choice(
    spec: str, name: str, words: str, shown: ft.Control, chosen: bool, choose: Callable[[str], None]
) -> ft.Control:
    width, height = PICTURE
    sign = ft.Icons.CHECK_CIRCLE_ROUNDED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    shown_name = ft.Text(name, size=13.5, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    label = ft.Row([ft.Icon(sign, size=18, color=Colors.PRIMARY), shown_name], spacing=6)
    picture = ft.Container(content=shown, width=width, height=height, alignment=ft.Alignment.CENTER)
    return pressable(
        words,
        ft.Column([picture, label], spacing=4, tight=True),
        lambda: choose(spec),
        checked=chosen,
        width=width + 16,
        padding=8,
        border_radius=14,
        border=ft.Border.all(2.5, Colors.PRIMARY) if chosen else ft.Border.all(1, Colors.OUTLINE_VARIANT),
    )

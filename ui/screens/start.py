"""The start screen: where the picture of the table comes from."""

from __future__ import annotations

import asyncio

import flet as ft

from ui.bridge import keyed, part, use_field, use_store, use_value, use_width
from ui.room import ROOM
from ui.theme import GAP, PHONE, TAP
from ui.widgets.basics import Colors, card, heading, note, warning
from ui.widgets.die import die_picture
from ui.widgets.house_rules import HouseRules
from ui.widgets.match_form import Games
from ui.widgets.upload import UploadButton

WIDEST = 940
"""The cards do not grow wider than this together, in pixels."""


@part
def StartScreen() -> ft.Control:
    """The games, four ways to a table of dice alone, and what is agreed before it starts."""
    use_store(ROOM)
    width = use_width()
    busy = ROOM.opening is not None
    column: list[ft.Control] = [_hero(width)]
    if ROOM.failed:
        column.append(warning(ROOM.failed, on_close=ROOM.dismiss))
    if busy:
        column.append(_progress(str(ROOM.opening)))
    column.append(keyed("games", Games, busy=busy))
    column.append(
        ft.Column(
            [heading("Dice alone", size=18), note("Army vs Aliens with any nine dice a side, without printed mats.")],
            spacing=2,
            tight=True,
        )
    )
    span: dict[str | ft.ResponsiveRowBreakpoint, int | float] = {"xs": 12, "md": 6}
    cards = [_recorded(busy), _photograph(busy), Camera(busy=busy), FileOrFolder(busy=busy)]
    column.append(
        ft.ResponsiveRow([ft.Container(content=one, col=span) for one in cards], spacing=GAP, run_spacing=GAP)
    )
    column.append(HouseRules())
    column.append(note("Pictures never leave this computer and are not kept.", text_align=ft.TextAlign.CENTER))
    side = 12 if width < PHONE else max(24, (width - WIDEST) / 2)
    return ft.Column(
        [
            ft.Container(
                content=ft.Column(column, spacing=GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
                padding=ft.Padding.symmetric(horizontal=side, vertical=16),
            )
        ],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
    )


def _hero(width: float) -> ft.Control:
    dice = ft.Stack(
        [
            ft.Container(content=die_picture(5, "blue", 54), left=0, top=10, rotate=-0.16),
            ft.Container(content=die_picture(3, "green", 46), left=46, top=0, rotate=0.2),
        ],
        width=98,
        height=72,
    )
    words = ft.Column(
        [
            heading("Tabletop companion", size=26 if width < PHONE else 32, level=1),
            note("Reads the real table, referees five games, keeps the score.", size=15),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    return ft.Container(
        content=ft.Row([dice, words], spacing=14, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.symmetric(vertical=8),
    )


def _progress(what: str) -> ft.Control:
    return card(
        ft.Row(
            [
                ft.ProgressRing(width=22, height=22, stroke_width=3),
                ft.Semantics(live_region=True, expand=True, content=ft.Text(f"Opening {what} …", size=15)),
                ft.TextButton("Cancel", on_click=lambda _: ROOM.leave()),
            ],
            spacing=12,
        ),
        bgcolor=Colors.PRIMARY_CONTAINER,
    )


def _source(icon: ft.IconData, title: str, text: str, *controls: ft.Control) -> ft.Control:
    return card(
        ft.Row(
            [
                ft.Container(
                    content=ft.Icon(icon, color=Colors.ON_PRIMARY_CONTAINER, size=24),
                    bgcolor=Colors.PRIMARY_CONTAINER,
                    border_radius=14,
                    width=TAP,
                    height=TAP,
                    alignment=ft.Alignment.CENTER,
                ),
                ft.Column([heading(title, size=17), note(text)], spacing=1, tight=True, expand=True),
            ],
            spacing=14,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        *controls,
    )


def _recorded(busy: bool) -> ft.Control:
    return _source(
        ft.Icons.SMART_DISPLAY_OUTLINED,
        "Recorded table",
        "A stretch of a game that plays by itself. No camera needed.",
        ft.FilledButton(
            "Play the recording",
            icon=ft.Icons.PLAY_ARROW_ROUNDED,
            height=TAP,
            disabled=busy,
            on_click=lambda _: ROOM.begin_recording(),
        ),
    )


def _photograph(busy: bool) -> ft.Control:
    return _source(
        ft.Icons.ADD_A_PHOTO_OUTLINED,
        "Photograph",
        "Upload a picture of your table, or take one with the phone.",
        UploadButton("Upload a photograph", ROOM.begin_photograph, ROOM.fail, disabled=busy),
    )


@part
def Camera(busy: bool) -> ft.Control:
    """A camera on the server's computer, by its number."""
    not_looked: list[int] | None = None
    found, set_found = use_value(not_looked)
    looking, set_looking = use_value(False)

    async def look() -> None:
        from ui.opening import cameras

        set_looking(True)
        try:
            set_found(await asyncio.to_thread(cameras))
        finally:
            set_looking(False)

    def open_camera() -> None:
        number = field.value.strip()
        if number.isdecimal():
            ROOM.begin_source(f"webcam:{int(number)}")
        else:
            ROOM.fail(f"Camera number {number!r}: give a whole number, 0 for the first camera")

    field = use_field(
        lambda: ft.TextField(
            label="Camera number",
            value="0",
            width=150,
            border_radius=12,
            keyboard_type=ft.KeyboardType.NUMBER,
            input_filter=ft.InputFilter(r"^[0-9]{0,2}$"),
            on_submit=lambda _: open_camera(),
        )
    )
    lines: list[ft.Control] = [
        ft.Row(
            [
                field,
                ft.FilledTonalButton(
                    "Open camera",
                    icon=ft.Icons.VIDEOCAM_OUTLINED,
                    height=TAP,
                    disabled=busy,
                    on_click=lambda _: open_camera(),
                ),
                ft.TextButton(
                    "Looking …" if looking else "Look for cameras",
                    height=TAP,
                    disabled=busy or looking,
                    on_click=look,
                ),
            ],
            wrap=True,
            spacing=10,
            run_spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if found is not None:
        if found:
            lines.append(
                ft.Row(
                    [
                        ft.OutlinedButton(
                            f"Use camera {index}",
                            height=TAP,
                            disabled=busy,
                            on_click=lambda _, index=index: ROOM.begin_source(f"webcam:{index}"),
                        )
                        for index in found
                    ],
                    wrap=True,
                    spacing=8,
                )
            )
        else:
            lines.append(note("No camera opens. Plug one in, close other programs that use it, then look again."))
    return _source(
        ft.Icons.VIDEOCAM_OUTLINED, "Camera", "A webcam on this computer that looks down at the table.", *lines
    )


@part
def FileOrFolder(busy: bool) -> ft.Control:
    """A path on the server's computer."""

    def open_path() -> None:
        path = field.value.strip()
        if path:
            ROOM.begin_source(path)
        else:
            ROOM.fail("No path given: write where the video, picture or folder lies, for example /home/ann/table.mp4")

    field = use_field(
        lambda: ft.TextField(
            label="Path",
            expand=True,
            border_radius=12,
            autocorrect=False,
            enable_suggestions=False,
            on_submit=lambda _: open_path(),
        )
    )
    return _source(
        ft.Icons.FOLDER_OPEN_OUTLINED,
        "File or folder",
        "A video, a picture or a folder of pictures on this computer.",
        ft.Row(
            [
                field,
                ft.FilledTonalButton("Open", height=TAP, disabled=busy, on_click=lambda _: open_path()),
            ],
            spacing=10,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )

"""Parts of the check of a table: the sheets, light, sharpness and size; and the corners of a board to be moved."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, later_as, say, say_as
from ui.core import part, use_keys
from ui.sources import CheckScene, TableCheck, corner_name
from ui.widgets.basic import Colors, card, heading, icon_button, note, tile_button, tile_words
from vision.diagnostics import Finding, Level

SIGNS: dict[Level, tuple[ft.IconData, str, str]] = {
    "change": (ft.Icons.WARNING_AMBER_ROUNDED, Colors.ERROR, later("To change")),
    "note": (ft.Icons.INFO_OUTLINE_ROUNDED, Colors.ON_SURFACE_VARIANT, later("Note")),
    "fine": (ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED, Colors.PRIMARY, later("Fine")),
}
"""Sign, colour and word of each level."""
PARTS = (
    later_as("doctor", "camera"), later_as("doctor", "clip"), later_as("doctor", "dice"),
    later_as("doctor", "doctor"), later_as("doctor", "light"), later_as("doctor", "memory"),
    later_as("doctor", "networks"), later_as("doctor", "picture"), later_as("doctor", "print"),
    later_as("doctor", "programs"), later_as("doctor", "rest"), later_as("doctor", "sharpness"),
    later_as("doctor", "speed"),
)  # fmt: skip
"""What findings may be about, so that catalogues have each."""
ARROWS = {"Arrow Left": (-1, 0), "Arrow Right": (1, 0), "Arrow Up": (0, -1), "Arrow Down": (0, 1)}
FAST = 10
"""Steps of an arrow key with Shift."""


def finding_row(finding: Finding) -> ft.Control:
    """One verdict: a sign, what it is about, and what was found or is to be done."""
    icon, color, word = SIGNS[finding.level]
    word, part = say(word), say_as("doctor", finding.part)
    return ft.Semantics(
        label=f"{word}: {part}: {finding.text}",
        container=True,
        exclude_semantics=True,
        content=ft.Row(
            [
                ft.Icon(icon, color=color, size=22),
                ft.Column(
                    [
                        ft.Text(part.capitalize(), size=14.5, weight=ft.FontWeight.W_600),
                        ft.Text(finding.text, size=14.5),
                    ],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
            ],
            spacing=10,
        ),
    )


def verdict_card(scene: CheckScene) -> ft.Control:
    """The sheets that are found or not, and how good the picture is."""
    rows: list[ft.Control] = []
    for sheet in scene.sheets:
        text = say("found") if sheet.found else say("not found")
        rows.append(finding_row(Finding("fine" if sheet.found else "change", sheet.title, text)))
    rows += [finding_row(Finding("note", "print", line)) for line in scene.notes]
    rows += map(finding_row, scene.verdicts)
    return card(heading(say("What the camera sees"), size=17), *(rows or [note(say("Looking …"))]), spacing=10)


@part
def CornerButtons(session: TableCheck, scene: CheckScene) -> ft.Control:
    """The four corners by taps, buttons and arrow keys."""

    def key(event: ft.KeyboardEvent) -> None:
        if event.key in ARROWS:
            right, down = ARROWS[event.key]
            steps = FAST if event.shift else 1
            session.nudge_corner(right * steps, down * steps)
        elif event.key in ("1", "2", "3", "4"):
            session.choose_corner(int(event.key) - 1)

    use_keys(key)

    def mover(right: int, down: int) -> Callable[[], None]:
        return lambda: session.nudge_corner(right, down)

    corners: list[ft.Control] = [
        tile_button(
            say("Corner {number}, {lower}", number=number + 1, lower=name.lower()),
            tile_words(str(number + 1)),
            lambda number=number: session.choose_corner(number),  # type: ignore[misc]
            padding=0,
            selected=number == scene.chosen,
            tooltip=name,
        )
        for number, name in enumerate(map(corner_name, range(4)))
    ]
    name = corner_name(scene.chosen).lower()
    moves: list[ft.Control] = [
        icon_button(say("Move the {name} corner left", name=name), ft.Icons.CHEVRON_LEFT_ROUNDED, mover(-1, 0)),
        icon_button(say("Move the {name} corner right", name=name), ft.Icons.CHEVRON_RIGHT_ROUNDED, mover(1, 0)),
        icon_button(say("Move the {name} corner up", name=name), ft.Icons.EXPAND_LESS_ROUNDED, mover(0, -1)),
        icon_button(say("Move the {name} corner down", name=name), ft.Icons.EXPAND_MORE_ROUNDED, mover(0, 1)),
    ]
    x, y = scene.corners[scene.chosen]
    return card(
        heading(say("The board's corners"), size=17),
        note(
            say("Tap the corners in the picture one after the other, or choose one and move it here or by arrow keys.")
        ),
        ft.Row(corners, spacing=4),
        ft.Row(
            [
                ft.Text(
                    say("{corner_name}: {x:.1%} right, {y:.1%} down", corner_name=corner_name(scene.chosen), x=x, y=y),
                    size=14,
                    expand=True,
                ),
                *moves,
            ],
            spacing=0,
        ),
        spacing=8,
    )

"""The few shapes that every screen is put together from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import flet as ft

from companion.text import say, upper
from ui.core import GAP, RADIUS, TAP, part, use_value

Colors = ft.Colors
ABREAST = 6
"""Number tiles in a row, at most: as many as a phone has room for."""


def column(controls: Sequence[ft.Control], *, spacing: float = GAP, **layout: Any) -> ft.Column:
    """Controls one under the other, each as wide as there is room, together no higher than they need."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*controls], spacing=spacing, tight=True, horizontal_alignment=stretch, **layout)


def flow(controls: Sequence[ft.Control], *, spacing: float = 8, run_spacing: float = 8, **layout: Any) -> ft.Row:
    """Controls side by side, in as many rows as they need."""
    return ft.Row([*controls], wrap=True, spacing=spacing, run_spacing=run_spacing, **layout)


def name_and_note(name: str, text: str, *, size: float = 13.5) -> ft.Column:
    """What a row is about, and below it smaller what is said of it; as wide as there is room."""
    title = ft.Text(name, size=15, weight=ft.FontWeight.W_600)
    return ft.Column([title, note(text, size=size)], spacing=0, tight=True, expand=True)


def card(
    *controls: ft.Control,
    padding: float = 16,
    spacing: float = GAP,
    bgcolor: str = Colors.SURFACE_CONTAINER_LOW,
    border: str = Colors.OUTLINE_VARIANT,
    **layout: Any,
) -> ft.Container:
    """A card: controls one under the other, with border and ground."""
    return ft.Container(
        content=column(controls, spacing=spacing),
        padding=padding,
        bgcolor=bgcolor,
        border=ft.Border.all(1, border),
        border_radius=RADIUS,
        **layout,
    )


def heading(text: str, *, size: float = 18, level: int = 2, label: str | None = None, **layout: Any) -> ft.Control:
    """A title that screen readers find as a heading; `label` where they need more words than the eye."""
    return ft.Semantics(
        header=True,
        heading_level=level,
        label=label,
        exclude_semantics=label is not None,
        content=ft.Text(text, size=size, weight=ft.FontWeight.W_600, color=Colors.ON_SURFACE),
        **layout,
    )


def note(text: str, *, size: float = 13.5, color: str = Colors.ON_SURFACE_VARIANT, **layout: Any) -> ft.Text:
    """Smaller, quieter text."""
    return ft.Text(text, size=size, color=color, **layout)


def place_number(number: int, end: str = "", *, size: float = 12.5) -> ft.Text:
    """The number of a line in a list, with whatever `end` follows it. Up to 999 all are equally wide, with letters of
    any size: noughts that nobody sees take the room of missing digits."""
    unseen = "0" * (3 - len(f"{number}"))
    spans = [ft.TextSpan(unseen, ft.TextStyle(color=Colors.TRANSPARENT)), ft.TextSpan(f"{number}{end}")]
    return ft.Text(spans=spans, size=size, color=Colors.ON_SURFACE_VARIANT, no_wrap=True)


def message(
    text: str,
    *,
    icon: ft.IconData,
    bgcolor: str,
    color: str,
    actions: list[ft.Control] | None = None,
    on_close: Callable[[], None] | None = None,
    live: bool = True,
) -> ft.Control:
    """One line that matters, with a sign beside it, read aloud when it appears."""
    row: list[ft.Control] = [
        ft.Icon(icon, color=color, size=22),
        ft.Semantics(live_region=live, expand=True, content=ft.Text(text, color=color, size=14.5, selectable=False)),
    ]
    if on_close is not None:
        row.append(icon_button(say("Dismiss"), ft.Icons.CLOSE, on_close, color=color))
    parts: list[ft.Control] = [ft.Row(row, spacing=10)]
    if actions:
        parts.append(flow(actions))
    return ft.Container(
        content=column(parts, spacing=10),
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        bgcolor=bgcolor,
        border_radius=RADIUS,
    )


def warning(text: str, **more: Any) -> ft.Control:
    """Something went wrong, or table and game differ."""
    return message(
        text,
        icon=ft.Icons.WARNING_AMBER_ROUNDED,
        bgcolor=Colors.ERROR_CONTAINER,
        color=Colors.ON_ERROR_CONTAINER,
        **more,
    )


def hint(text: str, *, icon: ft.IconData = ft.Icons.INFO_OUTLINE, **more: Any) -> ft.Control:
    """Something worth knowing."""
    return message(text, icon=icon, bgcolor=Colors.SECONDARY_CONTAINER, color=Colors.ON_SECONDARY_CONTAINER, **more)


def labelled(label: str, content: ft.Control, **layout: Any) -> ft.Control:
    """A drawing with its spoken name; what is inside stays silent."""
    return ft.Semantics(label=label, container=True, exclude_semantics=True, content=content, **layout)


def pressable(
    label: str,
    content: ft.Control,
    on_click: Callable[[], object],
    *,
    selected: bool | None = None,
    checked: bool | None = None,
    expanded: bool | None = None,
    **layout: Any,
) -> ft.Container:
    """A part of a page that is pressed as a whole, and of which a screen reader says `label` and its state."""
    said: dict[str, Any] = {"selected": selected, "checked": checked, "expanded": expanded}
    spoken = ft.Semantics(label=label, button=True, exclude_semantics=True, content=content, **said)
    return ft.Container(content=spoken, ink=True, on_click=lambda _: on_click(), **layout)


def chip(text: str, icon: ft.IconData) -> ft.Control:
    """A state in a word or two."""
    return ft.Container(
        content=ft.Row(
            [ft.Icon(icon, size=18, color=Colors.ON_SURFACE_VARIANT), ft.Text(text, size=13)], spacing=6, tight=True
        ),
        bgcolor=Colors.SURFACE_CONTAINER_HIGH,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=12, vertical=7),
    )


def tile_button(
    label: str,
    content: ft.Control,
    on_click: Callable[[], None],
    *,
    selected: bool = False,
    tooltip: str | None = None,
    padding: float = 4,
    **layout: Any,
) -> ft.Control:
    """A button that shows a drawing and says `label`; at least as large as a finger."""
    # The tooltip is inside, where screen readers do not hear it after the label once more.
    shown = ft.Container(content=content, tooltip=tooltip, alignment=ft.Alignment.CENTER)
    return pressable(
        label,
        shown,
        on_click,
        selected=selected or None,
        alignment=ft.Alignment.CENTER,
        padding=padding,
        border_radius=12,
        border=ft.Border.all(2.5, Colors.PRIMARY) if selected else None,
        bgcolor=Colors.PRIMARY_CONTAINER if selected else None,
        **{"width": TAP, "height": TAP, **layout},
    )


def tile_words(text: str) -> ft.Text:
    """A word or a number on a tile, which letters of twice the size still fit."""
    return ft.Text(text, size=16, weight=ft.FontWeight.W_600, style=ft.TextStyle(height=1.1))


def icon_button(
    label: str,
    icon: ft.IconData,
    on_click: Callable[[], None],
    *,
    disabled: bool = False,
    color: str = Colors.ON_SURFACE_VARIANT,
    size: float = 22,
) -> ft.Control:
    """A button that shows a sign only. Its label is its name for screen readers and its tooltip for others.

    (A Flet IconButton has a tooltip, but no name in the browser.)
    """
    shown = ft.Icon(icon, color=ft.Colors.with_opacity(0.38, color) if disabled else color, size=size)
    return pressable(
        label,
        ft.Container(content=shown, tooltip=label, alignment=ft.Alignment.CENTER),
        on_click,
        width=TAP,
        height=TAP,
        border_radius=TAP / 2,
        disabled=disabled,
    )


def choice_row(text: str, on_click: Callable[[], None], *, chosen: bool) -> ft.Control:
    """One of several answers to a question, the chosen one with a filled ring."""
    sign = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    color = Colors.PRIMARY if chosen else Colors.ON_SURFACE_VARIANT
    row = ft.Row([ft.Icon(sign, color=color, size=22), ft.Text(text, size=14, expand=True)], spacing=10)
    return row_button(text, row, on_click, selected=chosen)


def row_button(label: str, row: ft.Control, on_click: Callable[[], None], inset: int = 8, **state: Any) -> ft.Control:
    """A row that is pressed as a whole; `label` is what is heard of it, `state` what it says of itself besides.

    The label is its key: where another row has come in its place meanwhile, a tap is not taken for that one's.
    """
    padding = ft.Padding.symmetric(horizontal=inset, vertical=13)
    return pressable(label, row, on_click, key=label, padding=padding, border_radius=12, **state)


def choice_chip(text: str, on_click: Callable[[], None], *, chosen: bool) -> ft.Control:
    """One of a few choices side by side; the chosen one has a tick."""
    row: list[ft.Control] = [ft.Text(text, size=14, weight=ft.FontWeight.W_600 if chosen else None)]
    if chosen:
        row.insert(0, ft.Icon(ft.Icons.CHECK_ROUNDED, size=18))
    inside = ft.Row(row, spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    return pressable(
        text,
        inside,
        on_click,
        selected=chosen,
        padding=ft.Padding.symmetric(horizontal=14, vertical=14),
        border_radius=14,
        border=ft.Border.all(2 if chosen else 1, Colors.PRIMARY if chosen else Colors.OUTLINE_VARIANT),
        bgcolor=Colors.PRIMARY_CONTAINER if chosen else None,
    )


@part
def Folded(
    title: str, build: Callable[[], list[ft.Control]], subtitle: str = "", icon: ft.IconData | None = None
) -> ft.Control:
    """A section that shows only its title until it is opened; what is inside is built when it is."""
    is_open, set_open = use_value(False)
    lines: list[ft.Control] = [ft.Text(title, size=16, weight=ft.FontWeight.W_600)]
    if subtitle:
        lines.append(note(subtitle))
    header: list[ft.Control] = [ft.Column(lines, spacing=2, tight=True, expand=True)]
    if icon is not None:
        header.insert(0, ft.Icon(icon, color=Colors.PRIMARY))
    header.append(ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE, color=Colors.ON_SURFACE_VARIANT))
    label = f"{title}. {subtitle}" if subtitle else title
    button = pressable(
        label,
        ft.Row(header, spacing=12),
        lambda: set_open(not is_open),
        expanded=is_open,
        padding=ft.Padding.symmetric(horizontal=16, vertical=12),
        border_radius=RADIUS,
    )
    parts: list[ft.Control] = [button]
    if is_open:
        inside = column(build())
        parts.append(ft.Container(content=inside, padding=ft.Padding.only(left=16, right=16, bottom=16, top=4)))
    return ft.Container(
        content=column(parts, spacing=0),
        bgcolor=Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, Colors.OUTLINE_VARIANT),
        border_radius=RADIUS,
    )


def info_button(clause: str, on_clause: Callable[[str], None]) -> ft.Control:
    """Opens the text of a clause."""
    return icon_button(
        say("What {clause} says", clause=clause), ft.Icons.INFO_OUTLINE, lambda: on_clause(clause), size=20
    )


def fault_line(text: str | None) -> list[ft.Control]:
    """What is wrong with the field above, read aloud when it appears; nothing while all is well."""
    if not text:
        return []
    line = ft.Row(
        [
            ft.Icon(ft.Icons.ERROR_OUTLINE_ROUNDED, color=Colors.ERROR, size=18),
            ft.Text(upper(text), size=13.5, color=Colors.ERROR, expand=True),
        ],
        spacing=8,
    )
    return [ft.Semantics(live_region=True, content=line)]


def question_dialog(
    title: str, text: str, yes: str, on_yes: Callable[[], object], on_close: Callable[[], None]
) -> ft.AlertDialog:
    """Asks before something is lost."""

    def confirmed() -> None:
        on_close()
        on_yes()

    actions: list[ft.Control] = [
        ft.TextButton(say("Cancel"), on_click=lambda _: on_close()),
        ft.FilledButton(yes, on_click=lambda _: confirmed()),
    ]
    return dialog(title, ft.Text(text, size=15), actions, on_close, scrollable=False)


def dialog(
    title: str, content: ft.Control, actions: list[ft.Control], on_close: Callable[[], None], **layout: Any
) -> ft.AlertDialog:
    """A dialogue that scrolls where the screen is low; `on_close` is called when it is dismissed."""
    settings: dict[str, Any] = {"scrollable": True, "inset_padding": 16, **layout}
    return ft.AlertDialog(
        title=ft.Text(title, size=20, weight=ft.FontWeight.W_600),
        content=ft.Container(width=settings.pop("width", 420), content=content),
        actions=actions,
        on_dismiss=lambda _: on_close(),
        **settings,
    )


def banner(sentence: str, good: bool, icon: ft.IconData, *, size: float = 16) -> ft.Control:
    """What is missing or that all is `good`, in one sentence that is read aloud when it changes."""
    ground, ink = (
        (Colors.PRIMARY_CONTAINER, Colors.ON_PRIMARY_CONTAINER)
        if good
        else (Colors.TERTIARY_CONTAINER, Colors.ON_TERTIARY_CONTAINER)
    )
    text = ft.Text(sentence, size=size, weight=ft.FontWeight.W_600, color=ink)
    row = [ft.Icon(icon, color=ink, size=30), ft.Semantics(live_region=True, expand=True, content=text)]
    return ft.Container(
        content=ft.Row(row, spacing=12),
        bgcolor=ground,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def number_tiles(numbers: range, chosen: int, choose: Callable[[int], None], spoken: str) -> ft.Control:
    """Numbers to choose one of, in rows of about the same length that fit a phone; `spoken`, with its `{count}`, is
    what a screen reader says of each."""

    def tile(count: int) -> ft.Control:
        name, words = say(spoken, count=count), tile_words(str(count))
        return tile_button(name, words, lambda: choose(count), padding=0, selected=count == chosen)

    rows = -(-len(numbers) // ABREAST)
    abreast = -(-len(numbers) // rows)
    tiles = [tile(count) for count in numbers]
    return column([ft.Row([*tiles[at : at + abreast]], spacing=4) for at in range(0, len(tiles), abreast)], spacing=4)


class Score(NamedTuple):
    """What one seat has to show."""

    name: str
    text: str
    strong: bool
    """Whether it stands out: whose turn it is, who has won, or whose score has just changed."""


def score_boxes(scores: Sequence[Score], *, size: float = 24, abreast: int = 4) -> ft.Control:
    """A box a seat, so many abreast that names have room on a phone. `size`: of the letters of the score."""

    def box(one: Score) -> ft.Control:
        name = note(one.name, size=12.5 * size / 24, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
        lines: list[ft.Control] = [name, ft.Text(one.text, size=size, weight=ft.FontWeight.W_700)]
        return ft.Container(
            content=ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            bgcolor=Colors.PRIMARY_CONTAINER if one.strong else Colors.SURFACE_CONTAINER_LOW,
            border=ft.Border.all(2 if one.strong else 1, Colors.PRIMARY if one.strong else Colors.OUTLINE_VARIANT),
            border_radius=14,
            padding=10,
            expand=True,
        )

    boxes = list(map(box, scores))
    rows = [ft.Row(boxes[at : at + abreast], spacing=8) for at in range(0, len(boxes), abreast)]
    return ft.Column([*rows], spacing=8, tight=True)

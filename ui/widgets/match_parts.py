"""The parts of the screen of a match: what is open, the score, what may be done, what has happened."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.notices import Notice
from ui.bridge import part, use_field, use_value
from ui.match_session import Line, MatchScene, MatchSession, Seeing
from ui.theme import GAP, TAP
from ui.widgets.basics import Colors, Folded, card, heading, icon_button, note, warning
from ui.widgets.table_drawing import TableDrawing

Say = Callable[[str], None]
STATES: dict[Seeing, tuple[str, ft.IconData]] = {
    "starting": ("Starting", ft.Icons.HOURGLASS_EMPTY_ROUNDED),
    "moving": ("Hands are at it", ft.Icons.BACK_HAND_OUTLINED),
    "still": ("At rest", ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED),
    "ended": ("Ended", ft.Icons.STOP_CIRCLE_OUTLINED),
    "lost": ("No picture", ft.Icons.VIDEOCAM_OFF_OUTLINED),
}
MOST_MOVES = 40
"""Moves of one kind that are listed at once."""
SMALL = 240.0
"""Width of each of two tables side by side, in pixels."""


def state_row(session: MatchSession, scene: MatchScene) -> ft.Control:
    """What the eyes are doing, and whether a demonstration plays by itself."""
    text, icon = STATES[scene.seeing]
    row: list[ft.Control] = [
        ft.Container(
            content=ft.Row(
                [ft.Icon(icon, size=18, color=Colors.ON_SURFACE_VARIANT), ft.Text(text, size=13)], spacing=6, tight=True
            ),
            bgcolor=Colors.SURFACE_CONTAINER_HIGH,
            border_radius=20,
            padding=ft.Padding.symmetric(horizontal=12, vertical=7),
        )
    ]
    if scene.by_itself is not None:
        row.append(
            ft.Switch(
                label="Answers by itself",
                value=scene.by_itself,
                on_change=lambda e: session.play_by_itself(bool(e.control.value)),
            )
        )
    return ft.Row(row, wrap=True, spacing=8, run_spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def remark_card(text: str, on_close: Callable[[], None] | None) -> ft.Control:
    """Something said that needs no answer."""
    return warning(text, on_close=on_close)


@part
def OpenCard(session: MatchSession, scene: MatchScene, on_clause: Say) -> ft.Control:
    """A question with its answers as buttons, or what is wrong with the table and what puts it right."""
    told = scene.open
    if told is None:
        return ft.Container()
    title = {"question": "Which was it?", "ruling": "Against the rules", "desync": "Table and game differ"}
    parts: list[ft.Control] = [heading(title.get(told.what, "Not finished"), size=17)]
    said = told.text.split("Which was it?")[0].strip()
    if said:
        parts.append(ft.Semantics(live_region=True, content=ft.Text(said, size=15)))
    if told.broken:
        clauses = list(dict.fromkeys(one.clause for one in told.broken))
        buttons = [
            ft.TextButton(one, icon=ft.Icons.MENU_BOOK_OUTLINED, height=TAP, on_click=lambda _, one=one: on_clause(one))
            for one in clauses
        ]
        parts.append(ft.Row([*buttons], wrap=True, spacing=4, run_spacing=4))
    parts += [
        ft.Row([ft.Icon(ft.Icons.ARROW_RIGHT_ROUNDED, size=20), ft.Text(task.text, size=14, expand=True)], spacing=4)
        for task in told.tasks[:4]
    ]
    if scene.lies is not None:
        parts.append(_both_tables(session, scene))
    parts += _answers(session, told)
    if told.what in ("ruling", "desync") and not any(_sets_up(told, n) for n in range(len(told.choices))):
        parts += [
            ft.OutlinedButton(text, height=TAP, on_click=lambda _, way=way: session.take_as_it_lies(way))
            for way, text in enumerate(scene.as_it_lies)
        ]
    colour = Colors.TERTIARY_CONTAINER if told.what == "question" else Colors.ERROR_CONTAINER
    return card(*parts, bgcolor=colour, spacing=10)


def _sets_up(told: Notice, number: int) -> bool:
    return told.labels[number].startswith("The table counts")


def _answers(session: MatchSession, told: Notice) -> list[ft.Control]:
    """Each choice as a button; the keys 1 to 9 press them."""
    found: list[ft.Control] = []
    for number, (choice, text) in enumerate(zip(told.choices, told.labels, strict=True), 1):
        label = f"{number}. {text[0].upper()}{text[1:]}"
        words = ft.Text(label, size=15, no_wrap=False)

        def act(_: object, choice: object = choice) -> None:
            session.choose(choice)  # type: ignore[arg-type]

        make = ft.FilledButton if number == 1 and told.what == "question" else ft.FilledTonalButton
        found.append(make(content=words, on_click=act, height=None))
    return found


def _both_tables(session: MatchSession, scene: MatchScene) -> ft.Control:
    """Seen and expected side by side, what differs marked."""
    assert scene.lies is not None

    def one(title: str, drawing: ft.Control) -> ft.Control:
        return ft.Container(content=ft.Column([note(title, size=12.5), drawing], spacing=4, tight=True), width=SMALL)

    return ft.Row(
        [
            one("Seen", TableDrawing(session, scene.lies, (), scene.layout, True)),
            one("Expected", TableDrawing(session, scene.layout, (), scene.lies, True)),
        ],
        wrap=True,
        spacing=GAP,
        run_spacing=GAP,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def score_row(session: MatchSession, scene: MatchScene) -> ft.Control:
    """What each seat has to show so far."""

    def one(seat: int, score: int) -> ft.Control:
        turn = scene.outcome is None and scene.awaited.seat == seat
        return ft.Container(
            content=ft.Column(
                [
                    note(session.seat_name(seat), size=12.5),
                    ft.Text(str(score), size=24, weight=ft.FontWeight.W_700),
                ],
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            bgcolor=Colors.PRIMARY_CONTAINER if turn else Colors.SURFACE_CONTAINER_LOW,
            border=ft.Border.all(2 if turn else 1, Colors.PRIMARY if turn else Colors.OUTLINE_VARIANT),
            border_radius=14,
            padding=10,
            expand=True,
        )

    return ft.Row([one(seat, score) for seat, score in enumerate(scene.scores)], spacing=8)


@part
def MovesList(session: MatchSession, scene: MatchScene, on_clause: Say) -> ft.Control:
    """What may be done now, by kind; a tap says that it was done, for what the eyes did not see."""
    if not scene.moves:
        return ft.Container()

    def build() -> list[ft.Control]:
        kinds: dict[str, list[ft.Control]] = {}
        for move in scene.moves:
            listed = kinds.setdefault(move.kind, [])
            if len(listed) < MOST_MOVES:
                row = ft.Row(
                    [
                        ft.TextButton(
                            content=ft.Text(move.text, size=14, no_wrap=False),
                            expand=True,
                            on_click=lambda _, move=move: session.say(move.event),
                        ),
                        icon_button(
                            f"The rule for it, {move.clause}",
                            ft.Icons.INFO_OUTLINE,
                            lambda move=move: on_clause(move.clause),  # type: ignore[misc]
                            size=18,
                        ),
                    ],
                    spacing=4,
                )
                listed.append(row)
        parts: list[ft.Control] = []
        for kind, rows in kinds.items():
            parts += [note(kind.capitalize(), size=13, weight=ft.FontWeight.W_600), *rows]
        return parts

    return Folded(
        "What may be done", build, subtitle=f"{len(scene.moves)} legal moves", icon=ft.Icons.CHECKLIST_ROUNDED
    )


@part
def EventList(session: MatchSession, scene: MatchScene) -> ft.Control:
    """What has happened, newest first; any event can be corrected, and more can be typed."""
    nothing: Line | None = None
    changing, set_changing = use_value(nothing)
    typed = use_field(
        lambda: ft.TextField(label="Type an event", hint_text="roll 1 2 3", expand=True, border_radius=12, dense=True)
    )

    def send() -> None:
        text = (typed.value or "").strip()
        if not text:
            return
        if changing is not None:
            session.correct(changing.number, text)
            set_changing(None)
        else:
            session.typed(text)
        typed.value = ""

    typed.on_submit = lambda _: send()

    def build() -> list[ft.Control]:
        head = "Type an event that the eyes did not see."
        if changing is not None:
            head = f"Event {changing.number} was instead:"
        parts: list[ft.Control] = [
            note(head),
            ft.Row([typed, ft.FilledTonalButton("Say", height=TAP, on_click=lambda _: send())], spacing=8),
        ]
        for line in scene.lines:
            parts.append(
                ft.Row(
                    [
                        ft.Text(f"{line.number}.", size=13.5, width=34),
                        ft.Text(line.text, size=14, expand=True),
                        note(line.source, size=11.5),
                        icon_button(
                            f"Correct event {line.number}",
                            ft.Icons.EDIT_OUTLINED,
                            lambda line=line: set_changing(line),  # type: ignore[misc]
                            size=18,
                        ),
                    ],
                    spacing=6,
                    vertical_alignment=ft.CrossAxisAlignment.CENTER,
                )
            )
        return parts

    count = f"{len(scene.lines)} events" if scene.lines else "nothing yet"
    return Folded("History", build, subtitle=count, icon=ft.Icons.HISTORY_ROUNDED)

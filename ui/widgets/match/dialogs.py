"""The two dialogues of the table: what a die shows, and what a clause says."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games.army_vs_aliens import ArmyVsAliens
from companion.rules import Game
from companion.table import Colour, Die, colour_name
from companion.text import digits, localized, say
from ui.dice_table import LiveTable
from ui.widgets.basic import Colors, die_picture, die_words, note, tile_button

FACES = (1, 2, 3, 4, 5, 6)


def likeliest_first(die: Die) -> list[int]:
    """All six faces: the reading, then its alternatives by probability, then the rest."""
    order = [die.value] if die.value is not None else []
    order += [face for face, _ in sorted(die.alternatives, key=lambda pair: -pair[1])]
    return list(dict.fromkeys([*order, *FACES]))


def die_dialog(table: LiveTable, die: Die, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Asks what a die shows. One tap answers and closes."""
    session = table.session
    weights = dict(die.alternatives)
    if die.value is not None:
        weights[die.value] = die.confidence

    def correct(value: int | None = None, colour: Colour | None = None, is_die: bool = True) -> Callable[[], None]:
        def act() -> None:
            on_close()
            session.correct(die, value, colour=colour, is_die=is_die)

        return act

    def face(value: int) -> ft.Control:
        weight = weights.get(value)
        percent = "" if weight is None or die.certain else digits(weight, ".0%")
        return ft.Column(
            [
                tile_button(
                    say("It shows {value}", value=value),
                    die_picture(value, die.colour, 48),
                    correct(value),
                    width=62,
                    height=62,
                    selected=value == die.value,
                ),
                ft.Text(percent, size=12, color=Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )

    close_up = table.watcher.close_up(die.box)
    top: list[ft.Control] = []
    if close_up is not None:
        top.append(ft.Image(src=close_up, width=96, height=96, fit=ft.BoxFit.COVER, border_radius=14,
                            semantics_label=say("the die, close up")))  # fmt: skip
    read = die_words(die.value, die.colour, doubtful=not die.certain)
    if die.doubts:
        read += f": {', '.join(die.doubts)}"
    top.append(note(say("Read as: {read}.", read=read), size=14, expand=True))
    others = [
        tile_button(
            say("It is a {colour} die", colour=colour_name(colour, "of dice")),
            die_picture(die.value, colour, 34),
            correct(colour=colour),
            tooltip=colour_name(colour, "of dice"),
        )
        for colour in session.seating.colours.values()
        if colour != die.colour
    ]
    return ft.AlertDialog(
        title=ft.Text(say("What does this die show?"), size=20, weight=ft.FontWeight.W_600),
        content=ft.Container(
            width=300,
            content=ft.Column(
                [
                    ft.Row(top, spacing=14, vertical_alignment=ft.CrossAxisAlignment.CENTER),
                    *(
                        ft.Row([face(value) for value in faces], alignment=ft.MainAxisAlignment.SPACE_EVENLY)
                        for faces in (likeliest_first(die)[:3], likeliest_first(die)[3:])
                    ),
                    ft.Divider(height=1, color=Colors.OUTLINE_VARIANT),
                    ft.Row([note(say("Other colour:")), *others], spacing=8),
                ],
                spacing=14,
                tight=True,
            ),
        ),
        actions=[
            ft.TextButton(say("No die at all"), on_click=lambda _: correct(is_die=False)()),
            ft.TextButton(say("Cancel"), on_click=lambda _: on_close()),
        ],
        scrollable=True,
        inset_padding=ft.Padding.all(16),
        on_dismiss=lambda _: on_close(),
    )


def clause_dialog(game: Game, clause: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Shows a clause of the rules in our words, with the house rule in force."""
    title = localized(game.seed).clause(clause).title if isinstance(game, ArmyVsAliens) else ""
    return ft.AlertDialog(
        title=ft.Text(f"{clause}  {title}", size=20, weight=ft.FontWeight.W_600),
        content=ft.Container(width=420, content=ft.Text(game.clause_text(clause), size=15.5)),
        actions=[ft.TextButton(say("Close"), on_click=lambda _: on_close())],
        scrollable=True,
        inset_padding=ft.Padding.all(16),
        on_dismiss=lambda _: on_close(),
    )

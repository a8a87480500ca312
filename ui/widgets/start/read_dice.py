"""The way to the page on which dice are read and added up, without a game."""

from __future__ import annotations

import flet as ft

from companion.text import say
from ui.core import Place, part, use_route
from ui.widgets.basic import Colors, card, die_picture, heading, note


@part
def ReadDice() -> ft.Control:
    """What it does in one sentence, and a button."""
    route = use_route()
    dice = ft.Stack(
        [
            ft.Container(content=die_picture(4, "red", 34), left=0, top=8, rotate=-0.12),
            ft.Container(content=die_picture(3, "white", 34), left=28, top=0, rotate=0.14),
        ],
        width=66,
        height=46,
    )
    about = note(say("Any dice, before any camera or in a photograph: each face, the total, and a list of your rolls."))
    words = ft.Column([heading(say("Read my dice"), size=17), about], spacing=1, tight=True, expand=True)
    button = ft.FilledButton(
        content=ft.Semantics(label=say("Read my dice now"), exclude_semantics=True, content=ft.Text(say("Begin"))),
        icon=ft.Icons.CASINO_OUTLINED,
        on_click=lambda _: route.go(Place.DICE),
    )
    return card(ft.Row([dice, words], spacing=14), ft.Row([button]), bgcolor=Colors.PRIMARY_CONTAINER, spacing=8)

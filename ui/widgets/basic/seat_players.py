"""Who plays a seat: a person, or the program at one of its strengths."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, say
from ui.widgets.basic.basics import choice_chip, flow

PERSON = later("A person")
PLAYED_BY = {
    "": PERSON,
    "easy": later("Program, easy"),
    "medium": later("Program, medium"),
    "hard": later("Program, hard"),
}
"""What may play a seat, by its strength; empty: a person."""


def played_by(strength: str) -> str:
    """Who plays, in words."""
    return say(PLAYED_BY[strength])


def program_choice(name: str, strength: str, choose: Callable[[str], None]) -> ft.Control:
    """A person or a strength of the program."""
    chips = [
        choice_chip(
            say(words),
            (lambda one=one: choose(one)),  # type: ignore[misc]
            chosen=one == strength,
        )
        for one, words in PLAYED_BY.items()
    ]
    return ft.Semantics(label=say("Who plays {name}", name=name), container=True, content=flow(chips, spacing=6))

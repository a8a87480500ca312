"""How long a turn may take: chosen before a match and in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import say, say_count
from ui.core import keyed
from ui.settings import TURN_LIMITS, TurnLimit
from ui.widgets.basic.basics import Folded, choice_chip, flow, note


def limit_words(limit: TurnLimit) -> str:
    """A limit in words."""
    if not limit:
        return say("Off")
    if limit < 60:
        return say_count("{count} second", "{count} seconds", limit)
    return say_count("{count} minute", "{count} minutes", limit // 60)


def turn_limit_choice(
    limit: TurnLimit, choose: Callable[[TurnLimit], None], more: Sequence[ft.Control] = ()
) -> ft.Control:
    """Chooses a limit, folded; `more` stands below it."""

    def build() -> list[ft.Control]:
        chips = [
            choice_chip(limit_words(one), lambda one=one: choose(one), chosen=one == limit)  # type: ignore[misc]
            for one in TURN_LIMITS
        ]
        about = say(
            "It counts down for whoever is on turn, warns ten seconds before the end, and then counts on. It never "
            "plays for anybody."
        )
        named = ft.Semantics(label=say("How long a turn may take"), container=True, content=flow(chips, spacing=6))
        return [named, note(about), *more]

    words = say("{time} a turn", time=limit_words(limit)) if limit else limit_words(limit)
    return keyed("turn limit", Folded, say("Turn timer"), build, subtitle=words, icon=ft.Icons.TIMER_OUTLINED)

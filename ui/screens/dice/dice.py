"""Dice are read and added up: what lies there, the list of rolls, how the faces fell. No game, no mats."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import GAP, WIDE, keyed, part, use_held, use_route, use_store, use_value, use_width
from ui.rolls import LiveRolls, LoggedRoll, RolledDie, face_names, showing
from ui.screens.dice.begin import Begin
from ui.screens.dice.live import Live
from ui.screens.dice.rolls import Rolls
from ui.widgets.basic import column, columns, note, page, side_of
from ui.widgets.dice import die_dialog
from vision.inference import SetError
from vision.symbols import PIPS

WIDEST = 1280
"""The page does not grow wider than this, in pixels."""
SHARES = (7, 6)
"""Of the width: of what lies there, and of the list."""
CARD = 18
"""Pixels that a card takes on each side of what is in it."""


@part
def DiceScreen(about: str) -> ft.Control:
    """`about` is empty."""
    app = use_app()
    route, width = use_route(), use_width()
    host = app.dice
    use_store(host)
    use_store(app.rolls)
    use_held(host.watch)
    nobody: RolledDie | None = None
    asked, ask = use_value(nobody)
    whole: LoggedRoll | None = None
    lacking, lack = use_value(whole)
    """The roll of which a die was missed."""
    live = host.live

    def close_up() -> bytes | None:
        return None if live is None or asked is None else live.close_up(asked.key)

    picture = ft.use_memo(close_up, [None if asked is None else asked.key])
    dialog = None
    if asked is not None:
        names = _names(app.rolls.set_of(asked.key) or (PIPS if live is None else live.session.faces))
        dialog = die_dialog(asked, names, picture, lambda face: _corrector(live)(asked, face), lambda: ask(None))
    elif lacking is not None:
        add = app.rolls.add_die
        roll = lacking.key
        dialog = die_dialog(
            None,
            _names(lacking.faces),
            None,
            lambda face: None if face is None else add(roll, face),
            lambda: lack(None),
        )
    ft.use_dialog(dialog)

    side = side_of(width, WIDEST)
    wide = width >= WIDE
    share = (width - 2 * side - GAP) * SHARES[1] / sum(SHARES) if wide else width - 2 * side
    now = keyed("begin", Begin) if live is None else keyed(f"live-{live.session.number}", Live, live, host, ask)
    rolls = keyed("rolls", Rolls, share - 2 * CARD, host.pictures, ask, lack)
    end = note(say("Pictures never leave this computer and are not kept."))
    body = [columns(now, column([rolls, end]), SHARES, wide)]
    return page(say("Read my dice"), route, body, width, widest=WIDEST)


def _corrector(live: LiveRolls | None) -> Callable[[RolledDie, int | str | None], None]:
    """What takes what a die shows."""
    log = use_app().rolls

    def correct(one: RolledDie, face: int | str | None) -> None:
        if live is not None:
            live.session.correct(one.key, face)
        else:
            log.correct(one.key, None if face is None else showing(one.die, face))

    return correct


def _names(faces: str) -> tuple[int | str, ...]:
    """What may be chosen; of a set that is gone, nothing."""
    try:
        return face_names(faces)
    except SetError:
        return ()

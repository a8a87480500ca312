"""Smacks that players press: the first on a card that may be smacked wins, and a press on any other card is false."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from companion.referee import MatchTracker, Notice
from companion.rules import CompanionError
from companion.text import say
from ui.match.card_pile import CardPile

GRACE = 2.0
"""Seconds after a smack in which other hands come down too late, and are not taken for false ones."""


class SmackButtons:
    """One button a player, pressed on any screen. Only the thread of the match calls."""

    def __init__(self, pile: CardPile, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._pile, self._clock = pile, clock
        self._won = -math.inf

    def press(self, tracker: MatchTracker, seat: int, seen: Any) -> list[Notice]:
        """What a press by `seat` comes to; `seen`: the position on the screen where it was pressed. Raises
        CompanionError."""
        game, position, now = tracker.seated.game, tracker.position, self._clock()
        if game.awaited(position).need == "smack":
            notices = tracker.say(game.parse_event({"do": "smacked", "seat": seat}), "typed")
            self._won = now
            return notices
        if now < self._won + GRACE or seen != position:
            raise CompanionError(say("{name} was too late", name=game.seat_name(seat)))
        card = None
        if game.scores(position)[seat]:
            flipped = game.drawn(position, self._pile.lot(len(tracker.journal.history())))
            card = game.format_event(flipped)["card"]
        return tracker.say(game.parse_event({"do": "false-smack", "seat": seat, "card": card}), "typed")

"""Cards of a match that no camera sees: the shuffled pile that says which is flipped next, and smacks that are pressed.

A secret that is drawn once fixes the order in which cards come. So a flip that was taken back turns up the same card
when it is done again, after a restart too, and nobody can tell it beforehand.
"""

from __future__ import annotations

import hmac
import math
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any

from companion.referee import MatchTracker, Notice
from companion.rules import CompanionError
from companion.text import say

SECRET_BYTES = 32
GRACE = 2.0
"""Seconds after a smack in which other hands come down too late, and are not taken for false ones."""


def new_secret() -> str:
    """A secret for one match, in hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


class CardPile:
    """Draws the cards of one match."""

    def __init__(self, secret: str = "") -> None:
        """`secret`: of `new_secret`; empty, or none at all, for one that is forgotten with this pile."""
        try:
            self._key = bytes.fromhex(secret) or secrets.token_bytes(SECRET_BYTES)
        except ValueError:
            self._key = secrets.token_bytes(SECRET_BYTES)

    def lot(self, number: int) -> Random:
        """The chance that decides what happens after `number` events: the same whenever it is asked."""
        return Random(hmac.digest(self._key, str(number).encode(), "sha256"))


class SmackButtons:
    """One button a player, pressed on any screen: the first on a card that may be smacked wins, and a press on any
    other card is false. Only the thread of the match calls."""

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

"""The shuffled pile of a match without cards of its own: which card is flipped next.

A secret that is drawn once fixes the order in which cards come. So a flip that was taken back turns up the same card
when it is done again, after a restart too, and nobody can tell it beforehand.
"""

from __future__ import annotations

import hmac
import secrets
from random import Random

SECRET_BYTES = 32


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

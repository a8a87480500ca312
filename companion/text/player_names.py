"""Names of the players in the sentences of a match: their own, or else the game's word for the seat.

Names are for words alone: JSON, notation and the record know seats by their numbers and colours. They travel with the
rules of a table (`game.called(names)`), so that several matches can be spoken of at once, from any thread.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Self

from companion.text.language import upper

LONGEST_SPOKEN = 40
"""Signs of a name in a sentence; of a longer one its beginning is said."""

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of the text around them, beyond the name's end."""
_APART, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""What keeps a direction between them."""


class SeatWords(ABC):
    """The words for who plays. A game derives its sentences from it, and says what it calls a seat by itself."""

    _names: tuple[str, ...] = ()

    def called(self, names: Sequence[str]) -> Self:
        """The same words for players of these names, by seat, `""` for one without; none: nobody has one."""
        other = copy(self)
        other._names = tuple(map(spoken_name, names))
        return other

    @abstractmethod
    def seat_word(self, seat: int) -> str:
        """What the game calls a seat, whoever sits there, where it stands alone: `Player 1`, `Yellow`."""

    @abstractmethod
    def within(self, seat: int) -> str:
        """The same inside a sentence: `player 1`, `the Army`."""

    def name(self, seat: int) -> str | None:
        """The player's name; None where the game's own word is all that is known. Names that are alike, or like the
        word for another seat, are told apart by the game's words: `Anna (Army)`."""
        given = self._names[seat] if seat < len(self._names) else ""
        if not given:
            return None
        word = self.seat_word(seat)
        if _alike(given, word):
            return None
        others = (name or self.seat_word(other) for other, name in enumerate(self._names) if other != seat)
        return f"{given} ({word})" if any(_alike(given, other) for other in others) else given

    def seat_name(self, seat: int) -> str:
        """What a player is called, where it stands alone."""
        return self.name(seat) or self.seat_word(seat)

    def player(self, seat: int) -> str:
        """A player inside a sentence."""
        return self.name(seat) or self.within(seat)

    def begins(self, seat: int) -> str:
        """A player at the beginning of a sentence; names stay as they were written."""
        return self.name(seat) or upper(self.within(seat))


def spoken_name(name: str) -> str:
    """A name fit for any sentence, in one line and not too long; empty where nothing of it can be seen. One that is
    written from right to left is set apart, so that the sentence around it keeps its order."""
    text = unicodedata.normalize("NFC", name.encode(errors="replace").decode())
    plain = (" " if unicodedata.category(sign) == "Cc" else sign for sign in text if sign not in _TURNING)
    line = " ".join("".join(plain).split())
    if not any(sign.isprintable() for sign in line.replace(" ", "")):
        return ""
    if len(line) > LONGEST_SPOKEN:
        line = line[: LONGEST_SPOKEN - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    leftward = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in line)
    return f"{_APART}{line}{_END}" if leftward else line


def _alike(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()

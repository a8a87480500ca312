"""Reads cards of any deck that was learnt by one look a card (vision/cards/learnt_decks.py).

The network of the symbol dice names the few cards that are most like what lies there. They are then compared with it
piece by piece, and only where they differ from each other: decks are made so that many cards look alike but for an
index or one more pip.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.learnt_decks import NO_CARD, CardLook, CardSet, card_vectors, flat_of, learnt_again, vectors_of
from vision.symbols import FaceEmbedder

SMALL = (126, 176)
"""Width and height in pixels of the cards that are compared piece by piece: two pixels a millimetre of a usual card."""
SOFT, GROUND = 0.8, 14.0
"""Blurs in pixels: that takes noise away; and over which brightness is the ground's and not the drawing's."""
EDGE = 4
"""Pixels at a card's edge that are not looked at: its outline is not known better."""
PIECE, ACROSS, DOWN = 18, 7, 10
"""Side of a piece in pixels, and how many there are."""
ROOM, SHIFT = 6, 2
"""Pixels by which the whole card may lie elsewhere than its outline says, and a piece elsewhere than the card."""
NEAR, MOST = 0.12, 5
"""What is less like than the likeliest card by more is not compared; nor more cards than these."""
EITHER = 0.06
"""Difference in likeness of the two ways up from which only the likelier one is compared."""
STRANGE = 0.90
"""Likeness to the likeliest card (mean cosine over the patches) below which it is none of the deck's."""
LIKE = 0.85
"""Correlation with the likeliest card's picture, both laid over each other, below which it is none of the deck's."""
ODD = 0.45
"""Difference of the worst piece from the likeliest card's, a pixel, above which there is doubt: something covers it, or
it is a card of the deck that was not learnt."""
BY_LIKENESS = 0.35
"""What the network's likeness counts beside the pieces, in leads."""
LEAD = 0.24
"""By how much the likeliest card must lead over every other to be certain: 1 when all that tells the two apart speaks
for it, 0 when it speaks for both alike. Raising it asks more, lowering it errs more."""
UNDECIDED, STEP = 0.08, 0.025
"""Lead at which a card is as likely wrong as right, and by which it must grow for the odds to grow by one e-fold;
fitted on painted decks (tests/support/vision/cards.py)."""
ALIKE = 0.13
"""Difference of two cards' worst piece, a pixel, below which the camera cannot tell them apart: two looks at one card
differ by 0.1 at most, the most alike cards of painted decks by 0.16."""

Picture = NDArray[np.float32]


class Read(NamedTuple):
    """What one card shows."""

    name: str | None
    """None: none of the deck's, or the empty place that was learnt."""
    confidence: float
    """Probability that it is this card, if it is one of the deck's."""
    certain: bool
    alternatives: tuple[tuple[str, float], ...]
    upside_down: bool
    """Whether it was laid flat the other way up than it was learnt."""
    empty: bool = False
    """Whether it is the empty place that was learnt (card_sets.NO_CARD)."""
    strange: bool = False
    """Whether it is like none of the deck's cards."""


class Compared(NamedTuple):
    """What is seen, laid over one look."""

    likeness: float
    """Correlation, -1..1."""
    pieces: NDArray[np.float64]
    """(ACROSS * DOWN,): how each piece of the look differs, a pixel."""
    way: int
    """Which way up what is seen was laid flat."""


class CardReader:
    """Names cards by a set. Not for several threads at once."""

    def __init__(self, cards: CardSet, embedder: FaceEmbedder | None = None) -> None:
        """Raises SetError for a set whose pictures are damaged, and networks.ModelError."""
        self.embedder = embedder or FaceEmbedder()
        self.cards = learnt_again(cards, self.embedder)
        looks: list[tuple[str, CardLook]] = [(card.name, look) for card in self.cards.cards for look in card.looks]
        self._names = [name for name, _ in looks]
        self._vectors = np.stack([vectors_of(look) for _, look in looks])
        self._pictures = [levelled(flat_of(look, cards.size)) for _, look in looks]
        self._between: dict[tuple[int, int, bool], NDArray[np.float64]] = {}

    def read(self, flats: NDArray[np.uint8]) -> Read:
        """The card in `flats` (n, height, width, 3): one card laid flat, in each way up that it may have."""
        vectors = card_vectors(self.embedder, flats)
        alike = np.einsum("npv,lpv->nl", vectors, self._vectors) / vectors.shape[1]
        best = alike.max(0)
        order = np.argsort(-best, kind="stable")
        # Of each card the look that is most like it; at least two cards, so that there is something to compare with.
        few: list[int] = []
        for n in order:
            if len(few) >= MOST or (len(few) >= 2 and best[n] < best[order[0]] - NEAR):
                break
            if self._names[n] not in [self._names[k] for k in few]:
                few.append(int(n))
        pictures = [levelled(flat) for flat in flats]
        found: dict[int, Compared] = {}
        for n in few:
            ways = [k for k in range(len(flats)) if alike[k, n] >= best[n] - EITHER]
            compared = [Compared(*_differences(self._pictures[n], pictures[k]), k) for k in ways]
            found[n] = max(compared, key=lambda one: one.likeness)
        leads = {
            n: min((self._lead(n, k, found, float(best[n] - best[k])) for k in few if k != n), default=1.0) for n in few
        }
        first = max(few, key=lambda n: leads[n])
        likeness, pieces, way = found[first]
        strange = bool(best[first] < STRANGE or likeness < LIKE)
        told = {self._names[n]: _probability(leads[n]) for n in few}
        name, confidence = self._names[first], told.pop(self._names[first])
        others = sorted(((other, round(p, 4)) for other, p in told.items() if p > 5e-4), key=lambda one: -one[1])
        odd = float(pieces.max()) > ODD
        certain = not strange and not odd and leads[first] >= LEAD
        if strange:
            return Read(None, 0.0, False, ((name, round(confidence, 4)), *others)[:3], way > 0, False, True)
        if name == NO_CARD:
            return Read(None, confidence, certain, tuple(others[:3]), False, True)
        return Read(name, round(confidence, 4), certain, tuple(others[:3]), way > 0)

    def alike(self) -> list[tuple[str, str]]:
        """Pairs of cards that look the same to the camera."""
        pairs = []
        for a, name in enumerate(self._names):
            for b in range(a):
                apart = min(float(self._apart(b, a, turned).max()) for turned in (False, True))
                if name != self._names[b] and apart < ALIKE:
                    pairs.append((self._names[b], name))
        return pairs

    def _apart(self, a: int, b: int, turned: bool) -> NDArray[np.float64]:
        """(pieces of a,): how look `a` differs from look `b`, or from that turned by half, a pixel."""
        if (a, b, turned) not in self._between:
            one, other = self._pictures[a], self._pictures[b]
            other = np.ascontiguousarray(other[::-1, ::-1]) if turned else other
            there, back = _differences(one, other)[1], _differences(other, one)[1]
            self._between[a, b, turned] = (there + back) / 2
        return self._between[a, b, turned]

    def _lead(self, n: int, other: int, found: dict[int, Compared], nearer: float) -> float:
        """How much nearer what is seen is to look `n` than to the other one, in shares of what lies between the two;
        pieces count the more, the more the two differ there. `nearer`: how much more like `n` the network finds it."""
        mine, its = found[n], found[other]
        turned = mine.way != its.way  # one of the two was learnt upside down
        between = self._apart(n, other, turned)
        if between.max() < ALIKE:
            return 0.0
        rival = its.pieces[::-1] if turned else its.pieces
        pieces = float(((rival - mine.pieces) * between).sum() / (between**2).sum())
        most = 1 - float((self._vectors[n] * self._vectors[other]).sum(1).mean())
        return pieces + BY_LIKENESS * nearer / max(most, 1e-3)


def _probability(lead: float) -> float:
    return float(1 / (1 + np.exp((UNDECIDED - lead) / STEP)))


def levelled(flat: NDArray[np.uint8]) -> Picture:
    """A card's drawing as it differs from its ground, of equal contrast whatever the light; SMALL."""
    grey = cv2.cvtColor(cv2.resize(flat, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT), np.float32)
    drawn = np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), GROUND), np.float32)
    inner = np.zeros_like(drawn)
    inner[EDGE:-EDGE, EDGE:-EDGE] = drawn[EDGE:-EDGE, EDGE:-EDGE]
    return np.asarray(inner / (np.sqrt(np.mean(inner**2)) + 2), np.float32)


_COLUMNS = [ROOM + round(n * (SMALL[0] - 2 * ROOM - PIECE) / (ACROSS - 1)) for n in range(ACROSS)]
_ROWS = [ROOM + round(n * (SMALL[1] - 2 * ROOM - PIECE) / (DOWN - 1)) for n in range(DOWN)]


def _differences(look: Picture, seen: Picture) -> tuple[float, NDArray[np.float64]]:
    """How like what is seen is to a look, both laid over each other, -1..1; and (pieces,) how each piece differs, a
    pixel."""
    inner = look[ROOM:-ROOM, ROOM:-ROOM]
    likeness = cv2.matchTemplate(seen, inner, cv2.TM_CCORR_NORMED)
    _, best, _, (u, v) = cv2.minMaxLoc(likeness)
    right, down = (int(np.clip(k - ROOM, SHIFT - ROOM, ROOM - SHIFT)) for k in (u, v))
    apart = [
        cv2.matchTemplate(
            seen[y - SHIFT + down : y + PIECE + SHIFT + down, x - SHIFT + right : x + PIECE + SHIFT + right],
            look[y : y + PIECE, x : x + PIECE],
            cv2.TM_SQDIFF,
        ).min()
        for y in _ROWS
        for x in _COLUMNS
    ]
    return float(best), np.array(apart, np.float64) / PIECE**2

"""Corrects what is read of sites that tall pieces in front of them hide: whatever stands there shows its own head.

A camera that looks on from the side sees the head of a pawn on the site behind it, where it looks like a pawn that
stands there, or hides the foot of one that does. But whatever stands there shows its own head further on, in its own
colour. How high heads are, and of what colours, is learnt from the pieces of the same picture that are beyond doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.named_colours import LINEAR, in_colour_space
from vision.camera import Image
from vision.plane import Plane, Points, camera_of, in_image

Shares = NDArray[np.float32]

HEIGHTS = np.arange(0.0, 2.5, 0.1)
"""At which pieces are looked at, in sites."""
BODY = 6
"""How many of them, from the foot upwards, are certainly of a piece's own colour."""
BELOW = 2
"""How many below the highest that a piece reaches its head shows best."""
WIDE = 0.2
"""Side of the square whose mean colour counts, in sites."""
AROUND = 0.15 * np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3) if x * x + y * y < 6], np.float64)
"""Where a head is looked for around its usual place, across and down in sites: pieces stand askew."""
LIKE, UNLIKE = 0.12, 0.15
"""Distance (see named_colours.in_colour_space) within which a head has a player's colour, and from which it has not."""
NEARER = 3.0
"""How many times as far from its own colour as from another one a head is of the other, though it lies within UNLIKE
of its own: the head in front of it blurs into what is seen of it."""
NEAR = 0.5
"""Sites from the middle of one within which something hides what stands there."""
LEAST = 3
"""Pieces with nothing behind them from which it is learnt how tall all are."""
PERHAPS, LIKELY = 0.02, 0.5
"""Probabilities from which a piece may stand on a site, and from which it may hide what stands behind it."""
UNSEEN, SEEN = 0.02, 20.0
"""Odds of a piece whose head is not where it had to be, and of one whose head is there, over those before."""
OTHERWISE = 0.9
"""Probability of a piece, at most, and of its colour, of which nothing but the head is seen: it is never certain."""


class StandingPieces(NamedTuple):
    """The pieces that stand on one board beyond doubt, for other boards of the same picture."""

    plane: Plane
    """The board's, whose unit is the distance from one site to the next."""
    feet: Points
    """(n, 2) pixels."""
    colours: Shares
    """(n, names): the probabilities of their colours."""


def with_heads(
    image: Image,
    plane: Plane,
    middles: Points,
    standing: Shares,
    colours: Shares,
    sure: NDArray[np.bool_],
    others: Sequence[StandingPieces] = (),
) -> tuple[Shares, Shares]:
    """Compares n sites, whose `middles` (n, 2) are in the unit of `plane`, with the heads that are seen above them.

    `standing` (n,) is the probability that a piece stands on each, `colours` (n, names) those of its colour, and `sure`
    (n,) tells whose piece stands there in its colour beyond doubt; `others` stand on other boards, of which the first
    has square sites. Gives the first two anew: the same arrays where there is too little to learn heads from.
    """
    count, unchanged = len(middles), (standing, colours)
    elsewhere = sum(len(one.feet) for one in others)
    sure = np.concatenate([sure, np.ones(elsewhere, np.bool_)])
    pieces = np.flatnonzero(sure)
    if len(pieces) < LEAST or not (standing >= PERHAPS).any():
        return unchanged
    feet = np.concatenate([plane.pixels(middles), *(one.feet for one in others)])
    plane = others[0].plane if others else plane
    middles = plane.millimetres(feet)
    standing = np.concatenate([standing, np.ones(elsewhere, np.float32)])
    colours = np.concatenate([colours, *(one.colours for one in others)])
    told = colours.argmax(1)
    light = _Light(image, plane, middles)
    seen, ground = light.at(middles, HEIGHTS), light.ground(middles, HEIGHTS)
    # (heights, hiding, n): squares of how far from each site is what each of those that may hide others hides.
    hiding = np.flatnonzero(sure | (standing >= LIKELY))
    gaps = np.square(ground[:, hiding, None] - middles).sum(3)
    gaps[:, np.arange(len(hiding)), hiding] = np.inf
    bodies = {name: np.median(seen[:BODY, pieces[told[pieces] == name]], (0, 1)) for name in set(told[pieces].tolist())}
    lone = hiding[sure[hiding] & ~((gaps < (2 * NEAR) ** 2) & (standing >= PERHAPS))[BODY:].any((0, 2))]
    top = _top(seen[:, lone], np.array([bodies[name] for name in told[lone].tolist()]))
    if len(lone) < LEAST or top < BODY:
        return unchanged
    head, reach = top - BELOW, ground[: top + 1]
    heads = {name: np.median(seen[head, pieces[told[pieces] == name]], 0) for name in bodies}
    hides = gaps[: top + 1].min(0) < NEAR**2
    hidden = np.flatnonzero(hides.any(0) & (standing >= PERHAPS))
    for site in hidden[hidden < count].tolist():
        name = int(told[site])
        if name not in told[hiding[hides[:, site]]]:  # it is not taken for what stands in front of it
            continue
        places = middles[site] + AROUND
        if not light.shows(places, HEIGHTS[head]):
            continue
        shown = light.at(places, HEIGHTS[head : head + 1])[0]
        apart = {other: float(np.linalg.norm(shown - colour, axis=1).min()) for other, colour in heads.items()}
        other = min(apart, key=lambda one: apart[one])
        if apart[other] > LIKE:
            if apart[name] > UNLIKE:
                standing[site] = _by_odds(standing[site], UNSEEN)
            continue
        behind = np.flatnonzero((standing >= PERHAPS) & (told == other))
        farther = (np.linalg.norm(reach[:, behind[behind != site]] - ground[head, site], axis=2) < NEAR).any()
        if apart[name] < UNLIKE and apart[name] <= NEARER * apart[other]:
            if apart[name] < LIKE and not farther:
                standing[site] = max(standing[site], min(_by_odds(standing[site], SEEN), OTHERWISE))
            elif apart[name] < LIKE:  # the one in front shows its head there, and the one behind its foot
                standing[site] = min(standing[site], OTHERWISE)
            continue
        colours[site, other] += OTHERWISE * colours[site, name]
        colours[site, name] *= 1 - OTHERWISE
        if farther:
            standing[site] = min(standing[site], 0.5)  # it may be the body of another one
    return standing[:count], colours[:count]


def _by_odds(share: float, times: float) -> float:
    """A probability whose odds are so many times as high as those of `share`."""
    return times * share / (times * share + 1 - share)


def _top(seen: Shares, bodies: Shares) -> int:
    """The greatest of HEIGHTS, by number, at which most of n pieces are of the colour of their `bodies` (n, 3), when
    `seen` (heights, n, 3) is what is seen there; -1 without pieces."""
    if not len(bodies):
        return -1
    most = np.flatnonzero((np.linalg.norm(seen - bodies, axis=2) < LIKE).mean(1) >= 0.5)
    return int(most[-1]) if len(most) else -1


class _Light:
    """The colours of a picture around a board, and where things above it are seen."""

    def __init__(self, image: Image, plane: Plane, middles: Points) -> None:
        self._size = image.shape[1], image.shape[0]
        self._plane, self._camera = plane, camera_of(plane, self._size)
        ends = self._pixels(middles, HEIGHTS[[0, -1]]).reshape(-1, 2)
        side = max(1, round(plane.scale_at((plane.size[0] / 2, plane.size[1] / 2)) * WIDE))
        self._start = np.clip(np.floor(ends.min(0)).astype(int) - side, 0, np.array(self._size) - 1)
        right, lower = np.clip(np.ceil(ends.max(0)).astype(int) + side + 1, self._start + 1, None)
        light = cv2.LUT(image[self._start[1] : lower, self._start[0] : right], LINEAR)
        self._light: Shares = np.asarray(cv2.blur(light, (side, side)), np.float32)
        brightest = float(np.percentile(self._sample(middles, HEIGHTS[:1]).max(2), 95))
        self._light = self._light / np.float32(max(brightest, 1e-3))

    def _pixels(self, places: Points, heights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.stack([self._camera.lifted(float(height)).pixels(places) for height in heights])

    def _sample(self, places: Points, heights: NDArray[np.float64]) -> Shares:
        at = np.asarray(self._pixels(places, heights) - self._start, np.float32)
        seen = cv2.remap(self._light, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    def at(self, places: Points, heights: NDArray[np.float64]) -> Shares:
        """(heights, n, 3): what is seen at heights above places (n, 2), see named_colours.in_colour_space."""
        light = self._sample(places, heights)
        return in_colour_space(np.cbrt(np.maximum(light, 1e-4))).reshape(light.shape)

    def ground(self, places: Points, heights: NDArray[np.float64]) -> NDArray[np.float64]:
        """(heights, n, 2): the places on the board that something at heights above places (n, 2) hides."""
        return np.stack([self._plane.millimetres(pixels) for pixels in self._pixels(places, heights)])

    def shows(self, places: Points, height: float) -> bool:
        """Whether the picture shows all that is at a height above places (n, 2)."""
        return bool(in_image(self._camera.lifted(height).pixels(places), *self._size).all())

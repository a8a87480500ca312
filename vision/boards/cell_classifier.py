"""Classifies every site of a board (cells, or crossings of lines): empty, a piece of some colour, or covered.

A board is laid flat by its plane, with one site of its surroundings on each side, and read by one network in one go.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from companion.table import Form
from vision.boards.colour_consensus import Seen, agreed
from vision.boards.named_colours import LINEAR, NamedColours
from vision.boards.occlusion import StandingPieces, with_heads
from vision.camera import Image
from vision.motion import greatest_channel
from vision.plane import Plane, Points, camera_of, corners_of_size, in_image, project

Shares = NDArray[np.float32]

PIXELS = 24
"""Side of a site in the picture that the network sees."""
HOLDS = ("nothing", "piece", "covered")
"""What a site can hold; covered: a hand or something else hides it."""
FORMS: tuple[Form, ...] = ("flat", "stack", "standing", "lying")
"""How a piece lies there; see companion.table.view.Form."""
COLOURS = ("white", "black", "red", "green", "blue", "yellow", "orange", "brown", "purple", "pink", "grey")

EMPTY_FROM, PIECE_FROM, COLOUR_FROM = 0.97, 0.98, 0.95
"""Probability from which a site counts as empty, as holding a piece, and a piece's colour as known, for certain."""
MOSTLY = 0.8
"""Share of the pieces on a board that stand from which all do: pieces of one board are mostly of one make."""
ON_PRINT_FROM = 0.95
"""The first two on boards of the print kit, many of which the network has learnt from: on 96 rendered tables that it
had not seen, 56 of them by another renderer, laid flat by their true planes, none of 2,977 pieces and 11,269 empty
sites above was wrong."""
AGAINST = 0.1
"""Probability that a piece by itself gives a colour below which it contradicts those that look like it."""
OTHER_COLOUR_ODDS = 0.1
"""How often a colour that no piece of the game has is met, over one that some have."""
INNER = 0.4
"""Sites from a site's middle that must be in the picture for anything to be said of it."""
OWN_FROM = 0.8
"""The same for colours that were pointed at, whose likeness is all that there is to go by."""
FORM_FROM = 0.985
"""Probability from which a piece's form is reported."""
STEEP = 0.92
"""How little foreshortened a board is that is seen from above: within some 23 degrees of the vertical."""
ALIKE_FROM_ABOVE = ("flat", "standing")
"""Forms that look the same from above."""
MOST_ALTERNATIVES, LEAST_ALTERNATIVE = 3, 0.005
"""How many alternatives are reported, and their least probability."""

MOST_LEAN = 4.0
"""Sites by which the top of a cube on a site lies off its foot at most: the camera is hardly above the table then."""

BLUR = 0.4
"""Standard deviation, in pixels that become one, of the blur before a board is laid flat."""

BACKWARDS = slice(None, None, -1)
LOOKS = ((), (BACKWARDS, BACKWARDS), (BACKWARDS,), (slice(None), BACKWARDS))
"""Ways to turn and mirror a board, as indices of its rows and columns."""
LEANS = ((1, 1), (-1, -1), (1, -1), (-1, 1))
"""What each of LOOKS makes of what leans across and down."""
BRIGHT = 200.0
"""Brightness, 0 to 255, to which the brightest twentieth part of a board is raised where it is darker."""


def lit(flat: Image) -> Image:
    """A board laid flat as it would look under enough light; one that is bright enough, as it is."""
    top = float(np.percentile(greatest_channel(flat[::2, ::2]), 95))
    return flat if top >= BRIGHT else np.asarray(cv2.convertScaleAbs(flat, alpha=BRIGHT / max(top, 4.0)), np.uint8)


class Grid(NamedTuple):
    """How sites lie on a board's plane, whose unit is the distance from one site to the next."""

    rows: int
    cols: int
    points: bool = False
    """Whether the board's corners are the outermost crossings of lines, on which pieces stand, and not its edge."""

    @property
    def size(self) -> tuple[float, float]:
        """Of the plane that has the board's corners as its own."""
        return (self.cols - 1.0, self.rows - 1.0) if self.points else (float(self.cols), float(self.rows))

    @property
    def middles(self) -> NDArray[np.float64]:
        """(rows, cols, 2): across and down on the board's plane."""
        shift = 0.0 if self.points else 0.5
        return np.stack(np.meshgrid(np.arange(self.cols) + shift, np.arange(self.rows) + shift), 2)

    def rectify(self, image: Image, plane: Plane) -> Image:
        """((rows + 2) * PIXELS, (cols + 2) * PIXELS, 3): the board from straight above, one site more on each side."""
        out = 1.5 if self.points else 1.0
        close = np.array([[1 / PIXELS, 0, 0.5 / PIXELS - out], [0, 1 / PIXELS, 0.5 / PIXELS - out], [0, 0, 1]])
        size = ((self.cols + 2) * PIXELS, (self.rows + 2) * PIXELS)
        scale = plane.scale_at((self.size[0] / 2, self.size[1] / 2)) / PIXELS
        matrix = plane.to_pixels @ close
        if scale > 1.5:  # many pixels become one: blur first, or thin lines flicker
            image, (left, top) = _piece_of(image, project(matrix, corners_of_size(size)), BLUR * scale)
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), BLUR * scale), np.uint8)
            matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
        flat = cv2.warpPerspective(
            image, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, np.uint8)

    def lean(self, plane: Plane, width: int, height: int) -> NDArray[np.float32]:
        """(rows + 2, cols + 2, 2): by how many sites, across and down, what is one site high leans over on a board laid
        flat from a picture of such a size, because the camera looks on from the side; at each site, and one more on
        each side."""
        shift = 0.0 if self.points else 0.5
        cols, rows = np.meshgrid(np.arange(-1, self.cols + 1) + shift, np.arange(-1, self.rows + 1) + shift)
        feet = np.stack([cols, rows], 2).reshape(-1, 2)
        camera = camera_of(plane, (width, height))
        over = camera.plane.millimetres(camera.lifted(1.0).pixels(feet)) - feet
        most = np.clip(np.nan_to_num(over, nan=0.0, posinf=MOST_LEAN, neginf=-MOST_LEAN), -MOST_LEAN, MOST_LEAN)
        return np.asarray(most.reshape(self.rows + 2, self.cols + 2, 2), np.float32)

    def site_at(self, plane: Plane, pixel: tuple[float, float]) -> tuple[int, int] | None:
        """Row and column of the site that a pixel of the picture lies on; None beside the board."""
        x, y = plane.millimetres(np.array([pixel], np.float64))[0] + (0.5 if self.points else 0.0)
        return (int(y), int(x)) if 0 <= y < self.rows and 0 <= x < self.cols else None

    def from_above(self, plane: Plane) -> bool:
        """Whether the board is seen so steeply that what stands up looks like what lies flat."""
        most, fewest = plane.stretches_at((self.size[0] / 2, self.size[1] / 2))
        return fewest > STEEP * most

    def in_view(self, plane: Plane, width: int, height: int) -> NDArray[np.bool_]:
        """(rows, cols): sites whose inner part lies wholly in a picture of such a size."""
        out = 0.5 if self.points else 0.0
        around = corners_of_size(self.size) + out * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        if in_image(plane.pixels(around), width, height).all():
            return np.ones((self.rows, self.cols), np.bool_)
        seen = np.ones((self.rows, self.cols), np.bool_)
        for step in INNER * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]):
            pixels = plane.pixels((self.middles + step).reshape(-1, 2)).reshape(self.rows, self.cols, 2)
            seen &= in_image(pixels, width, height)
        return seen

    def bodies(self, flat: Image) -> NDArray[np.float32]:
        """(rows, cols, 3): the middle of each site of a board laid flat, as vision.boards.named_colours compares: cube
        roots of linear blue green red, against the board's brightest parts."""
        light = np.asarray(cv2.LUT(flat, LINEAR), np.float32)
        fifths = cv2.resize(light, (5 * (self.cols + 2), 5 * (self.rows + 2)), interpolation=cv2.INTER_AREA)
        top = max(float(np.percentile(greatest_channel(fifths), 95)), 1e-3)
        middles = fifths[7:-5:5, 7:-5:5] / np.float32(top)
        return np.asarray(np.cbrt(np.maximum(middles, 1e-4)), np.float32)


def _piece_of(image: Image, corners: Points, blur: float) -> tuple[Image, tuple[int, int]]:
    """The part of a picture around a quadrilateral (4, 2) with as much more as a blur of it reaches, and its left and
    top; the whole where little of it is seen."""
    reach = 4 * blur + 2
    left, top = (max(int(v - reach), 0) for v in corners.min(0))
    right, bottom = (max(int(v + reach) + 1, 0) for v in corners.max(0))
    piece = image[top:bottom, left:right]
    return (piece, (left, top)) if min(piece.shape[:2]) > 1 else (image, (0, 0))


class CellReading(NamedTuple):
    """What one site holds, unless it is surely empty."""

    row: int
    col: int
    colour: str | None
    """Of the piece there; None: perhaps empty, or hidden."""
    confidence: float
    """Probability that a piece of this colour stands there; of None, that nothing does."""
    certain: bool
    covered: bool
    """Whether a hand, or something else, hides the site."""
    form: Form | None = None
    """How the piece lies; None: in doubt."""
    alternatives: tuple[tuple[str | None, float], ...] = ()
    """Other answers with their probabilities, likeliest first; None: the site is empty."""


class Witnesses(NamedTuple):
    """The pieces of a board by which other boards of the same picture are read."""

    seen: Seen
    """As they look."""
    standing: StandingPieces
    """Those that may hide others."""


class BoardReading(NamedTuple):
    """The sites of a board that are not surely empty."""

    sites: tuple[CellReading, ...]
    ms: float
    """Milliseconds from the decoded picture to this answer."""
    witnesses: Witnesses | None = None
    """Its pieces, for other boards of the same picture."""


class BoardReader:
    """Classifies boards of any size. Not thread-safe."""

    def __init__(
        self,
        session: ort.InferenceSession,
        patient: bool = False,
        among: Sequence[str] = COLOURS,
        printed: bool = False,
    ) -> None:
        """`session`: the network `cells`, see models/train/nets/cell_net.py. `patient`: look at every board four times,
        as it is, turned by half, and both mirrored, which errs less and takes four times as long. `among`: the colours
        that the pieces of the game have, some of COLOURS. `printed`: the boards are those of the print kit."""
        self._session, self._looks = session, LOOKS if patient else LOOKS[:1]
        self._empty_from, self._piece_from = (ON_PRINT_FROM,) * 2 if printed else (EMPTY_FROM, PIECE_FROM)
        self._among = np.isin(COLOURS, among)

    def probabilities(self, flat: Image, lean: Shares) -> tuple[Shares, Shares, Shares]:
        """(rows, cols, n) each, of a board laid flat and how things `lean` over on it (Grid.lean): of HOLDS, of the
        pieces' COLOURS and of their FORMS."""
        well_lit = lit(flat)
        total: Shares = np.zeros(1, np.float32)
        for way, signs in zip(self._looks, LEANS, strict=False):
            given = {
                "pixels": np.ascontiguousarray(well_lit[way])[None],
                "lean": np.ascontiguousarray(lean[way] * np.array(signs, np.float32))[None],
            }
            answer = np.asarray(self._session.run(None, given)[0][0])
            total = total + answer.transpose(1, 2, 0)[way]  # each look is undone by itself
        inner = np.asarray(total[1:-1, 1:-1] / len(self._looks), np.float32)
        holds, colours, forms = np.split(inner, (len(HOLDS), len(HOLDS) + len(COLOURS)), axis=2)
        return holds, colours, forms

    def read(
        self,
        image: Image,
        plane: Plane,
        grid: Grid,
        own: NamedColours | None = None,
        flat: Image | None = None,
        others: Sequence[Witnesses] = (),
    ) -> BoardReading:
        """The pieces on a board whose corners `plane` has as its own, in a picture (height, width, 3); with `own`
        colours that were pointed at, pieces are called by these. `flat`: the board laid flat, where it is already;
        `others`: pieces of the same colours on other boards of the picture."""
        start = time.perf_counter()
        flat = grid.rectify(image, plane) if flat is None else flat
        height, width = image.shape[:2]
        holds, colours, forms = self.probabilities(flat, grid.lean(plane, width, height))
        if not self._among.all():
            colours = _of_the_game(colours, self._among)
        bodies = grid.bodies(flat).reshape(-1, 3)
        alone = colours.reshape(-1, len(COLOURS))
        alike = Seen(holds[..., HOLDS.index("piece")].ravel(), alone, bodies)
        shares = agreed(alike, [one.seen for one in others])
        against = alone[np.arange(len(alone)), shares.argmax(1)] < AGAINST
        shares[against] *= np.float32(COLOUR_FROM / 2)  # in doubt, whatever the others say
        holds, shares, standing = self._with_heads(image, plane, grid, holds, shares, forms, others)
        told = _SiteProbabilities(
            holds, shares.reshape(colours.shape), forms, COLOURS, self._piece_from, steep=grid.from_above(plane)
        )
        if own is not None:
            shares = own.shares(bodies).reshape(grid.rows, grid.cols, -1)
            told = told._replace(colours=shares, names=own.names, sure=OWN_FROM)
        shown = grid.in_view(plane, width, height)
        sites = [
            told.site(int(row), int(col)) if shown[row, col] else covered_site(int(row), int(col))
            for row, col in np.argwhere(~shown | (holds[..., HOLDS.index("nothing")] < self._empty_from))
        ]
        seen = Witnesses(alike.witnesses, standing)
        return BoardReading(tuple(sites), (time.perf_counter() - start) * 1000, seen)

    def _with_heads(
        self,
        image: Image,
        plane: Plane,
        grid: Grid,
        holds: Shares,
        colours: Shares,
        forms: Shares,
        others: Sequence[Witnesses],
    ) -> tuple[Shares, Shares, StandingPieces]:
        """What the sites hold, (rows, cols, HOLDS), and the colours (sites, n) of their pieces, compared with the heads
        that are seen above them, where the camera looks on from the side; and the pieces that stand there."""
        nothing, piece = HOLDS.index("nothing"), HOLDS.index("piece")
        pieces, stands = holds[..., piece].ravel(), forms[..., FORMS.index("standing")].ravel()
        middles = grid.middles.reshape(-1, 2)
        there = pieces >= self._piece_from
        if there.any() and (stands[there] >= 0.5).mean() >= MOSTLY:  # so do those that others hide in part
            stands = np.maximum(stands, np.median(stands[there]))
        sure = there & (colours.max(1) >= COLOUR_FROM) & (stands >= 0.5)
        own = StandingPieces(plane, plane.pixels(middles[sure]), colours[sure])
        if grid.from_above(plane):
            return holds, colours, own
        before, hiding = pieces * stands, [one.standing for one in others]
        after, colours = with_heads(image, plane, middles, before, colours, sure, hiding)
        # What was taken for lying flat may be given to a piece that stands, but no more than "nothing" has.
        gone = np.maximum((before - after).reshape(holds.shape[:2]), -holds[..., nothing])
        holds = holds.copy()
        holds[..., piece] -= gone
        holds[..., nothing] += gone
        return holds, colours, own


def _of_the_game(colours: Shares, among: NDArray[np.bool_]) -> Shares:
    """The colours' probabilities given that those not `among` the game's are far rarer: a piece of another game."""
    weighted = colours * np.where(among, 1, OTHER_COLOUR_ODDS).astype(np.float32)
    return np.asarray(weighted / np.maximum(weighted.sum(-1, keepdims=True), 1e-9), np.float32)


def covered_site(row: int, col: int) -> CellReading:
    """A hidden site."""
    return CellReading(row, col, None, 0.0, certain=False, covered=True)


class _SiteProbabilities(NamedTuple):
    """What is known of all sites, (rows, cols, n) each."""

    holds: Shares
    colours: Shares
    forms: Shares
    names: tuple[str, ...]
    """Of `colours`."""
    piece_from: float
    """Share from which a piece is certain."""
    sure: float = COLOUR_FROM
    """Share from which a colour is certain."""
    steep: bool = False
    """Whether the board is seen from above."""

    def site(self, row: int, col: int) -> CellReading:
        """What there is to say of one site that is not empty for certain."""
        nothing, piece, covered = (float(share) for share in self.holds[row, col])
        told, forms = self.colours[row, col], self.forms[row, col]
        answers: list[tuple[str | None, float]] = [(None, nothing)]
        answers += [(name, piece * float(share)) for name, share in zip(self.names, told, strict=True)]
        best = int(told.argmax())
        colour = None if piece < max(nothing, covered) else self.names[best]
        others = sorted((a for a in answers if a[0] != colour and a[1] >= LEAST_ALTERNATIVE), key=lambda a: -a[1])
        lies: Form | None = FORMS[int(forms.argmax())]
        if float(forms.max()) < FORM_FROM or (self.steep and lies in ALIKE_FROM_ABOVE):
            lies = None
        return CellReading(
            row=row,
            col=col,
            colour=colour,
            confidence=round(nothing if colour is None else piece * float(told[best]), 4),
            certain=colour is not None and piece >= self.piece_from and float(told[best]) >= self.sure,
            covered=colour is None and covered > nothing,
            form=None if colour is None else lies,
            alternatives=tuple((name, round(share, 4)) for name, share in others[:MOST_ALTERNATIVES]),
        )

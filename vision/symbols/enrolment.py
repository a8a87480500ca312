"""Enrols a set of faces from a few pictures of each: finds the die, clusters alike samples, and checks the names.

enroller = Enroller()
looks = [enroller.look(read_picture(path), path) for path in paths]     # one die in each picture
groups = group(looks)                                                   # which looks show one face
faces, remarks = learn("my-dice", enroller.embedder, [("skull", [looks[n] for n in groups[0]]), ...])
Store().save(faces)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.text import one_line, say, say_count
from vision.camera import Image
from vision.dice import CROP, MARGIN, DiceDetector, crop
from vision.inference import load_network
from vision.symbols.embedding import TURNS, FaceEmbedder
from vision.symbols.face_colour import lab_of, lamp_factors
from vision.symbols.face_sets import FaceSample, FaceSet, make_looks, thumbnail_of, vectors_of
from vision.symbols.symbol_classifier import COLOUR_APART

SURELY, PERHAPS = 0.5, 0.25
"""Heat from which a find is a die, and from which it may be one where nothing better is seen."""
FACE_GAP, MOST_OBLONG, MOST_FACES = 0.15, 1.35, 1.9
"""Where the finder takes the faces of one die for dice: how far apart they may lie, in sides of the smaller, how much
longer than wide they may be together, and how many times as long as the largest of them. Two dice that touch are twice
as long as one."""
LEAST_SIDE = 20.0
"""Least side in pixels of a die's box for its face to be enrolled."""
SAME_FACE = 0.77
"""Mean likeness of two groups of looks from which they show one face."""
LOOSE, TIGHT = 0.1, 0.1
"""How far below ALIKE groups may be put together, and above it kept apart, where the number of faces is known."""
SAME, CLOSE = 0.86, 0.02
"""Two faces with different names are one and the same when most looks resemble the other one as much as their own, but
for CLOSE; or, where there is one look only, by SAME."""
FEW = 2
"""Samples of a face below which a remark says that they are too few."""


class EnrolError(Exception):
    """A picture or a set of names from which nothing can be learnt. The message is one line."""


class EnrolmentSample(NamedTuple):
    """One sample of a face, and the picture it was taken from."""

    look: FaceSample
    where: str


class Enroller:
    """Takes the sample of the one die in each picture."""

    def __init__(self, finder: DiceDetector | None = None, embedder: FaceEmbedder | None = None) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError."""
        self.finder = finder or DiceDetector(load_network("finder"), PERHAPS)
        self.embedder = embedder or FaceEmbedder()

    def look(self, image: Image, where: str) -> EnrolmentSample:
        """The one die in `image`, which is called `where` in the line of an EnrolError."""
        found = self.finder.find(image)
        where = one_line(where)
        sure = int(np.sum(found.heat >= SURELY))
        if not len(found.heat):
            raise EnrolError(say("{where}: no die is seen; show one die, close by and in good light", where=where))
        box = found.boxes[0] if sure == 1 or len(found.heat) == 1 else None
        if sure == 0 and box is None:
            box = as_one_die(found.boxes)
        if box is None:
            count = sure or len(found.heat)
            raise EnrolError(
                say(
                    "{where}: {count} dice are in view; show one die at a time and clear away the others",
                    where=where,
                    count=count,
                )
            )
        side = float((box[2:] - box[:2]).max())
        if side < LEAST_SIDE:
            raise EnrolError(
                say(
                    "{where}: the die is {side:.0f} pixels across; go closer, {least:.0f} are needed",
                    where=where,
                    side=side,
                    least=LEAST_SIDE,
                )
            )
        tint = lamp_factors(image)[None]
        return EnrolmentSample(make_looks(self.embedder, crop(image, box, CROP, MARGIN)[None], tint)[0], where)


def as_one_die(boxes: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The box (4,) around `boxes` (n, 4) where they may be the faces of one die, each taken for a die of its own: they
    hang together, and are together as large and as square as one die with such faces."""
    low, high = boxes[:, :2], boxes[:, 2:]
    sides = (high - low).max(1)
    gaps = np.maximum(low[:, None] - high[None], low[None] - high[:, None]).max(2)
    touching = gaps <= FACE_GAP * np.minimum(sides[:, None], sides[None])
    for _ in boxes:
        touching = touching @ touching
    whole = np.concatenate([low.min(0), high.max(0)])
    extent = whole[2:] - whole[:2]
    one = touching.all() and extent.max() <= MOST_OBLONG * extent.min() and extent.max() <= MOST_FACES * sides.max()
    return whole if one else None


def likeness(looks: Sequence[FaceSample]) -> NDArray[np.float32]:
    """(n, n): mean cosine similarity of the samples at their best views, -1..1; -1 where their colours differ."""
    vectors = np.stack([vectors_of(look) for look in looks])
    straight = vectors[:, ::TURNS]  # each view as it is, against all views at all turns
    alike = np.stack(
        [np.einsum("av,btv->abt", view, vectors, optimize=True).max(2) for view in straight.swapaxes(0, 1)]
    )
    alike = alike.mean(0)
    alike = (alike + alike.T) / 2
    colours = lab_of(np.array([look.body or (np.nan,) * 3 for look in looks], np.float32))
    apart = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    alike[np.nan_to_num(apart) > COLOUR_APART] = -1
    return np.asarray(alike, np.float32)


def group(samples: Sequence[EnrolmentSample], count: int | None = None) -> list[list[int]]:
    """Clusters samples of one face (average linkage): lists of indices, in order of first appearance.

    `count`, the number of faces where it is known, settles what is near the border; EnrolError when it cannot be.
    """
    if not samples:
        raise EnrolError(say("no look at any face; show one die at a time, each face upwards for a moment"))
    alike = likeness([sample.look for sample in samples])
    groups = [[n] for n in range(len(samples))]
    links = alike.copy()
    np.fill_diagonal(links, -2)
    while len(groups) > 1:
        a, b = sorted(int(n) for n in np.unravel_index(int(links.argmax()), links.shape))
        least = SAME_FACE if count is None else SAME_FACE - LOOSE if len(groups) > count else SAME_FACE + TIGHT
        if links[a, b] < least:
            break
        # Average linkage: a single odd look neither joins two faces nor splits one.
        m, n = len(groups[a]), len(groups[b])
        merged = (m * links[a] + n * links[b]) / (m + n)
        links[a], links[:, a], links[a, a] = merged, merged, -2
        links = np.delete(np.delete(links, b, 0), b, 1)
        groups[a] += groups.pop(b)
    if count is not None and len(groups) != count:
        raise EnrolError(
            say(
                "{seen}, and {given}; name those that are seen, or show the faces again",
                seen=say_count("{count} different face is seen", "{count} different faces are seen", len(groups)),
                given=say_count("{count} name is given", "{count} names are given", count),
            )
        )
    return sorted((sorted(members) for members in groups), key=lambda members: members[0])


def resembling(faces: FaceSet | None, samples: Sequence[EnrolmentSample]) -> str | None:
    """The face of a set that most of the looks show; None where they show another one."""
    if faces is None:
        return None
    best: tuple[float, str | None] = (SAME_FACE, None)
    for face in faces.faces:
        alike = likeness([*face.looks, *(sample.look for sample in samples)])
        level = float(np.median(alike[len(face.looks) :, : len(face.looks)].max(1)))
        best = max(best, (level, face.name), key=lambda found: found[0])
    return best[1]


def learn(
    name: str,
    embedder: FaceEmbedder,
    named: Sequence[tuple[str, Sequence[EnrolmentSample]]],
    base: FaceSet | None = None,
) -> tuple[FaceSet, list[str]]:
    """The set `name` of faces and their looks, added to those of `base`, and remarks, one line each.

    Looks that resemble another face more than their own are left out, and that is remarked. EnrolError when two names
    stand for one face; SetError when a name cannot be one.
    """
    faces = base or FaceSet(name=name, embedder=embedder.fingerprint)
    for face, samples in named:
        faces = faces.with_looks(face, tuple(sample.look for sample in samples))
    where = {id(sample.look): sample.where for _, samples in named for sample in samples}
    looks = [look for face in faces.faces for look in face.looks]
    whose = np.array([n for n, face in enumerate(faces.faces) for _ in face.looks])
    alike = likeness(looks)
    np.fill_diagonal(alike, -2)
    _refuse_one_face_twice(faces, alike, whose)
    remarks: list[str] = []
    kept = np.ones(len(looks), bool)
    new = np.array([id(look) in where for look in looks])
    while (stray := _worst_stray(alike, whose, kept, new)) is not None:
        n, other = stray
        remarks.append(
            say(
                "{where}: looks like {other!r} and not like {own!r}; this look is left out",
                where=where[id(looks[n])],
                other=faces.names[other],
                own=faces.names[whose[n]],
            )
        )
        kept[n] = False
    for n, title in enumerate(faces.names):
        left = tuple(looks[k] for k in np.flatnonzero(whose == n) if kept[k])
        if not left:
            raise EnrolError(
                say("every look at {title!r} is like another face; show it again closer and sharper", title=title)
            )
        faces = faces.with_only(title, left)
        if len(left) < FEW:
            remarks.append(
                say("{title!r} has one look only: it will often be unsure; show it from two to five sides", title=title)
            )
    return faces, remarks


def _worst_stray(
    alike: NDArray[np.float32], whose: NDArray[np.intp], kept: NDArray[np.bool_], new: NDArray[np.bool_]
) -> tuple[int, int] | None:
    """The new look that is furthest more like another face than like its own, and that face; None where none is.

    One at a time: a look under a wrong name draws the looks at its true face after it until it is gone.
    """
    among = np.where(kept[None], alike, -2)
    mine = whose[:, None] == whose[None]
    near, far = np.where(mine, among, -2).max(1), np.where(mine, -2, among).max(1)
    lead = np.where(kept & new & (near > -1) & (far > SAME_FACE), far - near, -1)
    worst = int(lead.argmax())
    return (worst, int(whose[int(np.where(mine[worst], -2, among[worst]).argmax())])) if lead[worst] > 0 else None


def _refuse_one_face_twice(faces: FaceSet, alike: NDArray[np.float32], whose: NDArray[np.intp]) -> None:
    """EnrolError when most looks at two faces could be at either."""
    for a, name in enumerate(faces.names):
        for b, other in enumerate(faces.names[:a]):
            rows = np.flatnonzero((whose == a) | (whose == b))
            own = alike[np.ix_(rows, rows)]
            mine = whose[rows][:, None] == whose[rows][None]
            near, far = np.where(mine, own, -2).max(1), np.where(mine, -2, own).max(1)
            single = near <= -1  # one look only: how it resembles its own face is not known
            closer = np.where(single, far - SAME, far - near + CLOSE)
            if all(float(np.median(closer[whose[rows] == face])) > 0 for face in (a, b)):
                raise EnrolError(
                    say(
                        "{other!r} and {name!r} look the same; give one face one name, or show both closer and sharper",
                        other=other,
                        name=name,
                    )
                )


def contact_sheet(groups: Sequence[Sequence[FaceSample]], most: int = 8) -> Image:
    """A picture for people: a row for each group of looks, with the first `most` of its crops."""
    rows = max(len(groups), 1)
    columns = max(min(max((len(looks) for looks in groups), default=1), most), 1)
    cell = 2 * CROP
    sheet = np.full((rows * cell, columns * cell, 3), 255, np.uint8)
    for row, looks in enumerate(groups):
        for column, look in enumerate(looks[:most]):
            twice = thumbnail_of(look).repeat(2, 0).repeat(2, 1)
            sheet[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = twice
    return sheet

"""Classifies candidates as pipped dice: pips, colour, confidence, and the reasons for doubt."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Die
from vision.camera import Image
from vision.dice.colour_classifier import ColourClassifier, body_colours, ground_colours, upper_faces
from vision.dice.detector import Candidates, DiceDetector, members_of_two, merge, shared_areas
from vision.dice.pip_classifier import (
    FLAT_LOOKS,
    MARGIN,
    FaceClassifier,
    Faces,
    PipClassifier,
    corners_of,
    cut_crops,
    rectify_faces,
)
from vision.dice.pip_counter import AROUND, CLEAR, WIDE, count_pips, weigh_faces
from vision.dice.uncertainty import DoubtReasons
from vision.inference import (
    ConfidenceModel,
    Evidence,
    dice_alike,
    die_evidence_of,
    evidence_of,
    load_network,
    mean_of_looks,
)

CLEAR_FACE = 0.95
"""Probability of an answer, "no pips" included, at the first look from which no second one is taken at what is
certainly a die."""
NO_DIE = 0.03
"""Probability of being a die, at the first look, below which a candidate is not looked at again: of 2,600 doubtful ones
on photographs that goes for more than half, of which further looks made none likelier than 0.06."""
FAINT_HEAT = 0.12
"""Heat from which a candidate is looked at. The classifier and the confidence model reject what is no die."""
MISSED_FROM = 0.12
"""Probability of being a die from which a candidate that is not reported leaves the picture unsure."""
CUT_OFF = 0.5
"""Probability of being a die from which what the picture's edge cuts is reported, if not from less: half of a die looks
less like one, and is never certain anyway."""
AMONG_DICE = 0.4
"""Share of a find that likelier dice cover from which it is what lies between them, or a part of one, and no other."""
WORTH_COUNTING = 0.3
"""Probability of being a die from which the pips of a candidate are counted, where it is not certain without."""
DIE_BY_PIPS = 10.0
"""How much likelier a candidate is a die where several pips are counted, as many as were read."""
HARDLY_A_FACE = 0.05
"""Probability of a face from which pips are counted on what is hardly a die: pale dice on paper are found as faintly as
what is printed there."""
HARDLY_DIE_BY_PIPS, HARDLY_DIE_AT_MOST = 100.0, 0.9
"""How much likelier such a candidate is a die where as many pips are counted as were read: on photographs one of 5,200
that were none showed such pips, and one of fifty dice. And how likely it becomes at most: it stays in doubt."""
HARDLY_DIE = 0.5
"""Probability of being a die below which that it is none is among the doubts, whatever else is."""
LIKELY_FACE = 0.25
"""Probability, given that it is a die, from which a face is named at all."""
MOST_ALTERNATIVES, LEAST_ALTERNATIVE = 3, 5e-4
"""How many alternatives are reported, and their least probability."""


class ExaminedCandidates(NamedTuple):
    """All candidates of one picture; parallel arrays."""

    boxes: NDArray[np.float32]
    """(n, 4) in pixels of the picture."""
    heat: NDArray[np.float32]
    """(n,): the detector's probability of a die."""
    faces: NDArray[np.float32]
    """(n, 7): the readers' probabilities of no pips, 1 ... 6, by all looks together."""
    doubts: NDArray[np.float32]
    """(n, 4): the reader's probabilities of pip_classifier.DOUBTS."""
    frames: NDArray[np.float32]
    """(n, 6): where in the crops the upper faces are; see pip_classifier.Faces."""
    evidence: Evidence
    crops: NDArray[np.uint8]
    """(n, 64, 64, 3): what the reader saw first."""


def _rounded(pixels: NDArray[np.float32]) -> list[Any]:
    """Nested lists of numbers with one digit after the point."""
    answer: list[Any] = np.round(pixels.astype(np.float64), 1).tolist()
    return answer


def _raised(probability: np.float32, odds: float) -> float:
    """A probability after evidence that is so much likelier where it is true."""
    return float(odds * probability / (1 + (odds - 1) * probability))


def _covered(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n,): the share of each of `boxes` (n, 4) that `others` (m, 4) cover; counted twice where two of them do."""
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    return np.asarray(shared_areas(boxes, others).sum(1) / np.maximum(areas, 1e-6), np.float32)


def pip_detector() -> DiceDetector:
    """The detector for pipped dice: finds faint candidates too, since the classifier rejects what is no die. Raises
    ModelError."""
    return DiceDetector(load_network("finder"), FAINT_HEAT, classified=True)


class PippedDiceClassifier:
    """Says which candidates are pipped dice, and what they show. Not thread-safe: give each thread its own."""

    def __init__(
        self,
        reader: PipClassifier | None = None,
        trust: ConfidenceModel | None = None,
        report_from: float | None = None,
        face_reader: FaceClassifier | None = None,
    ) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError. `report_from`: a lower
        probability of being a die than the model's from which candidates are reported, in doubt; for pictures in which
        something else, such as the size of things on the table, tells dice as well. There pips are counted of what is
        hardly a die, too."""
        self.reader = reader or PipClassifier(load_network("reader"))
        self.face_reader = face_reader or FaceClassifier(load_network("face_reader"))
        self.trust = trust or ConfidenceModel.load()
        self.report_from = self.trust.report_from if report_from is None else report_from
        self.colours = ColourClassifier()

    def examine(self, image: Image, found: Candidates) -> ExaminedCandidates:
        """What the networks say about every candidate in the picture, before anything is decided."""
        boxes, heat = found
        size = image.shape[1], image.shape[0]
        crops = cut_crops(image, boxes, MARGIN)
        first = self.reader.read(crops)
        alone = np.zeros(len(boxes), np.float32)
        is_die = self.trust.die.probability(die_evidence_of(boxes, heat, first.probabilities[None], size, alone))
        worth = (first.probabilities.max(1, initial=0) < CLEAR_FACE) | (is_die < self.trust.certain_from)
        worth &= is_die >= NO_DIE
        looks = self._looks(crops, first, np.flatnonzero(worth))
        alike = dice_alike(boxes, body_colours(crops, first.frames), ground_colours(crops), is_die)
        evidence = evidence_of(boxes, heat, looks, first.doubts, crops, size, alike)
        return ExaminedCandidates(boxes, heat, mean_of_looks(looks), first.doubts, first.frames, evidence, crops)

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        """See DiceClassifier.classify."""
        seen, is_die, is_right = self._counted(self.examine(image, found))
        reasons = DoubtReasons(seen, (image.shape[1], image.shape[0]))
        # What lies within another, or around it, is one die with it: the likeliest of them, but none around two dice.
        likely = is_die >= self.trust.report_from
        around = np.zeros(len(is_die), np.bool_)
        around[likely] = members_of_two(seen.boxes[likely]).any(1)
        is_one = np.isin(np.arange(len(is_die)), merge(seen.boxes, is_die - around))
        is_likely = is_die >= np.where(reasons.cut_off, min(CUT_OFF, self.trust.report_from), self.trust.report_from)
        is_perhaps = (is_die >= self.report_from) & ~is_likely
        is_perhaps &= _covered(seen.boxes, seen.boxes[is_likely & is_one]) < AMONG_DICE
        reported = np.flatnonzero((is_likely | is_perhaps) & is_one)
        boxes, frames = seen.boxes[reported], seen.frames[reported]
        colours = self.colours.look(image, upper_faces(seen.crops[reported], frames)).named()
        places = zip(_rounded(boxes), _rounded(corners_of(boxes, frames, MARGIN)), strict=True)
        dice = [
            self._die(seen, int(n), float(is_die[n]), float(is_right[n]), colour, place, reasons)
            for n, colour, place in zip(reported, colours, places, strict=True)
        ]
        return dice, bool(np.any((is_die >= MISSED_FROM) & ~is_likely & is_one))

    def _counted(self, seen: ExaminedCandidates) -> tuple[ExaminedCandidates, NDArray[np.float32], NDArray[np.float32]]:
        """What is seen with the faces in doubt weighed with the pips that are counted on them; and the probabilities
        (n,) that candidates are dice, and of the faces being right."""
        is_die, is_right = self.trust.of_dice(seen.evidence), self.trust.of_faces(seen.evidence)
        faces = seen.faces.copy()
        likely = is_die >= WORTH_COUNTING
        hardly = ~likely & (faces[:, 1:].max(1, initial=0) >= HARDLY_A_FACE)
        hardly &= self.report_from < self.trust.report_from
        doubtful = np.flatnonzero((likely & (is_die * is_right < self.trust.certain_from)) | hardly)
        upper = rectify_faces(seen.crops[doubtful], seen.frames[doubtful], WIDE, AROUND)
        for n, face in zip(doubtful, upper, strict=True):
            count = count_pips(face, None if likely[n] else 2)
            same = count.cuts >= CLEAR and count.value > 1 and count.value == faces[n, 1:].argmax() + 1
            if same and likely[n]:
                is_die[n] = _raised(is_die[n], DIE_BY_PIPS)
            elif same:
                is_die[n] = min(_raised(is_die[n], HARDLY_DIE_BY_PIPS), HARDLY_DIE_AT_MOST)
            if likely[n] or same:
                faces[n] = weigh_faces(faces[n], float(is_right[n]), count)
                is_right[n] = faces[n, 1:].max()
        return seen._replace(faces=faces), is_die, is_right

    def _die(
        self,
        seen: ExaminedCandidates,
        n: int,
        is_die: float,
        is_right: float,
        colour: Colour | None,
        place: tuple[Any, Any],
        reasons: DoubtReasons,
    ) -> Die:
        faces, (box, top) = seen.faces[n].tolist(), place
        order = sorted(range(1, len(faces)), key=lambda face: -faces[face])
        best = order[0]
        value = best if is_right >= LIKELY_FACE else None
        confidence = is_die * (is_right if value is not None else 1 - is_right)
        hard = reasons.against(n)
        certain = value is not None and confidence >= self.trust.certain_from and not hard
        doubts = () if certain else hard or reasons.for_doubt(n, is_die, is_right)
        if is_die < HARDLY_DIE and "not a die" not in doubts:
            doubts = (*doubts, "not a die")
        others = [face for face in order if face != value and faces[face] >= LEAST_ALTERNATIVE]
        return Die(
            box=tuple(box),
            value=value,
            colour=colour,
            confidence=round(confidence, 4),
            certain=certain,
            top=tuple((x, y) for x, y in top),
            alternatives=tuple((face, round(faces[face], 4)) for face in others[:MOST_ALTERNATIVES]),
            doubts=doubts,
        )

    def _looks(self, crops: NDArray[np.uint8], first: Faces, doubtful: NDArray[np.intp]) -> NDArray[np.float32]:
        """(views, n, 7): probabilities of the faces by the looks at `crops` (n, 64, 64, 3), of which `first` says what
        the first look did; it stands for all looks at what is not among the `doubtful`. Those are read in a mirror, and
        their upper faces laid flat."""
        looks = np.repeat(first.probabilities[None], 2 + FLAT_LOOKS, 0)
        if len(doubtful):
            again, frames = crops[doubtful], first.frames[doubtful]
            looks[1, doubtful] = self.reader.read(np.ascontiguousarray(again[:, :, ::-1])).probabilities
            none = looks[:2, doubtful, :1].mean(0)
            faces = self.face_reader.read(again, frames)
            looks[2:, doubtful] = np.concatenate([np.broadcast_to(none, faces[..., :1].shape), (1 - none) * faces], 2)
        return looks

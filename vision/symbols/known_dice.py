"""Remembers what the dice of one table look like: a face in doubt is compared with faces of the same dice that were
sure, or that players or the rules have told.

Looks are vectors of the embedder, and of pips the face reader's features beside them: the one was fitted on rendered
drawings, the other on rendered pips. Of 700 dice in doubt on rendered films, as each came up, 483 are certain by what
lay there before and what was told of it, one of them wrong; 415 by the embedder alone, two of them wrong. Of 495 in
doubt on photographs of six collections it is 288 and 287, seven and eight of them wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Box, Colour, Die, Doubt, Face, SeenDie, face_of
from vision.camera import Image
from vision.dice import FaceClassifier, cut_crops
from vision.inference import faces_of, load_network
from vision.symbols.embedding import TURNS, FaceEmbedder
from vision.symbols.kept_looks import DieLook
from vision.symbols.symbol_classifier import CERTAIN_FROM, LEAST_ALTERNATIVE, MOST_ALTERNATIVES, SCALE

SETTLED_BY_LOOKS: frozenset[Doubt] = frozenset(("faces alike", "blurred", "too small", "not a die"))
"""What leans, is covered or glares stays in doubt, whatever it looks like."""


class _Likeness(NamedTuple):
    """What a likeness of two looks, at most 1, counts."""

    scale: float
    """How fast a face becomes unlikely as its looks are less like the one in doubt."""
    unseen: float
    """What a face is given of which no look is known: that of a two and a three of one blurred die."""
    least: float
    """From what on it can settle a doubt that the face is that of a known look."""
    least_to_a_die: float
    """The same of a doubt whether it is a die at all."""


DRAWINGS = (_Likeness(SCALE, 0.85, 0.75, 0.85),)
"""Of drawings by the vectors of the embedder."""
PIPS = (_Likeness(12.0, 0.85, 0.75, 0.8), _Likeness(3.0, 0.0, 0.8, 0.8))
"""Of pips by those, and by the features of the face reader; a doubt needs both. They see the same picture, and each
counts less than it would alone."""
UNSETTLED = 1 / 3
"""Share of that which counts of pips where no look settles the doubt: of 64 dice on rendered films of which none did,
and which showed a face with 0.95 and more by all of it, 11 showed another; by a third, 5 of 34."""
DIE_BY_LOOK = 50.0
"""How much likelier a find is a die that looks, by `least_to_a_die`, as one that showed what was read: of 700 in doubt
on rendered films more than 500 do, of 86 finds that were none one."""
MOST_LOOKS = 8
"""Looks that are kept of a face of one colour, the newest: lamps change in the course of an evening."""
MOST_KEPT = 4
"""Of them, how many are kept for later matches."""
MOST_DOUBTED = 200
"""Faces in doubt that are kept until somebody tells what they are."""
UNMOVED = 6.0
"""Pixels within which every edge of a die's box stays while nobody moves the die."""


Vectors = tuple[NDArray[np.float32], ...]
"""What a look is compared by, rows of unit vectors each: of the embedder at the quarter turns (TURNS, EMBEDDING_SIZE),
and of pips the features (1, FACE_FEATURES)."""
NOWHERE = SeenDie(-1.0, (0.0, 0.0, 0.0, 0.0))
"""Of what is known from an earlier match."""


class _Look(NamedTuple):
    """One sighting of an upper face."""

    die: SeenDie
    colour: Colour | None
    face: Face | None
    """As it was read; None: it was in doubt."""
    named: bool
    """Whether its faces have names."""
    flat: NDArray[np.uint8]
    """(FACE_PIXELS, FACE_PIXELS, 3), blue green red."""
    vectors: Vectors | None = None
    """None: not made yet."""


class KnownDice:
    """The looks of the dice on one table. Not thread-safe, but for `told`."""

    def __init__(self, embedder: FaceEmbedder | None = None, face_reader: FaceClassifier | None = None) -> None:
        """Loads the networks when they are needed first; raises ModelError then."""
        self._embedder = embedder
        self._face_reader = face_reader
        self.told: Mapping[SeenDie, Face] = {}
        """What dice show by what players answered or the rules left open, of all that are known and still stand: it
        goes before what was read. Replaced as a whole, so that what is taken back is forgotten."""
        self.learnt = 0
        """How many looks were made so far."""
        self._kept: tuple[_Look, ...] = ()
        self.forget()

    @property
    def looks(self) -> list[DieLook]:
        """What is known of the dice, for later matches."""
        by_face: dict[tuple[Colour | None, Face], list[_Look]] = {}
        for look, face in self._faces():
            by_face.setdefault((look.colour, face), []).append(look)
        return [DieLook.of(*shown, look.flat) for shown, looks in by_face.items() for look in looks[-MOST_KEPT:]]

    def take(self, looks: Iterable[DieLook]) -> None:
        """Takes looks of an earlier match instead of those taken before; they are not forgotten."""
        found = []
        for look in looks:
            flat = look.flat()
            if flat is not None:
                named = isinstance(look.face, str)
                found.append(_Look(NOWHERE, look.colour, look.face, named, flat, self._vectors(flat, named)))
        self._kept = tuple(found)

    def forget(self) -> None:
        """Drops all looks but those of an earlier match, as when other dice may lie there."""
        self._looks: dict[tuple[Colour | None, Face], deque[_Look]] = {}
        self._doubted: deque[_Look] = deque(maxlen=MOST_DOUBTED)
        self._waiting: deque[tuple[SeenDie, Colour | None, Face, NDArray[np.uint8]]] = deque(maxlen=MOST_DOUBTED)
        self._lay: tuple[Die, ...] = ()

    def recall(self, image: Image, dice: Sequence[Die], at: float, but: Collection[Box] = ()) -> tuple[Die, ...]:
        """`dice` of `image`, a picture at rest at second `at`: the faces in doubt weighed anew with what they look
        like. A face is certain where its look and its pips tell the same; those in boxes of `but`, which are in doubt
        for where they lie, stay as they are."""
        doubted = [
            n
            for n, die in enumerate(dice)
            if not die.certain and set(die.doubts) <= SETTLED_BY_LOOKS and die.box not in but
        ]
        answers = list(dice)
        if not doubted:
            return tuple(answers)
        seen = self._networks.see(cut_crops(image, np.array([dice[n].box for n in doubted], np.float32)))
        for n, flat, vector in zip(doubted, seen.flat, seen.vectors, strict=True):
            answers[n] = self._weighed(dice[n], flat, vector)
            if not self._is_told(dice[n]):
                self._doubted.append(_Look(SeenDie(at, dice[n].box), dice[n].colour, None, _named(dice[n]), flat))
        return tuple(answers)

    def note(self, image: Image, dice: Sequence[Die], at: float) -> None:
        """Takes note of the dice that were read for certain in the same picture, before anything was recalled; `learn`
        makes looks of them."""
        new = [die for die in dice if die.certain and not self._unmoved(die)]
        if new:
            crops = cut_crops(image, np.array([die.box for die in new], np.float32))
            for die, crop in zip(new, crops, strict=True):
                face = face_of(die)
                if face is not None:
                    self._waiting.append((SeenDie(at, die.box), die.colour, face, crop))
        self._lay = tuple(dice)

    def learn(self) -> bool:
        """Makes one look of what was noted, which takes some milliseconds: for frames in which nothing else is to be
        done. Returns whether more wait."""
        if self._waiting:
            seen, colour, face, crop = self._waiting.popleft()
            flat, named = self._networks.see(crop[None]).flat[0], isinstance(face, str)
            known = self._looks.setdefault((colour, face), deque(maxlen=MOST_LOOKS))
            self.learnt += 1
            known.append(_Look(seen, colour, face, named, flat, self._vectors(flat, named)))
        return bool(self._waiting)

    @property
    def _networks(self) -> FaceEmbedder:
        if self._embedder is None:
            self._embedder = FaceEmbedder()
        return self._embedder

    def _features(self, flat: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(1, FACE_FEATURES) of a flat face (FACE_PIXELS, FACE_PIXELS, 3)."""
        if self._face_reader is None:
            self._face_reader = FaceClassifier(load_network("face_reader"))
        return self._face_reader.features(flat[None])

    def _vectors(self, flat: NDArray[np.uint8], named: bool) -> Vectors:
        turned = np.stack([np.rot90(flat, turn) for turn in range(TURNS)])
        vectors = self._networks.vectors(np.ascontiguousarray(turned))
        return (vectors,) if named else (vectors, self._features(flat))

    def _unmoved(self, die: Die) -> bool:
        return any(_lies_there(die, one.box) for one in self._lay)

    def _is_told(self, die: Die) -> bool:
        """Whether it lies as it lay when somebody told what it shows: another look at it teaches nothing."""
        return self._unmoved(die) and any(_lies_there(die, seen.box) for seen in self.told)

    def _known_faces(self, colour: Colour | None, named: bool) -> dict[Face, list[Vectors]]:
        """Looks at dice of a colour (None: of any), whose faces have names or not, by what they show."""
        found: dict[Face, list[Vectors]] = {}
        for n, look in enumerate(self._doubted):
            if look.vectors is None and look.die in self.told:
                self._doubted[n] = look._replace(vectors=self._vectors(look.flat, look.named))
        for look, face in self._faces():
            # Drawings tell whose a die is better than its colour does.
            if look.named == named and look.vectors is not None and (named or colour in (None, look.colour)):
                found.setdefault(face, []).append(look.vectors)
        return found

    def _faces(self) -> list[tuple[_Look, Face]]:
        """All looks of which it is known what they show, with that."""
        found = []
        for look in (*self._kept, *self._doubted, *(look for looks in self._looks.values() for look in looks)):
            told = self.told.get(look.die)
            # A game may know drawings by their ranks: what it tells of those is not in the set's names.
            face = told if told is not None and isinstance(told, str) == look.named else look.face
            if face is not None:
                found.append((look, face))
        return found

    def _weighed(self, die: Die, flat: NDArray[np.uint8], vector: NDArray[np.float32]) -> Die:
        """`die` with its probabilities after its look, `flat` (FACE_PIXELS, FACE_PIXELS, 3) with its `vector`
        (EMBEDDING_SIZE,), was compared with those known."""
        named = _named(die)
        known = self._known_faces(die.colour, named)
        if not known:
            return die
        read = _probabilities(die)
        by, probe = (DRAWINGS, (vector,)) if named else (PIPS, (vector, self._features(flat)[0]))
        likeness = {face: _likeness(looks, probe) for face, looks in known.items()}
        faces, unseen = list({**read, **likeness}), [one.unseen for one in by]
        shares = np.array([read.get(face, LEAST_ALTERNATIVE) for face in faces])
        differs = np.array([likeness.get(face, unseen) for face in faces]) - 1
        logs = differs @ np.array([one.scale for one in by])
        best = faces[int(np.argmax(shares * np.exp(logs)))]
        least = [one.least_to_a_die if "not a die" in die.doubts else one.least for one in by]
        alike = best == face_of(die) and bool(np.all(np.array(likeness.get(best, [-1.0])) >= least))
        weights = shares * np.exp(logs if alike or named else UNSETTLED * logs)
        weights /= weights.sum()
        order = [int(n) for n in np.argsort(-weights)]
        best, share = faces[order[0]], float(weights[order[0]])
        others = tuple((faces[n], round(float(weights[n]), 4)) for n in order[1:] if weights[n] >= LEAST_ALTERNATIVE)[
            :MOST_ALTERNATIVES
        ]
        # Of whether it is one at all what it would show says nothing, unless it looks just like one of them.
        is_die = min(1.0, die.confidence / max(read.values())) if "not a die" in die.doubts else 1.0
        certain = alike and share * DIE_BY_LOOK * is_die / (1 + (DIE_BY_LOOK - 1) * is_die) >= CERTAIN_FROM
        confidence = share if certain else share * is_die
        shown = {"face": best, "face_alternatives": others} if named else {"value": best, "alternatives": others}
        doubts = () if certain else die.doubts
        return msgspec.structs.replace(die, confidence=round(confidence, 4), certain=certain, doubts=doubts, **shown)


def _likeness(looks: Sequence[Vectors], probe: Vectors) -> list[float]:
    """How like the most alike of `looks` is, by each of the vectors of `probe`."""
    return [max(float((look[n] @ one).max()) for look in looks) for n, one in enumerate(probe)]


def _lies_there(die: Die, box: Box) -> bool:
    return all(abs(a - b) < UNMOVED for a, b in zip(die.box, box, strict=True))


def _named(die: Die) -> bool:
    return die.face is not None or bool(die.face_alternatives)


def _probabilities(die: Die) -> dict[Face, float]:
    """What a die may show as it was read: pips or names."""
    if not _named(die):
        return dict(enumerate(faces_of(die).tolist(), 1))
    named = dict[Face, float](die.face_alternatives)
    if die.face is not None:
        named[die.face] = die.confidence
    return named

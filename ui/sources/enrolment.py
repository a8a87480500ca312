"""Learns the faces of players' own dice before a camera: one face after the other, a few looks at each. No screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from companion.text import later, say
from ui.sources.cameras import Cameras
from ui.sources.frame_loop import FrameLoop, FrameSession
from vision.camera import Frame, StillnessDetector
from vision.symbols import (
    SAME_FACE,
    EnrolError,
    Enroller,
    EnrolmentSample,
    FaceSet,
    SetError,
    check_name,
    check_set_name,
    embedded_again,
    learn,
    likeness,
)
from vision.symbols import Store as Sets

ENOUGH = 6
"""Looks at a face after which the next one may be shown."""
A_POSE = 2
"""Looks that are taken before the die has to be turned: the same pose again tells nothing new."""

NAME_FIRST = later("Write the name of a face, then show it to the camera.")
SHOW = later("Lay the die down with “{name}” up, and take your hand away.")
TURN = later("Good. Turn the die a little, “{name}” still up, and let go: {count} of {enough} looks.")
DONE = later("That is enough of “{name}”. Write the name of the next face, or save the set.")
LIKE = later("This looks like “{other}”, which was shown before: is “{name}” up?")
TWICE = later("there is a face “{name}” already; show more of it below")
NO_LOOKS = later("“{name}” has not been seen yet: show it, or remove it")
NOTHING = later("no face has been shown yet")


class FaceShown(msgspec.Struct, frozen=True):
    """One face with what was seen of it."""

    name: str
    thumbnails: tuple[bytes, ...]
    """PNGs."""


class EnrolScene(msgspec.Struct, frozen=True):
    """What a screen shows, of one moment."""

    sentence: str
    """What is to be done next, or what is wrong."""
    good: bool
    """Whether the last look was taken, or nothing is wrong."""
    faces: tuple[FaceShown, ...]
    current: int | None
    """The face that is being shown."""
    trouble: str | None
    ended: bool
    saved: FaceSet | None
    remarks: tuple[str, ...]


class Enrolment(FrameSession[EnrolScene]):
    """Collects samples of each face of one set. All methods may be called from any thread, `see` from one alone."""

    def __init__(
        self,
        name: str,
        enroller: Enroller,
        *,
        source: str,
        live: bool,
        base: FaceSet | None = None,
        sets: Sets | None = None,
    ) -> None:
        """`base`: the set that looks are added to. Raises face_sets.SetError for a name that no set can have."""
        super().__init__(live)
        check_set_name(name)
        self.name = name
        self._enroller, self._source = enroller, source
        self._base, self._sets = base, sets or Sets()
        self._stillness = StillnessDetector()
        self._faces: list[tuple[str, list[EnrolmentSample]]] = []
        self._current: int | None = None
        self._in_pose = 0
        """Looks taken since something moved."""
        self._sentence, self._good = say(NAME_FIRST), True
        self._saved: FaceSet | None = None
        self._remarks: tuple[str, ...] = ()
        self._refresh()

    # ------------------------------------------------------------------------------------------ what the camera shows

    def see(self, frame: Frame) -> None:
        """The next frame: where the picture has come to rest, a look is taken."""
        worth = self._stillness.worth(frame)
        with self._lock:
            if self._stillness.moving:
                self._in_pose = 0
            current, pose = self._current, self._in_pose
            faces = [(name, list(looks)) for name, looks in self._faces]
        if current is None or not worth or pose >= A_POSE:
            return
        name = faces[current][0]
        try:
            sample = self._enroller.look(
                frame.image, say("{source} at {time:.1f} s", source=self._source, time=frame.time)
            )
        except EnrolError as fault:
            self._set_sentence(str(fault).partition(": ")[2] or str(fault), good=False)
            return
        other = _resembled(faces, current, sample)
        if other is not None:
            self._set_sentence(say(LIKE, other=other, name=name), good=False)
            return
        with self.change():
            if self._current is None or self._faces[self._current][0] != name:
                return  # the players went on while it was looked at
            looks = self._faces[self._current][1]
            looks.append(sample)
            self._in_pose += 1
            if len(looks) >= ENOUGH:
                self._current = None
                self._set_sentence(say(DONE, name=name))
            else:
                self._set_sentence(say(TURN, name=name, count=len(looks), enough=ENOUGH))

    # ------------------------------------------------------------------------------------------ what players do

    def show(self, name: str) -> str | None:
        """A new face is shown from now on; the line of why not, where it cannot be called so."""
        name = name.strip()
        try:
            check_name(name, "a face")
        except SetError as fault:
            return str(fault)
        if name in [other for other, _ in self._faces]:
            return say(TWICE, name=name)
        with self.change():
            self._faces.append((name, []))
            self._begin(len(self._faces) - 1)
        return None

    def show_again(self, index: int) -> None:
        """More looks at a face; those that were taken are replaced where they were enough."""
        with self.change():
            if len(self._faces[index][1]) >= ENOUGH:
                self._faces[index][1].clear()
            self._begin(index)

    def remove(self, index: int) -> None:
        """Forget a face."""
        with self.change():
            del self._faces[index]
            self._current = None
            self._set_sentence(say(NAME_FIRST))

    def save(self) -> str | None:
        """Learn the faces and write the set; the line of why not."""
        missing = next((name for name, looks in self._faces if not looks), None)
        if not self._faces or missing is not None:
            return say(NOTHING) if missing is None else say(NO_LOOKS, name=missing)
        try:
            base = None if self._base is None else embedded_again(self._base, self._enroller.embedder)
            faces, remarks = learn(self.name, self._enroller.embedder, self._faces, base)
            self._sets.save(faces)
        except (EnrolError, SetError) as fault:
            return str(fault)
        with self.change():
            self._saved, self._remarks, self._current = faces, tuple(remarks), None
            self._refresh()
        return None

    def _begin(self, index: int) -> None:
        self._current, self._in_pose, self._saved = index, 0, None
        self._set_sentence(say(SHOW, name=self._faces[index][0]))

    def _set_sentence(self, sentence: str, good: bool = True) -> None:
        with self.change():
            self._sentence, self._good, self._trouble = f"{sentence[:1].upper()}{sentence[1:]}", good, None
            self._refresh()

    def _now(self) -> EnrolScene:
        faces = tuple(FaceShown(name, tuple(one.look.thumbnail for one in looks)) for name, looks in self._faces)
        return EnrolScene(
            sentence=self._sentence,
            good=self._good,
            faces=faces,
            current=self._current,
            trouble=self._trouble,
            ended=self._ended,
            saved=self._saved,
            remarks=self._remarks,
        )


def _resembled(
    faces: Sequence[tuple[str, Sequence[EnrolmentSample]]], current: int, sample: EnrolmentSample
) -> str | None:
    """The face that a look resembles, where that is not the one that is said to be up."""
    there = [(n, one.look) for n, (_, looks) in enumerate(faces) for one in looks]
    if not there:
        return None
    alike = likeness([sample.look, *(look for _, look in there)])[0, 1:]
    whose = np.array([n for n, _ in there])
    best = int(alike.argmax())
    if whose[best] == current or alike[best] <= SAME_FACE:
        return None
    return faces[int(whose[best])][0]


class LiveEnrolment:
    """An enrolment with the frame loop that feeds it."""

    def __init__(self, session: Enrolment, frame_loop: FrameLoop) -> None:
        self.session, self.frame_loop = session, frame_loop

    def close(self) -> None:
        self.frame_loop.close()


@lru_cache(maxsize=1)
def enroller() -> Enroller:
    """The networks, loaded once. Raises networks.ModelError."""
    return Enroller()


def open_enrolment(name: str, spec: str, add: bool, cameras: Cameras, sets: Sets | None = None) -> LiveEnrolment:
    """Look at dice through a source that `cameras` open, to learn the set `name`, or with `add` to add to it.

    Raises SourceError, SetError, ModelError.
    """
    known = sets or Sets()
    base = known.load(name) if add else None
    source = cameras.open(spec)
    try:
        live = bool(getattr(source, "live", False))
        session = Enrolment(name, enroller(), source=source.name, live=live, base=base, sets=known)
        return LiveEnrolment(session, FrameLoop(session, source))
    except Exception:
        source.close()
        raise


def faces_of(names: Sequence[str], sets: Sets) -> dict[str, str]:
    """What each of the sets holds, in one line; of a damaged one, why."""
    lines = {}
    for name in names:
        try:
            lines[name] = ", ".join(sets.load(name).names)
        except SetError as fault:
            lines[name] = str(fault)
    return lines

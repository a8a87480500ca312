"""Has a phone read dice by itself: what its page asks for, and what it is told of the dice that it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from companion.table import Box, Die, Face, dice_line, face_of
from companion.text import later, one_line, say, upper
from ui.core import acting
from ui.rolls import (
    ADVICE,
    DiceHost,
    LiveRolls,
    LoggedRoll,
    RolledDie,
    RollSession,
    StillReading,
    face_names,
    line_of,
    read_still,
    reader_of,
)
from vision.camera import Phone, PictureError, decode_picture
from vision.motion import PictureReader
from vision.symbols import PIPS

MOST_STILL = 7 * 2**20
"""The largest photograph that is taken, in bytes: twelve million pixels of a busy table as phones store them."""
LONGEST = 256
"""Characters of what a page asks for."""
SHOWN = 5
"""Rolls that a page shows, the newest."""
ELSEWHERE = later("{name} reads the dice now. On the host's screen, under Read my dice, choose which camera counts.")
MATCH = later("The match on the host's screen looks through this phone.")
ENDED = later("The host's computer reads dice through this phone no more.")
NO_DICE = later("No dice are seen.")

Mode = Literal["off", "opening", "dice", "elsewhere", "match", "failed"]


class DiceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a page asks for."""

    do: Literal["read", "stop", "still", "live", "count", "keep", "undo", "correct"]
    """`still`: the next picture is a photograph that is read for itself; `live`: away from it again; `keep`: list it
    as a roll; `count`: list what lies before the camera."""
    key: int = 0
    """Of the die that is put right."""
    face: int | str | None = None
    """What it shows; None: it is no die."""


class PhoneDie(msgspec.Struct, frozen=True):
    """One die, as the page shows it."""

    key: int
    face: Face | None
    sure: bool
    likely: tuple[Face, ...] = ()
    """Other faces that a die in doubt may show."""


class PhoneRoll(msgspec.Struct, frozen=True):
    """One roll of the list."""

    key: int
    line: str
    time: str
    counts: bool


class PhoneScene(msgspec.Struct, frozen=True):
    """What lies before the camera, and the newest rolls."""

    line: str
    dice: tuple[PhoneDie, ...]
    faces: tuple[Face, ...]
    moving: bool
    hint: str
    counted: bool
    """Whether what lies there is the last roll already."""
    heard: tuple[int, str] | None
    """Something to be heard: its key, and whether it is a roll or a question."""
    rolls: tuple[PhoneRoll, ...]
    """The newest first."""
    number: int
    """Rolls in the whole list."""


class PhoneStill(msgspec.Struct, frozen=True):
    """What was read of a photograph."""

    line: str
    dice: tuple[PhoneDie, ...]
    boxes: dict[int, Box]
    """By the keys of the dice, in shares of the photograph's width and height."""
    faces: tuple[Face, ...]
    certain: bool
    kept: bool
    """Whether it is in the list."""
    again: bool
    """Whether the last roll of the list shows the same."""
    ms: int
    """Milliseconds that reading it took."""


class PhoneNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page is told; what has not changed since it was told last is left out."""

    mode: Mode
    line: str = ""
    scene: PhoneScene | None = None
    boxes: dict[int, Box] = {}
    """Where the dice of the scene lie now."""
    still: PhoneStill | None = None
    fault: str = ""
    wait: int | None = None
    """The picture was taken; the next may come after so many milliseconds."""


class PhoneDice:
    """The dice before one phone, for its newest page. One thread at a time may call."""

    def __init__(self, phone: Phone, spec: str, host: DiceHost) -> None:
        """`spec`: the phone as a source."""
        self._phone, self._spec, self._host = phone, spec, host
        self._leave: Callable[[], None] | None = None
        """Ends that this page watches, while it wants dice to be read."""
        self._begun = False
        """Whether they have been, so that the host may have ended it."""
        self.awaits_still = False
        """Whether the next picture is a photograph."""
        self._reader: PictureReader | None = None
        """Of photographs; the other belongs to the thread of the frames."""
        self._still: StillReading | None = None
        self._fault = self._ended = ""
        self._told: tuple[int, int, int] | None = None
        """The session, its version and that of the list of which the page has been told."""
        self._told_still: tuple[int, int] | None = None
        """The photograph, and the version of the list, of which it has been told."""

    def close(self) -> None:
        """The page has gone."""
        with acting(None):
            self._stop()

    # ------------------------------------------------------------------------------------------ what the page asks

    def obey(self, words: str) -> None:
        """Do what the page asks for. Raises msgspec.MsgspecError for what is no DiceRequest."""
        if len(words) > LONGEST:
            raise msgspec.DecodeError(f"{len(words)} characters")
        asked = msgspec.json.decode(words, type=DiceRequest)
        # The host has let this phone in as a camera. Whoever holds it may do with its dice what is possible here, and
        # nothing else: the rights that the stores ask for are the host's.
        with acting(None):
            self._obey(asked)

    def _obey(self, asked: DiceRequest) -> None:
        match asked.do:
            case "read":
                self._host.dismiss()
                self._ended, self._begun = "", False
                if self._leave is None:
                    self._leave = self._host.watch(self._spec)
            case "stop":
                self._stop()
            case "still":
                self.awaits_still = True
            case "live":
                self._still = self._told_still = None
            case "keep" if self._still is not None:
                self._still = self._host.keep(self._still, self._set())
            case "count" if self._live is not None:
                self._fault = self._live.session.count_now() or ""
            case "undo":
                self._host.log.undo()
            case "correct" if asked.face is None or asked.face in self._faces():
                self._correct(asked.key, asked.face)

    def _stop(self) -> None:
        self._still = self._told_still = self._told = None
        if self._leave is not None:
            self._leave()
            self._leave = None

    def _correct(self, key: int, face: Face | None) -> None:
        """Only dice that the page shows are put right, not any of the list."""
        if self._still is not None and any(one.key == key for one in self._still.dice):
            self._still = self._still.corrected(key, face)
            shown = next((one.die for one in self._still.dice if one.key == key), None)
            self._host.log.correct(key, shown)  # where it is in the list already
        elif self._live is not None and any(one.key == key for one in self._live.session.scene.dice):
            self._live.session.correct(key, face)

    def take_still(self, data: bytes) -> None:
        """Read a photograph that the page has taken; what is wrong with it is told."""
        self.awaits_still = False
        try:
            if len(data) > MOST_STILL:
                raise PictureError(say("the photograph is larger than {most} MiB", most=MOST_STILL >> 20))
            image = decode_picture(data, say("the photograph"))
        except PictureError as fault:
            self._fault = str(fault)
            return
        with acting(None):
            if self._reader is None:
                self._reader = reader_of(self._set())
            self._still = read_still(image, self._reader, self._host.log)

    # ------------------------------------------------------------------------------------------ what the page is told

    def news(self, wait: int | None = None) -> PhoneNews:
        """What has changed since it was told last. `wait`: milliseconds after which it may send its next picture, where
        it has sent one."""
        scene, boxes = None, dict[int, Box]()
        with acting(None):
            mode, line = self._mode()
            if mode == "dice" and (live := self._live) is not None:
                now = live.session.number, live.session.version, self._host.log.version
                if now != self._told:
                    self._told, scene = now, self._scene(live.session)
                boxes = live.session.boxes()
            still = None
            if self._still is not None:
                newest = id(self._still), self._host.log.version
                if newest != self._told_still:
                    self._told_still, still = newest, self._of_still(self._still)
        fault, self._fault = self._fault, ""
        return PhoneNews(mode, line, scene, boxes, still, upper(one_line(fault)), wait)

    def _mode(self) -> tuple[Mode, str]:
        """What this phone does, and a line about it. Dice begin to be read where nothing is in the way."""
        host = self._host
        if self._leave is None:
            return "off", self._ended
        mine = host.spec == self._spec
        if not mine and self._begun and host.spec is None and host.live is None:
            self._stop()
            self._ended = say(ENDED)
            return "off", self._ended
        if host.opening is not None:
            return ("opening", "") if mine else ("elsewhere", say(ELSEWHERE, name=host.opening))
        if self._phone.watchers > (1 if mine and host.live is not None else 0):
            if mine:
                host.stop()
                self._begun = False
            return "match", say(MATCH)
        if host.live is not None:
            self._begun = self._begun or mine
            return ("dice", "") if mine else ("elsewhere", say(ELSEWHERE, name=host.live.session.name))
        if host.failed is not None:
            return "failed", host.failed
        host.look_through(self._spec, PIPS)
        return "opening", ""

    @property
    def _live(self) -> LiveRolls | None:
        return self._host.live if self._host.spec == self._spec else None

    def _set(self) -> str:
        live = self._live
        return PIPS if live is None else live.session.faces

    def _faces(self) -> tuple[Face, ...]:
        live = self._live
        return face_names(PIPS) if live is None else live.session.names

    def _scene(self, session: RollSession) -> PhoneScene:
        scene, log = session.scene, self._host.log
        hint = scene.fault or scene.trouble or ("" if scene.advice is None else say(ADVICE[scene.advice]))
        heard = scene.heard
        line = dice_line(scene.shown) if scene.dice else say(NO_DICE) if scene.looked and not scene.moving else ""
        return PhoneScene(
            line=line,
            dice=_shown(scene.dice),
            faces=session.names,
            moving=scene.moving,
            hint=hint,
            counted=bool(scene.dice) and session.counted_already,
            heard=None if heard is None or heard.cue is None else (heard.key, heard.cue),
            rolls=tuple(_roll(roll) for roll in log.rolls[: -SHOWN - 1 : -1]),
            number=len(log.rolls),
        )

    def _of_still(self, still: StillReading) -> PhoneStill:
        rolls = self._host.log.rolls
        same = bool(rolls) and _faces(one.die for one in still.dice) == _faces(rolls[-1].shown)
        return PhoneStill(
            line=dice_line([one.die for one in still.dice]) if still.dice else say(NO_DICE),
            dice=_shown(still.dice),
            boxes=still.boxes,
            faces=self._faces(),
            certain=still.certain,
            kept=still.kept,
            again=same and not still.kept,
            ms=round(still.ms),
        )


def _faces(dice: Iterable[Die]) -> list[str]:
    """What dice show, in whatever order they lie."""
    return sorted(str(face_of(die)) for die in dice)


def _shown(dice: Sequence[RolledDie]) -> tuple[PhoneDie, ...]:
    return tuple(PhoneDie(one.key, face_of(one.die), one.die.certain, _likely(one.die)) for one in dice)


def _likely(die: Die) -> tuple[Face, ...]:
    others = die.alternatives or die.face_alternatives
    return () if die.certain else tuple(face for face, _ in others if face != face_of(die))[:2]


def _roll(roll: LoggedRoll) -> PhoneRoll:
    return PhoneRoll(roll.key, line_of(roll), f"{datetime.fromtimestamp(roll.time):%H:%M:%S}", roll.counts)

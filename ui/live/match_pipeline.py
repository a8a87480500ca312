"""Runs the frames of one match through table reader, match tracker and smack detector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.evidence import Hand
from companion.match import Journal
from companion.referee import MatchTracker, Notice
from companion.referee.matching import SeatedGame
from companion.table import Die, TableView, Zones
from companion.text import later, say
from seeds import Area, units_of
from ui.live.smack_replay import MOST_KEPT, SmackSeen, seen_again
from vision.camera import Frame, Image
from vision.cards import PassingCards
from vision.hands import NEAR_CARD_MM, HandVisit, SeatEstimator, Smack, SmackDetector
from vision.inference import SetError
from vision.motion import Matrix, TableReading, followed_by
from vision.overlay import draw_table
from vision.symbols import KeptLooks
from vision.table import TableReader

STILL = ("idle", "at rest")
"""The states of a stream in which hands are done."""
BLIND_FOR = 2.0
"""Seconds without anything in the picture after which the players are told."""
BLIND = later("The picture shows nothing: is the lens covered, or the lamp off?")
SEES = later("The picture is back.")
JPEG_QUALITY = 85
MORE_LOOKS = 12
"""Looks at dice after which those that are kept for later matches are written anew."""


class MatchPipeline:
    """Turns frames into notices: reads the table, follows the match, detects smacks. Not thread-safe."""

    def __init__(
        self,
        seated: SeatedGame,
        reader: TableReader | None,
        pile: Area | None = None,
        journal: Journal | None = None,
        *,
        dated: Callable[[float], float] = float,
        pictures: bool = False,
        kept: KeptLooks | None = None,
    ) -> None:
        """`reader`: None where nobody looks on, so that no frame is ever seen; `pile`: where cards that may be smacked
        lie, in millimetres of the first sheet; `dated`: as MatchTracker has it; `pictures`: whether the journal gets
        one with each event that was seen; `kept`: the looks of dice that players keep from match to match."""
        self.tracker = MatchTracker(seated, journal, dated=dated, pictured=self._picture)
        if reader is None:
            self.tracker.stop_watching()
        self._pictures = pictures
        self._newest: Image | None = None
        """The picture of the newest view."""
        self._blind_since: float | None = None
        self._blind_told = False
        self._reader, self._pile = reader, pile
        self._kept = kept if kept is not None and reader is not None and reader.reads_dice else None
        self.dice_kept: bool | None = None if self._kept is None else self._kept.there
        """Whether the looks of the players' dice are kept for later matches; None: they cannot be."""
        self._saved = 0
        """How many looks had been made when they were saved last."""
        self._untold = self._take_kept()
        """What is to be told of looks that cannot be kept."""
        units = units_of(seated.game.id)
        self._units = {
            name: (face, seated.colours[seat])
            for seat in range(seated.game.players if units else 0)
            for face, name in enumerate(units[seat % len(units)], 1)
        }
        """Rank and colour of each face that is no pips, by the name that the seed has for it."""
        self._unit_seen = False
        """Whether dice in the newest view showed any of them."""
        self._smacks: SmackDetector | None = None
        self._places: SeatEstimator | None = None
        """Where players sit."""
        self._since_smacks: Matrix | None = None
        """How the camera has moved from where it was when hands began to be timed to the newest view; None: not."""
        self._rested: Image | None = None
        """The newest table at rest as that camera would have it, where it has moved."""
        self._moving = False
        self._passing = PassingCards()
        """Cards that lie there between two rests only."""
        self.smacks: tuple[SmackSeen, ...] = ()
        """The newest smacks, oldest first, for players who want to look again."""

    @property
    def sees(self) -> bool:
        """Whether a camera, a film or pictures look on."""
        return self._reader is not None

    def keep_dice(self, keep: bool) -> str:
        """Keep what the dice look like for later matches from now on, or keep nothing of them. Returns what to tell
        players."""
        assert self._kept is not None
        try:
            if keep:
                self._saved = self._eyes.known.learnt
                self._kept.save(self._eyes.known.looks)
            else:
                self._kept.remove()
        except SetError as error:
            return str(error)
        self.dice_kept = keep
        if keep:
            return say("Later matches know your dice from the start.")
        return say("What your dice look like is forgotten when this match is over.")

    def _take_kept(self) -> str:
        """Know the dice of earlier matches; what is wrong with those looks, if anything."""
        try:
            if self._kept is not None:
                self._eyes.known.take(self._kept.load())
        except SetError as error:
            return str(error)
        return ""

    def _keep_more(self) -> None:
        """Keep what has been learnt since, where looks are kept at all."""
        known = self._eyes.known
        if not self.dice_kept or self._kept is None or known.learnt < self._saved + MORE_LOOKS:
            return
        self._saved = known.learnt
        try:
            self._kept.save(known.looks)
        except SetError as error:
            self.dice_kept, self._untold = False, str(error)

    @property
    def newest_image(self) -> Image | None:
        """The picture from which the newest view was read, (height, width, 3) uint8 blue green red."""
        return self._newest

    @property
    def board_tapped(self) -> bool:
        """Whether the board is known by tapped corners."""
        return self._reader is not None and self._reader.tapped

    @property
    def reads_units(self) -> bool:
        """Whether dice in the newest view show the game's drawings instead of pips."""
        return self._unit_seen

    @property
    def _eyes(self) -> TableReader:
        assert self._reader is not None, "a match without a camera is shown no frame"
        return self._reader

    @property
    def times_hands(self) -> bool:
        """Whether hands are timed, so that every frame is needed."""
        return self._smacks is not None

    @property
    def moving(self) -> bool:
        """Whether hands are in view, or something moves."""
        return self._moving

    def see(self, frame: Frame) -> list[Notice]:
        """Process the next frame of the stream. Returns the notices it leads to."""
        look = self._eyes.look(frame)
        if look.settled:
            self._note_camera(frame, look)
        notices = [*self._check_blindness(frame), *self._hands(frame)]
        if self._untold:
            notices.append(self.tracker.remark(frame.time, self._untold))
            self._untold = ""
        if look.settled and look.view is not None:
            self._moving = False
            return [*notices, *self._settled(frame, look, look.view)]
        if look.state not in STILL:
            self._watch_cards(frame)
            if not self._moving:
                self.tracker.note_motion()
                self._tell_eyes()
            self._moving = True
            return notices
        self._keep_more()
        return notices if self._moving else [*notices, *self.tracker.due_notices(frame.time)]

    def read(self, image: Image) -> TableView:
        """The table in one picture, (height, width, 3) uint8 blue green red, whatever was seen before."""
        return self._ranked(self._eyes.read(image))

    @property
    def lines(self) -> Zones | None:
        """The zones between lines on the picture; None: the printed sheets have them."""
        return None if self._reader is None else self._reader.lines

    def move_lines(self, lines: Zones) -> list[Notice]:
        """Sort dice by these lines from now on. Returns the notices to which the newest view, sorted anew, leads."""
        view = self._eyes.move_lines(lines)
        return [] if view is None or self._moving else self.tracker.observe_rezoned(self._ranked(view))

    def draw(self, image: Image, read: bool = True, lines: Zones | None = None) -> Image:
        """A copy of the newest picture, on which the table lies as at the newest view: with what was `read` of it, and
        with the zones between `lines`, where there are such."""
        view, eyes = self.tracker.view if read else None, self._eyes
        if view is None and lines is None:
            return image
        return draw_table(image, view, eyes.plane, lines, eyes.since_view, eyes.since_lines)

    def catch_up(self, frame: Frame) -> None:
        """Process a frame of what the match knows already: the reader adapts to the table, without notices."""
        look = self._eyes.look(frame)
        self._moving = look.state not in STILL
        if look.settled and look.view is not None:
            self._arm(look.view)

    def _settled(self, frame: Frame, look: TableReading, view: TableView) -> list[Notice]:
        rolled = () if look.roll is None else look.roll.dice
        unsure = look.roll is not None and look.roll.unsure
        visits = None
        if self._smacks is not None:
            visits = None if look.adrift else self._smacks.visits()
            self._smacks.rest(self._steadied(frame))
        hands = None if visits is None else [Hand(tuple(visit.owners)) for visit in visits]
        turn = self.tracker.seated.game.awaited(self.tracker.position)
        notices = self._tell_passing(view, hands)
        self._newest = frame.image
        notices += self.tracker.observe(self._ranked(view), tuple(map(self._unit, rolled)), unsure, hands, look.again)
        if visits and turn.need == "flip" and [one.what for one in notices] == ["event"]:
            self._learn(turn.seat, visits)
        self._arm(view)
        return notices

    def _watch_cards(self, frame: Frame) -> None:
        """Look for cards that are flipped, and taken away before hands have left."""
        awaited = self.tracker.seated.game.awaited(self.tracker.position)
        if self._pile is not None and awaited.need == "flip" and self._passing.due(frame.time):
            self._passing.see(frame, self._eyes.glance_at_cards(frame.image))

    def _tell_passing(self, view: TableView, hands: Sequence[Hand] | None) -> list[Notice]:
        """Show the match the cards that lay there since the newest view and are gone in `view`, the next one. `hands`:
        those that came since; which of them did it, and which what `view` shows, nobody knows."""
        notices: list[Notice] = []
        for passing in self._passing.gone(view.cards):
            before = self.tracker.view
            if before is None or self.tracker.pending is not None:
                break
            self._newest = passing.frame.image
            shown = msgspec.structs.replace(before, time=passing.frame.time, cards=(*before.cards, passing.card))
            notices += self.tracker.observe(shown, (), False, hands)
        self._passing.rest(view.cards)
        return notices

    def _tell_eyes(self) -> None:
        """Tell the reader what is known of the dice."""
        self._eyes.known.told = self.tracker.told_faces.standing()
        seated, position = self.tracker.seated, self.tracker.position
        colours: set[Any] = {heap.colour for way in seated.layout(position).dice for heap in way}
        colours |= set(seated.game.awaited(position).by_colour or ())
        if colours:  # where nothing is claimed of dice they are the ones that were in play before
            self._eyes.colours.in_play = frozenset(one for one in colours if None not in colours and one is not None)

    def _learn(self, seat: int | None, visits: Sequence[HandVisit]) -> None:
        """Where the player sits who alone may have done what was seen, where only one hand came near."""
        assert self._smacks is not None and self._places is not None
        near = [visit for visit in visits if visit.outside <= NEAR_CARD_MM] or visits
        if seat is not None and len(near) == 1:
            self._places.acted(seat, near[0].entry, near[0].tip)
            self._smacks.seats = self._places.seats

    def _picture(self) -> bytes | None:
        """What the newest view was read from, where pictures are kept."""
        if not self._pictures or self._newest is None:
            return None
        good, jpeg = cv2.imencode(".jpg", self._newest, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return jpeg.tobytes() if good else None

    def _check_blindness(self, frame: Frame) -> list[Notice]:
        """That the picture shows nothing any more, or something again: once each."""
        if not self._eyes.blind:
            was_blind, self._blind_since, self._blind_told = self._blind_told, None, False
            return [self.tracker.remark(frame.time, say(SEES))] if was_blind else []
        if self._blind_since is None:
            self._blind_since = frame.time
        if self._blind_told or frame.time - self._blind_since < BLIND_FOR:
            return []
        self._blind_told = True
        return [self.tracker.remark(frame.time, say(BLIND))]

    # ------------------------------------------------------------------------------------------ dice with units

    def _ranked(self, view: TableView) -> TableView:
        """The view with the ranks of dice that show units instead of pips."""
        self._unit_seen = bool(self._units) and any(die.face is not None for die in view.dice)
        if not self._unit_seen:
            return view
        return msgspec.structs.replace(view, dice=tuple(map(self._unit, view.dice)))

    def _unit(self, die: Die) -> Die:
        known = self._units.get(die.face or "")
        if known is None:
            return die
        value, colour = known
        others = tuple((self._units[name][0], share) for name, share in die.face_alternatives if name in self._units)
        return msgspec.structs.replace(
            die, value=value, colour=colour, alternatives=others, face=None, face_alternatives=()
        )

    # ------------------------------------------------------------------------------------------ smacks

    def _arm(self, view: TableView) -> None:
        """Watch the pile, for a smack or against false ones."""
        plane = self._eyes.plane
        if self._pile is None or plane is None:
            return
        left, top, right, bottom = self._pile.box
        card = plane.pixels(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
        if self._smacks is None:
            middle = ((left + right) / 2, (top + bottom) / 2)
            self._places = SeatEstimator(self.tracker.seated.game.players, middle)
            self._smacks = SmackDetector(plane, card, self._places.seats)
        awaited = self.tracker.seated.game.awaited(self.tracker.position)
        if awaited.need != "smack":
            self._smacks.disarm(awaited.seat)
        elif not self._smacks.armed:
            seen = next((one for one in view.cards if one.zone is not None and one.face is not None), None)
            corners = None if seen is None else np.array(seen.corners, np.float64)
            if corners is not None and self._since_smacks is not None:
                back = np.linalg.inv(self._since_smacks)
                corners = np.asarray(cv2.perspectiveTransform(corners[None], back)[0], np.float64)
            self._smacks.arm(view.time, corners)

    def _hands(self, frame: Frame) -> list[Notice]:
        if self._smacks is None:
            return []
        smack = self._smacks.see(self._steadied(frame))
        return [] if smack is None else self._smacked(smack, frame.image.shape[1])

    @property
    def _swung(self) -> Matrix | None:
        """How the camera has moved since hands began to be timed, in pixels of frames; None: not."""
        return followed_by(self._since_smacks, self._eyes.since_view)

    def _steadied(self, frame: Frame) -> Frame:
        """The frame as the camera would have had it, had it not moved since hands began to be timed."""
        swung = self._swung
        if swung is None:
            return frame
        height, width = frame.image.shape[:2]
        there = np.zeros_like(frame.image) if self._rested is None else self._rested.copy()
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpPerspective(frame.image, swung, (width, height), there, flags, cv2.BORDER_TRANSPARENT)
        return frame._replace(image=there)

    def _note_camera(self, frame: Frame, look: TableReading) -> None:
        """The table has come to rest: the plane of its first sheet tells where the camera is."""
        plane = self._eyes.plane
        moved = look.camera is not None or self._since_smacks is not None
        if moved and plane is not None and self._smacks is not None:
            self._since_smacks = np.asarray(plane.to_pixels @ np.linalg.inv(self._smacks.plane.to_pixels), np.float64)
            self._rested = self._steadied(frame).image

    def _smacked(self, smack: Smack, width: int) -> list[Notice]:
        game = self.tracker.seated.game
        names = [game.seat_name(seat) for seat in smack.candidates]
        text = smack.sentence.format(*names)
        if self._smacks is not None and smack.replay:
            seen = seen_again(smack, self._smacks.plane, width, text)
            self.smacks = (*self.smacks, seen)[-MOST_KEPT:]
        if smack.kind != "smack":
            return [self.tracker.remark(smack.time, f"{text[0].upper()}{text[1:]}")]
        events: list[Any] = [game.parse_event({"do": "smacked", "seat": seat}) for seat in smack.candidates]
        if smack.winner is not None and self._swung is None:  # what a camera shows that moves is asked about
            return self.tracker.report_hands(smack.time, tuple(events[:1]), text)
        return self.tracker.report_hands(smack.time, tuple(events), text, sure=False)

"""One stream of a table with its game: eyes that see, an umpire that follows, and what hands do on a Smack Attack!."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from companion.journal import Journal
from companion.notices import Notice
from companion.referee import Seated
from companion.table import Die, TableView
from companion.umpire import Umpire
from seeds.sheets import Area
from vision.camera import Frame
from vision.seats import seats_around
from vision.smacks import Smack, SmackWatch
from vision.table_eyes import TableEyes, TableLook

__all__ = ["Refereed"]

STILL = ("idle", "at rest")
"""The states of a stream in which hands are done."""


class Refereed:
    """Looks at one frame after another and tells what happened. Not for several threads at once."""

    def __init__(
        self, seated: Seated, eyes: TableEyes, pile: Area | None = None, journal: Journal | None = None
    ) -> None:
        """`pile`: where cards that may be smacked lie, in millimetres of the first sheet."""
        self.umpire = Umpire(seated, journal)
        self._eyes, self._pile = eyes, pile
        self._units = {
            seated.game.face_name(seat, face): (face, seated.colours[seat])
            for seat in range(seated.game.players)
            for face in range(1, 7)
            if hasattr(seated.game, "face_name")
        }
        self._smacks: SmackWatch | None = None
        self._moving = False

    def see(self, frame: Frame) -> list[Notice]:
        """What the next frame of the stream tells."""
        look = self._eyes.look(frame)
        told = self._hands(frame)
        if look.settled and look.view is not None:
            self._moving = False
            return [*told, *self._settled(look, look.view)]
        if look.state not in STILL:
            if not self._moving:
                self.umpire.stirred()
            self._moving = True
            return told
        return told if self._moving else [*told, *self.umpire.waited(frame.time)]

    def _settled(self, look: TableLook, view: TableView) -> list[Notice]:
        rolled = () if look.roll is None else look.roll.dice
        unsure = look.roll is not None and look.roll.unsure
        told = self.umpire.saw(self._ranked(view), tuple(map(self._unit, rolled)), unsure)
        self._arm(view)
        return told

    # ------------------------------------------------------------------------------------------ dice with units

    def _ranked(self, view: TableView) -> TableView:
        """The view with the ranks of dice that show units instead of pips."""
        if not self._units or all(die.face is None for die in view.dice):
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
            seats = seats_around(self.umpire.seated.game.players, plane, middle)
            self._smacks = SmackWatch(plane, card, seats)
        awaited = self.umpire.seated.game.awaited(self.umpire.position)
        if awaited.need != "smack":
            self._smacks.disarm(awaited.seat)
        elif not self._smacks.armed:
            seen = next((one for one in view.cards if one.zone is not None and one.face is not None), None)
            corners = None if seen is None else np.array(seen.corners, np.float64)
            self._smacks.arm(view.time, corners)

    def _hands(self, frame: Frame) -> list[Notice]:
        if self._smacks is None:
            return []
        smack = self._smacks.see(frame)
        return [] if smack is None else self._smacked(smack)

    def _smacked(self, smack: Smack) -> list[Notice]:
        game = self.umpire.seated.game
        names = [game.seat_name(seat) for seat in smack.candidates]
        text = smack.sentence.format(*names)
        if smack.kind != "smack":
            return [self.umpire.remark(smack.time, f"{text[0].upper()}{text[1:]}")]
        events: list[Any] = [game.parse_event({"do": "smacked", "seat": seat}) for seat in smack.candidates]
        if smack.winner is not None:
            return self.umpire.told_by_hands(smack.time, tuple(events[:1]), text)
        return self.umpire.told_by_hands(smack.time, tuple(events), text)

"""Carries out each event of a game as acts of hands: what is thrown, moved, turned and taken, and in which parts.

What is moved is what differs between the layouts before and after; here is decided how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.authoring import draw_dice
from companion.rules.self_play import Step
from companion.table.layout import Face
from companion.table.view import Colour
from models.train.matches.script.acts import USUAL, Course, Pace, SmackingHand
from models.train.matches.stage import (
    Change,
    Placement,
    Point,
    Setting,
    Stage,
    across_line,
    beside,
    between_cells,
    changes_to,
    combat_of,
    in_area,
    onto,
)


@dataclass(frozen=True)
class Manner:
    """How one event is carried out."""

    pace: Pace = USUAL
    apart: bool = False
    """Whether the hand leaves between the parts of an act."""
    forgets: bool = False
    """Whether what follows is forgotten for a while."""
    askew: bool = False
    """Whether the last thing is first laid where nobody can tell what is meant."""
    rests: bool = True
    """Whether the table comes to rest before the next event."""


@dataclass
class Done:
    """What happened beside the event itself, with the seconds."""

    misplaced: tuple[float, float, int] | None = None
    """From, until, and the thing."""
    forgotten: tuple[float, float] | None = None
    smacks: tuple[SmackingHand, ...] = ()
    said: float | None = None


@dataclass
class Conduct:
    """The people at one table."""

    table: Setting
    course: Course
    events: int = 0
    """How many have been carried out."""
    throwing: dict[int, Colour] = field(default_factory=dict)
    """In a battle of Doubles Wild, or the throw for the start: whose dice are of which colour."""
    last: set[int] = field(default_factory=set)
    """The dice that were thrown last."""

    @property
    def stage(self) -> Stage:
        return self.course.stage

    def pause(self, pace: Pace) -> float:
        return self.table.lot.uniform(*pace.pauses)

    def carry_out(self, step: Step, manner: Manner) -> Done:
        """One event, until all of it lies on the table; the rest after it is not taken here."""
        before, event, after = step
        done = Done()
        need = self.table.game.awaited(before)
        raw = self.table.game.format_event(event)
        seat = self.seat_of(before, raw)
        layout = self.table.game.layout(after, self.table.colours)
        unsettled = self.table.game.unsettled(before, event, self.table.colours)
        self._follow(before, after)
        moved = True
        if need.need == "roll":
            self._roll(before, event, seat, manner)
        elif raw["do"] in ("smacked", "false-smack"):
            done.smacks = self._smack(raw)
        elif raw["do"] in ("reroll", "throw"):
            self._take_up(before, raw, seat, manner)
        else:
            changes = changes_to(self.stage, layout if unsettled is None else unsettled, self.table, seat)
            moved = bool(changes)
            self._move(seat, changes, manner, done, step)
        if unsettled is not None:
            self._follow_up(layout, self._taker(after, seat), manner, done)
        elif need.need == "roll" or raw["do"] == "false-smack":
            changes = changes_to(self.stage, layout, self.table, seat)
            if changes:
                self.course.hand(seat, changes, manner.pace)
        if not moved:
            done.said = self.course.now
        self.events += 1
        if self.stage.piles:
            self.course.stage = replace(self.stage, piles=tuple(after.piles))
        return done

    def seat_of(self, before: Any, raw: dict[str, Any]) -> int:
        """Whose hand it is."""
        if "seat" in raw and raw["do"] in ("smacked", "false-smack"):
            return int(raw["seat"])
        need = self.table.game.awaited(before)
        return 0 if need.seat is None else need.seat

    # -------------------------------------------------------------------------------------------------- by hand

    def _move(self, seat: int, changes: list[Change], manner: Manner, done: Done, step: Step) -> None:
        """Things go where they go, perhaps in two parts, perhaps the last of them askew at first."""
        if not changes:
            return
        mended: Change | None = None
        if manner.askew:
            askew = self._askew(changes[-1])
            if askew is not None:
                mended, changes = changes[-1], [*changes[:-1], askew]
        parts = self._parts(changes, seat) if manner.apart else [changes]
        for number, part in enumerate(parts):
            self.course.hand(seat, part, manner.pace)
            if number + 1 < len(parts):
                self.course.rest(self.table.lot.uniform(0.6, 1.6), "underway", self.events)
        if mended is not None:
            start = self.course.now
            self.course.rest(self.table.lot.uniform(1.6, 4.5), "misplaced", self.events)
            self.course.hand(seat, [mended], manner.pace)
            done.misplaced = (start, self.course.now, mended.thing)

    def _parts(self, changes: list[Change], seat: int) -> list[list[Change]]:
        """The own things first, then the others."""
        colour = self.table.colours[seat]
        own = [change for change in changes if self.stage.things[change.thing].colour == colour]
        others = [change for change in changes if change not in own]
        if self.table.lot.random() < 0.3:
            own, others = others, own
        return [part for part in (own, others) if part]

    def _askew(self, change: Change) -> Change | None:
        """The same thing laid where nobody can tell what is meant; None where that cannot be."""
        thing, lot = self.stage.things[change.thing], self.table.lot
        if change.to is None:
            return None
        if thing.kind == "die" and change.to.sheet is not None:
            zone = self.stage.zone_of(change.to)[0]
            found = [(number, area) for name, number, area in self.stage.zones() if name == zone]
            placed = across_line(self.stage, *found[0], lot, change.to.face) if found else None
            return None if placed is None else Change(change.thing, placed)
        cell = self.stage.cell_of(change.to)
        if thing.kind in ("marker", "pawn") and cell is not None and cell.grid == "board" and not change.to.level:
            placed = between_cells(self.stage, cell, lot)
            at = self.stage.poses[placed.sheet or 0].table((placed.x, placed.y))
            return Change(change.thing, placed) if self.stage.free(*at, thing.radius, [change.thing]) else None
        return None

    def _follow_up(self, layout: Any, seat: int, manner: Manner, done: Done) -> None:
        """What follows from an event: surplus heroes, jumped pawns, the score, the cards that were won."""
        lot = self.table.lot
        start = self.course.now
        changes = changes_to(self.stage, layout, self.table, seat)
        if not changes:
            return
        if manner.forgets:
            self.course.rest(lot.uniform(3.0, 6.0), "unsettled", self.events)
            done.forgotten = (start, self.course.now)
        elif manner.apart or self.course.beats[-1].kind == "throw":
            self.course.rest(lot.uniform(0.6, 1.4), "unsettled", self.events)
        else:
            self.course.overlap()
        self.course.hand(seat, changes, manner.pace)

    def _taker(self, after: Any, seat: int) -> int:
        """Who does what follows: of cards whoever won them, and so flips next."""
        winner = after.turn if self.stage.piles else None
        return seat if winner is None else int(winner)

    # -------------------------------------------------------------------------------------------------- dice

    def _follow(self, before: Any, after: Any) -> None:
        """Remember who throws which dice."""
        if self.table.play != "pairs":
            return
        if after.battle is not None and before.battle is None:
            ways: tuple[tuple[Colour, Colour], ...] = (("red", "blue"), ("blue", "red"))
            one, other = self.table.lot.choice(ways)
            self.throwing = {after.battle.attacker: one, after.battle.defender: other}
        elif after.battle is None and before.battle is None:
            self.throwing.clear()

    def hand_of(self, before: Any, event: Any, seat: int) -> list[tuple[int, Face]]:
        """The dice that are thrown with what they will show; those that still lie have to be taken up first."""
        stage, lot, raw = self.stage, self.table.lot, self.table.game.format_event(event)
        if self.table.dice:
            return self._of_box(before, event)
        if self.table.play == "zones":
            own = self.table.colours[seat]
            out = [n for n, thing in enumerate(stage.things) if n not in stage.at and thing.colour == own]
            faces = list(raw["faces"])
            lot.shuffle(faces)
            return list(zip(out, faces, strict=True))
        if self.table.play == "direction":
            number = next(n for n, thing in enumerate(stage.things) if thing.kind == "die")
            direction = next(n for n, thing in enumerate(stage.things) if thing.kind == "direction die")
            return [(number, raw["number"]), (direction, raw["direction"])]
        if raw["do"] == "rolled":
            held = before.rolled
            chosen: list[tuple[int, Face]] = []
            for colour in ("red", "blue"):
                if held is None or getattr(held, colour) is None:
                    chosen += zip(self._of_colour(colour, 2), raw[colour], strict=True)
            return chosen
        faces = list(raw["faces"])
        lot.shuffle(faces)
        thrown = self._of_colour(self.throwing.get(seat) or lot.choice(("red", "blue")), len(faces))
        return list(zip(thrown, faces, strict=True))

    def _of_box(self, before: Any, event: Any) -> list[tuple[int, Face]]:
        """Any of the dice that need not stay, those that lie there first."""
        stage, lot, game = self.stage, self.table.lot, self.table.game
        count = game.awaited(before).dice or 0
        faces = tuple(getattr(event, "faces", ()))
        while len(faces) != count or game.roll_of(before, faces) != event:  # type: ignore[attr-defined]
            faces = draw_dice(count, lot)
        thrown = list(faces)
        lot.shuffle(thrown)
        stays = self._staying(before)
        loose = [n for n, thing in enumerate(stage.things) if thing.kind == "die" and n not in stays]
        return list(zip(sorted(loose, key=lambda n: n not in stage.at), thrown, strict=False))

    def _staying(self, before: Any) -> list[int]:
        """The dice that have to lie where they are while others are thrown: those that lay there already first."""
        stays: list[int] = []
        lying = sorted(self.stage.dice(), key=lambda n: n in self.last)
        for heap in (heap for heaps in self.table.game.layout(before, self.table.colours).dice[:1] for heap in heaps):
            for face in heap.faces or ():
                stays += [n for n in lying if n not in stays and self.stage.at[n].face == face][:1]
        return stays

    def _of_colour(self, colour: str, count: int) -> list[int]:
        """Dice of a colour: those in a hand first."""
        stage = self.stage
        alike = [n for n, thing in enumerate(stage.things) if thing.kind == "die" and thing.colour == colour]
        return sorted(alike, key=lambda n: (n in stage.at, self.table.lot.random()))[:count]

    def _take_up(self, before: Any, raw: dict[str, Any], seat: int, manner: Manner) -> None:
        """The dice that will be thrown again go into a hand."""
        stage, taken = self.stage, []
        if raw["do"] == "reroll":
            for colour in ("red", "blue"):
                if raw["dice"] in (colour, "both"):
                    taken += self.showing(colour, getattr(before.rolled, colour))
        else:
            taken = self.showing(self.throwing[seat], raw["dice"])
        assert all(number in stage.at for number in taken)
        self.course.hand(seat, [Change(number, None) for number in taken], manner.pace)

    def showing(self, colour: str, faces: Sequence[int]) -> list[int]:
        """The dice of a colour that show these faces; where several do, those that were thrown last."""
        left = list(faces)
        chosen = []
        for number in sorted(self.stage.dice(), key=lambda n: n not in self.last):
            face = self.stage.at[number].face
            if self.stage.things[number].colour == colour and face in left:
                left.remove(int(face))
                chosen.append(number)
        return chosen

    def _roll(self, before: Any, event: Any, seat: int, manner: Manner) -> None:
        hand = self.hand_of(before, event, seat)
        placed = [number for number, _ in hand if number in self.stage.at]
        if self.table.dice:  # those of a bigger roll are put away, too
            stays = self._staying(before)
            placed = [number for number in self.stage.dice() if number not in stays]
        if placed:
            self.course.hand(seat, [Change(number, None) for number in placed], manner.pace)
            if manner.pace.gathered is None and self.table.lot.random() < 0.5:
                self.course.rest(self.table.lot.uniform(0.6, 1.2), "underway", self.events)
        self.throw(seat, hand, manner.pace)

    def throw(self, seat: int, hand: Sequence[tuple[int, Face]], pace: Pace) -> None:
        """Dice fly into Combat, or beside the sheets; those beside a mat are then sorted by hand."""
        table, lot = self.table, self.table.lot
        armies = table.play == "zones"
        aside = armies and lot.random() < table.habits.sorted_by_hand
        side = lot.choice((-1.0, 1.0)) if not table.ways[seat][0] else table.ways[seat][0]
        now, changes = self.stage, []
        for number, face in hand:
            to: Placement | None = None
            if armies and not aside:
                to = in_area(now, *combat_of(now, seat), lot, face)
                to = to._replace(yaw=lot.uniform(-3.1, 3.1))
            elif not armies and _has_board(now) and lot.random() < table.habits.onto:
                to = onto(now, "board", lot, face)
            to = to or beside(now, lot, face, (side, table.ways[seat][1]))
            changes.append(Change(number, to))
            now = now.after(changes[-1:])
        self.course.throw(seat, changes, pace)
        self.last = {number for number, _ in hand} | (self.last if len(hand) < 4 else set())
        if aside:
            self.course.rest(lot.uniform(0.7, 1.5), "underway", self.events)
            sorted_ = []
            now = self.stage
            for number, face in hand:
                sorted_.append(Change(number, in_area(now, *combat_of(now, seat), lot, face, [number])))
                now = now.after(sorted_[-1:])
            self.course.hand(seat, sorted_, pace)

    # -------------------------------------------------------------------------------------------------- cards

    def _smack(self, raw: dict[str, Any]) -> tuple[SmackingHand, ...]:
        """Hands on the pile: the winner's first, others a little later; alone where nobody else was fooled."""
        lot, table = self.table.lot, self.table
        way = table.ways[int(raw["seat"])]
        hands = [(int(raw["seat"]), 0.0, _near(lot, way))]
        if raw["do"] == "smacked":
            for seat in range(table.game.players):
                if seat != raw["seat"] and lot.random() < 0.7:
                    hands.append((seat, lot.uniform(0.12, 0.7), _near(lot, table.ways[seat])))
        self.course.smack(hands)
        if raw["do"] == "smacked":
            self.course.rest(lot.uniform(0.6, 1.2), "unsettled", self.events)
        return self.course.beats[-1].smacks


def _has_board(stage: Stage) -> bool:
    return any(grid.id == "board" for page in stage.pages for grid in page.sheet.grids)


def _near(lot: Random, way: Point) -> Point:
    """Where a smacking hand lands, off the card's middle toward its owner."""
    out = lot.uniform(0, 16)
    return way[0] * out + lot.gauss(0, 8), way[1] * out + lot.gauss(0, 8)

"""Tracks which dice came to rest anew since the last recorded roll: only those can show one.

Eyes that saw dice roll say so. Where they did not, a die counts as fresh that shows what no die of its colour showed
before, or lies where none was and nothing like it is missing elsewhere; one that hands carried from place to place
shows the same face as before. One that nobody moved shows what it showed for certain, mostly, if it is in doubt now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import dist, hypot
from typing import TypeAlias

import msgspec

from companion.evidence.captured_dice import as_counted, tumbled
from companion.evidence.dice_match import options
from companion.evidence.evidence import Evidence, RollVisibility
from companion.evidence.hand_match import Hand
from companion.evidence.moved_cards import CardFreshness
from companion.table import Box, Cards, Die, Layout, TableView, alike, face_of, zone_parts

SAME_PLACE = 0.45
"""Sides of a die by which it may seem to have moved although nobody touched it."""
TURNED = 1.0
"""Sides of a die within which one that shows another face has been turned by hand: one that is rolled goes further."""
CARRIED = 3
"""Dice from which those that show what others showed before are taken to be these."""
TOGETHER, STAYED = 0.6, 4.0
"""Sides of a die within which all must have moved alike that were pushed with their sheet; and millimetres of the first
sheet within which one still lies where it lay on it."""
UNTURNED, SURE_UNTURNED = 50.0, 0.99
"""How much likelier a die in doubt shows what it showed for certain where it lies, than that somebody turned it there;
and probability from which it does so for certain."""
MAY_SHOW = 0.02
"""Probability of what a die showed from which it may show that still; else it was plainly turned."""
MOST_AWAY = 40
"""Dice that are remembered while they are out of sight."""

Sign: TypeAlias = tuple[object, ...]
"""What tells one die from others, wherever it lies: its colour and what it shows."""


class Freshness:
    """Tracks fresh dice and new cards from view to view."""

    def __init__(self) -> None:
        self._previous: tuple[tuple[Die, int], ...] = ()
        """The dice of the newest view, each with the number of the view in which it came to rest anew; 0: it is not
        fresh; below 0: nor is it, for hands carried it, but it came to rest there in that view."""
        self._certain: Mapping[Box, Die] = {}
        """How those of them that are in doubt were seen for certain where they lie, by their boxes."""
        self._counts_as: Mapping[Box, int] = {}
        """What captured ones of them count as that show something else, by their boxes."""
        self._away: list[tuple[Die, int]] = []
        """Those that lay there once and are in a hand, or hidden."""
        self._first = True
        self._views = 0
        """How many there have been."""
        self._width: int | None = None
        """Of the newest picture, in pixels."""
        self.sight: RollVisibility = "seen"
        """How well those that are fresh were seen to roll."""
        self.thrown = False
        """Whether any of the newest view were thrown since the one before, as far as eyes can be believed."""
        self.still: frozenset[int] = frozenset()
        """Which dice of the newest view lie as they lay in the one before, and were not seen to roll."""
        self.untouched: frozenset[int] = frozenset()
        """Which of them have lain there since the table first agreed with what was played last, and show what they
        showed."""
        self._played = -1
        """How much had been played then."""
        self.cards = CardFreshness()

    @property
    def now(self) -> frozenset[int]:
        """Which dice of the newest view are fresh."""
        return frozenset(n for n, (_, view) in enumerate(self._previous) if view > 0)

    @property
    def throws(self) -> dict[int, int]:
        """The same and those that were carried, each with the number of the view in which it came to rest: those of one
        throw have the same."""
        return {n: abs(view) for n, (_, view) in enumerate(self._previous) if view}

    def evidence(self, view: TableView, hands: Sequence[Hand] | None) -> Evidence:
        """The newest view with what is known of its changes, after these hands (None: nobody watched them)."""
        view = msgspec.structs.replace(view, dice=as_counted([die for die, _ in self._previous], self._counts_as))
        cards = self.cards
        return Evidence(
            view,
            self.now,
            self.sight,
            cards.new,
            self.still,
            hands,
            cards.first,
            self.throws,
            cards.same,
            self.untouched,
        )

    def evidence_told(self, view: TableView) -> Evidence:
        """The newest view once something was told of it: no card is new any more, and hands tell nothing."""
        return Evidence(view, self.now, self.sight, frozenset())

    def forget(self) -> None:
        """Marks all dice as old, once a roll has been recorded."""
        self._previous = tuple((die, 0) for die, _ in self._previous)
        self._away = [(die, 0) for die, _ in self._away]
        self.sight = "seen"

    def agree(self, view: TableView, lie: Cards | None, played: int) -> None:
        """The newest view shows what the game expects: what is touched from now on is so by what happens next. `lie`:
        the cards as they should lie; `played`: how much has been played. Dice that moved since the table agreed with
        that much may have been rolled, though nothing seems to have happened."""
        if played != self._played:
            self._played, self.untouched = played, frozenset(range(len(self._previous)))
        self.cards.agree(view, lie)

    def forget_in_zones(self, seat: int | None) -> None:
        """What lies in zones has been sorted into them, and is no roll; but for those of a seat that is to roll."""
        self._previous = tuple(
            (die, fresh if die.zone is None or zone_parts(die.zone)[1] == seat else 0) for die, fresh in self._previous
        )

    def after(
        self,
        view: TableView,
        rolled: Sequence[Die],
        unsure: bool = False,
        layout: Layout | None = None,
        lags: bool = False,
    ) -> frozenset[int]:
        """Which dice of `view` are fresh; `rolled`: those that were seen to roll, `unsure`: there may be more, or none;
        `layout`: how the table lies by the game, `lags`: once hands have done what they still have to do."""
        self.cards.after(view)
        self._follow_size(view)
        before, self.sight = self.sight, "seen"
        self._views += 1
        rolled_boxes = {die.box for die in rolled}
        left, steady, certain = list(self._previous), list(view.dice), dict[Box, Die]()
        counts_as = dict[Box, int]()
        were_untouched, untouched = {self._previous[n][0].box for n in self.untouched}, set[int]()
        fresh: dict[int, int] = {}
        for n, die in enumerate(view.dice):
            same = next((one for one in left if _lies_as(one[0], die)), None)
            if same is not None:
                left.remove(same)
                fresh[n] = self._views if die.box in rolled_boxes else same[1]
                if die.box not in rolled_boxes:
                    untouched |= {n} if same[0].box in were_untouched else set()
                    known = self._certain.get(same[0].box, same[0])
                    steady[n] = _steadied(die, known)
                    if known.certain and not die.certain:
                        certain[die.box] = known
                    if same[0].box in self._counts_as and face_of(steady[n]) == face_of(same[0]):
                        counts_as[die.box] = self._counts_as[same[0].box]
        for n, was in _pushed([n for n in range(len(view.dice)) if n not in fresh], view, left).items():
            left.remove(was)  # with the sheet on which it lies
            fresh[n] = was[1]
            rolled_boxes -= {view.dice[n].box}
        for n, die in enumerate(view.dice):  # turned where it lay
            turned = next((one for one in left if n not in fresh and _turned(one[0], die)), None)
            if turned is not None and die.box not in rolled_boxes:
                left.remove(turned)
                fresh[n] = turned[1]
        missing = _signs_of_layout(layout) - Counter(_sign_of_die(view.dice[n]) for n in fresh)
        believed = self._believed(view, rolled_boxes, fresh, left, missing if lags or unsure else Counter(), lags)
        self.thrown = bool(believed)
        unsure = unsure and (self.thrown or not rolled_boxes)  # all were carried: there was no roll
        rolled_boxes = believed
        self.still = frozenset(n for n in fresh if view.dice[n].box not in rolled_boxes)
        self.untouched = frozenset(untouched)
        self._counts_as = tumbled(steady, self.still, layout, counts_as)
        left += self._away
        new = [n for n in range(len(view.dice)) if n not in fresh]
        new.sort(key=lambda n: view.dice[n].box in rolled_boxes)
        carried = _carried(new, view, left)
        seen_to_roll, others = sum(view.dice[n].box in rolled_boxes for n in new), 0
        for n in new:  # what was carried, has come back, or come anew
            die, lay = view.dice[n], carried.get(n)
            if lay is None and die.box in rolled_boxes:
                gone = next((one for one in left if alike(one[0].colour, die.colour)), None)
                if gone is not None:
                    left.remove(gone)
            put_back = lay is None and die.box not in rolled_boxes and missing[_sign_of_die(die)] > 0
            missing[_sign_of_die(die)] -= 1
            anew = die.box in rolled_boxes or (lay is None and not self._first and not put_back)
            carried_here = 0 if lay is None else lay[1] if lay[1] > 0 else -self._views
            fresh[n] = self._views if anew else carried_here
            if die.box not in rolled_boxes and not self._first and not put_back and (lay is None or unsure):
                fresh[n] = self._views
                others += 1
                if lay is not None or others > seen_to_roll:  # fewer were thrown with those that were seen to roll
                    self.sight = "unsure"
        if self.sight == "seen" and not all(view.dice[n].box in rolled_boxes for n in fresh if fresh[n] > 0):
            self.sight = before  # of those that came to lie anew before
        self._away = left[-MOST_AWAY:]
        self._first = False
        self._previous, self._certain = tuple((die, fresh[n]) for n, die in enumerate(steady)), certain
        return self.now

    def _believed(
        self,
        view: TableView,
        rolled_boxes: set[Box],
        lie: dict[int, int],
        left: Sequence[tuple[Die, int]],
        missing: Counter[Sign],
        lags: bool,
    ) -> set[Box]:
        """Those that were rolled of the dice of which eyes say so. Dice that show just what others showed that are
        gone, or what is `missing` of how the table should lie, were carried, mostly: three or more would hardly fall
        so, and of fewer nobody can be sure, if hands had anything to do."""
        came = Counter(_sign_of_die(die) for n, die in enumerate(view.dice) if die.box in rolled_boxes and n not in lie)
        gone = Counter(_sign_of_die(die) for die, _ in left)
        several = came.total() >= CARRIED
        if not came or (came - gone and (came - missing or not (several or lags))):
            return rolled_boxes
        if several:
            return {view.dice[n].box for n in lie} & rolled_boxes
        self.sight = "carried"
        return rolled_boxes

    def _follow_size(self, view: TableView) -> None:
        """A camera that was switched to another size sees everything elsewhere, and nothing of it is new."""
        was, self._width = self._width, view.width
        if was is None or was == view.width:
            return
        scale = view.width / was
        self._previous = tuple((_scaled(die, scale), fresh) for die, fresh in self._previous)
        self._away = [(_scaled(die, scale), fresh) for die, fresh in self._away]


def _scaled(die: Die, scale: float) -> Die:
    x0, y0, x1, y1 = die.box
    return msgspec.structs.replace(die, box=(x0 * scale, y0 * scale, x1 * scale, y1 * scale))


def _sign_of_die(die: Die) -> Sign:
    return die.colour, die.value, die.face


def _signs_of_layout(layout: Layout | None) -> Counter[Sign]:
    """The signs of the dice that lie as a layout has them, in the first of its ways."""
    found: Counter[Sign] = Counter()
    for heap in layout.dice[0] if layout is not None and layout.dice else ():
        for face in heap.faces or ():
            found[heap.colour, face if isinstance(face, int) else None, face if isinstance(face, str) else None] += 1
    return found


def _lies_as(was: Die, die: Die) -> bool:
    """Whether a die lies where another lay, and may show the same."""
    return _apart(was, die) < SAME_PLACE and _alike(was, die)


def _steadied(die: Die, was: Die) -> Die:
    """A die in doubt, weighed with what it showed for certain in the same place; its colour is the one it had there.
    Of two looks that leave it in doubt the less sure one counts: among many one is sure enough by chance."""
    if die.colour is None:
        die = msgspec.structs.replace(die, colour=was.colour)
    shown = face_of(was)
    named = isinstance(shown, str)
    if not die.certain and not was.certain and face_of(die) == shown and was.confidence < die.confidence:
        looks = {"alternatives": was.alternatives, "face_alternatives": was.face_alternatives}
        return msgspec.structs.replace(die, confidence=was.confidence, **looks)
    if die.certain or not was.certain or die.across or isinstance(face_of(die), str) != named:
        return die
    read = {face: share for face, share in options(die) if face is not None}
    if read.get(shown, 0.0) < MAY_SHOW:
        return die
    weights = {face: share * (UNTURNED if face == shown else 1.0) for face, share in read.items()}
    best, *others = sorted(weights, key=lambda face: -weights[face])
    total = sum(weights.values())
    confidence = round(weights[best] / total, 4)
    certain = best == shown and confidence >= SURE_UNTURNED
    alternatives = tuple((face, round(weights[face] / total, 4)) for face in others)
    told = {"face": best, "face_alternatives": alternatives} if named else {"value": best, "alternatives": alternatives}
    return msgspec.structs.replace(
        die, confidence=confidence, certain=certain, doubts=() if certain else die.doubts, **told
    )


def _pushed(new: Sequence[int], view: TableView, old: Sequence[tuple[Die, int]]) -> dict[int, tuple[Die, int]]:
    """Those of the `new` dice that lie elsewhere in the picture only because their sheet does, each with what it was:
    on the sheet one lies where it lay, or several have moved alike and show what they showed."""
    found: dict[int, tuple[Die, int]] = {}
    taken: set[int] = set()
    for n in new:
        die = view.dice[n]
        for m, (was, _) in enumerate(old):
            near = was.place is not None and die.place is not None and dist(was.place, die.place) <= STAYED
            if near and m not in taken and _alike(was, die):
                found[n] = old[m]
                taken.add(m)
                break
    pairs = [
        (n, m, _way(old[m][0], view.dice[n]))
        for n in new
        for m in range(len(old))
        if n not in found and m not in taken and old[m][0].zone == view.dice[n].zone and _alike(old[m][0], view.dice[n])
    ]
    groups = [_moved_alike(way, pairs, view) for _, _, way in pairs]
    best = max(groups, key=len, default={})
    if len(best) >= CARRIED:
        found |= {n: old[m] for n, m in best.items()}
    return found


def _carried(new: Sequence[int], view: TableView, old: list[tuple[Die, int]]) -> dict[int, tuple[Die, int]]:
    """What the `new` dice were that lay elsewhere, the first ones first: those that show just what they showed before
    any that may have shown something else. Takes what they were from `old`."""
    found: dict[int, tuple[Die, int]] = {}
    for same in (_shows_as, _alike):
        for n in new:
            there = next((one for one in old if n not in found and same(one[0], view.dice[n])), None)
            if there is not None:
                old.remove(there)
                found[n] = there
    return found


def _way(was: Die, die: Die) -> tuple[float, float]:
    (x, y), (u, v) = was.centre, die.centre
    return u - x, v - y


def _moved_alike(
    way: tuple[float, float], pairs: Sequence[tuple[int, int, tuple[float, float]]], view: TableView
) -> dict[int, int]:
    """Of pairs of a new die and an old one, those that went the same way; each die once."""
    found: dict[int, int] = {}
    for n, m, other in sorted(pairs, key=lambda pair: dist(pair[2], way)):
        box = view.dice[n].box
        so = dist(other, way) <= TOGETHER * max(min(box[2] - box[0], box[3] - box[1]), 1.0)
        if so and n not in found and m not in found.values():
            found[n] = m
    return found


def _turned(was: Die, die: Die) -> bool:
    """Whether a die shows something else where another of its colour lay."""
    return _apart(was, die) < TURNED and alike(was.colour, die.colour)


def _apart(was: Die, die: Die) -> float:
    """Distance of their middles in sides of a die."""
    side = max(min(die.box[2] - die.box[0], die.box[3] - die.box[1]), 1.0)
    (x, y), (u, v) = was.centre, die.centre
    return hypot(x - u, y - v) / side


def _shows_as(was: Die, die: Die) -> bool:
    """Whether two sightings show the same for certain."""
    return was.certain and die.certain and _alike(was, die)


def _alike(was: Die, die: Die) -> bool:
    """Whether two sightings may be of one die that was not rolled."""
    if not alike(was.colour, die.colour):
        return False
    if was.certain and die.certain:
        return (was.value, was.face) == (die.value, die.face)
    shown = {was.value, *(value for value, _ in was.alternatives)} if was.value is not None else None
    return shown is None or die.value is None or die.value in shown or was.value in {v for v, _ in die.alternatives}

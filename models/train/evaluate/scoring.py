"""Scores what was read in labelled pictures: what counts as found, right, false, exact, certain and silent.

One picture gives one `ScoredPicture`: counts whose sums make a table (see SHARES), and one `Verdict` a reading, from
which everything else on the card is worked out. Labels and lines are plain dicts in the formats that labels.py and
`companion scan --json` describe.

A reading sits on a labelled die when either box holds the other's middle and the other way round, or they overlap by
half (intersection over union); where the label covers only a part of the die ("box_of"), when one of the middles lies
in the other box and the reading is no more than WIDEST times as long as the label. Each die gets one reading at most,
the best overlaps first. Readings on what is not to be scored (other kinds of dice, unknown faces, symbols) are passed
over. Where dice are listed without boxes, the faces are compared as multisets.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Label = dict[str, Any]
Line = dict[str, Any]

BOXED, TOTAL_ONLY = "boxes", "total only"
LISTED = ("values only", "values and cells")
NO_DICE = ("cells", "no dice", "unlabelled board")
"""How a picture can be labelled; one labelled otherwise is left out."""
ANY_DIE = re.compile(r"d\d+p?|die|dice")
"""Kinds of objects that a reader may well take for a die: readings too many are forgiven for them."""
WIDEST = 6
SAME = 0.5
"""Intersection over union from which two boxes are of one die."""


@dataclass(frozen=True)
class Verdict:
    """One reading that is scored."""

    box: tuple[float, float, float, float]
    read: int | None
    truth: int | None
    """The face of the labelled die it sits on; None: on no such die, or the labels have no boxes."""
    right: bool
    confidence: float
    certain: bool
    doubts: tuple[str, ...] = ()


@dataclass
class ScoredPicture:
    """One picture with its label and what was read; `counts` has the keys that Figures adds up."""

    label: Label
    line: Line
    counts: Counter[str]
    exact: bool | None = None
    """None: not every die of the picture has a known face, or there is none."""
    by_place: bool = False
    """Whether the labels have boxes, so that it is known which reading is of which die."""
    verdicts: list[Verdict] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    """Faces of the boxed dice that no reading sits on."""
    misread: list[Label] = field(default_factory=list)
    """The boxed dice that were not read rightly."""

    @property
    def ms(self) -> float | None:
        """How long the reading took, in milliseconds; None where it is not known."""
        return self.line.get("ms") if self.counts["images"] else None

    @property
    def silent(self) -> int:
        return self.counts["silent"]

    @property
    def mistakes(self) -> int:
        """Dice not read rightly, and readings on no die."""
        return self.counts["dice"] - self.counts["right"] + self.counts["false"]


SHARES = {
    "found": ("found", "placed"),
    "right": ("right", "dice"),
    "exact": ("exact", "judged"),
    "certain": ("sure", "readings"),
    "silent": ("silent", "sure"),
    "clean": ("clean", "clean shown"),
    "colour": ("colour right", "coloured"),
}
"""The two counts of each share that a table shows.

    found     dice (of unknown face too, where boxed) that a reading of any face sits on, of all
    right     labelled dice found and read rightly, of all
    exact     pictures whose whole set of faces is right and that have no reading too many, of those fully labelled
    certain   readings given as certain, of all
    silent    certain readings that are wrong or on no die, of the certain ones
    clean     exact pictures, of those in which nothing was doubted
    colour    dice whose colour has the labelled name, of the found ones that have a label for it
"""


class Figures:
    """The sums of scored pictures."""

    def __init__(self, pictures: Iterable[ScoredPicture]) -> None:
        self.counts: Counter[str] = Counter()
        self.times: list[float] = []
        for picture in pictures:
            self.counts.update(picture.counts)
            if picture.ms is not None:
                self.times.append(picture.ms)

    def of(self, share: str) -> tuple[int, int]:
        """How many of how many."""
        part, whole = SHARES[share]
        return self.counts[part], self.counts[whole]

    def share(self, name: str) -> float | None:
        """One of SHARES; None where there is nothing to score."""
        part, whole = self.of(name)
        return part / whole if whole else None

    @property
    def false(self) -> float | None:
        """Readings on no labelled die, a picture."""
        return self.counts["false"] / self.counts["scored"] if self.counts["scored"] else None

    @property
    def ms(self) -> float | None:
        """Median time a picture in milliseconds."""
        return statistics.median(self.times) if self.times else None


def score_picture(label: Label, line: Line) -> ScoredPicture:
    """Score `line`, what was read in the picture that `label` is of; {}: nothing was."""
    mode = label.get("labelled", BOXED)
    if mode not in (BOXED, TOTAL_ONLY, *LISTED, *NO_DICE):
        return ScoredPicture(label, line, Counter({"left out": 1}))
    scored = ScoredPicture(label, line, Counter(images=1))
    dice = [die for die in line.get("dice", []) if die.get("value") is not None or die.get("certain") is False]
    if mode == TOTAL_ONLY:
        total = sum(die.get("value") or 0 for die in dice)
        scored.counts.update({"totals": 1, "totals right": int(total == label.get("total"))})
        return scored
    wanted = [o for o in label["objects"] if _wanted(o)]
    others = [o for o in label["objects"] if not _wanted(o)]
    if mode == BOXED and all(o.get("box") for o in wanted):
        _by_place(scored, dice, wanted, others)
    else:
        _by_faces(scored, dice, wanted, others)
    _sum_up(scored, len(wanted), any(_faceless(o) for o in others), bool(line.get("unsure")))
    return scored


def _wanted(thing: Label) -> bool:
    """Whether this is a pipped die whose face is known."""
    symbol = str(thing.get("face") or "").startswith("symbol")
    return thing.get("kind", "d6") == "d6" and bool(thing.get("value")) and not symbol


def _faceless(thing: Label) -> bool:
    return thing.get("kind", "d6") == "d6" and not thing.get("value")


def _by_place(scored: ScoredPicture, dice: list[Line], wanted: list[Label], others: list[Label]) -> None:
    scored.by_place, part = True, bool(scored.label.get("box_of"))
    pairs = pair([o["box"] for o in wanted], [die["box"] for die in dice], part)
    taken = {reading: true for true, reading in pairs}
    spare = [die for n, die in enumerate(dice) if n not in taken]
    boxed = [o for o in others if o.get("box")]
    faceless = [o["box"] for o in boxed if _faceless(o)]
    found = len(pairs) + len(pair(faceless, [die["box"] for die in spare], part))
    if spare and boxed:
        passed_over = touching([o["box"] for o in boxed], [die["box"] for die in spare], part).any(0)
        spare = [die for die, over in zip(spare, passed_over, strict=True) if not over]
    scored.unread = [o["value"] for n, o in enumerate(wanted) if n not in taken.values()]
    rightly = {true for n, true in taken.items() if dice[n].get("value") == wanted[true]["value"]}
    scored.misread = [o for n, o in enumerate(wanted) if n not in rightly]
    scored.verdicts = [_verdict(dice[n], wanted[true]["value"]) for n, true in sorted(taken.items())]
    scored.verdicts += [_verdict(die, None) for die in spare]
    named = [(dice[n], wanted[true]) for n, true in taken.items() if wanted[true].get("colour") and "colour" in dice[n]]
    scored.counts.update(
        {
            "placed": len(wanted) + len(faceless),
            "found": found,
            "false": len(spare),
            "right": sum(v.right for v in scored.verdicts),
            "coloured": len(named),
            "colour right": sum(die["colour"] == o["colour"] for die, o in named),
        }
    )


def _by_faces(scored: ScoredPicture, dice: list[Line], wanted: list[Label], others: list[Label]) -> None:
    """The least sure readings of a face that was read too often are the wrong ones; some of them may be forgiven."""
    want, got = Counter(o["value"] for o in wanted), Counter(die.get("value") for die in dice)
    extra, wrong = got - want, []
    for n in sorted(range(len(dice)), key=lambda n: dice[n].get("confidence") or 0):
        if extra[dice[n].get("value")]:
            extra[dice[n].get("value")] -= 1
            wrong.append(n)
    forgivable = sum(ANY_DIE.fullmatch(str(o.get("kind", "d6"))) is not None for o in others)
    forgiven = wrong[: min(max(len(dice) - len(wanted), 0), forgivable)]
    blamed = wrong[len(forgiven) :]
    scored.verdicts = [_verdict(die, None, n not in blamed) for n, die in enumerate(dice) if n not in forgiven]
    scored.counts.update(
        {
            "placed": len(wanted),
            "found": min(len(wanted), len(dice)),
            "false": max(0, len(scored.verdicts) - len(wanted)),
            "right": (want & got).total(),
        }
    )
    if any("colour" in die for die in dice) and all(o.get("colour") for o in wanted) and not others:
        both = Counter(o["colour"] for o in wanted) & Counter(die.get("colour") for die in dice)
        scored.counts.update({"coloured": min(len(wanted), len(dice)), "colour right": both.total()})


def _verdict(die: Line, truth: int | None, right: bool | None = None) -> Verdict:
    read = die.get("value")
    if right is None:
        right = truth is not None and read == truth
    sure, why = bool(die.get("certain", True)), tuple(die.get("doubts", ()))
    return Verdict(tuple(die["box"]), read, truth, right, float(die.get("confidence") or 0), sure, why)


def _sum_up(scored: ScoredPicture, dice: int, faceless: bool, unsure: bool) -> None:
    sure = [v for v in scored.verdicts if v.certain]
    wrong = sum(not v.right for v in scored.verdicts)
    counts = scored.counts
    counts.update(dice=dice, readings=len(scored.verdicts), sure=len(sure), scored=1)
    counts["silent"] += sum(not v.right for v in sure)
    if not dice or faceless:
        return
    scored.exact = counts["right"] == dice and not wrong
    clean = len(sure) == len(scored.verdicts) and not unsure
    counts.update({"judged": 1, "exact": scored.exact, "clean shown": clean, "clean": clean and scored.exact})


def pair(truths: list[Any], readings: list[Any], part: bool) -> list[tuple[int, int]]:
    """(truth, reading) pairs of the boxes that are of one die, one to one, the best overlaps first."""
    if not truths or not readings:
        return []
    touch, overlap = touching(truths, readings, part), overlaps(truths, readings)
    free_truths, free_readings, pairs = set(range(len(truths))), set(range(len(readings))), []
    for _, i, j in sorted(((overlap[i, j], i, j) for i, j in np.argwhere(touch).tolist()), reverse=True):
        if i in free_truths and j in free_readings:
            free_truths.remove(i)
            free_readings.remove(j)
            pairs.append((i, j))
    return pairs


def touching(truths: list[Any], readings: list[Any], part: bool) -> NDArray[np.bool_]:
    """(n, m): whether each of m readings may be on each of n labelled boxes."""
    t, r = np.asarray(truths, float)[:, None], np.asarray(readings, float)[None]
    inside, around = _holds(t, r), _holds(r, t)
    if part:
        longest = (t[..., 2:] - t[..., :2]).max(-1)
        return np.asarray((inside | around) & ((r[..., 2:] - r[..., :2]).max(-1) <= WIDEST * longest))
    return np.asarray((inside & around) | (overlaps(truths, readings) >= SAME))


def _holds(outer: NDArray[np.float64], inner: NDArray[np.float64]) -> NDArray[np.bool_]:
    middle = (inner[..., :2] + inner[..., 2:]) / 2
    return np.asarray(((outer[..., :2] <= middle) & (middle <= outer[..., 2:])).all(-1))


def overlaps(truths: list[Any], readings: list[Any]) -> NDArray[np.float64]:
    """(n, m): intersection over union."""
    t, r = np.asarray(truths, float)[:, None], np.asarray(readings, float)[None]
    sides = np.minimum(t[..., 2:], r[..., 2:]) - np.maximum(t[..., :2], r[..., :2])
    common = np.where((sides > 0).all(-1), sides.prod(-1), 0.0)
    either = (t[..., 2:] - t[..., :2]).prod(-1) + (r[..., 2:] - r[..., :2]).prod(-1) - common
    return np.divide(common, either, out=np.zeros_like(common), where=common > 0)

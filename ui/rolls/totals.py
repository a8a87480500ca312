"""Adds rolls up: how many there are and their sum, and how often each face came up, by set of faces and colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.statistics import Dice, dice_statistics
from companion.table import Colour, Die, Face, dice_line, face_of, face_order, total_of
from companion.text import digits, say, say_count
from ui.rolls.roll_log import LoggedRoll
from vision.symbols import PIPS

DIE_FACES = 6
"""Faces of a die: a set of so many is taken to have each of them once."""


class DiceGroup(NamedTuple):
    """Dice whose faces are counted together."""

    faces: str
    """The set of their faces."""
    colour: Colour | None
    """Of all of them; None: dice of every colour."""
    counts: tuple[tuple[Face, int], ...]
    """How often each face came up, numbers first."""
    fair: Dice | None
    """The same beside what a fair die would show; None where it is not known how often that shows each face."""


def line_of(roll: LoggedRoll) -> str:
    """A roll in one line: `5 dice: 4 3 3 6 1 = 17`."""
    line = dice_line(roll.shown)
    if roll.doubtful:
        line += say("; perhaps a die was missed, or it was no roll")
    return line


def totals_of(rolls: Sequence[LoggedRoll]) -> str:
    """`3 rolls, 51 in all, 17.0 a roll`, and how many do not count yet; empty where there is no roll."""
    counting = [roll for roll in rolls if roll.counts]
    sums = [total for roll in counting if (total := total_of(roll.shown)) is not None]
    parts = []
    if counting:
        parts.append(say_count("{count:,} roll", "{count:,} rolls", len(counting)))
    if sums:
        parts.append(say("{total:,} in all", total=sum(sums)))
        parts.append(say("{mean} a roll", mean=digits(sum(sums) / len(sums), ".1f")))
    doubtful = len(rolls) - len(counting)
    if doubtful:
        parts.append(
            say_count("{count:,} roll in doubt does not count", "{count:,} rolls in doubt do not count", doubtful)
        )
    return ", ".join(parts)


def dice_groups(rolls: Sequence[LoggedRoll], names: Mapping[str, Sequence[str]] | None = None) -> list[DiceGroup]:
    """The dice that count, all together and by colour where there are several, for each set of faces.

    `names`: the faces of the sets that are known besides pips.
    """
    by_set: dict[str, list[Die]] = {}
    for roll in rolls:
        if roll.counts:
            by_set.setdefault(roll.faces, []).extend(roll.shown)
    groups: list[DiceGroup] = []
    for faces, dice in by_set.items():
        odds = _odds(faces, (names or {}).get(faces, ()))
        groups.append(_group(faces, None, dice, odds))
        colours = Counter(die.colour for die in dice if die.colour is not None)
        if len(colours) > 1 or (colours and sum(colours.values()) < len(dice)):
            for colour, _ in colours.most_common():
                groups.append(_group(faces, colour, [die for die in dice if die.colour == colour], odds))
    return groups


def _group(faces: str, colour: Colour | None, dice: Sequence[Die], odds: dict[Face, Fraction]) -> DiceGroup:
    counts: Counter[Face] = Counter(face for die in dice if (face := face_of(die)) is not None)
    known = bool(odds) and all(face in odds for face in counts)
    fair = dice_statistics("", colour or "", counts, odds) if known and counts else None
    shown = sorted({*counts, *(odds if known else ())}, key=face_order)
    return DiceGroup(faces, colour, tuple((face, counts[face]) for face in shown), fair)


def _odds(faces: str, names: Sequence[str]) -> dict[Face, Fraction]:
    """What a fair die shows how often; empty where that is not known."""
    if faces == PIPS:
        return {face: Fraction(1, DIE_FACES) for face in range(1, DIE_FACES + 1)}
    return {name: Fraction(1, DIE_FACES) for name in names} if len(names) == DIE_FACES else {}

"""Says dice in words: what they show and their total in one line, and sums by colour and by face.

Only certain dice are added up; of the others it is said how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.table.colours import colour_name
from companion.table.layout import Face
from companion.table.view import Colour, Die, Doubt
from companion.text import later, say, say_count

_DOUBTS: dict[Doubt, str] = {
    "leaning": later("it leans on something"),
    "cut off": later("the edge of the picture cuts it off"),
    "stacked": later("it lies on another die or under one"),
    "covered": later("something hides a part of it"),
    "glare": later("a lamp is mirrored in it"),
    "blurred": later("it is blurred"),
    "too small": later("it is too small in the picture"),
    "faces alike": later("two faces are about as likely"),
    "not a die": later("it may be no die"),
    "across a line": later("it lies across a line"),
}
"""Why a reading may not count."""
HARDLY_ONE = 0.3
"""Probability of what is shown below which a find that may be no die is hardly one."""


class ColourSum(NamedTuple):
    """The certain dice of one colour."""

    colour: Colour | None
    dice: int
    total: int | None
    """None where no face is a number."""


class FaceSum(NamedTuple):
    """The certain dice that show one face."""

    face: Face
    dice: int
    total: int | None
    """None where the face is no number."""


def face_of(die: Die) -> Face | None:
    """What a die shows: the name of a learnt face, else its pips; None where that is not known."""
    return die.value if die.face is None else die.face


def is_hardly_one(die: Die) -> bool:
    """Whether a find is much likelier no die than one: it may be one only where something else tells so, and is not
    shown to anybody as one."""
    return "not a die" in die.doubts and die.confidence < HARDLY_ONE


def points_of(face: Face | None) -> int | None:
    """What a face adds to a total: its pips, or the number that it was named by; None where it is no number."""
    if isinstance(face, str):
        return int(face) if face.isdecimal() else None
    return face


def counted(dice: Sequence[Die]) -> list[Die]:
    """The dice that may count: certain ones whose face is known."""
    return [die for die in dice if die.certain and face_of(die) is not None]


def total_of(dice: Sequence[Die]) -> int | None:
    """The sum of the dice that may count; None where no face is a number."""
    points = [number for die in counted(dice) if (number := points_of(face_of(die))) is not None]
    return sum(points) if points else None


def dice_line(dice: Sequence[Die]) -> str:
    """`5 dice: 4 3 3 6 1 = 17`; a face in doubt has a question mark, and is not added up."""
    if not dice:
        return say("no dice")
    shown = [_shown(die) for die in dice]
    faces = (" " if all(isinstance(face_of(die), int | None) for die in dice) else ", ").join(shown)
    how_many = say_count("{count} die", "{count} dice", len(dice))
    total, doubtful = total_of(dice), len(dice) - len(counted(dice))
    line = say("{dice}: {faces}", dice=how_many, faces=faces)
    if total is not None and (len(dice) > 1 or doubtful):
        line = say("{dice} = {total}", dice=line, total=total)
    return f"{line}; {_doubtful(doubtful)}" if doubtful else line


def spoken_dice(dice: Sequence[Die]) -> str:
    """The same to be heard: `5 dice: 4, 3, 3, 6, 1; 17 in all`. Of dice in doubt only how many there are."""
    sure = counted(dice)
    parts = [say_count("{count} die", "{count} dice", len(dice))]
    if sure:
        faces = ", ".join(str(face_of(die)) for die in sure)
        parts[0] = say("{dice}: {faces}", dice=parts[0], faces=faces)
    total = total_of(dice)
    if total is not None and len(sure) > 1:
        parts.append(say("{total} in all", total=total))
    if len(sure) < len(dice):
        parts.append(_doubtful(len(dice) - len(sure)))
    return "; ".join(parts)


def colour_sums(dice: Sequence[Die]) -> list[ColourSum]:
    """The certain dice by colour, in the order in which colours come first."""
    by_colour: dict[Colour | None, list[Die]] = {}
    for die in counted(dice):
        by_colour.setdefault(die.colour, []).append(die)
    return [ColourSum(colour, len(same), total_of(same)) for colour, same in by_colour.items()]


def face_sums(dice: Sequence[Die]) -> list[FaceSum]:
    """The certain dice by what they show: numbers from the lowest on, then names."""
    by_face: dict[Face, list[Die]] = {}
    for die in counted(dice):
        face = face_of(die)
        assert face is not None
        by_face.setdefault(face, []).append(die)
    return [FaceSum(face, len(by_face[face]), total_of(by_face[face])) for face in sorted(by_face, key=face_order)]


def face_order(face: Face) -> tuple[bool, int, str]:
    """The key by which faces are sorted: numbers from the lowest on, then names."""
    points = points_of(face)
    return points is None, points or 0, str(face)


def colour_line(dice: Sequence[Die]) -> str:
    """`blue 7, red 10`; how many dice instead of their sum where faces are no numbers. Empty where no die counts."""
    return ", ".join(_of_colour(one) for one in colour_sums(dice))


def face_line(dice: Sequence[Die]) -> str:
    """`1 × 1 = 1, 2 × 3 = 6`; no sums where faces are no numbers. Empty where no die counts."""
    lines = []
    for face, number, total in face_sums(dice):
        line = f"{number} × {face}"
        lines.append(line if total is None else f"{line} = {total}")
    return ", ".join(lines)


def doubt_line(die: Die) -> str:
    """Why a die is in doubt: `it leans on something, it is blurred`; empty where no reason is known."""
    return ", ".join(say(_DOUBTS[reason]) for reason in die.doubts)


def _doubtful(count: int) -> str:
    return say_count("{count} in doubt does not count", "{count} in doubt do not count", count)


def _of_colour(one: ColourSum) -> str:
    name = say("of unknown colour") if one.colour is None else colour_name(one.colour, "of dice")
    what = say_count("{count} die", "{count} dice", one.dice) if one.total is None else str(one.total)
    return f"{name} {what}"


def _shown(die: Die) -> str:
    face = face_of(die)
    if face is None:
        return "?"
    return f"{face}" if die.certain else f"{face}?"

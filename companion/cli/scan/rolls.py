"""`companion scan SOURCE --rolls`: a line for each time that dice have come to rest after a roll (docs/formats.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.cli import UNREAD
from companion.cli.common import Follower, open_moving
from companion.cli.scan.output import format_die

if TYPE_CHECKING:
    from companion.table import Die
    from vision.motion import PictureReader, Roll


def watch(name: str, read: PictureReader, as_json: bool) -> int:
    """Tell the rolls of the source `name` until it ends; 1 when it broke off. Refusal when it cannot be opened."""
    from vision.motion import StreamReader

    source = open_moving(name, "", "pictures show no roll; give a clip, a camera's number or a stream's address")
    watching, follower = StreamReader(read), Follower(name, source)
    count = 0
    try:
        for frame in follower.frames():
            roll = watching.look(frame).roll
            if roll is not None:
                count += 1
                print(json_line(name, roll) if as_json else line(roll), flush=True)
    finally:
        follower.close()
    if not as_json:
        print(f"{count or 'no'} {'roll' if count == 1 else 'rolls'} in {follower.seconds:.1f} s")
    return UNREAD if follower.broken else 0


def json_line(name: str, roll: Roll) -> str:
    """One roll as docs/formats.md has it."""
    whole = {"source": name, "t": round(roll.time, 3), "dice": [format_die(die) for die in roll.dice]}
    return json.dumps(whole | {"unsure": roll.unsure}, separators=(",", ":"))


def line(roll: Roll) -> str:
    """One roll for people."""
    counted = [die.value for die in roll.dice if die.certain and die.value is not None]
    doubtful = sum(not die.certain for die in roll.dice)
    words = ", ".join(_die(die) for die in roll.dice)
    total = f"  sum {sum(counted)}" if len(counted) > 1 and not any(die.face for die in roll.dice) else ""
    if doubtful:
        total += f"  {doubtful} not counted: unsure"
    if roll.unsure:
        total += "  perhaps a die was missed, or it was no roll"
    return f"{roll.time:9.2f} s  {words}{total}"


def _die(die: Die) -> str:
    face = die.face or die.value or "?"
    return f"{face}{'' if die.certain else '?'} {die.colour or ''}".rstrip()

"""Rolls as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime

from companion.table import face_of, total_of
from ui.rolls.roll_log import LoggedRoll

COLUMNS = ("roll", "time", "faces", "colours", "sum", "counts", "corrected", "set")
MARK = "\ufeff"
"""First in the file: by it spreadsheets know that it is UTF-8."""
_FORMULA = tuple("=+-@\t\r")
"""What a text begins with that spreadsheets would take for a formula."""


def rolls_csv(rolls: Sequence[LoggedRoll]) -> str:
    """A row a roll: number, local time, faces and colours of its dice side by side, their sum, whether it counts (yes,
    or no while something of it is in doubt), and whether a player changed it. Doubtful faces have a question mark."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for number, roll in enumerate(rolls, 1):
        total = total_of(roll.shown)
        writer.writerow(
            [
                number,
                datetime.fromtimestamp(roll.time).isoformat(sep=" ", timespec="seconds"),
                _plain(_faces(roll)),
                " ".join(die.colour or "?" for die in roll.shown),
                "" if total is None or not roll.counts else total,
                "yes" if roll.counts else "no",
                "yes" if roll.corrected else "no",
                _plain(roll.faces),
            ]
        )
    return MARK + text.getvalue()


def _faces(roll: LoggedRoll) -> str:
    shown = []
    for die in roll.shown:
        face = face_of(die)
        shown.append("?" if face is None else f"{face}" if die.certain else f"{face}?")
    return (" " if all(face_of(die) is None or die.face is None for die in roll.shown) else "; ").join(shown)


def _plain(text: str) -> str:
    """The text as a spreadsheet takes it for nothing but a text."""
    return f"'{text}" if text.startswith(_FORMULA) else text

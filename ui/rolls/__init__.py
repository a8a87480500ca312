"""Dice for themselves, without a game: those that are read, with the list of rolls, totals and CSV, and those that are
rolled by lot. No screen."""

from ui.rolls.advice import ADVICE, Advice
from ui.rolls.dice_host import PATIENCE, DiceHost
from ui.rolls.export import rolls_csv
from ui.rolls.opening import LiveRolls, face_names, reader_of
from ui.rolls.roll_log import LoggedRoll, RolledDie, RollLog, showing
from ui.rolls.roll_session import RollScene, RollSession
from ui.rolls.roller import LOT, DiceKind, DrawnRoll, Roller, colour_totals, dice_kinds, drawn_line
from ui.rolls.still_reading import StillReading, read_still
from ui.rolls.totals import DiceGroup, dice_groups, line_of, totals_of

__all__ = [
    "ADVICE",
    "LOT",
    "PATIENCE",
    "Advice",
    "DiceGroup",
    "DiceHost",
    "DiceKind",
    "DrawnRoll",
    "LiveRolls",
    "LoggedRoll",
    "RollLog",
    "RollScene",
    "RollSession",
    "RolledDie",
    "Roller",
    "StillReading",
    "colour_totals",
    "dice_groups",
    "dice_kinds",
    "drawn_line",
    "face_names",
    "line_of",
    "read_still",
    "reader_of",
    "rolls_csv",
    "showing",
    "totals_of",
]

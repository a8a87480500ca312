"""Dice for themselves, without a game: those that are read, with the list of rolls, totals and CSV, and those that are
rolled by lot. No screen."""

from ui.rolls.dice_host import PATIENCE, DiceHost
from ui.rolls.export import rolls_csv
from ui.rolls.opening import LiveRolls, face_names
from ui.rolls.roll_log import LoggedRoll, RolledDie, RollLog, showing
from ui.rolls.roll_session import RollScene, RollSession
from ui.rolls.roller import LOT, DiceKind, DrawnRoll, Roller, colour_totals, dice_kinds, drawn_line
from ui.rolls.totals import DiceGroup, dice_groups, line_of, totals_of

__all__ = [
    "LOT",
    "PATIENCE",
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
    "colour_totals",
    "dice_groups",
    "dice_kinds",
    "drawn_line",
    "face_names",
    "line_of",
    "rolls_csv",
    "showing",
    "totals_of",
]

"""Dice that are read for themselves, without a game: what lies there, the list of rolls, totals and CSV. No screen."""

from ui.rolls.export import rolls_csv
from ui.rolls.opening import LiveRolls, face_names, open_photographed, open_rolls
from ui.rolls.roll_log import LoggedRoll, RolledDie, RollLog, showing
from ui.rolls.roll_session import RollScene, RollSession
from ui.rolls.totals import DiceGroup, dice_groups, line_of, totals_of

__all__ = [
    "DiceGroup",
    "LiveRolls",
    "LoggedRoll",
    "RollLog",
    "RollScene",
    "RollSession",
    "RolledDie",
    "dice_groups",
    "face_names",
    "line_of",
    "open_photographed",
    "open_rolls",
    "rolls_csv",
    "showing",
    "totals_of",
]

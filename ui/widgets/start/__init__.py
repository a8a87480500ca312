"""Controls of the first page and the set-up."""

from ui.widgets.start.game_intro import GameIntro
from ui.widgets.start.game_list import Games
from ui.widgets.start.match_form import DiceShown, Rules, zones_choice
from ui.widgets.start.read_dice import ReadDice
from ui.widgets.start.recent_matches import PlayedBefore
from ui.widgets.start.resume import resume_dialog, use_last_camera
from ui.widgets.start.seat_table import Seats, name_fields

__all__ = [
    "DiceShown",
    "GameIntro",
    "Games",
    "PlayedBefore",
    "ReadDice",
    "Rules",
    "Seats",
    "name_fields",
    "resume_dialog",
    "use_last_camera",
    "zones_choice",
]

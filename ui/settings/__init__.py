"""What players chose and the app remembers: language, set-ups, dice."""

from ui.settings.app_language import TONGUE
from ui.settings.dice_choice import dice_to_choose, faces_for, units_of
from ui.settings.match_setup import (
    LONGEST_NAME,
    SEATS,
    MatchSetup,
    colours_to_choose,
    faults,
    lines_for,
    moved_on,
    ready,
    rules_to_choose,
    usual_colours,
    usual_game,
    usual_game_players,
    usual_setup,
    usual_value,
    value_of,
    with_colour,
    with_option,
    with_players,
)
from ui.settings.saved_setups import KEPT, Corners, Kept, KeptTable, Lines
from ui.settings.table_setup import GAME, Setup

__all__ = [
    "GAME",
    "KEPT",
    "LONGEST_NAME",
    "SEATS",
    "TONGUE",
    "Corners",
    "Kept",
    "KeptTable",
    "Lines",
    "MatchSetup",
    "Setup",
    "colours_to_choose",
    "dice_to_choose",
    "faces_for",
    "faults",
    "lines_for",
    "moved_on",
    "ready",
    "rules_to_choose",
    "units_of",
    "usual_colours",
    "usual_game",
    "usual_game_players",
    "usual_setup",
    "usual_value",
    "value_of",
    "with_colour",
    "with_option",
    "with_players",
]

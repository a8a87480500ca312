"""Choices of the players that the app remembers: language, set-ups, dice."""

from ui.settings.app_language import AppLanguage
from ui.settings.dice_choice import dice_to_choose, faces_for, units_of
from ui.settings.json_store import JsonStore
from ui.settings.match_setup import (
    LONGEST_NAME,
    SEATS,
    MatchSetup,
    colours_to_choose,
    faults,
    lines_for,
    ready,
    rotate_seats,
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
    with_program,
)
from ui.settings.saved_setups import Corners, Lines, SavedSetup, SavedSetups, SavedTable

__all__ = [
    "LONGEST_NAME",
    "SEATS",
    "AppLanguage",
    "Corners",
    "JsonStore",
    "Lines",
    "MatchSetup",
    "SavedSetup",
    "SavedSetups",
    "SavedTable",
    "colours_to_choose",
    "dice_to_choose",
    "faces_for",
    "faults",
    "lines_for",
    "ready",
    "rotate_seats",
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
    "with_program",
]

"""Score sheets for games that the app does not know: who plays, what was written down, who leads. No screen."""

from ui.score_pad.saved_pads import MOST_PADS, SavedPads
from ui.score_pad.score_pad import (
    LARGEST,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Cell,
    PadError,
    ScorePad,
    form_faults,
    parse_score,
)

__all__ = [
    "LARGEST",
    "MOST_PADS",
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "Cell",
    "PadError",
    "SavedPads",
    "ScorePad",
    "form_faults",
    "parse_score",
]

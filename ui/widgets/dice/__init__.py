"""Controls about dice that are read without a game: dice, corrections, list of rolls, charts of faces, speech."""

from ui.widgets.dice.correction import die_dialog
from ui.widgets.dice.dice_row import dice_tiles, spots_over
from ui.widgets.dice.face_chart import count_card, face_card
from ui.widgets.dice.roll_list import RollList
from ui.widgets.dice.speech import use_speech

__all__ = ["RollList", "count_card", "dice_tiles", "die_dialog", "face_card", "spots_over", "use_speech"]

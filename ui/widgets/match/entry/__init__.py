"""What players enter by hand, where no camera sees it: rolls, moves by dice and by buttons, flipped cards, smacks."""

from ui.widgets.match.entry.roll_entry import RollEntry, rolled_dice
from ui.widgets.match.entry.unseen import MOST_BELOW, ToDo, board_first, by_program, refusal_card, to_do_unseen

__all__ = [
    "MOST_BELOW",
    "RollEntry",
    "ToDo",
    "board_first",
    "by_program",
    "refusal_card",
    "rolled_dice",
    "to_do_unseen",
]

"""Controls of a match in play: questions, rulings, moves, events, draw counter, sound."""

from ui.widgets.match.action_bar import to_do_bar, turn_banner, types_rolls
from ui.widgets.match.answers import OpenCard, TakenBackCard
from ui.widgets.match.draw_counter import DrawCounterCard
from ui.widgets.match.entry import (
    RollEntry,
    ToDo,
    board_first,
    by_program,
    refusal_card,
    rolled_dice,
    to_do_unseen,
)
from ui.widgets.match.event_list import CorrectionDialog, EventList, use_correction
from ui.widgets.match.match_end import EndCard, has_ended
from ui.widgets.match.misreading import misreading_dialog
from ui.widgets.match.moves import MovesList, OddsCard, touching
from ui.widgets.match.parts import STATES, clause_dialog, room_for, score_row, shown_here
from ui.widgets.match.picture_controls import PictureControls
from ui.widgets.match.program_seats import ProgramSeats
from ui.widgets.match.smack_replay import SmackCard, again_button
from ui.widgets.match.sound import use_sounds
from ui.widgets.match.turn_clock import TurnRemark, TurnSign, TurnTimerChoice

__all__ = [
    "STATES",
    "CorrectionDialog",
    "DrawCounterCard",
    "EndCard",
    "EventList",
    "MovesList",
    "OddsCard",
    "OpenCard",
    "PictureControls",
    "ProgramSeats",
    "RollEntry",
    "SmackCard",
    "TakenBackCard",
    "ToDo",
    "TurnRemark",
    "TurnSign",
    "TurnTimerChoice",
    "again_button",
    "board_first",
    "by_program",
    "clause_dialog",
    "has_ended",
    "misreading_dialog",
    "refusal_card",
    "rolled_dice",
    "room_for",
    "score_row",
    "shown_here",
    "to_do_bar",
    "to_do_unseen",
    "touching",
    "turn_banner",
    "types_rolls",
    "use_correction",
    "use_sounds",
]

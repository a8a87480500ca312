"""Controls of a match in play: questions, rulings, moves, events, draw counter, sound."""

from ui.widgets.match.dialogs import clause_dialog
from ui.widgets.match.draw_counter import DrawCounterCard
from ui.widgets.match.event_list import EventList, use_correction
from ui.widgets.match.match_end import EndCard, has_ended
from ui.widgets.match.moves import MovesList, OddsCard, touching
from ui.widgets.match.parts import (
    REMARK_SIZE,
    SENTENCE_SIZES,
    STATES,
    OpenCard,
    TakenBackCard,
    open_title,
    room_for,
    score_row,
    shown_here,
    turn_sign,
)
from ui.widgets.match.picture_controls import PictureControls
from ui.widgets.match.program_seats import ProgramSeats
from ui.widgets.match.roll_entry import RollEntry, rolled_dice
from ui.widgets.match.smack_replay import SmackCard, again_button
from ui.widgets.match.smacks import FlipCard, SmackButtons
from ui.widgets.match.sound import use_sounds
from ui.widgets.match.unseen import UnseenMatch, board_first, by_program, refusal_card

__all__ = [
    "REMARK_SIZE",
    "SENTENCE_SIZES",
    "STATES",
    "DrawCounterCard",
    "EndCard",
    "EventList",
    "FlipCard",
    "MovesList",
    "OddsCard",
    "OpenCard",
    "PictureControls",
    "ProgramSeats",
    "RollEntry",
    "SmackButtons",
    "SmackCard",
    "TakenBackCard",
    "UnseenMatch",
    "again_button",
    "board_first",
    "by_program",
    "clause_dialog",
    "has_ended",
    "open_title",
    "refusal_card",
    "rolled_dice",
    "room_for",
    "score_row",
    "shown_here",
    "touching",
    "turn_sign",
    "use_correction",
    "use_sounds",
]

"""Draws what was read into a copy of the picture."""

from vision.overlay.board_overlay import draw_board
from vision.overlay.dice_overlay import SURE, draw, write
from vision.overlay.smack_overlay import around_card
from vision.overlay.table_overlay import draw_table

__all__ = ["SURE", "around_card", "draw", "draw_board", "draw_table", "write"]

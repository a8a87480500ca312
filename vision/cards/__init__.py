"""Cards: marks of the printed deck, outlines, and the order of piles."""

from vision.cards.card_zones import CardReader, assign_zones, card_notes, unread_piles
from vision.cards.marked_card_reader import MarkedCardReader

__all__ = ["CardReader", "MarkedCardReader", "assign_zones", "card_notes", "unread_piles"]

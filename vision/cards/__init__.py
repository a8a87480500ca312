"""Cards: marks of the printed deck, outlines, and the order of piles."""

from vision.cards.card_zones import CardReader, assign_zones, card_notes, unread_piles
from vision.cards.marked_card_reader import MarkedCardReader
from vision.cards.passing_cards import PassingCards

__all__ = ["CardReader", "MarkedCardReader", "PassingCards", "assign_zones", "card_notes", "unread_piles"]

"""Cards: marks of the printed deck, outlines, piles, and learnt decks."""

from vision.cards.card_zones import CardReader, laid, notes_on, unread_piles
from vision.cards.marked_card_reader import PrintedCards

__all__ = ["CardReader", "PrintedCards", "laid", "notes_on", "unread_piles"]

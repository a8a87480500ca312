"""Custom decks: the option `deck` read strictly, as a list of cards or as an object of their counts."""

from __future__ import annotations

from companion.games.dinosaurs_vs_army_men.pieces import BATTLE, HIGHEST, MOST_CARDS, NUMBERS, SMACK, Cards
from companion.rules import MalformedError, a_list, a_whole, any_object, shown


def read_deck(value: object, path: str) -> Cards:
    """A deck as a sorted tuple of 1 to 500 cards. Raises MalformedError."""
    cards: list[str] = []
    if isinstance(value, dict):
        for card, count in any_object(value, path).items():
            _a_card(card, path)
            cards += [card] * a_whole(count, f"{path}.{card}", 0, MOST_CARDS)
            _check_size(len(cards), path)
    else:
        listed = a_list(value, path)
        _check_size(len(listed), path)
        cards += [_a_card(card, f"{path}[{place}]") for place, card in enumerate(listed)]
    if not cards:
        raise MalformedError(path, "a deck needs at least one card")
    return tuple(sorted(cards))


def _a_card(value: object, path: str) -> str:
    if not isinstance(value, str) or not (value in NUMBERS or value in (BATTLE, SMACK)):
        raise MalformedError(path, f"{shown(value)} is no card (D1 to D{HIGHEST}, A1 to A{HIGHEST}, B, S)")
    return value


def _check_size(cards: int, path: str) -> None:
    if cards > MOST_CARDS:
        raise MalformedError(path, f"a deck has at most {MOST_CARDS} cards")

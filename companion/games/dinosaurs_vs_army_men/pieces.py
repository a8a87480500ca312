"""Cards, decks, positions, events and house rules of Dinosaurs Vs. Army Men.

A card is a text: `D7` and `A12` are numbered, `B` is a Battle Round!, `S` a Smack Attack!. Piles lie face-down and
their order is unknown, so a position holds their sizes and, beside the cards that lie open, which cards do not: each
of those is as likely as any other to come next.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.rules import Event as BaseEvent
from companion.rules import Position as BasePosition
from companion.rules import Seat
from seeds import Seed, Zone

BATTLE = "B"
SMACK = "S"

HIGHEST = 99
"""The highest number on a card of any deck; raising it only lets more cards in."""
MOST_CARDS = 500
"""The largest deck; raising it makes the largest positions slower to read."""

Card: TypeAlias = Annotated[str, msgspec.Meta(title="card", pattern="^([DA][1-9][0-9]?|B|S)$")]
Cards: TypeAlias = tuple[Card, ...]
Kind: TypeAlias = Annotated[Literal["dinosaurs", "army"], msgspec.Meta(title="kind of card")]

LETTERS: dict[str, str] = {"dinosaurs": "D", "army": "A"}
"""The first letter of a kind's cards."""
OPPOSITE: dict[str, str] = {"dinosaurs": "A", "army": "D"}
"""The first letter of the cards of the other kind."""

NUMBERS: dict[str, int] = {
    f"{letter}{number}": number for letter in LETTERS.values() for number in range(1, HIGHEST + 1)
}
"""The number on each numbered card of any deck."""


class CardKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two numbered kinds, and how much of it the usual deck has."""

    id: Kind
    letter: str
    one: str
    """As a card is named: followed by its number."""
    a: str
    many: str
    numbers: tuple[int, int]
    """Least and highest number."""
    copies: int


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card without a number."""

    letter: str
    name: str
    copies: int


class DinosaurSeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the seed adds to that of any game."""

    zones: tuple[Zone, ...]
    kinds: tuple[CardKind, ...]
    specials: tuple[Special, ...]
    endings: dict[str, str]
    """The sentences of `Outcome.how`, by the way a game ends."""

    @property
    def deck(self) -> Cards:
        """The usual deck, sorted."""
        cards = [special.letter for special in self.specials for _ in range(special.copies)]
        for kind in self.kinds:
            least, highest = kind.numbers
            cards += [f"{kind.letter}{number}" for number in range(least, highest + 1) for _ in range(kind.copies)]
        return tuple(sorted(cards))


class Options(msgspec.Struct, frozen=True):
    """The house rules in force."""

    deck: Cards
    """Sorted."""
    battle_tie: Literal["replay_tied", "first", "replay_all"]
    battle_order: Literal["sequential", "round_robin"]
    strict_out: bool


class Battle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A battle that is not decided; `kind` and `searching` are None until the chooser has chosen."""

    chooser: Seat
    up: Annotated[tuple[Cards, ...], msgspec.Meta(title="entries")]
    """What each seat has flipped since the battle was opened, newest last."""
    fighters: Annotated[tuple[Card | None, ...], msgspec.Meta(title="entries")]
    """The fighter of each seat in the present search."""
    kind: Kind | None = None
    """What everybody but the chooser seeks."""
    searching: Seat | None = None
    """Who flips next; while a Smack Attack! waits, who flipped it."""
    tied: tuple[Seat, ...] | None = None
    """After a tie the seats that search again, in the order of the battle."""

    def sought(self, seat: int) -> str:
        """The first letter of the cards that this seat seeks (DVA-4.1)."""
        assert self.kind is not None
        return OPPOSITE[self.kind] if seat == self.chooser else LETTERS[self.kind]


class Position(BasePosition, frozen=True, gc=False):
    """The state of one game. Once it is over `turn` means nothing, and may be None."""

    turn: int | None
    """Who flips next; while a smack or a battle is pending, who opened it by flipping in turn."""
    piles: tuple[int, ...]
    central: Cards
    """Bottom first."""
    unseen: Cards
    """The cards in the piles, sorted: the deck less all that lie open or have left the game."""
    out: tuple[int, ...] = ()
    """The seats that have lost, sorted."""
    barred: tuple[int, ...] = ()
    """Those of them that may not smack any more, sorted."""
    removed: Cards = ()
    """The cards that have left the game, sorted."""
    smack: bool = False
    """Whether a Smack Attack! waits to be smacked."""
    battle: Battle | None = None

    @property
    def pending(self) -> bool:
        """Whether a battle or a smack is to be decided: nobody is put out until it is (DVA-6.4)."""
        return self.smack or self.battle is not None

    @property
    def over(self) -> bool:
        """Whether fewer than two players have cards while nothing is pending (DVA-7.1)."""
        return not self.smack and self.battle is None and self.piles.count(0) >= len(self.piles) - 1

    @property
    def table(self) -> Cards:
        """All cards that lie open: the central pile from its bottom, then the battle cards."""
        if self.battle is None:
            return self.central
        return sum(self.battle.up, self.central)


class Flipped(BaseEvent, frozen=True, gc=False, tag_field="do", tag="flipped"):
    """The seat that was to flip has turned this card up."""

    card: Card


class Chose(BaseEvent, frozen=True, gc=False, tag_field="do", tag="chose"):
    """The chooser has named what the others must find (DVA-4.1)."""

    kind: Kind


class Smacked(BaseEvent, frozen=True, gc=False, tag_field="do", tag="smacked"):
    """This seat's hand was the first on the Smack Attack! (DVA-5.1)."""

    seat: Seat


class FalseSmack(BaseEvent, frozen=True, gc=False, tag_field="do", tag="false-smack"):
    """This seat has smacked another card, or cheated; the card it forfeits is None where it has none (DVA-6.2, 6.3)."""

    seat: Seat
    card: Card | None


Event: TypeAlias = Flipped | Chose | Smacked | FalseSmack

FLIPS: dict[str, Flipped] = {card: Flipped(card) for card in (*NUMBERS, BATTLE, SMACK)}
"""The flip of each card of any deck, made once."""


def loses_smack(position: Position, seat: int, rules: Options) -> bool:
    """Whether cards that this seat smacks leave the game, instead of going to its pile (DVA-6.3, strict_out)."""
    return seat in position.out or (rules.strict_out and not position.piles[seat])


def is_unseen(position: Position, card: str) -> bool:
    """Whether a copy of the card lies in some pile."""
    unseen = position.unseen
    place = bisect_left(unseen, card)
    return place < len(unseen) and unseen[place] == card


def without(cards: Cards, card: str) -> Cards:
    """Sorted cards less one copy of a card that is among them."""
    place = bisect_left(cards, card)
    return cards[:place] + cards[place + 1 :]


def flips(unseen: Cards) -> list[tuple[Event, Fraction]]:
    """Every card that can come next with its probability, in order: each unseen card is as likely as any other."""
    total = len(unseen)
    found: list[tuple[Event, Fraction]] = []
    start = 0
    for end in range(1, total + 1):
        if end == total or unseen[end] != unseen[start]:
            found.append((FLIPS[unseen[start]], Fraction(end - start, total)))
            start = end
    return found

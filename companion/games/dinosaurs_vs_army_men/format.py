"""Dinosaurs Vs. Army Men in JSON, strictly: what comes in belongs to this game, or is refused with its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from companion.games.dinosaurs_vs_army_men.pieces import (
    FLIPS,
    LETTERS,
    Battle,
    Cards,
    Chose,
    Event,
    FalseSmack,
    Kind,
    Options,
    Position,
    Smacked,
)
from companion.games.dinosaurs_vs_army_men.validation import refuse_impossible
from companion.rules import MalformedError, a_list, a_text, a_whole, an_event, an_object, shown

_KEYS: dict[str, tuple[str, ...]] = {
    "flipped": ("card",),
    "chose": ("kind",),
    "smacked": ("seat",),
    "false-smack": ("seat", "card"),
}
"""The keys of each kind of event besides `do`."""

_SEAT = "seat at this table"


def parse_event(value: object, path: str, players: int, deck: Collection[str]) -> Event:
    """An event from decoded JSON; `deck` holds the cards there are. Raises MalformedError."""
    do, fields = an_event(value, path, _KEYS)
    if do == "flipped":
        return FLIPS[_a_card(fields["card"], f"{path}.card", deck)]
    if do == "chose":
        return Chose(_a_kind(fields["kind"], f"{path}.kind"))
    seat = a_whole(fields["seat"], f"{path}.seat", 0, players - 1, _SEAT)
    if do == "smacked":
        return Smacked(seat)
    card = fields["card"]
    return FalseSmack(seat, None if card is None else _a_card(card, f"{path}.card", deck))


def format_event(event: Event) -> dict[str, object]:
    """The event as plain data, as FORMATS.md has it."""
    plain: dict[str, object] = msgspec.to_builtins(event)
    return plain


def parse_position(fields: dict[str, object], players: int, rules: Options) -> Position:
    """A position from decoded JSON, whose `game` and `options` are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    keys = ("game", "options", "piles", "central", "barred", "out", "removed", "smack")
    an_object(fields, "", keys, ("turn", "battle"))
    deck = frozenset(rules.deck)
    listed = a_list(fields["piles"], "piles")
    if len(listed) != players:
        raise MalformedError("piles", f"{len(listed)} piles, and this game is for {players} players")
    smack = fields["smack"]
    if type(smack) is not bool:
        raise MalformedError("smack", f"{shown(smack)} is neither true nor false")
    turn, battle = fields.get("turn"), fields.get("battle")
    seen = Position(
        turn=None if turn is None else a_whole(turn, "turn", 0, players - 1, _SEAT),
        piles=tuple(a_whole(cards, f"piles[{seat}]", 0, len(rules.deck)) for seat, cards in enumerate(listed)),
        central=_cards(fields["central"], "central", deck),
        unseen=(),
        out=tuple(sorted(_seats(fields["out"], "out", players))),
        barred=tuple(sorted(_seats(fields["barred"], "barred", players))),
        removed=tuple(sorted(_cards(fields["removed"], "removed", deck))),
        smack=smack,
        battle=None if battle is None else _battle(battle, players, deck),
    )
    position = msgspec.structs.replace(seen, unseen=_unseen(seen, rules.deck))
    refuse_impossible(position, rules)
    return position


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as FORMATS.md has it."""
    plain: dict[str, object] = {
        "game": game_id,
        "options": dict(options),
        "turn": position.turn,
        "piles": list(position.piles),
        "central": list(position.central),
        "barred": list(position.barred),
        "out": list(position.out),
        "removed": list(position.removed),
        "smack": position.smack,
        "battle": None,
    }
    battle = position.battle
    if battle is not None:
        plain["battle"] = {
            "chooser": battle.chooser,
            "kind": battle.kind,
            "up": [list(cards) for cards in battle.up],
            "fighters": list(battle.fighters),
            "searching": battle.searching,
            "tied": None if battle.tied is None else list(battle.tied),
        }
    return plain


def _battle(value: object, players: int, deck: Collection[str]) -> Battle:
    fields = an_object(value, "battle", ("chooser", "up", "fighters"), ("kind", "searching", "tied"))
    up = a_list(fields["up"], "battle.up")
    fighters = a_list(fields["fighters"], "battle.fighters")
    for key, listed in (("up", up), ("fighters", fighters)):
        if len(listed) != players:
            raise MalformedError(f"battle.{key}", f"{len(listed)} entries for {players} seats")
    kind, searching, tied = fields.get("kind"), fields.get("searching"), fields.get("tied")
    return Battle(
        chooser=a_whole(fields["chooser"], "battle.chooser", 0, players - 1, _SEAT),
        up=tuple(_cards(cards, f"battle.up[{seat}]", deck) for seat, cards in enumerate(up)),
        fighters=tuple(
            None if card is None else _a_card(card, f"battle.fighters[{seat}]", deck)
            for seat, card in enumerate(fighters)
        ),
        kind=None if kind is None else _a_kind(kind, "battle.kind"),
        searching=None if searching is None else a_whole(searching, "battle.searching", 0, players - 1, _SEAT),
        tied=None if tied is None else _seats(tied, "battle.tied", players),
    )


def _unseen(position: Position, deck: Cards) -> Cards:
    """The cards of the deck that do not lie open and have not left the game."""
    rest = Counter(deck)
    up = () if position.battle is None else position.battle.up
    battle = ((f"battle.up[{seat}]", cards) for seat, cards in enumerate(up))
    for path, cards in (("central", position.central), *battle, ("removed", position.removed)):
        rest.subtract(cards)
        for card in cards:
            if rest[card] < 0:
                have = deck.count(card)
                raise MalformedError(path, f"{have - rest[card]} copies of {card}, and the deck has {have}")
    unseen = tuple(sorted(rest.elements()))
    if sum(position.piles) != len(unseen):
        total = sum(position.piles) + len(deck) - len(unseen)
        raise MalformedError("piles", f"{total} cards in all, and the deck has {len(deck)}")
    return unseen


def _a_card(value: object, path: str, deck: Collection[str]) -> str:
    if not isinstance(value, str) or value not in deck:
        raise MalformedError(path, f"{shown(value)} is no card of this deck")
    return value


def _cards(value: object, path: str, deck: Collection[str]) -> Cards:
    return tuple(_a_card(card, f"{path}[{place}]", deck) for place, card in enumerate(a_list(value, path)))


def _seats(value: object, path: str, players: int) -> tuple[int, ...]:
    seats: list[int] = []
    for place, item in enumerate(a_list(value, path)):
        seat = a_whole(item, f"{path}[{place}]", 0, players - 1, _SEAT)
        if seat in seats:
            raise MalformedError(f"{path}[{place}]", f"seat {seat} stands twice")
        seats.append(seat)
    return tuple(seats)


def _a_kind(value: object, path: str) -> Kind:
    kind: Kind = "dinosaurs" if a_text(value, path, LETTERS, "kind of card") == "dinosaurs" else "army"
    return kind

"""Dinosaurs Vs. Army Men in JSON, strictly: what comes in belongs to this game, or is refused with its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from companion.games.dinosaurs_vs_army_men import pieces
from companion.games.dinosaurs_vs_army_men.pieces import Battle, Cards, Event, Options, Position
from companion.games.dinosaurs_vs_army_men.validation import refuse_impossible
from companion.rules import (
    SEAT,
    Check,
    Count,
    MalformedError,
    Seat,
    a_text,
    a_whole,
    of_length,
    plain,
    read_struct,
    shown,
)

EventData: TypeAlias = Event
"""Any event in JSON."""


class PositionData(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="dinosaurs-vs-army-men"
):
    """A position in JSON."""

    options: dict[str, Any]
    turn: Seat | None = None
    piles: Annotated[tuple[Annotated[Count, msgspec.Meta(title="pile")], ...], msgspec.Meta(title="piles")]
    central: Cards
    barred: tuple[Seat, ...]
    out: tuple[Seat, ...]
    removed: Cards
    smack: bool
    battle: Battle | None = None


def checks(players: int, deck: Cards) -> dict[str, Check]:
    """What JSON has to keep to at one table, by the titles of its types; `deck` holds the cards there are."""
    known = frozenset(deck)

    def card(value: object, path: str) -> None:
        if not isinstance(value, str) or value not in known:
            raise MalformedError(path, f"{shown(value)} is no card of this deck")

    return {
        SEAT: lambda seat, path: a_whole(seat, path, 0, players - 1, SEAT),
        "card": card,
        "kind of card": lambda kind, path: a_text(kind, path, pieces.LETTERS, "kind of card"),
        "pile": lambda pile, path: a_whole(pile, path, 0, len(deck)),
        "piles": of_length(players, f"piles, and this game is for {players} players"),
        "entries": of_length(players, f"entries for {players} seats"),
    }


def parse_position(fields: dict[str, object], rules: Options, checks: Mapping[str, Check]) -> Position:
    """A position from decoded JSON, whose `game` and `options` are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    data = read_struct(fields, "", PositionData, checks)
    for path, seats in (("out", data.out), ("barred", data.barred), ("battle.tied", data.battle and data.battle.tied)):
        _refuse_doubled(seats or (), path)
    seen = Position(
        turn=data.turn,
        piles=data.piles,
        central=data.central,
        unseen=(),
        out=tuple(sorted(data.out)),
        barred=tuple(sorted(data.barred)),
        removed=tuple(sorted(data.removed)),
        smack=data.smack,
        battle=data.battle,
    )
    position = msgspec.structs.replace(seen, unseen=_unseen(seen, rules.deck))
    refuse_impossible(position, rules)
    return position


def _refuse_doubled(seats: Collection[int], path: str) -> None:
    for place, seat in enumerate(seats):
        if seat in tuple(seats)[:place]:
            raise MalformedError(f"{path}[{place}]", f"seat {seat} stands twice")


BATTLE_KEYS = ("chooser", "kind", "up", "fighters", "searching", "tied")
"""Of a battle in JSON, in their order."""


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as docs/formats.md has it."""
    fields: Any = plain(position)
    if fields["battle"] is not None:
        fields["battle"] = {key: fields["battle"][key] for key in BATTLE_KEYS}
    fields |= {"game": game_id, "options": dict(options)}
    return {key: fields[key] for key in ("game", *PositionData.__struct_fields__)}


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

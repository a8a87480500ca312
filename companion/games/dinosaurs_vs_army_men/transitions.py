"""Applies legal events of Dinosaurs Vs. Army Men: flips in turn and in battles, choices, smacks, false smacks.

Every function takes `clauses`, to which it adds the clauses that decide what it does; a ruling quotes them.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.games.dinosaurs_vs_army_men import pieces
from companion.games.dinosaurs_vs_army_men.battles import decided, next_searcher
from companion.games.dinosaurs_vs_army_men.pieces import Battle, Event, Options, Position

T = TypeVar("T")


def dealt(cards: int, players: int) -> tuple[int, ...]:
    """The sizes of the piles when so many cards are dealt one by one, from seat 1 on (DVA-2.1)."""
    return tuple(cards // players + ((seat - 1) % players < cards % players) for seat in range(players))


def after(position: Position, event: Event, rules: Options, clauses: list[str]) -> Position:
    """The position that a legal event leads to."""
    if type(event) is pieces.Flipped:
        if position.battle is None:
            return _flip_in_turn(position, event.card, clauses)
        return _flip_in_battle(position, position.battle, event.card, rules, clauses)
    if type(event) is pieces.Chose:
        return _choose(position, event, rules, clauses)
    if type(event) is pieces.Smacked:
        return _smack(position, event.seat, rules, clauses)
    assert type(event) is pieces.FalseSmack
    return _smack_falsely(position, event.seat, event.card, rules, clauses)


def _flip_in_turn(position: Position, card: str, clauses: list[str]) -> Position:
    seat = position.turn
    assert seat is not None
    piles = _less_one(position.piles, seat)
    central = (*position.central, card)
    unseen = pieces.without(position.unseen, card)
    out, barred, removed = position.out, position.barred, position.removed
    clauses.append("DVA-3.2")
    if card == pieces.SMACK:
        clauses += ("DVA-5.1", "DVA-5.3")
        return Position(seat, piles, central, unseen, out, barred, removed, True)
    if card == pieces.BATTLE:
        clauses.append("DVA-4.1")
        nobody = (None,) * len(piles)
        return Position(
            seat, piles, central, unseen, out, barred, removed, False, Battle(seat, ((),) * len(piles), nobody)
        )
    if not piles[seat]:
        clauses.append("DVA-6.4")
        out = _with_seat(out, seat)
    return Position(_next_with_cards(piles, seat), piles, central, unseen, out, barred, removed)


def _flip_in_battle(position: Position, battle: Battle, card: str, rules: Options, clauses: list[str]) -> Position:
    seat = battle.searching
    assert seat is not None
    piles = _less_one(position.piles, seat)
    unseen = pieces.without(position.unseen, card)
    up = _replaced(battle.up, seat, (*battle.up[seat], card))
    fighters, smack = battle.fighters, False
    found = card[0] == battle.sought(seat)
    if card == pieces.BATTLE:
        clauses += ("DVA-4.4", "DVA-4.1")
        battle = Battle(seat, up, (None,) * len(piles))
    else:
        if card == pieces.SMACK:
            clauses += ("DVA-4.5", "DVA-5.3")
            smack = True
        elif found and (piles[seat] or not rules.strict_out):
            fighters = _replaced(fighters, seat, card)
        battle = replace(battle, up=up, fighters=fighters, searching=seat)
    flipped = replace(position, piles=piles, unseen=unseen, smack=smack, battle=battle)
    if smack or card == pieces.BATTLE or (piles[seat] and not found and rules.battle_order == "sequential"):
        return flipped
    if fighters[seat] is None and not piles[seat]:
        clauses.append("DVA-4.6")
    return _search_on(flipped, battle, rules, clauses, seat)


def _choose(position: Position, event: pieces.Chose, rules: Options, clauses: list[str]) -> Position:
    assert position.battle is not None
    battle = Battle(position.battle.chooser, position.battle.up, position.battle.fighters, event.kind)
    clauses.append("DVA-4.2")
    return _search_on(position, battle, rules, clauses, None)


def _search_on(position: Position, battle: Battle, rules: Options, clauses: list[str], last: int | None) -> Position:
    """The next seat searches after `last`, or the battle is decided, or the tied ones begin again."""
    searching = next_searcher(position, battle, rules, last)
    if searching is None:
        winner, tied, deciding = decided(position, battle, rules)
        clauses += deciding
        if winner is not None:
            return _taken(position, winner, clauses)
        if tied is None:
            return _removed(position, None, clauses)
        battle = Battle(battle.chooser, battle.up, (None,) * len(position.piles), battle.kind, None, tied)
        searching = next_searcher(position, battle, rules)
    battle = replace(battle, searching=searching)
    return replace(position, smack=False, battle=battle)


def _smack(position: Position, seat: int, rules: Options, clauses: list[str]) -> Position:
    clauses += ("DVA-5.2", "DVA-5.4")
    if position.battle is not None:
        clauses.append("DVA-4.5")
    if not pieces.loses_smack(position, seat, rules):
        return _taken(position, seat, clauses)
    clauses.append("DVA-6.3")
    return _removed(position, seat, clauses)


def _smack_falsely(position: Position, seat: int, card: str | None, rules: Options, clauses: list[str]) -> Position:
    turn, piles, out, battle = position.turn, position.piles, position.out, position.battle
    if card is None:
        return replace(position, barred=_with_seat(position.barred, seat))
    piles = _less_one(piles, seat)
    lost_last = not piles[seat]
    if lost_last and battle is None:
        clauses.append("DVA-6.4")
        out = _with_seat(out, seat)
        if turn == seat:
            turn = _next_with_cards(piles, seat)
    if lost_last and battle is not None and rules.strict_out:
        fighters = _replaced(battle.fighters, seat, None)
        battle = replace(battle, fighters=fighters)
    central = (card, *position.central)
    unseen = pieces.without(position.unseen, card)
    forfeited = Position(turn, piles, central, unseen, out, position.barred, position.removed, False, battle)
    if battle is None or not lost_last:
        return forfeited
    if battle.fighters[seat] is None:
        clauses.append("DVA-4.6")
    return _search_on(forfeited, battle, rules, clauses, seat) if battle.searching == seat else forfeited


def _taken(position: Position, winner: int, clauses: list[str]) -> Position:
    """The winner takes the table and flips next; whoever has no cards now is out (DVA-6.1, DVA-6.4)."""
    clauses.append("DVA-6.1")
    table = position.table
    piles = _replaced(position.piles, winner, position.piles[winner] + len(table))
    unseen = tuple(sorted(position.unseen + table))
    out = _out_now(piles, position.out, clauses)
    return Position(winner, piles, (), unseen, out, position.barred, position.removed)


def _removed(position: Position, smacker: int | None, clauses: list[str]) -> Position:
    """The table leaves the game; the next seat with cards to the smacker's left flips (DVA-4.8, DVA-6.3)."""
    removed = tuple(sorted(position.removed + position.table))
    turn, piles, out = position.turn, position.piles, position.out
    if any(piles):  # where nobody has cards those who are not out yet are drawn, so they stay so (DVA-7.1)
        out = _out_now(piles, out, clauses)
        assert smacker is not None
        turn = _next_with_cards(piles, smacker)
    return Position(turn, piles, (), position.unseen, out, position.barred, removed)


def _out_now(piles: tuple[int, ...], out: tuple[int, ...], clauses: list[str]) -> tuple[int, ...]:
    """Who is out now that nothing is pending (DVA-6.4)."""
    if piles.count(0) == len(out):
        return out
    clauses.append("DVA-6.4")
    return tuple(seat for seat, cards in enumerate(piles) if not cards)


def _next_with_cards(piles: tuple[int, ...], seat: int) -> int:
    """The next seat to the left of `seat` that has cards; somebody has."""
    players = len(piles)
    other = (seat + 1) % players
    while not piles[other]:
        other = (other + 1) % players
    return other


def _replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _less_one(piles: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*piles[:seat], piles[seat] - 1, *piles[seat + 1 :])


def _with_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(sorted((*seats, seat)))

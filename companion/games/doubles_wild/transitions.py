"""Applies legal events of Doubles Wild: the positions after them, from the throw for the start to the playoff."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.doubles_wild.board import INDEX, Bits, in_windows, windows, windows_through
from companion.games.doubles_wild.pieces import (
    LAST_ROUND,
    Battle,
    Dice,
    Hold,
    Leave,
    Place,
    Position,
    Reroll,
    Roll,
    Rolled,
    Start,
    Table,
    Threw,
    Throw,
)


def first(table: Table) -> Position:
    """The first position: everybody throws for the start (DW-2.1)."""
    seats = range(table.players)
    sides = max(table.sides) + 1
    return Position(
        None, (table.markers,) * table.players, (0,) * sides, (0,) * table.players, start=Start(tuple(seats))
    )


def ending(position: Position) -> str | None:
    """The clause that has ended the game in this position, or None."""
    if position.rolled is not None or position.battle is not None or position.start is not None:
        return None
    if position.playoff is not None:
        return "DW-7.2" if any(map(windows, position.markers)) else None
    turn = position.turn
    return "DW-7.1" if turn is None or not position.supply[turn] else None


def rolled(position: Position, event: Rolled, table: Table) -> Position:
    """The dice of the turn lie (DW-3.2)."""
    again = table.rerolls == "unlimited" or (position.rolled is None and table.rerolls != 0)
    return replace(position, rolled=Roll(_sorted(event.red), _sorted(event.blue), again))


def reroll(position: Position, event: Reroll) -> Position:
    """A pair, or both, is taken up (DW-3.2)."""
    roll = position.rolled
    assert roll is not None
    red, blue = (roll.red if event.dice == "blue" else None), (roll.blue if event.dice == "red" else None)
    return replace(position, rolled=Roll(red, blue, False))


def played(position: Position, event: Place | Leave, table: Table) -> Position:
    """A square is played or left alone (DW-3.4, DW-6.3)."""
    seat = position.turn
    assert seat is not None
    if event.square is None or type(event) is Leave:
        return _passed(position, position.supply, position.score, position.markers, table)
    index = INDEX[event.square]
    owner = position.owner(index)
    if owner is None:
        return _settled(position, _spent(position.supply, seat), position.markers, index, table)
    if owner == seat:
        return _passed(position, position.supply, position.score, position.markers, table)
    if owner == table.partners[seat]:
        return _settled(position, _spent(position.supply, seat), _cleared(position.markers, owner, index), index, table)
    if in_windows(position.markers[owner]) >> index & 1:
        return _passed(position, position.supply, position.score, position.markers, table)
    battle = Battle(index, seat, owner, 1, ((), ()), seat)
    return replace(position, supply=_spent(position.supply, seat), rolled=None, battle=battle)


def threw(position: Position, event: Threw, table: Table) -> Position:
    """Dice have come to rest: of the throw for the start, or of a battle."""
    if position.start is not None:
        return _started(position, position.start, sum(event.faces))
    battle = position.battle
    assert battle is not None
    lying = battle.dice[battle.whose]
    return _fought(position, battle, tuple(sorted(lying + event.faces)), table)


def lifted(position: Position, event: Throw | Hold, table: Table) -> Position:
    """A player in a battle takes up dice, or holds them all (DW-4.2)."""
    battle = position.battle
    assert battle is not None
    lying = battle.dice[battle.whose]
    if type(event) is not Throw:
        return _fought(position, battle, lying, table)
    rest = list(lying)
    for face in event.dice:
        rest.remove(face)
    return replace(position, rolled=None, battle=_with_dice(battle, tuple(rest), battle.round, battle.to_roll))


def _started(position: Position, start: Start, total: int) -> Position:
    """DW-2.1: the single highest total begins; those level for it throw again among themselves."""
    totals = (*start.totals, total)
    turn: int | None = None
    still: Start | None = Start(start.among, totals)
    if len(totals) == len(start.among):
        best = max(totals)
        level = tuple(seat for seat, thrown in zip(start.among, totals, strict=True) if thrown == best)
        turn, still = (level[0], None) if len(level) == 1 else (None, Start(level))
    return Position(turn, position.supply, position.score, position.markers, None, None, still, position.playoff)


def _fought(position: Position, battle: Battle, dice: Dice, table: Table) -> Position:
    """The battle after one player's part of a round, with that player's dice all lying (DW-4.2, DW-4.3)."""
    if battle.to_roll == battle.attacker:
        return replace(position, rolled=None, battle=_with_dice(battle, dice, battle.round, battle.defender))
    attack, defence = sum(battle.dice[0]), sum(dice)
    extra = battle.round - LAST_ROUND
    if extra < 0 or (attack == defence and not (table.battle_tie_cap and extra >= table.battle_tie_cap)):
        return replace(position, rolled=None, battle=_with_dice(battle, dice, battle.round + 1, battle.attacker))
    if attack > defence:
        cleared = _cleared(position.markers, battle.defender, battle.square)
        return _settled(position, position.supply, cleared, battle.square, table)
    return _passed(position, position.supply, position.score, position.markers, table)


def _settled(
    position: Position, supply: tuple[int, ...], markers: tuple[Bits, ...], index: int, table: Table
) -> Position:
    """The marker of the player on turn comes to own a square; it scores, and the turn passes (DW-3.5, DW-5)."""
    seat = position.turn
    assert seat is not None
    own = markers[seat] | 1 << index
    made = windows_through(own, index)
    markers = (*markers[:seat], own, *markers[seat + 1 :])
    score = position.score
    if made:
        if position.playoff is not None:  # DW-7.2: the first window decides, and the scores stay those of the main game
            return Position(seat, supply, score, markers, None, None, None, position.playoff)
        side = table.sides[seat]
        score = (*score[:side], score[side] + made, *score[side + 1 :])
    return _passed(position, supply, score, markers, table)


def _passed(
    position: Position, supply: tuple[int, ...], score: tuple[int, ...], markers: tuple[Bits, ...], table: Table
) -> Position:
    """The turn goes to the next seat; an empty supply there ends the game, or begins a playoff (DW-3.1, DW-7)."""
    turn, playoff = position.turn, position.playoff
    assert turn is not None
    around = table.seats if playoff is None else playoff
    seat = around[(around.index(turn) + 1) % len(around)]
    if supply[seat]:
        return Position(seat, supply, score, markers, None, None, None, playoff)
    if playoff is None:
        level = leaders(score)
        if len(level) == 1:
            return Position(seat, supply, score, markers)
        playoff = tuple(other for other in range(table.players) if table.sides[other] in level)
    return _playoff(playoff, score, seat, table)


def leaders(score: tuple[int, ...]) -> tuple[int, ...]:
    """The entries of the score that are highest."""
    best = max(score)
    return tuple(side for side, points in enumerate(score) if points == best)


def _playoff(playoff: tuple[int, ...], score: tuple[int, ...], ended_at: int, table: Table) -> Position:
    """DW-7.2: a clear board and a full supply for those who are level, and a new throw for the start."""
    seats = range(table.players)
    supply = tuple(table.markers if seat in playoff else 0 for seat in seats)
    markers = (0,) * table.players
    if table.playoff_reroll_start:
        return Position(None, supply, score, markers, None, None, Start(playoff), playoff)
    begins = min(playoff, key=lambda seat: (seat - ended_at) % table.players)
    return Position(begins, supply, score, markers, None, None, None, playoff)


def _spent(supply: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*supply[:seat], supply[seat] - 1, *supply[seat + 1 :])


def _cleared(markers: tuple[Bits, ...], seat: int, index: int) -> tuple[Bits, ...]:
    return (*markers[:seat], markers[seat] & ~(1 << index), *markers[seat + 1 :])


def _sorted(faces: Dice) -> Dice:
    return tuple(sorted(faces))


def _with_dice(battle: Battle, dice: Dice, round_: int, to_roll: int) -> Battle:
    """The battle after the dice of `battle.to_roll` lie like this; `round_` and `to_roll` are those from now on."""
    both = (dice, battle.dice[1]) if battle.whose == 0 else (battle.dice[0], dice)
    return Battle(battle.square, battle.attacker, battle.defender, round_, both, to_roll)

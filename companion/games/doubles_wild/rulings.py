"""Judges events of Doubles Wild: legal, or every clause broken, as codes with parameters.

Codes and their sentences stand in the seed, under the clause. A legal event costs a few comparisons; reasons are
gathered only once one of them fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.doubles_wild.board import INDEX, Square, in_windows
from companion.games.doubles_wild.legal_actions import choice, reach
from companion.games.doubles_wild.pieces import (
    LAST_ROUND,
    PAIR,
    PAIRS,
    TRIO,
    Battle,
    Dice,
    Event,
    Hold,
    Leave,
    Pair,
    Place,
    Position,
    Reroll,
    Roll,
    Rolled,
    Table,
    Threw,
    Throw,
)
from companion.rules import LEGAL, BrokenClause, MalformedError, breach


def judge(position: Position, event: Event, table: Table) -> tuple[BrokenClause, ...]:
    """Every clause that `event` breaks in `position`, whose game goes on; empty when it is legal.

    An event whose time is not now breaks the clause of what is awaited, and what it would break besides. Raises
    MalformedError for what is no event of this game.
    """
    if type(event) is Rolled:
        return _judge_roll(position, event)
    if type(event) is Place or type(event) is Leave:
        return _judge_square(position, event, table)
    if type(event) is Reroll:
        return _judge_reroll(position, event, table)
    if type(event) is Threw:
        return _judge_throw(position, event)
    if type(event) is Throw or type(event) is Hold:
        return _judge_battle(position, event)
    raise MalformedError("event", f"{type(event).__name__} is no event of this game")


def battle_clause(battle: Battle) -> str:
    """The clause that a battle's round goes by."""
    return "DW-4.2" if battle.round <= LAST_ROUND else "DW-4.3"


def _awaited(position: Position) -> BrokenClause:
    """What is to be done first, by its clause: the answer to an event whose time is not now."""
    start, battle, roll, seat = position.start, position.battle, position.rolled, position.turn
    if start is not None:
        return breach("DW-2.1", "throw_awaited", seat=start.among[len(start.totals)])
    assert seat is not None
    if battle is not None:
        clause, dice = battle_clause(battle), battle.in_hand
        if dice:
            return breach(clause, "throw_awaited", seat=battle.to_roll, dice=dice)
        return breach(clause, "choice_awaited", seat=battle.to_roll)
    if roll is None:
        return breach("DW-3.2", "roll_awaited", seat=seat, hand="both")
    if roll.in_hand:
        hand = "both" if roll.red is roll.blue else "red" if roll.red is None else "blue"
        return breach("DW-3.2", "roll_awaited", seat=seat, hand=hand)
    return breach("DW-3.3", "choice_awaited", seat=seat)


# ---------------------------------------------------------------------------------------------- dice of a turn


def _judge_roll(position: Position, event: Rolled) -> tuple[BrokenClause, ...]:
    red, blue = event.red, event.blue
    for colour, pair in (("red", red), ("blue", blue)):
        if pair not in PAIRS:
            _refuse_impossible(pair, f"event.{colour}")
    if position.battle is not None or position.start is not None:
        return (_awaited(position),)
    roll = position.rolled
    if roll is None:
        if red in PAIRS and blue in PAIRS:
            return LEGAL
        return tuple(_misrolled(position, event, None))
    if not roll.in_hand:
        return (_awaited(position),)
    return tuple(_misrolled(position, event, roll))


def _misrolled(position: Position, event: Rolled, lying: Roll | None) -> Iterator[BrokenClause]:
    """What is wrong with the dice of a roll whose time it is."""
    assert position.turn is not None
    kept: tuple[Pair | None, Pair | None] = (None, None) if lying is None else (lying.red, lying.blue)
    for colour, pair, stays in (("red", event.red, kept[0]), ("blue", event.blue, kept[1])):
        if len(pair) != PAIR:
            yield breach("DW-3.2", "count", seat=position.turn, colour=colour, given=len(pair))
        elif stays is not None and tuple(sorted(pair)) != stays:
            yield breach("DW-3.2", "kept", seat=position.turn, colour=colour, pair=stays, given=tuple(sorted(pair)))


def _judge_reroll(position: Position, event: Reroll, table: Table) -> tuple[BrokenClause, ...]:
    if event.dice not in ("red", "blue", "both"):
        raise MalformedError("event.dice", f"{event.dice!a} is no choice of dice (red, blue, both)")
    roll = position.rolled
    if roll is not None and roll.again:
        return LEGAL
    broken: list[BrokenClause] = []
    if roll is None or roll.in_hand:
        broken.append(_awaited(position))
    if roll is not None and table.rerolls != "unlimited":
        assert position.turn is not None
        broken.append(breach("DW-3.2", "used_up" if table.rerolls else "never", seat=position.turn))
    return tuple(broken)


def _refuse_impossible(faces: Dice, path: str) -> None:
    """Raise MalformedError for faces that are on no die."""
    if any(type(face) is not int or not 1 <= face <= 6 for face in faces):
        raise MalformedError(path, f"{faces} holds a face that is on no die (1 to 6)")


# ---------------------------------------------------------------------------------------------- squares


def _judge_square(position: Position, event: Place | Leave, table: Table) -> tuple[BrokenClause, ...]:
    square = event.square
    if square is None:
        if type(event) is Leave:
            raise MalformedError("event.square", "no square is given to leave")
        bit = 0
    else:
        if square not in INDEX:
            raise MalformedError("event.square", f"{square} is no square of the board (rows and columns 3 to 11)")
        bit = 1 << INDEX[square]
    roll = position.rolled
    if roll is None or roll.in_hand:
        return (_awaited(position),)
    allowed = choice(position, table)
    if square is None:
        if allowed.nothing:
            return LEGAL
        return (_no_square(position, roll, allowed.squares),)
    if (allowed.leave if type(event) is Leave else allowed.play) & bit:
        return LEGAL
    return (*_misselected(position, roll, square, table), *_misplayed(position, event, square, table))


def _no_square(position: Position, roll: Roll, squares: int) -> BrokenClause:
    """Why a square has to be selected."""
    assert position.turn is not None and roll.red is not None and roll.blue is not None
    if reach(roll)[1]:
        return breach("DW-3.3", "must_choose", seat=position.turn, squares=squares.bit_count())
    return breach("DW-3.3", "no_double", row=sum(roll.red), column=sum(roll.blue))


def _misselected(position: Position, roll: Roll, square: Square, table: Table) -> Iterator[BrokenClause]:
    """Why a square may not be selected with this roll (DW-3.3)."""
    seat = position.turn
    assert seat is not None and roll.red is not None and roll.blue is not None
    row, column = square
    bit = 1 << INDEX[square]
    reached, wild = reach(roll)
    if not reached & bit:
        red, blue = sum(roll.red), sum(roll.blue)
        if not wild:
            yield breach("DW-3.3", "forced", row=row, column=column, rolled_row=red, rolled_column=blue)
        elif roll.red[0] == roll.red[1]:
            yield breach("DW-3.3", "column", row=row, column=column, rolled=blue)
        else:
            yield breach("DW-3.3", "row", row=row, column=column, rolled=red)
    if not wild:
        return
    owner = position.owner(INDEX[square])
    if owner == seat:
        yield breach("DW-3.3", "own", seat=seat, row=row, column=column)
    elif (
        table.wild_exclude_protected
        and owner is not None
        and table.sides[owner] != table.sides[seat]
        and in_windows(position.markers[owner]) & bit
    ):
        yield breach("DW-3.3", "protected", owner=owner, row=row, column=column)


def _misplayed(position: Position, event: Place | Leave, square: Square, table: Table) -> Iterator[BrokenClause]:
    """Why a square, were it selected, may not be played or left like this (DW-3.4, DW-5.3, DW-6.3)."""
    seat = position.turn
    assert seat is not None
    row, column = square
    owner = position.owner(INDEX[square])
    safe = owner is not None and in_windows(position.markers[owner]) >> INDEX[square] & 1
    if owner is not None and owner == table.partners[seat]:
        if type(event) is Place and safe:
            yield breach("DW-6.3", "protected", owner=owner, row=row, column=column)
            yield breach("DW-5.3", "protected", owner=owner, row=row, column=column)
    elif type(event) is Leave:
        if owner is None:
            yield breach("DW-3.4", "vacant", row=row, column=column)
        elif owner == seat or safe:
            yield breach("DW-3.4", "no_choice", row=row, column=column)
        elif not table.battle_optional:
            yield breach("DW-3.4", "compulsory", owner=owner, row=row, column=column)


# ---------------------------------------------------------------------------------------------- throws and battles


def _judge_throw(position: Position, event: Threw) -> tuple[BrokenClause, ...]:
    _refuse_impossible(event.faces, "event.faces")
    start, battle, given = position.start, position.battle, len(event.faces)
    if start is not None:
        if given == TRIO:
            return LEGAL
        return (breach("DW-2.1", "count", seat=start.among[len(start.totals)], given=given),)
    if battle is None:
        return (_awaited(position), *_no_battle())
    wanted = battle.in_hand
    if not wanted:
        return (_awaited(position),)
    if given == wanted:
        return LEGAL
    return (breach(battle_clause(battle), "count", seat=battle.to_roll, expected=wanted, given=given),)


def _judge_battle(position: Position, event: Throw | Hold) -> tuple[BrokenClause, ...]:
    dice = event.dice if type(event) is Throw else ()
    _refuse_impossible(dice, "event.dice")
    battle = position.battle
    if battle is None:
        return (_awaited(position), *_no_battle())
    if battle.in_hand:
        return (_awaited(position), *_unwilling(battle, event))
    return (*_unwilling(battle, event), *_not_there(battle, dice))


def _no_battle() -> Iterator[BrokenClause]:
    yield breach("DW-4.1", "no_battle")


def _unwilling(battle: Battle, event: Throw | Hold) -> Iterator[BrokenClause]:
    """A throw takes a die at least, and after a tie nobody may hold every die (DW-4.3)."""
    if type(event) is Throw:
        if event.dice:
            return
        yield breach("DW-4.2", "nothing")
    if battle.round > LAST_ROUND:
        yield breach("DW-4.3", "must_throw", seat=battle.to_roll, round=battle.round)


def _not_there(battle: Battle, dice: Dice) -> Iterator[BrokenClause]:
    """Faces that do not lie among the dice of the player who throws."""
    lying, wanted = Counter(battle.dice[battle.whose]), Counter(dice)
    for face in sorted(wanted):
        if wanted[face] > lying[face]:
            yield breach("DW-4.2", "not_there", seat=battle.to_roll, face=face, have=lying[face], need=wanted[face])

"""Refuses positions of Doubles Wild that no game reaches (docs/formats.md), with the path of the fault.

What is looked at: the markers of each seat, the score, and that what is pending (a throw for the start, a roll, a
battle, a playoff) fits the rest. How a position came about is not searched for.
"""

from __future__ import annotations

from companion.games.doubles_wild.board import SQUARES, in_windows, shared_by_windows, windows
from companion.games.doubles_wild.pieces import LAST_ROUND, TRIO, Battle, Position, Start, Table
from companion.games.doubles_wild.transitions import ending, leaders
from companion.rules import MalformedError


def check(position: Position, table: Table) -> None:
    """Raise MalformedError for a position that no game reaches."""
    _check_markers(position, table)
    if position.playoff is None:
        _check_score(position, table)
    else:
        _check_playoff(position, position.playoff, table)
    if position.start is not None:
        _check_start(position, position.start, table)
    elif position.turn is None:
        _check_nobody_on_turn(position)
    else:
        _check_turn(position, position.turn, table)


def _listed(seats: tuple[int, ...]) -> str:
    return " and ".join((", ".join(map(str, seats[:-1])), str(seats[-1])))


def _check_markers(position: Position, table: Table) -> None:
    for seat, (supply, own) in enumerate(zip(position.supply, position.markers, strict=True)):
        fights = position.battle is not None and position.battle.attacker == seat
        used = own.bit_count() + fights
        if supply + used > table.markers:
            raise MalformedError(
                f"supply[{seat}]",
                f"{supply} markers in the supply and {used} in play, and a player has {table.markers}",
            )


def _check_score(position: Position, table: Table) -> None:
    """DW-5.3: the score is the number of complete windows, each of one colour (DW-6.2)."""
    made = [0] * len(position.score)
    for seat, own in enumerate(position.markers):
        made[table.sides[seat]] += windows(own)
    for side, points in enumerate(position.score):
        if points != made[side]:
            raise MalformedError(f"score[{side}]", f"{points}, and the board has {made[side]} three in a row (DW-5.3)")


def _check_playoff(position: Position, playoff: tuple[int, ...], table: Table) -> None:
    level = leaders(position.score)
    expected = tuple(seat for seat in range(table.players) if table.sides[seat] in level)
    if len(level) < 2:
        raise MalformedError("playoff", "nobody shares the highest score, so there is none (DW-7.2)")
    if playoff != expected:
        raise MalformedError("playoff", f"the highest score is shared by the seats {_listed(expected)} (DW-7.2)")
    for seat in range(table.players):
        if seat not in playoff:
            if position.supply[seat]:
                raise MalformedError(f"supply[{seat}]", f"seat {seat} is not in the playoff, so it must be 0")
            if position.markers[seat]:
                raise MalformedError("board", f"seat {seat} is not in the playoff and has markers on the board")
    winners = [seat for seat, own in enumerate(position.markers) if windows(own)]
    if position.turn is not None and position.turn not in playoff and not winners:
        raise MalformedError("turn", f"seat {position.turn} is not in the playoff")
    if len(winners) > 1:
        raise MalformedError("board", f"the seats {_listed(tuple(winners))} cannot both have the first three in a row")
    if winners:
        if not shared_by_windows(position.markers[winners[0]]):
            raise MalformedError("board", "one marker cannot have completed all these three in a row (DW-7.2)")
        for key, pending in (("start", position.start), ("rolled", position.rolled), ("battle", position.battle)):
            if pending is not None:
                raise MalformedError(key, "the playoff is over: the first three in a row is there (DW-7.2)")


def _check_start(position: Position, start: Start, table: Table) -> None:
    if position.playoff is not None and not table.playoff_reroll_start:
        raise MalformedError("start", "by the house rule playoff_reroll_start a playoff begins without a throw")
    for key, pending in (("turn", position.turn), ("rolled", position.rolled), ("battle", position.battle)):
        if pending is not None:
            raise MalformedError(key, "the throw for the start is awaited, so it must be null")
    if any(position.markers):
        raise MalformedError("board", "the throw for the start is awaited, so no marker is on the board")
    seats = tuple(range(table.players)) if position.playoff is None else position.playoff
    for seat in seats:
        if position.supply[seat] != table.markers:
            raise MalformedError(f"supply[{seat}]", f"before the start it is full, with {table.markers} markers")
    if len(start.among) < 2:
        raise MalformedError("start.among", "at least two seats throw for the start")
    for seat in start.among:
        if seat not in seats:
            raise MalformedError("start.among", f"seat {seat} is not in the playoff")
    if len(start.totals) >= len(start.among):
        raise MalformedError(
            "start.totals", f"{len(start.totals)} totals, and one of {len(start.among)} has yet to come"
        )


def _check_nobody_on_turn(position: Position) -> None:
    """Without a turn and a throw for the start the game has to be over."""
    for key, pending in (("rolled", position.rolled), ("battle", position.battle)):
        if pending is not None:
            raise MalformedError(key, "nobody is on turn, so it must be null")
    over = ending(position)
    if over is None or (over == "DW-7.1" and (all(position.supply) or len(leaders(position.score)) > 1)):
        raise MalformedError("turn", "somebody has to be on turn, or the throw for the start is awaited")


def _check_turn(position: Position, turn: int, table: Table) -> None:
    if position.battle is not None:
        if position.rolled is not None:
            raise MalformedError("rolled", "the square is played, so it must be null during a battle")
        _check_battle(position, position.battle, turn, table)
        return
    if not position.supply[turn]:
        if position.rolled is not None:
            raise MalformedError("rolled", f"seat {turn} has no marker left and does not roll (DW-3.1)")
        if position.playoff is not None and ending(position) is None:
            raise MalformedError("turn", f"seat {turn} has no marker left, so the playoff begins anew (DW-7.2)")
        if position.playoff is None and len(leaders(position.score)) > 1:
            raise MalformedError("turn", f"seat {turn} has no marker left, so the playoff begins (DW-7.2)")
    roll = position.rolled
    if roll is None:
        return
    if roll.in_hand:
        if roll.again:
            raise MalformedError("rolled.again", "a pair is in the hand, so it must be false")
        if table.rerolls == 0:
            raise MalformedError("rolled", "the house rules allow no re-roll, so no pair can be in the hand")
    elif roll.again and table.rerolls == 0:
        raise MalformedError("rolled.again", "the house rules allow no re-roll, so it must be false")
    elif not roll.again and table.rerolls == "unlimited":
        raise MalformedError("rolled.again", "the house rules allow any number of re-rolls, so it must be true")


def _check_battle(position: Position, battle: Battle, turn: int, table: Table) -> None:
    attacker, defender = battle.attacker, battle.defender
    if attacker != turn:
        raise MalformedError("battle.attacker", f"seat {attacker} cannot attack in the turn of {turn}")
    if defender == attacker:
        raise MalformedError("battle.defender", "nobody fights a battle alone")
    if defender == table.partners[attacker]:
        raise MalformedError("battle.defender", "partners fight no battle (DW-6.3)")
    if position.owner(battle.square) != defender:
        row, column = SQUARES[battle.square]
        raise MalformedError("battle.square", f"seat {defender} has no marker on row {row}, column {column}")
    if in_windows(position.markers[defender]) >> battle.square & 1:
        raise MalformedError("battle.square", "a marker that is part of three in a row is not attacked (DW-3.4)")
    if battle.to_roll not in (attacker, defender):
        raise MalformedError("battle.to_roll", f"seat {battle.to_roll} takes no part in the battle")
    if table.battle_tie_cap and battle.round > LAST_ROUND + table.battle_tie_cap:
        raise MalformedError("battle.round", f"it ends after round {LAST_ROUND + table.battle_tie_cap}")
    _check_dice(battle)


def _check_dice(battle: Battle) -> None:
    """Whose dice lie: round 1 begins with none, later only those of `to_roll` can be in the hand."""
    attack, defence = battle.dice
    if battle.round == 1:
        lie = (0, 0) if battle.to_roll == battle.attacker else (TRIO, 0)
        for i in (0, 1):
            if len(battle.dice[i]) != lie[i]:
                raise MalformedError(f"battle.dice[{i}]", f"at this point of round 1 {lie[i]} dice lie here")
        return
    other = 1 - battle.whose
    if len(battle.dice[other]) != TRIO:
        raise MalformedError(f"battle.dice[{other}]", f"{TRIO} dice lie here while the other player throws")
    if battle.round > LAST_ROUND and battle.to_roll == battle.attacker:
        unseen = TRIO - len(attack)
        if not sum(attack) + unseen <= sum(defence) <= sum(attack) + 6 * unseen:
            raise MalformedError("battle.dice", f"round {battle.round} is played only after a tie (DW-4.3)")

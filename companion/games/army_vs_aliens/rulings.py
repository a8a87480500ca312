"""Whether an event of Army vs Aliens is legal, and otherwise every clause it breaks, as codes with parameters.

Codes and their sentences stand in the seed, under the clause. A legal event costs a few comparisons; reasons are
gathered only once one of them fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import BrokenClause, MalformedError, Param
from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    NUKED,
    STRONGEST_FIGHTER,
    Attack,
    Event,
    General,
    Mothership,
    Nuke,
    Options,
    Overlord,
    Player,
    Position,
    Rally,
    Rolled,
    Target,
)

_LEGAL: tuple[BrokenClause, ...] = ()


def _broken(clause: str, fault: str, **params: Param) -> BrokenClause:
    return BrokenClause(clause, fault, tuple(params.items()))


def judge(position: Position, event: Event, options: Options, over: BrokenClause | None) -> tuple[BrokenClause, ...]:
    """Every clause that `event` breaks in `position`; empty when it is legal.

    `over` is what a finished game answers to every event, None while the game goes on. While the roll of a rally is
    awaited an action is judged against the zones as they lie, besides coming at the wrong time. Raises MalformedError
    for what is no event of this game.
    """
    if over is not None:
        return (over,)
    if type(event) is Rolled:
        return _judge_roll(position, event)
    rolling = position.rolling
    if position.turn is None:
        assert rolling is not None
        return (_broken("AVA-2.1", "first_roll", seat=rolling.seat),)
    broken = _judge_action(position, event, options, position.turn)
    if broken:
        _refuse_impossible(event)
    if rolling is not None:
        return (_broken("AVA-3.1", "roll_awaited", seat=rolling.seat, expected=rolling.dice), *broken)
    return broken


def _refuse_impossible(event: Event) -> None:
    """Raise MalformedError for ranks that are on no die; no such event is legal, so only illegal ones are looked at."""
    ranks: list[int] = []
    if isinstance(event, Attack):
        ranks += event.using
    if isinstance(event, Attack | Mothership | Overlord):
        ranks += [rank for _, rank in event.hit]
    if isinstance(event, Rally):
        ranks += event.roll
    if isinstance(event, General):
        ranks.append(event.rank)
    for rank in ranks:
        if not 1 <= rank <= 6:
            raise MalformedError("event", f"{rank} is no rank")


def _judge_roll(position: Position, event: Rolled) -> tuple[BrokenClause, ...]:
    if event.faces and (min(event.faces) < 1 or max(event.faces) > 6):
        raise MalformedError("event.faces", f"{event.faces} holds a face that is on no die (1 to 6)")
    rolling = position.rolling
    if rolling is None:
        assert position.turn is not None
        return (_broken("AVA-3.1", "no_roll", seat=position.turn),)
    if len(event.faces) != rolling.dice:
        clause = "AVA-2.1" if position.turn is None else "AVA-3.4"
        return (_broken(clause, "count", seat=rolling.seat, expected=rolling.dice, given=len(event.faces)),)
    return _LEGAL


def _judge_action(position: Position, event: Event, options: Options, seat: int) -> tuple[BrokenClause, ...]:
    player = position.players[seat]
    if type(event) is Rally:
        return _rally(event, player, seat)
    if type(event) is Attack:
        if _is_plain_attack(position, event, player):
            return _LEGAL
        return tuple(_attack(position, event, player, seat))
    if type(event) is General:
        return tuple(_general(event, player, seat, options))
    if type(event) is Nuke:
        return tuple(_nuke(position, player, seat, options))
    if type(event) is Mothership or type(event) is Overlord:
        return tuple(_volley(position, event, player, seat, options))
    raise MalformedError("event", f"{type(event).__name__} is no event of this game")


def _rally(event: Rally, player: Player, seat: int) -> tuple[BrokenClause, ...]:
    combat, roll = player.combat, event.roll
    if roll:
        if all(combat.count(rank) >= roll.count(rank) for rank in roll):
            return _LEGAL
    elif player.rally:
        return _LEGAL
    broken = [
        _broken("AVA-3.4", "not_there", seat=seat, own=rank, have=combat.count(rank), need=roll.count(rank))
        for rank in sorted(set(roll))
        if combat.count(rank) < roll.count(rank)
    ]
    return tuple(broken) or (_broken("AVA-3.4", "nothing", seat=seat),)


def _is_enemy(position: Position, player: Player, seat: int) -> bool:
    return 0 <= seat < len(position.players) and position.players[seat].team != player.team


def _is_plain_attack(position: Position, event: Attack, player: Player) -> bool:
    """Whether AVA-3.2 or AVA-3.3 allows the attack."""
    using = event.using
    if len(event.hit) != 1 or not using or not 1 <= using[0] <= STRONGEST_FIGHTER:
        return False
    ((enemy, target),) = event.hit
    if not _is_enemy(position, player, enemy) or target not in position.players[enemy].combat:
        return False
    rank = using[0]
    if len(using) == 1:
        return target <= rank and rank in player.combat
    return using == (rank, rank, rank) and target == rank + 1 and player.combat.count(rank) >= 3


def _attack(position: Position, event: Attack, player: Player, seat: int) -> Iterator[BrokenClause]:
    using, hit = event.using, event.hit
    clauses = {1: ("AVA-3.2",), 3: ("AVA-3.3",)}.get(len(using), ("AVA-3.2", "AVA-3.3"))
    ranks = sorted(set(using))
    for rank in ranks:
        if rank > STRONGEST_FIGHTER:
            yield _broken("AVA-1.5", "special", seat=seat, own=rank)
    for clause in clauses:
        if len(using) not in (1, 3):
            yield _broken(clause, "dice", given=len(using))
            continue
        if len(ranks) > 1:
            yield _broken(clause, "mixed", ranks=using)
        for rank in ranks:
            if rank > STRONGEST_FIGHTER:
                yield _broken(clause, "own_rank", seat=seat, own=rank)
            have, need = player.combat.count(rank), using.count(rank)
            if have < need:
                yield _broken(clause, "not_there", seat=seat, own=rank, have=have, need=need)
        if len(hit) != 1:
            yield _broken(clause, "targets", given=len(hit))
        for enemy, target in sorted(set(hit)):
            yield from _missing_target(position, clause, player, (enemy, target), 1)
            if len(ranks) == 1 and ranks[0] <= STRONGEST_FIGHTER:
                rank = ranks[0]
                if len(using) == 1 and target > rank:
                    yield _broken(clause, "too_strong", seat=seat, own=rank, target_seat=enemy, target=target)
                if len(using) == 3 and target != rank + 1:
                    yield _broken(
                        clause, "not_next", seat=seat, own=rank, target_seat=enemy, target=target, next=rank + 1
                    )


def _missing_target(
    position: Position, clause: str, player: Player, target: Target, need: int
) -> Iterator[BrokenClause]:
    enemy, rank = target
    if not 0 <= enemy < len(position.players):
        raise MalformedError("event.hit", f"{enemy} is no seat at this table")
    if not _is_enemy(position, player, enemy):
        yield _broken(clause, "own_target", target_seat=enemy, target=rank)
        return
    have = position.players[enemy].combat.count(rank)
    if have < need:
        yield _broken(clause, "no_target", target_seat=enemy, target=rank, have=have, need=need)


def _nuke(position: Position, player: Player, seat: int, options: Options) -> Iterator[BrokenClause]:
    if player.side != "army":
        yield _broken("AVA-4.1", "side", seat=seat)
        return
    have = player.combat.count(NUKE)
    if have < 3:
        yield _broken("AVA-4.1", "three", seat=seat, own=NUKE, have=have)
    if not options.allow_noop_ability and not nuke_hits(position):
        yield _broken("AVA-4.1", "no_effect", seat=seat)


def nuke_hits(position: Position) -> bool:
    """Whether a Nuke would destroy anything: some die of rank 1 to 3 is in a Combat Zone (AVA-4.1, AVA-7.5)."""
    return any(player.combat and player.combat[0] <= NUKED for player in position.players)


def _general(event: General, player: Player, seat: int, options: Options) -> Iterator[BrokenClause]:
    if player.side != "army":
        yield _broken("AVA-4.2", "side", seat=seat)
        return
    if HERO not in player.combat:
        yield _broken("AVA-4.2", "not_there", seat=seat)
    if event.rank not in options.general_ranks:
        yield _broken("AVA-4.2", "rank", own=event.rank, allowed=options.general_ranks)
    elif event.rank not in player.combat and not options.allow_noop_ability:
        yield _broken("AVA-4.2", "no_effect", seat=seat, own=event.rank)


def targets_wanted(position: Position, player: Player, options: Options) -> int | None:
    """How many dice a Mothership or Overlord has to hit (AVA-4.3, AVA-4.4); None where it cannot be used."""
    enemies = sum(len(other.combat) for other in position.players if other.team != player.team)
    if enemies == 0:
        return 0 if options.allow_noop_ability else None
    if enemies == 1:
        return None if options.two_target_strict else 1
    return 2


def _volley(
    position: Position, event: Mothership | Overlord, player: Player, seat: int, options: Options
) -> Iterator[BrokenClause]:
    clause = "AVA-4.3" if type(event) is Mothership else "AVA-4.4"
    if player.side != "aliens":
        yield _broken(clause, "side", seat=seat)
        return
    if type(event) is Mothership:
        have = player.combat.count(NUKE)
        if have < 3:
            yield _broken(clause, "three", seat=seat, own=NUKE, have=have)
    elif HERO not in player.combat:
        yield _broken(clause, "not_there", seat=seat)
    wanted = targets_wanted(position, player, options)
    if wanted is None:
        none_there = not any(other.combat for other in position.players if other.team != player.team)
        yield _broken(clause, "no_effect" if none_there else "strict", seat=seat)
    elif len(event.hit) != wanted:
        yield _broken(clause, "targets", expected=wanted, given=len(event.hit))
    for target in sorted(set(event.hit)):
        yield from _missing_target(position, clause, player, target, event.hit.count(target))

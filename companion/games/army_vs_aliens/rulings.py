"""Judges events of Army vs Aliens: legal, or every clause broken, as codes with parameters.

Codes and their sentences stand in the seed, under the clause; clauses are named by number here, since both sheets have
them. A legal event costs a few comparisons; reasons are gathered only once one of them fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    NUKED,
    STRONGEST_FIGHTER,
    Attack,
    Drawn,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Ranks,
    Rolled,
    Target,
    without,
)
from companion.games.army_vs_aliens.variants import Options
from companion.rules import LEGAL, BrokenClause, MalformedError, Param, breach


def nuke_hits(position: Position, user: int, options: Options) -> bool:
    """Whether Nukes find what they need: a die that they would destroy (AVA-4.1), in 2012 an enemy's (AVB-4.1)."""
    if options.nuke_reach == "everybody":
        return any(player.combat and player.combat[0] <= NUKED for player in position.players)
    team = position.players[user].team
    return any(p.combat and p.combat[0] <= NUKED and p.team != team for p in position.players)


def volley_zones(position: Position, user: int, spent: Ranks, options: Options) -> list[tuple[int, Ranks]]:
    """The Combat Zones that Motherships or an Overlord can hit; `spent` are the dice that power them."""
    players = position.players
    team = players[user].team
    if not options.any_owner_targets:
        return [(seat, player.combat) for seat, player in enumerate(players) if player.team != team]
    return [(seat, _without_spent(p.combat, spent) if seat == user else p.combat) for seat, p in enumerate(players)]


def targets_wanted(zones: list[tuple[int, Ranks]], options: Options) -> int | None:
    """How many dice a Mothership or Overlord has to hit (AVA-4.3, AVA-4.4); None where it cannot be used."""
    dice = 0
    for _, combat in zones:
        dice += len(combat)
    if dice == 0:
        return 0 if options.allow_noop_ability else None
    if dice == 1:
        return None if options.two_target_strict else 1
    return 2


def _without_spent(zone: Ranks, spent: Ranks) -> Ranks:
    """`zone` without the dice spent, as far as they are there."""
    there = [rank for i, rank in enumerate(spent) if zone.count(rank) > spent[:i].count(rank)]
    return without(zone, there)


class RulingBuilder:
    """Rules on the events of one table."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def __call__(self, position: Position, event: Event, over: BrokenClause | None) -> tuple[BrokenClause, ...]:
        """Every clause that `event` breaks in `position`; empty when it is legal.

        `over` is what a finished game answers to every event, None while the game goes on. While the roll of a rally
        is awaited an action is judged against the zones as they lie, besides coming at the wrong time. Raises
        MalformedError for what is no event of this game.
        """
        if type(event) is Drawn and self._options.sheet.begins == "seat 0":
            raise MalformedError("event", "nobody is drawn by lot on this sheet")
        if over is not None:
            return (over,)
        if type(event) is Rolled:
            return self._roll(position, event)
        if type(event) is Drawn:
            return self._draw(position, event)
        rolling = position.rolling
        if position.turn is None:
            return (self._setup_awaits(position),)
        broken = self._action(position, event, position.turn)
        if broken:
            _refuse_impossible(event)
        if rolling is not None:
            return (self._broken("3.1", "roll_awaited", seat=rolling.seat, expected=rolling.dice), *broken)
        return broken

    def _broken(self, number: str, fault: str, **params: Param) -> BrokenClause:
        return breach(self._options.sheet.clause(number), fault, **params)

    # ------------------------------------------------------------------------------------------ chance

    def _setup_awaits(self, position: Position) -> BrokenClause:
        """What the set-up answers to an event whose time is not now."""
        if position.rolling is None:
            return self._broken("2.2", "draw_awaited", seats=position.drawing)
        return self._broken("2.1", "first_roll", seat=position.rolling.seat)

    def _roll(self, position: Position, event: Rolled) -> tuple[BrokenClause, ...]:
        if event.faces and (min(event.faces) < 1 or max(event.faces) > 6):
            raise MalformedError("event.faces", f"{event.faces} holds a face that is on no die (1 to 6)")
        rolling = position.rolling
        if rolling is None:
            if position.turn is None:
                return (self._setup_awaits(position),)
            return (self._broken("3.1", "no_roll", seat=position.turn),)
        if len(event.faces) != rolling.dice:
            number = "2.1" if position.turn is None else "3.4"
            return (self._broken(number, "count", seat=rolling.seat, expected=rolling.dice, given=len(event.faces)),)
        return LEGAL

    def _draw(self, position: Position, event: Drawn) -> tuple[BrokenClause, ...]:
        if not 0 <= event.seat < len(position.players):
            raise MalformedError("event.seat", f"{event.seat} is no seat at this table")
        if position.drawing:
            if event.seat in position.drawing:
                return LEGAL
            return (self._broken("2.2", "not_level", seat=event.seat, seats=position.drawing),)
        broken = self._broken("2.2", "no_draw", seat=event.seat)
        rolling = position.rolling
        if position.turn is None:
            return (self._setup_awaits(position), broken)
        if rolling is not None:
            return (self._broken("3.1", "roll_awaited", seat=rolling.seat, expected=rolling.dice), broken)
        return (broken,)

    # ------------------------------------------------------------------------------------------ actions

    def _action(self, position: Position, event: Event, seat: int) -> tuple[BrokenClause, ...]:
        player = position.players[seat]
        if type(event) is Rally:
            return self._rally(event, player, seat)
        if type(event) is Attack:
            if _is_plain_attack(position, event, player):
                return LEGAL
            return tuple(dict.fromkeys(self._attack(position, event, player, seat)))
        if type(event) is General:
            return tuple(self._general(event, player, seat))
        if type(event) is Nuke:
            return tuple(self._nuke(position, player, seat))
        if type(event) is Mothership or type(event) is Overlord:
            return tuple(dict.fromkeys(self._volley(position, event, player, seat)))
        raise MalformedError("event", f"{type(event).__name__} is no event of this game")

    def _rally(self, event: Rally, player: Player, seat: int) -> tuple[BrokenClause, ...]:
        combat, roll = player.combat, event.roll
        if roll:
            if all(combat.count(rank) >= roll.count(rank) for rank in roll):
                return LEGAL
        elif player.rally:
            return LEGAL
        broken = [
            self._broken("3.4", "not_there", seat=seat, own=rank, have=combat.count(rank), need=roll.count(rank))
            for rank in sorted(set(roll))
            if combat.count(rank) < roll.count(rank)
        ]
        return tuple(broken) or (self._broken("3.4", "nothing", seat=seat),)

    def _attack(self, position: Position, event: Attack, player: Player, seat: int) -> Iterator[BrokenClause]:
        using, hit = event.using, event.hit
        numbers = {1: ("3.2",), 3: ("3.3",)}.get(len(using), ("3.2", "3.3"))
        ranks = sorted(set(using))
        for rank in ranks:
            if rank > STRONGEST_FIGHTER:
                yield self._broken("1.5", "special", seat=seat, own=rank)
        for number in numbers:
            if len(using) not in (1, 3):
                yield self._broken(number, "dice", given=len(using))
                continue
            if len(ranks) > 1:
                yield self._broken(number, "mixed", ranks=using)
            for rank in ranks:
                if rank > STRONGEST_FIGHTER:
                    yield self._broken(number, "own_rank", seat=seat, own=rank)
                have, need = player.combat.count(rank), using.count(rank)
                if have < need:
                    yield self._broken(number, "not_there", seat=seat, own=rank, have=have, need=need)
            if len(hit) != 1:
                yield self._broken(number, "targets", given=len(hit))
            for target in sorted(set(hit)):
                yield from self._missing(position, number, seat, target, 1)
                if len(ranks) == 1 and ranks[0] <= STRONGEST_FIGHTER:
                    yield from self._unequal(number, seat, using, target)

    def _unequal(self, number: str, seat: int, using: Ranks, target: Target) -> Iterator[BrokenClause]:
        """Why dice of one rank cannot hit a die of the target's rank."""
        owner, rank = target
        own = using[0]
        if len(using) == 1 and rank > own:
            yield self._broken(number, "too_strong", seat=seat, own=own, target_seat=owner, target=rank)
            what_would = "only_three" if rank <= STRONGEST_FIGHTER + 1 else "never"
            yield self._broken("3.3", what_would, seat=seat, own=rank - 1, target_seat=owner, target=rank)
        if len(using) == 3 and rank != own + 1:
            yield self._broken(number, "not_next", seat=seat, own=own, target_seat=owner, target=rank, next=own + 1)

    def _missing(
        self, position: Position, number: str, seat: int, target: Target, need: int, spent: Ranks = ()
    ) -> Iterator[BrokenClause]:
        """Why a target cannot be hit by `seat`, which spends these dice, whatever it is hit with."""
        owner, rank = target
        if not 0 <= owner < len(position.players):
            raise MalformedError("event.hit", f"{owner} is no seat at this table")
        players = position.players
        if players[owner].team == players[seat].team and not (spent and self._options.any_owner_targets):
            fault = "own_target" if owner == seat else "mates_target"
            yield self._broken(number, fault, target_seat=owner)
            return
        combat = players[owner].combat
        have = (_without_spent(combat, spent) if owner == seat else combat).count(rank)
        if have < need:
            fault = "spent" if have < combat.count(rank) else "too_few" if have else "no_target"
            yield self._broken(number, fault, target_seat=owner, target=rank, have=have, need=need)

    def _nuke(self, position: Position, player: Player, seat: int) -> Iterator[BrokenClause]:
        if player.side != "army":
            yield self._broken("4.1", "side", seat=seat)
            return
        have = player.combat.count(NUKE)
        if have < 3:
            yield self._broken("4.1", "three", seat=seat, own=NUKE, have=have)
        if not self._options.allow_noop_ability and not nuke_hits(position, seat, self._options):
            yield self._broken("4.1", "no_effect", seat=seat)

    def _general(self, event: General, player: Player, seat: int) -> Iterator[BrokenClause]:
        if player.side != "army":
            yield self._broken("4.2", "side", seat=seat)
            return
        if HERO not in player.combat:
            yield self._broken("4.2", "not_there", seat=seat)
        if event.rank not in self._options.general_ranks:
            yield self._broken("4.2", "rank", own=event.rank, allowed=self._options.general_ranks)
        elif event.rank != HERO and event.rank not in player.combat and not self._options.allow_noop_ability:
            yield self._broken("4.2", "no_effect", seat=seat, own=event.rank)

    def _volley(
        self, position: Position, event: Mothership | Overlord, player: Player, seat: int
    ) -> Iterator[BrokenClause]:
        number, spent = ("4.3", (NUKE,) * 3) if type(event) is Mothership else ("4.4", (HERO,))
        if player.side != "aliens":
            yield self._broken(number, "side", seat=seat)
            return
        have = player.combat.count(spent[0])
        if have < len(spent):
            fault = "three" if spent[0] == NUKE else "not_there"
            yield self._broken(number, fault, seat=seat, own=spent[0], have=have)
        zones = volley_zones(position, seat, spent, self._options)
        wanted = targets_wanted(zones, self._options)
        if wanted is None:
            there = any(combat for _, combat in zones)
            yield self._broken(number, "strict" if there else "no_effect", seat=seat)
        elif len(event.hit) != wanted:
            yield self._broken(number, "targets", expected=wanted, given=len(event.hit))
        for target in sorted(set(event.hit)):
            yield from self._missing(position, number, seat, target, event.hit.count(target), spent)


def _is_plain_attack(position: Position, event: Attack, player: Player) -> bool:
    """Whether AVA-3.2 or AVA-3.3 allows the attack."""
    using = event.using
    if len(event.hit) != 1 or not using or not 1 <= using[0] <= STRONGEST_FIGHTER:
        return False
    ((enemy, target),) = event.hit
    if not 0 <= enemy < len(position.players):
        return False
    other = position.players[enemy]
    if other.team == player.team or target not in other.combat:
        return False
    rank = using[0]
    if len(using) == 1:
        return target <= rank and rank in player.combat
    return using == (rank, rank, rank) and target == rank + 1 and player.combat.count(rank) >= 3


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

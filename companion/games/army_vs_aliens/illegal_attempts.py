"""Enumerates forbidden acts with the dice of Army vs Aliens, each with the layout that it leaves.

An event that can be written down is judged as ever; for what cannot (a die taken unpaid, a die turned) the clause is
named here. What merely looks like an act half done is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.evidence import Evidence
from companion.games.army_vs_aliens import pieces
from companion.games.army_vs_aliens.pieces import Event, Position, Ranks, Target
from companion.games.army_vs_aliens.table import layout
from companion.games.army_vs_aliens.transitions import Players, destroyed, replaced, spent
from companion.games.army_vs_aliens.variants import Options
from companion.rules import Attempt, BrokenClause, MalformedError, Param, breach
from companion.table import Colour, Heap

LIKELY, MOST_LIKELY = 0.3, 4
"""Probability against the likeliest from which something else may lie in a zone, and how much of it is looked at."""

EventJudge = Callable[[Position, Event], tuple[BrokenClause, ...]]


class Attempts:
    """The forbidden acts of one position, as far as what is seen leaves them open."""

    def __init__(self, position: Position, seen: Evidence, colours: Sequence[Colour], rules: Options) -> None:
        self._position, self._seen, self._colours, self._rules = position, seen, colours, rules
        rolling = position.rolling
        self._seat = position.turn if position.turn is not None else rolling.seat if rolling is not None else 0
        self._enemies = [
            seat
            for seat, player in enumerate(position.players)
            if seat != self._seat and player.team != position.players[self._seat].team
        ]

    def all(self, judge: EventJudge, actions: Callable[[Position], list[Event]]) -> Iterator[Attempt]:
        """`judge`: every clause that an event breaks; `actions`: the legal ones of a position."""
        if self._position.turn is not None:
            for event, players in self._events():
                try:
                    broken = judge(self._position, event)
                except MalformedError:
                    continue
                if broken:
                    yield self._attempt(broken, players)
            yield from self._before_the_roll(judge)
            yield from self._out_of_turn(actions)
            yield from self._dice_left()
        yield from self._unpaid()
        yield from self._turned()

    # ------------------------------------------------------------------------------------------ what can be written

    def _events(self) -> Iterator[tuple[Event, Players]]:
        players, seat = self._position.players, self._seat
        own = players[seat].combat
        for enemy in self._enemies:
            for rank in sorted(set(players[enemy].combat)):
                for using in sorted(set(own)):
                    for dice in (1, 2, 3):
                        if own.count(using) >= dice:
                            spend = (using,) * dice
                            yield pieces.Attack(spend, ((enemy, rank),)), self._hit(spend, ((enemy, rank),))
        for hit in self._missing():
            ships = (pieces.NUKE,) * min(own.count(pieces.NUKE), 3)
            for kind, spend in ((pieces.Overlord, (pieces.HERO,)), (pieces.Mothership, ships)):
                if spend and set(spend) <= set(own):
                    yield kind(hit), self._sent(spend, hit) if kind is pieces.Overlord else self._hit(spend, hit)
        if pieces.HERO in own:
            for rank in sorted(set(own) - {pieces.HERO}):
                yield pieces.General(rank), self._promoted(rank)
        if 0 < own.count(pieces.NUKE) < 3:
            yield pieces.Nuke(), self._nuked((pieces.NUKE,) * own.count(pieces.NUKE))

    def _missing(self) -> list[tuple[Target, ...]]:
        """The enemy dice that lie in Combat no more, as they seem."""
        gone: list[Target] = []
        for enemy in self._enemies:
            combat = self._position.players[enemy].combat
            gone += [(enemy, rank) for rank in (Counter(combat) - Counter(self._ranks_in_combat(enemy))).elements()]
        return [tuple(sorted(gone))] if len(gone) > 2 or len(gone) == 1 else []

    def _ranks_in_combat(self, seat: int) -> Ranks:
        return self._likely_in_combat(seat)[0]

    def _likely_in_combat(self, seat: int) -> list[Ranks]:
        """What a Combat Zone may hold, likeliest first: a die whose colour is not told lies there or is a stranger."""
        found = self._seen.dice.faces(Heap(0, None, self._colours[seat], "combat", seat))[:MOST_LIKELY]
        ranks = [tuple(face for face in faces if isinstance(face, int)) for faces, share in found if share >= LIKELY]
        return list(dict.fromkeys(ranks))

    def _hit(self, spend: Ranks, targets: Sequence[Target]) -> Players:
        players = spent(self._position.players, self._seat, spend)
        for owner, rank in targets:
            players = destroyed(players, owner, (rank,), self._seat)
        return players

    def _sent(self, spend: Ranks, targets: Sequence[Target]) -> Players:
        players = spent(self._position.players, self._seat, spend)
        for owner, rank in targets:
            players = spent(players, owner, (rank,))
        return players

    def _promoted(self, rank: int) -> Players:
        players = spent(self._position.players, self._seat, (pieces.HERO,))
        player = players[self._seat]
        higher = rank + 1 if rank < pieces.NUKE else 1
        combat = tuple(sorted(higher if die == rank else die for die in player.combat))
        return replaced(players, self._seat, msgspec.structs.replace(player, combat=combat))

    def _nuked(self, spend: Ranks) -> Players:
        zones = [(enemy, self._position.players[enemy].combat) for enemy in self._enemies]
        return self._hit(spend, [(enemy, rank) for enemy, zone in zones for rank in zone if rank <= pieces.NUKED])

    # ------------------------------------------------------------------------------------------ what cannot

    def _before_the_roll(self, judge: EventJudge) -> Iterator[Attempt]:
        """An attack by somebody who has taken up dice for a rally, and has not rolled them."""
        player, lying = self._position.players[self._seat], self._ranks_in_combat(self._seat)
        if self._position.rolling is not None or len(lying) >= len(player.combat):
            return
        for event, players in self._events():
            if not isinstance(event, pieces.Attack):
                continue
            using = event.using
            left = Counter(player.combat) - Counter(using)
            if Counter(lying) - left:
                continue
            up = player.living - len(lying) - len(using)
            if up < 1:
                continue
            hand = msgspec.structs.replace(players[self._seat], combat=tuple(sorted(lying)), rally=len(using))
            awaited = self._broken("3.1", "roll_awaited", seat=self._seat, expected=up)
            yield self._attempt((awaited, *judge(self._position, event)), replaced(players, self._seat, hand))

    def _out_of_turn(self, actions: Callable[[Position], list[Event]]) -> Iterator[Attempt]:
        for other, player in enumerate(self._position.players):
            if other == self._seat or not player.combat:
                continue
            theirs = Attempts(
                msgspec.structs.replace(self._position, turn=other), self._seen, self._colours, self._rules
            )
            for event in actions(theirs._position):
                if isinstance(event, pieces.Attack):
                    broken = self._broken("3.1", "turn", seat=self._seat, target_seat=other)
                    yield self._attempt((broken,), theirs._hit(event.using, event.hit))

    def _unpaid(self) -> Iterator[Attempt]:
        players, seat = self._position.players, self._seat
        for enemy in self._enemies:
            for rank in sorted(set(players[enemy].combat)):
                broken = self._broken("3.2", "unpaid", seat=seat, target_seat=enemy, target=rank)
                yield self._attempt((broken,), destroyed(players, enemy, (rank,), seat))
            if not players[enemy].rally:
                continue
            both = [self._broken("3.2", "spent_target", target_seat=enemy)]
            if self._rules.sheet.prefix == "AVA":
                both.insert(0, self._broken("1.3", "spent_target", target_seat=enemy))
            fighters = sorted(rank for rank in set(players[seat].combat) if rank <= pieces.STRONGEST_FIGHTER)
            for spend in ((), *((rank,) for rank in fighters)):
                for rank in range(1, 7):
                    robbed = msgspec.structs.replace(players[enemy], rally=players[enemy].rally - 1)
                    left = replaced(spent(players, seat, spend), enemy, robbed)
                    scored = tuple(sorted((*left[seat].scored, rank)))
                    left = replaced(left, seat, msgspec.structs.replace(left[seat], scored=scored))
                    yield self._attempt(tuple(both), left)

    def _turned(self) -> Iterator[Attempt]:
        """A single die of some Combat Zone that shows another rank."""
        for seat, player in enumerate(self._position.players):
            for rank in sorted(set(player.combat)):
                for other in range(1, 7):
                    if other != rank:
                        combat = tuple(sorted((*pieces.without(player.combat, (rank,)), other)))
                        broken = self._broken("4.2", "turned", target_seat=seat, own=rank, target=other)
                        changed = msgspec.structs.replace(player, combat=combat)
                        yield self._attempt((broken,), replaced(self._position.players, seat, changed))

    def _dice_left(self) -> Iterator[Attempt]:
        """A rally that leaves some dice in Rally."""
        player = self._position.players[self._seat]
        for lying in self._likely_in_combat(self._seat):
            rolled = len(lying) - len(player.combat)
            if 0 < rolled < player.rally:
                left = msgspec.structs.replace(player, combat=lying, rally=player.rally - rolled)
                broken = self._broken("3.4", "left", given=player.rally - rolled)
                yield self._attempt((broken,), replaced(self._position.players, self._seat, left))

    def _broken(self, number: str, fault: str, **params: Param) -> BrokenClause:
        return breach(self._rules.sheet.clause(number), fault, **params)

    def _attempt(self, broken: tuple[BrokenClause, ...], players: Players) -> Attempt:
        left = msgspec.structs.replace(self._position, players=players)
        return Attempt(broken, layout(left, self._colours, self._rules))

"""Army vs Aliens in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from companion.game import BrokenClause, Param
from companion.games.army_vs_aliens.endings import Standing, standings
from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    NUKED,
    ArmySeed,
    Attack,
    Drawn,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Position,
    Rally,
    Ranks,
    Rolled,
    Target,
)
from companion.games.army_vs_aliens.sheets import Options
from companion.games.army_vs_aliens.turns import nuked_seats
from seeds import Side

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


_CLAUSES = {Nuke: "4.1", General: "4.2", Mothership: "4.3", Overlord: "4.4", Rally: "3.4", Drawn: "2.2"}


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    if isinstance(event, Attack):
        return "Single attack" if len(event.using) == 1 else "Triple attack"
    if isinstance(event, Rally):
        return "Rally"
    if isinstance(event, Drawn):
        return "Lot"
    return "Roll" if isinstance(event, Rolled) else "Ability"


def number_of(event: Event, *, setup: bool = False) -> str:
    """The number of the clause that allows an event."""
    if isinstance(event, Attack):
        return "3.2" if len(event.using) == 1 else "3.3"
    if isinstance(event, Rolled):
        return "2.1" if setup else "3.4"
    return _CLAUSES[type(event)]


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIOU' else 'a'} {noun}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(parts: Sequence[str]) -> str:
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"


class Words:
    """The sentences of one table: who sits where, and what their dice are called."""

    def __init__(self, seed: ArmySeed, options: Options) -> None:
        self._seed = seed
        self._options = options
        self._lull = "an attack" if options.draw_reset == "attack" else "a die destroyed"
        """What has not happened for long at a no-progress ending."""
        self._rally_zone = next(zone for zone in seed.zones if zone.id == "rally")

    def side(self, seat: int) -> Side:
        return self._seed.sides[seat % len(self._seed.sides)]

    def seat_name(self, seat: int) -> str:
        """What the player at a seat is called: the faction, numbered where several play it."""
        name = self.side(seat).name
        return f"{name} (player {seat + 1})" if self._options.many else name

    def player(self, seat: int) -> str:
        """A player in a sentence, such as "the Army"."""
        return f"the {self.seat_name(seat)}"

    def party(self, seat: int) -> str:
        """A player with all team-mates in a sentence; a team is called by its faction, which all of it play."""
        return f"the {self.side(seat).name}" if self._options.team_play else self.player(seat)

    def _units(self, seat: int, rank: int, count: int) -> str:
        unit = self.side(seat).unit(rank)
        return f"{_a(unit.one) if count == 1 else f'{_number(count)} {unit.many}'} ({rank})"

    def _targets(self, hit: tuple[Target, ...]) -> str:
        parts = []
        for (seat, rank), count in sorted(Counter(hit).items()):
            owner = f" of {self.player(seat)}" if self._options.many else ""
            parts.append(self._units(seat, rank, count) + owner)
        return _list(parts) or "nothing"

    def event(self, position: Position, event: Event) -> str:
        """The event as a line; `position` is the one before it."""
        rolling = position.rolling
        seat = rolling.seat if rolling is not None else position.turn or 0
        if isinstance(event, Rolled):
            return f"{_upper(self.player(seat))} rolled {', '.join(map(str, event.faces)) or 'nothing'}"
        if isinstance(event, Drawn):
            return f"The lot falls on {self.player(event.seat)} to begin"
        if isinstance(event, Attack):
            return self._attack(seat, event)
        if isinstance(event, Nuke):
            return self._nuke(position, seat)
        if isinstance(event, General):
            return self._general(seat, event.rank, position.players[seat].combat)
        if isinstance(event, Mothership):
            return f"Mothership: three Motherships (6) destroy {self._targets(event.hit)}"
        if isinstance(event, Overlord):
            return f"Overlord: sends {self._targets(event.hit)} to {self._rally_zone.place or self._rally_zone.name}"
        if isinstance(event, Rally):
            return self._rally(event.roll, position.players[seat].rally)
        assert_never(event)

    def _attack(self, seat: int, event: Attack) -> str:
        parts = []
        for rank, count in sorted(Counter(event.using).items()):
            unit = self.side(seat).unit(rank)
            parts.append(f"{_number(count)} {unit.one if count == 1 else unit.many} ({rank})")
        verb = "destroys" if len(event.using) < 2 else "destroy"
        return f"Attack: {_list(parts) or 'nothing'} {verb} {self._targets(event.hit)}"

    def _nuke(self, position: Position, seat: int) -> str:
        reached = nuked_seats(position.players, seat, self._options)
        reached.sort(key=lambda other: other == seat)  # the own losses last
        counts = [(other, sum(rank <= NUKED for rank in position.players[other].combat)) for other in reached]
        parts = [f"{n} {_dice(n)} of {self.player(other)}" for other, n in counts if n]
        return f"Nuke: three Nukes (6) destroy {_list(parts) or 'nothing'}"

    def _general(self, seat: int, rank: int, combat: Ranks) -> str:
        count = combat.count(rank)
        unit = self.side(seat).unit(rank)
        allowed = rank in self._options.general_ranks
        if not count or (rank == NUKE and not allowed):
            return f"General: promotes no {unit.one} ({rank})"
        if rank == HERO and allowed:
            return f"General: becomes {self._units(seat, NUKE, 1)} and stays in Combat"
        turned = 1 if rank == NUKE else rank + 1
        higher = self._units(seat, turned, 1) if count == 1 else f"{self.side(seat).unit(turned).many} ({turned})"
        number = f"one {unit.one}" if count == 1 else f"{_number(count)} {unit.many}"
        return f"General: {number} ({rank}) {'becomes' if count == 1 else 'become'} {higher}"

    def _rally(self, roll: Ranks, rally: int) -> str:
        parts = []
        if rally:
            parts.append(f"{rally} {self._rally_zone.name.lower()} {_dice(rally)}")
        if roll:
            parts.append(f"{', '.join(map(str, roll))} from Combat")
        return f"Rally: roll {_list(parts) or 'nothing'}"

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**self._terms(dict(broken.params)))

    def ending(self, position: Position, number: str) -> str:
        """How a game ended by the clause of this number, in one sentence."""
        parties = [party for party in standings(position, self._options) if party.alive]
        if number == self._options.last_side_wins:
            winner = parties[0].seats[0]
            if self._options.many and not self._options.team_play:
                return self._said("last", winner=winner)
            loser = next(seat for seat, team in enumerate(self._options.teams) if team != position.players[winner].team)
            return self._said("eliminated", winner=winner, loser=loser)
        parties.sort(key=lambda party: party.worth, reverse=True)  # stable: equals stay in the order of their seats
        return self._without_progress(position.quiet, parties)

    def _without_progress(self, quiet: int, parties: Sequence[Standing]) -> str:
        """How a game without progress ended; `parties` are those alive, the best first."""
        best = [party for party in parties if party.worth == parties[0].worth]
        if len(best) == len(parties):
            return self._said("drawn", quiet=quiet)
        if len(best) > 1:
            return self._said("shared", quiet=quiet, seats=tuple(party.seats[0] for party in best))
        first, second = parties[0], parties[1]
        if first.dice == second.dice:
            return self._said(
                "most_ranks", quiet=quiet, winner=first.seats[0], first=first.ranks, second=second.ranks
            )  # fmt: skip
        way = f"most_{self._options.draw_first_key}"
        return self._said(way, quiet=quiet, winner=first.seats[0], first=first.dice, second=second.dice)

    def _said(self, way: str, **params: Param) -> str:
        return self._seed.endings[way].format(**self._terms(params))

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        """The words that a template may use, made from the parameters of a ruling or an ending."""
        terms = {
            key: _list([str(item) for item in value]) if isinstance(value, tuple) else str(value)
            for key, value in params.items()
        }
        terms["lull"] = self._lull
        expected, quiet, first = params.get("expected"), params.get("quiet"), params.get("first")
        if isinstance(expected, int):
            terms["expected_dice"] = f"{expected} {_dice(expected)}"
            terms["expected_have"] = "has" if expected == 1 else "have"
        if isinstance(quiet, int):
            terms["quiet_turns"] = f"{quiet} {'turn' if quiet == 1 else 'turns'}"
        if isinstance(first, int):
            terms["first_die"] = _dice(first)
        seats = params.get("seats")
        if isinstance(seats, tuple):
            terms["seats"] = _list([self.player(seat) for seat in seats])
            terms["Seats"] = _upper(terms["seats"])
        for role in ("seat", "winner", "loser", "target_seat"):
            seat = params.get(role)
            if isinstance(seat, int):
                name = {"seat": "side", "target_seat": "target_side"}.get(role, role)
                prefix = {"seat": "", "winner": "", "target_seat": "target_"}.get(role, f"{role}_")
                called = self.party(seat) if role in ("winner", "loser") else self.player(seat)
                terms[name], terms[_upper(name)] = called, _upper(called)
                terms[f"{prefix}has"] = "have" if self.side(seat).plural else "has"
                terms[f"{prefix}s"] = "" if self.side(seat).plural else "s"
        for role, owner in (("own", params.get("seat")), ("target", params.get("target_seat"))):
            rank = params.get(role)
            if isinstance(rank, int) and isinstance(owner, int):
                unit = self.side(owner).unit(rank)
                have = params.get("have")
                terms |= {f"{role}_unit": unit.one, f"{role}_units": unit.many}
                terms[f"a_{role}"], terms[f"A_{role}"] = _a(unit.one), _upper(_a(unit.one))
                if isinstance(have, int):
                    terms[f"{role}_count"] = f"{_number(have)} {unit.one if have == 1 else unit.many}"
        return terms


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)

"""Army vs Aliens in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from companion.game import BrokenClause, Param
from companion.games.army_vs_aliens.pieces import (
    NUKED,
    ArmySeed,
    Attack,
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
from seeds import Side

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    if isinstance(event, Attack):
        return "Single attack" if len(event.using) == 1 else "Triple attack"
    if isinstance(event, Rally):
        return "Rally"
    return "Roll" if isinstance(event, Rolled) else "Ability"


def clause_of(event: Event, *, setup: bool = False) -> str:
    """The clause that allows an event."""
    if isinstance(event, Attack):
        return "AVA-3.2" if len(event.using) == 1 else "AVA-3.3"
    if isinstance(event, Rolled):
        return "AVA-2.1" if setup else "AVA-3.4"
    clauses = {Nuke: "AVA-4.1", General: "AVA-4.2", Mothership: "AVA-4.3", Overlord: "AVA-4.4", Rally: "AVA-3.4"}
    return clauses[type(event)]


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

    def __init__(self, seed: ArmySeed, players: int, lull: str) -> None:
        self._seed = seed
        self._players = players
        self._lull = lull
        """What has not happened for long at a no-attack ending."""

    def side(self, seat: int) -> Side:
        return self._seed.sides[seat % len(self._seed.sides)]

    def player(self, seat: int) -> str:
        """A player in a sentence, such as "the Army"; numbered where several play one side."""
        name = f"the {self.side(seat).name}"
        return name if self._players == 2 else f"{name} (player {seat + 1})"

    def _units(self, seat: int, rank: int, count: int) -> str:
        unit = self.side(seat).unit(rank)
        return f"{_a(unit.one) if count == 1 else f'{_number(count)} {unit.many}'} ({rank})"

    def _targets(self, hit: tuple[Target, ...]) -> str:
        parts = []
        for (seat, rank), count in sorted(Counter(hit).items()):
            owner = "" if self._players == 2 else f" of {self.player(seat)}"
            parts.append(self._units(seat, rank, count) + owner)
        return _list(parts) or "nothing"

    def event(self, position: Position, event: Event) -> str:
        """The event as a line; `position` is the one before it."""
        rolling = position.rolling
        seat = rolling.seat if rolling is not None else position.turn or 0
        if isinstance(event, Rolled):
            return f"{_upper(self.player(seat))} rolled {', '.join(map(str, event.faces))}"
        if isinstance(event, Attack):
            return self._attack(seat, event)
        if isinstance(event, Nuke):
            return self._nuke(position, seat)
        if isinstance(event, General):
            return self._general(seat, event.rank, position.players[seat].combat)
        if isinstance(event, Mothership):
            return f"Mothership: three Motherships (6) destroy {self._targets(event.hit)}"
        if isinstance(event, Overlord):
            return f"Overlord: sends {self._targets(event.hit)} to Rally"
        if isinstance(event, Rally):
            return self._rally(event.roll, position.players[seat].rally)
        assert_never(event)

    def _attack(self, seat: int, event: Attack) -> str:
        parts = []
        for rank, count in sorted(Counter(event.using).items()):
            unit = self.side(seat).unit(rank)
            parts.append(f"{_number(count)} {unit.one if count == 1 else unit.many} ({rank})")
        verb = "destroys" if len(event.using) == 1 else "destroy"
        return f"Attack: {_list(parts) or 'nothing'} {verb} {self._targets(event.hit)}"

    def _nuke(self, position: Position, seat: int) -> str:
        counts = [sum(rank <= NUKED for rank in player.combat) for player in position.players]
        others = [other for other in range(len(counts)) if other != seat]
        parts = [f"{n} {_dice(n)} of {self.player(other)}" for other in (*others, seat) if (n := counts[other])]
        return f"Nuke: three Nukes (6) destroy {_list(parts) or 'nothing'}"

    def _general(self, seat: int, rank: int, combat: Ranks) -> str:
        count = combat.count(rank)
        unit = self.side(seat).unit(rank)
        if not count or rank == 6:
            return f"General: promotes no {unit.one} ({rank})"
        higher = self._units(seat, rank + 1, 1) if count == 1 else f"{self.side(seat).unit(rank + 1).many} ({rank + 1})"
        number = f"one {unit.one}" if count == 1 else f"{_number(count)} {unit.many}"
        return f"General: {number} ({rank}) {'becomes' if count == 1 else 'become'} {higher}"

    def _rally(self, roll: Ranks, rally: int) -> str:
        parts = []
        if rally:
            parts.append(f"{rally} rally {_dice(rally)}")
        if roll:
            parts.append(f"{', '.join(map(str, roll))} from Combat")
        return f"Rally: roll {_list(parts) or 'nothing'}"

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**self._terms(dict(broken.params)))

    def ending(self, way: str, winner: int | None, loser: int | None, quiet: int, first: int, second: int) -> str:
        """How a game ended, in one sentence."""
        terms: dict[str, Param] = {"quiet": quiet, "first": first, "second": second}
        if loser is not None:
            terms["loser"] = loser
        if winner is not None:
            terms["winner"] = winner
        return self._seed.endings[way].format(**self._terms(terms))

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        """The words that a template may use, made from the parameters of a ruling or an ending."""
        terms = {
            key: _list([str(item) for item in value]) if isinstance(value, tuple) else str(value)
            for key, value in params.items()
        }
        terms["lull"] = self._lull
        for role in ("seat", "winner", "loser", "target_seat"):
            seat = params.get(role)
            if isinstance(seat, int):
                name = {"seat": "side", "target_seat": "target_side"}.get(role, role)
                prefix = {"seat": "", "winner": "", "target_seat": "target_"}.get(role, f"{role}_")
                terms[name], terms[_upper(name)] = self.player(seat), _upper(self.player(seat))
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

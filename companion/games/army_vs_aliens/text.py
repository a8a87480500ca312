"""Army vs Aliens in sentences: lines for events, reasons for rulings, endings. The templates stand in the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from companion.games.army_vs_aliens import pieces
from companion.games.army_vs_aliens.outcome import Standing, standings
from companion.games.army_vs_aliens.pieces import ArmySeed, Event, Position, Ranks, Target
from companion.games.army_vs_aliens.transitions import nuked_seats
from companion.games.army_vs_aliens.variants import Options
from companion.rules import GameWords, Param
from companion.text import later, listed, say, say_as, say_count, upper
from seeds import Side, Unit, Zone

_NUMBERS = (
    later("no"), later("one"), later("two"), later("three"), later("four"),
    later("five"), later("six"), later("seven"), later("eight"), later("nine"),
)  # fmt: skip

_CLAUSES = {
    pieces.Nuke: "4.1",
    pieces.General: "4.2",
    pieces.Mothership: "4.3",
    pieces.Overlord: "4.4",
    pieces.Rally: "3.4",
    pieces.Drawn: "2.2",
}


def number_of(event: Event, *, setup: bool = False) -> str:
    """The number of the clause that allows an event."""
    if isinstance(event, pieces.Attack):
        return "3.2" if len(event.using) == 1 else "3.3"
    if isinstance(event, pieces.Rolled):
        return "2.1" if setup else "3.4"
    return _CLAUSES[type(event)]


def _a(unit: Unit) -> str:
    """A unit that does something, with its article."""
    return unit.a or f"{'an' if unit.one[0] in 'AEIOU' else 'a'} {unit.one}"


def _an(unit: Unit) -> str:
    """A unit that something is done to, with its article."""
    return unit.accusative or _a(unit)


def _several(unit: Unit, count: int, one: str) -> str:
    """So many of a unit; `one`: what a single one is called."""
    return one if count == 1 else say("{number} {units}", number=_number(count), units=unit.many)


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or say("nothing")


class Words(GameWords[ArmySeed, Position, Event]):
    """The sentences of one table: who sits where, and what their dice are called."""

    def __init__(self, seed: ArmySeed, options: Options) -> None:
        super().__init__(seed)
        self._options = options

    @property
    def _lull(self) -> str:
        """What has not happened for long at a no-progress ending."""
        return say("an attack") if self._options.draw_reset == "attack" else say("a die destroyed")

    @property
    def _rally_zone(self) -> Zone:
        return next(zone for zone in self._seed.zones if zone.id == "rally")

    def side(self, seat: int) -> Side:
        return self._seed.sides[seat % len(self._seed.sides)]

    def seat_word(self, seat: int) -> str:
        """The faction, numbered where several play it."""
        name = self.side(seat).name
        return say("{side} (player {number})", side=name, number=seat + 1) if self._options.many else name

    def within(self, seat: int) -> str:
        """The faction with its article, such as "the Army"."""
        return say("the {player}", player=self.seat_word(seat))

    def whose(self, seat: int) -> str:
        """A player in a sentence, as the owner of something."""
        name = self.name(seat)
        if name is not None:
            return say_as("owner", "{name}", name=name)
        return say_as("owner", "the {player}", player=self.seat_word(seat))

    def _team(self, seat: int) -> str:
        """A player with all team-mates in a sentence: by their faction, which all of them play."""
        return say("the {player}", player=self.side(seat).name)

    def _are(self, seat: int) -> bool:
        """Whether a player takes verbs of several: the Aliens do, and a player by name does not."""
        return self.side(seat).plural and self.name(seat) is None

    def _units(self, seat: int, rank: int, count: int) -> str:
        unit = self.side(seat).unit(rank)
        return f"{_several(unit, count, _an(unit))} ({rank})"

    def _targets(self, hit: tuple[Target, ...]) -> str:
        parts = []
        for (seat, rank), count in sorted(Counter(hit).items()):
            units = self._units(seat, rank, count)
            several = self._options.many
            parts.append(say("{units} of {player}", units=units, player=self.whose(seat)) if several else units)
        return listed(parts) or say("nothing")

    def kind_of(self, event: Event) -> str:
        if isinstance(event, pieces.Attack):
            return say("Single attack") if len(event.using) == 1 else say("Triple attack")
        if isinstance(event, pieces.Rally):
            return say("Rally")
        if isinstance(event, pieces.Drawn):
            return say("Lot")
        return say_as("heading", "Roll") if isinstance(event, pieces.Rolled) else say("Ability")

    def event(self, position: Position, event: Event) -> str:
        rolling = position.rolling
        seat = rolling.seat if rolling is not None else position.turn or 0
        if isinstance(event, pieces.Rolled):
            said = {"player": self.begins(seat), "faces": _faces(event.faces)}
            if self._are(seat):
                return say_as("several", "{player} rolled {faces}", **said)
            return say("{player} rolled {faces}", **said)
        if isinstance(event, pieces.Drawn):
            return say("The lot falls on {player} to begin", player=self.player(event.seat))
        if isinstance(event, pieces.Attack):
            return self._attack(seat, event)
        if isinstance(event, pieces.Nuke):
            return self._nuke(position, seat)
        if isinstance(event, pieces.General):
            return self._general(seat, event.rank, position.players[seat].combat)
        if isinstance(event, pieces.Mothership):
            return say("Mothership: three Motherships (6) destroy {targets}", targets=self._targets(event.hit))
        if isinstance(event, pieces.Overlord):
            place = self._rally_zone.place or self._rally_zone.name
            return say("Overlord: sends {targets} to {place}", targets=self._targets(event.hit), place=place)
        if isinstance(event, pieces.Rally):
            return self._rally(event.roll, position.players[seat].rally)
        assert_never(event)

    def _attack(self, seat: int, event: pieces.Attack) -> str:
        parts = []
        for rank, count in sorted(Counter(event.using).items()):
            unit = self.side(seat).unit(rank)
            parts.append(f"{_several(unit, count, _one(unit))} ({rank})")
        line = later("Attack: {units} destroys {targets}")
        if len(event.using) > 1:
            line = later("Attack: {units} destroy {targets}")
        return say(line, units=listed(parts) or say("nothing"), targets=self._targets(event.hit))

    def _nuke(self, position: Position, seat: int) -> str:
        reached = nuked_seats(position.players, seat, self._options)
        reached.sort(key=lambda other: other == seat)  # the own losses last
        counts = [(other, sum(rank <= pieces.NUKED for rank in position.players[other].combat)) for other in reached]
        line = later("{dice} of {player}")
        parts = [say(line, dice=_dice(n), player=self.whose(other)) for other, n in counts if n]
        return say("Nuke: three Nukes (6) destroy {dice}", dice=listed(parts) or say("nothing"))

    def _general(self, seat: int, rank: int, combat: Ranks) -> str:
        count = combat.count(rank)
        unit = self.side(seat).unit(rank)
        allowed = rank in self._options.general_ranks
        if not count or (rank == pieces.NUKE and not allowed):
            return say("General: promotes no {unit} ({rank})", unit=unit.one, rank=rank)
        if rank == pieces.HERO and allowed:
            nuke = f"{_a(self.side(seat).unit(pieces.NUKE))} ({pieces.NUKE})"
            return say("General: becomes {unit} and stays in Combat", unit=nuke)
        turned = 1 if rank == pieces.NUKE else rank + 1
        higher = self.side(seat).unit(turned)
        units = f"{_several(unit, count, _one(unit))} ({rank})"
        if count == 1:
            return say("General: {unit} becomes {higher}", unit=units, higher=f"{_a(higher)} ({turned})")
        return say("General: {units} become {higher}", units=units, higher=f"{higher.many} ({turned})")

    def _rally(self, roll: Ranks, rally: int) -> str:
        parts = []
        if rally:
            zone = self._rally_zone.within or self._rally_zone.name.lower()
            parts.append(say_count("{count} {zone} die", "{count} {zone} dice", rally, zone=zone))
        if roll:
            parts.append(say("{faces} from Combat", faces=_faces(roll)))
        return say("Rally: roll {dice}", dice=listed(parts) or say("nothing"))

    def ending(self, position: Position, number: str) -> str:
        """How a game ended by the clause of this number, in one sentence."""
        parties = [party for party in standings(position, self._options) if party.alive]
        if number == self._options.last_side_wins:
            winner = parties[0].seats[0]
            if self._options.many and not self._options.team_play:
                return self._ending_text("last", winner=winner)
            loser = next(seat for seat, team in enumerate(self._options.teams) if team != position.players[winner].team)
            return self._ending_text("eliminated", winner=winner, loser=loser)
        parties.sort(key=lambda party: party.worth, reverse=True)  # stable: equals stay in the order of their seats
        return self._without_progress(position.quiet, parties)

    def _without_progress(self, quiet: int, parties: Sequence[Standing]) -> str:
        """How a game without progress ended; `parties` are those alive, the best first."""
        best = [party for party in parties if party.worth == parties[0].worth]
        if len(best) == len(parties):
            return self._ending_text("drawn", quiet=quiet)
        if len(best) > 1:
            return self._ending_text("shared", quiet=quiet, seats=tuple(party.seats[0] for party in best))
        first, second = parties[0], parties[1]
        if first.dice == second.dice:
            return self._ending_text(
                "most_ranks", quiet=quiet, winner=first.seats[0], first=first.ranks, second=second.ranks
            )  # fmt: skip
        way = f"most_{self._options.draw_first_key}"
        return self._ending_text(way, quiet=quiet, winner=first.seats[0], first=first.dice, second=second.dice)

    def _ending_text(self, way: str, **params: Param) -> str:
        return self._seed.endings[way].format(**self._terms(params))

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        terms = {
            key: listed([str(item) for item in value]) if isinstance(value, tuple) else str(value)
            for key, value in params.items()
        }
        terms["lull"] = self._lull
        expected, quiet, first = params.get("expected"), params.get("quiet"), params.get("first")
        if isinstance(expected, int):
            terms["expected_dice"] = _dice(expected)
            terms["expected_have"] = "has" if expected == 1 else "have"
        if isinstance(quiet, int):
            terms["quiet_turns"] = say_count("{count} turn", "{count} turns", quiet)
        if isinstance(first, int):
            terms["first_die"] = "die" if first == 1 else "dice"
        seats = params.get("seats")
        if isinstance(seats, tuple):
            terms["seats"] = listed([self.player(seat) for seat in seats])
            terms["Seats"] = listed([self.begins(seats[0]), *map(self.player, seats[1:])])
        for role in ("seat", "winner", "loser", "target_seat"):
            seat = params.get(role)
            if isinstance(seat, int):
                name = {"seat": "side", "target_seat": "target_side"}.get(role, role)
                prefix = {"seat": "", "winner": "", "target_seat": "target_"}.get(role, f"{role}_")
                called, begins, several = self.player(seat), self.begins(seat), self._are(seat)
                if role in ("winner", "loser") and self._options.team_play:
                    called, begins, several = self._team(seat), upper(self._team(seat)), self.side(seat).plural
                terms[name], terms[upper(name)], terms[f"{name}_of"] = called, begins, self.whose(seat)
                terms |= {prefix + verb: forms[several] for verb, forms in _verbs().items()}
        for role, owner in (("own", params.get("seat")), ("target", params.get("target_seat"))):
            rank = params.get(role)
            if isinstance(rank, int) and isinstance(owner, int):
                unit = self.side(owner).unit(rank)
                have = params.get("have")
                terms |= {f"{role}_unit": unit.one, f"{role}_units": unit.many}
                terms[f"a_{role}"], terms[f"A_{role}"], terms[f"an_{role}"] = _a(unit), upper(_a(unit)), _an(unit)
                if isinstance(have, int):
                    terms[f"{role}_count"] = _several(unit, have, unit.accusative or _one(unit))
        return terms


def _verbs() -> dict[str, tuple[str, str]]:
    """Verbs, or how they end, of one and of several; {tn} and {ten} are endings in German."""
    return {
        "has": (say("has"), say("have")),
        "is": (say("is"), say("are")),
        "s": ("s", ""),
        "tn": ("t", "n"),
        "ten": ("t", "en"),
    }


def _one(unit: Unit) -> str:
    """A single unit that does something, as a number."""
    return unit.a or say("one {unit}", unit=unit.one)


def _dice(count: int) -> str:
    return say_count("{count} die", "{count} dice", count)


def _number(count: int) -> str:
    return say(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)

"""Adds up who plays with whom and against whom, who won how often, and streaks of games won.

People are known by the names at their seats. Names that differ only in capital letters or blanks are one person, who is
called as in the newest match. Seats without a name are nobody's, and so are those at which the program decided more
than half of what was decided there. A match in which one name stands at two seats does not count for that name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from companion.match import Journal, SetUp
from companion.text import spoken_name

Other = Literal["person", "program", "unnamed"]
"""Who sits at another seat: a person by name, the program, or somebody who gave no name."""
Result = Literal["won", "lost", "drawn"]


class GamesWon(msgspec.Struct, frozen=True):
    """The finished games of one kind that somebody sat at, or that two shared, and how many were won and lost."""

    game: str
    games: int
    won: int
    lost: int


class Person(msgspec.Struct, frozen=True):
    """One person's finished games."""

    who: str
    games: int
    won: int
    drawn: int
    streak: int
    """Games in a row up to the newest: so many won, or, below 0, so many lost; 0 after a draw."""
    longest: int
    """Most games won in a row."""
    by_game: tuple[GamesWon, ...]


class Pair(msgspec.Struct, frozen=True):
    """The finished games that one person played against or with another."""

    who: str
    other: str
    """Their name; empty for the program and for those without one."""
    kind: Other
    """Who the other is."""
    together: bool
    """Whether they were partners; otherwise they played against each other."""
    games: int
    won: int
    """By `who`, as partners by both."""
    lost: int
    """Won by the other; as partners by anybody else."""
    by_game: tuple[GamesWon, ...]


class _Played(NamedTuple):
    """A finished match."""

    order: tuple[float, int]
    game: str
    seats: tuple[tuple[Other, str], ...]
    """Who sat at each, with the key of the name."""
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    """The seats of the side that won; none after a draw."""


class People:
    """Adds matches up, in whatever order they come."""

    def __init__(self) -> None:
        self._matches: list[_Played] = []
        self._names: dict[str, tuple[tuple[float, int], str]] = {}
        """By key the newest spelling, and when it was written."""

    def add(self, journal: Journal, names: Sequence[str], winners: Iterable[int], started: float | None) -> None:
        """Adds a finished match; `started`: seconds of UTC since 1970."""
        order = (started or 0.0, len(self._matches))
        game = journal.game
        by_program = program_seats(journal)
        seats: list[tuple[Other, str]] = []
        for seat in range(game.players):
            name = spoken_name(names[seat]) if seat < len(names) else ""
            if seat in by_program:
                seats.append(("program", ""))
            elif not name:
                seats.append(("unnamed", ""))
            else:
                key = person_key(name)
                seats.append(("person", key))
                self._names[key] = max(self._names.get(key, (order, name)), (order, name))
        self._matches.append(_Played(order, game.id, tuple(seats), tuple(game.sides), tuple(winners)))

    def people(self) -> tuple[Person, ...]:
        """Everybody with a finished game, who played most first."""
        results: dict[str, list[tuple[str, Result]]] = defaultdict(list)
        for match in sorted(self._matches, key=lambda one: one.order):
            for seat, (kind, key) in enumerate(match.seats):
                if kind == "person" and _once(match, key):
                    results[key].append((match.game, _result(match, seat)))
        found = [self._person(key, own) for key, own in results.items()]
        return tuple(sorted(found, key=lambda one: (-one.games, person_key(one.who))))

    def pairs(self) -> tuple[Pair, ...]:
        """Who met whom: two people once, the one who comes first by name as `who`; those who met most often first."""
        met: dict[tuple[str, Other, str, bool], list[tuple[str, bool, bool]]] = defaultdict(list)
        for match in self._matches:
            for seat, (kind, key) in enumerate(match.seats):
                if kind != "person" or not _once(match, key):
                    continue
                others: dict[tuple[Other, str, bool], list[int]] = defaultdict(list)
                for at, (other_kind, other) in enumerate(match.seats):
                    if at == seat or (other_kind == "person" and (other < key or not _once(match, other))):
                        continue
                    partners = any(seat in side and at in side for side in match.sides)
                    others[other_kind, other, partners].append(at)
                won = seat in match.winners
                for (other_kind, other, partners), at_seats in others.items():  # several without a name are met once
                    lost = any(at in match.winners for at in at_seats)
                    if partners:
                        lost = bool(match.winners) and not won
                    met[key, other_kind, other, partners].append((match.game, won, lost))
        found = [self._pair(*key, games) for key, games in met.items()]
        return tuple(sorted(found, key=lambda one: (-one.games, person_key(one.who), person_key(one.other), one.kind)))

    def name_of(self, key: str) -> str:
        """A person's name as it was written last."""
        return self._names[key][1]

    def _person(self, key: str, results: Sequence[tuple[str, Result]]) -> Person:
        longest = run = 0
        for _, result in results:
            run = run + 1 if result == "won" else 0
            longest = max(longest, run)
        last = results[-1][1]
        length = next((n for n, (_, result) in enumerate(reversed(results)) if result != last), len(results))
        streak = {"won": length, "lost": -length, "drawn": 0}[last]
        count = Counter(result for _, result in results)
        by_game = _by_game([(game, result == "won", result == "lost") for game, result in results])
        return Person(self.name_of(key), len(results), count["won"], count["drawn"], streak, longest, by_game)

    def _pair(
        self, key: str, kind: Other, other: str, together: bool, games: Sequence[tuple[str, bool, bool]]
    ) -> Pair:
        return Pair(
            who=self.name_of(key),
            other=self.name_of(other) if kind == "person" else "",
            kind=kind,
            together=together,
            games=len(games),
            won=sum(won for _, won, _ in games),
            lost=sum(lost for _, _, lost in games),
            by_game=_by_game(games),
        )


def person_key(name: str) -> str:
    """What names of one person have in common, however they were typed: blanks and capital letters do not count."""
    return "".join(spoken_name(name).split()).casefold()


def program_seats(journal: Journal) -> frozenset[int]:
    """The seats at which the program decided more than half of what was decided."""
    decided: Counter[int] = Counter()
    own: Counter[int] = Counter()
    for moment in journal.history():
        if moment.chance or isinstance(moment.event, SetUp):
            continue
        seat = journal.game.awaited(moment.before).seat
        if seat is None:  # whoever was quickest
            told = journal.game.format_event(moment.event).get("seat")
            seat = told if isinstance(told, int) else None
        if seat is not None:
            decided[seat] += 1
            own[seat] += "program" in (moment.first, moment.played.source)
    return frozenset(seat for seat, count in own.items() if 2 * count > decided[seat])


def _once(match: _Played, key: str) -> bool:
    return sum(one == ("person", key) for one in match.seats) == 1


def _result(match: _Played, seat: int) -> Result:
    if not match.winners:
        return "drawn"
    return "won" if seat in match.winners else "lost"


def _by_game(games: Sequence[tuple[str, bool, bool]]) -> tuple[GamesWon, ...]:
    """Of games with whether each was won and lost."""
    count: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, won, lost in games:
        for place, more in enumerate((1, won, lost)):
            count[game][place] += more
    return tuple(GamesWon(game, *counted) for game, counted in sorted(count.items()))

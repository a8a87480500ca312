"""Adds recorded matches up: faces of dice, wins and lengths of games.

Only dice that lay on a table count: rolls that were seen or typed, as they stand after corrections, and never those
that were drawn by lot or came from a recording.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from statistics import median
from typing import Any, NamedTuple

import msgspec

from companion.match import Journal, StandingEvent
from companion.rules import Game
from companion.statistics.fairness import Fairness, fairness, wilson
from companion.statistics.people import Pair, People, Person, person_key, program_seats
from companion.text import listed

Face = int | str

_COLOURS = ("red", "blue")
"""Keys of a roll whose dice are told apart by colour."""
_SINGLE = ("number", "direction")
"""Keys of a roll of one die each."""


class FaceCount(msgspec.Struct, frozen=True):
    """How often one face came up."""

    face: Face
    count: int
    share: float
    low: float
    """The true share lies between `low` and `high`, but for one time in twenty."""
    high: float
    expected: float
    """The share of a fair die."""


class Dice(msgspec.Struct, frozen=True):
    """The dice of one colour, side or kind in one game."""

    game: str
    dice: str
    """Their colour where the evidence tells it, else whose or what they are."""
    rolled: int
    faces: tuple[FaceCount, ...]
    fair: Fairness
    odds: tuple[Fraction, ...]
    """Of a fair die's faces."""


class Wins(msgspec.Struct, frozen=True):
    """How often one player or one side won, of the finished games in which they sat at the table."""

    game: str
    who: str
    games: int
    won: int
    low: float
    high: float


class Lengths(msgspec.Struct, frozen=True):
    """How long the finished games were."""

    game: str
    games: int
    drawn: int
    least: int
    """Events that stood at the end."""
    median: float
    most: int
    minutes: float | None
    """Of the median game, from its beginning to its last entry; None where no times were kept."""


class Statistics(msgspec.Struct, frozen=True):
    """Everything, by game in the order of their ids."""

    matches: int
    finished: int
    dice: tuple[Dice, ...]
    sides: tuple[Wins, ...]
    players: tuple[Wins, ...]
    lengths: tuple[Lengths, ...]
    people: tuple[Person, ...] = ()
    """Everybody with a name, of all games, who played most first."""
    pairs: tuple[Pair, ...] = ()
    """Who played with and against whom, who met most often first."""


class _Rolled(NamedTuple):
    """Dice of one roll that are alike."""

    seat: int | None
    """Whose they are, where they are not told apart otherwise."""
    dice: str
    """What they are called; empty where only a seat is known."""
    faces: tuple[Face, ...]
    moment: StandingEvent


class Tally:
    """Adds matches up, one after the other. What sides are called is kept in the language of that moment."""

    def __init__(self) -> None:
        self._matches = 0
        self._faces: dict[tuple[str, str], Counter[Face]] = defaultdict(Counter)
        self._odds: dict[tuple[str, str], dict[Face, Fraction]] = {}
        self._sides: dict[tuple[str, str], list[bool]] = defaultdict(list)
        self._players: dict[tuple[str, str], list[bool]] = defaultdict(list)
        self._people = People()
        self._events: dict[str, list[int]] = defaultdict(list)
        self._minutes: dict[str, list[float]] = defaultdict(list)
        self._drawn: Counter[str] = Counter()

    def add(self, journal: Journal, names: Iterable[str] = (), started: float | None = None) -> None:
        """Adds a match, with its players' names by seat; `started`: seconds of UTC since 1970."""
        self._matches += 1
        self._add_dice(journal)
        outcome = journal.game.outcome(journal.position)
        if outcome is not None:
            self._add_end(journal, frozenset(outcome.ranking[0]), tuple(names), started)

    def statistics(self) -> Statistics:
        """The statistics of the matches added so far."""
        return Statistics(
            matches=self._matches,
            finished=sum(map(len, self._events.values())),
            dice=tuple(dice_statistics(*key, self._faces[key], self._odds[key]) for key in sorted(self._faces)),
            sides=_wins(self._sides),
            players=_wins({(game, self._people.name_of(key)): won for (game, key), won in self._players.items()}),
            lengths=tuple(self._lengths(game) for game in sorted(self._events)),
            people=self._people.people(),
            pairs=self._people.pairs(),
        )

    def _add_dice(self, journal: Journal) -> None:
        game = journal.game
        rolls = [rolled for moment in journal.history() for rolled in _rolled(game, moment)]
        colours = _colours(rolls)
        for rolled in rolls:
            dice = rolled.dice or colours.get(rolled.seat) or game.seat_word(rolled.seat or 0)
            self._faces[game.id, dice].update(rolled.faces)
            if (game.id, dice) not in self._odds:
                direction = rolled.dice.startswith("direction")
                pips = {face: Fraction(1, len(game.die_faces)) for face in game.die_faces}
                self._odds[game.id, dice] = _directions(game, rolled.moment.before) if direction else pips

    def _add_end(self, journal: Journal, first: frozenset[int], names: tuple[str, ...], started: float | None) -> None:
        game = journal.game
        winners = next((side for side in game.sides if first <= set(side)), ())
        self._drawn[game.id] += not winners
        for side in game.sides:
            self._sides[game.id, listed([*map(game.seat_word, side)])].append(side == winners)
        self._people.add(journal, names, winners, started)
        by_program = program_seats(journal)
        for seat, name in enumerate(names):
            if seat not in by_program and (key := person_key(name)):
                self._players[game.id, key].append(seat in winners)
        self._events[game.id].append(len(journal.history()))
        last = next((entry.time for entry in reversed(journal.entries) if entry.time is not None), None)
        if last is not None and started is not None:
            film = last < started  # its times count from its beginning
            self._minutes[game.id].append((last if film else last - started) / 60)

    def _lengths(self, game: str) -> Lengths:
        events, minutes = self._events[game], self._minutes[game]
        half = round(median(minutes), 1) if minutes else None
        return Lengths(game, len(events), self._drawn[game], min(events), median(events), max(events), half)


def dice_statistics(game: str, dice: str, counts: Mapping[Face, int], odds: Mapping[Face, Fraction]) -> Dice:
    """How often each face of these odds came up, of at least one; faces without odds are left out."""
    rolled = sum(counts.get(face, 0) for face in odds)
    faces = tuple(_face_count(face, counts.get(face, 0), rolled, odd) for face, odd in odds.items())
    expected = tuple(odds.values())
    return Dice(game, dice, rolled, faces, fairness([one.count for one in faces], expected), expected)


def _face_count(face: Face, count: int, rolled: int, odd: Fraction) -> FaceCount:
    return FaceCount(face, count, count / rolled, *wilson(count, rolled), float(odd))


def _wins(tallied: dict[tuple[str, str], list[bool]]) -> tuple[Wins, ...]:
    return tuple(
        Wins(game, who, len(won), sum(won), *wilson(sum(won), len(won))) for (game, who), won in sorted(tallied.items())
    )


def _rolled(game: Game, moment: StandingEvent) -> Iterator[_Rolled]:
    """The dice that were thrown on the table, those of a kind together; those that were kept were not thrown."""
    awaited = game.awaited(moment.before)
    if not moment.chance or awaited.need != "roll" or moment.first not in ("seen", "typed"):
        return
    event: dict[str, Any] = game.format_event(moment.event)
    if "faces" in event:
        yield _Rolled(awaited.seat, "", tuple(event["faces"]), moment)
    for colour in _COLOURS:
        if colour in event and (awaited.by_colour is None or colour in awaited.by_colour):
            yield _Rolled(None, colour, tuple(event[colour]), moment)
    for kind in _SINGLE:
        if kind in event:
            yield _Rolled(None, f"{kind} die", (event[kind],), moment)


def _colours(rolls: Iterable[_Rolled]) -> dict[int | None, str]:
    """The colour of each seat's dice in one match: the only one that goes with most of the rolls that were seen."""
    votes: dict[int | None, Counter[str]] = defaultdict(Counter)
    for rolled in rolls:
        evidence = rolled.moment.played.evidence
        if rolled.dice or evidence is None:
            continue
        shown: dict[str, Counter[Face]] = defaultdict(Counter)
        for die in evidence.dice:
            if die.colour is not None and die.value is not None:
                shown[die.colour][die.value] += 1
        wanted = Counter(rolled.faces)
        votes[rolled.seat].update(colour for colour, faces in shown.items() if wanted <= faces)
    best = {seat: counted.most_common(2) for seat, counted in votes.items()}
    return {seat: most[0][0] for seat, most in best.items() if most and (len(most) == 1 or most[0][1] > most[1][1])}


def _directions(game: Game, position: Any) -> dict[Face, Fraction]:
    """The odds of the faces of a direction die that is awaited."""
    odds: dict[Face, Fraction] = defaultdict(Fraction)
    for event, chance in game.chances(position):
        told: Any = game.format_event(event)
        odds[told["direction"]] += chance
    return dict(odds)

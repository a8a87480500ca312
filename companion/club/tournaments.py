"""Tournaments of a club, kept in the database of its record: begun, paired round by round, and their standings.

A result is that of the first finished match of the tournament's game between the two people of a pair, written after
the pair was made; a draw in a knock-out counts for nothing, and they play again. A result that no match has, such as
when somebody does not come, is said by hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

import sqlalchemy as sa

from companion.club.pairings import Met, Pair, berger_rounds, knock_out_next, knock_out_start, swiss_round
from companion.club.results import Results
from companion.club.standings import Line, Played, System, points_of, standings
from companion.record import DatabaseTime, Record
from companion.rules import CompanionError
from companion.statistics import person_key
from companion.text import one_line, say

SYSTEMS: tuple[System, ...] = get_args(System)
MOST_PEOPLE = 200
LONGEST = 60
"""Signs of the name of a tournament."""

METADATA = sa.MetaData()

_tournaments = sa.Table(
    "club_tournaments",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("system", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("people", sa.Text, nullable=False),  # JSON, by seed
    sa.Column("created", sa.Double, nullable=False, default=DatabaseTime()),
)

_pairings = sa.Table(
    "club_pairings",
    METADATA,
    sa.Column("tournament", sa.Text, sa.ForeignKey("club_tournaments.name"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("second", sa.Integer),  # none: a bye
    sa.Column("points", sa.Double),  # of the first
    sa.Column("match_id", sa.Text),  # none: said by hand, or not played yet
    sa.Column("made", sa.Double, nullable=False, default=DatabaseTime()),
)


class TournamentError(CompanionError):
    """Something about a tournament that cannot be done."""


class Tournament(NamedTuple):
    """One tournament as it stands."""

    name: str
    system: System
    game: str
    rounds: int
    people: tuple[str, ...]
    """By seed."""
    played: tuple[Played, ...]
    """Pairs of all rounds that were made, with what is known of them."""

    @property
    def round(self) -> int:
        """The newest round; 0 before the first."""
        return max((one.round for one in self.played), default=0)

    @property
    def missing(self) -> list[Played]:
        """The pairs whose result is not known."""
        return [one for one in self.played if one.points is None]

    @property
    def over(self) -> bool:
        return self.round == self.rounds and not self.missing

    def standings(self) -> list[Line]:
        return standings(self.system, len(self.people), self.played)

    def next_pairs(self) -> list[Pair]:
        """The pairs of the next round. Raises TournamentError where there is none yet, or none any more."""
        if self.missing:
            one = self.missing[0]
            raise TournamentError(
                say(
                    "{name}: {count} results of round {round} are missing, such as that of board {board}",
                    name=self.name,
                    count=len(self.missing),
                    round=one.round,
                    board=one.board,
                )
            )
        if self.round >= self.rounds:
            raise TournamentError(say("{name}: all {rounds} rounds are played", name=self.name, rounds=self.rounds))
        if self.system == "round-robin":
            return berger_rounds(len(self.people))[self.round]
        if self.system == "swiss":
            scores = points_of(len(self.people), self.played)
            return swiss_round(Met(scores, [one.pair for one in self.played]))
        if not self.played:
            return knock_out_start(len(self.people))
        last = sorted((one for one in self.played if one.round == self.round), key=lambda one: one.board)
        return knock_out_next([_winner(one) for one in last])


def _winner(one: Played) -> int:
    return one.pair.first if one.points == 1 or one.pair.second is None else one.pair.second


def rounds_of(system: System, people: int, rounds: int | None) -> int:
    """How many rounds a tournament has. Raises TournamentError for a number that cannot be."""
    if not 2 <= people <= MOST_PEOPLE:
        raise TournamentError(say("a tournament has 2 to {most} people, not {people}", most=MOST_PEOPLE, people=people))
    most = people - 1 + people % 2
    enough = (people - 1).bit_length()
    fixed = {"round-robin": most, "knock-out": enough}.get(system)
    if fixed is not None:
        if rounds not in (None, fixed):
            raise TournamentError(
                say("{system} of {people} people has {rounds} rounds", system=system, people=people, rounds=fixed)
            )
        return fixed
    if rounds is not None and not 1 <= rounds <= most:
        raise TournamentError(say("a swiss of {people} people has 1 to {most} rounds", people=people, most=most))
    return min(most, enough) if rounds is None else rounds


class Tournaments:
    """All of a record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._there = False

    def begin(
        self, name: str, system: System, game: str, people: Sequence[str], rounds: int | None = None
    ) -> Tournament:
        """Begins a tournament. Raises TournamentError, RecordError."""
        people = [one_line(person.strip()) for person in people]
        keys = [person_key(person) for person in people]
        if not (name := one_line(name.strip())) or len(name) > LONGEST:
            raise TournamentError(say("a tournament's name has 1 to {most} signs", most=LONGEST))
        if not all(keys):
            raise TournamentError(say("{name}: somebody has no name", name=name))
        twice = [person for person, key in zip(people, keys, strict=True) if keys.count(key) > 1]
        if twice:
            raise TournamentError(say("{name}: {person} is named twice", name=name, person=twice[-1]))
        row = {"name": name, "system": system, "game": game, "people": json.dumps(people)}
        row["rounds"] = rounds_of(system, len(people), rounds)  # type: ignore[assignment]

        def work(connection: sa.Connection) -> None:
            if self._row(connection, name) is not None:
                raise TournamentError(say("there is a tournament {name} already: take another name", name=name))
            connection.execute(sa.insert(_tournaments).values(row))

        self._prepare()
        self._record.write(work)
        return self.get(name)

    def get(self, name: str) -> Tournament:
        """The tournament of this name. Raises TournamentError, RecordError."""
        self._prepare()
        found = self._record.read(lambda connection: _loaded(connection, name))
        if not found:
            raise TournamentError(say("there is no tournament {name}", name=one_line(name)))
        return found[0]

    def all(self) -> list[Tournament]:
        """All tournaments, the newest first. Raises RecordError."""
        self._prepare()
        return self._record.read(_loaded)

    def pair(self, name: str) -> Tournament:
        """Makes the pairs of the next round. Raises TournamentError, RecordError."""
        tournament = self.get(name)
        pairs = tournament.next_pairs()
        rows = [
            {
                "tournament": tournament.name,
                "round": tournament.round + 1,
                "board": board,
                "first": pair.first,
                "second": pair.second,
                "points": 1.0 if pair.second is None else None,
            }
            for board, pair in enumerate(pairs, 1)
        ]

        def work(connection: sa.Connection) -> None:
            for row in rows:
                connection.execute(sa.insert(_pairings).values(row))

        self._record.write(work)
        return self.get(name)

    def decide(self, name: str, number: int, board: int, points: float) -> Tournament:
        """Says a result by hand. Raises TournamentError, RecordError."""
        tournament = self.get(name)
        one = next((one for one in tournament.played if (one.round, one.board) == (number, board)), None)
        if one is None or one.pair.second is None:
            raise TournamentError(
                say("{name}: nobody meets at board {board} of round {round}", name=name, board=board, round=number)
            )
        if tournament.system == "knock-out" and points == 0.5:
            raise TournamentError(say("{name}: in a knock-out somebody has to win", name=name))
        if number < tournament.round:
            raise TournamentError(
                say("{name}: round {round} is paired already, by the results before it", name=name, round=number + 1)
            )
        self._record.write(lambda connection: _set(connection, name, one, points, None))
        return self.get(name)

    def settle(self, results: Results) -> bool:
        """Takes over the results of matches that were played; whether there were any. Raises RecordError."""
        self._prepare()
        settled = False
        for tournament in self.all():
            if not tournament.missing:
                continue
            made, used = self._record.read(lambda connection, name=tournament.name: _made(connection, name))  # type: ignore[misc]
            keys = [person_key(person) for person in tournament.people]
            duels = [one for one in results.duels(tournament.game, min(made.values())) if one[0] not in used]
            for one in tournament.missing:
                first, second = keys[one.pair.first], keys[one.pair.second or 0]
                for match_id, duel in duels:
                    draw = duel.points == 0.5
                    if duel.when < made[one.round, one.board] or (draw and tournament.system == "knock-out"):
                        continue
                    if (duel.first, duel.second) == (first, second):
                        points = duel.points
                    elif (duel.first, duel.second) == (second, first):
                        points = 1 - duel.points
                    else:
                        continue
                    self._decide_by(tournament.name, one, points, match_id)
                    duels = [other for other in duels if other[0] != match_id]
                    settled = True
                    break
        return settled

    def _decide_by(self, name: str, one: Played, points: float, match_id: str) -> None:
        self._record.write(lambda connection: _set(connection, name, one, points, match_id))

    def shown(self) -> list[dict[str, Any]]:
        """All tournaments as plain data, the newest first. Raises RecordError."""
        return [tournament_data(one) for one in self.all()]

    def _prepare(self) -> None:
        """Make the tables, where they are not there yet."""
        if not self._there:
            self._record.write(METADATA.create_all)
            self._there = True

    @staticmethod
    def _row(connection: sa.Connection, name: str) -> Any:
        return connection.execute(sa.select(_tournaments).where(_tournaments.c.name == name)).one_or_none()


def tournament_data(one: Tournament) -> dict[str, Any]:
    """A tournament as plain data, for JSON."""
    people = one.people
    return {
        "name": one.name,
        "system": one.system,
        "game": one.game,
        "round": one.round,
        "rounds": one.rounds,
        "over": one.over,
        "pairs": [
            {
                "round": pair.round,
                "board": pair.board,
                "first": people[pair.pair.first],
                "second": None if pair.pair.second is None else people[pair.pair.second],
                "points": pair.points,
            }
            for pair in one.played
        ],
        "standings": [line._asdict() | {"person": people[line.person]} for line in one.standings()],
    }


def _set(connection: sa.Connection, name: str, one: Played, points: float, match_id: str | None) -> None:
    row = (_pairings.c.tournament == name) & (_pairings.c.round == one.round) & (_pairings.c.board == one.board)
    connection.execute(sa.update(_pairings).where(row).values(points=points, match_id=match_id))


def _loaded(connection: sa.Connection, name: str | None = None) -> list[Tournament]:
    wanted = sa.select(_tournaments).order_by(_tournaments.c.created.desc())
    if name is not None:
        wanted = wanted.where(_tournaments.c.name == name)
    found = []
    for row in connection.execute(wanted).all():
        pairs = sa.select(_pairings).where(_pairings.c.tournament == row.name)
        played = [
            Played(one.round, one.board, Pair(one.first, one.second), one.points)
            for one in connection.execute(pairs.order_by(_pairings.c.round, _pairings.c.board))
        ]
        people = tuple(json.loads(row.people))
        found.append(Tournament(row.name, row.system, row.game, row.rounds, people, tuple(played)))
    return found


def _made(connection: sa.Connection, name: str) -> tuple[dict[tuple[int, int], float], set[str]]:
    """When each pair of a tournament was made, and which matches were taken for one."""
    rows = connection.execute(sa.select(_pairings).where(_pairings.c.tournament == name)).all()
    return {(one.round, one.board): one.made for one in rows}, {one.match_id for one in rows if one.match_id}

"""Keeps the results of all finished matches of a record in memory: who played whom, who won, ratings, counts.

Read once, then only what was written since, by the clock of the database. A record of 100,000 matches takes some
seconds and some tens of megabytes.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from datetime import UTC
from threading import RLock
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from companion.club.feed import OVERLAP
from companion.club.ratings import Duel, Ratings
from companion.games import load_position
from companion.record import LAST, Record, matches
from companion.rules import CompanionError
from companion.statistics import person_key
from companion.text import date_of, one_line

PAGE = 25
"""Matches that are listed at once."""
RATED = 50
"""People of a game that the page shows."""


class Result(NamedTuple):
    """One finished match."""

    match: str
    game: str
    when: float
    """When it was written last, by the clock of the database; of an older record, when it was begun."""
    people: tuple[str, ...]
    """The key of who sat at each seat; empty for nobody by name."""
    winners: tuple[int, ...]
    """Seats; none after a draw."""
    text: str
    """What it is found by."""

    @property
    def duel(self) -> Duel | None:
        """The match as one between two people; None where it is none."""
        if len(self.people) != 2 or not all(self.people) or self.people[0] == self.people[1]:
            return None
        points = 0.5 if len(self.winners) != 1 else 1.0 - self.winners[0]
        return Duel(self.when, *self.people, points)


class Results:
    """All of a record. May be used from several threads."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lock = RLock()
        self._found: dict[str, Result] = {}
        self._names: dict[str, tuple[float, str]] = {}
        """By key when a name was written last, and how."""
        self._ratings: dict[str, Ratings] = {}
        self._seat_ids: dict[Any, dict[str, int]] = {}
        self._order: list[Result] | None = None
        """All, the newest first; None where they have to be sorted."""
        self._since = -1.0
        self._matches: Counter[str] = Counter()
        self._played: dict[str, dict[str, list[int]]] = {}
        """By game and person how many were played, and how many won."""

    def catch_up(self) -> bool:
        """Reads what was written since the last time; whether anything was. Raises RecordError."""
        with self._lock:
            rows = self._record.read(self._read)
            anew = False
            for row in rows:
                result = self._result(row)
                self._since = max(self._since, row.written)
                before = self._found.get(result.match)
                if before == result:
                    continue
                self._found[result.match] = result
                self._order = None
                if before is not None:  # it was corrected after its end
                    anew = True
                elif not anew:
                    self._count(result)
            if anew:
                self._ratings, self._played, self._matches = {}, {}, Counter()
                for result in self._found.values():
                    self._count(result)
            return bool(rows)

    def _read(self, connection: Connection) -> list[Any]:
        columns = (matches.c.id, matches.c.game, matches.c.names, matches.c.outcome, matches.c.table_name)
        over = select(*columns, matches.c.started, matches.c.written).where(matches.c.state == "over")
        over = over.where(matches.c.written >= self._since - OVERLAP) if self._since > 0 else over
        return list(connection.execute(over.order_by(matches.c.written, matches.c.started)).all())

    def _result(self, row: Any) -> Result:
        names = [one_line(name.encode(errors="replace").decode()) for name in json.loads(row.names)]
        outcome = json.loads(row.outcome) if row.outcome else {}
        when = row.written or row.started
        people = tuple(person_key(name) for name in names)
        for key, name in zip(people, names, strict=True):
            if key:
                self._names[key] = max(self._names.get(key, (when, name)), (when, name))
        text = "\n".join((*names, row.table_name, row.game)).casefold()
        return Result(row.id, row.game, when, people, _winners(outcome, self._seat_ids), text)

    def _count(self, result: Result) -> None:
        self._matches[result.game] += 1
        for seat, person in enumerate(result.people):
            if person:
                own = self._played.setdefault(result.game, {}).setdefault(person, [0, 0])
                own[0] += 1
                own[1] += seat in result.winners
        duel = result.duel
        if duel is not None:
            self._ratings.setdefault(result.game, Ratings()).add(duel)

    # ------------------------------------------------------------------------------------------ asking

    def search(self, asked: str, before: str = "") -> list[str]:
        """The ids of the newest finished matches, PAGE at most, that have a text in the name of a player, a table or a
        game, whatever capital letters it has; those older than `before`, if that is one of them."""
        wanted, found = asked.strip().casefold(), []
        with self._lock:
            if self._order is None:
                self._order = sorted(self._found.values(), key=lambda one: (-one.when, one.match))
            passed = not before
            for one in self._order:
                if passed and wanted in one.text:
                    found.append(one.match)
                    if len(found) == PAGE:
                        break
                passed = passed or one.match == before
        return found

    def name_of(self, person: str) -> str:
        """How somebody's name was written last; the key itself of one who never played."""
        return self._names[person][1] if person in self._names else person

    def duels(self, game: str, since: float) -> list[tuple[str, Duel]]:
        """The matches between two people since then, the oldest first, by their ids."""
        with self._lock:
            found = [(one.match, one.duel) for one in self._found.values() if one.game == game and one.when >= since]
        return sorted(((match, duel) for match, duel in found if duel is not None), key=lambda one: one[1].when)

    def ratings(self) -> list[dict[str, Any]]:
        """Everybody's rating in every game, the best first."""
        with self._lock:
            return [
                {"game": game, "rank": rank} | one._asdict() | {"person": self.name_of(one.person)}
                for game, ratings in sorted(self._ratings.items())
                for rank, one in enumerate(ratings.table(), 1)
            ]

    def rows(self) -> list[dict[str, Any]]:
        """The finished matches, the newest first, as plain data."""
        with self._lock:
            found = sorted(self._found.values(), key=lambda one: -one.when)
        return [
            {
                "match": one.match,
                "date": date_of(one.when, UTC).isoformat(timespec="seconds"),
                "game": one.game,
                "people": [self.name_of(key) for key in one.people],
                "winners": [self.name_of(one.people[seat]) if seat < len(one.people) else seat for seat in one.winners],
            }
            for one in found
        ]

    def shown(self) -> list[dict[str, Any]]:
        """The best of each game, for the page."""
        by_game: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for one in self.ratings():
            if len(by_game[one["game"]]) < RATED:
                by_game[one["game"]].append(one)
        return [{"game": game, "people": people} for game, people in by_game.items()]

    def statistics(self) -> list[dict[str, Any]]:
        """Of each game how many matches were finished, and who played and won how many."""
        with self._lock:
            return [
                {
                    "game": game,
                    "matches": self._matches[game],
                    "people": [
                        {"person": self.name_of(key), "played": played, "won": won}
                        for key, (played, won) in sorted(people.items(), key=lambda one: (-one[1][0], one[0]))
                    ],
                }
                for game, people in sorted(self._played.items())
            ]


def _winners(outcome: dict[str, Any], seat_ids: dict[Any, dict[str, int]]) -> tuple[int, ...]:
    """The seats that won; none after a draw, and where that cannot be read. `seat_ids` keeps what was found out."""
    ranking = outcome.get("ranking", ())
    if len(ranking) < 2:
        return ()
    if all(isinstance(seat, int) for seat in ranking[0]):
        return tuple(ranking[0])
    position = outcome.get(LAST) or {}  # of a game whose JSON calls seats by names of its own
    key = json.dumps([position.get(name) for name in ("game", "options", "seats")])
    if key not in seat_ids:
        try:
            game, _ = load_position(position)
        except CompanionError:
            return ()
        seat_ids[key] = {str(game.seat_id(seat)): seat for seat in range(game.players)}
    return tuple(seat_ids[key][seat] for seat in ranking[0] if seat in seat_ids[key])

"""Keeps the present state of the matches that are played in a club, by replaying what their tables write.

What a page shows of a match: its table, who plays, the scores, whose turn it is, what happened last and by which
clause, what is said against it, and how it ended. All is plain data for JSON; names in it are text and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.club.feed import Feed, Known, News
from companion.games import load_position
from companion.match import Journal, SetUp, parse_entry, step_text
from companion.record import Summary, player_names
from companion.rules import CompanionError, parse_json
from companion.text import one_line, say

SHOWN = 300
"""Matches that are shown at most: the newest."""
FOR = 6 * 3600.0
"""Seconds after which a match that nobody plays on is shown no more."""
ENDED_FOR = 1800.0
"""Seconds for which the end of a match is shown."""
CLOCK_OFF = 120.0
"""Seconds by which a table's clock may differ from that of the database."""

State = dict[str, Any]


class LiveMatches:
    """The matches of a record that are shown. Not for several threads at once."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._shown: dict[str, _Shown] = {}

    def states(self, now: float) -> list[State]:
        """The state of each match, that which was written first at the beginning; what is too old is dropped."""
        for match_id in [one.state["id"] for one in self._shown.values() if one.is_past(now)]:
            del self._shown[match_id]
        return [one.state for one in self._shown.values()]

    def catch_up(self, since: float) -> list[State]:
        """Takes in what was written since, by the database's clock; the states that changed. Raises RecordError."""
        written = self._feed.written_since(since, SHOWN)
        return self.take(one for one, when in written.items() if self._written_of(one) != when)

    def _written_of(self, match_id: str) -> float | None:
        shown = self._shown.get(match_id)
        return None if shown is None else shown.written

    def take(self, match_ids: Iterable[str]) -> list[State]:
        """Takes in what is new of these matches; the states that changed. Raises RecordError."""
        known = {one: self._shown[one].known if one in self._shown else None for one in match_ids}
        if not known:
            return []
        found = self._feed.news(known)
        changed = []
        for match_id in known:
            news = found.get(match_id)
            if news is None:  # it was deleted
                if self._shown.pop(match_id, None) is not None:
                    changed.append({"id": match_id, "gone": True})
                continue
            shown = self._shown.get(match_id)
            if shown is None:
                shown = self._shown[match_id] = _Shown(match_id)
            if shown.take(news):
                changed.append(shown.state)
        return changed


class _Shown:
    """One match."""

    def __init__(self, match_id: str) -> None:
        self.known: Known | None = None
        self.state: State = {"id": match_id}
        self._journal: Journal | None = None
        self.written = 0.0

    def is_past(self, now: float) -> bool:
        return now - self.written > (ENDED_FOR if self.state.get("state") == "over" else FOR)

    def take(self, news: News) -> bool:
        """Take in what is new; whether anything on the page changes."""
        before, self.written, self.known = self.state, news.written, news.known
        summary = news.summary
        if summary is None:
            self._journal = None
            self.state = {"id": before["id"], "state": "damaged", "fault": say("This match is damaged")}
        else:
            try:
                self.state = _state(summary, self._replayed(summary, news))
            except CompanionError as fault:  # of a game that is not installed here, say
                self._journal = None
                self.state = _bare(summary) | {"fault": one_line(str(fault))}
            self.state["clock"] = self._clock(news, summary)
            if summary.state == "over":
                self._journal = None
        self.state |= {"table": one_line(news.table), "ruling": one_line(news.ruling), "written": news.written}
        if self._journal is None:
            self.known = None  # should it be played on, everything is replayed
        return self.state != before

    def _replayed(self, summary: Summary, news: News) -> Journal:
        if news.anew or self._journal is None:
            game, start = load_position(news.start)
            self._journal = Journal(game.called(summary.names), start)
        for body in news.bodies:
            self._journal.add(parse_entry(self._journal.game, parse_json(body)))
        return self._journal

    def _clock(self, news: News, summary: Summary) -> str:
        """What is wrong with the clock of the table, as far as it shows; empty where nothing does."""
        ahead = summary.started - news.written
        if ahead > CLOCK_OFF:
            return say("The clock of this table is {minutes} minutes ahead: set it", minutes=round(ahead / 60))
        return ""


def _bare(summary: Summary) -> State:
    names = [one_line(name) for name in player_names(summary)]
    return {
        "id": summary.id,
        "game": summary.game,
        "state": summary.state,
        "players": [{"name": name, "word": name, "score": None} for name in names],
        "turn": None,
        "last": "",
        "clause": "",
        "events": 0,
        "entries": summary.entries,
        "outcome": "" if summary.outcome is None else one_line(str(summary.outcome["how"])),
    }


def _state(summary: Summary, journal: Journal) -> State:
    game, position = journal.game, journal.position
    names = player_names(summary)
    scores = game.scores(position)
    outcome = game.outcome(position)
    latest = journal.latest
    players = []
    for seat in range(game.players):
        name = one_line(names[seat]) if seat < len(names) else ""
        players.append({"name": name, "word": game.seat_word(seat), "score": scores[seat]})
    winners = outcome.ranking[0] if outcome is not None and len(outcome.ranking) > 1 else ()
    return _bare(summary) | {
        "game": game.title,
        "players": players,
        "turn": None if outcome is not None else game.awaited(position).seat,
        "winners": list(winners),
        "last": "" if latest is None else step_text(game, latest.before, latest.event),
        "clause": ""
        if latest is None or isinstance(latest.event, SetUp)
        else game.clause_of(latest.before, latest.event),
        "events": len(journal.history()),
        "outcome": "" if outcome is None else outcome.how,
    }

"""The match on the table as the history has matches: to be shared at its end, recorded or not."""

from __future__ import annotations

import time

from companion.match import Journal
from companion.record import Summary
from ui.history.archive import ArchivedMatch
from ui.history.texts import seat_names
from ui.match import MatchSession


def played_match(session: MatchSession) -> ArchivedMatch:
    """The match as it is now; its id is empty where it is not recorded."""
    journal = session.copied_journal()
    return ArchivedMatch(_summary(session, journal), journal)


def _summary(session: MatchSession, journal: Journal) -> Summary:
    """What a record would say of it."""
    game = journal.game
    over = game.outcome(journal.position) is not None
    return Summary(
        id=session.match_id or "",
        game=game.id,
        players=game.players,
        options=dict(game.format_options()),
        names=tuple(name if name != game.seat_word(seat) else "" for seat, name in enumerate(seat_names(game))),
        colours=session.seated.colours,
        started=session.started or time.time(),
        state="over" if over else "playing",
        outcome=None,
        series=None,
        entries=len(journal.entries),
    )

"""Lists and searches the matches of a club, a page at a time, from the rows of the matches alone."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from companion.record import matches
from companion.text import one_line

PAGE = 50
LONGEST = 60
"""Signs that are searched for."""

_COLUMNS = ("id", "game", "names", "started", "state", "outcome", "table_name", "entries")


def history(connection: Connection, search: str = "", before: str = "") -> list[dict[str, Any]]:
    """The matches of a page, the newest first, that have `search` in the name of a player, a table or a game; `before`
    is the id of the last one of the page before."""
    wanted = select(*(matches.c[name] for name in _COLUMNS))
    wanted = wanted.order_by(matches.c.started.desc(), matches.c.id.desc()).limit(PAGE)
    if search := search.strip()[:LONGEST]:
        wanted = wanted.where(_holds(search))
    if before:
        last = connection.execute(select(matches.c.started).where(matches.c.id == before)).scalar_one_or_none()
        if last is None:
            return []
        wanted = wanted.where((matches.c.started < last) | ((matches.c.started == last) & (matches.c.id < before)))
    return [_plain(row) for row in connection.execute(wanted)]


def _holds(search: str) -> ColumnElement[bool]:
    """Whether a match has the text in a name; the names of players are kept as JSON in ASCII, so that other letters
    have to be looked for as they may have been written."""
    spelt = {search, search.lower(), search.upper(), search.title(), search.casefold()}
    names = {json.dumps(one)[1:-1] for one in spelt}
    return or_(
        *(matches.c.names.icontains(one, autoescape=True) for one in sorted(names)),
        *(matches.c.table_name.icontains(one, autoescape=True) for one in sorted(spelt)),
        matches.c.game.icontains(search, autoescape=True),
    )


def _plain(row: Any) -> dict[str, Any]:
    outcome = None if row.outcome is None else json.loads(row.outcome)
    return {
        "id": row.id,
        "game": row.game,
        "names": [one_line(name.encode(errors="replace").decode()) for name in json.loads(row.names)],
        "table": one_line(row.table_name),
        "started": row.started,
        "state": row.state,
        "entries": row.entries,
        "outcome": "" if outcome is None else one_line(str(outcome["how"])),
        "winners": outcome["ranking"][0] if outcome is not None and len(outcome["ranking"]) > 1 else [],
    }

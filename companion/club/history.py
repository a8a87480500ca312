"""Lists the matches of a club, a page at a time, from the rows of the matches alone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from companion.club.results import PAGE
from companion.record import matches, outcome_text, player_names, summary_of
from companion.text import one_line, say


def history(connection: Connection, before: str = "") -> list[dict[str, Any]]:
    """The matches of a page, the newest first; `before` is the id of the last one of the page before."""
    wanted = select(matches).order_by(matches.c.started.desc(), matches.c.id.desc()).limit(PAGE)
    if before:
        last = connection.execute(select(matches.c.started).where(matches.c.id == before)).scalar_one_or_none()
        if last is None:
            return []
        wanted = wanted.where((matches.c.started < last) | ((matches.c.started == last) & (matches.c.id < before)))
    return [_plain(row) for row in connection.execute(wanted).mappings()]


def those(connection: Connection, match_ids: list[str]) -> list[dict[str, Any]]:
    """The matches of these ids, in their order."""
    rows = connection.execute(select(matches).where(matches.c.id.in_(match_ids))).mappings()
    found = {row["id"]: _plain(row) for row in rows}
    return [found[one] for one in match_ids if one in found]


def _plain(row: Any) -> dict[str, Any]:
    summary = summary_of(row)
    plain = {"id": row["id"], "game": row["game"], "table": one_line(row["table_name"]), "started": row["started"]}
    if summary is None:
        return plain | {"names": [], "state": "damaged", "outcome": say("This match is damaged")}
    return plain | {
        "names": [one_line(name) for name in player_names(summary)],
        "state": summary.state,
        "outcome": "" if summary.outcome is None else one_line(outcome_text(summary)),
    }

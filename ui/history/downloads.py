"""Serves matches to a browser: files to keep or to share and a page to print, behind a name that nobody can guess.

A name is made when a player asks for it and ends by itself after a while. What is sent is written when it is fetched,
so it tells the match as it is then.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from fastapi import APIRouter, HTTPException, Response

from companion.match import Journal
from companion.record import Form, Summary, exported
from companion.rules import CompanionError
from companion.statistics import as_csv
from companion.text import current_language, later, say, using_language
from ui.history.archive import Archive, ArchivedMatch
from ui.history.print_page import printed
from ui.history.statistics_worker import StatisticsWorker

VALID_FOR = 900.0
"""Seconds for which a name leads to its match."""
MOST = 200
"""Names that are valid at once; the oldest ends for a further one."""

STATISTICS, ROLLS, MISREADING = "statistics", "rolls", "misreading"
"""What a name leads to that is for the statistics, for rolls without a match, or for a report of a misreading: no match
has such an id."""
ENDED = later("This link has ended, or never was one: open the export in the app again.")

KINDS: dict[str, tuple[Form, str]] = {
    "text": ("text", "text/plain"), "json": ("json", "application/json"), "csv": ("csv", "text/csv")
}  # fmt: skip
ENDINGS: dict[Form, str] = {"text": "txt", "json": "json", "csv": "csv"}


Shares: TypeAlias = Mapping[str, tuple[str, Callable[[Summary, Journal], bytes]]]
"""Further forms in which matches are given out, by their endings: the media type, and what writes the file."""


class _Link(NamedTuple):
    match_id: str
    language: str
    until: float
    write: Callable[[], str | bytes] | None
    """Writes what is sent, where it is of no match."""
    match: Callable[[], ArchivedMatch] | None
    """The match, where it is not in the record."""


class DownloadLinks:
    """Which match each name leads to, and in which language. All methods may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._links: dict[str, _Link] = {}

    def offer(
        self,
        match_id: str,
        write: Callable[[], str | bytes] | None = None,
        seconds: float = VALID_FOR,
        match: Callable[[], ArchivedMatch] | None = None,
    ) -> str:
        """A new name for this match of the record, for the `match` that is told, or for what `write` will answer with;
        it ends after so many seconds."""
        token = secrets.token_urlsafe(24)
        now = self._clock()
        with self._lock:
            self._links = {name: one for name, one in self._links.items() if one.until > now}
            while len(self._links) >= MOST:
                del self._links[next(iter(self._links))]
            self._links[token] = _Link(match_id, current_language(), now + seconds, write, match)
        return token

    def withdraw(self, token: str) -> None:
        """This name leads nowhere from now on."""
        with self._lock:
            self._links.pop(token, None)

    def find(self, token: str) -> _Link | None:
        """What a name leads to; None for a name that is none, or no longer."""
        with self._lock:
            found = self._links.get(token)
        return found if found is not None and found.until > self._clock() else None


def router(links: DownloadLinks, archive: Archive, statistics: StatisticsWorker, shares: Shares) -> APIRouter:
    """The routes `/match/NAME/FORM` (`text`, `json`, `csv` and the names of `shares` are files, `print` is a page),
    `/statistics/NAME`, `/rolls/NAME` and `/misreading/NAME`."""
    routes = APIRouter()

    @routes.get("/match/{token}/{form}")
    def match(token: str, form: str) -> Response:  # not async: it waits for the disk, in a thread of its own
        return answer(token, form, links, archive, shares)

    @routes.get("/statistics/{token}")
    def all_statistics(token: str) -> Response:
        found = links.find(token)
        if found is None or found.match_id != STATISTICS:
            raise HTTPException(404, say(ENDED))
        with using_language(found.language):
            totals = statistics.statistics
            if totals is None:
                raise HTTPException(404, say(ENDED))
            return _sent(as_csv(totals), "text/csv", 'attachment; filename="statistics.csv"')

    def written(token: str, what: str, media: str, file: str) -> Response:
        """What the name leads to, where it is a file of this kind."""
        found = links.find(token)
        if found is None or found.match_id != what or found.write is None:
            raise HTTPException(404, say(ENDED))
        with using_language(found.language):
            return _sent(found.write(), media, f'attachment; filename="{file}"')

    @routes.get("/rolls/{token}")
    def rolls(token: str) -> Response:
        return written(token, ROLLS, "text/csv", "rolls.csv")

    @routes.get("/misreading/{token}")
    def misreading(token: str) -> Response:
        return written(token, MISREADING, "application/zip", "misreading.zip")

    return routes


def answer(token: str, form: str, links: DownloadLinks, archive: Archive, shares: Shares) -> Response:
    """The match that a name leads to, in this form, in the language in which it was offered. Raises HTTPException, with
    a line for the player."""
    found = links.find(token)
    if found is None or found.write is not None or form not in (*KINDS, *shares, "print"):
        raise HTTPException(404, say(ENDED))
    with using_language(found.language):
        try:
            kept = archive.load(found.match_id) if found.match is None else found.match()
            return _answer(kept, form, shares)
        except CompanionError as fault:
            raise HTTPException(409, str(fault)) from None


def _answer(kept: ArchivedMatch, form: str, shares: Shares) -> Response:
    if form == "print":
        return _sent(printed(*kept), "text/html")
    name = "-".join(filter(None, (kept.summary.game, kept.summary.id)))
    if form in shares:
        media, write = shares[form]
        return _sent(write(*kept), media, f'attachment; filename="{name}.{form}"')
    kind, media = KINDS[form]
    return _sent(exported(kind, *kept), media, f'attachment; filename="{name}.{ENDINGS[kind]}"')


def _sent(content: str | bytes, media: str, disposition: str = "inline") -> Response:
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    if isinstance(content, bytes):
        return Response(content, media_type=media, headers=headers)
    return Response(content.encode("utf-8", "replace"), media_type=f"{media}; charset=utf-8", headers=headers)

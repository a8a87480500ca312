"""The page of a club, served by this process, and a client that asks as plainly as can be."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion.club import Club, make_server
from companion.record import Record
from tests.support.app.serving import free_port
from tests.support.waiting import until


class Answer(NamedTuple):
    """What the server said."""

    status_code: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Page:
    """Asks one server."""

    def __init__(self, port: int, club: Club) -> None:
        self.port, self.club = port, club
        self.address = f"http://127.0.0.1:{port}"

    def get(
        self, path: str, headers: Mapping[str, str] | None = None, params: Mapping[str, str] | None = None
    ) -> Answer:
        return self._ask("GET", f"{path}?{urlencode(params)}" if params else path, headers or {})

    def post(self, path: str) -> Answer:
        return self._ask("POST", path, {})

    def _ask(self, method: str, path: str, headers: Mapping[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host="host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read().decode())
        finally:
            connection.close()


@contextmanager
def served(record: Record, language: str = "en", name: str = "Club") -> Iterator[Page]:
    """The page of a record, once it has been read."""
    club = Club(record, lambda: language, lambda line: None, sweep=0.1)
    port = free_port()
    server = make_server(club, record, lambda: language, name, port=port)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        until(lambda: server.started and club.is_known, "the page of the club")
        yield Page(port, club)
    finally:
        server.should_exit = True
        thread.join(30)

"""Serves the page of a club: one HTML file with its script and style, and what changes as server-sent events.

Whoever reaches the port may look, and nobody can change anything there. The page runs no script but its own, and a name
is never more than text in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.club.club import Club, Reader
from companion.club.history import history, those
from companion.club.page_words import page_words
from companion.games import listed_games
from companion.record import Record, RecordError
from companion.text import LanguageSource, one_line, using_language

READERS = 200
"""Pages that are open at once."""
PAUSE = 0.1
"""Seconds between two messages to one page."""
ALIVE = 15.0
"""Seconds after which an open page is told that all is well, so that nothing between takes it for asleep."""
GOODBYE = 2
"""Seconds for open pages to end when the server does."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
FILES = {"/": ("club.html", "text/html"), "/club.js": ("club.js", "text/javascript"),
         "/club.css": ("club.css", "text/css")}  # fmt: skip
"""Everything that there is; nothing that a browser asks for becomes the name of a file."""


def make_server(
    club: Club, record: Record, language: LanguageSource, name: str, host: str = "127.0.0.1", port: int = 8560
) -> uvicorn.Server:
    """The server of the page, to be run; `club` is started and closed with it."""
    config = uvicorn.Config(
        _Guard(_app(club, record, language, name), host),
        host=host,
        port=port,
        http="h11",
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=2 * READERS,
        timeout_graceful_shutdown=GOODBYE,
    )
    return _Server(config, club)


class _Server(uvicorn.Server):
    """Lets open pages go when it ends."""

    def __init__(self, config: uvicorn.Config, club: Club) -> None:
        super().__init__(config)
        self._club = club

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._club.dismiss()
        await super().shutdown(sockets)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        with contextlib.suppress(KeyboardInterrupt):  # which uvicorn raises once more when it has ended
            super().run(sockets)


def _app(club: Club, record: Record, language: LanguageSource, name: str) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        club.start()
        try:
            yield
        finally:
            await run_in_threadpool(club.close)

    def first(shown: dict[str, object]) -> dict[str, object]:
        with using_language(language()):
            games = {game.id: game.title for game in listed_games()}
            return {"club": name, "language": language(), "words": page_words(), "games": games} | shown

    async def state(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(lambda: first(club.whole())))

    async def events(_: Request) -> Response:
        if club.readers >= READERS:
            return Response("too many pages are open", 503, media_type="text/plain")
        reader = Reader(asyncio.get_running_loop())

        async def lines() -> AsyncIterator[str]:
            try:
                yield _message(first(club.join(reader)))
                while not reader.dismissed:
                    try:
                        async with asyncio.timeout(ALIVE):
                            changed = await reader.next()
                    except TimeoutError:
                        yield ": all is well\n\n"
                        continue
                    yield _message(changed)
                    await asyncio.sleep(PAUSE)
            finally:
                club.leave(reader)

        return StreamingResponse(lines(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def listed(request: Request) -> Response:
        search, before = request.query_params.get("search", ""), request.query_params.get("before", "")

        def found() -> object:
            with using_language(language()):
                if not search.strip():
                    return record.read(lambda connection: history(connection, before))
                match_ids = club.results.search(search, before)
                return record.read(lambda connection: those(connection, match_ids))

        return await _answer(found)

    async def statistics(_: Request) -> Response:
        return await _answer(club.results.statistics)

    routes = [Route(path, _file(*what), methods=["GET"]) for path, what in FILES.items()]
    routes += [
        Route("/state", state, methods=["GET"]),
        Route("/events", events, methods=["GET"]),
        Route("/matches", listed, methods=["GET"]),
        Route("/statistics", statistics, methods=["GET"]),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


async def _answer(work: Callable[[], object]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(work))
    except RecordError as fault:
        return JSONResponse({"fault": one_line(str(fault))}, 503)


def _message(data: dict[str, object]) -> str:
    return f"data: {json.dumps(data, separators=(',', ':'))}\n\n"


def _file(name: str, media: str) -> Callable[[Request], Awaitable[Response]]:
    text = files(__package__).joinpath("pages", name).read_text(encoding="utf-8")

    async def page(_: Request) -> Response:
        return Response(text, media_type=media)

    return page


class _Guard:
    """Adds the headers to every answer, and refuses requests by a foreign name, which a page elsewhere makes a browser
    send to an address that it then finds here."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._names = {"localhost", host.lower(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *own]
            await send(message)

        if scope["type"] == "http" and not self._is_known(scope):
            await Response("this is not the name of this server", 421, media_type="text/plain")(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _is_known(self, scope: Scope) -> bool:
        hosts = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
        if len(hosts) != 1:
            return False
        name = hosts[0].lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

"""The app's web server: one table, and any number of browsers that show it."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
import webbrowser
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import fastapi
import flet_web.fastapi
import uvicorn
from fastapi import HTTPException, Request, Response
from fastapi.responses import FileResponse

from companion import GAMES
from companion.text import say, use_language
from seeds import demo_film, picture_of
from ui.app_state import AppState
from ui.core import MAX_UPLOAD, LanguageMiddleware, LoopbackMiddleware, start_thread, too_large
from ui.history import router
from ui.network import NetworkServer, OnDemandServer, data_folder
from ui.server.host_key import HostKey, HostMiddleware
from ui.server.index_page import IndexPageMiddleware
from ui.server.root import start_page
from ui.share import shares

NAME = "Tabletop companion"
ASSETS = Path(__file__).parents[1] / "assets"
AWAY = 600
"""Seconds that a tab which is away is kept as it was left; after that it comes back as a new one."""
PAIR_PORT = 8443
"""Where other devices come in, where that is free."""
GOODBYE = 2
"""Seconds that open connections get to end when the server is told to stop."""


class ServerError(Exception):
    """The server cannot start; one line that says why and what to do."""


def run(
    host: str = "127.0.0.1",
    port: int = 8550,
    demo: bool | str = False,
    source: str | None = None,
    open_browser: bool = False,
    pair: int | None = None,
    folder: Path | None = None,
    language: str | None = None,
    state: AppState | None = None,
    pair_port: int = PAIR_PORT,
) -> None:
    """Serve the app until SIGTERM or Ctrl+C.

    `demo` opens the recorded match of the game of this id, which plays by itself, or of the first game that has one;
    `source` opens a camera index or a path at once, before which a game is played without printed mats. `pair`: the
    port at which other devices may be paired and then look on, from the beginning to the end; None: that begins when
    the host asks for it, at `pair_port` where that is free, and ends when nobody is left. What is known of devices, the
    certificate, and the secret that the host's own browsers get by the printed link, are kept in `folder`, by default
    the user's. `language` is spoken, where it is given, whatever was chosen the last time. `state`: what is served, by
    default a new app with the user's settings and record. Raises ServerError when a port cannot be had, and
    vision.camera.sources.SourceError when the source cannot be opened.
    """
    state = state or AppState()
    state.language.begin(language)
    use_language(state.language.current)
    listener = _listen(host, port)
    port = int(listener.getsockname()[1])
    address = f"http://{_shown_host(host)}:{port}"
    app = make_app(state)
    kept = folder or data_folder()
    key = HostKey(kept / "host.key", address, partial(print, flush=True))

    def make_network(port: int) -> NetworkServer:
        return NetworkServer(
            app, port, kept, GOODBYE, state.pairing, state.phones, state.cameras, state.dice, state.language.current
        )

    first: NetworkServer | None = None
    if pair is not None:
        try:
            first = make_network(pair)
        except (OSError, OverflowError) as fault:
            listener.close()
            raise ServerError(_no_network(fault, pair)) from None

    def busy() -> bool:
        return state.host.table is not None or state.dice.live is not None

    network = OnDemandServer(make_network, pair_port, state.pairing, busy, first)
    # What is there for good is looked through no more, which stopped all tabs for a third of a second; before
    # a match is opened, because what one leaves behind when it is closed has to be found.
    gc.freeze()
    if demo:
        state.host.begin_demo(demo if isinstance(demo, str) else next(filter(demo_film, GAMES), GAMES[0]))
    elif source is not None:
        state.host.open_now(source)
    config = uvicorn.Config(
        LanguageMiddleware(LoopbackMiddleware(HostMiddleware(app, key, port)), state.language.current),
        loop="asyncio",  # another loop would not ask the listener of the network for its limits
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        timeout_graceful_shutdown=GOODBYE,
    )
    # Known before anybody looks, so that nothing on the start screen moves under a finger when it comes to be known.
    start_thread("archive", state.archive.refresh)
    link = key.link()
    print(say("{app} is at {link} (a link that is good once; end it with Ctrl+C)", app=NAME, link=link), flush=True)
    if first is not None:
        join = f"{first.address}/pair"
        print(say("Phones and televisions join at {address}, with a code from Devices", address=join), flush=True)
    if threading.current_thread() is threading.main_thread():
        # uvicorn, once it has shut down, sends itself the signal again: end like Ctrl+C and not half-way.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    if open_browser:
        start_thread("browser", webbrowser.open, link)
    try:
        server = _Server(config, network)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve_all(listener))
    except KeyboardInterrupt:
        pass  # uvicorn has already said goodbye to everybody
    finally:
        listener.close()
        state.dice.close(GOODBYE + 5)
        state.host.close(GOODBYE + 5)  # native code that still runs when the interpreter goes would abort it


class _Server(uvicorn.Server):
    """The server for this machine, with the one for the network beside it."""

    def __init__(self, config: uvicorn.Config, network: OnDemandServer) -> None:
        super().__init__(config)
        self._network = network

    async def serve_all(self, listener: socket.socket) -> None:
        """Serve until a signal comes."""
        beside = asyncio.create_task(self._network.run())
        try:
            await self.serve(sockets=[listener])
        finally:
            self._network.close()
            await beside

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._network.close(self.force_exit)  # both say goodbye at the same time


def make_app(state: AppState) -> fastapi.FastAPI:
    """The app with this state: photographs go in at `/photograph/…`, matches out at `/match/…`, the rest is Flet's. Who
    may come is not asked."""
    app: fastapi.FastAPI = flet_web.fastapi.FastAPI(openapi_url=None)

    async def photograph(token: str, request: Request) -> Response:
        if not state.uploads.accepts(token):
            raise HTTPException(404)
        parts: list[bytes] = []
        size = 0
        async for part in request.stream():
            size += len(part)
            if size > MAX_UPLOAD:
                state.uploads.fail(token, too_large(say("the photograph")))
                raise HTTPException(413)
            parts.append(part)
        state.uploads.deliver(token, b"".join(parts))
        return Response(status_code=204)

    app.add_api_route("/photograph/{token}", photograph, methods=["PUT"])
    app.add_api_route("/games/{game}.jpg", game_picture, methods=["GET", "HEAD"])
    app.include_router(router(state.downloads, state.archive, state.statistics, shares()))
    pages: Any = flet_web.fastapi.app(
        lambda page: start_page(page, state),
        no_cdn=True,  # otherwise the page asks other hosts for its renderer and stays blank without a network
        assets_dir=str(ASSETS),
        session_timeout_seconds=AWAY,
        app_name=NAME,
        app_short_name="Companion",
        app_description="Reads the real dice on your table, referees the game and keeps the score.",
    )
    app.mount("/", IndexPageMiddleware(pages))
    return app


def game_picture(game: str) -> Response:
    """The picture that a game brings; nothing else of its folder is given out."""
    picture = picture_of(game)
    if picture is None:
        raise HTTPException(404)
    return FileResponse(picture, media_type="image/jpeg")


def _no_network(fault: Exception, port: int) -> str:
    reason = getattr(fault, "strerror", None) or str(fault)
    name = getattr(fault, "filename", None)
    if name:
        return say(
            "{name} cannot be written ({reason}), and without it no device can be paired: free it, or leave --pair",
            name=name,
            reason=reason,
        )
    return say(
        "port {port} for other devices cannot be used ({reason}): give another with --pair-port",
        port=port,
        reason=reason,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Listening already here makes a second server fail now and not later.
        listener.listen(128)
    except (OSError, OverflowError) as fault:
        listener.close()
        reason = getattr(fault, "strerror", None) or str(fault)
        raise ServerError(
            say(
                "port {port} on {host} cannot be used ({reason}): end the program that has it, or give another with "
                "--port",
                port=port,
                host=host,
                reason=reason,
            )
        ) from None
    return listener


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host

"""The app's web server: one process, one table, any number of browsers that look at it."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import flet_web.fastapi
import uvicorn
from fastapi import HTTPException, Request, Response

from ui.app import start_page
from ui.guard import Guard
from ui.room import ROOM
from ui.uploads import INBOX, MAX_UPLOAD, too_large

NAME = "Tabletop companion"
ASSETS = Path(__file__).parent / "assets"
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
) -> None:
    """Serve the app until SIGTERM or Ctrl+C.

    `demo` opens the bundled recording, or the recorded match of the game of this id, which plays by itself; `source`
    opens a camera index or a path at once. Raises ServerError when the port cannot be had, and
    vision.camera.SourceError when the source cannot be opened.
    """
    listener = _listen(host, port)
    port = int(listener.getsockname()[1])
    address = f"http://{_shown_host(host)}:{port}"
    if isinstance(demo, str):
        ROOM.begin_demo(demo)
    elif demo:
        ROOM.begin_recording()
    elif source is not None:
        ROOM.open_now(source)
    config = uvicorn.Config(
        make_app(local=host in ("127.0.0.1", "localhost", "::1")),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        timeout_graceful_shutdown=GOODBYE,
    )
    print(f"{NAME} is at {address} (end it with Ctrl+C)", flush=True)
    if threading.current_thread() is threading.main_thread():
        # uvicorn, once it has shut down, sends itself the signal again: end like Ctrl+C and not half-way.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has already said goodbye to everybody
    finally:
        listener.close()
        ROOM.close(GOODBYE + 5)  # native code that still runs when the interpreter goes would abort it


def make_app(*, local: bool) -> Guard:
    """The whole ASGI app: photographs go in at `/photograph/…`, everything else is Flet's."""
    app = flet_web.fastapi.FastAPI(openapi_url=None)

    async def photograph(token: str, request: Request) -> Response:
        if not INBOX.accepts(token):
            raise HTTPException(404)
        parts: list[bytes] = []
        size = 0
        async for part in request.stream():
            size += len(part)
            if size > MAX_UPLOAD:
                INBOX.fail(token, too_large("the photograph"))
                raise HTTPException(413)
            parts.append(part)
        INBOX.deliver(token, b"".join(parts))
        return Response(status_code=204)

    app.add_api_route("/photograph/{token}", photograph, methods=["PUT"])
    pages: Any = flet_web.fastapi.app(
        start_page,
        no_cdn=True,  # otherwise the page asks other hosts for its renderer and stays blank without a network
        assets_dir=str(ASSETS),
        app_name=NAME,
        app_short_name="Companion",
        app_description="Reads the real dice on your table, referees the game and keeps the score.",
    )
    app.mount("/", pages)
    return Guard(app, local=local)


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
            f"port {port} on {host} cannot be used ({reason}): end the program that has it, or give another with --port"
        ) from None
    return listener


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host

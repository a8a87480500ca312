"""Serves our own pages for the network: the one that pairs devices, and the one that makes a phone a camera."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from companion.text import say
from ui.core import Sound, cookie_of, wav_of
from ui.network.auth_middleware import COOKIE, cookie_for
from ui.network.camera_socket import PictureReceiver
from ui.network.page_texts import translated_page
from ui.network.pairing import Pairing, PairingError
from ui.network.phone_cameras import PhoneCameras
from ui.rolls import DiceHost

FILES = Path(__file__).parent / "pages"
ASSETS = Path(__file__).parents[1] / "assets" / "icons"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css",
         ".webmanifest": "application/manifest+json"}  # fmt: skip
SERVED = {"/pair": "pair.html", "/pair.js": "pair.js", "/pair.css": "pair.css", "/camera": "camera.html",
          "/camera.js": "camera.js", "/dice.js": "dice.js", "/lens.js": "lens.js", "/camera.css": "camera.css",
          "/camera.webmanifest": "camera.webmanifest"}  # fmt: skip
"""Every page that there is; nothing that a browser asks for becomes the name of a file."""
ICONS = {"/camera-192.png": "icon-192.png", "/camera-512.png": "icon-512.png"}
"""By which a page is found on a home screen."""
SOUNDS: dict[str, Sound] = {"/roll.wav": "roll", "/question.wav": "question"}
LARGEST = 2048
"""Bytes of a device's request to be paired."""
WAIT = 10.0
"""Seconds that it may take to send it."""


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a device sends to be paired."""

    secret: str
    name: str
    role: str


def make_device_pages(pairing: Pairing, cameras: PhoneCameras, dice: DiceHost) -> Starlette:
    """The pages, as an ASGI app that does not ask who may see which (ui.network.auth_middleware does); phones' pictures
    go to `cameras`, and `dice` reads for them."""

    async def state(request: Request) -> Response:
        token = cookie_of(request.scope, COOKIE)
        device = pairing.device(token)
        status = {"state": pairing.status(token) if token else "unknown"}
        return JSONResponse(status if device is None else status | {"role": device.role, "name": device.name})

    async def join(request: Request) -> Response:
        try:
            async with asyncio.timeout(WAIT):
                body = await _body(request)
            asked = msgspec.json.decode(body, type=JoinRequest)
            address = request.client.host if request.client is not None else ""
            token, applicant = pairing.ask_to_join(asked.secret, asked.name, asked.role, address)
        except (msgspec.MsgspecError, TimeoutError, _TooLong):
            return JSONResponse({"fault": say("This is no request to be paired.")}, 400)
        except PairingError as fault:
            return JSONResponse({"fault": str(fault)}, 403)
        answer = JSONResponse({"number": applicant.number, "name": applicant.name})
        answer.headers["set-cookie"] = cookie_for(token)
        return answer

    pages = [Route(path, _file(name), methods=["GET"]) for path, name in SERVED.items()]
    fixed = {path: ((ASSETS / name).read_bytes(), "image/png") for path, name in ICONS.items()}
    fixed |= {path: (wav_of(sound), "audio/wav") for path, sound in SOUNDS.items()}
    pages += [Route(path, _bytes(*what), methods=["GET"]) for path, what in fixed.items()]
    return Starlette(
        routes=[
            *pages,
            Route("/pair", join, methods=["POST"]),
            Route("/pair/state", state, methods=["GET"]),
            WebSocketRoute("/camera/ws", PictureReceiver(cameras, dice).serve),
        ]
    )


class _TooLong(Exception):
    """More was sent than such a request has."""


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise _TooLong
    return body


def _bytes(data: bytes, media: str):  # type: ignore[no-untyped-def]
    async def fixed(request: Request) -> Response:
        return Response(data, media_type=media)

    return fixed


def _file(name: str):  # type: ignore[no-untyped-def]
    written = (FILES / name).read_text(encoding="utf-8")
    suffix = Path(name).suffix

    async def page(request: Request) -> Response:
        return Response(translated_page(written, suffix), media_type=KINDS[suffix])

    return page

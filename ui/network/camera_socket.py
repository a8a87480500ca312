"""Receives phones' pictures over web sockets, one at a time, each answered before the next is sent; and what their
pages ask for about the dice that they see."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ui.network.phone_cameras import PhoneCameras, phone_spec
from ui.network.phone_dice import PhoneDice
from ui.rolls import DiceHost
from vision.camera import HeaderError, Phone

UNWATCHED = 500
"""Milliseconds that a phone waits before its next picture while nobody looks, to spare its battery."""
PREVIEW = 2.0
"""Seconds between two pictures of an unwatched phone that are shown where cameras are chosen."""
MOST_FAULTS = 5
"""Bad pictures in a row after which the phone is sent away."""
REPLACED = 4409
"""Closing code: another page of the same phone sends now."""

LOG = logging.getLogger(__name__)


class PictureReceiver:
    """Takes the pictures of all phones, of each from its newest socket."""

    def __init__(self, cameras: PhoneCameras, dice: DiceHost) -> None:
        """`dice`: where phones have dice read."""
        self._cameras, self._dice = cameras, dice
        self._newest: dict[str, WebSocket] = {}
        """The socket from which pictures are taken, by device."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve one phone until it leaves. A picture is decoded, while somebody looks, before it is answered, so that
        the phone never sends more than is looked at. Every message is answered by PhoneNews, as JSON."""
        device: Any = socket.scope["companion.device"]
        await socket.accept()
        older = self._newest.get(device.id)
        self._newest[device.id] = socket
        if older is not None:
            await _say_goodbye(older)
        page: PhoneDice | None = None
        faults, previewed = 0, 0.0
        try:
            while self._newest.get(device.id) is socket:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                phone = self._cameras.phones.named(device.name)
                if phone is None:
                    return  # removed just now
                if page is None:
                    page = PhoneDice(phone, phone_spec(device.name), self._dice)
                words, picture = message.get("text"), message.get("bytes")
                wait: int | None = None
                try:
                    if words is not None:
                        await asyncio.to_thread(page.obey, words)
                    elif page.awaits_still:
                        await asyncio.to_thread(page.take_still, picture or b"")
                    else:
                        wait = await _deliver(phone, picture or b"")
                        if not phone.watched and time.monotonic() - previewed > PREVIEW:
                            previewed = time.monotonic()
                            await asyncio.to_thread(self._cameras.offer, device.name)
                    faults = 0
                except (HeaderError, msgspec.MsgspecError) as fault:
                    faults += 1
                    LOG.info("%s sent what is no picture and no request: %s", device.name, fault)
                    if faults >= MOST_FAULTS or words is not None:
                        await socket.close(1003)
                        return
                    wait = 0
                news = await asyncio.to_thread(page.news, wait)
                await socket.send_text(msgspec.json.encode(news).decode())
        except WebSocketDisconnect:
            pass  # it has left
        finally:
            if page is not None:
                await asyncio.to_thread(page.close)
            if self._newest.get(device.id) is socket:
                del self._newest[device.id]
                self._cameras.leave(device.name)


async def _deliver(phone: Phone, picture: bytes) -> int:
    """Take a picture; milliseconds after which the next may come."""
    await asyncio.to_thread(phone.deliver, picture)
    return 0 if phone.watched else UNWATCHED


async def _say_goodbye(socket: WebSocket) -> None:
    try:
        await socket.close(REPLACED)
    except Exception:
        LOG.info("an older page of a phone had left already")

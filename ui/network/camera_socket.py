"""Receives phones' pictures over web sockets: one at a time, each answered before the next is sent."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ui.network.phone_cameras import PhoneCameras
from vision.camera import HeaderError

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

    def __init__(self, cameras: PhoneCameras) -> None:
        self._cameras = cameras
        self._newest: dict[str, WebSocket] = {}
        """The socket from which pictures are taken, by device."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve one phone until it leaves. A picture is decoded, while somebody looks, before `ok` is answered, so that
        the phone never sends more than is looked at; `ok 500` asks it to wait for so many milliseconds."""
        device: Any = socket.scope["companion.device"]
        await socket.accept()
        older = self._newest.get(device.id)
        self._newest[device.id] = socket
        if older is not None:
            await _say_goodbye(older)
        faults, previewed = 0, 0.0
        try:
            while self._newest.get(device.id) is socket:
                data = await socket.receive_bytes()
                phone = self._cameras.phones.named(device.name)
                if phone is None:
                    return  # removed just now
                try:
                    await asyncio.to_thread(phone.deliver, data)
                    faults = 0
                    if not phone.watched and time.monotonic() - previewed > PREVIEW:
                        previewed = time.monotonic()
                        await asyncio.to_thread(self._cameras.offer, device.name)
                except HeaderError as fault:
                    faults += 1
                    LOG.info("%s sent no picture: %s", device.name, fault)
                    if faults >= MOST_FAULTS:
                        await socket.close(1003)
                        return
                await socket.send_text(f"ok {0 if phone.watched else UNWATCHED}")
        except (WebSocketDisconnect, KeyError):
            pass  # it has left, or it sent words where pictures are taken
        finally:
            if self._newest.get(device.id) is socket:
                del self._newest[device.id]
                self._cameras.leave(device.name)


async def _say_goodbye(socket: WebSocket) -> None:
    try:
        await socket.close(REPLACED)
    except Exception:
        LOG.info("an older page of a phone had left already")

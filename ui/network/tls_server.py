"""Serves other devices over TLS on every address of this computer, beside the server for this machine alone."""

from __future__ import annotations

import contextlib
import datetime
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from platformdirs import user_data_dir

from companion.text import LanguageSource
from ui.core import AsgiApp, LanguageMiddleware
from ui.network.addresses import own_addresses, own_names
from ui.network.auth_middleware import AuthMiddleware
from ui.network.certificate import certificate
from ui.network.device_pages import make_device_pages
from ui.network.pairing import Pairing
from ui.network.phone_cameras import PhoneCameras
from ui.network.rate_limits import Listener
from ui.rolls import DiceHost
from ui.sources import Cameras
from vision.camera import Phones

CONNECTIONS, CONNECTIONS_EACH = 128, 32
"""Connections that are open at once, in all and from one address; a browser with the app takes up to seven."""
LARGEST_MESSAGE = 2**23
"""Bytes of a message on a socket that are read at all."""
NAMES_FOR = 10.0
"""Seconds after which this computer's addresses are looked up again: it may have changed networks."""

LOG = logging.getLogger(__name__)


def data_folder() -> Path:
    """Where certificate and devices are kept."""
    return Path(user_data_dir("tabletop-companion", False), "network")


class NetworkServer(uvicorn.Server):
    """Serves the app to paired devices. Lives in the loop of the server for this machine, which hears the signals."""

    def __init__(
        self,
        app: AsgiApp,
        port: int,
        folder: Path,
        goodbye: int,
        pairing: Pairing,
        phones: Phones,
        cameras: Cameras,
        dice: DiceHost,
        language: LanguageSource,
    ) -> None:
        """`pairing` is switched on, and its phones become sources of `cameras`, through which
        `dice` reads for them. Raises OSError when the port cannot be
        had, or certificate and devices cannot be kept."""
        addresses = own_addresses()
        kept = certificate(folder, own_names(), addresses, datetime.datetime.now(datetime.UTC))
        self.listener = Listener(CONNECTIONS, CONNECTIONS_EACH)
        try:
            self.listener.bind(("", port))
            self.listener.listen(CONNECTIONS)
            port = int(self.listener.getsockname()[1])
            self.address = f"https://{addresses[0] if addresses else 'localhost'}:{port}"
            pairing.start(folder / "devices.json", self.address)
        except OSError:
            self.listener.close()
            raise
        offered = PhoneCameras(pairing, phones, cameras)
        gate = AuthMiddleware(app, make_device_pages(pairing, offered, dice), pairing, self.listener, _Names().now)
        self._unsubscribe = gate.unsubscribe, offered.unsubscribe
        config = uvicorn.Config(
            LanguageMiddleware(gate, language),
            http="h11",
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # a small message that unpacks into a large one does not get in
            lifespan="off",  # the app is started by the other server
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # nobody stands between: an address that a header claims is not believed
            server_header=False,
            timeout_graceful_shutdown=goodbye,
            ssl_certfile=kept.chain,
            ssl_keyfile=kept.key,
        )
        super().__init__(config)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self.listener.drop_silent()
        return await super().on_tick(counter)

    def release(self) -> None:
        """Let go of pairing and cameras, once it serves no more: phones are no cameras from now on."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Left to the other server."""
        yield


class _Names:
    """By what this computer may be called, kept for a while."""

    def __init__(self) -> None:
        self._kept: frozenset[str] = frozenset()
        self._until = 0.0

    def now(self) -> frozenset[str]:
        if time.monotonic() >= self._until:
            self._kept = frozenset({*own_names(), *own_addresses(), "127.0.0.1"})
            self._until = time.monotonic() + NAMES_FOR
        return self._kept

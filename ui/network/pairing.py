"""Pairs devices: the host shows a code, the device brings it, the host lets it in. Secrets stay in memory."""

from __future__ import annotations

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from companion.text import say
from ui.core import Role, Store, require
from ui.network.devices import Device, Devices, digest

LIFE = 300.0
"""Seconds for which an invitation may be used, and for which a device waits to be let in."""
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes: none that is taken for another."""
CODE = 6
WRONG_CODES, WRONG_IN_ALL = 8, 4000
"""Wrong codes after which one address, and everybody, can no more come in by the code of an invitation: of 887 million,
one is right."""
WRONG_NUMBERS = 3
"""Wrong numbers after which the device that they were typed for is refused."""
MOST_WAITING = 4
OUT = 60.0
"""Seconds for which a device that asked for too much at once is put out."""
NAME = 24
"""The most letters of a device's name."""

PairingStatus = Literal["unknown", "waiting", "refused", "in"]


class PairingError(Exception):
    """A device that cannot be let in; one line for whoever holds it."""


class Invitation(NamedTuple):
    """Good for one device, once."""

    token: str
    """In the QR code."""
    code: str
    """The same to type."""
    until: float


class PendingDevice(NamedTuple):
    """A device that has shown a valid invitation and waits for the host to accept it."""

    id: str
    name: str
    role: Role
    number: str
    """Four digits that its screen shows and the host types, so that the device is let in that is meant."""
    digest: str
    until: float


class Pairing(Store):
    """Invitations, who waits, who is in, and who is there. Off until `start`. What is the host's alone asks for that
    right itself."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock = clock
        self._devices: Devices | None = None
        self.address = ""
        """Where devices come in: `https://192.168.1.5:8443`."""
        self._invitation: Invitation | None = None
        self._wrong: Counter[str] = Counter()
        """Wrong codes for this invitation, by the address that they came from."""
        self._wrong_numbers: Counter[str] = Counter()
        """By the id of the device that waits."""
        self._waiting: dict[str, PendingDevice] = {}
        self._refused: dict[str, float] = {}
        """Until when a refused device is told so, by the digest of its token."""
        self._out: dict[str, float] = {}
        """Until when a device is put out, by its id."""
        self._here: dict[str, list[float]] = {}
        """When each web socket that is open was opened, by the id of its device."""
        self._open_network: Callable[[], None] | None = None
        self.opening = False
        """Whether the server for other devices is being started."""
        self.trouble: str | None = None
        """Why that failed the last time; one line."""

    def start(self, path: Path, address: str) -> None:
        """Switch pairing on, with the devices that `path` keeps. Raises OSError."""
        devices = Devices(path, self._clock)
        with self.change():
            self._devices, self.address, self.opening, self.trouble = devices, address, False, None

    def stop(self) -> None:
        """Switch pairing off: nobody is there any more. Devices are kept for the next time."""
        with self.change():
            self._devices, self.address, self._invitation = None, "", None
            self._waiting, self._refused, self._here = {}, {}, {}

    @property
    def on(self) -> bool:
        """Whether other devices can reach this computer."""
        return self._devices is not None

    def opens_by(self, open_network: Callable[[], None]) -> None:
        """Have `open_network` called where pairing is asked for while it is off; it leads to `start` or to `fail`."""
        with self.change():
            self._open_network = open_network

    def fail(self, line: str) -> None:
        """It cannot be switched on; `line` says why."""
        with self.change():
            self.opening, self.trouble = False, line

    def dismiss(self) -> None:
        """Forget why it could not be switched on, once the host has read it."""
        with self.change():
            self.trouble = None

    # ------------------------------------------------------------------------------------------ the host's side

    @property
    def can_open(self) -> bool:
        """Whether other devices can reach this computer, or could, were it asked for."""
        return self.on or self._open_network is not None

    def add_device(self) -> None:
        """Show an invitation; where pairing is off it is switched on for that."""
        require("host")
        if self.on:
            self.invite()
        elif self._open_network is not None and not self.opening:
            with self.change():
                self.opening, self.trouble = True, None
            self._open_network()

    def invite(self) -> Invitation:
        """A new invitation; an older one is worth nothing from now on."""
        require("host")
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        made = Invitation(secrets.token_urlsafe(24), code, self._clock() + LIFE)
        with self.change():
            self._invitation, self._wrong = made, Counter()
        return made

    @property
    def invitation(self) -> Invitation | None:
        """The one that may be used now."""
        made = self._invitation
        return made if made is not None and self._clock() < made.until else None

    def withdraw(self) -> None:
        """Nobody may use the invitation any more."""
        require("host")
        with self.change():
            self._invitation = None

    @property
    def waiting(self) -> tuple[PendingDevice, ...]:
        """Who waits to be let in, in the order of coming."""
        now = self._clock()
        return tuple(one for one in list(self._waiting.values()) if now < one.until)

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._devices.all if self._devices is not None else ()

    def let_in(self, id: str, role: Role, number: str) -> Device | None:
        """The host lets a waiting device in, and has typed the number that its screen shows; None when it waits no
        more. Raises PairingError for another number, OSError when that cannot be kept."""
        require("host")
        with self.change():
            one = self._waiting.get(id)
            if one is None or self._devices is None or self._clock() >= one.until:
                return None
            if re.sub(r"\D", "", number) != one.number:
                self._wrong_numbers[id] += 1
                if self._wrong_numbers[id] >= WRONG_NUMBERS:
                    self.refuse(id)
                    raise PairingError(say("“{name}” was refused: its screen shows another number.", name=one.name))
                raise PairingError(say("The screen of “{name}” shows another number.", name=one.name))
            device = self._devices.add(one.id, one.name, role, one.digest)
            del self._waiting[id]
            return device

    def refuse(self, id: str) -> None:
        """The host does not let a waiting device in."""
        require("host")
        with self.change():
            one = self._waiting.pop(id, None)
            if one is not None:
                self._refused[one.digest] = self._clock() + LIFE

    def remove(self, *ids: str) -> None:
        """Devices are let in no more; whatever they have open is closed. Raises OSError when that cannot be kept."""
        require("host")
        if self._devices is not None:
            with self.change():
                self._devices.remove(*ids)

    # ------------------------------------------------------------------------------------------ the devices' side

    def ask_to_join(self, secret: str, name: str, role: str, address: str = "") -> tuple[str, PendingDevice]:
        """A device at an address of the network brings the token or the code of an invitation, and gets its own token,
        worth nothing before the host has let it in, and what it shows meanwhile. Raises PairingError."""
        if role not in get_args(Role):
            raise PairingError(say("Choose what this device is for: camera, player or viewer."))
        with self.change():
            made = self.invitation
            if made is None or not self._fits(made, secret, address):
                raise PairingError(say("This code is used up or wrong. Ask the host to show a new one."))
            now = self._clock()
            self._waiting = {key: one for key, one in self._waiting.items() if now < one.until}
            self._refused = {key: until for key, until in self._refused.items() if now < until}
            if len(self._waiting) >= MOST_WAITING:
                raise PairingError(
                    say("Too many devices wait to be let in. Try again when the host has answered them.")
                )
            self._invitation = None
            token, id = secrets.token_urlsafe(32), secrets.token_hex(4)
            number = f"{secrets.randbelow(10_000):04d}"
            one = PendingDevice(id, tidy_name(name), _role(role), number, digest(token), now + LIFE)
            self._waiting[id] = one
            return token, one

    def _fits(self, made: Invitation, secret: str, address: str) -> bool:
        if secrets.compare_digest(secret.encode(), made.token.encode()):
            return True
        typed = re.sub(r"[\s-]", "", secret).upper()
        tries = self._wrong[address] < WRONG_CODES and self._wrong.total() < WRONG_IN_ALL
        if tries and secrets.compare_digest(typed.encode(), made.code.encode()):
            return True
        self._wrong[address] += 1
        return False

    def status(self, token: str) -> PairingStatus:
        """Whether the device with this token is in, waits, was refused, or is unknown."""
        if self.device(token) is not None:
            return "in"
        key = digest(token)
        if any(one.digest == key for one in self.waiting):
            return "waiting"
        return "refused" if self._clock() < self._refused.get(key, 0.0) else "unknown"

    def device(self, token: str) -> Device | None:
        """The device with this token that was let in."""
        return self._devices.with_token(token) if self._devices is not None else None

    def renew(self, device: Device) -> str | None:
        """A token that a device is to use from now on; None while its own is good."""
        return self._devices.renew(device) if self._devices is not None else None

    def role_of(self, id: str) -> Role | None:
        """What a device is for; None once it has been removed."""
        device = self._devices.with_id(id) if self._devices is not None else None
        return device.role if device is not None else None

    def put_out(self, id: str) -> None:
        """A device has asked for too much at once: what it has open is closed, and it may come back in a while."""
        with self.change():
            self._out[id] = self._clock() + OUT

    def is_out(self, id: str) -> bool:
        """Whether a device is put out now."""
        return self._clock() < self._out.get(id, 0.0)

    def seen(self, device: Device) -> None:
        """It was here just now."""
        if self._devices is not None:
            self._devices.seen(device)

    def connected(self, device: Device) -> None:
        """A web socket of a device was opened."""
        with self.change():
            self._here.setdefault(device.id, []).append(self._clock())

    def disconnected(self, device: Device) -> None:
        """A web socket of a device was closed."""
        with self.change():
            opened = self._here.get(device.id, [])
            del opened[-1:]
            if not opened:
                self._here.pop(device.id, None)
        self.seen(device)

    def here_since(self, device: Device) -> float | None:
        """Since when a device has been there, in seconds since 1970; None where it is away."""
        opened = self._here.get(device.id)
        return opened[0] if opened else None

    @property
    def anybody(self) -> bool:
        """Whether a device is there, or one could ask to come in at this moment."""
        return bool(self._here or self.waiting or self.invitation)


def _role(text: str) -> Role:
    return next(one for one in get_args(Role) if one == text)


def tidy_name(text: str) -> str:
    """A name as it may stand on a screen and in `phone:NAME`: one line of letters, digits, blanks and simple signs."""
    kept = re.sub(r"[^\w .'-]", " ", text)
    return " ".join(kept.split())[:NAME].strip() or say("Device")

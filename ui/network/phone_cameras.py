"""Offers the paired phones as cameras to choose from, each with a preview."""

from __future__ import annotations

import functools

from ui.network.pairing import Pairing
from ui.sources import Camera, Cameras
from vision.camera import Phones


class PhoneCameras:
    """Keeps the list of cameras up to date with the phones that are paired. Any thread may call."""

    def __init__(self, pairing: Pairing, phones: Phones, cameras: Cameras) -> None:
        self._pairing, self.phones, self._cameras = pairing, phones, cameras
        self._forget = pairing.subscribe(self.update)
        self.update()

    def unsubscribe(self) -> None:
        """Withdraw all phones, and follow pairing no more."""
        self._forget()
        for phone in self.phones.all:
            self._cameras.withdraw(phone_spec(phone.name))
        self.phones.keep(set())

    def update(self) -> None:
        """Offer the phones that are paired as cameras now, and withdraw those that are not any more."""
        known = {one.name for one in self.phones.all}
        names = {one.name for one in self._pairing.devices if one.role == "camera"}
        self.phones.keep(names)
        for name in names - known:
            self.offer(name)
        for name in known - names:
            self._cameras.withdraw(phone_spec(name))

    def leave(self, name: str) -> None:
        """Note that a phone's page was closed, and show it without a picture."""
        phone = self.phones.named(name)
        if phone is not None:
            phone.leave()
            self.offer(name)

    def offer(self, name: str) -> None:
        """Offer one, or show it with a newer preview."""
        phone = self.phones.named(name)
        if phone is not None:
            opens = functools.partial(self.phones.source, phone_spec(name))
            self._cameras.offer(Camera(phone_spec(name), name, phone.preview), opens)


def phone_spec(name: str) -> str:
    """A phone as a source."""
    return f"phone:{name}"

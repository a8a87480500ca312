"""The paired phones among the cameras to choose from, each with what it sees."""

from __future__ import annotations

import functools

from ui.network.pairing import PAIRING
from ui.sources import CAMERAS, Camera
from vision.camera import PHONES

__all__ = ["offer_phone", "offer_phones"]


def offer_phones() -> None:
    """Offer those that are paired as cameras now, and withdraw those that are not any more."""
    known = {one.name for one in PHONES.all}
    names = {one.name for one in PAIRING.devices if one.role == "camera"}
    PHONES.keep(names)
    for name in names - known:
        offer_phone(name)
    for name in known - names:
        CAMERAS.withdraw(_spec(name))


def offer_phone(name: str) -> None:
    """Offer one, or show it with a newer preview."""
    phone = PHONES.named(name)
    if phone is not None:
        CAMERAS.offer(Camera(_spec(name), name, phone.preview), functools.partial(PHONES.source, _spec(name)))


def _spec(name: str) -> str:
    return f"phone:{name}"

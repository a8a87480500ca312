"""Rights of whoever acts, the host at the computer itself or a paired device; checked where state changes.

A request from a device carries its `Visitor` in a context variable, which Flet hands on to every handler of that tab.
No visitor means the host's own browser, or the program itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, Protocol

Role = Literal["camera", "player", "viewer"]
Right = Literal["play", "host"]
"""play: answer, correct, take back. host: open and leave tables, pair and remove devices."""

_RIGHTS: dict[Role, frozenset[Right]] = {"camera": frozenset(), "viewer": frozenset(), "player": frozenset({"play"})}


class NotAllowed(Exception):
    """A device asked for what its role does not allow."""


class Visitor(Protocol):
    """A paired device, for as long as one of its connections lasts."""

    id: str

    @property
    def role(self) -> Role | None:
        """Its role as it is now; None once it has been removed."""


_acting: ContextVar[Visitor | None] = ContextVar("acting", default=None)


def visitor() -> Visitor | None:
    """Who is acting now; None: the host, or the program itself."""
    return _acting.get()


@contextmanager
def acting(who: Visitor | None) -> Iterator[None]:
    """Set who acts within the block: a device, or None for the host."""
    token = _acting.set(who)
    try:
        yield
    finally:
        _acting.reset(token)


def may(right: Right, who: Visitor | None) -> bool:
    """Whether a device has a right; the host (None) has all, a removed device none."""
    if who is None:
        return True
    role = who.role
    return role is not None and right in _RIGHTS[role]


def require(right: Right) -> None:
    """Raise NotAllowed unless whoever acts has the right."""
    if not may(right, visitor()):
        raise NotAllowed(f"this needs the right to {right}, which this device does not have")

"""Photographs on their way from a browser: each arrives once, or it is said why not."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.app.loops import in_a_loop_of_its_own
from ui.core.uploads import Inbox, UploadError


def test_an_upload_arrives_once_under_its_own_name() -> None:
    async def send() -> tuple[bytes, bool]:
        inbox = Inbox()
        token = inbox.announce()
        waiting = asyncio.create_task(inbox.receive(token, "a.png"))
        await asyncio.sleep(0)
        inbox.deliver("guess", b"foreign")
        inbox.deliver(token, b"picture")
        inbox.deliver(token, b"another")
        return await waiting, inbox.accepts(token)

    assert in_a_loop_of_its_own(send) == (b"picture", False)


def test_an_upload_that_fails_says_why() -> None:
    async def send() -> None:
        inbox = Inbox()
        token = inbox.announce()
        inbox.fail(token, "a.png: too large")
        await inbox.receive(token, "a.png")

    with pytest.raises(UploadError, match="too large"):
        in_a_loop_of_its_own(send)

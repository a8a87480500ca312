"""Photographs on their way from a browser: each arrives once, or it is said why not."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.app.loops import in_a_loop_of_its_own
from ui.core.uploads import UploadError, Uploads


def test_an_upload_arrives_once_under_its_own_name() -> None:
    async def send() -> tuple[bytes, bool]:
        uploads = Uploads()
        token = uploads.announce()
        waiting = asyncio.create_task(uploads.receive(token, "a.png"))
        await asyncio.sleep(0)
        uploads.deliver("guess", b"foreign")
        uploads.deliver(token, b"picture")
        uploads.deliver(token, b"another")
        return await waiting, uploads.accepts(token)

    assert in_a_loop_of_its_own(send) == (b"picture", False)


def test_an_upload_that_fails_says_why() -> None:
    async def send() -> None:
        uploads = Uploads()
        token = uploads.announce()
        uploads.fail(token, "a.png: too large")
        await uploads.receive(token, "a.png")

    with pytest.raises(UploadError, match="too large"):
        in_a_loop_of_its_own(send)

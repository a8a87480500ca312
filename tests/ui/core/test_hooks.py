"""What a browser is asked and can be done without is waited for no longer than it takes to answer."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.app.loops import in_a_loop_of_its_own
from ui.core import asking, hooks


def test_a_browser_that_never_answers_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "ANSWER", 0.01)
    told = []

    async def ask() -> None:
        async with asking():
            await asyncio.Event().wait()
            told.append("answered")
        told.append("went on")

    in_a_loop_of_its_own(ask)
    assert told == ["went on"]


@pytest.mark.parametrize("fault", [AttributeError("it has left"), RuntimeError("it cannot")])
def test_a_browser_that_has_left_or_refuses_is_no_fault(fault: Exception) -> None:
    async def ask() -> None:
        async with asking():
            raise fault

    in_a_loop_of_its_own(ask)


def test_what_is_ended_meanwhile_ends() -> None:
    async def ask() -> None:
        async with asking():
            await asyncio.Event().wait()

    async def end() -> None:
        task = asyncio.create_task(ask())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    in_a_loop_of_its_own(end)

"""What devices cost the loop, and who has to wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from flet.messaging.session import Session
from flet_web.fastapi.flet_app import FletApp

from tests.support.app.headless import Device
from tests.support.app.loops import in_a_loop_of_its_own
from ui.core import acting
from ui.network import work_budget
from ui.network.work_budget import BURST, DRAWING, OPENING, REST, SHARE, WorkBudget


def busy(seconds: float) -> None:
    """Takes so much of the processor, whatever else runs."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def run(what: Callable[[WorkBudget], Awaitable[None]]) -> WorkBudget:
    budget = WorkBudget(lambda: 0.0)

    async def measured() -> None:
        budget.measure(asyncio.get_running_loop())
        await what(budget)

    in_a_loop_of_its_own(measured)
    return budget


def spent(budget: WorkBudget, device: str) -> float:
    return BURST - budget._now(device, 0.0)


def test_each_step_of_a_task_is_charged_to_the_device_for_which_it_was_begun() -> None:
    async def twice() -> None:
        busy(0.02)
        await asyncio.sleep(0)
        busy(0.02)

    async def both(_: WorkBudget) -> None:
        device = Device("viewer")
        with acting(device):
            task = asyncio.create_task(twice())
        busy(0.05)  # the host's own
        await task
        assert asyncio.iscoroutinefunction(twice) and task.done()

    budget = run(both)
    assert 0.04 <= spent(budget, Device("viewer").id) < 0.05
    assert budget.in_debt("nobody") == 0


def test_what_is_drawn_is_charged_to_who_has_asked_and_what_happens_on_the_table_is_not() -> None:
    """A match that went quickly put out a phone that only followed it."""
    assert Session._Session__updates_scheduler.__qualname__ == DRAWING  # type: ignore[attr-defined]
    assert FletApp._FletApp__on_session_created.__qualname__ == OPENING  # type: ignore[attr-defined]
    viewer = Device("viewer")

    async def drawing(times: int, wake: asyncio.Event) -> None:
        for _ in range(times):
            await wake.wait()
            wake.clear()
            busy(0.05)

    drawing.__qualname__ = DRAWING

    async def draw(times: int) -> None:
        wake = asyncio.Event()
        with acting(viewer):
            task = asyncio.create_task(drawing(times, wake))
        while not task.done():
            wake.set()
            await asyncio.sleep(0)

    async def followed(_: WorkBudget) -> None:
        await draw(5)

    async def asked(budget: WorkBudget) -> None:
        budget.asked(viewer.id)
        await draw(5)

    async def answered(budget: WorkBudget) -> None:
        with budget.answering(viewer.id):
            await draw(3)
        await draw(5)

    async def others(budget: WorkBudget) -> None:
        with budget.answering("somebody else"):
            await draw(5)

    drawn = [round(spent(run(what), viewer.id) / 0.05) for what in (followed, asked, answered, others)]
    assert drawn == [0, 1, 3, 0]


def test_a_page_is_drawn_for_a_device_when_the_loop_has_had_as_long_for_others_as_the_last_one_took() -> None:
    now, calls = [10.0], list[float]()
    loop: Any = SimpleNamespace(
        time=lambda: now[0], create_future=SimpleNamespace, call_at=lambda when, *_: calls.append(when)
    )
    budget = WorkBudget(lambda: now[0])
    assert budget.turn(loop) is None
    budget.drawn(loop, 0.2)
    assert budget.turn(loop) is not None and calls == [10 + REST * 0.2]
    now[0] = calls[0]
    assert budget.turn(loop) is None


def test_pages_of_several_devices_are_all_drawn() -> None:
    drawn = []

    async def drawing(device: str) -> None:
        for _ in range(3):
            busy(0.002)
            drawn.append(device)
            await asyncio.sleep(0)

    drawing.__qualname__ = DRAWING

    async def all_(_: WorkBudget) -> None:
        tasks = []
        for name in ("phone", "television"):
            with acting(Device("viewer", name)):
                tasks.append(asyncio.create_task(drawing(name)))
        await asyncio.gather(*tasks)

    run(all_)
    assert sorted(drawn) == ["phone"] * 3 + ["television"] * 3


@pytest.mark.parametrize("name", [None, DRAWING, OPENING])
def test_what_a_measured_task_raises_returns_and_cleans_up_is_as_ever(name: str | None) -> None:
    cleaned = []

    async def failing() -> None:
        raise ValueError("x")

    async def waiting() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cleaned.append(True)

    async def seven() -> int:
        async with asyncio.timeout(60):
            await asyncio.sleep(0)
        return 7

    for work in (failing, waiting, seven):
        work.__qualname__ = name or work.__qualname__

    async def all_(_: WorkBudget) -> None:
        with acting(Device("viewer")):
            assert await asyncio.create_task(seven()) == 7
            with pytest.raises(ValueError, match="x"):
                await asyncio.create_task(failing())
            task = asyncio.create_task(waiting())
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    run(all_)
    assert cleaned == [True]


def test_who_has_spent_too_much_waits_until_it_is_paid_off_and_others_do_not() -> None:
    now = [0.0]
    budget = WorkBudget(lambda: now[0])
    budget.charge("phone", BURST)
    assert budget.in_debt("phone") == 0
    budget.charge("phone", 0.3)
    assert budget.in_debt("phone") == pytest.approx(0.3 / SHARE)
    assert budget.in_debt("television") == 0
    now[0] = 0.3 / SHARE
    assert budget.in_debt("phone") == pytest.approx(0)
    now[0] = 1e6
    budget.charge("phone", BURST + 0.1)
    assert budget.in_debt("phone") > 0  # nothing more than BURST is saved up


def test_who_has_waited_for_too_long_is_not_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(work_budget, "asyncio", SimpleNamespace(sleep=sleep))  # there alone: other loops go on
    budget = WorkBudget(lambda: now[0])

    async def ask() -> list[bool]:
        told = [await budget.admit("phone")]
        budget.charge("phone", BURST + 0.3)
        told.append(await budget.admit("phone"))
        budget.charge("phone", 3.0)
        told.append(await budget.admit("phone"))
        budget.forgive("phone")
        return [*told, await budget.admit("phone")]

    assert in_a_loop_of_its_own(ask) == [True, True, False, True]
    assert max(slept) <= work_budget.LONGEST_WAIT and sum(slept) > 4

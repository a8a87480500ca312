"""The server for other devices comes when the host asks for it, and goes when nobody is left."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import ui.network.on_demand
from tests.support.app.browser import serve
from tests.support.app.paired import Paired
from tests.support.waiting import until
from ui.network.on_demand import OnDemandServer
from ui.network.pairing import Pairing


class FakeServer:
    """Serves until it is told to stop."""

    def __init__(self, pairing: Pairing, folder: Path, port: int) -> None:
        self.port, self.listener = port, None
        self.should_exit = self.force_exit = self.released = False
        pairing.start(folder / "devices.json", f"https://192.0.2.7:{port}")

    async def serve(self, sockets: list[Any]) -> None:
        while not self.should_exit:
            await asyncio.sleep(0.005)

    def release(self) -> None:
        self.released = True


class Running:
    """An OnDemandServer in a loop of its own."""

    def __init__(self, folder: Path) -> None:
        self.pairing, self.made, self.busy = Pairing(), [], False
        self.taken: dict[int, OSError] = {}
        """What speaks against each port."""
        self.folder = folder
        self.server = OnDemandServer(self._make, 8443, self.pairing, lambda: self.busy)  # type: ignore[arg-type]

    def _make(self, port: int) -> FakeServer:
        if port in self.taken:
            raise self.taken[port]
        self.made.append(FakeServer(self.pairing, self.folder, port))
        return self.made[-1]


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(ui.network.on_demand, "LOOK", 0.005)
    monkeypatch.setattr(ui.network.on_demand, "ALONE", 0.02)
    with in_a_thread(Running(tmp_path)) as one:
        yield one


@contextmanager
def in_a_thread(one: Running) -> Iterator[Running]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(one.server.run()))
    thread.start()
    try:
        until(lambda: one.pairing.can_open, "the loop")
        yield one
    finally:
        loop.call_soon_threadsafe(one.server.close)
        thread.join()
        loop.close()


def test_nothing_listens_before_it_is_asked_for_and_nobody_is_left_ends_it(running: Running) -> None:
    pairing = running.pairing
    assert not pairing.on and running.made == []
    pairing.add_device()
    until(lambda: pairing.invitation, "an invitation")
    assert pairing.address == "https://192.0.2.7:8443" and not pairing.opening
    _, one = pairing.ask_to_join(pairing.invitation.token, "Anna", "player")  # type: ignore[union-attr]
    device = pairing.let_in(one.id, "player", one.number)
    assert device is not None
    pairing.connected(device)
    assert pairing.here_since(device) is not None and pairing.anybody
    pairing.disconnected(device)
    assert pairing.here_since(device) is None
    until(lambda: not pairing.on, "the end")
    until(lambda: running.made[0].released, "the end of the server")
    pairing.add_device()
    until(lambda: pairing.on, "the second server")
    assert [device.name for device in pairing.devices] == ["Anna"], "devices are known again"


def test_a_table_that_is_open_keeps_it(running: Running) -> None:
    running.busy = True
    running.pairing.add_device()
    until(lambda: running.pairing.invitation, "an invitation")
    running.pairing.withdraw()
    looks = threading.Event()
    assert not looks.wait(0.1) and running.pairing.on  # twenty looks, and it would have ended after four
    running.busy = False
    until(lambda: not running.pairing.on, "the end")


def test_a_port_in_use_is_another_port_and_none_at_all_is_one_line(running: Running) -> None:
    running.taken = {8443: OSError(98, "Address already in use")}
    running.pairing.add_device()
    until(lambda: running.pairing.invitation, "an invitation")
    assert running.pairing.address.endswith(":0")
    running.pairing.withdraw()
    until(lambda: not running.pairing.on, "the end")
    running.taken[0] = OSError(13, "Permission denied", "/keys/certificate.pem")
    running.pairing.add_device()
    until(lambda: running.pairing.trouble, "why not")
    assert running.pairing.trouble == (
        "/keys/certificate.pem cannot be written (Permission denied), and without it no device can be paired"
    )
    assert not running.pairing.opening and not running.pairing.on
    running.pairing.dismiss()
    assert running.pairing.trouble is None


APP = """
import sys, threading
import ui.network.on_demand
from pathlib import Path
from tests.support.app.one_app import APP
from ui.server.server import run

ui.network.on_demand.ALONE, ui.network.on_demand.LOOK = 0.2, 0.05

def listen():
    for line in sys.stdin:
        (APP.pairing.add_device if line.strip() == "add" else APP.pairing.withdraw)()

def told():
    print("reachable at", APP.pairing.address or "nowhere", flush=True)

APP.pairing.subscribe(told)
threading.Thread(target=listen, daemon=True).start()
run(port=0, folder=Path({folder!r}), pair_port=0, state=APP)
"""


@pytest.mark.slow
def test_a_running_app_is_reached_by_others_only_while_it_is_wanted(tmp_path: Path) -> None:
    with serve(APP.format(folder=str(tmp_path))) as app:
        newest = lambda: [line for line in app.lines if line.startswith("reachable at")][-1:]  # noqa: E731
        until(lambda: "nowhere" in "".join(newest()), "the loop")
        app.tell("add")
        line = until(lambda: [one for one in newest() if "https" in one], "an address")[0]
        port = int(line.strip().rpartition(":")[2])
        device = Paired(app, port)
        answer = device.ask("/pair/state")
        assert (answer.status, json.loads(answer.body)) == (200, {"state": "unknown"})
        app.tell("withdraw")
        until(lambda: "nowhere" in "".join(newest()), "the end")
        until(lambda: _refuses(device), "a closed port")


def _refuses(device: Paired) -> bool:
    try:
        device.ask("/pair/state")
    except OSError:
        return True
    return False

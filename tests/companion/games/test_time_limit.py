"""What takes too long is ended where it runs, and nothing else is."""

from __future__ import annotations

import threading
import time

import pytest

from companion.games import time_limit
from companion.games.time_limit import Overdue, limited


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "SECONDS", 0.05)
    monkeypatch.setattr(time_limit, "_LOOK", 0.01)


def work() -> None:
    while True:
        pass


def test_a_loop_without_an_end_is_ended() -> None:
    with pytest.raises(Overdue, match=r"0\.05 s of the processor"), limited():
        work()


def test_what_is_limited_inside_counts_to_what_is_around_it() -> None:
    with pytest.raises(Overdue), limited():
        while True:
            with limited():
                sum(range(100))


def test_waiting_is_no_work() -> None:
    with limited():
        threading.Event().wait(0.2)


def test_nothing_is_raised_once_it_is_over() -> None:
    for _ in range(20):
        with limited():
            pass
        until = time.thread_time() + 0.01
        while time.thread_time() < until:
            pass
    assert not time_limit._under_way


def test_each_thread_has_its_own_time() -> None:
    ended = threading.Event()

    def other() -> None:
        with pytest.raises(Overdue), limited():
            work()
        ended.set()

    with limited():
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert ended.is_set()

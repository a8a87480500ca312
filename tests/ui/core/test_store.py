"""Shared state: who is told of a change, when, and from which thread."""

from __future__ import annotations

import threading

import pytest

from ui.core.store import Store


class Counter(Store):
    """A store with one field."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def add(self) -> None:
        with self.change():
            self.count += 1


def test_every_listener_hears_of_a_change_after_it_is_made() -> None:
    store = Counter()
    heard: list[tuple[str, int]] = []
    store.subscribe(lambda: heard.append(("first", store.count)))
    store.subscribe(lambda: heard.append(("second", store.count)))
    store.add()
    assert sorted(heard) == [("first", 1), ("second", 1)]
    assert store.version == 1


def test_a_listener_that_has_left_hears_nothing_more() -> None:
    store = Counter()
    heard: list[int] = []
    leave = store.subscribe(lambda: heard.append(store.count))
    store.add()
    leave()
    store.add()
    assert heard == [1]


def test_changes_within_a_change_are_announced_once() -> None:
    store = Counter()
    heard: list[int] = []
    store.subscribe(lambda: heard.append(store.count))
    with store.change():
        store.add()
        store.add()
        assert heard == []
    assert heard == [2]
    assert store.version == 1


def test_a_listener_that_fails_keeps_the_change_from_nobody(caplog: pytest.LogCaptureFixture) -> None:
    store = Counter()
    heard: list[int] = []

    def gone() -> None:
        raise RuntimeError("destroyed session")

    undo = [store.subscribe(one) for one in (gone, lambda: heard.append(store.count), gone)]
    store.add()
    assert heard == [1] and caplog.text.count("destroyed session") == 2 and len(undo) == 3


def test_a_change_that_fails_is_announced_and_raises() -> None:
    store = Counter()
    heard: list[int] = []
    store.subscribe(lambda: heard.append(store.count))
    with pytest.raises(ValueError, match="half-way"), store.change():
        store.count = 7
        raise ValueError("half-way")
    assert heard == [7]
    store.add()
    assert heard == [7, 8]


def test_threads_do_not_lose_changes() -> None:
    store = Counter()
    threads = [threading.Thread(target=lambda: [store.add() for _ in range(200)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (store.count, store.version) == (800, 800)


def test_a_listener_may_change_the_store_again() -> None:
    store = Counter()

    def once_more() -> None:
        if store.count < 3:
            store.add()

    store.subscribe(once_more)
    store.add()
    assert store.count == 3

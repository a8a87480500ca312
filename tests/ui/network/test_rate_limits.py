"""How much of the server one device or address may take."""

from __future__ import annotations

import socket

import pytest

from ui.network import rate_limits
from ui.network.rate_limits import Listener, TokenBucket


def test_a_budget_is_spent_and_grows_again() -> None:
    now = [0.0]
    budget = TokenBucket(3, 0.5, lambda: now[0])
    assert [budget.take("a") for _ in range(4)] == [True, True, True, False]
    assert budget.take("b"), "each has its own"
    now[0] = 2.0
    assert [budget.take("a") for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert sum(budget.take("a") for _ in range(9)) == 3


def test_a_budget_forgets_the_oldest_of_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBucket, "KEYS", 2)
    budget = TokenBucket(1, 0.0, lambda: 0.0)
    assert all(budget.take(key) for key in "abc")
    assert not budget.take("c") and budget.take("a")


def test_a_listener_takes_so_many_from_each_address() -> None:
    with Listener(3, 2) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        port = listener.getsockname()[1]
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        first, _ = listener.accept()
        second, place = listener.accept()
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert clients[2].recv(1) == b"", "the third is closed unread"
        clients.append(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0)))
        other, _ = listener.accept()
        clients.append(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.3", 0)))
        with pytest.raises(BlockingIOError):
            listener.accept()
        first.close()
        clients.append(socket.create_connection(("127.0.0.1", port)))
        third, _ = listener.accept()
        listener.drop(place)
        assert clients[1].recv(1) == b"", "a dropped one has ended"
        for one in (second, other, third, *clients):
            one.close()


def test_a_connection_that_asks_for_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "SILENT", -1.0)
    with Listener(4, 4) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        silent, asking = (socket.create_connection(listener.getsockname()) for _ in range(2))
        taken = [listener.accept() for _ in range(2)]
        listener.note_request(asking.getsockname())
        listener.note_request(None)
        listener.drop_silent()
        assert silent.recv(1) == b"", "it has ended"
        asking.setblocking(False)
        with pytest.raises(BlockingIOError):
            asking.recv(1)
        for one in (silent, asking, *(connection for connection, _ in taken)):
            one.close()

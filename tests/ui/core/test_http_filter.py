"""The server's guard: who is let in, and what answers carry. No network."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.loops import in_a_loop_of_its_own
from ui.core.http_filter import LoopbackMiddleware


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """An app that answers everybody, and lets everybody read the answer."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    headers = [
        (b"access-control-allow-origin", b"*"),
        (b"Cross-Origin-Embedder-Policy", b"require-corp"),
        (b"content-type", b"text/html"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"page"})


def ask(kind: str, *, path: str = "/", **headers: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    scope = {
        "type": kind,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def call() -> None:
        await LoopbackMiddleware(inner)(scope, receive, send)

    in_a_loop_of_its_own(call)
    return sent


def test_answers_carry_the_policy_and_no_leave_for_other_pages() -> None:
    start = ask("http", host="127.0.0.1:8550")[0]
    headers = dict(start["headers"])
    assert start["status"] == 200
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert b"access-control-allow-origin" not in headers
    assert b"cross-origin-embedder-policy" not in {name.lower() for name in headers}


@pytest.mark.parametrize("path", ["/docs", "//docs", "/redoc", "/openapi.json", "/oauth_callback"])
def test_pages_of_the_framework_are_not_served(path: str) -> None:
    assert ask("http", path=path, host="127.0.0.1:8550")[0]["status"] == 404


def test_a_foreign_name_for_this_machine_is_refused() -> None:
    assert ask("http", host="evil.example:8550")[0]["status"] == 404
    assert ask("websocket", host="evil.example:8550")[0]["type"] == "websocket.close"


@pytest.mark.parametrize("host", ["127.0.0.1:8550", "localhost:8550", "[::1]:8550"])
def test_the_app_s_own_page_may_open_a_socket(host: str) -> None:
    assert ask("websocket", host=host, origin=f"http://{host}")[0]["type"] == "websocket.accept"


def test_another_page_in_the_same_browser_may_not_look_through_the_camera() -> None:
    refused = ask("websocket", host="127.0.0.1:8550", origin="http://evil.example")[0]
    assert refused == {"type": "websocket.close", "code": 1008}


def test_an_app_whose_browser_has_left_still_comes_to_its_end() -> None:
    reached: list[str] = []

    async def sends_on(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        reached.append("end")

    async def left(message: Any) -> None:
        raise OSError("the browser has left")

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    async def call() -> None:
        scope = {"type": "websocket", "headers": [(b"host", b"127.0.0.1:8550")]}
        await LoopbackMiddleware(sends_on)(scope, receive, left)

    in_a_loop_of_its_own(call)
    assert reached == ["end"]

"""The page in which Flet starts: in the language in use, and in our colours until the first screen is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.text import use_language
from tests.support.app.browser import AppServer, be_known
from tests.support.app.loops import in_a_loop_of_its_own
from ui.server.index_page import IndexPageMiddleware

NOTE_TITLES = """
    window.titles = [];
    new MutationObserver(() => {
        if (titles.length === 0 || titles.at(-1)[0] !== document.title)
            titles.push([document.title, document.getElementById("boot") !== null]);
    }).observe(document, {subtree: true, childList: true});
"""
"""Keeps the titles that the page has had, each with whether it was covered still."""
PAGE = (
    b'<!DOCTYPE html>\n<html>\n<head></head>\n<body><div id="loading" role="status" aria-label="Loading"></div></html>'
)


def ask(page: bytes = PAGE, kind: str = "text/html; charset=utf-8", method: str = "GET", status: int = 200) -> Any:
    """The answer's headers and body, of a server that sends a page in two parts."""
    sent: list[dict[str, Any]] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(page)).encode()), (b"etag", b"1")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": page[:20], "more_body": True})
        await send({"type": "http.response.body", "body": page[20:]})

    async def send(message: Any) -> None:
        sent.append(message)

    async def call() -> None:
        await IndexPageMiddleware(inner)({"type": "http", "method": method}, None, send)  # type: ignore[arg-type]

    in_a_loop_of_its_own(call)
    assert sent[0]["status"] == status
    return dict(sent[0]["headers"]), b"".join(message["body"] for message in sent[1:])


@pytest.mark.parametrize("html", [b"<html>", b'<html lang="fr">', b'<html class="a" >'])
def test_a_page_is_in_the_language_in_use_and_never_kept(html: bytes) -> None:
    page = PAGE.replace(b"<html>", html)
    headers, body = ask(page)
    assert b'<html lang="en">' in body and b'aria-label="Loading"' in body
    use_language("de")
    headers, body = ask(page)
    assert b'<html lang="de">' in body and b'aria-label="Wird geladen"' in body and html not in body
    assert headers[b"content-length"] == str(len(body)).encode()
    assert headers[b"cache-control"] == b"no-store" and b"etag" not in headers


@pytest.mark.parametrize("other", [{"kind": "text/javascript"}, {"method": "HEAD"}, {"status": 206}])
def test_all_else_goes_out_as_it_is(other: dict[str, Any]) -> None:
    use_language("de")
    headers, body = ask(**other)
    assert body == PAGE and headers[b"etag"] == b"1"


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(251, 246, 239)"), ("dark", "rgb(24, 19, 16)")])
def test_our_cover_stays_until_our_page_is_drawn(browser: Any, app: AppServer, scheme: str, ground: str) -> None:
    context = browser.new_context(color_scheme=scheme)
    be_known(context, app.address)
    page = context.new_page()
    page.add_init_script(NOTE_TITLES)
    page.goto(app.address, wait_until="domcontentloaded")
    cover = page.locator("#boot")
    assert cover.evaluate("cover => getComputedStyle(cover).backgroundColor") == ground
    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == ground
    cover.wait_for(state="detached")
    told = page.evaluate("titles")
    assert ["", True] in told, "Flet draws, and knows nothing of our page yet"
    assert told[-1] == ["Tabletop companion", True]
    context.close()

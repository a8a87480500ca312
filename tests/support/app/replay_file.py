"""The file that replays a match: saved from the screen on which the match has ended, and opened from the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.app.browser import Screen, keep_picture, page_of

__all__ = ["opened", "saved_file", "shows_the_end"]


@contextmanager
def opened(browser: Any, file: Path, width: int = 1280, height: int = 900) -> Iterator[Any]:
    """The file in a tab, of which nothing is complained about and nothing asked of anybody."""
    page = page_of(browser, width, height)
    heard: list[str] = []
    hear = {
        "console": lambda message: heard.append(message.text),
        "pageerror": lambda error: heard.append(str(error)),
        "request": lambda request: heard.append(request.url),
    }
    for event, take in hear.items():
        page.on(event, take)
    try:
        page.goto(file.as_uri())
        yield page
    finally:
        for event, take in hear.items():
            page.remove_listener(event, take)
        page.close()
    assert [one for one in heard if not one.startswith("data:")] == [file.as_uri()]


def saved_file(screen: Screen, folder: Path) -> Path:
    """Share the match that has ended on this screen, as the file that replays it."""
    screen.press("Share", exact=True)
    with screen.page.expect_download() as saved:
        screen.press("The match to replay anywhere")
    path = folder / str(saved.value.suggested_filename)
    saved.value.save_as(path)
    screen.press("Done", exact=True)
    return path


def shows_the_end(browser: Any, file: Path, size: tuple[int, int], result: str, lies: list[str], name: str) -> None:
    """The file shows in a tab of this size how the match ended and how the table lies then, part by part; a picture of
    it is kept by this name."""
    with opened(browser, file, *size) as page:
        page.get_by_role("button", name="To the end").click()
        keep_picture(page, name)
        drawn = page.locator("figure [role=img]").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert drawn == lies
        assert result in page.locator("main").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]

"""What opens in the background: of several attempts the newest counts, and nothing that was opened stays open."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.text import current_language, language_source, use_language, using_language
from tests.support.waiting import until
from ui.core.background import BackgroundOpener, start_thread
from vision.camera import SourceError


class Thing:
    """What is opened."""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def close(self) -> None:
        self.closed.set()


class Opener(BackgroundOpener[Thing]):
    def begin(self, make: Callable[[], Thing], keep: bool = False, patience: float | None = None) -> None:
        super().begin("the thing", make, keep=keep, patience=patience)

    def close(self) -> None:
        self.clear()


def opened(opener: Opener) -> Thing:
    until(lambda: opener.opening is None)
    assert opener.live is not None and opener.failed is None
    return opener.live


def test_a_new_one_is_opened_once_the_old_one_is_closed() -> None:
    opener, first, order = Opener(), Thing(), list[bool]()

    def make() -> Thing:
        order.append(first.closed.is_set())
        return Thing()

    opener.begin(lambda: first)
    assert opened(opener) is first
    opener.begin(make)
    assert opened(opener) is not first and order == [True], "a camera cannot be opened twice"


@pytest.mark.slow
def test_what_is_kept_stays_until_the_new_one_is_there() -> None:
    opener, first, go = Opener(), Thing(), threading.Event()

    def make() -> Thing:
        go.wait()
        return Thing()

    opener.begin(lambda: first)
    opened(opener)
    opener.begin(make, keep=True)
    assert opener.opening == "the thing" and opener.live is first and not first.closed.is_set()
    go.set()
    assert opened(opener) is not first
    until(first.closed.is_set)


@pytest.mark.slow
def test_what_comes_too_late_is_closed_again() -> None:
    opener, late, go = Opener(), Thing(), threading.Event()

    def make() -> Thing:
        go.wait()
        return late

    opener.begin(make)
    opener.begin(Thing)
    newest = opened(opener)
    go.set()
    until(late.closed.is_set)
    assert opener.live is newest
    opener.close()
    until(newest.closed.is_set)
    assert opener.live is None


@pytest.mark.slow
def test_an_attempt_that_hangs_is_given_up_and_one_that_fails_says_why() -> None:
    opener, late, go = Opener(), Thing(), threading.Event()

    def hang() -> Thing:
        go.wait()
        return late

    def fail() -> Thing:
        raise SourceError("unplugged")

    opener.begin(hang, patience=0.01)
    until(lambda: opener.failed is not None)
    assert opener.opening is None and str(opener.failed).startswith("the thing: no answer within")
    go.set()
    until(late.closed.is_set)
    assert opener.live is None
    opener.begin(fail)
    until(lambda: opener.failed == "unplugged")
    opener.dismiss()
    assert opener.failed is None


def test_a_thread_speaks_the_language_of_who_starts_it_and_follows_it() -> None:
    chosen, heard, go = ["de"], list[str](), threading.Event()

    def work() -> None:
        heard.append(current_language())
        go.wait()
        heard.append(current_language())

    with using_language(lambda: chosen[0]):
        source = language_source()
        thread = start_thread("speaking", work)
    until(lambda: heard)
    chosen[0] = "en"
    go.set()
    thread.join()
    assert heard == ["de", "en"] and source() == "en"
    use_language("en")

"""The long evening, in short: `make soak` watches a film for hours."""

from __future__ import annotations

import pytest

from tests import evening_soak
from tests.evening_soak import Look, verdict
from tests.soak import LEEWAY, evening
from tests.support.paths import FILMS
from tests.support.thoroughness import NIGHTLY

FILM = FILMS["space-checkers"]
SECONDS = 20
"""That it lasts, at least."""
MATCHES = 8 if NIGHTLY else 5


@pytest.mark.slow
def test_memory_does_not_grow_from_match_to_match() -> None:
    found = evening(FILM, MATCHES * SECONDS / 3600)
    assert len(found) == MATCHES and {one.events for one in found} == {found[0].events} != {0}
    assert found[-1].megabytes < LEEWAY * found[1].megabytes


def looks(**grows: float) -> list[Look]:
    """An evening of two hours in which something grows, by so many times."""

    def at(n: int, name: str, usual: float) -> float:
        return usual * (1 + (grows.get(name, 1.0) - 1) * n / 120)

    return [
        Look(60.0 * n, at(n, "megabytes", 500), round(at(n, "files", 40)), round(at(n, "threads", 16)),
             at(n, "page", 5), at(n, "tab", 9))
        for n in range(121)
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["megabytes", "files", "threads", "page", "tab"])
def test_an_evening_in_which_something_grows_is_no_good_one(what: str) -> None:
    assert verdict(looks())[0]
    well, line = verdict(looks(**{what: 3.0}))
    assert not well and line.startswith("MB ") and "1.000 times" in line


@pytest.mark.slow
def test_tabs_and_phones_come_and_go() -> None:
    """The evening itself, for some seconds: `make soak-evening` takes hours."""
    told: list[str] = []
    found = evening_soak.evening("space-checkers", 6 / 3600, told.append)
    assert len(found) == len(told) >= 2 and all(one.files and one.threads and one.megabytes > 50 for one in found)

"""The long evening, in short: `make soak` watches a film for hours."""

from __future__ import annotations

import pytest

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

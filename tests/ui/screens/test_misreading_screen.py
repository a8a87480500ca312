"""A misreading reported from a match: all of it shown, a note taken, and the file that the page's link leads to."""

from __future__ import annotations

import numpy as np
import pytest

from companion.record import unpack_report
from tests.support.app.headless import Device, tab
from tests.support.app.one_app import APP
from tests.support.app.posed import posed, put_on_table
from tests.support.referee.sightings import die, view
from ui.history import router

pytestmark = pytest.mark.usefixtures("anew")
FACES = [1, 1, 2, 3, 3, 4, 5, 6, 6]
SEEN = view(*(die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(FACES)))


def pose_seen() -> None:
    """A match whose newest event was read off the newest picture."""
    session = posed("army-vs-aliens-2011", None, ("roll 1 1 2 3 3 4 5 6 6",), {1: SEEN})
    session._table._newest, session._table.tracker.view = np.full((360, 640, 3), 120, np.uint8), SEEN
    session._publish([], "still")
    put_on_table(session)


@pytest.mark.slow
def test_a_misreading_is_shown_and_saved() -> None:
    pose_seen()
    with tab(390, 844) as phone:
        phone.press("Misread?")
        phone.wait_for("This will be in the file")
        phone.wait_for("told: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        phone.fill("What is wrong? (if you like)", "one six is a five")
        token = next(name for name, link in APP.downloads._links.items() if link.match_id == "misreading")
        routes = router(APP.downloads, APP.archive, APP.statistics, {}).routes
        route = next(one for one in routes if getattr(one, "path", "").startswith("/misreading"))
        answer = route.endpoint(token)  # type: ignore[attr-defined]
        assert answer.headers["content-disposition"] == 'attachment; filename="misreading.zip"'
        report = unpack_report(answer.body, "misreading.zip").report
        assert report.note == "one six is a five" and report.match is not None
        assert report.match.told == ({"do": "rolled", "faces": FACES},)
        phone.press("Done")
        phone.wait_until_gone("This will be in the file")


@pytest.mark.slow
def test_nothing_is_reported_before_anything_was_read_and_by_nobody_but_the_host() -> None:
    pose_seen()
    with tab(visitor=Device("player")) as player:
        player.wait_for("The Army rolled")
        assert "Misread?" not in player.names()
    session = APP.host.live.session
    session._table._newest = None
    with tab() as host:
        host.press("Misread?")
        host.wait_for("There is nothing to report yet")

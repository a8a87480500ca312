"""A match on its screens without a browser: what lies there by name, hints, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.app.headless import tab
from tests.support.app.one_app import APP
from tests.support.app.posed import pose, posed, put_on_table
from tests.support.referee.sightings import die, view
from ui.sources.frame_loop import Shot


@pytest.fixture(autouse=True)
def cleared() -> Iterator[None]:
    yield
    APP.host.close(10)


@pytest.mark.parametrize(
    ("game", "events", "names"),
    [
        ("doubles-wild", 40, ["row 3, column 8: red", "2 on the scoring strip of Player 2: red", "blue die showing 6"]),
        ("army-vs-aliens-2011", 12, ["combat", "blue die showing 5", "green die showing 4", "rally: nothing"]),
        ("army-vs-aliens-2012", 6, ["combat", "green die showing 5", "3 dice", "scoring: nothing"]),
    ],
)
def test_each_thing_on_a_table_has_a_name(game: str, events: int, names: list[str]) -> None:
    pose(game, events)
    with tab() as opened:
        opened.wait_for(names[-1])
        assert set(names) <= set(opened.words())


def test_what_one_screen_takes_back_is_told_on_the_other() -> None:
    """Before nobody's eyes: what is seen again is told in the place of what was taken back."""
    pose("army-vs-aliens-2011")
    with tab() as one, tab(390, 844) as other:
        one.press("History.")
        one.fill("Type an event", "roll 1 1 2 3 3 4 5 6 6")
        one.press("Say")
        other.wait_for("The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        one.press("Undo")
        other.wait_for("Taken back: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        with tab(390, 844) as later:
            later.wait_for("Taken back: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")


def test_hints_are_shown_best_first_and_switched_off_for_a_match() -> None:
    pose("space-checkers", 30)
    with tab() as opened:
        opened.press("What may be done")
        opened.press("How good are they?")
        opened.wait_for("19 times in 20")
        opened.wait_for("by your next turn on average")
    pose("space-checkers", 30)
    with tab() as opened:
        opened.press("What may be done")
        opened.press("No hints in this match")
        opened.wait_until_gone("How good are they?")


def test_a_die_pressed_in_the_picture_opens_the_correction_of_its_roll() -> None:
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    session = posed("army-vs-aliens-2011", None)
    dice = [die(face, "blue", "0:rally", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    session._table.tracker.observe(view(*dice))
    session.enter_text("roll 1 1 2 3 3 4 5 6 6")
    put_on_table(session)
    frame_loop = APP.host.live.frame_loop
    frame_loop.shot = Shot(1, b"", 640, 360)
    with tab() as opened:
        opened.press("Correct the blue die showing 4, read in event 1")
        opened.wait_for("It was told as: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        opened.press("1. The Army rolled")
        opened.wait_for("Corrected to: The Army rolled")


def test_no_die_is_pressed_while_things_move() -> None:
    session = posed("army-vs-aliens-2011", None, ["roll 1 1 2 3 3 4 5 6 6"])
    session._table.tracker.observe(view(die(4, "blue")))
    session._publish([], "moving")
    put_on_table(session)
    APP.host.live.frame_loop.shot = Shot(1, b"", 640, 360)
    with tab() as opened:
        opened.wait_for("Moving")
        assert not [name for name in opened.names() if name.startswith("Correct the ")]
        session._publish([], "still")
        opened.wait_for("Correct the blue die showing 4, read in event 1")

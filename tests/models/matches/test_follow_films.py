"""What the touches of a followed film came from, and the tables that say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("moderngl", reason="films need the extra `train`")
pytest.importorskip("mujoco", reason="dice fly by the extra `train`")

from companion.table.view import Die, TableView
from models.train.matches.evaluate.evaluate_films import Fault, RestScore
from models.train.matches.follow_films import (
    ELEVATIONS,
    SUMMED,
    Followed,
    cause_of,
    cause_table,
    causes_of,
    elevation_of,
    follow,
    shaken,
    table,
)
from tests.support.paths import DATA

DOUBTED = Die(box=(0, 0, 50, 50), value=3, colour="red", confidence=0.8, certain=False, doubts=("faces alike",))
SURE = Die(box=(90, 0, 140, 50), value=3, colour="red", confidence=0.99, certain=True)
NONE = Fault("taken for a die", "a red 1 that is none", False)
COLOUR = Fault("colour of a die", "white 3 is called grey", True)
MISSED = Fault("die not found", "red 3 missed", True)


def view(time: float, *dice: Die, unsure: bool = False) -> TableView:
    return TableView(time=time, width=1280, height=720, dice=dice, unsure=unsure)


def score(start: float, events: int, seen: TableView | None, *faults: Fault) -> RestScore:
    return RestScore({"from": start, "until": start + 1, "state": "settled", "events": events}, faults, seen)


@pytest.mark.parametrize(
    ("found", "cause"),
    [
        (score(4.0, 1, None), "no settled view"),
        (score(4.0, 1, view(4.5, DOUBTED), MISSED), "die not found"),
        (score(4.0, 1, view(4.5, SURE), NONE, MISSED), "die not found"),
        (score(4.0, 1, view(4.5, SURE), COLOUR), "colour of a die"),
        (score(4.0, 1, view(4.5, SURE), COLOUR, NONE), "taken for a die"),
        (score(4.0, 1, view(4.5, DOUBTED)), "die in doubt: faces alike"),
        (score(4.0, 1, view(4.5, SURE, unsure=True)), "something else may lie there"),
        (score(4.0, 1, view(4.5, SURE)), "read right, open what was done"),
    ],
)
def test_a_cause_is_the_gravest_thing_that_was_wrong_at_the_rest(found: RestScore, cause: str) -> None:
    assert cause_of(found, [] if found.view is None else [found.view]) == cause


def test_a_doubt_that_an_earlier_view_of_the_same_rest_had_counts() -> None:
    views = [view(3.0, unsure=True), view(4.2, DOUBTED), view(4.5, SURE)]
    assert cause_of(score(4.0, 1, views[-1]), views) == "die in doubt: faces alike"


def test_what_was_typed_together_has_the_cause_of_the_first() -> None:
    views = [view(4.5, SURE), view(8.5, SURE), view(12.5, DOUBTED)]
    rests = [score(4.0, 1, views[0], MISSED), score(8.0, 2, views[1]), score(12.0, 3, views[2])]
    touches: list[dict[str, Any]] = [
        {"how": "typed", "time": 24.0, "event": 1},
        {"how": "typed", "time": 24.0, "event": 2},
        {"how": "answered", "time": 24.0, "event": 3},
        {"how": "set up", "time": 30.0, "event": 4},
    ]
    assert causes_of(touches, rests, views) == (
        "die not found", "die not found", "die in doubt: faces alike", "never lay at rest",
    )  # fmt: skip


def test_the_films_of_a_game_have_all_three_cameras_and_the_tables_add_up() -> None:
    assert {elevation_of(seed) for seed in range(71, 75)} == set(ELEVATIONS)

    def followed(film: str, elevation: str, causes: tuple[str, ...] = (), **score: int) -> Followed:
        return Followed(Path(film), elevation, dict.fromkeys(SUMMED, 0) | score, causes)

    one = followed("doubles-wild-71.mp4", "low", ("a", "b"), events=30, alone=27, questions=2)
    two = followed("space-checkers-71.mp4", "high", events=10, alone=10)
    three = followed("doubles-wild-72.mp4", "high", ("a",), events=10, alone=8)
    lines = table([one, two, three], ["doubles-wild", "space-checkers"])
    assert lines[2].startswith("| doubles-wild | 40 | 0.875 | 5.0 |")
    assert lines[-1].startswith("| all | 50 | 0.900 | 4.0 |")
    assert table([one, two, three], ["high"])[2].startswith("| high | 20 | 0.900 | 0.0 |")
    assert cause_table([one, two, three])[2:] == ["| a | 2 |  | 2 |", "| b | 1 |  | 1 |"]


@pytest.mark.slow
def test_a_film_that_is_sent_is_followed_as_one_by_its_path() -> None:
    film = DATA / "films" / "doubles-wild.mp4"
    truth = film.with_suffix(".json").read_text()
    score, causes = follow(str(film), film.name, truth)
    assert score["events"] > 0 and len(causes) == len(score["touches"])
    assert follow(film.read_bytes(), film.name, truth) == (score, causes)
    assert shaken(film.read_bytes(), film.name, truth) == shaken(str(film), film.name, truth)

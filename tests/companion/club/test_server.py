"""The server of the page: what it serves, to whom, with which headers."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import companion
from companion.record import Record, RecordError
from companion.rules import played
from tests.support.club.page import Page, served
from tests.support.waiting import until

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "club.sqlite", clock=time.time, table=HOSTILE) as opened:
        opened.open()
        yield opened


def finished(record: Record, *names: str, seed: int = 1) -> str:
    game = companion.load("doubles-wild")
    match = record.begin(game, names)
    for step in played(game, Random(seed)):
        match.journal.play(step.event, "typed")
    return match.id


@pytest.fixture
def page(record: Record) -> Iterator[Page]:
    with served(record, "de", "Verein") as opened:
        yield opened


def test_the_page_runs_no_script_but_its_own(page: Page) -> None:
    for path, media in {"/": "text/html", "/club.js": "text/javascript", "/club.css": "text/css"}.items():
        answer = page.get(path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith(media)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'") and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    html = page.get("/").text
    assert "<script>" not in html and "style=" not in html and "://" not in html
    assert "innerHTML" not in page.get("/club.js").text


def test_names_are_data_and_nothing_else(page: Page, record: Record) -> None:
    finished(record, HOSTILE, 'Ben"&\u202e')
    state = until(lambda: (now := page.get("/state").json())["matches"] and now)
    (match,) = state["matches"]
    assert match["table"] == HOSTILE and match["players"][0]["name"] == HOSTILE
    assert page.get("/state").headers["content-type"] == "application/json"
    assert "\u202e" not in json.dumps(state, ensure_ascii=False)


def test_nothing_can_be_changed_and_nothing_else_is_served(page: Page) -> None:
    for path in ("/", "/state", "/events", "/matches"):
        assert page.post(path).status_code == 405
    for path in ("/club.py", "/../server.py", "/%2e%2e/club.py", "/favicon.ico", "/docs"):
        assert page.get(path).status_code == 404


@pytest.mark.parametrize(
    ("host", "served"),
    [("127.0.0.1:8560", True), ("localhost", True), ("[::1]:80", True), ("192.168.1.7:8560", True),
     ("evil.example", False), ("127.0.0.1.evil.example", False), ("", False)],
)  # fmt: skip
def test_a_foreign_name_is_refused(host: str, served: bool, page: Page) -> None:
    assert page.get("/state", headers={"host": host}).status_code == (200 if served else 421)


def test_matches_are_listed_and_found(page: Page, record: Record) -> None:
    ids = [finished(record, "Anna", "Jürgen"), finished(record, "Cleo", "Dan", seed=2), finished(record, "Eve", "Anna")]
    until(lambda: len(page.get("/matches?search=doubles").json()) == 3)
    assert [one["id"] for one in page.get("/matches").json()] == ids[::-1]
    assert [one["id"] for one in page.get(f"/matches?before={ids[1]}").json()] == ids[:1]
    assert page.get("/matches?before=nothing").json() == []
    for search, found in {"JÜRGEN": [0], "anna": [2, 0], "script": [2, 1, 0], "%": [], "Nobody": []}.items():
        rows = page.get("/matches", params={"search": search}).json()
        assert [one["id"] for one in rows] == [ids[place] for place in found], search
    assert page.get("/matches", params={"search": "anna", "before": ids[2]}).json()[0]["id"] == ids[0]
    (row,) = page.get("/matches", params={"search": "cleo"}).json()
    assert "gewinnt" in row["outcome"], "in the language of the page"


def test_statistics_and_ratings_follow_the_matches(page: Page, record: Record) -> None:
    finished(record, "Anna", "Ben")
    state = until(lambda: (now := page.get("/state").json())["ratings"] and now)
    ((game, people),) = [(one["game"], one["people"]) for one in state["ratings"]]
    assert game == "doubles-wild" and {one["person"] for one in people} == {"Anna", "Ben"}
    (counted,) = page.get("/statistics").json()
    assert counted["matches"] == 1 and [one["played"] for one in counted["people"]] == [1, 1]


def test_a_record_that_cannot_be_read_is_said_in_one_line(
    page: Page, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RecordError("the record does not answer")

    monkeypatch.setattr(record, "read", fails)
    answer = page.get("/matches")
    assert answer.status_code == 503 and answer.json() == {"fault": "the record does not answer"}
    assert until(lambda: page.get("/state").json()["trouble"]) == "the record does not answer"

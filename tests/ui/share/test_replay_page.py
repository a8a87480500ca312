"""The file that replays a match: whole, safe whatever players are called, small, and true to the record."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.match import score_sheet
from companion.record import Record
from companion.text import using_language
from tests.support.app.archives import play_into, shelf
from tests.support.record.recording import clock, recorded
from ui.share.forms import shared

LARGEST = 2_000_000
"""Bytes of a whole match."""
EVIL = ("</script><script>alert(1)</script>", "\"'&<b>\u202e\u05d0\u05d1\u05d2")


class Page(HTMLParser):
    """What a browser finds in the file."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.given: list[dict[str, str]] = []
        self.inside: dict[str, list[str]] = {}
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.tags.append(tag)
        self.given.append({key: value or "" for key, value in attrs})

    def handle_data(self, data: str) -> None:
        self.inside.setdefault(self._tag, []).append(data)

    @property
    def scripts(self) -> list[str]:
        return [one for one in self.inside["script"] if one.strip()]

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


@pytest.fixture(scope="module")
def ids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    path = tmp_path_factory.mktemp("shared") / "shelf.sqlite"
    return shelf(path) | {"path": str(path)}


def page_of(path: str | Path, match_id: str) -> str:
    with Record(path, clock=clock) as record:
        return shared("html", record.summary(match_id), record.journal(match_id)).decode()


@pytest.mark.slow
@pytest.mark.parametrize("game", companion.GAMES)
def test_every_step_of_every_game_is_there(game: str, ids: dict[str, str]) -> None:
    text = page_of(ids["path"], ids[game])
    match = Page(text).data
    with Record(ids["path"], clock=clock) as record:
        journal = record.journal(ids[game])
    moments = journal.history()
    assert len(match["steps"]) == len(moments) + 1 and len(text.encode()) < LARGEST
    sheet = score_sheet(journal.game, journal.start, moments)
    assert [tuple(step["scores"]) for step in match["steps"]] == list(sheet.course)
    assert match["sheet"][-1] == ["Together", list(sheet.totals)]
    for step, moment in zip(match["steps"][1:], moments, strict=True):
        assert step["text"] == journal.game.text(moment.before, moment.event)
        assert ("seen by the camera" if moment.played.source == "seen" else "typed or confirmed") in step["origin"]
        assert set(step["clauses"]) <= match["clauses"].keys() and step["clauses"]
        seat = journal.game.awaited(moment.before).seat
        if seat is not None:  # who did it is told, by the words or beside them
            name = journal.game.seat_name(seat)
            assert name in step["text"] or step.get("who") == name
    for drawing in match["drawings"]:
        runs = (one if isinstance(one, list) else [one, one] for one in drawing["parts"])
        parts = [match["elements"][place] for first, last in runs for place in range(first, last + 1)]
        assert ET.fromstring("".join(parts) + "</svg>").attrib["viewBox"] and drawing["words"]
    assert all(step["tables"] for step in match["steps"])
    outcome = journal.game.outcome(journal.position)
    assert outcome is not None and match["standing"] == outcome.how


@pytest.mark.parametrize("game", companion.GAMES)
def test_the_file_asks_nobody_and_its_digests_are_right(game: str, ids: dict[str, str]) -> None:
    text = page_of(ids["path"], ids[game])
    page = Page(text)
    assert set(re.findall(r"https?://[^\"'\\ ]+", text)) <= {"http://www.w3.org/2000/svg"}
    asked = [given[key] for given in page.given for key in ("src", "href") if key in given]
    assert asked == ["data:,"]
    data, script = page.scripts
    (digest,) = (given["data-sha256"] for given in page.given if "data-sha256" in given)
    assert digest == sha256(data.encode()).hexdigest() and data.isascii()
    (policy,) = (given["content"] for given in page.given if given.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for kind, part in (("script", script), ("style", page.inside["style"][0])):
        assert f"{kind}-src 'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" in policy
    assert text.index("http-equiv") < 1024 and text.index('id="incomplete"') < text.index(data)


def test_names_are_words_whatever_they_are(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with Record(path, clock=clock) as record:
        match = record.begin(companion.load("doubles-wild"), EVIL)
        match.journal.play(match.journal.game.parsed("threw 1 2 3"), "typed")
    page = Page(page_of(path, match.id))
    assert page.tags.count("script") == 2 and "b" not in page.tags
    assert page.data["names"][0] == EVIL[0]
    assert "\u202e" not in page.data["names"][1], "signs that turn all that follows are not part of a name"


def test_a_match_that_is_not_over_says_so(ids: dict[str, str]) -> None:
    match = Page(page_of(ids["path"], ids["open"])).data
    assert match["result"] == "Unfinished"
    assert match["standing"] == "This match is not finished. Not over yet; it is shown as far as it was played."


def test_a_match_with_nothing_in_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with Record(path, clock=clock) as record:
        match_id = play_into(record, "space-checkers", names=0, events=0)
    match = Page(page_of(path, match_id)).data
    assert len(match["steps"]) == 1 and match["players"] == ["Yellow", "Blue"]


def test_the_file_speaks_the_language_it_is_shared_in(ids: dict[str, str]) -> None:
    with using_language("de"):
        text = page_of(ids["path"], ids["space-checkers"])
    match = Page(text).data
    assert '<html lang="de">' in text and match["language"] == "de"
    assert match["result"] == "Anna gewinnt" and match["words"]["sheet"] == "Punktezettel"


def test_corrections_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with Record(path, clock=clock) as record:
        match = recorded(record, "space-checkers", steps=60, seed=3)
        journal = match.journal
    told = Page(page_of(path, match.id)).data
    assert told["revised"] and len(told["steps"]) == len(journal.history()) + 1
    assert told["after"] or any("notes" in step for step in told["steps"])

"""What a browser is given of a match: three files and a page, to whoever was told the name, for a while."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from fastapi import HTTPException, Response

import companion
from companion.match import score_sheet
from companion.record import Record
from companion.record.transcripts import Transcript
from companion.text import current_language, using_language
from tests.support.app.archives import play_into, shelf
from tests.support.record.recording import clock
from ui.history.archive import Archive, ArchivedMatch
from ui.history.downloads import MOST, VALID_FOR, DownloadLinks, Shares, answer
from ui.history.print_page import printed

SHARES: Shares = {"html": ("text/html; charset=utf-8", lambda summary, journal: f"{summary.id} é".encode())}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Served:
    """A record with matches, and the links to them."""

    def __init__(self, path: Path) -> None:
        self.ids = shelf(path)
        self.clock = Clock()
        self.links = DownloadLinks(self.clock)
        self.archive = Archive(lambda: Record(path, clock=clock))

    def get(self, token: str, form: str) -> Response:
        return answer(token, form, self.links, self.archive, SHARES)

    def text(self, game: str, form: str) -> str:
        return bytes(self.get(self.links.offer(self.ids[game]), form).body).decode()

    def refused(self, token: str, form: str) -> tuple[int, str]:
        with pytest.raises(HTTPException) as refusal:
            self.get(token, form)
        return refusal.value.status_code, refusal.value.detail


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    yield Served(tmp_path_factory.mktemp("served") / "shelf.sqlite")


@pytest.mark.slow
@pytest.mark.parametrize("game", companion.GAMES)
def test_the_text_of_every_game_is_read_again(game: str, served: Served) -> None:
    sent = served.get(served.links.offer(served.ids[game]), "text")
    assert sent.headers["content-disposition"] == f'attachment; filename="{game}-{served.ids[game]}.txt"'
    journal = served.archive.load(served.ids[game]).journal
    assert Transcript.read(bytes(sent.body).decode()).reached == journal.position
    told = json.loads(served.text(game, "json"))
    assert told["id"] == served.ids[game] and len(told["events"]) == len(journal.history())
    assert served.text(game, "csv").startswith("turn,seat,events,Anna,Ben\n")


@pytest.mark.slow
def test_a_match_is_sent_in_the_language_in_which_it_was_offered(served: Served) -> None:
    game = "space-checkers"
    with using_language("de"):
        token = served.links.offer(served.ids[game])
    page = bytes(served.get(token, "print").body).decode()
    assert '<html lang="de">' in page and '<html lang="en">' in served.text(game, "print")
    assert current_language() == "en"


def test_a_match_is_shared_as_a_file(served: Served) -> None:
    match_id = served.ids["doubles-wild"]
    sent = served.get(served.links.offer(match_id), "html")
    assert bytes(sent.body).decode() == f"{match_id} é"
    assert sent.headers["content-type"] == "text/html; charset=utf-8"
    assert sent.headers["content-disposition"] == f'attachment; filename="doubles-wild-{match_id}.html"'


def test_a_match_that_is_not_recorded_is_shared_by_its_game(served: Served) -> None:
    kept = served.archive.load(served.ids["doubles-wild"])
    unknown = ArchivedMatch(msgspec.structs.replace(kept.summary, id=""), kept.journal)
    sent = served.get(served.links.offer("", match=lambda: unknown), "html")
    assert sent.headers["content-disposition"] == 'attachment; filename="doubles-wild.html"'


def test_a_name_for_something_else_leads_to_no_match(served: Served) -> None:
    token = served.links.offer("rolls", lambda: "roll,time")
    assert served.refused(token, "text")[0] == 404


class Words(HTMLParser):
    """The words of a page, and the addresses that it asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.asked, self.tags = "", [], []  # type: ignore[var-annotated]
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.asked += [value for key, value in attrs if key in ("src", "href")]


@pytest.mark.parametrize("game", companion.GAMES)
def test_the_printed_page_tells_everything_and_asks_for_nothing(game: str, served: Served) -> None:
    page = Words(served.text(game, "print"))
    journal = served.archive.load(served.ids[game]).journal
    last = journal.history()[-1]
    assert journal.game.title in page.words and "Anna, " in page.words and "Together" in page.words
    assert journal.game.text(last.before, last.event) in page.words
    assert page.asked == [] and "script" not in page.tags


@pytest.mark.parametrize("game", companion.GAMES)
def test_the_printed_page_has_what_each_seat_got_for_what(game: str, served: Served) -> None:
    page = served.text(game, "print")
    journal = served.archive.load(served.ids[game]).journal
    sheet = score_sheet(journal.game, journal.start, journal.history())
    seats = len(sheet.sums)
    rows = re.findall(r"<tr><td>([^<]*)</td>((?:<td class=\"number\">[^<]*</td>)+)</tr>", page)
    printed_sums = {unescape(what): re.findall(r">([^<]*)</td>", cells) for what, cells in rows}
    assert printed_sums.keys() == {one.what for own in sheet.sums for one in own}
    for seat, own in enumerate(sheet.sums):
        points = {one.what: str(one.points) for one in own}
        assert {what: cells[seat] for what, cells in printed_sums.items() if cells[seat]} == points
    assert all(len(cells) == seats for cells in printed_sums.values())


def test_names_are_words_and_never_markup(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        match = record.begin(companion.load("doubles-wild"), ("<script>alert(1)</script>", 'B"en & Co'))
        page = printed(record.summary(match.id), record.journal(match.id))
    assert "script" not in Words(page).tags and '<script>alert(1)</script>, Player 1; B"en & Co' in Words(page).words


def test_nobody_gets_a_match_without_its_name(served: Served) -> None:
    token = served.links.offer(served.ids["doubles-wild"])
    for wrong in ((f"{token}x", "text"), ("x", "text"), ("", "text"), (token, "sqlite"), (token, "../text")):
        assert served.refused(*wrong)[0] == 404
    assert served.ids["doubles-wild"] not in token


def test_a_name_ends_by_itself_and_the_oldest_for_a_new_one(served: Served) -> None:
    token = served.links.offer(served.ids["doubles-wild"])
    served.clock.now += VALID_FOR - 1
    assert served.get(token, "csv").status_code == 200
    served.clock.now += 2
    assert served.refused(token, "csv")[0] == 404
    first = served.links.offer("a")
    for _ in range(MOST - 1):
        served.links.offer("b")
    found = served.links.find(first)
    assert found is not None and found.match_id == "a"
    served.links.offer("c")
    assert served.links.find(first) is None


@pytest.mark.slow
def test_a_match_that_was_deleted_meanwhile_is_one_line(tmp_path: Path) -> None:
    alone = Served(tmp_path / "shelf.sqlite")
    token = alone.links.offer(alone.ids["open"])
    alone.archive.delete(alone.ids["open"])
    status, line = alone.refused(token, "print")
    assert status == 409 and "there is no match" in line


def test_a_match_with_nothing_in_it_is_printed(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        match_id = play_into(record, "space-checkers", names=0, events=0)
        page = Words(printed(record.summary(match_id), record.journal(match_id)))
    assert "0 events" in page.words and "Yellow; Blue" in page.words

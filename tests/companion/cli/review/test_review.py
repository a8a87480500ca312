"""`companion review`: films are followed, what they leave in doubt is asked, and an answer changes what rests on it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.cli.review.film_review import Answer, FilmReview
from companion.referee.matching import ranking
from tests.support.front_door import Ask, asking
from tests.support.paths import DATA, FILMS

FILM = FILMS["doubles-wild"]
EVENTS = 7
"""In the film."""


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


@pytest.fixture
def films(tmp_path: Path) -> Path:
    folder = tmp_path / "films"
    folder.mkdir()
    return folder


class Reviewed:
    """One run of the command, and what it has left."""

    def __init__(self, ask: Ask, films: Path, *words: object) -> None:
        self.out, self.record = films.parent / "report", films.parent / "matches.sqlite"
        self.answer = ask("review", films, "--out", self.out, "--record", self.record, "--jobs", "1", *words)
        self.by_name = {one["film"]: one for one in json.loads((self.out / "films.json").read_text())}
        self.page = (self.out / "report.html").read_text()
        self.matches: list[dict[str, Any]] = json.loads(ask("matches", "--record", self.record, "--json").out)


@pytest.mark.slow
def test_films_are_followed_once_and_faults_of_one_keep_the_others_from_nothing(
    ask: Ask, films: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FILM, films / "doubles-wild 1.mp4")
    shutil.copy(FILM, films / "the same.mp4")
    shutil.copy(FILMS["space-checkers"], films / "doubles-wild 2.mp4")
    (films / "space-checkers torn.mp4").write_bytes(FILM.read_bytes()[:100_000])
    shutil.copy(DATA / "clips" / "rolls.mp4", films / "of which game.mp4")
    (films / "circle").symlink_to(films)
    first = Reviewed(ask, films)
    assert first.answer.code == 1 and first.answer.lines == [
        "doubles-wild 1.mp4: doubles-wild, 0 against the rules, nothing is open",
        str(first.out / "report.html"),
    ]
    lines = first.answer.err.splitlines()
    said = [
        "the same.mp4: is the same film as doubles-wild 1.mp4",
        "doubles-wild 2.mp4: what lies there are sheets of space-checkers, not of doubles-wild; it is left out",
        "of which game.mp4: no sheet of a game is seen in it; name the game with --game, or begin the film's name with",
        "space-checkers torn.mp4: not a video that can be played; convert it to MP4 or AVI",
    ]
    assert [line[: len(one) + 11] for line, one in zip(lines, said, strict=True)] == [
        f"companion: {one}" for one in said
    ]
    match = first.by_name["doubles-wild 1.mp4"]["match"]
    assert {one["id"]: one["entries"] for one in first.matches}[match] == EVENTS
    assert (first.out / f"match-{match}.html").is_file() and f'href="match-{match}.html"' in first.page

    def never(*_: object) -> None:
        raise AssertionError("a film is followed again with which nothing is new")

    for name in ("doubles-wild 2.mp4", "space-checkers torn.mp4", "of which game.mp4"):
        (films / name).unlink()
    monkeypatch.setattr("companion.cli.review.following.follow_film", never)
    again = Reviewed(ask, films)
    assert again.answer.err.splitlines() == lines[:1]
    assert again.by_name["doubles-wild 1.mp4"] == first.by_name["doubles-wild 1.mp4"]


@pytest.mark.slow
def test_an_answer_is_taken_in_where_the_question_was_and_the_film_followed_on_from_there(
    ask: Ask, films: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FILM, films / "evening.mp4")
    shutil.copy(FILM.with_suffix(".json"), films / "evening.json")
    monkeypatch.setattr(ranking, "SURE", 0.9999)  # so that there is a question
    first = Reviewed(ask, films)
    review = first.by_name["evening.mp4"]
    asked = next(one for one in review["asked"] if not one["settled"])
    assert "1 question is open" in first.page and f'data-time="{asked["time"]}"' in first.page
    assert (first.out / "pictures" / asked["picture"]).stat().st_size > 10_000

    given = {"film": review["sha256"], "time": asked["time"], "choice": asked["choices"][0]}
    wrong = {"film": review["sha256"], "time": 39.0, "event": "nonsense"}
    file = films.parent / "answers.json"
    file.write_text(json.dumps({"answers": [given, wrong]}))
    again = Reviewed(ask, films, "--answers", file)
    answered = again.by_name["evening.mp4"]
    assert given in answered["answers"] and answered["unused"] == [wrong]
    assert "no question there takes the answer nonsense" in again.page
    settled = {one["time"]: one["settled"] for one in answered["asked"]}
    assert settled[asked["time"]] == f"answered: {given['choice']}"
    assert [one["id"] for one in again.matches] == [answered["match"]] and answered["match"] != review["match"]
    assert again.matches[0]["entries"] > first.matches[0]["entries"]
    kept = [one for one in review["asked"] if one["time"] < asked["time"]]
    assert [one for one in answered["asked"] if one["time"] < asked["time"]] == kept

    third = Reviewed(ask, films)  # what was answered lies in the report
    assert third.by_name["evening.mp4"] == answered and third.answer.lines == [str(third.out / "report.html")]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nowhere"], "review: nowhere: there is no such folder"),
        (["."], "review: .: a folder without films; .avi, .m4v, "),
        ([".", "--answers", "answers.json"], "review: answers.json: these are no answers of a report ("),
    ],
)
def test_wrong_use_is_one_line(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if len(words) > 1:
        Path("film.mp4").touch()
        Path("answers.json").write_text('{"answers": [{"film": 3}]}')
    answer = ask("review", *words, "--out", "report")
    assert answer.code == 2 and answer.refusal.startswith(line)


def test_reviews_and_answers_come_back_from_json() -> None:
    import msgspec

    review = FilmReview(film="a", sha256="b", version="c", answers=(Answer(film="b", time=1.5, choice="d"),))
    assert msgspec.json.decode(msgspec.json.encode(review), type=FilmReview) == review

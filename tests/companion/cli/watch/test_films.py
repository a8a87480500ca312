"""`companion watch FOLDER`: each film with its game, what cannot be watched, and what was watched already."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from companion.cli.watch import films
from tests.support.front_door import Ask, asking
from tests.support.paths import BUNDLED, DATA, FILMS
from tests.support.schemas import check

ask = pytest.fixture(asking)

FILM = FILMS["space-checkers"]


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_films_of_a_folder_are_told_apart_by_name_and_by_sheets(ask: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    shutil.copy(FILM, folder / "evening.mp4")
    os.symlink(FILM, folder / "space-checkers-anna.MP4")
    shutil.copy(FILM, folder / "doubles-wild.mp4")
    os.symlink(BUNDLED["army-vs-aliens-2011"], folder / "army.mp4")
    os.symlink("loop.mp4", folder / "loop.mp4")
    shutil.copy(DATA / "clips" / "rolls.mp4", folder / "rolls.mp4")
    (folder / "damaged.mp4").write_bytes(FILM.read_bytes()[:9999])
    (folder / "notes.txt").touch()
    kept = tmp_path / "kept.jsonl"
    answer = ask("watch", folder, "--json", "--resume", kept, "--jobs", 1)
    alone = ask("watch", FILM, "--game", "space-checkers", "--json")
    assert answer.code == 1 and alone.code == 0 and len(alone.lines) == 4
    for line in answer.lines:
        check("watch", json.loads(line))
    for film in ("evening.mp4", "space-checkers-anna.MP4"):
        told = [line for line in map(json.loads, answer.lines) if line["film"] == str(folder / film)]
        assert told == [
            {"film": str(folder / film), "game": "space-checkers"} | json.loads(line) for line in alone.lines
        ]
    assert len(answer.lines) == 8
    assert [line.removeprefix(f"companion: watch: {folder}/") for line in answer.err.splitlines()] == [
        "army.mp4: may be army-vs-aliens-2011 or army-vs-aliens-2012 by its sheets; name the game with --game, or "
        "begin the film's name with its id",
        "damaged.mp4: not a video that can be played; convert it to MP4 or AVI",
        "doubles-wild.mp4: what lies there are sheets of space-checkers, not of doubles-wild; it is left out",
        "loop.mp4: no such file; give the path of a video or picture",
        "rolls.mp4: no sheet of a game is seen in it; name the game with --game, or begin the film's name with its id",
    ]
    assert kept.read_text().count("\n") == 2
    kept.write_text(kept.read_text().replace("Yellow rolled", "Yellow is known to have rolled"))
    again = ask("watch", folder, "--json", "--resume", kept)
    assert again.lines == [line.replace("Yellow rolled", "Yellow is known to have rolled") for line in answer.lines]
    assert again.err == answer.err


def test_a_film_that_is_very_long_is_left_out(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(FILM, tmp_path / "night.mp4")
    monkeypatch.setattr(films, "LONGEST", 18.0)
    answer = ask("watch", tmp_path)
    assert answer.code == 1
    assert answer.refusal == f"watch: {tmp_path}/night.mp4: lasts 0.0 hours, more than 0; watch it by itself"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "a folder without films; .avi, .m4v, "),
        (("--truth", "x.json"), "watch: --truth is for one match; give one film"),
        (("--record",), "watch: --record is for one match; give one film"),
        (("--game", "chess"), 'watch: game: "chess" is no game here ('),
    ],
)
def test_wrong_use_of_a_folder_is_one_line(ask: Ask, tmp_path: Path, arguments: tuple[str, ...], line: str) -> None:
    answer = ask("watch", tmp_path, *arguments)
    assert answer.code == 2 and line in answer.refusal


def test_processes_and_clusters_are_for_folders(ask: Ask) -> None:
    answer = ask("watch", FILM, "--game", "space-checkers", "--jobs", 2)
    assert (answer.code, answer.refusal) == (2, "watch: --jobs and --cluster are for a folder of films")

"""`companion enrol`: learns, names, lists, changes and removes sets, and refuses in one line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.symbols
from tests.support.front_door import Ask, asking
from tests.support.paths import DATA
from tests.support.vision.faces import KnowingEnroller
from vision.symbols.face_sets import ENDING

SYMBOLS = DATA / "symbols"
FACES = sorted(path.name for path in (SYMBOLS / "faces").iterdir())


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


@pytest.fixture
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that show the face that the picture's path names: how well faces are told apart is tested elsewhere."""
    monkeypatch.setattr(vision.symbols, "Enroller", lambda: KnowingEnroller(FACES))


@pytest.fixture
def sets(tmp_path: Path) -> list[str]:
    """The options that keep the sets in a folder of the test."""
    return ["--data", str(tmp_path / "sets")]


@pytest.fixture
def loose(tmp_path: Path) -> Path:
    """A folder of all pictures, in the order of the faces' names."""
    folder = tmp_path / "loose"
    folder.mkdir()
    for face in FACES:
        for picture in sorted((SYMBOLS / "faces" / face).iterdir()):
            shutil.copy(picture, folder / f"{face}-{picture.name}")
    return folder


@pytest.mark.slow
def test_folders_name_the_faces_and_a_table_is_read_with_them(ask: Ask, sets: list[str], tmp_path: Path) -> None:
    answer = ask("enrol", "test", SYMBOLS / "faces", *sets)
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0].startswith("test: 6 faces, ")
    assert [line.split()[0] for line in answer.lines[1:7]] == FACES
    assert [path.name for path in (tmp_path / "sets").iterdir()] == ["test" + ENDING]
    read = ask("scan", SYMBOLS / "table.jpg", "--set", "test", "--json", *sets)
    assert read.code == 0
    dice = json.loads(read.out)["dice"]
    assert len(dice) == 7 and {die["value"] for die in dice} <= {*FACES, None}
    assert all(isinstance(name, str) for die in dice for name, _ in die["alternatives"])
    words = ask("scan", SYMBOLS / "table.jpg", "--set", "test", *sets).out
    assert "sum" not in words and "certain" in words


@pytest.mark.usefixtures("knowing")
def test_names_are_given_in_the_order_of_showing(ask: Ask, sets: list[str], loose: Path) -> None:
    names = "one,two,three,four,five,six"
    answer = ask("enrol", "test", loose, "--names", names, "--json", *sets)
    assert answer.code == 0
    told = json.loads(answer.out)
    assert told["set"] == "test" and told["skipped"] == [] and told["seconds"] < 120
    assert told["faces"] == [{"name": name, "looks": 3} for name in names.split(",")]


@pytest.mark.usefixtures("knowing")
def test_names_are_asked_for(ask: Ask, sets: list[str], loose: Path, tmp_path: Path) -> None:
    for path in list(loose.iterdir()):
        if not path.name.startswith((FACES[0], FACES[1])):
            path.unlink()
    answer = ask("enrol", "test", loose, *sets, given="a/b\nbow\nskull\n")
    assert answer.code == 0 and "may not hold '/'" in answer.err
    assert "face 1 (row 1; 3 looks, first in " in answer.out and "2 faces, 6 looks" in answer.out
    assert cv2.imread(str(tmp_path / "sets" / "test.png")).shape == (256, 384, 3)
    assert ask("enrol", "other", loose, *sets, given="bow\n").err.startswith("companion: face 2 has no name; answer")


@pytest.mark.usefixtures("knowing")
def test_a_clip_is_learnt_from_its_still_moments(ask: Ask, sets: list[str], tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (240, 180))
    g = np.random.default_rng(0)
    for grey in (40, 120, 200):  # three seconds of each face, the last one of them in motion
        for _ in range(20):
            writer.write(np.full((180, 240, 3), grey, np.uint8))
        for _ in range(10):
            writer.write(g.integers(0, 256, (180, 240, 3), np.uint8))
    writer.release()
    answer = ask("enrol", "test", path, "--names", "a,b,c", "--json", *sets)
    told = json.loads(answer.out)
    assert answer.code == 0 and [face["name"] for face in told["faces"]] == ["a", "b", "c"]
    assert all(2 <= face["looks"] <= 6 for face in told["faces"])


@pytest.mark.slow
@pytest.mark.usefixtures("knowing")
def test_sets_are_listed_changed_and_removed(ask: Ask, sets: list[str]) -> None:
    ask("enrol", "test", SYMBOLS / "faces", *sets)
    listed = ask("enrol", "--list", *sets)
    assert listed.code == 0 and listed.lines[0].startswith("pips: 1, 2, 3")
    assert [line.split(":")[0] for line in listed.lines] == ["pips", "army", "alien", "direction", "test"]
    assert json.loads(ask("enrol", "--list", "--json", *sets).out)["sets"][-1] == "test"
    assert ask("enrol", "test", "--rename", FACES[0], "lobster", *sets).code == 0
    assert ask("enrol", "test", "--remove-face", FACES[1], *sets).code == 0
    told = json.loads(ask("enrol", "test", "--list", "--json", *sets).out)
    assert [face["name"] for face in told["faces"]] == ["lobster", *FACES[2:]]
    more = ask("enrol", "test", SYMBOLS / "faces" / FACES[0], "--add", "--json", *sets)
    assert json.loads(more.out)["faces"][0] == {"name": "lobster", "looks": 6}
    assert "already; --add" in ask("enrol", "test", SYMBOLS / "faces", *sets).refusal
    assert ask("enrol", "test", SYMBOLS / "faces", "--replace", *sets).code == 0
    assert ask("enrol", "test", "--remove", *sets).code == 0
    assert "there is no set of faces 'test'" in ask("enrol", "test", "--list", *sets).refusal


@pytest.mark.usefixtures("knowing")
def test_bad_pictures_are_told_and_the_rest_is_learnt(ask: Ask, sets: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "faces"
    shutil.copytree(SYMBOLS / "faces", folder)
    (folder / FACES[0] / "cut.jpg").write_bytes((folder / FACES[0] / "0.jpg").read_bytes()[:900])
    shutil.copy(SYMBOLS / "two.jpg", folder / FACES[1] / "two.jpg")
    answer = ask("enrol", "test", folder, *sets)
    assert answer.code == 1 and "6 faces, 18 looks" in answer.out
    lines = answer.err.splitlines()
    assert len(lines) == 2 and "cut.jpg" in lines[0] and "two.jpg: 2 dice are in view" in lines[1]


@pytest.mark.usefixtures("knowing")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["a/b", SYMBOLS / "faces"], 2, "may not hold '/'"),
        (["army", SYMBOLS / "faces"], 2, "built-in set"),
        (["test"], 2, "no SOURCE is given"),
        ([], 2, "no NAME is given"),
        (["test", "absent.jpg"], 1, "absent.jpg: not found"),
        (["test", "absent.mp4"], 1, "absent.mp4: no such file"),
        (["test", SYMBOLS / "two.jpg"], 1, "2 dice are in view"),
        (["test", SYMBOLS / "faces", "--names", "a,b"], 2, "leave --names away"),
        (["test", SYMBOLS / "faces" / FACES[0], "--names", "a,b"], 1, "names are given"),
        (["test", SYMBOLS / "faces" / FACES[0], "--json"], 2, "name them with --names"),
        (["test", SYMBOLS / "faces", "--add"], 1, "there is no set of faces 'test'"),
        (["test", "--remove"], 1, "there is no set of faces 'test' to remove"),
    ],
)
def test_what_cannot_be_is_one_line(ask: Ask, sets: list[str], arguments: list[str], code: int, words: str) -> None:
    answer = ask("enrol", *arguments, *sets)
    assert answer.code == code
    last = answer.err.splitlines()[-1]
    assert answer.out == "" and last.startswith("companion: ") and words in answer.err


@pytest.mark.usefixtures("knowing")
def test_a_missing_or_damaged_set_is_refused_by_scan(ask: Ask, sets: list[str], tmp_path: Path) -> None:
    table = SYMBOLS / "table.jpg"
    line = ask("scan", table, "--set", "absent", *sets).refusal
    assert line == "there is no set of faces 'absent'; there are: pips, army, alien, direction"
    ask("enrol", "test", SYMBOLS / "faces", *sets)
    path = tmp_path / "sets" / ("test" + ENDING)
    path.write_bytes(path.read_bytes()[:-50])
    answer = ask("scan", table, "--set", "test", *sets)
    assert answer.code == 2 and "damaged" in answer.refusal
    assert ask("scan", table, "--set", "pips", "--json", *sets).code == 0

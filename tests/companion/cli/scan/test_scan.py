"""`companion scan`, its eyes replaced by ones that give known answers: what is printed, written and refused."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np
import pytest

import vision.dice
import vision.overlay
from companion import cli
from companion.table.view import Die

BLUE_FOUR = Die(
    box=(10.04, 20.0, 60.06, 70.0),
    value=4,
    colour="blue",
    confidence=0.99812,
    certain=True,
    alternatives=((5, 0.00123),),
    top=((12.0, 22.0), (58.0, 22.0), (58.0, 60.04), (12.0, 60.0)),
)
GREEN_SIX = Die(
    box=(100, 20, 150, 70), value=6, colour="green", confidence=0.64, certain=False, alternatives=((5, 0.3), (4, 0.05))
)
NO_FACE = Die(box=(200, 20, 250, 70), value=None, colour=None, confidence=0.31, certain=False)


class Reading(NamedTuple):
    dice: tuple[Die, ...]
    unsure: bool = False
    ms: float = 7.8912


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what the eyes see in every picture."""

    def put(seen: Reading) -> None:
        class Reader:
            def read(self, image: Any) -> Reading:
                assert image.dtype == np.uint8
                return seen

        monkeypatch.setattr(vision.dice, "DiceReader", Reader)

    put(Reading((BLUE_FOUR,)))
    return put


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """An overlay that turns the picture white."""
    monkeypatch.setattr(vision.overlay, "draw", lambda image, dice: np.full_like(image, 255))


def picture(path: Path, width: int = 64, height: int = 48) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(path.suffix, np.full((height, width, 3), 90, np.uint8))[1].tobytes())
    return str(path)


def test_a_line_of_json_is_as_the_format_has_it(
    reading: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading(Reading((BLUE_FOUR, NO_FACE), unsure=True))
    path = picture(tmp_path / "table.png")
    assert cli.main(["scan", path, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.count("\n") == 1
    assert json.loads(out) == {
        "image": path,
        "width": 64,
        "height": 48,
        "dice": [
            {
                "box": [10.0, 20.0, 60.1, 70.0],
                "top": [[12.0, 22.0], [58.0, 22.0], [58.0, 60.0], [12.0, 60.0]],
                "value": 4,
                "colour": "blue",
                "confidence": 0.9981,
                "certain": True,
                "alternatives": [[5, 0.0012]],
            },
            {
                "box": [200.0, 20.0, 250.0, 70.0],
                "value": None,
                "colour": None,
                "confidence": 0.31,
                "certain": False,
                "alternatives": [],
            },
        ],
        "unsure": True,
        "ms": 7.89,
    }


def test_the_table_names_every_die_and_the_sum(
    reading: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading(Reading((BLUE_FOUR, msgspec.structs.replace(BLUE_FOUR, value=3, confidence=1.0))))
    path = picture(tmp_path / "table.png")
    assert cli.main(["scan", path]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{path}  64 x 48 pixels, 2 dice, 7.9 ms",
        "  face  colour  confidence",
        "     4  blue        99.8 %  certain",
        "     3  blue       100.0 %  certain",
        "  sum 7",
        "  2 dice: 4 3 = 7",
        "  by colour: blue 7",
        "  by face: 1 × 3 = 3, 1 × 4 = 4",
    ]


def test_what_is_doubtful_is_said_and_not_added(
    reading: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading(Reading((BLUE_FOUR, GREEN_SIX, NO_FACE), unsure=True))
    cli.main(["scan", picture(tmp_path / "table.png")])
    assert capsys.readouterr().out.splitlines()[2:] == [
        "     4  blue        99.8 %  certain",
        "     6  green       64.0 %  unsure, perhaps 5 or 4",
        "     ?  ?           31.0 %  unsure",
        "  sum 4 of the certain dice; 2 unsure, not counted",
        "  3 dice: 4 6? ? = 4; 2 in doubt do not count",
        "  by colour: blue 4",
        "  by face: 1 × 4 = 4",
        "  unsure: a die may have been missed or covered",
    ]


def test_a_picture_without_dice_is_said_to_have_none(
    reading: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading(Reading(()))
    path = picture(tmp_path / "table.png")
    assert cli.main(["scan", path]) == 0
    assert capsys.readouterr().out == f"{path}  64 x 48 pixels, no dice found, 7.9 ms\n"


@pytest.mark.usefixtures("reading")
def test_folders_are_opened_in_order_and_names_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("evening/b.png", "evening/a.jpg", "single.png"):
        picture(tmp_path / name)
    (tmp_path / "evening/notes.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert cli.main(["scan", "single.png", "./evening", "--json"]) == 0
    images = [json.loads(line)["image"] for line in capsys.readouterr().out.splitlines()]
    assert images == ["single.png", "./evening/a.jpg", "./evening/b.png"]


@pytest.mark.usefixtures("reading")
def test_what_cannot_be_read_is_one_line_each_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = picture(tmp_path / "good.png")
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (tmp_path / "empty").mkdir()
    paths = [str(tmp_path / name) for name in ("absent.jpg", "cut.jpg", "empty")]
    assert cli.main(["scan", "--json", *paths, good]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["image"] for line in out.splitlines()] == [good]
    lines = sorted(err.splitlines())
    assert len(lines) == 3 and all(line.startswith("companion: ") for line in lines)
    assert "absent.jpg: not found" in lines[0] and "cut.jpg: cut short" in lines[1]
    assert "empty: a folder without pictures" in lines[2]


@pytest.mark.usefixtures("reading")
def test_a_name_with_a_line_end_stays_in_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "two\nlines.png")
    cli.main(["scan", path])
    assert "two\\nlines.png  64 x 48" in capsys.readouterr().out.splitlines()[0]
    cli.main(["scan", path, "--json"])
    assert json.loads(capsys.readouterr().out)["image"] == path


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are text on this system")
def test_a_name_that_is_no_text_is_read(companion: Any, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/W\xfcrfel.jpg")
    Path(path).write_bytes(b"no picture")
    run = companion("scan", path)
    assert run.returncode == 1 and "rfel.jpg: not a picture" in run.stderr and run.stderr.count("\n") == 1


@pytest.mark.usefixtures("reading", "drawn")
def test_copies_are_drawn_and_leave_the_pictures_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = picture(tmp_path / "mon/table.png"), picture(tmp_path / "tue/table.png")
    before = Path(first).read_bytes()
    assert cli.main(["scan", first, second, "--draw", str(tmp_path / "new" / "drawn")]) == 0
    copies = sorted((tmp_path / "new" / "drawn").iterdir())
    assert [copy.name for copy in copies] == ["table-read-2.jpg", "table-read.jpg"]
    assert all((cv2.imread(str(copy)) == 255).all() for copy in copies)
    assert Path(first).read_bytes() == before


@pytest.mark.usefixtures("reading", "drawn")
def test_no_picture_is_overwritten_by_a_copy_of_another(tmp_path: Path) -> None:
    first, named_so = picture(tmp_path / "table.png"), picture(tmp_path / "table-read.jpg")
    other_name = tmp_path / "table-read-2.jpg"
    other_name.symlink_to(first)  # another name of a picture, whether or not the batch uses it
    before = Path(named_so).read_bytes(), Path(first).read_bytes()
    assert cli.main(["scan", first, named_so, "--draw", str(tmp_path)]) == 0
    assert (Path(named_so).read_bytes(), Path(first).read_bytes()) == before
    assert other_name.is_symlink()
    assert (tmp_path / "table-read-3.jpg").is_file() and (tmp_path / "table-read-read.jpg").is_file()


@pytest.mark.usefixtures("reading", "drawn")
def test_a_second_run_replaces_the_copies_of_the_first(tmp_path: Path) -> None:
    path = picture(tmp_path / "table.png")
    for _ in range(2):
        assert cli.main(["scan", path, "--draw", str(tmp_path / "drawn")]) == 0
    assert [copy.name for copy in (tmp_path / "drawn").iterdir()] == ["table-read.jpg"]


@pytest.mark.usefixtures("reading", "drawn")
def test_a_place_for_copies_that_is_no_folder_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "table.png")
    assert cli.main(["scan", path, "--draw", path]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err == f"companion: --draw {path}: File exists; name a folder for the copies\n"


def test_networks_that_cannot_be_loaded_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.inference.networks import ModelError

    def missing() -> None:
        raise ModelError("models/reader.onnx is missing; install the package again")

    monkeypatch.setattr(vision.dice, "DiceReader", missing)
    assert cli.main(["scan", picture(tmp_path / "table.png")]) == 1
    assert capsys.readouterr() == ("", "companion: models/reader.onnx is missing; install the package again\n")

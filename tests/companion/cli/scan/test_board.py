"""`companion board`, its network replaced by one that gives known answers: what is printed, drawn and refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.inference
from companion import cli
from tests.support.vision.cell_answers import Answers

CORNERS = ["100,100", "300,100", "300,300", "100,300"]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what the network says of a board's sites."""

    def put(holds: dict[tuple[int, int], tuple[float, float, float]], colours: dict[str, float]) -> None:
        monkeypatch.setattr(vision.inference, "load_network", lambda name: Answers(holds, colours, patient=True))

    put({(1, 3): (0.005, 0.99, 0.005), (2, 0): (0.4, 0.6, 0.0), (0, 0): (0.0, 0.1, 0.9)}, {"red": 0.98})
    return put


@pytest.fixture
def board(tmp_path: Path) -> str:
    image = np.full((400, 400, 3), 120, np.uint8)
    cv2.circle(image, (275, 175), 18, (30, 30, 200), -1)  # row 1, column 3 of 4 x 4
    cv2.imwrite(str(tmp_path / "board.png"), image)
    return str(tmp_path / "board.png")


def test_a_line_of_json_is_as_the_format_has_it(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["board", board, "--grid", "4x4", "--corners", *CORNERS, "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert err == "" and out.count("\n") == 1
    assert list(told) == ["image", "rows", "cols", "corners", "cells", "ms"]
    assert (told["image"], told["rows"], told["cols"]) == (board, 4, 4)
    assert told["corners"] == [[100, 100], [300, 100], [300, 300], [100, 300]]
    cells = {(row, col): rest for row, col, *rest in told["cells"]}
    assert cells[0, 0] == [None, 0.0, False], "under a hand: never taken for empty"
    assert cells[1, 3] == ["red", pytest.approx(0.98, abs=0.01), True]
    assert cells[2, 0][0] == "red" and cells[2, 0][2] is False


def test_people_get_a_plan_of_the_board(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["board", board, "--grid", "4x4", "--corners", *CORNERS]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{board}  4 x 4, 2 pieces, ")
    assert lines[1:5] == ["  # . . .", "  . . . R", "  r . . .", "  . . . ."]
    assert lines[5:] == ["  R red: 2, of which 1 unsure (r)", "  # covered, or out of the picture: 1"]


def test_sites_beyond_the_picture_are_covered(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    network({}, {})
    beyond = ["300,100", "480,100", "480,280", "300,280"]
    assert cli.main(["board", board, "--grid", "4x4", "--corners", *beyond, "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert sorted((row, col) for row, col, *_ in cells) == [(row, col) for row in range(4) for col in (2, 3)]
    assert all(rest == [None, 0.0, False] for _, _, *rest in cells)


def test_corners_may_lie_left_of_the_picture(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    corners = ["-20,-10.5", "300,100", "300,300", "-20,300"]
    assert cli.main(["board", board, "--grid", "4x4", "--corners", *corners, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["corners"][0] == [-20, -10.5]


def test_tapped_pieces_give_their_colour_a_name(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    network({(1, 3): (0.0, 1.0, 0.0)}, {"purple": 0.6, "red": 0.4})
    arguments = ["board", board, "--grid", "4x4", "--corners", *CORNERS, "--json"]
    assert cli.main([*arguments, "--tap", "cherry=275,175"]) == 0
    assert json.loads(capsys.readouterr().out)["cells"] == [[1, 3, "cherry", pytest.approx(0.99, abs=0.1), True]]
    for tap, line in (
        ("cherry=20,20", "points beside the board"),
        ("cherry=125,125", "points on row 0, column 0, where no piece is seen"),
        ("cherry", "a name and a point are wanted"),
        ("=3,4", "a name and a point are wanted"),
        ("cherry=3", "a point is x,y in pixels"),
    ):
        assert cli.main([*arguments, "--tap", tap]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and line in err


def test_a_copy_shows_what_was_read(network: Any, board: str, tmp_path: Path) -> None:
    copy = tmp_path / "read.png"
    assert cli.main(["board", board, "--grid", "4x4", "--corners", *CORNERS, "--draw", str(copy)]) == 0
    changed = (cv2.imread(str(copy)) != cv2.imread(board)).any(2)
    assert changed[150:200, 250:300].any() and changed[100:150, 100:150].any() and not changed[320:].any()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--grid", "1x1"], "--grid 1x1: a board has 2 to 32 rows and columns"),
        (["--grid", "100x100"], "--grid 100x100: a board has 2 to 32 rows and columns"),
        (["--grid", "8"], "--grid 8: rows and columns are wanted, such as 8x8"),
        (["--grid", "8x8", "--corners", "1,2"], "a board has four corners, each x,y in pixels; 1 were given"),
        (["--grid", "8x8", "--corners", "1,2", "a,b", "3,4", "5,6"], "--corners a,b: a point is x,y in pixels"),
        (["--grid", "8x8", "--corners", "1,nan", "9,9", "3,4", "5,6"], "corner"),
        (["--grid", "8x8", "--corners", "10,10", "10,300", "300,300", "300,10"], "run counter-clockwise"),
        (["--grid", "8x8", "--corners", "10,10", "300,300", "300,10", "10,300"], "the corners cross"),
        (
            ["--grid", "8x8", "--corners", "300,10", "300,300", "10,300", "10,10"],
            "the first corner is not the upper left",
        ),
        (["--grid", "8x8", "--corners", "10,10", "12,10", "300,300", "10,300"], "less than 12 pixels apart"),
        (["--grid", "8x8", "--corners", *CORNERS, "--draw", "copy.txt"], "a name that ends in .jpg or .png is wanted"),
        ([], "--grid"),
    ],
)
def test_wrong_use_is_told_in_one_line(
    network: Any, board: str, arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["board", board, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and line in err


def test_without_a_board_there_is_no_guess(network: Any, board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["board", board, "--grid", "8x8", "--json"]) == 1
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["corners"], told["cells"]) == (None, None)
    assert err.count("\n") == 1 and "no board found: no fiducial is in the picture; give --corners" in err


def test_a_picture_that_is_none_is_told(network: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.jpg").write_text("no picture")
    assert cli.main(["board", str(tmp_path / "notes.jpg"), "--grid", "8x8"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "notes.jpg" in err

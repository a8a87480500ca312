"""`companion kit`: the pages, as a printer would have them, at true scale and with fiducials that the camera finds."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

import seeds
from companion.cli import main
from companion.kit.pen import PAPERS
from seeds.sheets import pages
from vision.fiducials import FiducialFinder

DOTS = 8.0
"""Pixels a millimetre in which pages are looked at; what fills a part of a pixel blackens it."""


def pictures(file: Path) -> list[np.ndarray]:
    """The pages of a PDF, blue green red."""
    document = pypdfium2.PdfDocument(str(file))
    made = [np.array(page.render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3]) for page in document]
    document.close()
    return made


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("game", seeds.game_ids())
def test_fiducials_lie_where_the_camera_expects_them(
    game: str, light: bool, paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["kit", game, "--paper", paper, "--out", str(tmp_path), *(["--light"] if light else [])])
    assert code == 0, capsys.readouterr().err
    drawn = [page for page in pages(game) if page.copy < 2]
    (file,) = tmp_path.iterdir()
    made = pictures(file)
    assert len(made) == len(drawn) and "100 %" in capsys.readouterr().out
    for page, image in zip(drawn, made, strict=True):
        short, long = PAPERS[paper]  # type: ignore[index]
        across, down = (long, short) if page.sheet.size[0] > page.sheet.size[1] else (short, long)
        assert abs(image.shape[1] / DOTS - across) < 0.5 and abs(image.shape[0] / DOTS - down) < 0.5
        edge = np.array([(across - page.sheet.size[0]) / 2, (down - page.sheet.size[1]) / 2])
        found = FiducialFinder().find(image).found
        assert sorted(found) == list(page.numbers)
        for corner, number in enumerate(page.numbers):
            where = (found[number] + 0.5) / DOTS - edge
            assert np.abs(where - np.array(page.sheet.fiducial(corner))).max() < 0.2


def test_marks_and_check_bar_are_true_to_scale(tmp_path: Path) -> None:
    assert main(["kit", "doubles-wild", "--out", str(tmp_path)]) == 0
    (image,) = pictures(tmp_path / "doubles-wild-A4.pdf")
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    sheet = pages("doubles-wild")[0].sheet
    edge = np.array([(210 - sheet.size[0]) / 2, (297 - sheet.size[1]) / 2])
    for x, y in sheet.marks:
        column, row = np.int64((np.array([x, y]) + edge) * DOTS)
        assert grey[row, column] < 40 and grey[row, column + round(2.2 * DOTS)] > 100
    bar = grey[-round(18 * DOTS) :]
    row = bar[np.argmax((bar < 128).sum(1))]
    dark = np.flatnonzero(row < 128)
    assert abs((dark[-1] - dark[0]) / DOTS - 100) < 0.6


def test_saving_ink_saves_ink(tmp_path: Path) -> None:
    for more in ([], ["--light"]):
        assert main(["kit", "space-checkers", "--out", str(tmp_path), *more]) == 0
    full, light = (pictures(tmp_path / f"space-checkers-A4{end}.pdf")[0] for end in ("", "-light"))
    assert (255 - light).sum() < 0.8 * (255 - full).sum()


def test_every_seat_gets_a_mat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "army-vs-aliens-2012", "--players", "3", "--out", str(tmp_path)]) == 0
    assert "Mat of seat 1, Mat of seat 2, Mat of seat 3." in capsys.readouterr().out
    assert len(pictures(tmp_path / "army-vs-aliens-2012-A4.pdf")) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["ludo"], 2, "ludo: no such game; there are army-vs-aliens-2011"),
        (["doubles-wild", "--players", "0"], 2, "--players 0: one to eight"),
        (["doubles-wild", "--out", "FILE"], 1, "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_told_in_one_line(
    arguments: list[str], code: int, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    given = [str(tmp_path / "file") if word == "FILE" else word for word in arguments]
    assert main(["kit", *given]) == code
    said = capsys.readouterr().err
    assert line in said and said.count("\n") == 1

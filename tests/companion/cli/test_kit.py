"""`companion kit`: the pages, as a printer would have them, at true scale and with fiducials that the camera finds."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

import seeds
from companion.cli import main
from companion.drawing import PAPERS, Paper
from companion.kit.document import PARTS, Kit, leaves, make_kit, parts_of
from seeds.calibration import FIRST_FIDUCIAL, corners_of
from seeds.sheets import pages
from tests.support.thoroughness import NIGHTLY
from vision.plane.fiducials import cells_of

DOTS = 8.0
"""Pixels a millimetre in which pages are looked at; what fills a part of a pixel blackens it."""
EDGE = 3.0
"""Millimetres at the paper's edge that hardly any printer prints on."""
POINT = 25.4 / 72
"""Millimetres of a PDF's unit."""
FULL = {
    "army-vs-aliens-2011": {"sheets", "summary", "stickers", "calibration"},
    "army-vs-aliens-2012": {"sheets", "summary", "stickers", "calibration"},
    "dinosaurs-vs-army-men": {"deck", "sheets", "summary", "calibration"},
    "doubles-wild": {"sheets", "summary", "pieces", "calibration"},
    "space-checkers": {"sheets", "summary", "stickers", "pieces", "calibration"},
}
"""What the kit of each game consists of."""

LOOKS = [*product(PAPERS, (False, True))] if NIGHTLY else [("A4", False), ("Letter", True)]
"""Papers, and whether ink is saved."""


def pictures(pdf: bytes | Path, dots: float = DOTS, page: int | None = None) -> list[np.ndarray]:
    """All pages of a PDF, or one; blue green red."""
    document = pypdfium2.PdfDocument(pdf)
    chosen = range(len(document)) if page is None else (page,)
    made = [np.array(document[n].render(scale=dots * POINT).to_numpy()[..., :3]) for n in chosen]
    document.close()
    return made


@cache
def whole(game: str, paper: Paper, light: bool = False) -> Kit:
    return make_kit(game, paper, cells_of, "1.2.3", light=light)


def found_in(image: np.ndarray) -> dict[int, np.ndarray]:
    """Corners of every fiducial, by number, of the larger dictionary; millimetres of the page."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    flat = [] if numbers is None else np.asarray(numbers).ravel().tolist()
    return {number: (np.asarray(c).reshape(4, 2) + 0.5) / DOTS for number, c in zip(flat, corners, strict=True)}


@pytest.mark.parametrize(("paper", "light"), LOOKS)
@pytest.mark.parametrize("game", seeds.game_ids())
def test_fiducials_lie_where_the_camera_expects_them(
    game: str, light: bool, paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--light"] if light else []
    code = main(["kit", game, "--paper", paper, "--out", str(tmp_path), *more, "--only", "sheets", "calibration"])
    assert code == 0, capsys.readouterr().err
    expected = [
        (page.sheet.size, {number: page.sheet.fiducial(corner) for corner, number in enumerate(page.numbers)})
        for page in pages(game)
        if page.copy < 2
    ]
    expected.append(((190.0, 260.0), {FIRST_FIDUCIAL + n: corners_of(n) for n in range(4)}))
    (file,) = tmp_path.iterdir()
    made = pictures(file)
    assert len(made) == len(expected) and "100 %" in capsys.readouterr().out
    for (size, fiducials), image in zip(expected, made, strict=True):
        short, long = PAPERS[paper]  # type: ignore[index]
        across, down = (long, short) if size[0] > size[1] else (short, long)
        assert abs(image.shape[1] / DOTS - across) < 0.5 and abs(image.shape[0] / DOTS - down) < 0.5
        edge = np.array([(across - size[0]) / 2, (down - size[1]) / 2])
        found = found_in(image)
        assert sorted(found) == sorted(fiducials)
        for number, corners in fiducials.items():
            assert np.abs(found[number] - edge - np.array(corners)).max() < 0.2


def test_marks_at_the_edges_of_a_sheet_are_dots(tmp_path: Path) -> None:
    assert main(["kit", "doubles-wild", "--out", str(tmp_path), "--only", "sheets"]) == 0
    (image,) = pictures(tmp_path / "doubles-wild-sheets-A4.pdf")
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    sheet = pages("doubles-wild")[0].sheet
    edge = np.array([(210 - sheet.size[0]) / 2, (297 - sheet.size[1]) / 2])
    for x, y in sheet.marks:
        column, row = np.int64((np.array([x, y]) + edge) * DOTS)
        assert grey[row, column] < 40 and grey[row, column + round(2.2 * DOTS)] > 100


def bar_of(image: np.ndarray) -> float:
    """Length in millimetres of the longest straight dark line in the margins that carry the check bar."""
    dark = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) < 140
    lines = [*dark[-round(18.5 * DOTS) :], *dark[:, : round(9.5 * DOTS)].T]
    steps = [np.diff(np.pad(line, 1).astype(np.int8)) for line in lines]
    return float(max((np.flatnonzero(step == -1) - np.flatnonzero(step == 1)).max(initial=0) for step in steps)) / DOTS


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("game", "part"),
    [("space-checkers", "pieces"), ("dinosaurs-vs-army-men", "deck"), ("doubles-wild", "summary")],
)
def test_the_check_bar_of_every_kind_of_page_is_100_mm_long(game: str, part: str, paper: Paper) -> None:
    kit = whole(game, paper)
    assert abs(bar_of(pictures(kit.pdf, page=kit.parts.index(part))[0]) - 100) < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", seeds.game_ids())
def test_every_page_says_what_it_is_within_what_is_printed(game: str, paper: Paper) -> None:
    kit = whole(game, paper)
    document = pypdfium2.PdfDocument(kit.pdf)
    assert len(document) == len(kit.titles) == len(kit.parts)
    for number, (page, title) in enumerate(zip(document, kit.titles, strict=True), 1):
        width, height = page.get_size()
        text = page.get_textpage()
        said = text.get_text_range()
        assert f"page {number} of {len(kit.titles)}" in said and "1.2.3" in said and title in said
        assert "print at 100 %" in said and "100 mm" in said
        boxes = np.array([text.get_charbox(n) for n in range(text.count_chars())])  # left, bottom, right, top
        assert boxes[:, :2].min() * POINT > EDGE
        assert boxes[:, 2].max() < width - EDGE / POINT and boxes[:, 3].max() < height - EDGE / POINT
    document.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", seeds.game_ids())
def test_nothing_is_printed_at_the_papers_edge(game: str) -> None:
    for paper in PAPERS:
        for image in pictures(whole(game, paper).pdf, 2.0):
            edge = round(EDGE * 2.0)
            assert min(strip.min() for strip in (image[:edge], image[-edge:], image[:, :edge], image[:, -edge:])) == 255


@pytest.mark.parametrize("game", seeds.game_ids())
def test_a_kit_has_all_its_parts_and_the_calibration_sheet_comes_last(game: str) -> None:
    kit = whole(game, "A4")
    assert set(kit.parts) == set(parts_of(game)) == FULL[game]
    assert list(kit.parts) == sorted(kit.parts, key=PARTS.index)
    assert kit.parts[-1] == "calibration" and kit.parts.count("calibration") == 1
    assert len(kit.pdf) < 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("game", seeds.game_ids())
def test_saving_ink_saves_ink(game: str) -> None:
    full, light = (pictures(whole(game, "A4", light).pdf, 1.5) for light in (False, True))
    for part, one, other in zip(whole(game, "A4").parts, full, light, strict=True):
        ink, less = (255 - image.mean() for image in (one, other))
        if part in ("calibration", "pieces"):
            assert less == ink, "colours by which the camera tells things are not thinned"
        elif part == "stickers" and game != "space-checkers":
            assert less == ink, "there is no ground to leave out"
        else:
            assert less < 0.95 * ink


def test_every_seat_gets_a_mat_and_stickers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "army-vs-aliens-2012", "--players", "3", "--out", str(tmp_path)]) == 0
    assert "sheets pages 1-3, summary page 4, stickers pages 5-7, calibration page 8." in capsys.readouterr().out
    assert len(pictures(tmp_path / "army-vs-aliens-2012-A4.pdf", 1.0)) == 8
    titles = [leaf.title for leaf in leaves("army-vs-aliens-2012", cells_of, 3)]
    assert titles[2] == "Mat of seat 3" and titles[6] == "Stickers of seat 3: Army"


def test_a_part_is_printed_by_itself_and_named_after_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["kit", "space-checkers", "--light", "--out", str(tmp_path), "--only", "pieces", "stickers", "pieces"]
    assert main(line) == 0
    assert "stickers page 1, pieces page 2." in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["space-checkers-stickers-pieces-A4-light.pdf"]


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["ludo"], 2, "ludo: no such game; there are army-vs-aliens-2011"),
        (["doubles-wild", "--players", "0"], 2, "--players 0: doubles-wild is printed for one to 4"),
        (["doubles-wild", "--players", "5"], 2, "--players 5: doubles-wild is printed for one to 4"),
        (["doubles-wild", "--out", "FILE"], 1, "cannot be written"),
        (["doubles-wild", "--only", "dice"], 2, "--only dice: there is no such part; there are deck, sheets"),
        (["doubles-wild", "--only", "sheets", "deck"], 2,
         "--only deck: doubles-wild has none; it has sheets, summary, pieces, calibration"),
        (["doubles-wild", "--only"], 2, "expected at least one argument"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_told_in_one_line(
    arguments: list[str], code: int, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    given = [str(tmp_path / "file") if word == "FILE" else word for word in arguments]
    assert main(["kit", *given]) == code
    said = capsys.readouterr().err
    assert line in said and said.count("\n") == 1

"""The model card: what judged readings tell, how it is drawn and written, and how sources are read for it."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.train.evaluate.metrics import (
    MISSED,
    NO_DIE,
    UNREAD,
    confusion,
    reasons,
    reliability,
    risk_against_coverage,
    wilson,
    worst,
)
from models.train.evaluate.scoring import ScoredPicture, Verdict, score_picture
from models.train.export.folds import keep_network
from models.train.model_card import card
from models.train.model_card import cross_validation as left_out
from models.train.model_card.card_charts import risk_chart, short_names
from models.train.plots.charts import Axis, chart, draw_line
from models.train.plots.worst_pictures import drawn, faces_read
from tests.support.paths import ROOT

BOX = (0.0, 0.0, 20.0, 20.0)


def verdict(sure: float, right: bool = True, read: int | None = 1, doubts: tuple[str, ...] = ()) -> Verdict:
    return Verdict(BOX, read, 1 if right else 2, right, sure, sure > 0.9, doubts)


def picture(values: list[int | None], dice: list[tuple[int, int | None, float]], name: str = "a.jpg") -> ScoredPicture:
    """Labelled dice 100 px apart, and readings (place, face, confidence) on them."""
    objects = [{"kind": "d6", "value": value, "box": [100 * n, 0, 100 * n + 60, 60]} for n, value in enumerate(values)]
    read = [
        {"box": [100 * at, 0, 100 * at + 60, 60], "value": face, "confidence": sure, "certain": sure >= 0.9}
        for at, face, sure in dice
    ]
    line = {"image": name, "width": 640, "height": 480, "dice": read, "ms": 10.0}
    return score_picture({"image": name, "source": "someone/dice", "labelled": "boxes", "objects": objects}, line)


# Figures


def test_the_interval_is_wilsons() -> None:
    assert wilson(0, 0) is None
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)  # as statistics books have it
    low, high = wilson(0, 100) or (1, 1)
    assert (low, high) == (0.0, pytest.approx(0.0370, abs=1e-4))
    assert wilson(100, 100) == (pytest.approx(0.9630, abs=1e-4), 1.0)


def test_risk_rises_as_less_sure_readings_are_taken_in() -> None:
    found = risk_against_coverage([verdict(0.99), verdict(0.98), verdict(0.5, right=False), verdict(0.9, right=False)])
    assert found is not None
    assert found.coverage.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert found.risk.tolist() == [0, 0, pytest.approx(1 / 3), 0.5]
    assert (found.at(0.5), found.at(0.51)) == (0.0, pytest.approx(1 / 3))
    assert risk_against_coverage([]) is None


def test_no_threshold_parts_readings_of_equal_confidence() -> None:
    found = risk_against_coverage([verdict(0.9), verdict(0.9, right=False), verdict(0.8)])
    assert found is not None and found.coverage.tolist() == [pytest.approx(2 / 3), 1.0]
    assert found.at(0.1) == 0.5


def test_what_can_never_be_certain_is_taken_in_last() -> None:
    leaning, faceless = verdict(0.999, False, doubts=("leaning",)), verdict(0.998, False, read=None)
    found = risk_against_coverage([leaning, faceless, verdict(0.3), verdict(0.95, doubts=("blurred",))])
    assert found is not None and found.risk.tolist() == [0, 0, pytest.approx(1 / 3), 0.5]


def test_confidence_that_comes_true_has_no_calibration_error() -> None:
    honest = [verdict(0.8, right=n % 5 > 0) for n in range(150)]
    found = reliability(honest)
    assert found is not None and len(found.count) == 15
    assert found.error == pytest.approx(0, abs=1e-9)
    boastful = reliability([verdict(1.0, right=n % 5 > 0) for n in range(150)])
    assert boastful is not None and boastful.error == pytest.approx(0.2)


def test_faces_that_are_not_named_make_no_claim() -> None:
    found = reliability([verdict(0.9), verdict(0.9, False, read=None)])
    assert found is not None and found.count.tolist() == [1]
    assert reliability([verdict(0.9, False, read=None)]) is None


def test_the_confusion_tells_misread_unread_missed_and_false() -> None:
    table = confusion([picture([1, 2, 3, 4], [(0, 1, 0.9), (1, 5, 0.9), (2, None, 0.2), (6, 6, 0.5)])])
    assert table[0, 0] == table[1, 4] == table[2, UNREAD] == table[3, MISSED] == table[NO_DIE, 5] == 1
    assert table.sum() == 5
    listed = {"image": "b.jpg", "source": "s", "labelled": "values only", "objects": [{"kind": "d6", "value": 2}]}
    assert confusion([score_picture(listed, {"dice": [{"box": BOX, "value": 3, "confidence": 1}]})]).sum() == 0


def test_reasons_are_counted_with_how_often_they_were_wrong() -> None:
    found = reasons([verdict(0.5, False, doubts=("glare", "blurred")), verdict(0.5, doubts=("glare",)), verdict(0.99)])
    assert [tuple(reason) for reason in found] == [("glare", 2, 1), ("blurred", 1, 1)]


def test_the_worst_are_silent_first_then_full_of_mistakes() -> None:
    good = picture([1], [(0, 1, 0.99)], "good")
    silent = picture([1], [(0, 2, 0.99)], "silent")
    missed = picture([1, 2, 3], [], "missed")
    assert [p.label["image"] for p in worst([good, missed, silent], 20)] == ["silent", "missed"]
    assert len(worst([missed, silent], 1)) == 1


# Drawing


def test_a_line_is_drawn_where_its_numbers_are(tmp_path: Path) -> None:
    axis = Axis("share", (0, 0.5, 1), 0.0, 1.0)
    with chart(tmp_path / "new" / "chart.png", "title", axis, axis) as axes:
        draw_line(axes, axis, axis, [(0.0, 0.75), (1.0, 0.75)], "mine", "#00c800", 4)
    image = cv2.imread(str(tmp_path / "new" / "chart.png"))
    height, width = image.shape[:2]
    for share in (0.1, 0.4, 0.9):
        x, y = axes.transData.transform((share, 0.75))
        assert image[height - round(y), round(x)].tolist() == [0, 200, 0]
        x, y = axes.transData.transform((share, 0.65))
        assert image[height - round(y), round(x)].tolist() == [255, 255, 255]
    assert (image[:, round(width * 0.85) :] == (0, 200, 0)).all(-1).any(), "it is named at the right"


def test_what_lies_beyond_an_axis_is_put_on_its_end() -> None:
    axis = Axis("share", (), 0.1, 0.9, "log-odds")
    assert axis.within([0.0, 0.5, 1.0]).tolist() == [0.1, 0.5, 0.9]


def test_sources_are_called_by_their_owner_unless_two_have_the_same() -> None:
    assert list(short_names(["a/x", "b/y"]).values()) == ["a", "b"]
    assert list(short_names(["a/x", "a/y"]).values()) == ["a/x", "a/y"]


@pytest.mark.slow
def test_sources_without_readings_have_no_line(tmp_path: Path) -> None:
    read = {"someone/dice": [picture([1], [(0, 1, 0.99)])]}
    files = [tmp_path / f"{name}.png" for name in ("read", "more", "none")]
    for file, sources in zip(files, (read, read | {"else/boards": [picture([], [])]}, {}), strict=True):
        risk_chart(sources, file)
    one, more, none = (cv2.imread(str(file)) for file in files)
    assert np.array_equal(one, more) and one.shape == none.shape and not np.array_equal(one, none)


def test_mistakes_are_framed_on_both_sides() -> None:
    image = np.full((450, 900, 3), 128, np.uint8)
    scored = picture([1, 2], [(0, 1, 0.99), (5, 3, 0.99)])
    assert faces_read(scored) == "1 3!"
    sheet = drawn(scored, image)
    assert sheet.shape == (450 + 96, 2 * 900 + 12, 3)
    red = (sheet[100:200] == (40, 40, 220)).all(-1).any(0)
    read, true = np.flatnonzero(red[:900]), np.flatnonzero(red[912:])
    assert (read.min() > 480, read.max() < 580) == (True, True)  # the reading on no die
    assert (true.min() > 80, true.max() < 180) == (True, True)  # the die without a reading


# The card


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of two grey pictures with a label each."""
    folder = tmp_path / "photos"
    (folder / "mine").mkdir(parents=True)
    labels = []
    for n in range(2):
        cv2.imwrite(str(folder / "mine" / f"{n}.png"), np.full((60, 120, 3), 90, np.uint8))
        thing = {"kind": "d6", "value": 3, "box": [10, 10, 40, 40]}
        size = {"width": 120, "height": 60}
        labels.append(
            {"image": f"mine/{n}.png", "source": "someone/dice", "labelled": "boxes", "objects": [thing], **size}
        )
    (folder / "labels.json").write_text(json.dumps(labels))
    return folder


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    die = {"box": [10, 10, 40, 40], "confidence": 0.99, "certain": True, "colour": "red"}
    doubtful = die | {"value": 5, "confidence": 0.4, "certain": False, "doubts": ["glare"]}
    file = tmp_path / "lines.jsonl"
    read: list[dict[str, Any]] = [{"image": "mine/0.png", "dice": [die | {"value": 3}], "ms": 12.0}]
    read.append({"image": "mine/1.png", "dice": [doubtful], "ms": 14.0})
    file.write_text("".join(json.dumps({"width": 120, "height": 60, "unsure": False} | line) + "\n" for line in read))
    return file


Cards = Callable[..., str | None]


@pytest.fixture
def make_card(tmp_path: Path) -> Cards:
    """Runs the program; gives the line with which it refused, or None."""

    def run(*given: str | Path) -> str | None:
        try:
            card.main(list(map(str, ["--work", tmp_path, "--folds", tmp_path, "--out", tmp_path / "CARD.md", *given])))
        except SystemExit as refusal:
            return str(refusal)
        return None

    return run


@pytest.mark.slow
def test_the_card_is_made_from_lines_and_labels(photos: Path, lines: Path, make_card: Cards, tmp_path: Path) -> None:
    bench = tmp_path / "bench.txt"
    bench.write_text("eyes  12.3 ms\n")
    assert make_card("--photos", photos, "--readings", lines, "--bench", bench) is None
    text = (tmp_path / "CARD.md").read_text()
    assert "| someone/dice | 2 / 2 | 1.000 | 0.500 | 0.00 | 0.500 | 0.500 | 0.000 | 1.000 | – | 13 |" in text
    assert "| 3 | · | · | **1** | · | 1 | · | · | · |" in text
    assert "| glare | 1 | 1.000 | 1.000 (1 of 1) |" in text
    assert "| 1 | `mine/1.png` | 3 | 5? | 1 misread |" in text
    assert "eyes  12.3 ms" in text
    assert "$" not in text
    for name in ("risk", "reliability"):
        assert cv2.imread(str(tmp_path / "card" / f"{name}.png")) is not None
    assert [file.name for file in (tmp_path / "evaluation" / "worst").iterdir()] == ["01-mine-1.png"]
    assert make_card("--photos", photos, "--readings", lines, "--bench", bench) is None
    assert (tmp_path / "CARD.md").read_text() == text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--readings", "LINES"], "PHOTOS=folder"),
        (["--photos", "nowhere"], "no such folder"),
        (["--photos", "PHOTOS"], "make train"),
        (["--photos", "PHOTOS", "--readings", "nothing.jsonl"], "No such file"),
        (["--photos", "PHOTOS", "--readings", "EMPTY"], "no readings in it"),
        (["--photos", "PHOTOS", "--readings", "LINES", "--bench", "EMPTY"], "companion bench"),
    ],
)
def test_bad_input_is_told_in_one_line(
    given: list[str], said: str, photos: Path, lines: Path, make_card: Cards, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    names = {"PHOTOS": photos, "LINES": lines, "EMPTY": empty}
    refusal = make_card(*(names.get(word, word) for word in given))
    assert refusal is not None and said in refusal and "\n" not in refusal
    assert not (tmp_path / "CARD.md").exists()


def test_make_evaluate_says_what_it_needs() -> None:
    env = {key: value for key, value in os.environ.items() if key not in ("PHOTOS", "MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(
        ["make", "evaluate"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "PHOTOS=folder" in done.stderr and (done.stdout + done.stderr).count("\n") == 1


def test_a_template_and_its_parts_must_agree(tmp_path: Path) -> None:
    template = tmp_path / "t"
    template.write_text("$one and $two")
    assert card.fill(template, {"one": "1", "two": "2"}) == "1 and 2"
    for parts in ({"one": "1"}, {"one": "1", "two": "2", "three": "3"}):
        with pytest.raises(SystemExit, match="make them agree"):
            card.fill(template, parts)


def test_certain_readings_of_strangers_are_named() -> None:
    sure = {"value": 4, "certain": True}
    read = [("", {"image": f"{n}.jpg", "dice": dice}) for n, dice in enumerate([[], [sure], [{"certain": False}]])]
    text = card.strangers_text(read)
    assert text == "Of 3 such photographs 2 got a reading (2 in all), 1 a certain one (1 in all): a 4 in `1.jpg`."


# Reading what was left out


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Fits and readings are only noted, and leave what they would; networks of two folds are there."""
    noted: list[list[str]] = []

    def fake(command: list[str], **_: Any) -> "subprocess.CompletedProcess[bytes]":
        module, given = command[4], command[5:]
        noted.append([module, *given])
        out = Path(given[given.index("--evidence" if "--evidence" in given else "--out") + 1])
        if module == "models.train.fit.fit_confidence":
            out.mkdir(exist_ok=True)
            for name in ("one-dice", "two-dice"):
                (out / f"{name}.toml").touch()
        else:
            out.write_text("line\n")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(left_out.subprocess, "run", fake)
    for fold, without in TWO_FOLDS.items():
        for kind in ("finder", "reader"):
            network = tmp_path / f"{fold}.onnx"
            network.write_text(f"{fold} {kind}")
            recipe = {"leave_out": without, "fitted_on": "scenes", "seed": 1, "steps": 2}
            keep_network(tmp_path / "folds", fold, kind, network, recipe, "")
            os.utime(tmp_path / "folds" / f"{fold}-{kind}.onnx", (1000, 1000))
    return noted


LABELS = [{"image": "one/a.jpg", "source": "one/dice"}, {"image": "two/b.jpg", "source": "two/dice"}]
TWO_FOLDS = {"A": ["one"], "B": ["two"]}


def test_each_source_is_read_by_what_never_saw_it(run: list[list[str]], tmp_path: Path) -> None:
    files = left_out.read_left_out(tmp_path, Path("photos"), LABELS, TWO_FOLDS, tmp_path / "folds")
    assert files == [tmp_path / "runs" / "A" / "one-dice.jsonl", tmp_path / "runs" / "B" / "two-dice.jsonl"]
    assert [noted[0] for noted in run] == [
        "models.train.evaluate.evaluate_dice",
        "models.train.evaluate.evaluate_dice",
        "models.train.fit.fit_confidence",
        "models.train.evaluate.evaluate_dice",
        "models.train.evaluate.evaluate_dice",
    ]
    for noted, name in zip(run[:2], ("one", "two"), strict=True):
        assert noted[noted.index("--only") + 1 :][:2] == [name, "--evidence"]
    assert run[2][1:3] == [str(tmp_path / "runs" / fold / "evidence.npz") for fold in "AB"]
    for noted, fold, name in zip(run[3:], "AB", ("one", "two"), strict=True):
        given = dict(zip(noted[1::2], noted[2::2], strict=True))
        assert given["--finder"] == str(tmp_path / "folds" / f"{fold}-finder.onnx")
        assert given["--reader"] == str(tmp_path / "folds" / f"{fold}-reader.onnx")
        assert given["--trust"] == str(tmp_path / "runs" / "trust" / f"{name}-dice.toml")
        assert given["--only"] == name


def test_what_is_there_is_not_read_again_unless_a_network_is_newer(run: list[list[str]], tmp_path: Path) -> None:
    given = (tmp_path, Path("photos"), LABELS, TWO_FOLDS, tmp_path / "folds")
    left_out.read_left_out(*given)
    run.clear()
    left_out.read_left_out(*given)
    assert run == []
    os.utime(tmp_path / "folds" / "B-reader.onnx", (3000, 3000))
    os.utime(tmp_path / "runs" / "B" / "two-dice.jsonl", (2000, 2000))
    left_out.read_left_out(*given)
    assert [noted[0] for noted in run] == ["models.train.evaluate.evaluate_dice"]


def test_a_fold_without_pictures_is_left_out(run: list[list[str]], tmp_path: Path) -> None:
    files = left_out.read_left_out(tmp_path, Path("photos"), LABELS[:1], TWO_FOLDS, tmp_path / "folds")
    assert [file.name for file in files] == ["one-dice.jsonl"]
    assert [noted[0].rpartition(".")[2] for noted in run] == ["evaluate_dice", "fit_confidence", "evaluate_dice"]


def test_a_reading_broken_off_leaves_no_result(
    run: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(command: list[str], **_: Any) -> "subprocess.CompletedProcess[bytes]":
        Path(command[command.index("--evidence" if "--evidence" in command else "--out") + 1]).write_text("half")
        return subprocess.CompletedProcess(command, 1)

    given = (tmp_path, Path("photos"), LABELS, TWO_FOLDS, tmp_path / "folds")
    for result in left_out.read_left_out(*given):
        result.unlink()
    for results in ("*.jsonl", "*/evidence.npz"):
        for file in tmp_path.glob(f"runs/{results}"):
            file.unlink()
        monkeypatch.setattr(left_out.subprocess, "run", breaks)
        with pytest.raises(SystemExit, match="exit code 1"):
            left_out.read_left_out(*given)
        assert not list(tmp_path.glob("runs/*/*.jsonl")) and not list(tmp_path.glob(f"runs/{results}"))


def test_a_word_must_mean_one_source(run: list[list[str]], tmp_path: Path) -> None:
    mixed = [*LABELS, {"image": "one/c.jpg", "source": "three/dice"}]
    with pytest.raises(SystemExit, match="one means one/dice and three/dice"):
        left_out.read_left_out(tmp_path, Path("photos"), mixed, TWO_FOLDS, tmp_path / "folds")
    with pytest.raises(SystemExit, match="none of the sources"):
        left_out.read_left_out(tmp_path, Path("photos"), mixed[:0], TWO_FOLDS, tmp_path / "folds")


def test_strangers_are_pictures_without_dice_that_nothing_learnt_from(tmp_path: Path) -> None:
    def entry(image: str, kind: str, labelled: str) -> dict[str, Any]:
        thing = {"kind": kind, "value": None, "box": [0, 0, 9, 9]}
        return {"image": image, "source": "s", "width": 9, "height": 9, "labelled": labelled, "objects": [thing]}

    labels = [entry("a.jpg", "d6", "boxes"), entry("b.jpg", "d20", "kind only"), entry("c.jpg", "d6", "kind only")]
    labels += [entry("d.jpg", "disc", "no dice"), entry("rursprung/e.jpg", "disc", "no dice")]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    assert left_out.strangers(tmp_path, labels) == [tmp_path / "b.jpg", tmp_path / "rursprung" / "e.jpg"]

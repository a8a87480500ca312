"""Evidence to confidence."""

from pathlib import Path

import numpy as np
import pytest

from vision.inference.confidence import (
    OF_A_DIE,
    OF_A_FACE,
    ConfidenceModel,
    Evidence,
    cut_off,
    dice_alike,
    evidence_of,
    mean_of_looks,
    odd_sizes,
    softness,
)
from vision.inference.networks import ModelError


def looks(*rows: list[float]) -> np.ndarray:
    """(views, 1, 7) from one row a view."""
    return np.float32(rows)[:, None, :]


CLEAR = [0.001, 0.001, 0.001, 0.001, 0.99, 0.003, 0.003]
TORN = [0.01, 0.01, 0.01, 0.01, 0.5, 0.45, 0.01]
BLANK = [0.9, 0.01, 0.01, 0.01, 0.05, 0.01, 0.01]
BOX = np.float32([[100, 100, 150, 150]])
STEADY = np.zeros((1, 4), np.float32)
ALONE = np.zeros(1, np.float32)


def some_crops(count: int = 1) -> np.ndarray:
    """A white face with four black pips."""
    crop = np.full((64, 64, 3), 230, np.uint8)
    for y in (18, 40):
        for x in (18, 40):
            crop[y : y + 8, x : x + 8] = 20
    return np.repeat(crop[None], count, 0)


def evidence(
    views: np.ndarray,
    box: np.ndarray = BOX,
    heat: float = 0.9,
    doubts: np.ndarray = STEADY,
    alike: np.ndarray = ALONE,
) -> Evidence:
    return evidence_of(box, np.float32([heat]), views, doubts, some_crops(), (640, 480), alike)


def confidence(views: np.ndarray, **more: object) -> float:
    trust, seen = ConfidenceModel.load(), evidence(views, **more)  # type: ignore[arg-type]
    return float(trust.of_dice(seen)[0] * trust.of_faces(seen)[0])


def test_a_clear_face_is_trusted_and_a_torn_one_is_not() -> None:
    assert confidence(looks(CLEAR, CLEAR, CLEAR)) > 0.9
    assert confidence(looks(TORN, TORN, TORN)) < ConfidenceModel.load().certain_from - 0.1


def test_a_weak_find_that_hardly_shows_pips_is_hardly_a_die() -> None:
    trust = ConfidenceModel.load()
    blank, clear = evidence(looks(BLANK, BLANK), heat=0.4), evidence(looks(CLEAR, CLEAR), heat=0.4)
    assert trust.of_dice(blank)[0] < trust.of_dice(clear)[0] - 0.2


def test_looks_that_disagree_take_trust_away() -> None:
    other = [CLEAR[0], CLEAR[1], CLEAR[2], CLEAR[4], CLEAR[3], *CLEAR[5:]]
    assert confidence(looks(CLEAR, CLEAR, other)) < confidence(looks(CLEAR, CLEAR, CLEAR))


def test_a_weak_find_takes_trust_away() -> None:
    assert confidence(looks(CLEAR, CLEAR, CLEAR), heat=0.3) < confidence(looks(CLEAR, CLEAR, CLEAR), heat=0.95)


def test_a_weak_find_like_the_clear_dice_is_trusted_more() -> None:
    torn = looks(TORN, TORN)
    assert confidence(torn, heat=0.3, alike=ALONE + 2) > confidence(torn, heat=0.3) + 0.1


def test_evidence_is_what_its_names_say() -> None:
    rows = np.float32([[0, 100, 14, 114], [100, 100, 156, 156]])
    doubts = np.float32([[0.1, 0.2, 0.3, 0.4], [0, 0, 0, 0]])
    views = np.repeat(looks(CLEAR, CLEAR), 2, 1)
    seen = evidence_of(rows, np.float32([0.5, 0.5]), views, doubts, some_crops(2), (640, 480), np.float32([0, 2]))
    die = dict(zip(OF_A_DIE, seen.die.T, strict=True))
    face = dict(zip(OF_A_FACE, seen.face.T, strict=True))
    assert die["heat"] == pytest.approx(0, abs=1e-5)
    assert die["small"] == pytest.approx([np.log(2), 0], abs=1e-5)
    assert die["alike"].tolist() == [0, 2]
    assert die["cut"].tolist() == face["cut"].tolist() == [1, 0]
    assert sorted(die["odd_size"].tolist()) == pytest.approx([0, np.log(4)], abs=1e-5)
    assert face["margin"] == pytest.approx(np.log(0.99 / 0.003), abs=1e-3)
    assert [float(face[name][0]) for name in ("leaning", "stacked", "covered", "glare")] == pytest.approx(doubts[0])


def test_a_blurred_crop_is_softer_and_a_grey_one_fainter() -> None:
    import cv2

    (sharp,) = some_crops()
    blurred = cv2.GaussianBlur(sharp, (0, 0), 4)
    pale = np.uint8(200 + sharp * 0.1)
    soft, faint = softness(np.stack([sharp, blurred, pale]))
    assert soft[1] > soft[0] + 0.5
    assert faint[2] > faint[0] + 1


def test_boxes_at_each_edge_are_cut_off() -> None:
    boxes = np.float32([[0, 9, 9, 20], [9, 1, 20, 20], [600, 9, 639, 20], [9, 400, 20, 479], [9, 9, 20, 20]])
    assert cut_off(boxes, (640, 480)).tolist() == [True, True, True, True, False]


def test_sizes_are_compared_with_the_likely_dice() -> None:
    sizes, weight = np.float32([40, 41, 42, 10, 400]), np.float32([0.9, 0.9, 0.9, 0.1, 0.1])
    odd = odd_sizes(sizes, weight)
    assert odd[:3].max() < 0.1 < odd[3:].min()
    assert odd_sizes(np.zeros(0, np.float32), np.zeros(0, np.float32)).shape == (0,)


def test_dice_of_one_make_are_alike_and_each_is_no_witness_of_itself() -> None:
    x = np.float32([100, 200, 300, 400, 500, 105])
    sizes = np.float32([40, 41, 39, 40, 80, 40])
    boxes = np.stack([x, x, x + sizes, x + sizes], 1)
    white, red = (200, 128, 128), (120, 180, 160)
    bodies = np.float32([white, white, white, red, white, white])
    cloth = np.tile(np.float32([80, 110, 140]), (6, 1))
    alike = dice_alike(boxes, bodies, cloth, np.float32([0.95, 0.95, 0.5, 0.95, 0.95, 0.95]))
    assert alike[2] == pytest.approx(2, abs=0.1)  # the three on the left, of which two lie in one place
    assert alike[0] == pytest.approx(0.95, abs=0.05), "the one upon it is itself, the third is not clear"
    assert alike[3] == pytest.approx(0, abs=1e-3), "of another colour"
    assert alike[4] == pytest.approx(0, abs=1e-3), "of another size"
    darker = bodies.copy()
    darker[0, 0] -= 10
    assert dice_alike(boxes, darker, cloth, np.float32([0.95] * 6))[0] > 0.8, "in the shade"
    paper = np.float32([202, 128, 129])
    assert dice_alike(boxes, bodies, cloth * 0 + paper, np.float32([0.95] * 6))[0] < 0.1, "as white as the ground"
    assert dice_alike(boxes[:0], bodies[:0], cloth[:0], np.zeros(0, np.float32)).shape == (0,)


def test_what_one_look_rules_out_is_unlikely_by_all() -> None:
    say_4, say_5 = [0.1, 0, 0, 0, 0.45, 0.45, 0], [0.3, 0, 0, 0, 0, 0.7, 0]
    mean = mean_of_looks(looks(say_4, say_5))[0]
    assert mean.sum() == pytest.approx(1, abs=1e-5)
    assert mean[0] == pytest.approx(0.2, abs=1e-5), "of no pips the looks are averaged"
    assert mean[5] > 0.75 > 0.05 > mean[4] > 0, "and nothing is ruled out by one of them"
    assert mean_of_looks(looks(CLEAR, CLEAR))[0] == pytest.approx(CLEAR, abs=2e-3)


def test_no_readings_no_confidence() -> None:
    nothing = np.zeros((0, 4), np.float32)
    crops = np.zeros((0, 64, 64, 3), np.uint8)
    seen = evidence_of(
        nothing, np.zeros(0, np.float32), np.zeros((3, 0, 7), np.float32), nothing, crops, (640, 480), ALONE[:0]
    )
    assert ConfidenceModel().of_dice(seen).shape == ConfidenceModel().of_faces(seen).shape == (0,)


def table(**changes: str) -> str:
    """A whole table [trust], one line of it changed."""
    lines = {"certain_from": "0.97", "report_from": "0.3"} | changes
    text = "[trust]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())
    for kind, names in (("die", OF_A_DIE), ("face", OF_A_FACE)):
        text += f"[trust.{kind}]\nbias = 0\n" + "".join(f"{name} = 0.5\n" for name in names)
    return text


def test_a_whole_table_is_read(tmp_path: Path) -> None:
    file = tmp_path / "manifest.toml"
    file.write_text(table())
    assert ConfidenceModel.load(file).certain_from == 0.97


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[trust]\ncertain_from = 0.9",
        "[trust",
        "trust = 3",
        table(certain_from="0"),
        table(certain_from="2"),
        table(certain_from="nan"),
        table(report_from="true"),
        table().replace("bias = 0", "bias = inf"),
        table().replace("heat = 0.5", "heat = '0.5'"),
        table().replace("glare = 0.5", ""),
    ],
)
def test_a_damaged_table_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "manifest.toml"
    file.write_text(text)
    with pytest.raises(ModelError, match=r"table \[trust\] cannot be used") as caught:
        ConfidenceModel.load(file)
    assert "\n" not in str(caught.value)

"""Evidence to confidence."""

import numpy as np
import pytest

from vision.trust import EVIDENCE, Trust, weigh


def looks(*rows: list[float]) -> np.ndarray:
    """(views, 1, 7) from one row a view."""
    return np.float32(rows)[:, None, :]


CLEAR = [0.001, 0.001, 0.001, 0.001, 0.99, 0.003, 0.003]
TORN = [0.01, 0.01, 0.01, 0.01, 0.5, 0.45, 0.01]
BOX = np.float32([[100, 100, 150, 150]])


def confidence(views: np.ndarray, box: np.ndarray = BOX, heat: float = 0.9) -> float:
    return float(Trust.load().confidence(weigh(box, np.float32([heat]), views, 640, 480))[0])


def test_a_clear_face_is_trusted_more_than_a_torn_one() -> None:
    assert confidence(looks(CLEAR, CLEAR, CLEAR)) > 0.9
    assert confidence(looks(TORN, TORN, TORN)) < confidence(looks(CLEAR, CLEAR, CLEAR))


def test_looks_that_disagree_take_trust_away() -> None:
    other = [CLEAR[0], CLEAR[1], CLEAR[2], CLEAR[4], CLEAR[3], *CLEAR[5:]]
    assert confidence(looks(CLEAR, CLEAR, other)) < confidence(looks(CLEAR, CLEAR, CLEAR))


def test_a_weak_find_takes_trust_away() -> None:
    assert confidence(looks(CLEAR, CLEAR, CLEAR), heat=0.3) < confidence(looks(CLEAR, CLEAR, CLEAR), heat=0.95)


def test_evidence_is_what_its_names_say() -> None:
    rows = np.float32([[0, 100, 14, 114], [100, 100, 156, 156]])
    views = np.repeat(looks(CLEAR, CLEAR), 2, 1)
    evidence = weigh(rows, np.float32([0.5, 0.5]), views, 640, 480)
    small, cut = evidence[:, EVIDENCE.index("small")], evidence[:, EVIDENCE.index("cut")]
    assert small == pytest.approx([np.log(2), 0], abs=1e-5)
    assert cut.tolist() == [1, 0]
    assert evidence[:, EVIDENCE.index("heat")] == pytest.approx(0, abs=1e-5)
    assert evidence[0, EVIDENCE.index("margin")] == pytest.approx(np.log(0.99 / 0.003), abs=1e-3)


def test_no_readings_no_confidence() -> None:
    assert Trust().confidence(np.zeros((0, len(EVIDENCE)), np.float32)).shape == (0,)

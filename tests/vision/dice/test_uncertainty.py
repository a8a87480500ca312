"""The reasons that are given for doubt."""

import numpy as np

from vision.dice.pipped_dice_classifier import ExaminedCandidates
from vision.dice.uncertainty import DoubtReasons
from vision.inference.confidence import OF_A_DIE, OF_A_FACE, Evidence

FOUR = [0.0, 0.0, 0.0, 0.0, 0.99, 0.01, 0.0]
TORN = [0.0, 0.0, 0.0, 0.0, 0.55, 0.45, 0.0]


def seen(
    faces: list[float],
    doubts: tuple[float, ...] = (0, 0, 0, 0),
    box: tuple[float, ...] = (50, 50, 90, 90),
    blur: float = 0,
) -> DoubtReasons:
    of_a_face = np.zeros((1, len(OF_A_FACE)), np.float32)
    of_a_face[0, OF_A_FACE.index("blur")] = blur
    evidence = Evidence(np.zeros((1, len(OF_A_DIE)), np.float32), of_a_face)
    whole = ExaminedCandidates(
        boxes=np.float32([box]),
        heat=np.float32([0.9]),
        faces=np.float32([faces]),
        doubts=np.float32([doubts]),
        frames=np.zeros((1, 6), np.float32),
        evidence=evidence,
        crops=np.zeros((1, 64, 64, 3), np.uint8),
    )
    return DoubtReasons(whole, (640, 480))


def test_nothing_stands_against_a_clear_die() -> None:
    assert seen(FOUR).against(0) == ()


def test_what_the_reader_sees_stands_against_it_the_likeliest_first() -> None:
    assert seen(FOUR, (0.6, 0.1, 0.9, 0.2)).against(0) == ("covered", "leaning")


def test_a_die_at_the_edge_is_cut_off_before_anything_else() -> None:
    assert seen(FOUR, (0, 0, 0, 0.8), (0, 50, 30, 90)).against(0) == ("cut off", "glare")


def test_two_faces_alike() -> None:
    assert seen(TORN).for_doubt(0, is_die=0.99, is_right=0.6) == ("faces alike",)


def test_small_and_blurred_dice_say_so() -> None:
    assert seen(FOUR, box=(50, 50, 62, 61)).for_doubt(0, 0.99, 0.9) == ("too small",)
    assert seen(FOUR, blur=2.5).for_doubt(0, 0.99, 0.9) == ("blurred",)


def test_what_may_be_no_die_says_so_and_a_reason_is_always_given() -> None:
    assert seen(FOUR).for_doubt(0, is_die=0.4, is_right=0.9) == ("not a die",)
    assert seen(FOUR).for_doubt(0, is_die=0.99, is_right=0.6) == ("faces alike",)

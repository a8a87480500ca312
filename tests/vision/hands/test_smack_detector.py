"""Whose hand came first on a Smack Attack! is told, or asked where it cannot be seen; on other cards it is a false
smack, unless the hand brings cards, takes them or only reaches across."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.vision.smacking import FIRST, SECOND, Clip, Style, plain_clip, smack_clip, told_clip, watched
from vision.camera.frame import Frame
from vision.hands.seat_assignment import seats_around
from vision.hands.smack_detector import Smack, SmackDetector

TIE = 0.05
"""Seconds within which hands come at once, at thirty frames a second."""


def the_smack(clip: Clip) -> Smack:
    told = watched(clip)
    assert len(told) == 1 and told[0].kind == "smack"
    return told[0]


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 1])
def test_the_hand_that_comes_clearly_first_has_it(first: int) -> None:
    second = (first + 2) % 4
    smack = the_smack(told_clip([(first, 0.8, 20), (second, 0.95, 20)]))
    assert smack.winner == first and smack.candidates == (first,)
    assert [hand.seat for hand in smack.hands] == [first, second]
    assert smack.sentence.startswith("{0} was first")
    assert smack.time == pytest.approx(0.8, abs=0.04)
    assert smack.hands[1].arrival.time == pytest.approx(0.95, abs=0.04)


@pytest.mark.slow
def test_of_hands_that_come_at_once_the_nearer_has_it() -> None:
    clip = told_clip([(1, 0.8, 38), (3, 0.81, 12)])
    smack = the_smack(clip)
    assert smack.winner == 3 and "nearest" in smack.sentence
    measured = {hand.seat: hand.arrival.distance for hand in smack.hands}
    for hand in clip.hands:
        assert measured[hand.seat] == pytest.approx(hand.distance, abs=7)


@pytest.mark.slow
def test_hands_as_near_at_the_same_time_are_asked_about() -> None:
    smack = the_smack(told_clip([(0, 0.8, 25), (2, 0.805, 25)]))
    assert smack.winner is None and sorted(smack.candidates) == [0, 2]
    assert "too close to call" in smack.sentence


@pytest.mark.slow
def test_hands_that_wait_beside_the_card_are_no_smacks() -> None:
    smack = the_smack(told_clip([(3, 0.9, 15)], waiting=(0, 1)))
    assert smack.winner == 3 and len(smack.hands) == 1
    assert watched(told_clip([], waiting=(0, 1))) == []


@pytest.mark.slow
def test_a_hand_that_comes_slowly_is_asked_about() -> None:
    clip = told_clip([(0, 1.3, 20)])
    clip.arms[0].start, clip.arms[0].lift = 0.4, 0.0
    smack = the_smack(clip)
    assert smack.winner is None and smack.candidates == (0,)
    assert smack.hands[0].arrival.doubts == ("slow",)


@pytest.mark.slow
def test_what_hands_did_before_the_card_was_told_counts() -> None:
    clip = told_clip([(1, 0.7, 20), (3, 0.9, 20)])
    assert the_smack(replace(clip, told_at=0.85)).winner == 1


@pytest.mark.slow
def test_a_lamp_and_a_stuttering_camera_change_nothing() -> None:
    clip = replace(told_clip([(0, 0.8, 20), (2, 1.0, 20)]), lamp_step=0.7)
    assert the_smack(clip).winner == 0
    stutters = told_clip([(0, 0.8, 20), (2, 1.1, 20)], style=Style(drops=0.12, jitter=0.2))
    assert the_smack(stutters).winner == 0


@pytest.mark.slow
def test_late_hands_on_the_same_card_are_no_false_smacks() -> None:
    clip = told_clip([(0, 0.6, 20), (2, 1.85, 20)])
    assert [smack.kind for smack in watched(replace(clip, seconds=3.0))] == ["smack"]


@pytest.mark.slow
def test_the_replay_shows_it_from_before_the_hands_until_a_second_after() -> None:
    smack = the_smack(told_clip([(0, 0.8, 20), (2, 0.95, 20)]))
    times = [kept.time for kept in smack.replay]
    assert times == sorted(times) and len(times) > 40
    assert times[0] <= smack.time - 0.3 and times[-1] >= smack.time + 0.9
    assert sum(len(kept.jpeg) for kept in smack.replay) < 40_000_000
    picture = cv2.imdecode(np.frombuffer(smack.replay[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (360, 640, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_a_hand_on_another_card_is_a_false_smack(seed: int) -> None:
    clip = plain_clip("touch", seed)
    told = watched(clip)
    assert [(smack.kind, smack.winner) for smack in told] == [("false smack", clip.hands[0].seat)]


@pytest.mark.slow
def test_the_player_in_turn_who_brings_no_card_is_asked() -> None:
    clip = plain_clip("touch", 1)
    told = watched(replace(clip, turn=clip.hands[0].seat))
    assert [(smack.winner, smack.candidates) for smack in told] == [(None, (clip.hands[0].seat,))]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0])
def test_a_hand_that_brings_a_card_or_takes_the_pile_is_no_false_smack(seed: int) -> None:
    assert watched(plain_clip("flip", seed)) == []
    assert watched(plain_clip("take", seed)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6])
def test_reaching_across_is_never_called_a_false_smack(seed: int) -> None:
    assert all(smack.winner is None for smack in watched(plain_clip("pass", seed)))


@pytest.mark.slow
def test_a_table_at_rest_tells_nothing_and_keeps_one_picture() -> None:
    clip = told_clip([])
    plane = clip.view.plane
    watch = SmackDetector(plane, clip.card, seats_around(2, plane, (130.0, 95.0)))
    image = next(clip.frames()).image
    g = np.random.default_rng(1)
    for n in range(60):
        noisy = np.clip(image + g.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
        assert watch.see(Frame(noisy, n / 30)) is None
    assert not watch.armed


@pytest.mark.slow
def test_times_that_stand_still_or_fall_break_nothing() -> None:
    clip = told_clip([(0, 0.8, 20)])
    plane = clip.view.plane
    watch = SmackDetector(plane, clip.card, seats_around(4, plane, (130.0, 95.0)))
    frames = list(clip.frames())[10:40]
    watch.arm()
    for frame in frames:
        for time in (frame.time, frame.time, frame.time - 0.01, float("nan"), frame.time - 20):
            assert watch.see(Frame(frame.image, time)) is None


@pytest.mark.slow
@pytest.mark.parametrize("style", [FIRST, SECOND], ids=["first", "second"])
def test_random_clips_are_right_or_asked_about(style: Style) -> None:
    right = 0
    for seed in range(5000, 5005):
        clip = smack_clip(seed, style)
        truth = clip.nearest_of_first(max(TIE, 1.5 / style.rate))
        told = watched(clip)
        assert truth is not None and len(told) <= 1
        if told and told[0].winner is not None:
            assert told[0].winner == truth[0], f"clip {seed}"
            right += 1
    assert right >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6023, 6048, 6049])
def test_a_hand_that_vanishes_in_another_is_never_passed_over(seed: int) -> None:
    clip = smack_clip(seed, SECOND)
    truth = clip.nearest_of_first(max(TIE, 1.5 / SECOND.rate))
    (told,) = watched(clip)
    assert truth is not None and told.winner in (None, truth[0])


def visited(clip: Clip) -> tuple[SmackDetector, list[Frame]]:
    """What has watched a clip to its end, and its frames."""
    plane = clip.view.plane
    watch = SmackDetector(plane, clip.card, seats_around(clip.seats, plane, (130.0, 95.0)))
    watch.disarm(clip.turn)
    frames = list(clip.frames())
    for frame in frames:
        watch.see(frame)
    return watch, frames


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["flip", "take", "touch"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_hand_that_came_and_went_has_visited_once(kind: str, seed: int) -> None:
    clip = plain_clip(kind, seed)  # type: ignore[arg-type]
    watch, _ = visited(clip)
    (visit,) = watch.visits()
    assert visit.outside <= 16 and visit.owners[0].probability > 0.5
    assert watch.visits() == (), "it is told once"


@pytest.mark.slow
def test_what_was_pushed_is_no_hand_once_the_table_lies_still() -> None:
    watch, frames = visited(plain_clip("flip", 0))
    last = frames[-1]
    pushed = np.roll(last.image, 9, axis=1)  # a mat that somebody pushed, and the picture's edge with it
    for n in range(8):
        watch.see(Frame(pushed, last.time + 0.05 * (n + 1)))
    watch.visits()
    watch.rest(Frame(pushed, last.time + 0.5))
    for n in range(20):
        watch.see(Frame(pushed, last.time + 0.55 + 0.05 * n))
    assert watch.visits() == ()


@pytest.mark.slow
def test_the_rest_is_no_matter_while_a_smack_is_awaited() -> None:
    clip = told_clip([(0, 0.8, 20)])
    frames, plane = list(clip.frames()), clip.view.plane
    watch = SmackDetector(plane, clip.card, seats_around(clip.seats, plane, (130.0, 95.0)))
    told = []
    for n, frame in enumerate(frames):
        if frame.time >= clip.told_at and not watch.armed and not told:
            watch.arm()
        if n % 7 == 0:
            watch.rest(frame)
        found = watch.see(frame)
        told += [] if found is None else [found]
    assert len(told) == 1 and told[0].kind == "smack"

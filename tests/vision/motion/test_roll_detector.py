"""A roll counts once, when at rest and with no hand in view; what hands do with dice is none."""

import msgspec
import numpy as np
import pytest

from companion.table.view import Box, Die
from tests.support.vision.moving import Put, Stage
from vision.camera.frame import Frame
from vision.inference.fusion import fuse, fused
from vision.motion.motion_history import DieArrival, MotionHistory
from vision.motion.roll_detector import RestedTable, detect_roll
from vision.motion.stream_reader import StreamReader

A, B, C = Put(200, 120, 3, 20), Put(420, 200, 5, 50), Put(300, 280, 1, 75)


def test_thrown_dice_are_one_roll_told_soon_after_they_rest() -> None:
    stage = Stage()
    stage.show([], 12)
    stage.throw([], [A, B, C])
    rest = len(stage.frames) - 1
    stage.show([A, B, C], 40)
    told = [(n, look.roll) for n, look in enumerate(stage.watch()) if look.roll is not None]
    assert len(told) == 1
    at, roll = told[0]
    assert sorted(die.value or 0 for die in roll.dice) == [1, 3, 5] and not roll.unsure
    assert roll.time == stage.frames[at].time and (at - rest) / stage.rate <= 0.3


def test_the_states_of_a_roll_come_in_their_order() -> None:
    stage = Stage()
    stage.show([], 12)
    stage.throw([], [A])
    stage.show([A], 12)
    seen = [look.state for look in stage.watch()]
    order = [state for n, state in enumerate(seen) if n == 0 or state != seen[n - 1]]
    assert order == ["settling", "at rest", "idle", "settling", "rolling", "settling", "at rest", "idle"]


def test_only_the_dice_that_were_thrown_are_told() -> None:
    stage = Stage()
    stage.show([A, B], 12)
    stage.throw([A, B], [C])
    stage.show([A, B, C], 20)
    assert stage.rolls() == [([1], False)]


def test_a_die_that_falls_where_the_table_looks_faintly_like_it_is_a_roll() -> None:
    """Dark wood under a dark red die: it seemed to have lain there all the time, unnoticed."""
    stage = Stage()
    stage.stain(A, 0.4)
    stage.show([], 12)
    stage.throw([], [A])
    stage.show([A], 20)
    assert [faces for faces, _ in stage.rolls()] == [[3]]


@pytest.mark.parametrize(("confidence", "rolls"), [(0.4, 1), (0.1, 0)])
def test_what_is_hardly_a_die_has_not_rolled_and_is_in_view(confidence: float, rolls: int) -> None:
    stage = Stage()
    stage.show([A], 12)
    stage.throw([A], [B])
    stage.show([A, B], 20)
    for image, dice in stage.truth.items():
        stage.truth[image] = tuple(
            msgspec.structs.replace(die, confidence=confidence, certain=False, doubts=("not a die",))
            if die.value == B.value and die.centre[0] > A.x + 50
            else die
            for die in dice
        )
    looks = stage.watch()
    assert sum(look.roll is not None for look in looks) == rolls
    assert looks[-1].view is not None and len(looks[-1].view.dice) == 2


def test_dice_that_merely_lie_there_are_no_roll() -> None:
    stage = Stage()
    stage.show([A, B, C], 60)
    assert stage.rolls() == []


@pytest.mark.slow
def test_nothing_is_told_while_a_hand_is_in_view() -> None:
    stage = Stage()
    stage.show([], 12)
    stage.reach([], (150, 300))
    for n in range(1, 13):
        left = (1 - n / 12) ** 2
        stage.show([Put(B.x + 200 * left, B.y, 1 + n % 6 if n < 12 else 5, 50 + 700 * left)], hand=(150, 300))
    stage.show([B], 45, hand=(150, 300))
    looks = stage.watch()
    assert not any(look.roll for look in looks) and looks[-1].state == "hands"
    stage.reach([B], (150, 300), back=True)
    stage.show([B], 20)
    assert stage.rolls() == [([5], False)]


def test_a_die_pushed_by_a_hand_is_a_move() -> None:
    stage = Stage()
    stage.show([A, B], 12)
    stage.reach([A, B], (A.x - SIDE_AND_A_BIT, A.y))
    for n in range(1, 16):
        stage.show([A._replace(x=A.x + 5 * n), B], hand=(A.x - SIDE_AND_A_BIT + 5 * n, A.y))
    moved = A._replace(x=A.x + 75)
    stage.reach([moved, B], (A.x - SIDE_AND_A_BIT + 75, A.y), back=True)
    stage.show([moved, B], 20)
    assert stage.rolls() == []


SIDE_AND_A_BIT = 18


def test_a_die_set_down_by_a_hand_is_no_roll_even_with_another_face() -> None:
    stage = Stage()
    stage.show([A, B], 12)
    stage.reach([A, B], (A.x + 20, A.y))
    stage.reach([B], (A.x + 20, A.y), back=True)
    stage.show([B], 12)
    placed = Put(260, 300, 6, 40)
    stage.reach([B], (280, 300))
    stage.reach([placed, B], (280, 300), back=True)
    stage.show([placed, B], 20)
    assert stage.rolls() == []


THREE = [Put(330, 110, 3, 20), Put(340, 180, 5, 50), Put(330, 250, 1, 75)]


def set_down(seconds: float) -> Stage:
    """Three dice that a hand puts on the table, one below the other, with so much time between them."""
    stage = Stage()
    stage.show([], 12)
    stage.reach([], (360, THREE[0].y))
    for n in range(len(THREE)):
        for y in np.linspace(THREE[max(n - 1, 0)].y, THREE[n].y, round(seconds * stage.rate)):
            stage.show(THREE[:n], hand=(360, float(y)))
        stage.show(THREE[: n + 1], 2, hand=(360, THREE[n].y))
    stage.reach(THREE, (360, THREE[-1].y), back=True)
    stage.show(THREE, 20)
    return stage


def test_dice_that_fingers_set_down_one_after_the_other_are_no_roll() -> None:
    assert set_down(0.6).rolls() == []


def test_dice_poured_out_under_a_hand_are_a_roll_in_doubt() -> None:
    assert set_down(0.07).rolls() == [([1, 3, 5], True)]


@pytest.mark.slow
def test_a_hand_that_covers_dice_for_long_makes_no_roll() -> None:
    stage = Stage()
    stage.show([A, B], 12)
    stage.reach([A, B], (A.x + 20, A.y))
    stage.show([A, B], 60, hand=(A.x + 20, A.y))
    stage.reach([A, B], (A.x + 20, A.y), back=True)
    stage.show([A, B], 20)
    assert stage.rolls() == []


def test_a_second_roll_right_after_the_first_is_told_too() -> None:
    stage = Stage()
    stage.show([], 12)
    stage.throw([], [A, B])
    stage.show([A, B], 14)
    stage.throw([A, B], [C])
    stage.show([A, B, C], 14)
    assert stage.rolls() == [([3, 5], False), ([1], False)]


@pytest.mark.parametrize("gain", [0.6, 1.3])
def test_lamps_do_not_make_a_roll_nor_hide_one(gain: float) -> None:
    stage = Stage()
    stage.show([A], 12)
    stage.show([A], 20, gain=gain)
    assert stage.rolls() == []
    stage.throw([A], [B])
    stage.show([A, B], 20)
    assert stage.rolls() == [([5], False)]


def test_a_bump_of_the_camera_is_no_roll() -> None:
    stage = Stage()
    stage.show([A, B], 12)
    still = len(stage.frames)
    stage.show([A, B], 30)
    for n in range(still, len(stage.frames)):
        shift = (3, -5, 7, -2)[n - still] if n - still < 4 else 6
        image = np.roll(stage.frames[n].image, shift, 1)
        stage.truth[id(image)] = tuple(moved(die, shift) for die in stage.truth[id(stage.frames[n].image)])
        stage.frames[n] = Frame(image, stage.frames[n].time)
    assert stage.rolls() == []


def moved(die: Die, x: float) -> Die:
    import msgspec

    x0, y0, x1, y1 = die.box
    return msgspec.structs.replace(die, box=(x0 + x, y0, x1 + x, y1))


def test_at_one_frame_a_second_a_roll_is_told_as_unsure() -> None:
    stage = Stage(rate=1.0)
    stage.show([A, B], 4)
    stage.show([A, C], 4)
    assert stage.rolls() == [([1], True)]


@pytest.mark.slow
def test_many_frames_a_second_make_no_difference() -> None:
    stage = Stage(rate=240.0)
    stage.show([], 80)
    stage.throw([], [A, B], frames=110)
    stage.show([A, B], 80)
    assert stage.rolls() == [([3, 5], False)]


def test_a_camera_that_freezes_in_the_middle_of_a_roll_tells_none_until_it_goes_on() -> None:
    stage = Stage()
    stage.show([], 12)
    stage.throw([], [A])
    del stage.frames[18:]  # while it is still fast
    frozen = stage.frames[-1]
    stage.frames += [Frame(frozen.image, frozen.time + n / 30) for n in range(1, 40)]
    assert stage.rolls() == []
    stage.show([A], 20)
    assert [dice for dice, _ in stage.rolls()] == [[3]]


@pytest.mark.parametrize("bad", ["black", "white", "noise", "times"])
def test_bad_frames_in_the_middle_make_no_roll_and_hide_none(bad: str) -> None:
    stage = Stage()
    stage.show([A], 12)
    still = len(stage.frames)
    stage.show([A], 10)
    for n in range(still + 2, still + 6):
        image = stage.frames[n].image
        if bad == "times":
            stage.frames[n] = Frame(image, -5.0)
            continue
        spoilt = np.full_like(image, {"black": 0, "white": 255}.get(bad, 0))
        if bad == "noise":
            spoilt = stage.g.integers(0, 255, image.shape, dtype=np.uint8)
        stage.truth[id(spoilt)] = ()
        stage.frames[n] = Frame(spoilt, stage.frames[n].time)
    stage.show([A], 15)
    assert stage.rolls() == []
    stage.throw([A], [B])
    stage.show([A, B], 20)
    assert stage.rolls() == [([5], False)]


def test_another_picture_or_another_size_is_no_roll() -> None:
    stage, other = Stage(), Stage(seed=2)
    stage.show([A], 12)
    other.show([B, C], 12)
    frames = [*stage.frames, *other.frames]
    small = [Frame(np.ascontiguousarray(f.image[:200, :300]), 2.0 + n / 30) for n, f in enumerate(stage.frames)]
    truth = stage.truth | other.truth | {id(f.image): () for f in small}
    watching = StreamReader(lambda image: type(stage.read(stage.frames[0].image))(truth[id(image)]))
    assert not any(watching.look(Frame(f.image, n / 30)).roll for n, f in enumerate([*frames, *small]))


def sighting(value: int | None, confidence: float = 0.99, certain: bool = True, x: float = 10.0) -> Die:
    return Die(
        box=(x, 10, x + 30, 40),
        value=value,
        colour="red",
        confidence=confidence,
        certain=certain,
        alternatives=() if value is None else ((1 + value % 6, 1 - confidence),),
    )


def test_agreement_keeps_what_is_certain_and_dissent_does_not() -> None:
    dice, missed = fuse([[sighting(4)], [sighting(4, x=11)], [sighting(4)]])
    assert [(die.value, die.certain, die.confidence) for die in dice] == [(4, True, 0.99)] and not missed
    torn = fused([sighting(4), sighting(5, 0.97), sighting(4)])
    assert torn.value == 4 and not torn.certain and torn.confidence < 0.9
    assert 5 in [face for face, _ in torn.alternatives]


def test_one_doubtful_frame_in_three_does_not_hide_what_the_others_see() -> None:
    die = fused([sighting(4), sighting(4, 0.7, certain=False), sighting(4)])
    assert (die.value, die.certain) == (4, True) and 0.7 < die.confidence < 0.99
    assert not fused([sighting(4), sighting(4, 0.7, certain=False)]).certain


def test_a_die_seen_in_too_few_frames_is_left_out_and_said_to_be_missing() -> None:
    dice, missed = fuse([[sighting(4), sighting(2, x=200)], [sighting(4)], [sighting(4)]])
    assert [die.value for die in dice] == [4] and missed
    assert not fuse([[sighting(4), sighting(2, 0.3, certain=False, x=200)], [sighting(4)], [sighting(4)]])[1]
    assert fuse([[], [], []]) == ((), False)


def test_a_face_that_no_frame_knows_stays_unknown() -> None:
    assert fused([sighting(None, 0.3, certain=False)] * 3).value is None


class SwungAway(MotionHistory):
    """Before a camera that swung away and came back, with every die of the table in view only then."""

    def __init__(self, hands: bool, since: float) -> None:
        super().__init__()
        self.add(0.0, np.full((180, 320), 110, np.uint8), None)
        self.slack, self._seen, self._since = True, hands, since

    def hands_seen(self) -> bool:
        return self._seen

    def traced(self, box: Box, here: Box, adrift: bool) -> DieArrival:
        return DieArrival(self._since, touched=False, path=0.0, gap=False, speed=0.0, lay_there=True, guessed=True)


@pytest.mark.parametrize(
    ("hands", "since", "lay", "thrown"),
    [
        (True, 2.0, [], [5]),
        (True, 2.0, [A], [5]),  # it is gone, and showed something else
        (True, 2.0, [B._replace(x=60)], []),  # it may be this one
        (False, 2.0, [], []),  # nobody has thrown anything
        (True, 0.0, [], []),  # it was in view all the time
    ],
)
def test_what_comes_into_view_again_may_have_been_thrown_where_hands_have_been(
    hands: bool, since: float, lay: list[Put], thrown: list[int]
) -> None:
    stage = Stage()
    stage.show([B])
    there = stage.read(stage.frames[0].image).dice
    stage.show(lay)
    before = stage.read(stage.frames[-1].image).dice
    bare, with_die = (np.full((180, 320), 110, np.uint8) for _ in range(2))
    with_die[90:110:2, 200:220] = 230
    told, doubt = detect_roll(
        RestedTable(before, bare, 0.5), RestedTable(there, with_die, 0.5), SwungAway(hands, since), there, adrift=True
    )
    assert [die.value for die in told] == thrown and doubt == bool(thrown)

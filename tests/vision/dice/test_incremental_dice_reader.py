"""Dice that lie as they lay keep their reading; what moved, came or was turned is read."""

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.view import Box, Die, SeenDie
from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import Lying, die_of, frames, with_dice
from vision.camera.frame import Image
from vision.dice.changed_places import AROUND, FLICKER
from vision.dice.detector import Candidates, RegionFilter
from vision.dice.dice_reader import DiceReader
from vision.dice.incremental_dice_reader import ANCHORS, IncrementalDiceReader
from vision.plane.sheet_tracker import pages_on_table

(MAT,) = pages_on_table("army-vs-aliens-2011")
VIEW = seen_from(MAT, 30)
TABLE = photographed(MAT, VIEW)
DICE = [Lying(60 + 40 * n, 40 + 30 * (n % 2), 15 * n, n + 1) for n in range(4)]
MOVED = [*DICE[:3], Lying(200, 130, 10, 5)]


class Scene:
    """Finds the dice that are there, and one thing that is none; keeps how many candidates were classified."""

    def __init__(self, dice: list[Lying]) -> None:
        self.there = [die_of(VIEW, die) for die in dice]
        self.looked_at: list[int] = []
        self.unsure = False
        self.overlooked: Box | None = None
        """What is only found by looking closely everywhere."""
        self.hidden: list[Die] = []
        """What is only found by looking at its place."""

    def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
        self.asked = None if worth is None else worth(np.array([die.box for die in self.there], np.float32))
        boxes = [die.box for die in self.there] + [(20.0, 20.0, 50.0, 50.0)]
        boxes = [box for box in boxes if worth is None or box != self.overlooked]
        return Candidates(np.array(boxes, np.float32), np.ones(len(boxes), np.float32))

    def look_at(self, image: Image, found: Candidates, places: np.ndarray) -> Candidates:
        """What the cloth hides from a look at the whole picture is found where something came to lie on it."""
        self.places = places
        middles = (places[:, :2] + places[:, 2:]) / 2
        boxes = [
            die.box
            for die in self.hidden
            if np.any((middles > np.array(die.box[:2])).all(1) & (middles < np.array(die.box[2:])).all(1))
        ]
        self.there += [die for die in self.hidden if die.box in boxes and die not in self.there]
        more = np.array(boxes, np.float32).reshape(-1, 4)
        return Candidates(np.concatenate([found.boxes, more]), np.ones(len(found.boxes) + len(more), np.float32))

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        self.looked_at.append(len(found.boxes))
        return [
            die for die in self.there if any(np.abs(np.array(die.box) - box).max() < 0.1 for box in found.boxes)
        ], self.unsure


def shown(dice: list[Lying]) -> Image:
    (frame,) = frames([(with_dice(TABLE, VIEW, dice), 1)])
    return frame.image


def values(dice: tuple[Die, ...]) -> list[int | None]:
    return sorted(die.value or 0 for die in dice)


def rested(dice: list[Lying], unsure: bool = False) -> tuple[IncrementalDiceReader, Scene]:
    scene = Scene(dice)
    reader = IncrementalDiceReader(DiceReader(scene, scene))
    first = reader.read(shown(dice))
    reader.rested(shown(dice), first.dice, unsure)
    assert scene.looked_at == [len(dice) + 1]
    scene.looked_at.clear()
    return reader, scene


def test_a_die_that_moved_is_read_and_few_others_for_comparison() -> None:
    reader, scene = rested(DICE)
    scene.there = [die_of(VIEW, die) for die in MOVED]
    seen = reader.read(shown(MOVED))
    assert values(seen.dice) == [1, 2, 3, 5] and not seen.unsure
    assert scene.looked_at == [1 + ANCHORS]
    assert scene.asked is not None and scene.asked.tolist() == [
        False,
        False,
        False,
        True,
    ]  # what is worth a closer look


def test_what_is_read_for_comparison_are_clear_dice_of_each_colour() -> None:
    dice = [Lying(40 + 40 * n, 40 + 30 * (n % 2), 15 * n, n % 6 + 1) for n in range(7)]
    reader, scene = rested(dice)
    colours = ("red", "red", "red", "red", "blue", "blue", "red")
    lay = [msgspec.structs.replace(die, colour=colour) for die, colour in zip(scene.there, colours, strict=True)]
    lay[4] = msgspec.structs.replace(lay[4], certain=False, doubts=("faces alike",))
    reader.rested(shown(dice), tuple(lay), False)
    moved = [*dice[:6], Lying(300, 150, 10, 5)]
    scene.there = [*lay[:6], die_of(VIEW, moved[6])]
    assert len(reader.read(shown(moved)).dice) == 7
    assert scene.looked_at == [1 + ANCHORS + 1]  # of the blue ones one is in doubt


def test_where_nothing_changed_nothing_is_read() -> None:
    reader, scene = rested(DICE)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4] and scene.looked_at == []
    darker = cv2.convertScaleAbs(shown(DICE), alpha=0.85)
    assert values(reader.read(np.asarray(darker, np.uint8)).dice) == [1, 2, 3, 4] and scene.looked_at == []


def test_a_die_that_is_taken_away_is_gone() -> None:
    reader, scene = rested(DICE)
    scene.there = scene.there[1:]
    assert values(reader.read(shown(DICE[1:])).dice) == [2, 3, 4]


def test_a_die_that_is_turned_where_it_lies_is_read_though_its_pips_are_faint() -> None:
    reader, scene = rested(DICE)
    scene.there[2] = msgspec.structs.replace(scene.there[2], value=6)
    picture = shown(DICE)
    x, y = np.mean(scene.there[2].top or (), axis=0)
    body = picture[round(float(y)), round(float(x))].astype(int)
    cv2.circle(picture, (round(float(x)), round(float(y))), 3, (body + 16).tolist(), -1)
    assert values(reader.read(picture).dice) == [1, 2, 4, 6]


def test_a_die_that_flickers_and_is_found_in_another_box_is_not_lost() -> None:
    reader, scene = rested(DICE)
    picture = shown(DICE)
    x0, y0, x1, y1 = scene.there[1].box
    rim = round(y0 - AROUND * min(x1 - x0, y1 - y0))  # belongs to the old box, and not to one a little below
    picture[rim : rim + 2, round(x0) : round(x1)] += 40
    scene.there[1] = msgspec.structs.replace(scene.there[1], box=(x0, y0 + 4, x1, y1 + 4))
    assert values(reader.read(picture).dice) == [1, 2, 3, 4]


def test_where_a_die_that_still_lies_there_is_not_found_all_is_read() -> None:
    reader, scene = rested(DICE)
    picture = shown(DICE)
    x0, y0, _, _ = (round(v) for v in scene.there[1].box)
    picture[y0 : y0 + 3, x0 : x0 + 3] += 40
    scene.overlooked = scene.there[1].box
    again = reader.read(picture)
    assert values(again.dice) == [1, 2, 3, 4] and not again.unsure


def test_a_die_that_lies_there_and_is_not_found_at_all_is_not_gone() -> None:
    reader, scene = rested(DICE)
    picture = shown(DICE)
    x0, y0, _, _ = (round(v) for v in scene.there[1].box)
    picture[y0 : y0 + 3, x0 : x0 + 3] += 40
    del scene.there[1]
    again = reader.read(picture)
    assert values(again.dice) == [1, 3, 4] and again.unsure


def test_after_a_doubtful_rest_all_is_read() -> None:
    reader, scene = rested(DICE, unsure=True)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4] and scene.looked_at == [5]
    reader.forget()
    reader.read(shown(DICE))
    assert scene.looked_at == [5, 5]


@pytest.mark.parametrize("unsure", [False, True])
def test_a_die_that_only_a_look_at_its_place_shows_is_found_where_it_came_to_lie(unsure: bool) -> None:
    reader, scene = rested(DICE[:3], unsure=unsure)
    scene.hidden = [die_of(VIEW, DICE[3])]
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]


def test_it_is_looked_at_again_as_long_as_it_lies_there_and_is_not_lost_where_nothing_is_found() -> None:
    reader, scene = rested(DICE[:3])
    scene.hidden = [die_of(VIEW, DICE[3])]
    first = reader.read(shown(DICE))
    reader.rested(shown(DICE), first.dice, True)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]
    assert any(np.allclose(place, scene.hidden[0].box, atol=0.1) for place in scene.places)
    scene.there, scene.hidden = scene.there[:3], []
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]
    scene.there = scene.there[:3]
    assert values(reader.read(shown(DICE[:3])).dice) == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "side", "left"),
    [(FLICKER - 4, 8, [1, 2, 3, 4]), (FLICKER + 20, 3, [1, 2, 3, 4]), (FLICKER + 20, 8, [1, 3, 4])],
)
def test_a_die_that_is_not_found_any_more_is_kept_where_the_picture_only_flickers(
    change: float, side: int, left: list[int]
) -> None:
    """By much in a few pixels, as at an edge, or by less: not by as much as a pip makes."""
    reader, scene = rested(DICE, unsure=True)
    x, y = (round(v) for v in scene.there[1].box[:2])
    now = shown(DICE)
    patch = now[y + 4 : y + 4 + side, x + 4 : x + 4 + side]
    patch[:] = np.where(patch < 128, patch + np.uint8(change), patch - np.uint8(change))
    del scene.there[1]
    assert values(reader.read(now).dice) == left


def test_of_a_die_that_lies_as_it_lay_a_part_that_is_found_is_no_second_one() -> None:
    reader, scene = rested(DICE, unsure=True)
    x0, y0, x1, y1 = scene.there[1].box
    part = (x0, y0, x1 - 0.2 * (x1 - x0), y1 - 0.5 * (y1 - y0))
    scene.there[1] = msgspec.structs.replace(scene.there[1], box=part)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]


@pytest.mark.parametrize("unsure", [False, True])
def test_of_two_dice_of_which_one_hides_much_of_the_other_both_are_kept(unsure: bool) -> None:
    scene = Scene(DICE)
    x0, y0, x1, y1 = scene.there[0].box
    right, down = 0.4 * (x1 - x0), 0.4 * (y1 - y0)
    behind = (x0 + right, y0 + down, x1 + right, y1 + down)
    scene.there[1] = msgspec.structs.replace(scene.there[1], box=behind)
    reader = IncrementalDiceReader(DiceReader(scene, scene))
    reader.rested(shown(DICE), tuple(scene.there), unsure)
    picture = shown(DICE)
    corner = round(behind[3]) - 6, round(behind[2]) - 6
    picture[corner[0] : corner[0] + 4, corner[1] : corner[1] + 4] //= 2
    assert values(reader.read(picture).dice) == [1, 2, 3, 4]
    scene.there = [die for die in scene.there if die.value != 1]
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]


def test_what_was_in_doubt_is_not_kept_where_it_is_not_found_any_more() -> None:
    reader, scene = rested(DICE, unsure=True)
    perhaps = msgspec.structs.replace(scene.there[1], certain=False)
    reader.rested(shown(DICE), (scene.there[0], perhaps, *scene.there[2:]), True)
    del scene.there[1]
    assert values(reader.read(shown(DICE)).dice) == [1, 3, 4]
    assert not any(np.allclose(place, perhaps.box, atol=0.1) for place in scene.places)


@pytest.mark.parametrize("unsure", [False, True])
@pytest.mark.parametrize("turned", [False, True])
def test_a_die_that_was_certain_and_lies_as_it_lay_is_not_put_in_doubt_by_another_look(
    unsure: bool, turned: bool
) -> None:
    reader, scene = rested(DICE, unsure=unsure)
    die = scene.there[1]
    x, y = (round(v) for v in die.box[:2])
    now = shown(DICE)
    side = 8 if turned else 3
    patch = now[y + 4 : y + 4 + side, x + 4 : x + 4 + side]
    patch[:] = np.where(patch < 128, patch + np.uint8(40), patch - np.uint8(40))
    scene.there[1] = msgspec.structs.replace(die, value=6, certain=False, confidence=0.3, doubts=("not a die",))
    seen = reader.read(now).dice
    assert len(seen) == len(DICE)
    now_told = next((one.value, one.certain) for one in seen if one.box == die.box)
    assert now_told == ((6, False) if turned else (2, True))


@pytest.mark.parametrize("unsure", [False, True])
def test_what_somebody_told_goes_before_what_is_read_while_the_die_lies_as_it_lay(unsure: bool) -> None:
    reader, scene = rested(DICE, unsure=unsure)
    die, other = scene.there[1], scene.there[2]
    now = shown(DICE)
    for one in (die, other):
        x, y = (round(v) for v in one.box[:2])
        patch = now[y + 4 : y + 7, x + 4 : x + 7]
        patch[:] = np.where(patch < 128, patch + np.uint8(40), patch - np.uint8(40))
    told = {SeenDie(1.0, die.box): 5}
    reader.tell(told, 1.0)
    assert values(reader.read(now).dice) == [1, 3, 4, 5]
    scene.there[1] = msgspec.structs.replace(die, value=6)  # for certain, as the other one is now
    scene.there[2] = msgspec.structs.replace(other, value=6)
    seen = reader.read(now).dice
    assert values(seen) == [1, 4, 5, 6]
    reader.rested(now, seen, unsure)
    reader.tell(told, 2.0)
    assert values(reader.read(shown(DICE)).dice) == [1, 4, 5, 6], "it lies there still"


@pytest.mark.parametrize("rests", [0, 2])
@pytest.mark.parametrize("otherwise", [{}, {5: 4}], ids=["taken back", "told otherwise"])
def test_what_is_told_otherwise_or_taken_back_is_read_anew_though_it_was_told_some_rests_ago(
    rests: int, otherwise: dict[int, int]
) -> None:
    reader, scene = rested(DICE)
    box = scene.there[1].box
    reader.tell({SeenDie(1.0, box): 5}, 1.0)
    for _ in range(rests):
        reader.rested(shown(DICE), reader.read(shown(DICE)).dice, False)
        reader.tell({SeenDie(1.0, box): 5}, 2.0)
    assert values(reader.read(shown(DICE)).dice) == [1, 3, 4, 5] and scene.looked_at == []
    reader.tell({SeenDie(1.0, box): face for face in otherwise.values()}, 2.0)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4] and scene.looked_at == [len(DICE) + 1]


def test_of_a_face_of_another_kind_than_the_die_has_nothing_is_told() -> None:
    reader, scene = rested(DICE)
    reader.tell({SeenDie(1.0, scene.there[1].box): "bomb"}, 1.0)
    assert values(reader.read(shown(DICE)).dice) == [1, 2, 3, 4]


@pytest.mark.parametrize(("confidence", "missed"), [(0.3, True), (0.05, False)])
def test_what_was_hardly_a_die_is_not_missed_where_it_is_not_found_any_more(confidence: float, missed: bool) -> None:
    reader, scene = rested(DICE)
    hardly = msgspec.structs.replace(scene.there[1], certain=False, confidence=confidence, doubts=("not a die",))
    reader.rested(shown(DICE), (scene.there[0], hardly, *scene.there[2:]), False)
    picture = shown(DICE)
    x0, y0, _, _ = (round(v) for v in hardly.box)
    picture[y0 : y0 + 3, x0 : x0 + 3] += 40
    del scene.there[1]
    again = reader.read(picture)
    assert values(again.dice) == [1, 3, 4] and again.unsure == missed


@pytest.mark.parametrize("unsure", [False, True])
def test_what_is_known_to_be_no_die_is_looked_at_no_more_while_it_lies_as_it_lay(unsure: bool) -> None:
    reader, scene = rested(DICE, unsure=unsure)
    none = (20.0, 20.0, 50.0, 50.0)

    def beside(boxes: np.ndarray) -> np.ndarray:
        return np.asarray([tuple(box) != none and tuple(box) != scene.there[0].box for box in boxes], np.bool_)

    reader.rested(shown(DICE), tuple(scene.there), unsure, beside)
    picture = shown(DICE)
    cv2.circle(picture, (300, 30), 12, (40, 40, 40), -1)
    kept = len(DICE) if unsure else 0  # what was reported as a die stays one, whatever else is said of its place
    assert values(reader.read(picture).dice) == [1, 2, 3, 4]
    assert scene.looked_at == ([kept] if kept else [])
    scene.looked_at.clear()
    cv2.circle(picture, (35, 35), 12, (40, 40, 40), -1)
    reader.read(picture)
    assert scene.looked_at == [len(DICE) + 1 if unsure else 1 + ANCHORS]  # something else may lie there now

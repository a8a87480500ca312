"""The whole way from pixels to dice, on small rendered pictures that lie in the repository."""

import json
from typing import Any

import numpy as np
import pytest

from companion.table.view import Die
from tests.support.paths import DATA
from vision.camera.frame import Frame
from vision.camera.image_files import read_picture
from vision.dice.detector import Candidates
from vision.dice.dice_reader import DiceReader
from vision.dice.pipped_dice_classifier import PippedDiceClassifier
from vision.inference.confidence import ConfidenceModel, Evidence
from vision.motion.stream_reader import StreamReader

READER = DiceReader()


def labels() -> list[dict[str, Any]]:
    entries = json.loads((DATA / "labels.json").read_text())
    for path in sorted((DATA / "scenes").glob("*.json")):
        entry = json.loads(path.read_text())
        entries.append(entry | {"image": f"scenes/{entry['image']}"})
    return entries


def on(die: Die, box: list[float]) -> bool:
    """Whether each middle lies in the other's box."""
    (x, y), (u, v) = die.centre, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    a = die.box
    return box[0] <= x <= box[2] and box[1] <= y <= box[3] and a[0] <= u <= a[2] and a[1] <= v <= a[3]


def test_eighteen_dice_are_read_with_their_colours() -> None:
    entry = labels()[0]
    reading = READER.read(read_picture(DATA / entry["image"]))
    wanted = sorted((o["value"], o["colour"]) for o in entry["objects"])
    assert sorted((d.value, d.colour) for d in reading.dice) == wanted
    assert all(on(die, next(o["box"] for o in entry["objects"] if on(die, o["box"]))) for die in reading.dice)
    assert sum(die.certain for die in reading.dice) >= 16


def test_a_die_is_told_once_though_its_pip_and_a_box_around_two_are_candidates_too() -> None:
    entry = labels()[0]
    image = read_picture(DATA / entry["image"])
    boxes = np.float32([thing["box"] for thing in entry["objects"][:2]])
    ((x0, y0, x1, y1), _) = boxes
    around = np.concatenate([boxes[:, :2].min(0), boxes[:, 2:].max(0)])
    pip = (x0 + 0.4 * (x1 - x0), y0 + 0.4 * (y1 - y0), x0 + 0.6 * (x1 - x0), y0 + 0.6 * (y1 - y0))
    several = Candidates(np.float32([pip, around, *boxes]), np.float32([0.95, 0.9, 0.8, 0.8]))
    read = READER.read(image, several).dice
    assert sorted(die.value or 0 for die in read) == sorted(thing["value"] for thing in entry["objects"][:2])


def test_what_is_hardly_a_die_but_shows_pips_is_reported_in_doubt_among_sheets() -> None:
    entry = labels()[0]
    image = read_picture(DATA / entry["image"])
    dice = [thing for thing in entry["objects"] if thing["value"] > 1]
    faint = Candidates(np.float32([thing["box"] for thing in dice]), np.full(len(dice), 0.01, np.float32))
    among_sheets = DiceReader(READER.finder, PippedDiceClassifier(report_from=0.3)).read(image, faint).dice
    assert READER.read(image, faint).dice == () and len(among_sheets) >= 10
    assert all(not die.certain and "not a die" in die.doubts for die in among_sheets)
    for die in among_sheets:
        assert die.value == next(thing["value"] for thing in dice if on(die, thing["box"]))


def test_what_is_likelier_no_die_is_reported_in_doubt_where_that_is_asked_for() -> None:
    """And whether a die may have been missed is said all the same."""
    lenient = DiceReader(READER.finder, PippedDiceClassifier(report_from=0.15))
    more = 0
    for entry in labels():
        image = read_picture(DATA / entry["image"])
        usual, seen = READER.read(image), lenient.read(image)
        more += len(seen.dice) - len(usual.dice)
        assert seen.unsure == usual.unsure and set(usual.dice) <= set(seen.dice)
        assert not any(die.certain for die in set(seen.dice) - set(usual.dice))
    assert more > 0


def test_what_is_likelier_no_die_is_doubted_for_that_too_whatever_else_speaks_against_it() -> None:
    class Doubtful(ConfidenceModel):
        def of_dice(self, evidence: Evidence) -> np.ndarray:
            return np.full(len(evidence.die), 0.4, np.float32)

    entry = labels()[0]
    x0, y0, x1, y1 = (round(v) for v in entry["objects"][0]["box"])
    cut = np.ascontiguousarray(read_picture(DATA / entry["image"])[:, (x0 + x1) // 2 :])
    box = np.float32([[0, y0, x1 - (x0 + x1) // 2, y1]])
    usual = ConfidenceModel.load()
    trust = Doubtful(usual.die, usual.face, usual.certain_from, usual.report_from)
    (die,) = (
        DiceReader(READER.finder, PippedDiceClassifier(trust=trust, report_from=0.05))
        .read(cut, Candidates(box, np.float32([0.6])))
        .dice
    )
    assert {"cut off", "not a die"} <= set(die.doubts)


def test_what_lies_between_dice_is_no_other_die_however_little_is_enough() -> None:
    entry = labels()[0]
    image = read_picture(DATA / entry["image"])
    left, right = boxes = np.float32([thing["box"] for thing in entry["objects"][1:3]])
    several = Candidates(np.stack([left, (left + right) / 2, right]), np.float32([0.8, 0.2, 0.8]))
    lenient = DiceReader(READER.finder, PippedDiceClassifier(report_from=0.0))
    assert [die.box for die in lenient.read(image, several).dice] == [tuple(box) for box in boxes.tolist()]


def test_two_dice_are_read_though_a_box_around_them_looks_still_more_like_a_die() -> None:
    class Misled(ConfidenceModel):
        def of_dice(self, evidence: Evidence) -> np.ndarray:
            return np.float32([0.999, 0.98, 0.97])[: len(evidence.die)]

    entry = labels()[0]
    image = read_picture(DATA / entry["image"])
    left, right = np.float32([thing["box"] for thing in entry["objects"][1:3]])
    around = np.concatenate([np.minimum(left, right)[:2], np.maximum(left, right)[2:]])
    several = Candidates(np.stack([around, left, right]), np.float32([0.8, 0.5, 0.5]))
    usual = ConfidenceModel.load()
    trust = Misled(usual.die, usual.face, usual.certain_from, usual.report_from)
    read = DiceReader(READER.finder, PippedDiceClassifier(trust=trust)).read(image, several)
    assert [die.box for die in read.dice] == [tuple(box) for box in (left.tolist(), right.tolist())]


def test_nothing_certain_is_wrong_and_most_dice_are_right() -> None:
    right = total = 0
    for entry in labels():
        reading = READER.read(read_picture(DATA / entry["image"]))
        for thing in entry["objects"]:
            if thing["kind"] != "d6" or thing["value"] is None:
                continue
            total += 1
            right += any(on(die, thing["box"]) and die.value == thing["value"] for die in reading.dice)
        for die in reading.dice:
            truth = [o for o in entry["objects"] if on(die, o["box"])]
            if die.certain:
                assert truth, f"{entry['image']}: a certain die at {die.box} where there is none"
                assert truth[0]["value"] in (die.value, None), f"{entry['image']}: {die} is {truth[0]['value']}"
    assert right >= 0.9 * total, f"{right} of {total}"


def test_printed_dice_are_not_read_as_pips() -> None:
    reading = READER.read(read_picture(DATA / "scenes/00014.jpg"))
    assert not any(die.certain for die in reading.dice)


@pytest.mark.parametrize(("height", "width", "grey"), [(16, 16, 0), (720, 1280, 200), (2000, 30, 90)])
def test_an_empty_table_of_any_shape_holds_no_dice(height: int, width: int, grey: int) -> None:
    reading = READER.read(np.full((height, width, 3), grey, np.uint8))
    assert reading.dice == ()
    assert reading.ms > 0


def test_readings_do_not_depend_on_what_was_read_before() -> None:
    image = read_picture(DATA / "scenes/00001.jpg")
    first = READER.read(image)
    READER.read(read_picture(DATA / "eighteen.png"))
    assert READER.read(image).dice == first.dice


def test_alternatives_fall_and_leave_the_reading_out() -> None:
    for entry in labels():
        for die in READER.read(read_picture(DATA / entry["image"])).dice:
            chances = [p for _, p in die.alternatives]
            assert chances == sorted(chances, reverse=True)
            assert die.value not in [face for face, _ in die.alternatives]
            assert 0 <= die.confidence <= 1


def test_a_stream_is_read_once_each_time_it_comes_to_rest() -> None:
    eyes = StreamReader(READER.read)
    table = read_picture(DATA / "eighteen.png")
    empty = np.full_like(table, 120)
    frames = [empty] * 8 + [table] * 10 + [np.roll(table, 60, 1)] * 10
    looks = [eyes.look(Frame(image, n / 12)) for n, image in enumerate(frames)]
    settled = [n for n, look in enumerate(looks) if look.settled]
    assert len(settled) == 3
    views = [looks[n].view for n in settled]
    assert [len(view.dice) for view in views if view] == [0, 18, 18]
    assert looks[-1].view == views[-1]
    assert looks[-1].state == "idle"
    eyes.forget()
    assert eyes.look(Frame(table, 9.0)).view is None


def test_what_is_unsure_says_why_and_what_is_certain_does_not() -> None:
    for entry in labels():
        for die in READER.read(read_picture(DATA / entry["image"])).dice:
            assert bool(die.doubts) != die.certain


@pytest.mark.slow
def test_a_die_that_the_edge_cuts_is_never_certain() -> None:
    image = read_picture(DATA / "eighteen.png")
    told = 0
    for box in [die.box for die in READER.read(image).dice]:
        half = np.ascontiguousarray(image[:, round((box[0] + box[2]) / 2) :])
        reading = READER.read(half)
        cut = [die for die in reading.dice if die.box[0] <= 1 and on(die, [0, box[1], 40, box[3]])]
        assert all(not die.certain and die.doubts[0] == "cut off" for die in cut)
        told += bool(cut) or reading.unsure
    assert told >= 16

"""Zones between lines on the picture, before a camera that does not stay where it was when they were drawn."""

import cv2
import numpy as np
import pytest

from companion.table.view import TableView, Zones
from tests.support.vision.moving import HEIGHT, WIDTH, Put, Stage
from tests.support.vision.tables import ScriptedDice
from vision.camera.frame import Frame, Image
from vision.dice.detector import Candidates
from vision.dice.dice_reader import DiceReading
from vision.motion.stream_reader import TableReading
from vision.table.table_reader import LINES_LOST, TableReader

LEFT, MIDDLE, RIGHT = Put(90, 150, 3, 20), Put(320, 200, 5, 50), Put(550, 180, 1, 75)
LINES = Zones(lines=(0.3, 0.7))


class StageDice(ScriptedDice):
    """Reads what lies on a stage."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage

    def find(self, image: Image, worth: object = None) -> Candidates:
        self.dice = self.stage.read(image).dice
        return super().find(image)

    def read(self, image: Image, found: Candidates | None = None) -> DiceReading:
        return DiceReading(self.stage.read(image).dice, False)


def moved_by(x: float, y: float = 0.0, degrees: float = 0.0) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, 1.0)
    turn[:, 2] += x, y
    return np.vstack([turn, [0, 0, 1]])


def watched(stage: Stage, reader: TableReader) -> TableView:
    looks = [reader.look(frame) for frame in stage.frames]
    view = looks[-1].view
    assert view is not None
    return view


def test_dice_stay_in_their_zones_while_the_camera_swings() -> None:
    stage = Stage()
    stage.show([LEFT, MIDDLE, RIGHT], 70)
    for n in range(30):
        stage.move_camera(20 + n, moved_by(-4.0 * n, 1.0 * n, 0.2 * n))
    for n in range(50, 70):
        stage.move_camera(n, moved_by(-120, 30, 6))
    reader = TableReader(dice=StageDice(stage), lines=LINES)
    view = watched(stage, reader)
    assert {die.value: die.zone for die in view.dice} == {5: "combat", 1: "scoring"}, "the third is out of view"
    assert all(die.certain for die in view.dice) and not view.missing
    since = reader.since_lines
    assert since is not None
    (there,) = cv2.perspectiveTransform(np.array([[[0.3 * WIDTH, 100.0]]]), since)[0]
    (true,) = cv2.perspectiveTransform(np.array([[[0.3 * WIDTH, 100.0]]]), moved_by(-120, 30, 6))[0]
    assert np.abs(there - true).max() < 4, "the lines are drawn where they lie on the table"


def test_lines_that_are_drawn_anew_are_those_of_the_picture_that_is_seen() -> None:
    stage = Stage()
    stage.show([MIDDLE, RIGHT], 70)
    for n in range(20, 70):
        stage.move_camera(n, moved_by(-min(4.0 * (n - 20), 120.0)))
    reader = TableReader(dice=StageDice(stage), lines=LINES)
    assert {die.value: die.zone for die in watched(stage, reader).dice} == {5: "combat", 1: "scoring"}
    view = reader.move_lines(Zones(lines=(0.4, 0.6)))  # at 256 and 384; the dice are seen at 200 and 430
    assert view is not None and {die.value: die.zone for die in view.dice} == {5: "rally", 1: "scoring"}


def test_where_the_motion_was_lost_no_die_is_in_any_zone_until_lines_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    stage.show([MIDDLE], 30)
    stage.throw([MIDDLE], [RIGHT])
    stage.show([MIDDLE, RIGHT], 30)
    reader = TableReader(dice=StageDice(stage), lines=LINES)
    look = reader._watch.look

    def lost(frame: Frame) -> TableReading:
        told = look(frame)
        return told._replace(adrift=told.settled and len(told.view.dice if told.view else ()) == 2)

    monkeypatch.setattr(reader._watch, "look", lost)
    view = watched(stage, reader)
    assert view.missing == (LINES_LOST,) and len(view.dice) == 2
    assert all(die.zone is None and not die.certain for die in view.dice)
    again = reader.move_lines(LINES)
    assert again is not None and {die.value: die.zone for die in again.dice} == {5: "combat", 1: "scoring"}
    assert again.missing == ()

"""Dice that are read without a game: rolls are listed once, what is in doubt is asked, and what is put right stays so.
The table is drawn, and read without cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from tests.support.vision.moving import Put, Reading, Stage
from ui.rolls.roll_log import RollLog
from ui.rolls.roll_session import MOST_PICTURES, RollSession
from vision.camera.frame import Frame, Image

A, B, C = Put(200, 120, 3, 20), Put(420, 200, 5, 50), Put(300, 260, 5, 10)


class Table:
    """A stage before a session; which of its dice are in doubt is told by `doubts`."""

    def __init__(self, folder: Path) -> None:
        """`folder`: of the list of rolls."""
        self.stage = Stage()
        self.log = RollLog(folder, clock=lambda: 1000.0)
        self.doubts: set[int] = set()
        """Faces that are read without certainty, with 1 as the other likely one."""
        self.missed = False
        self.session = RollSession(self.read, self.log, name="table", live=True)
        self.shown = 0

    def read(self, image: Image) -> Reading:
        dice = self.stage.read(image).dice
        unsure: dict[str, Any] = {"certain": False, "confidence": 0.6, "alternatives": ((1, 0.3),)}
        return Reading(
            tuple(msgspec.structs.replace(die, **unsure) if die.value in self.doubts else die for die in dice),
            self.missed,
        )

    def look(self) -> None:
        """Show the frames that were added since."""
        for frame in self.stage.frames[self.shown :]:
            self.session.see(frame)
        self.shown = len(self.stage.frames)

    def lie(self, *dice: Put) -> None:
        self.stage.show(dice, 14)
        self.look()

    def throw(self, lying: list[Put], thrown: list[Put]) -> None:
        self.stage.throw(lying, thrown)
        self.stage.show([*lying, *thrown], 14)
        self.look()

    @property
    def faces(self) -> list[list[int | None]]:
        return [[one.die.value for one in roll.dice] for roll in self.log.rolls]

    def key_of(self, face: int) -> int:
        return next(one.key for one in self.session.scene.dice if one.read.value == face)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path)
    made.lie()
    return made


def test_each_roll_is_listed_once_with_its_picture(table: Table) -> None:
    assert table.session.scene.looked and table.session.scene.dice == ()
    table.throw([], [A])
    table.throw([A], [B])
    table.lie(A, B)
    assert table.faces == [[3], [5]]
    assert [one.die.value for one in table.session.scene.dice] == [3, 5]
    assert all(roll.seen and roll.counts for roll in table.log.rolls)
    for roll in table.log.rolls:
        picture = cv2.imdecode(np.frombuffer(table.session.pictures[roll.key], np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None and max(picture.shape[:2]) <= 320
    heard = table.session.scene.heard
    assert heard is not None and (heard.key, heard.cue) == (table.log.rolls[-1].key, "roll")


def test_while_something_moves_that_is_said_and_nothing_is_counted(table: Table) -> None:
    table.lie(A)
    table.stage.reach([A], (300, 120))
    table.look()
    assert table.session.scene.moving
    assert table.session.count_now() == "wait until the dice lie still and no hand is over them"
    assert table.log.rolls == ()


def test_a_table_that_never_rests_is_told(table: Table) -> None:
    dark = np.zeros((360, 640, 3), np.uint8)
    for n in range(30):
        table.session.see(Frame(dark, 50 + n / 10))
    assert not table.session.scene.restless
    for n in range(30, 45):
        table.session.see(Frame(dark, 50 + n / 10))
    assert table.session.scene.restless
    for n, frame in enumerate(table.stage.frames):
        table.session.see(Frame(frame.image, 60 + n / 30))
    assert not table.session.scene.restless


def test_what_lies_there_is_counted_when_a_player_says_so(table: Table) -> None:
    assert table.session.count_now() == "no die lies there"
    table.lie(A, B)
    assert table.log.rolls == ()  # nobody has thrown them
    assert not table.session.counted_already
    assert table.session.count_now() is None
    assert table.session.counted_already
    assert table.faces == [[3, 5]] and not table.log.rolls[0].seen


def test_a_die_in_doubt_is_asked_and_does_not_count_before(table: Table) -> None:
    table.doubts = {5}
    table.throw([], [A, B])
    scene = table.session.scene
    assert [one.read.value for one in scene.doubtful] == [5]
    assert scene.heard is not None and scene.heard.cue == "question"
    assert not table.log.rolls[0].counts
    table.session.correct(scene.doubtful[0].key, 5)
    assert table.session.scene.doubtful == ()
    assert table.log.rolls[0].counts and not table.log.rolls[0].corrected  # it was read rightly
    table.stage.reach([A, B], (100, 60))  # a hand comes, and goes
    table.stage.reach([A, B], (100, 60), back=True)
    table.lie(A, B)
    assert table.session.scene.doubtful == ()  # nobody is asked twice


def test_a_doubt_ends_where_the_die_is_seen_better_as_it_lies(table: Table) -> None:
    table.doubts = {5}
    table.throw([], [A, B])
    assert not table.log.rolls[0].counts
    table.doubts = set()
    table.stage.reach([A, B], (100, 60))
    table.stage.reach([A, B], (100, 60), back=True)
    table.lie(A, B)
    assert table.session.scene.doubtful == () and table.log.rolls[0].counts and not table.log.rolls[0].corrected


def test_a_die_that_was_put_right_stays_so_while_it_lies_there(table: Table) -> None:
    table.throw([], [A, B])
    table.session.correct(table.key_of(5), 6)
    assert table.faces == [[3, 6]] and table.log.rolls[0].corrected
    table.throw([A, B], [Put(100, 300, 2, 5)])
    assert sorted(one.die.value or 0 for one in table.session.scene.dice) == [2, 3, 6]
    table.session.correct(table.key_of(5), 5)
    assert table.faces == [[3, 5], [2]]
    assert not any(one.corrected for one in table.log.rolls[0].dice)


def test_what_was_put_right_stays_so_before_a_camera_in_a_hand(table: Table) -> None:
    table.throw([], [A, B])
    table.session.correct(table.key_of(5), 6)
    keys = {one.key for one in table.session.scene.dice}
    table.stage.show([A, B], 90)
    table.stage.shake(3, drift=40, first=table.shown)
    table.look()
    assert table.faces == [[3, 6]]
    assert {one.key for one in table.session.scene.dice} == keys
    assert sorted(one.die.value or 0 for one in table.session.scene.dice) == [3, 6]


def test_what_is_no_die_is_left_out_until_it_has_gone(table: Table) -> None:
    table.throw([], [A, B])
    table.session.correct(table.key_of(5), None)
    assert table.faces == [[3]] and len(table.session.scene.dice) == 1
    table.throw([A, B], [C])
    assert len(table.session.scene.dice) == 2 and table.faces == [[3], [5]]
    table.session.correct(-1, 4)  # a die that has gone meanwhile
    assert table.faces == [[3], [5]]


def test_a_roll_in_which_a_die_may_be_missed_waits_for_a_yes(table: Table) -> None:
    table.missed = True
    table.throw([], [A])
    roll = table.log.rolls[0]
    assert roll.doubtful and not roll.counts and table.session.scene.missed
    table.log.accept(roll.key)
    assert table.log.rolls[0].counts
    table.throw([A], [B])
    table.log.leave_out(table.log.rolls[1].key)
    assert table.faces == [[3]]


def test_another_picture_is_read_anew_even_if_it_is_the_same(table: Table) -> None:
    table.lie(A)
    table.session.correct(table.key_of(3), 4)
    table.session.lay_down()
    assert not table.session.scene.looked
    assert table.session.count_now() is not None
    table.lie(A)
    assert [one.die.value for one in table.session.scene.dice] == [3] and table.log.rolls == ()


def test_pictures_are_small_and_few(table: Table) -> None:
    table.lie(A)
    for _ in range(MOST_PICTURES + 3):
        table.session.count_now()
    assert len(table.log.rolls) == MOST_PICTURES + 3
    assert list(table.session.pictures) == [roll.key for roll in table.log.rolls[3:]]
    assert sum(map(len, table.session.pictures.values())) < 40_000 * MOST_PICTURES


def test_the_picture_has_what_is_read_drawn_in_while_nothing_moves(table: Table) -> None:
    table.lie(A, B)
    image = table.stage.frames[-1].image
    drawn = table.session.draw(image)
    x0, y0, _, _ = (round(side) for side in table.session.scene.dice[0].die.box)
    assert not np.array_equal(drawn[y0 - 20 : y0, x0 : x0 + 20], image[y0 - 20 : y0, x0 : x0 + 20])
    table.stage.reach([A, B], (300, 120))
    table.look()
    assert table.session.draw(image) is image


def test_lines_about_the_source_go_when_it_comes_back(table: Table) -> None:
    table.lie(A)
    table.session.stalled("table sends no new picture: check its cable")
    assert table.session.scene.trouble == "table sends no new picture: check its cable"
    table.session.see(Frame(table.stage.frames[-1].image, 99.0))
    assert table.session.scene.trouble is None
    table.session.tell("bad.jpg: no picture")
    table.session.see(Frame(table.stage.frames[-1].image, 99.1))
    assert table.session.scene.fault == "bad.jpg: no picture"  # until it is read
    table.session.tell(None)
    assert table.session.scene.fault is None
    table.session.source_ended("table has stopped")
    assert table.session.scene.ended and table.session.scene.trouble == "table has stopped"

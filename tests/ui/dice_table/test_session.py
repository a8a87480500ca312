"""The table in play, without a screen: eyes that know the stage tell it what they see, players tell it what they do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.match.journal import Played, Undone
from companion.referee.zone_rolls import Seating
from companion.table.view import Zones
from tests.support.app.staged import Lying, Stage, row, stage, view_of
from ui.core.moves import rally_of
from ui.dice_table.demo_follower import Choice, Follower, Recording
from ui.dice_table.session import Kind, TableSession
from vision.motion.stream_reader import TableReading

GAME = companion.load("army-vs-aliens-2011")
SEATING = Seating({0: "blue", 1: "green"})
ARMY = [1, 1, 2, 2, 3, 4, 4, 6, 6]
ALIENS = [1, 2, 2, 3, 3, 4, 4, 5, 6]
SET_UP = [*row("blue", ARMY), *row("green", ALIENS)]


def event(**plain: Any) -> Any:
    return GAME.parse_event(plain)


class Clip:
    """A clip that goes where the test puts it."""

    def __init__(self) -> None:
        self.position = 0.0
        self.paused = False

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False


class Table:
    """A session and the eyes on it."""

    def __init__(self, kind: Kind = "pictures", follower: Follower | None = None) -> None:
        self.clip = Clip()
        self.session = TableSession(
            GAME, SEATING, Zones(), kind=kind, clip=self.clip if follower else None, follower=follower
        )
        self._time = 0.0
        self._view: Any = None

    def rest(self, lying: Sequence[Lying] | Stage) -> None:
        """Something moves, then these dice lie still."""
        shown = lying if isinstance(lying, Stage) else stage(lying)
        self.session.saw(TableReading("hands", self._view, False, 0.1))
        self._time += 1.0
        self._view = view_of(shown, self._time)
        self.session.saw(TableReading("at rest", self._view, True, 5.0))
        self.session.saw(TableReading("idle", self._view, False, 0.1))

    def idle(self) -> None:
        self.session.saw(TableReading("idle", self._view, False, 0.1))

    @property
    def scene(self) -> Any:
        return self.session.scene

    @property
    def rolled(self) -> list[tuple[int, ...]]:
        return [m.event.faces for m in self.scene.standing if m.chance]


def set_up() -> Table:
    table = Table()
    table.rest(SET_UP)
    return table


# ---------------------------------------------------------------------------------------------------------- rolls


def test_the_first_rolls_are_read_off_one_photograph() -> None:
    table = set_up()
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]
    assert table.scene.awaited.need == "action"
    assert table.scene.awaited.seat == 0
    assert [entry.source for entry in table.scene.entries] == ["seen", "seen"]


def test_players_roll_one_after_the_other() -> None:
    table = Table()
    table.rest(row("blue", ARMY))
    assert table.scene.awaited.seat == 1
    table.rest(SET_UP)
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]


@pytest.mark.parametrize("kind", ["camera", "film"])
def test_dice_that_lie_there_when_a_camera_starts_count_only_with_a_yes(kind: Kind) -> None:
    table = Table(kind)
    table.rest(SET_UP)
    assert table.rolled == []
    assert table.scene.ask.kind == "first"
    table.session.agree(True)
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]
    assert table.scene.ask is None


def test_after_a_no_the_dice_have_to_be_thrown() -> None:
    table = Table("camera")
    table.rest(SET_UP)
    table.session.agree(False)
    assert (table.rolled, table.scene.ask) == ([], None)
    table.rest(SET_UP)  # a hand has passed over them
    assert table.scene.ask.kind == "still"
    table.rest(stage([*row("blue", [6, *ARMY[1:]]), *row("green", ALIENS)], shift=60))
    assert table.rolled == [tuple(sorted([6, *ARMY[1:]])), tuple(ALIENS)]


def test_a_doubtful_die_is_asked_about_and_counts_once_it_is_said() -> None:
    table = Table()
    table.rest([Lying("blue", 1, certain=False), *row("blue", ARMY[1:]), *row("green", ALIENS)])
    scene = table.scene
    assert table.rolled == []
    assert (scene.ask.kind, scene.ask.dice) == ("faces", (0,))
    table.session.correct(scene.view.dice[0], 5)
    assert table.rolled == [tuple(sorted([5, *ARMY[1:]])), tuple(ALIENS)]
    assert table.scene.view.certain


def test_one_of_the_likely_rolls_can_be_chosen() -> None:
    table = Table()
    table.rest([Lying("blue", 1, certain=False), *row("blue", ARMY[1:])])
    table.session.answer(table.scene.ask.rolls[0])
    assert table.rolled == [tuple(ARMY)]
    assert table.scene.entries[0].source == "typed"


def test_too_few_dice_are_named() -> None:
    table = Table()
    table.rest(row("blue", ARMY[:-1]))
    assert table.scene.ask.kind == "fewer"
    assert "8 blue dice" in table.scene.ask.text
    assert table.rolled == []


def test_a_rally_is_answered_by_the_next_rest_only() -> None:
    table = set_up()
    table.session.choose(rally_of(GAME, [6, 6]))
    assert table.scene.awaited.dice == 2
    table.idle()
    assert table.scene.awaited.need == "roll"
    table.rest([*row("blue", [1, 1, 2, 2, 3, 4, 4]), *row("green", ALIENS)])
    assert table.scene.ask is None  # the two are in the hand
    table.rest(stage([*row("blue", [1, 1, 2, 2, 3, 4, 4, 3, 5]), *row("green", ALIENS)]))
    assert table.rolled[-1] == (3, 5)
    assert table.scene.awaited.seat == 1


def test_dice_that_have_not_moved_are_no_roll_by_themselves() -> None:
    table = set_up()
    table.session.choose(rally_of(GAME, [6, 6]))
    table.rest(SET_UP)  # a hand came and went
    assert table.scene.ask.kind == "still"
    assert table.scene.awaited.need == "roll"
    table.session.agree(True)
    assert table.rolled[-1] == (6, 6)


def test_a_roll_can_be_typed_and_drawn_by_lot() -> None:
    table = Table()
    table.session.enter_roll([6, 5, 4, 3, 2, 1, 1, 1, 1])
    assert table.rolled == [(1, 1, 1, 1, 2, 3, 4, 5, 6)]
    table.session.draw_lot()
    assert len(table.rolled[1]) == 9
    assert [entry.source for entry in table.scene.entries] == ["typed", "lot"]


def test_a_typed_roll_of_the_wrong_number_is_refused_with_its_clause() -> None:
    table = Table()
    table.session.enter_roll([1, 2])
    assert table.rolled == []
    assert "AVA-2.1" in table.scene.notice


# ---------------------------------------------------------------------------------------------------------- moves


def test_a_move_is_applied_and_the_dice_to_move_are_named() -> None:
    table = set_up()
    table.session.choose(event(do="attack", **{"with": [4]}, hit=[[1, 4]]))
    scene = table.scene
    assert scene.position.players[0].scored == (4,)
    assert scene.to_do[-1].event == event(do="attack", **{"with": [4]}, hit=[[1, 4]])
    assert scene.differences
    moved = [
        *row("blue", [1, 1, 2, 2, 3, 4, 6, 6]),
        *row("blue", [4], "rally"),
        *row("green", [1, 2, 2, 3, 3, 4, 5, 6]),
        *row("green", [4], "scoring"),
    ]
    table.rest(moved)
    assert table.scene.differences == ()


def test_table_and_game_that_differ_are_named_and_nothing_is_blocked() -> None:
    table = set_up()
    table.rest([*row("blue", ARMY[:-1]), *row("green", ALIENS)])
    scene = table.scene
    assert not scene.to_do
    assert any("Combat" in line for line in scene.differences)
    table.session.choose(event(do="attack", **{"with": [4]}, hit=[[1, 4]]))
    assert table.scene.awaited.seat == 1


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    table = set_up()
    table.session.choose(event(do="attack", **{"with": [1]}, hit=[[1, 4]]))
    assert "AVA-3.2" in table.scene.notice
    assert table.scene.awaited.seat == 0
    table.session.dismiss()
    assert table.scene.notice is None


# ---------------------------------------------------------------------------------------------------------- corrections


def test_a_correction_reads_the_roll_of_this_rest_again() -> None:
    table = Table()
    wrong = [Lying("blue", 5, misread=1), *row("blue", ARMY[1:]), *row("green", ALIENS)]
    table.rest(wrong)
    assert table.rolled[0] == tuple(ARMY)
    table.session.correct(table.scene.view.dice[0], 5)
    assert table.rolled == [tuple(sorted([5, *ARMY[1:]])), tuple(ALIENS)]
    assert [type(entry) for entry in table.scene.entries] == [Played, Played, Undone, Undone, Played, Played]


def test_a_correction_stays_while_the_die_stays() -> None:
    table = Table()
    wrong = [Lying("blue", 5, misread=1), *row("blue", ARMY[1:]), *row("green", ALIENS)]
    table.rest(wrong)
    table.session.correct(table.scene.view.dice[0], 5)
    table.rest(wrong)
    assert table.scene.view.dice[0].value == 5
    table.rest(stage(wrong, shift=80))
    assert table.scene.view.dice[0].value == 1


def test_confirming_what_was_read_changes_nothing() -> None:
    table = set_up()
    table.session.correct(table.scene.view.dice[0], 1)
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]
    assert len(table.scene.entries) == 2


def test_a_correction_after_a_move_says_that_the_die_has_counted() -> None:
    table = set_up()
    table.session.choose(event(do="attack", **{"with": [4]}, hit=[[1, 4]]))
    table.session.correct(table.scene.view.dice[0], 2)
    assert "undo back" in table.scene.notice
    assert table.rolled[0] == tuple(ARMY)


def test_what_is_no_die_leaves_the_view() -> None:
    table = Table()
    table.rest([*row("blue", ARMY), Lying("blue", 3), *row("green", ALIENS)])
    assert table.scene.ask.kind == "more"
    table.session.correct(table.scene.view.dice[9], is_die=False)
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]


def test_the_colour_of_a_die_can_be_corrected() -> None:
    table = Table()
    table.rest([*row("blue", ARMY[:-1]), Lying("black", 6), *row("green", ALIENS)])
    assert table.rolled == []
    table.session.correct(table.scene.view.dice[8], colour="blue")
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]


def test_a_die_that_has_gone_is_left_alone() -> None:
    table = set_up()
    old = table.scene.view.dice[0]
    table.rest(stage(SET_UP, shift=70))
    table.session.correct(old, 6)
    assert table.scene.view.dice[0].value == 1


# ---------------------------------------------------------------------------------------------------------- undo


def test_undo_takes_back_one_event_and_stays_in_the_record() -> None:
    table = set_up()
    table.session.choose(event(do="attack", **{"with": [4]}, hit=[[1, 4]]))
    table.session.undo()
    assert table.scene.awaited.seat == 0
    assert len(table.scene.standing) == 2
    assert isinstance(table.scene.entries[-1], Undone)


def test_a_roll_that_was_undone_does_not_count_again_by_itself() -> None:
    table = set_up()
    table.session.undo()
    assert table.scene.ask.kind == "again"
    assert len(table.rolled) == 1
    table.session.agree(True)
    assert table.rolled == [tuple(ARMY), tuple(ALIENS)]


def test_undo_at_the_start_says_so() -> None:
    table = Table()
    table.session.undo()
    assert "nothing to undo" in table.scene.notice


def test_a_new_game_does_not_take_the_dice_as_they_lie() -> None:
    table = set_up()
    table.session.new_game()
    assert table.scene.entries == ()
    table.rest(SET_UP)
    assert table.scene.ask.kind == "still"


# ---------------------------------------------------------------------------------------------------------- zones


def test_lines_stay_in_order_and_sort_the_dice_once_they_are_set() -> None:
    table = Table()
    table.rest(row("blue", ARMY))
    table.session.undo()
    table.session.set_line(0, 0.9)
    assert table.session.overlay[0].lines == (0.69, 0.75)
    table.session.set_line(0, 0.25)
    table.session.lines_set()
    assert table.scene.ask.kind == "again"


def test_the_overlay_shows_no_dice_while_something_moves() -> None:
    table = set_up()
    assert table.session.overlay[1] is table.scene.view
    table.session.saw(TableReading("hands", table.scene.view, False, 0.1))
    assert table.session.overlay[1] is None


# ---------------------------------------------------------------------------------------------------------- recording

ATTACK = {"do": "attack", "with": [4], "hit": [[1, 4]]}
RALLY = {"do": "rally", "roll": [5, 6]}
OTHER = {"do": "attack", "with": [3], "hit": [[1, 3]]}


def recorded() -> Table:
    choices = (Choice(5.0, event(**ATTACK)), Choice(8.0, event(**RALLY)))
    recording = Recording(Path("clip.mp4"), GAME, Zones(), ("blue", "green"), choices)
    table = Table("recording", Follower(recording))
    table.rest(SET_UP)
    return table


def at(table: Table, seconds: float) -> None:
    table.clip.position = seconds
    table.idle()


def test_recorded_choices_are_made_when_the_clip_reaches_them() -> None:
    table = recorded()
    at(table, 4.9)
    assert len(table.scene.standing) == 2
    at(table, 5.0)
    assert table.scene.entries[-1].source == "recorded"
    assert table.scene.awaited.seat == 1
    assert not table.clip.paused
    at(table, 8.1)
    assert table.scene.awaited.need == "roll"
    assert not table.clip.paused


def test_an_unread_roll_stops_the_clip_at_the_next_choice() -> None:
    table = recorded()
    table.session.undo()
    table.session.play_by_itself(True)
    assert table.scene.ask.kind == "again"
    at(table, 4.0)
    assert not table.clip.paused
    at(table, 5.0)
    assert table.clip.paused
    table.session.agree(True)
    assert table.scene.awaited.seat == 1
    assert not table.clip.paused


def test_without_playing_by_itself_the_clip_waits_for_the_player() -> None:
    table = recorded()
    table.session.play_by_itself(False)
    at(table, 5.0)
    assert table.clip.paused
    assert table.scene.waits
    table.session.choose(event(**ATTACK))
    assert not table.clip.paused
    assert table.scene.follows


def test_the_recorded_move_may_be_chosen_early() -> None:
    table = recorded()
    at(table, 3.0)
    table.session.choose(event(**ATTACK))
    at(table, 5.0)
    assert len(table.scene.standing) == 3
    assert table.scene.follows


def test_another_move_leaves_the_recording_and_says_so() -> None:
    table = recorded()
    table.session.choose(event(**OTHER))
    scene = table.scene
    assert not scene.follows
    assert "cannot follow" in scene.notice
    assert table.clip.paused
    assert scene.differences == ()
    table.session.choose(event(do="rally", roll=[1]))
    table.rest(SET_UP)
    assert table.scene.awaited.need == "roll"  # what the clip shows means nothing any more
    table.session.enter_roll([2])
    assert table.scene.awaited.need == "action"


def test_turning_back_meets_the_recording_again() -> None:
    table = recorded()
    table.session.choose(event(**OTHER))
    table.session.undo()
    assert table.scene.follows
    assert table.scene.by_itself is False
    table.session.play_by_itself(True)
    at(table, 5.0)
    assert table.scene.entries[-1].source == "recorded"


def test_an_undone_recorded_choice_comes_again() -> None:
    table = recorded()
    at(table, 5.0)
    table.session.undo()
    at(table, 5.1)
    assert table.scene.waits
    table.session.choose(event(**ATTACK))
    assert table.scene.follows
    assert table.scene.awaited.seat == 1


def test_a_recorded_choice_that_does_not_fit_stops_and_says_so() -> None:
    choices = (Choice(5.0, event(do="attack", **{"with": [5]}, hit=[[1, 4]])),)
    recording = Recording(Path("clip.mp4"), GAME, Zones(), ("blue", "green"), choices)
    table = Table("recording", Follower(recording))
    table.rest(SET_UP)
    at(table, 5.0)
    scene = table.scene
    assert scene.by_itself is False
    assert "does not fit" in scene.notice
    assert table.clip.paused


def test_a_roll_drawn_by_lot_leaves_the_recording() -> None:
    table = recorded()
    at(table, 5.0)
    at(table, 8.0)
    table.session.draw_lot()
    assert not table.scene.follows


def test_the_end_of_the_clip_is_told() -> None:
    table = recorded()
    table.session.source_ended()
    assert table.scene.ended
    assert table.scene.seeing == "ended"


def test_a_source_that_breaks_off_is_told_with_its_reason() -> None:
    table = set_up()
    table.session.source_ended("webcam 0 has stopped; plug it in again")
    assert table.scene.seeing == "lost"
    assert "webcam 0" in table.scene.notice
    table.session.choose(event(**ATTACK))
    assert table.scene.awaited.seat == 1


def test_a_player_pauses_and_goes_on() -> None:
    table = recorded()
    table.session.hold(True)
    assert table.clip.paused
    at(table, 6.0)
    assert len(table.scene.standing) == 2
    table.session.hold(False)
    assert not table.clip.paused
    assert len(table.scene.standing) == 3


def test_frames_that_do_not_come_are_told_until_they_come() -> None:
    table = set_up()
    table.session.stalled("webcam 0 sends no new picture: check its cable")
    assert table.scene.seeing == "lost"
    assert "no new picture" in table.scene.notice
    table.idle()
    assert table.scene.seeing == "still"
    assert table.scene.notice is None

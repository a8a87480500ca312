"""What dice show by what players answered, for the eyes to learn from; gone once it is taken back or corrected."""

from __future__ import annotations

import companion
from companion.games.doubles_wild.pieces import Threw
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.tracker import MatchTracker
from companion.table import Colour, Die
from companion.table.view import SeenDie, TableView
from tests.companion.referee.test_tracker import SC, WAITS, pawns
from tests.support.games import checkers
from tests.support.referee.sightings import die

NUMBER = die(3, None, at=(0.0, 100.0), sure=0.5, alternatives=((5, 0.4),), doubts=("faces alike",))
DIRECTION = die("blue", "white", at=(40.0, 100.0))


def thrown(time: float) -> TableView:
    return pawns("1,1 1,5", "9,9 9,3", NUMBER, DIRECTION, time=time)


def answered(number: int) -> MatchTracker:
    """A roll in doubt that a player typed."""
    tracker = MatchTracker(SeatedGame.usual(SC), Journal(SC, WAITS))
    tracker.observe(pawns("1,1 1,5", "9,9 9,3"))
    tracker.observe(thrown(1.0), [NUMBER, DIRECTION])
    assert tracker.told_faces.standing() == {}
    tracker.say(checkers.roll(f"{number} blue"))
    return tracker


def told(number: int) -> dict[SeenDie, object]:
    return {SeenDie(1.0, NUMBER.box): number, SeenDie(1.0, DIRECTION.box): "blue"}


def test_an_answer_tells_what_the_die_showed() -> None:
    assert answered(3).told_faces.standing() == told(3)
    assert answered(5).told_faces.standing() == told(5)


def test_what_is_taken_back_tells_nothing_any_more() -> None:
    tracker = answered(5)
    tracker.take_back()
    assert tracker.told_faces.standing() == {}


def test_what_is_corrected_tells_what_it_was_corrected_to() -> None:
    tracker = answered(5)
    tracker.correct(0, checkers.roll("3 blue"))
    assert tracker.told_faces.standing() == told(3)


def test_what_followed_from_a_roll_that_is_corrected_tells_nothing_any_more() -> None:
    tracker = answered(5)
    tracker.say(checkers.move("1,1", "blue"))
    tracker.correct(0, checkers.roll("3 blue"))
    assert 5 not in tracker.told_faces.standing().values()


def test_it_is_told_still_once_the_game_has_gone_on() -> None:
    tracker = answered(5)
    tracker.say(checkers.move("1,1", "blue"))
    assert tracker.told_faces.standing() == told(5)


def throws(*faces: int, colour: Colour = "blue") -> tuple[MatchTracker, list[Die]]:
    """The first throw for the start, the last of whose three dice is in doubt, beside three that lay there before."""
    game = companion.load("doubles-wild").called(("Anna", "Ben"))
    tracker = MatchTracker(SeatedGame.usual(game))
    old = [die(2, "red", at=(20.0 * n, 0.0)) for n in range(3)]
    sure = [die(face, colour, at=(20.0 * n, 60.0)) for n, face in enumerate(faces[:-1])]
    doubted = die(faces[-1], colour, at=(60.0, 60.0), sure=0.7, doubts=("faces alike",))
    tracker.observe(TableView(time=0.0, width=640, height=480, dice=tuple(old)))
    rolled = [*sure, doubted]
    tracker.observe(TableView(time=1.0, width=640, height=480, dice=(*old, *rolled)), rolled)
    return tracker, rolled


def test_a_throw_of_which_the_position_keeps_nothing_tells_its_dice_by_their_colour() -> None:
    tracker, rolled = throws(3, 4, 6)
    assert tracker.told_faces.standing() == {}
    tracker.say(Threw((3, 4, 6)))
    assert tracker.told_faces.standing() == {
        SeenDie(1.0, one.box): face for one, face in zip(rolled, (3, 4, 6), strict=True)
    }
    tracker.take_back()
    assert tracker.told_faces.standing() == {}

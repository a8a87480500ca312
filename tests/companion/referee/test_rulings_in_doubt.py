"""What is against the rules is ruled although something is in doubt, and what nobody saw is asked about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.evidence import Hand
from companion.match.journal import Journal
from companion.referee.matching.explanations import Desync, InProgress, Question, SeatedGame
from companion.referee.notice_delays import BEFORE_ASKING_LIKELY, BEFORE_RULING, BEFORE_RULING_UNFINISHED
from companion.referee.tracker import MatchTracker
from companion.table.view import TableView
from tests.support.games import army, dinosaurs, doubles
from tests.support.referee.sightings import Cell, card, die, piece, view

# ---------------------------------------------------------------------------------------------- dice taken up

DW = doubles.game()
ROLLED = doubles.at(doubles.board("0.", ".1"), doubles.roll("12", "14"))


def wild(*rows: str, red: str = "12", blue: str = "14", time: float = 0.0) -> TableView:
    """A board with these markers, and dice beside it."""
    things: list[Any] = [
        piece(Cell("board", row - 3, column - 3), ("blue", "red")[seat], form="flat")
        for seat, squares in doubles.board(*rows).items()
        for row, column in squares
    ]
    things += [piece(Cell(f"score-{side}", 0, 0), ("blue", "red")[side]) for side in (0, 1)]
    things += [die(int(face), "red", at=(30.0 * n, 300.0)) for n, face in enumerate(red)]
    things += [die(int(face), "blue", at=(30.0 * n, 400.0)) for n, face in enumerate(blue)]
    return view(*things, time=time)


def test_a_marker_that_is_put_down_while_dice_are_in_a_hand_is_too_early() -> None:
    told = MatchTracker(SeatedGame.usual(DW), Journal(DW, ROLLED))
    told.observe(wild("0.", ".1"))
    told.observe(wild("00", ".1", red="", time=9.0))
    assert isinstance(told.pending, Desync)
    assert [broken.clause for broken in told.pending.broken] == ["DW-3.2"]
    (notice,) = told.due_notices(9.1 + BEFORE_RULING)
    assert notice.what == "ruling" and len(notice.tasks) >= 1


def test_a_marker_on_a_wrong_square_after_a_roll_in_doubt_breaks_what_the_roll_demands() -> None:
    """Somebody has rolled for all that is known, so that it is not too early."""
    told = MatchTracker(
        SeatedGame.usual(DW), Journal(DW, doubles.at(doubles.board("0.", ".1"), doubles.roll(None, None)))
    )
    told.observe(wild("0.", ".1", red="", blue=""))
    for rows, time in ((("0.", ".1"), 3.0), (("00", ".1"), 6.0)):
        seen = wild(*rows, time=time)
        doubtful = die(4, "blue", at=(30.0, 400.0), sure=0.97, alternatives=((5, 0.03),))
        told.observe(msgspec.structs.replace(seen, dice=(*seen.dice[:-1], doubtful)), seen.dice if time == 3.0 else ())
    assert isinstance(told.pending, Desync)
    assert [broken.clause for broken in told.pending.broken] == ["DW-3.3"]


@pytest.mark.parametrize("sure", [0.97, 0.6])
def test_a_marker_on_a_wrong_square_that_is_seen_with_the_throw_before_it_is_not_too_early(sure: float) -> None:
    """Somebody saw the dice roll: what was wrong is the square, whichever of two readings is right."""
    told = MatchTracker(
        SeatedGame.usual(DW), Journal(DW, doubles.at(doubles.board("0.", ".1"), doubles.roll(None, None)))
    )
    told.observe(wild("0.", ".1", red="", blue=""))
    seen = wild("00", ".1", time=6.0)
    doubtful = die(4, "blue", at=(30.0, 400.0), sure=sure, alternatives=((5, 1 - sure),))
    told.observe(msgspec.structs.replace(seen, dice=(*seen.dice[:-1], doubtful)), seen.dice)
    assert isinstance(told.pending, Desync)
    assert [broken.clause for broken in told.pending.broken] == ["DW-3.3"]


# ---------------------------------------------------------------------------------------------- a roll in doubt

AVA = army.game()


def mats(
    combat: str,
    rally: str = "/",
    scored: str = "/",
    doubtful: float | None = None,
    seat: int = 0,
    other: int = -1,
    gone: int = 0,
    time: float = 0.0,
) -> Any:
    """Two mats with these dice on them, Army's and Aliens'; `doubtful`: how sure the first one of `seat` in Combat is,
    which may as well show `other` more; `gone`: places that are bare before it."""
    dice = []
    for area, zones in (("combat", combat), ("rally", rally), ("scoring", scored)):
        for side, shown in enumerate(zones.split("/")):
            for n, face in enumerate(shown):
                colour = ("blue", "green")[1 - side if area == "scoring" else side]
                more: dict[str, Any] = {}
                if doubtful is not None and (area, side, n) == ("combat", seat, 0):
                    more = {"sure": doubtful, "alternatives": ((int(face) + other, 1 - doubtful),)}
                place = n + gone * ((area, side) == ("combat", seat))
                at = (40.0 * place, 100.0 * ("combat", "rally", "scoring").index(area) + 400.0 * side)
                dice.append(die(int(face), colour, f"{side}:{area}", at, **more))  # type: ignore[arg-type]
    return view(*dice, time=time)


def test_an_act_after_a_roll_in_doubt_is_ruled_where_it_breaks_the_rules_whatever_was_rolled() -> None:
    before = army.at("11", "46", rally=(2, 0))
    told = MatchTracker(SeatedGame.usual(AVA), Journal(AVA, AVA.apply(before, army.Rally(()))))
    told.observe(mats("11/46"))
    roll = mats("3211/46", doubtful=0.6, time=9.0)
    told.observe(roll, [one for one in roll.dice if one.zone == "0:combat"][:2])
    assert isinstance(told.pending, Question) and len(told.pending.choices) > 1
    told.observe(mats("3211/4", scored="6/", doubtful=0.6, time=19.0))  # taken, and not paid for
    assert isinstance(told.pending, Desync)
    assert [broken.clause for broken in told.pending.broken] == ["AVA-3.2"]


def test_a_question_comes_again_once_what_was_against_the_rules_is_put_back() -> None:
    before = army.at("11", "46", rally=(2, 0))
    told = MatchTracker(SeatedGame.usual(AVA), Journal(AVA, AVA.apply(before, army.Rally(()))))
    told.observe(mats("11/46"))
    roll = mats("3211/46", doubtful=0.6, time=9.0)
    told.observe(roll, [one for one in roll.dice if one.zone == "0:combat"][:2])
    told.observe(mats("3211/4", scored="6/", doubtful=0.6, time=19.0))
    told.due_notices(19.1 + BEFORE_RULING)
    told.observe(mats("3211/46", doubtful=0.6, time=29.0))
    (notice,) = told.due_notices(29.1 + BEFORE_ASKING_LIKELY)
    assert notice.what == "question"
    assert {str(one.events[-1]) for one in notice.choices if one.events} >= {
        str(army.Rolled((2, 3))), str(army.Rolled((2, 2))),
    }  # fmt: skip


def test_dice_that_are_left_out_of_a_rally_are_told_though_one_that_was_rolled_has_no_colour() -> None:
    told = MatchTracker(SeatedGame.usual(AVA), Journal(AVA, army.at("1", "35", rally=(3, 0))))
    told.observe(mats("1/35", "222/"))
    seen = mats("146/35", "2/", time=9.0)
    dice = [msgspec.structs.replace(one, colour=None) if one.value == 6 else one for one in seen.dice]
    told.observe(msgspec.structs.replace(seen, dice=tuple(dice)), [one for one in dice if one.value in (4, 6)])
    (notice,) = told.due_notices(9.1 + BEFORE_RULING_UNFINISHED)
    assert notice.what == "ruling" and [broken.clause for broken in notice.broken] == ["AVA-3.4"]


# ---------------------------------------------------------------------------------------------- half done, or wrong


def test_what_may_be_half_done_is_ruled_after_a_while_where_it_is_wrong_as_it_lies() -> None:
    told = MatchTracker(SeatedGame.usual(AVA), Journal(AVA, army.at("14", "3666", turn=1)))
    told.observe(mats("14/3666"))
    # A Mothership took a Tank, and was paid for by another and a Trooper that is read as one perhaps.
    told.observe(mats("1/666", "/3", "/4", doubtful=0.6, seat=1, other=-3, gone=1, time=9.0))
    assert isinstance(told.pending, InProgress)
    assert told.due_notices(9.0 + BEFORE_RULING_UNFINISHED - 0.1) == []
    (notice,) = told.due_notices(9.1 + BEFORE_RULING_UNFINISHED)
    assert notice.what == "ruling" and notice.broken and all(one.clause.startswith("AVA-3.") for one in notice.broken)


# ---------------------------------------------------------------------------------------------- hands at a hidden pile

BY = {seat: Hand(((seat, 0.99),)) for seat in (0, 1)}


def pile(*cards: Any, time: float, missing: tuple[str, ...] = ()) -> TableView:
    return view(*cards, time=time, missing=missing)


UNREAD = pytest.mark.parametrize("missing", [("the central pile",), ()], ids=["unreadable", "taken for empty"])


def flipping(missing: tuple[str, ...]) -> MatchTracker:
    """Player 1 is to flip, and what lies on the pile cannot be read, or is not seen at all, after a hand of theirs."""
    scene = dinosaurs.scene("D1 A2 A5 A6", "A1 D5 D6 D7", central="D3")
    told = MatchTracker(SeatedGame.usual(scene.rules), Journal(scene.rules, scene.position))
    told.observe(pile(card("D3"), time=0.0), hands=())
    assert told.observe(pile(time=5.0, missing=missing), hands=[BY[0]]) == []
    return told


@UNREAD
def test_a_flip_after_a_hand_at_a_pile_that_nobody_could_read_is_asked_about(missing: tuple[str, ...]) -> None:
    told = flipping(missing)
    before = told.position
    assert told.observe(pile(card("D1"), time=9.0), hands=[BY[1]]) == []
    assert told.position == before and isinstance(told.pending, Question)


@UNREAD
def test_what_the_hand_did_is_told_once_the_pile_can_be_read(missing: tuple[str, ...]) -> None:
    told = flipping(missing)
    (notice,) = told.observe(pile(card("D1"), time=9.0), hands=[])
    assert notice.events == (dinosaurs.Flipped("D1"),)

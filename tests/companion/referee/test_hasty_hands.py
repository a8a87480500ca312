"""What hands that do not wait for each other leave open stays open, whatever they do next."""

from __future__ import annotations

from random import Random

import pytest

from companion.match.journal import Journal
from companion.referee.matching.explanations import Desync, InProgress, Question, SeatedGame, still_spent
from companion.referee.notice_delays import BEFORE_ASKING
from companion.referee.tracker import MatchTracker
from companion.table.view import Colour
from models.train.matches.evaluate.follow_match import follow_match
from models.train.matches.script.short_match import write_short_match
from models.train.matches.stage import PERFECT
from tests.support.games import army, doubles
from tests.support.referee.sightings import Cell, die, piece, view
from tests.support.referee.tabletop import Tabletop


@pytest.mark.parametrize(
    ("thrown", "left"),
    [
        ({"red"}, {"blue", "blue die 0"}),
        ({"green"}, {"red", "blue", "blue die 0"}),
        ({"purple"}, {"red"}),  # which lamps make of blue
        ({None}, set()),
    ],
)
def test_dice_of_other_colours_than_those_that_are_thrown_tell_nothing_else(
    thrown: set[Colour | None], left: set[str]
) -> None:
    assert still_spent(frozenset(("red", "blue", "blue die 0", "dice")), thrown) == left


def test_of_which_way_it_was_players_are_asked_when_an_act_against_the_rules_came_between() -> None:
    rules = army.game()
    seated = SeatedGame.usual(rules)
    start = army.at(army="1456", aliens="1256", rally=(5, 5), turn=1)
    after = rules.apply(rules.apply(start, army.Overlord(((0, 1), (0, 5)))), army.attack("4", 1))
    robbed, zones = Tabletop(seated, Random(1)), seated.layout(after)
    told = MatchTracker(seated, Journal(rules, start))
    robbed.lay(seated.layout(start))
    told.observe(robbed.view()[0])
    robbed.lay(zones)
    told.observe(robbed.view(1.0)[0])
    assert isinstance(told.pending, Question)
    ways = {choice.events for choice in told.pending.choices}
    assert len(ways) == 2
    told.note_motion()
    taken = next(die for die in robbed.dice if (die.area, die.seat, die.face) == ("combat", 1, 2))
    before, taken.area, taken.seat = (taken.area, taken.seat), "scoring", 0
    told.observe(robbed.view(2.0)[0])
    assert isinstance(told.pending, Desync)
    told.note_motion()
    taken.area, taken.seat = before
    assert told.observe(robbed.view(3.0)[0]) == []
    (question,) = told.due_notices(3.0 + 2 * BEFORE_ASKING)
    assert {choice.events for choice in question.choices} == ways
    assert not told.journal.entries


def test_dice_that_are_taken_up_after_a_roll_in_doubt_do_not_say_whether_they_are_thrown_again() -> None:
    """The roll is of the attacker's last die; the defender holds, and somebody clears the table, or throws again."""
    rules = doubles.game()
    fight = doubles.battle((7, 8), ("156", "334"), round=2)
    told = MatchTracker(SeatedGame.usual(rules), Journal(rules, doubles.at({1: [(7, 8)]}, fight=fight)))
    strips = [piece(Cell(f"score-{side}", 0, 0), ("blue", "red")[side]) for side in (0, 1)]
    strips.append(piece(Cell("board", 4, 5), "blue", form="flat"))
    defence = [die(face, "blue", at=(60.0 * n, 300.0)) for n, face in enumerate((3, 3, 4))]
    kept = [die(5, "red", at=(300.0, 0.0)), die(6, "red", at=(360.0, 0.0))]
    doubtful = die(3, "red", at=(500.0, 90.0), sure=0.97, alternatives=((2, 0.03),))
    told.observe(view(*strips, *defence, *kept, die(1, "red", at=(420.0, 0.0)), time=0.0))
    told.observe(view(*strips, *defence, *kept, doubtful, time=2.0), [doubtful])
    assert isinstance(told.pending, Question)
    told.note_motion()
    assert told.observe(view(*strips, *kept, doubtful, time=4.0)) == [] and isinstance(told.pending, InProgress)
    told.note_motion()
    again = [die(face, "blue", at=(500.0 + 60.0 * n, 300.0)) for n, face in enumerate((1, 2, 6))]
    told.observe(view(*strips, *kept, doubtful, *again, time=6.0), again)
    asked = told.due_notices(6.0 + 2 * BEFORE_ASKING)
    events = [*(entry.event for entry in told.journal.entries), *(e for one in asked for e in one.choices[0].events)]
    assert events[-2:] == [doubles.Throw((3, 3, 4)), doubles.Threw((1, 2, 6))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed", "take"),
    [*((army.GAME, 690, take) for take in (1, 2, 3, 5, 6, 7)), *((army.GAME_2012, 237, take) for take in range(1, 8))],
)
def test_nothing_is_told_of_a_brisk_match_that_never_was(game: str, seed: int, take: int) -> None:
    """The order of attacks is open when something is done against the rules, whom an Overlord hit when two rolls
    follow, a die is taken before anybody sees the roll beside it, an act put back that a question was about."""
    match = write_short_match(game, seed, take)
    assert match is not None
    verdict = follow_match(match, PERFECT).verdict
    assert (verdict.wrong, verdict.set_up, verdict.false_alarms) == (0, 0, 0)


@pytest.mark.slow
def test_what_was_told_is_not_taken_back_for_a_roll_on_which_somebody_plays_already() -> None:
    """A roll that lay at no rest is missing: the next one, and the act after it, do not take the place of others."""
    match = write_short_match(army.GAME_2012, 31, 4)
    assert match is not None
    followed = follow_match(match, PERFECT)
    (reconsidered,) = match.taken_back
    assert all(one.time >= reconsidered.until for one in followed.notices if one.what == "taken back")
    assert followed.verdict.wrong <= 1

"""Following whole games: recorded matches whose truth is known, and single acts with what players say of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.match.journal import Journal, Played, Reader
from companion.referee.matching.explanations import Desync, Explanation, InProgress, Question, SeatedGame
from companion.referee.matching.misread_repair import reader
from companion.referee.notice_delays import (
    BEFORE_ASKING,
    BEFORE_REMINDING,
    BEFORE_RULING,
    OVERDUE,
)
from companion.referee.notices import Notice
from companion.referee.tracker import MatchTracker
from companion.rules import CompanionError, Event, IllegalEvent
from models.train.matches.evaluate.follow_match import follow_match
from models.train.matches.script.script import GAMES, write_match
from models.train.matches.stage import PERFECT, POOR, Eyesight
from tests.support.games import army, checkers, dinosaurs
from tests.support.referee.sightings import Cell, card, die, piece, view
from tests.support.referee.tabletop import Tabletop
from tests.support.thoroughness import NIGHTLY


class Held(NamedTuple):
    """What is held of the matches of one game, in all of them together; a little less than what was measured."""

    alone: float
    """Share of the events that nothing but eyes told, at least."""
    caught: float
    """Share of the illegal acts at which somebody was told, at least."""
    right: float
    """Share of them that were named with a clause that was broken, at least."""
    wrong: int
    """Events told that never were, at most: of a table that can be read in two ways, and what follows from them."""
    wrong_poor: int
    """The same with usual eyes."""


FAST, SLOW = range(1, 3), range(1, 11) if NIGHTLY else range(3, 6)


class Sum(NamedTuple):
    """Verdicts of several matches added up."""

    events: int
    alone: int
    wrong: int
    illegal: int
    caught: int
    right: int
    desyncs: int
    resolved: int
    finished: int


@cache
def verdict(game: str, seed: int, eyesight: Eyesight) -> Any:
    return follow_match(match(game, seed), eyesight).verdict


match = cache(write_match)


def judged(game: str, seeds: range, eyesight: Eyesight) -> Sum:
    found = [verdict(game, seed, eyesight) for seed in seeds]
    told = Sum(*(sum(getattr(verdict, name) for verdict in found) for name in Sum._fields))
    print(game, told)
    return told


HELD = {
    "army-vs-aliens-2011": Held(0.97, 1.0, 1.0, 0, 4),
    "army-vs-aliens-2012": Held(0.98, 1.0, 1.0, 1, 1),
    "dinosaurs-vs-army-men": Held(0.95, 1.0, 1.0, 0, 2),
    "doubles-wild": Held(0.96, 0.95, 0.91, 0, 1),
    "space-checkers": Held(0.985, 0.93, 0.93, 0, 0),
}


def hold(game: str, seeds: range, slack: int) -> None:
    """Perfect eyes: few touches, few wrong; poor ones: nothing breaks. `slack`: events, for few matches differ."""
    held, told = HELD[game], judged(game, seeds, PERFECT)
    assert told.alone >= held.alone * told.events - slack
    assert told.caught >= held.caught * told.illegal - 1
    assert told.right >= held.right * told.illegal - 1
    assert told.wrong <= held.wrong
    assert told.resolved == told.desyncs
    assert judged(game, seeds, POOR).wrong <= held.wrong_poor


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_recorded_matches_are_followed(game: str) -> None:
    hold(game, FAST, 9)
    first = verdict(game, 1, PERFECT)
    assert first.desyncs == first.resolved


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("game", GAMES)
def test_many_recorded_matches_are_followed(game: str) -> None:
    hold(game, SLOW, 0 if NIGHTLY else 9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("army-vs-aliens-2011", 2),
        ("army-vs-aliens-2012", 1),
        ("doubles-wild", 1),
        ("space-checkers", 3),
        ("dinosaurs-vs-army-men", 1),
    ],
)
def test_nothing_is_told_that_never_was(game: str, seed: int) -> None:
    assert judged(game, range(seed, seed + 1), PERFECT).wrong == 0


# ---------------------------------------------------------------------------------------------- single acts

SC = checkers.game()
BEFORE = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"}, "2 blue")
WAITS = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
MOVE = checkers.move("1,1", "blue")


def tracker(position: Any = BEFORE) -> MatchTracker:
    return MatchTracker(SeatedGame.usual(SC), Journal(SC, position))


def pawns(yellow: str = "1,1 1,5", blue: str = "9,9 9,3", *dice: Any, time: float = 0.0) -> Any:
    things: list[Any] = [piece(Cell("board", *cell), "yellow") for cell in checkers.cells(yellow)]
    things += [piece(Cell("board", *cell), "blue") for cell in checkers.cells(blue)]
    return view(*things, *(dice or (die(2, "white"), die("blue", "white", at=(30.0, 0.0)))), time=time)


def whats(notices: list[Notice]) -> list[str]:
    return [notice.what for notice in notices]


def test_an_event_is_told_once_with_its_text_its_position_and_its_cue() -> None:
    told = tracker()
    (notice,) = told.observe(pawns("3,1 1,5", time=4.0))
    assert (notice.what, notice.time, notice.events, notice.cue) == ("event", 4.0, (MOVE,), "move")
    assert notice.text == SC.text(BEFORE, MOVE) and notice.position == told.position
    assert told.observe(pawns("3,1 1,5", time=5.0)) == []
    assert told.journal.history()[-1].played.evidence is not None


def test_nothing_is_told_of_a_table_as_it_was() -> None:
    told = tracker()
    assert told.observe(pawns()) == told.due_notices(99.0) == []
    assert told.pending is None and told.offered == ()


def test_a_ruling_is_told_after_a_while_and_once() -> None:
    told = tracker()
    assert told.observe(pawns("4,1 1,5")) == []
    assert isinstance(told.pending, Desync)
    assert told.due_notices(BEFORE_RULING - 0.01) == []
    (notice,) = told.due_notices(BEFORE_RULING)
    assert (notice.what, notice.cue) == ("ruling", "illegal")
    assert [broken.clause for broken in notice.broken] == ["SC-3.1"]
    assert notice.tasks
    assert told.due_notices(50.0) == told.observe(pawns("4,1 1,5", time=51.0)) == told.due_notices(99.0) == []
    assert whats(told.observe(pawns(time=100.0))) == ["agreed"]
    assert told.position == BEFORE


def thrown(number: int, direction: str) -> tuple[Any, Any]:
    """The two dice, thrown to a place of their own."""
    at = 40.0 * number
    return die(number, "white", at=(at, 100.0)), die(direction, "white", at=(at + 30.0, 100.0))


def test_a_clear_view_tells_all_that_happened_while_nothing_was_explained() -> None:
    events = [
        checkers.roll("2 blue"), MOVE, checkers.roll("3 red"), checkers.move("9,9", "red"), checkers.roll("1 green"),
    ]  # fmt: skip
    told, position = tracker(WAITS), WAITS
    for event in events:
        position = SC.apply(position, event)
    told.observe(pawns("1,1 1,5", "9,9 9,3", *thrown(5, "green")))
    for time, roll in ((1.0, thrown(2, "blue")), (9.0, thrown(3, "red"))):  # one pawn is misread
        assert told.observe(pawns("3,1 1,6", "9,9 9,3", *roll, time=time), roll) == []
        assert isinstance(told.pending, Desync) and told.position == WAITS
        told.note_motion()
    roll = thrown(1, "green")
    notices = told.observe(pawns("3,1 1,5", _where(position, "blue"), *roll, time=20.0), roll)
    assert [notice.events for notice in notices if notice.what == "event"] == [(event,) for event in events]
    assert told.position == position and told.pending is None


def _where(position: Any, colour: str) -> str:
    """Where the pawns of a colour are, as `pawns` takes it."""
    return " ".join(f"{row},{col}" for row, col in SC.format_position(position)["pawns"][colour])


def test_newer_dice_make_a_doubtful_reading_of_earlier_ones_no_surer() -> None:
    told = tracker(WAITS)
    told.observe(pawns("1,1 1,5", "9,9 9,3", *thrown(5, "green")))
    (_, seen) = thrown(2, "blue")  # nobody sees the other
    told.observe(pawns("3,1 1,5", "9,9 9,3", seen, time=1.0), [seen])
    (question,) = told.due_notices(3.0)
    assert question.choices[0].events == (checkers.roll("2 blue"), MOVE) and question.broken
    told.note_motion()
    roll = thrown(3, "red")
    assert told.observe(pawns("3,1 1,5", "9,9 9,3", *roll, time=9.0), roll) == []
    assert isinstance(told.pending, Question)
    best = told.pending.choices[0]
    assert best.events == (checkers.roll("2 blue"), MOVE, checkers.roll("3 red")) and best.sure < 0.99
    played = [notice.events[0] for notice in told.choose(best) if notice.what == "event"]
    assert played == list(best.events) and told.pending is None


def test_a_camera_that_moves_on_does_not_put_a_ruling_off() -> None:
    told = tracker()
    told.observe(pawns("4,1 1,5"))
    for time in (0.5, 1.0):
        assert told.observe(pawns("4,1 1,5", time=time), again=True) == []
    (notice,) = told.due_notices(BEFORE_RULING)
    assert notice.what == "ruling"
    anew = tracker()
    anew.observe(pawns("4,1 1,5"))
    anew.observe(pawns("4,1 1,5", time=1.0))
    assert anew.due_notices(BEFORE_RULING) == [], "hands were there meanwhile"


def test_another_ruling_is_told_anew() -> None:
    told = tracker()
    told.observe(pawns("4,1 1,5"))
    told.due_notices(5.0)
    told.observe(pawns("4,1 4,5", time=6.0))
    assert len(told.due_notices(9.0)) == 1


def test_nothing_is_told_while_hands_are_about() -> None:
    told = tracker()
    told.observe(pawns("4,1 1,5"))
    told.note_motion()
    assert told.pending is None
    assert told.due_notices(99.0) == []


def test_a_table_that_nothing_explains_is_named_with_what_would_put_it_right() -> None:
    told = tracker()
    told.observe(pawns("4,2 2,6 8,1", "9,8 7,3 11,0"))
    (notice,) = told.due_notices(BEFORE_RULING)
    assert notice.what == "desync" and not notice.broken and notice.tasks


def test_an_act_that_is_not_finished_is_called_to_mind_after_a_long_while() -> None:
    told = tracker()
    told.observe(pawns("1,5"))
    assert isinstance(told.pending, InProgress)
    assert told.due_notices(BEFORE_REMINDING - 0.1) == []
    (notice,) = told.due_notices(BEFORE_REMINDING)
    assert notice.what == "reminder" and notice.text.startswith("This is not finished")
    assert told.due_notices(99.0) == []
    assert whats(told.observe(pawns("3,1 1,5", time=100.0))) == ["event"]


# ---------------------------------------------------------------------------------------------- questions

DOUBTFUL = die(2, "white", sure=0.6, alternatives=((3, 0.3),))


def asked() -> MatchTracker:
    """A roll of which one die is in doubt."""
    told = tracker(WAITS)
    told.observe(pawns("1,1 1,5", "9,9 9,3", die(6, "white", at=(300, 0)), die("red", "white", at=(330, 0))))
    rolled = (DOUBTFUL, die("blue", "white", at=(30.0, 0.0)))
    assert told.observe(pawns("1,1 1,5", "9,9 9,3", *rolled, time=1.0), rolled) == []
    assert isinstance(told.pending, Question)
    return told


def test_a_question_is_asked_after_a_while_with_a_label_for_each_choice() -> None:
    told = asked()
    assert told.due_notices(0.9 + BEFORE_REMINDING) == [], "the pawn will tell"
    (notice,) = told.due_notices(1.0 + BEFORE_REMINDING)
    assert notice.what == "question" and len(notice.choices) == len(notice.labels) > 1
    assert notice.labels[0] == SC.text(WAITS, checkers.roll("2 blue"))
    assert told.due_notices(99.0) == []


def test_a_question_that_waits_is_asked_when_the_source_ends_and_can_be_answered() -> None:
    told = asked()
    (notice,) = told.stop_watching()
    assert notice.what == "question" and told.open is notice and told.stop_watching() == []
    assert whats(told.choose(notice.choices[0])) == ["event"] and told.open is None


def test_a_ruling_that_waits_is_told_when_the_source_ends_and_what_is_unfinished_is_not() -> None:
    told = tracker()
    told.observe(pawns("4,1 1,5"))
    assert whats(told.stop_watching()) == ["ruling"]
    told = tracker()
    told.observe(pawns("1,5"))
    assert isinstance(told.pending, InProgress) and told.stop_watching() == []


def test_a_choice_is_played_and_recorded_as_chosen() -> None:
    told = asked()
    told.due_notices(5.0)
    assert isinstance(told.pending, Question)
    choice = next(one for one in told.pending.choices if one.events == (checkers.roll("3 blue"),))
    assert whats(told.choose(choice)) == ["event"]
    assert told.journal.history()[-1].played.source == "chosen"
    assert told.position.rolled == checkers.roll("3 blue")
    assert told.pending is None


def test_a_question_stays_open_while_hands_are_about_and_the_next_move_puts_another_choice_first() -> None:
    told = asked()
    told.note_motion()
    assert isinstance(told.pending, Question)
    rolled = (DOUBTFUL, die("blue", "white", at=(30.0, 0.0)))
    told.observe(pawns("4,1 1,5", "9,9 9,3", *rolled, time=3.0))
    assert isinstance(told.pending, Question)
    assert told.pending.choices[0].events == (checkers.roll("3 blue"), MOVE)
    assert told.position == WAITS  # a doubtful die counts only once somebody has said yes


def test_players_who_never_pause_are_asked_once_a_question_has_been_open_for_long() -> None:
    told, late = asked(), 1.0 + OVERDUE  # open since the first second
    rolled, again = (DOUBTFUL, die("blue", "white", at=(30.0, 0.0))), thrown(3, "red")
    for seen, thrown_now, whether in (
        (pawns("4,1 1,5", "9,9 9,3", *rolled, time=3.0), (), []),
        (pawns("4,1 1,5", "9,9 9,3", *again, time=5.0), again, []),
        (pawns("4,1 1,5", "9,6 9,3", *again, time=late), (), ["question"]),
    ):
        told.note_motion()
        assert whats(told.observe(seen, thrown_now)) == whether
        assert told.due_notices(seen.time + BEFORE_ASKING / 2) == []
    events = (checkers.roll("3 blue"), MOVE, checkers.roll("3 red"), checkers.move("9,9", "red"))
    assert told.open is not None and told.offered[0].events == events
    told.choose(told.offered[0])
    assert tuple(moment.event for moment in told.journal.history()) == events


def test_a_question_that_was_asked_is_not_overdue_again_at_once() -> None:
    told = asked()
    rolled = (DOUBTFUL, die("blue", "white", at=(30.0, 0.0)))
    assert whats(told.due_notices(1.0 + BEFORE_REMINDING)) == ["question"]
    told.note_motion()
    assert told.observe(pawns("4,1 1,5", "9,9 9,3", *rolled, time=2.0 + OVERDUE)) == []


def test_what_is_said_is_played_and_what_is_illegal_refused() -> None:
    told = tracker(WAITS)
    assert whats(told.say(checkers.roll("4 red"))) == ["event"]
    assert told.journal.history()[-1].played.source == "typed"
    with pytest.raises(IllegalEvent):
        told.say(checkers.roll("4 red"))
    assert len(told.journal.history()) == 1


def test_a_choice_that_does_not_fit_changes_nothing() -> None:
    told = tracker()
    for choice in (
        Explanation((MOVE, MOVE)),
        Explanation((checkers.roll("1 red"),)),
        Explanation((), 1),
        Explanation((MOVE,), -1),
    ):
        with pytest.raises(CompanionError):
            told.choose(choice)
        assert told.position == BEFORE and not told.journal.entries


def test_choices_that_something_said_has_made_impossible_are_forgotten() -> None:
    told = asked()
    told.due_notices(5.0)
    told.say(checkers.roll("2 blue"))
    told.observe(pawns("3,1 1,5", time=7.0))
    assert told.journal.history()[-1].event == MOVE


# ---------------------------------------------------------------------------------------------- taking back


def test_a_move_that_hands_put_back_is_taken_back() -> None:
    told = tracker()
    told.observe(pawns("3,1 1,5"))
    notices = told.observe(pawns(time=3.0))
    assert whats(notices) == ["taken back"] and notices[0].events == (MOVE,)
    assert told.position == BEFORE


def test_a_player_takes_back_and_the_table_has_to_follow() -> None:
    told = tracker()
    told.observe(pawns("3,1 1,5"))
    told.note_motion()
    notices = told.take_back()
    assert notices[0].what == "taken back"
    with pytest.raises(CompanionError):
        tracker().take_back()


def rolled_and_moved() -> MatchTracker:
    told = tracker(WAITS)
    far = (die(6, "white", at=(300, 0)), die("red", "white", at=(330, 0)))
    told.observe(pawns("1,1 1,5", "9,9 9,3", *far))
    dice = (die(2, "white"), die("blue", "white", at=(30.0, 0.0)))
    assert whats(told.observe(pawns("1,1 1,5", "9,9 9,3", *dice, time=1.0), dice)) == ["event"]
    assert whats(told.observe(pawns("3,1 1,5", "9,9 9,3", *dice, time=2.0))) == ["event"]
    return told


def test_hands_never_take_back_a_roll_that_was_seen() -> None:
    """Dice that are turned or taken away are no roll taken back."""
    told = rolled_and_moved()
    told.observe(pawns("1,1 1,5", "9,9 9,3", die(2, "white"), die("blue", "white", at=(30.0, 0.0)), time=3.0))
    assert told.position.rolled == checkers.roll("2 blue")
    told.observe(pawns("1,1 1,5", "9,9 9,3", die(6, "white"), die("red", "white", at=(30.0, 0.0)), time=4.0))
    assert told.position.rolled == checkers.roll("2 blue")


def test_a_player_takes_back_past_a_seen_roll_only_where_the_table_shows_the_position_before() -> None:
    told = rolled_and_moved()
    with pytest.raises(CompanionError):
        told.take_back(2)
    assert len(told.journal.history()) == 2
    told.observe(pawns("1,1 1,5", time=3.0))
    assert len(told.journal.history()) == 1
    told = rolled_and_moved()
    told.take_back()
    assert told.journal.history()[-1].chance or len(told.journal.history()) == 2


# ---------------------------------------------------------------------------------------------- corrections


def test_a_corrected_roll_lets_what_it_makes_illegal_fall() -> None:
    told = rolled_and_moved()
    was = told.seated.game.text(told.journal.start, told.journal.history()[0].event)
    notices = told.correct(0, checkers.roll("4 red"))
    assert notices[0].text.startswith(f"Corrected to: Yellow rolled 4, red; instead of: {was}; 1 no longer count: ")
    assert notices[0].what == "corrected" and notices[0].events == (checkers.roll("4 red"),)
    assert "no longer count" in notices[0].text
    assert len(told.journal.history()) == 1


def test_later_events_are_read_again_from_what_was_seen_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event after the corrected one, each with the position that it would be played in."""
    told = rolled_and_moved()
    notices = told.correct(1, checkers.move("1,5", "blue"))
    assert notices[0].what == "corrected"
    assert told.journal.history()[1].event in (checkers.move("1,5", "blue"), MOVE)
    seen: list[tuple[Any, Any]] = []

    def spied(seated: SeatedGame) -> Reader:
        again = reader(seated)

        def read(position: Any, played: Played) -> Event | None:
            seen.append((position, played))
            return again(position, played)

        return read

    monkeypatch.setattr("companion.referee.matching.reader", spied)
    told.correct(0, checkers.roll("2 blue"))
    assert len(seen) == len(told.journal.history()) - 1


def test_an_event_that_never_was_is_taken_out() -> None:
    told = rolled_and_moved()
    moved = told.journal.history()[1]
    notices = told.correct(1, None)
    assert notices[0].what == "corrected" and notices[0].events == ()
    assert notices[0].text == f"Taken out: {told.seated.game.text(moved.before, moved.event)}"


def test_what_was_misread_is_not_held_against_its_correction() -> None:
    """The dice still lie there as they were misread; until something new is seen, the players are right."""
    told = tracker(WAITS)
    told.observe(pawns("1,1 1,5", "9,9 9,3", *thrown(5, "green")))
    roll = thrown(2, "blue")
    assert whats(told.observe(pawns("1,1 1,5", "9,9 9,3", *roll, time=1.0), roll)) == ["event"]
    assert whats(told.correct(0, checkers.roll("3 blue"))) == ["corrected"]
    assert told.pending is None and told.due_notices(99.0) == []
    (notice,) = told.observe(pawns("4,1 1,5", "9,9 9,3", *thrown(3, "blue"), time=100.0))
    assert notice.events == (MOVE,) and len(told.journal.history()) == 2


def test_a_correction_that_cannot_be_is_refused() -> None:
    told = rolled_and_moved()
    with pytest.raises(CompanionError):
        told.correct(7, None)
    with pytest.raises(IllegalEvent):
        told.correct(0, MOVE)
    assert len(told.journal.history()) == 2


# ---------------------------------------------------------------------------------------------- hands and cards


def smacking() -> MatchTracker:
    waiting = dinosaurs.scene("D1 A2", "A1 S", central="D3").play("flip S")
    return MatchTracker(SeatedGame.usual(waiting.rules), Journal(waiting.rules, waiting.position))


def test_hands_that_came_together_are_a_question() -> None:
    told = smacking()
    (notice,) = told.report_hands(3.0, (dinosaurs.Smacked(0), dinosaurs.Smacked(1)), "Too close to call")
    assert notice.what == "question" and notice.text == "Too close to call"
    assert [choice.probability for choice in notice.choices] == [0.5, 0.5]
    assert whats(told.choose(notice.choices[1]))[0] == "event"
    assert not told.position.smack


def test_hands_on_no_smack_attack_are_only_remarked_on() -> None:
    turn = dinosaurs.scene("D1 A2", "A1 S", central="D3")
    told = MatchTracker(SeatedGame.usual(turn.rules), Journal(turn.rules, turn.position))
    assert whats(told.report_hands(3.0, (dinosaurs.Smacked(0),), "A hand came down")) == ["reminder"]
    assert told.position == turn.position


def test_what_is_only_spoken_is_asked_at_once_the_cards_lie_still() -> None:
    flip = dinosaurs.scene("B D1", "A1 D2", central="D3")
    told = MatchTracker(SeatedGame.usual(flip.rules), Journal(flip.rules, flip.position))
    assert whats(told.observe(view(card("B", at=(5.0, 0.0))))) == ["event"]
    (notice,) = told.due_notices(BEFORE_ASKING)
    assert notice.what == "question" and len(notice.choices) == 2
    assert whats(told.say(flip.rules.parsed("choose army"), "chosen")) == ["event"]


def test_the_end_is_told_with_the_event_that_brought_it() -> None:
    game = army.game()
    told = MatchTracker(SeatedGame.usual(game), Journal(game, army.at("3", "2")))
    notices = told.observe(view(die(3, "blue", "0:rally"), die(2, "green", "0:scoring", (30, 0))))
    assert whats(notices) == ["event", "over"]
    outcome = game.outcome(told.position)
    assert outcome is not None and notices[-1].text == outcome.how


def test_what_is_left_to_do_is_told_with_the_event_and_may_wait() -> None:
    at = checkers.at(SC, {"yellow": "1,1", "blue": "2,1 9,9"}, "2 blue")
    told = tracker(at)
    (notice,) = told.observe(pawns("3,1", "2,1 9,9"))
    assert len(notice.tasks) == 1
    assert told.observe(pawns("3,1", "2,1 9,9", time=2.0)) == told.due_notices(60.0) == []
    jailed = view(*pawns("3,1", "9,9").pieces, piece(Cell("prison-yellow", 0, 0), "blue"), *pawns().dice, time=70.0)
    assert told.observe(jailed) == []


# ---------------------------------------------------------------------------------------------- two ways to one table


def test_of_two_ways_to_one_table_the_players_say_which_it_was() -> None:
    """An Overlord sent two dice away, and a third attacked: nobody can tell which was which."""
    rules = army.game()
    seated = SeatedGame.usual(rules)
    start = army.at(army="1456", aliens="1256", rally=(5, 5), turn=1)
    ways = [
        [army.Overlord(((0, 1), (0, 5))), army.attack("4", 1)],
        [army.Overlord(((0, 4), (0, 5))), army.attack("1", 1)],
    ]
    positions = []
    for first, second in ways:
        positions.append(rules.apply(rules.apply(start, first), second))
    assert positions[0] == positions[1]
    told, top = MatchTracker(seated, Journal(rules, start)), Tabletop(seated, Random(1))
    top.lay(seated.layout(start))
    assert told.observe(top.view()[0]) == []
    top.lay(seated.layout(positions[0]))
    told.note_motion()
    assert told.observe(top.view(1.0)[0]) == []
    (question,) = told.due_notices(5.0)
    assert {choice.events for choice in question.choices} == {tuple(way) for way in ways}
    notices = told.choose(question.choices[1])
    assert [one.what for one in notices] == ["event", "event"] and told.position == positions[0]

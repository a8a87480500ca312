"""What the referee says of tables that are seen perfectly, and of some that are not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

import companion
from companion import Game
from companion.evidence.hand_match import Hand
from companion.evidence.moved_dice import Freshness
from companion.referee.matching.event_search import Search
from companion.referee.matching.explanations import (
    Answer,
    Desync,
    Explained,
    Explanation,
    InProgress,
    Question,
    SeatedGame,
    Unchanged,
)
from companion.referee.matching.ranking import _does_again, explain
from companion.rules import Event
from companion.rules.self_play import Step, at_random, greedy, played
from companion.table.view import Die
from tests.support.games import army, checkers, dinosaurs, doubles
from tests.support.referee.carried_out import SPOKEN, HandsOf
from tests.support.referee.sightings import Cell, Evidence, card, die, piece, view
from tests.support.referee.tabletop import Tabletop, placed

EVENTS = 60
"""Of each random game."""


class Seen(NamedTuple):
    """A view of a random game, in which all since `position` has been carried out."""

    hands: HandsOf
    position: Any
    steps: tuple[Step, ...]
    evidence: Evidence
    answer: Answer

    @property
    def after(self) -> Any:
        return self.steps[-1].after


def watched(game_id: str, players: int, seed: int) -> Iterator[Seen]:
    """One random game at perfect views; what follows from an event is done before the next one."""
    game, lot = companion.load(game_id, players), Random(f"{game_id} {players} {seed}")
    seated = SeatedGame.usual(game)
    top = Tabletop(seated, lot)
    hands, position = HandsOf(top), game.start()
    hands.settle(position)
    if game_id == "doubles-wild":
        top.roll((1, 1, 1), "red")
        top.roll((2, 2, 2), "blue")
    top.view()
    cards = Freshness()
    open_steps: list[Step] = []
    for step in played(game, lot, greedy if seed % 2 else at_random, longest=EVENTS):
        if not top.central:
            cards.cards.forget()
        if not open_steps and game.format_event(step.event)["do"] in SPOKEN:
            position = step.after
            hands.settle(position)
            continue
        open_steps.append(step)
        if not hands.carry_out(step):
            continue
        seen, fresh = top.view()
        seen = placed(top, seen)
        cards.after(seen, ())
        came = [
            Hand(((seat, 0.99),)) for one in open_steps for seat in game.hands(one.before, one.event, one.after, True)
        ]
        evidence = Evidence(seen, fresh, "seen", cards.cards.new, frozenset(), came, cards.cards.first)
        yield Seen(hands, position, tuple(open_steps), evidence, explain(seated, position, evidence))
        position = step.after
        hands.settle(position)
        open_steps = []


def reached(game: Game, position: Any, explanation: Explanation) -> Any:
    for event in explanation.events:
        position = game.apply(position, event)
    return position


def told(seated: SeatedGame, position: Any, *things: Any, fresh: Any = frozenset(), **more: Any) -> Answer:
    return explain(seated, position, Evidence(view(*things, **more), fresh))


# ---------------------------------------------------------------------------------------------- random games


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_every_event_of_a_random_game_is_told_with_the_right_position(game_id: str, players: int) -> None:
    """All but a few, which are asked: two events may leave one table. None is told wrong."""
    wrong, asked, count = [], 0, 0
    for seed in range(2):
        for seen in watched(game_id, players, seed):
            count += 1
            if not isinstance(seen.answer, Explained):
                asked += 1
            elif reached(seen.hands.game, seen.position, seen.answer.explanation) != seen.after:
                wrong.append([seen.hands.game.formatted(step.event) for step in seen.steps])
    assert not wrong
    assert count >= 10 and asked <= 1 + 0.05 * count, (asked, count)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_nothing_is_told_of_a_table_that_has_not_changed(game_id: str) -> None:
    for seen in watched(game_id, 2, 0):
        still, _ = seen.hands.top.view()
        new: frozenset[int] = frozenset()
        left = seen.hands.left(seen.steps[-1])
        lags = () if left is None else (left,)
        answer = explain(seen.hands.top.seated, seen.after, Evidence(still, new, "seen", new), lags)
        need = seen.hands.game.awaited(seen.after).need
        assert isinstance(answer, Unchanged) or (need == "roll" and isinstance(answer, Question)), answer


@pytest.mark.slow
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_what_is_left_to_do_is_told_with_the_event(game_id: str) -> None:
    found = 0
    for seed in range(3):
        for seen in watched(game_id, 2, seed):
            left = seen.hands.left(seen.steps[-1])
            settled = seen.hands.top.seated.layout(seen.after)
            if isinstance(seen.answer, Explained) and left is not None and left.things != settled.things:
                found += 1
                assert seen.answer.tasks and seen.answer.lies is not None
    assert found


# ---------------------------------------------------------------------------------------------- one act at a time

SC = checkers.game()
SPACE = SeatedGame.usual(SC)
BEFORE = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"}, "2 blue")


def pawns(yellow: str, blue: str = "9,9 9,3", prisoners: int = 0, roll: str = "2 blue") -> list[Any]:
    things: list[Any] = [piece(Cell("board", *cell), "yellow") for cell in checkers.cells(yellow)]
    things += [piece(Cell("board", *cell), "blue") for cell in checkers.cells(blue)]
    things += [piece(Cell("prison-yellow", 0, n), "blue") for n in range(prisoners)]
    number, toward = roll.split()
    return [*things, die(int(number), "white"), die(toward, "white", at=(30.0, 0.0))]


def test_a_move_is_one_event_with_its_probability() -> None:
    answer = told(SPACE, BEFORE, *pawns("3,1 1,5"))
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (checkers.move("1,1", "blue"),)
    assert answer.explanation.probability > 0.99 and not answer.tasks


def test_a_piece_that_is_put_back_is_no_event() -> None:
    assert isinstance(told(SPACE, BEFORE, *pawns("1,5")), InProgress)
    assert told(SPACE, BEFORE, *pawns("1,1 1,5")) == Unchanged((), SPACE.layout(BEFORE))


def test_the_first_part_of_an_act_is_underway_and_the_whole_one_event() -> None:
    at = army.at("3", "24")
    seated = SeatedGame.usual(army.game())
    mine, theirs = die(3, "blue", "0:combat"), die(2, "green", "1:combat", (30, 0))
    other = die(4, "green", "1:combat", (60, 0))
    spent, dead = die(3, "blue", "0:rally"), die(2, "green", "0:scoring", (30, 0))
    half = told(seated, at, spent, theirs, other)
    assert isinstance(half, InProgress) and half.toward and half.tasks
    whole = told(seated, at, spent, dead, other)
    assert isinstance(whole, Explained) and whole.explanation.events == (army.attack("3", 2),)
    assert isinstance(told(seated, at, mine, theirs, other), Unchanged)


def test_an_act_is_not_done_while_what_it_hits_is_seen_to_lie_there() -> None:
    """The die that is attacked may be none, and one may have been missed where it should have come to lie."""
    start = army.at("3", "12")
    kept = [die(2, "green", "1:combat", (60, 0)), die(3, "blue", "0:rally")]
    ghost = die(1, "green", "1:combat", (30, 0), sure=0.85, doubts=("not a die",))
    assert isinstance(told(AVA, start, *kept, ghost, unsure=True), InProgress)
    gone = told(AVA, start, *kept, unsure=True)
    assert isinstance(gone, Explained) and gone.explanation.events == (army.attack("3", 1),)


def test_an_event_uses_no_die_that_nobody_has_touched() -> None:
    """A General goes, and makes an Airplane a General: an Airplane that attacks leaves the same dice in Combat."""
    start = army.table(army.avb(2), "145/12")
    seated = SeatedGame.usual(army.avb(2))
    aliens = [die(face, "green", "1:combat", (30.0 * n, 90)) for n, face in enumerate((1, 2))]
    seen = view(
        die(1, "blue", "0:combat"), die(5, "blue", "0:combat", (30, 0)), die(4, "blue", "0:rally", (90, 0)), *aliens
    )
    turned = explain(seated, start, Evidence(seen, frozenset()))
    assert isinstance(turned, Explained) and isinstance(turned.explanation.events[0], army.General)
    assert isinstance(explain(seated, start, Evidence(seen, frozenset(), untouched=frozenset([0, 1]))), InProgress)


def test_a_hasty_pair_is_two_events() -> None:
    """A roll, and the move that it allows, before anybody could see the one without the other."""
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    answer = told(SPACE, waits, *pawns("3,1 1,5"), fresh=frozenset([0, 1]))
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (checkers.roll("2 blue"), checkers.move("1,1", "blue"))


def test_a_move_that_is_put_back_is_taken_back() -> None:
    event = checkers.move("1,1", "blue")
    after = SC.apply(BEFORE, event)
    evidence = Evidence(view(*pawns("1,1 1,5")), frozenset())
    answer = explain(SPACE, after, evidence, earlier=[(BEFORE, event)])
    assert isinstance(answer, Explained)
    assert (answer.explanation.events, answer.explanation.taken_back) == ((), 1)


def test_another_move_instead_is_taken_back_and_told() -> None:
    event = checkers.move("1,1", "blue")
    evidence = Evidence(view(*pawns("1,1 3,5")), frozenset())
    answer = explain(SPACE, SC.apply(BEFORE, event), evidence, earlier=[(BEFORE, event)])
    assert isinstance(answer, Explained)
    assert answer.explanation.taken_back == 1 and answer.explanation.events == (checkers.move("1,5", "blue"),)


def test_what_was_taken_back_is_not_done_again_to_explain_a_table() -> None:
    """It would lead nowhere: whoever said so was asked the same again, for ever."""
    event = checkers.move("1,1", "blue")
    search = Search(SPACE, Evidence(view(*pawns("1,1 1,5")), frozenset()))
    (back,) = search.before([(BEFORE, event)])
    again = {node.events[0] for node in search.after(back) if _does_again(node, [(BEFORE, event)])}
    assert again == {event} and len(list(search.after(back))) > 1
    assert not _does_again(back, [(BEFORE, event)])


def test_pawns_that_were_jumped_and_stand_there_still_are_still_to_be_taken() -> None:
    at = checkers.at(SC, {"yellow": "1,1", "blue": "2,1 9,9"}, "2 blue")
    answer = told(SPACE, at, *pawns("3,1", "2,1 9,9"))
    assert isinstance(answer, Explained) and answer.explanation.events == (checkers.move("1,1", "blue"),)
    assert [task.text for task in answer.tasks] == ["Move one blue piece from 2,1 to the prison cells of yellow."]


# ---------------------------------------------------------------------------------------------- rolls

AVA = SeatedGame.usual(army.game())
ROLLS = army.at("1", "24", rolling=(0, 2))


def combat(*dice: Die) -> list[Die]:
    lying = [die(1, "blue", "0:combat"), die(2, "green", "1:combat", (30, 0)), die(4, "green", "1:combat", (60, 0))]
    return [*lying, *dice]


def test_a_roll_that_is_seen_is_an_event() -> None:
    rolled = [die(3, "blue", "0:combat", (90, 0)), die(6, "blue", "0:combat", (120, 0))]
    answer = told(AVA, ROLLS, *combat(*rolled), fresh=frozenset([3, 4]))
    assert isinstance(answer, Explained) and answer.explanation.events == (army.Rolled((3, 6)),)


def test_a_doubtful_roll_is_asked_the_likeliest_first_and_never_counts_by_itself() -> None:
    rolled = [die(3, "blue", "0:combat", (90, 0)), die(6, "blue", "0:combat", (120, 0), sure=0.6,
                                                       alternatives=((4, 0.3),))]  # fmt: skip
    answer = told(AVA, ROLLS, *combat(*rolled), fresh=frozenset([3, 4]))
    assert isinstance(answer, Question)
    assert [choice.events for choice in answer.choices[:2]] == [(army.Rolled((3, 6)),), (army.Rolled((3, 4)),)]
    odds = [choice.probability for choice in answer.choices]
    assert odds == sorted(odds, reverse=True) and odds[0] < 0.99


@pytest.mark.parametrize("sure", [0.5, 0.9, 0.97, 0.999, 1.0])
def test_however_sure_eyes_are_of_a_reading_in_doubt_it_is_asked(sure: float) -> None:
    doubtful = die(6, "blue", "0:combat", (120, 0), sure=sure)
    answer = told(AVA, ROLLS, *combat(die(3, "blue", "0:combat", (90, 0)), doubtful), fresh=frozenset([3, 4]))
    assert isinstance(answer, Question) and answer.choices[0].events == (army.Rolled((3, 6)),)


def test_dice_that_nobody_saw_roll_are_asked_about() -> None:
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    moved = told(SPACE, waits, *pawns("3,1 1,5"))
    assert isinstance(moved, Question | Desync)
    again = doubles.game()
    at = doubles.at(doubles.board("0.1"), doubles.roll("12", "14"))
    seen = [piece(Cell("board", 0, 0), "blue"), piece(Cell("board", 0, 2), "red"),
            piece(Cell("score-0", 0, 0), "blue"), piece(Cell("score-1", 0, 0), "red")]  # fmt: skip
    dice = [die(face, colour, None, (30.0 * n, 0)) for n, (face, colour) in
            enumerate([(5, "red"), (6, "red"), (1, "blue"), (4, "blue")])]  # type: ignore[arg-type]  # fmt: skip
    evidence = Evidence(view(*seen, *dice), frozenset([0, 1]), "unsure")
    answer = explain(SeatedGame.usual(again), at, evidence)
    assert isinstance(answer, Question)
    assert answer.choices[0].events == (doubles.Reroll("red"), doubles.Rolled((5, 6), (1, 4)))


@pytest.mark.parametrize("untouched", [{0}, {1}, {0, 1}])
def test_dice_that_nobody_has_touched_since_the_last_move_were_not_rolled(untouched: set[int]) -> None:
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    seen, still = view(*pawns("3,1 1,5")), frozenset([0, 1])
    asked = explain(SPACE, waits, Evidence(seen, frozenset(), still=still))
    assert isinstance(asked, Question) and asked.choices[0].events[0] == checkers.roll("2 blue")
    answer = explain(SPACE, waits, Evidence(seen, frozenset(), still=still, untouched=frozenset(untouched)))
    assert isinstance(answer, Desync) and [one.clause for one in answer.broken] == ["SC-3.1"]


@pytest.mark.parametrize(("untouched", "rolled"), [(set(), True), ({0}, True), ({0, 1}, False), ({0, 3, 4}, False)])
def test_too_few_dice_were_touched_for_a_pair_to_have_been_rolled(untouched: set[int], rolled: bool) -> None:
    game = doubles.game()
    waits = doubles.at(doubles.board("0.1"), doubles.roll(None, None))
    dice = [die(face, colour, None, (30.0 * n, 0.0)) for n, (face, colour) in
            enumerate([(5, "red"), (6, "red"), (2, "red"), (1, "blue"), (4, "blue")])]  # type: ignore[arg-type]  # fmt: skip
    seen = Evidence(view(*dice), frozenset(), untouched=frozenset(untouched))
    rolls = [one for one in game.readings(waits, seen, (), frozenset()) if one.unseen]
    assert bool(rolls) == rolled


@pytest.mark.parametrize("lifted", [1, 2, 3])
def test_dice_taken_up_in_a_battle_do_not_tell_that_the_others_were_kept(lifted: int) -> None:
    game = doubles.game()
    fight = doubles.at({1: [(5, 10)]}, fight=doubles.battle((5, 10), ("146", "333"), round=3, to_roll=1))
    seated = SeatedGame.usual(game)
    there = [piece(cell, colour) for cell, colour in seated.layout(fight).pieces.items()]
    attack = [die(face, "red", None, (30.0 * n, 0)) for n, face in enumerate((1, 4, 6))]
    defence = [die(3, "blue", None, (30.0 * n, 60)) for n in range(3)]
    assert isinstance(told(seated, fight, *there, *attack, *defence), Unchanged)
    assert isinstance(told(seated, fight, *there, *attack, *defence[lifted:]), InProgress)
    assert isinstance(told(seated, fight, *there, *attack, *defence[lifted:], unsure=True), InProgress)


def fought(
    before: tuple[str, str], round_: int, to_roll: int, red: str, blue: str, fresh: set[int], **more: Any
) -> Answer:
    """What is said in a battle of these dice, the attacker's first, at a view of others; the attacker's are red."""
    fight = doubles.at({1: [(5, 10)]}, fight=doubles.battle((5, 10), before, round=round_, to_roll=to_roll))
    seated = SeatedGame.usual(doubles.game())
    there = [piece(cell, colour) for cell, colour in seated.layout(fight).pieces.items()]
    dice = [die(int(face), "red", None, (30.0 * n, 0)) for n, face in enumerate(red)]
    dice += [die(int(face), "blue", None, (30.0 * n, 60), **more) for n, face in enumerate(blue)]
    return told(seated, fight, *there, *dice, fresh=frozenset(fresh))


def test_the_last_throw_of_a_battle_is_told_though_to_hold_would_have_ended_alike() -> None:
    answer = fought(("146", "333"), 3, 1, "146", "332", {5})
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (doubles.Throw((3,)), doubles.Threw((2,)))


def test_a_throw_after_which_dice_mean_nothing_is_no_explanation_where_others_do_not_lie_as_they_lay() -> None:
    answer = fought(("355", "123"), 3, 0, "324", "123", {1, 2})
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (doubles.Throw((5, 5)), doubles.Threw((2, 4)))


def test_dice_that_are_plain_are_not_misread_where_others_have_been_taken_up_since() -> None:
    """Eleven to eleven is fought on, and the attacker has taken up two dice for it; with a 4 it would be over, and all
    dice might lie anyhow."""
    answer = fought(("335", "445"), 3, 1, "5", "155", {1, 2}, alternatives=((4, 0.0004), (3, 0.0004)))
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (doubles.Throw((4, 4)), doubles.Threw((1, 5)))


def test_what_dice_in_doubt_speak_against_is_asked_where_it_is_far_likelier_than_what_leaves_them_aside() -> None:
    """One of the attacker's dice has been thrown again, the others are hard to read: that the attacker held and the
    defender threw would have ended the battle, after which dice may lie anyhow."""
    game = doubles.game()
    fight = doubles.at({1: [(5, 10)]}, fight=doubles.battle((5, 10), ("134", "233"), round=3))
    seated = SeatedGame.usual(game)
    there = [piece(cell, colour) for cell, colour in seated.layout(fight).pieces.items()]
    thrown = [die(face, "red", None, (30.0 * n, 0)) for n, face in enumerate((2, 4, 1))]
    unclear = [die(5, "blue", None, (0, 60), sure=0.69, alternatives=((2, 0.27), (3, 0.015))),
               die(2, "blue", None, (30, 60)),
               die(2, "blue", None, (60, 60), sure=0.83, alternatives=((3, 0.14),))]  # fmt: skip
    answer = told(seated, fight, *there, *thrown, *unclear, fresh=frozenset([0]))
    assert isinstance(answer, Question)
    assert answer.choices[0].events == (doubles.Throw((3,)), doubles.Threw((2,)))


def test_a_pawn_that_is_lifted_tells_nothing_of_dice_that_nobody_saw_roll_or_that_are_in_doubt() -> None:
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    assert isinstance(told(SPACE, waits, *pawns("1,5")), InProgress)
    doubtful = [*pawns("1,5")[:-2], die(2, "white", sure=0.6, alternatives=((3, 0.3),)), die("blue", at=(30.0, 0.0))]
    assert isinstance(told(SPACE, waits, *doubtful, fresh=frozenset([0, 1])), InProgress)
    sure = told(SPACE, waits, *pawns("1,5"), fresh=frozenset([0, 1]))
    assert isinstance(sure, Explained) and sure.explanation.events == (checkers.roll("2 blue"),)


@pytest.mark.parametrize(("sure", "tells"), [(0.9, True), (0.75, True), (0.55, False)])
def test_a_move_tells_what_a_die_in_doubt_shows_unless_that_is_hardly_likelier_than_a_wrong_move(
    sure: float, tells: bool
) -> None:
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    others = [*pawns("3,1 1,5")[:-2], die("blue", at=(30.0, 0.0))]
    doubtful = die(2, "white", sure=sure, alternatives=((3, round(0.98 - sure, 3)),))
    answer = told(SPACE, waits, doubtful, *others, fresh=frozenset([0, 1]))
    if tells:
        assert isinstance(answer, Explained) and answer.explanation.events[0] == checkers.roll("2 blue")
    else:
        assert isinstance(answer, Question) and answer.choices[0].events[0] == checkers.roll("2 blue")


def test_too_few_dice_are_no_roll() -> None:
    answer = told(AVA, ROLLS, *combat(die(3, "blue", "0:combat", (90, 0))), fresh=frozenset([3]))
    assert isinstance(answer, Desync | InProgress | Unchanged)


def test_a_question_that_nobody_answered_is_answered_by_what_is_played_next() -> None:
    """The one reading by which the next move is legal."""
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    choices = (Explanation((checkers.roll("2 blue"),), 0, 0.6), Explanation((checkers.roll("3 blue"),), 0, 0.4))
    evidence = Evidence(view(*pawns("4,1 1,5")[:-2]), frozenset())
    answer = explain(SPACE, waits, evidence, open_choices=choices)
    assert isinstance(answer, Explained)
    assert answer.explanation.events == (checkers.roll("3 blue"), checkers.move("1,1", "blue"))


@pytest.mark.parametrize(("sure", "tells"), [(0.8, True), (0.55, False)])
def test_a_move_answers_a_question_about_dice_as_if_both_had_been_seen_in_one_view(sure: float, tells: bool) -> None:
    waits = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
    spent = frozenset(("white 2", "white blue"))
    choices = tuple(
        Explanation((checkers.roll(roll),), 0, share, spent, sure=share)
        for roll, share in (("2 blue", sure), ("3 blue", 0.98 - sure))
    )
    answer = explain(SPACE, waits, Evidence(view(*pawns("3,1 1,5")[:-2]), frozenset()), open_choices=choices)
    assert isinstance(answer, Explained if tells else Question)
    events = answer.explanation.events if isinstance(answer, Explained) else answer.choices[0].events
    assert events == (checkers.roll("2 blue"), checkers.move("1,1", "blue"))


def test_choices_that_have_become_impossible_are_passed_over() -> None:
    gone = Explanation((checkers.roll("3 blue"),), 0, 0.9)
    evidence = Evidence(view(*pawns("1,1 1,5")), frozenset())
    assert isinstance(explain(SPACE, BEFORE, evidence, open_choices=(gone,)), Unchanged)


def test_what_was_rolled_is_asked_still_where_dice_have_been_taken_up_to_be_rolled_again() -> None:
    """Of a roll with a die in doubt two lie there yet, so that it was rolled is known."""
    waits, seated = doubles.at(doubles.board("0.1")), SeatedGame.usual(doubles.game())
    there = [piece(cell, colour) for cell, colour in seated.layout(waits).pieces.items()]
    ways = [doubles.Rolled((1, 4), blue) for blue in ((1, 6), (6, 6))]
    choices = (Explanation((ways[0],), 0, 0.96), Explanation((ways[1],), 0, 0.024))
    blue = [die(1, "blue", sure=0.9, alternatives=((6, 0.02),)), die(6, "blue", at=(30.0, 0))]
    evidence = Evidence(view(*there, *blue), frozenset())
    answer = explain(seated, waits, evidence, open_choices=choices)
    assert isinstance(answer, Question) and [choice.events for choice in answer.choices] == [(way,) for way in ways]
    perhaps = (choices[0], Explanation((), 0, 0.024))
    assert isinstance(explain(seated, waits, evidence, open_choices=perhaps), Unchanged)


@pytest.mark.parametrize("unsure", [False, True])
def test_dice_that_are_in_a_hand_tell_nothing_of_zones_in_which_they_might_have_been_missed(unsure: bool) -> None:
    """A General would have left one in Combat and one in Rally: that all are taken up for a rally is likelier."""
    start = army.at(army="15", aliens="24", turn=0)
    aliens = [die(face, "green", "1:combat", (30.0 * n, 0)) for n, face in enumerate((2, 4))]
    answer = told(AVA, start, *aliens, unsure=unsure)
    assert isinstance(answer, InProgress)
    one_missed = told(AVA, start, *aliens, die(2, "blue", "0:combat", (90, 0)), unsure=True)
    assert isinstance(one_missed, Explained) and one_missed.explanation.events == (army.General(1),)


def test_whether_dice_were_taken_up_or_missed_is_not_asked_the_roll_will_tell() -> None:
    """One of Rally and one of Combat are not seen, and may have been missed."""
    start = army.at(army="16", aliens="24", turn=0, rally=(1, 0))
    aliens = [die(face, "green", "1:combat", (30.0 * n, 0)) for n, face in enumerate((2, 4))]
    left = die(1, "blue", "0:combat", (90, 0))
    plain = told(AVA, start, *aliens, left)
    assert isinstance(plain, Explained) and plain.explanation.events == (army.Rally((6,)),)
    answer = told(AVA, start, *aliens, left, unsure=True)
    assert isinstance(answer, InProgress) and answer.legal
    assert isinstance(answer.toward[0].events[0], army.Rally)


# ---------------------------------------------------------------------------------------------- no explanation


def test_what_no_legal_event_explains_is_a_desync_with_its_clause() -> None:
    answer = told(SPACE, BEFORE, *pawns("4,1 1,5"))
    assert isinstance(answer, Desync)
    assert [(one.clause, one.fault) for one in answer.broken] == [("SC-3.1", "distance")]
    assert answer.text == "The number die shows 2: the pawn of 1,1 cannot go to 4,1."
    assert [task.do for task in answer.tasks] == ["move"]


def test_where_nobody_can_tell_what_was_done_the_desync_says_what_would_put_it_right() -> None:
    answer = told(SPACE, BEFORE, *pawns("4,2 2,6 8,1", "9,8 7,3 11,0"))
    assert isinstance(answer, Desync)
    assert not answer.broken and answer.tasks
    assert answer.text.startswith("The table does not show what the game expects.")


def test_an_empty_table_is_something_underway_or_wrong_and_never_an_event() -> None:
    for game_id in companion.GAMES:
        seen = next(iter(watched(game_id, 2, 1)))
        answer = explain(seen.hands.top.seated, seen.after, Evidence(view(), frozenset()))
        assert not isinstance(answer, Explained)


# ---------------------------------------------------------------------------------------------- cards


def test_a_flip_is_told_and_one_before_the_choice_is_asked_with_the_clause_in_mind() -> None:
    turn = dinosaurs.scene("D1 A2", "A1 S", central="D3 A4")
    answer = told(SeatedGame.usual(turn.rules), turn.position, card("D1"), card("A4"))
    assert isinstance(answer, Explained) and answer.explanation.events == (turn.rules.parsed("flip D1"),)
    choice = dinosaurs.scene("D1", "A1", central="D3 B", battle={"chooser": 0})
    early = told(SeatedGame.usual(choice.rules), choice.position, card("B"), card("A1", None))
    assert isinstance(early, Question | Desync)


def test_a_doubtful_card_is_asked() -> None:
    turn = dinosaurs.scene("D1 A2", "A1 S", central="D3 A4")
    answer = told(SeatedGame.usual(turn.rules), turn.position, card("D1", "central", 0.6, ("A1", 0.4)), card("A4"))
    assert isinstance(answer, Question)
    first: Event = turn.rules.parsed("flip D1")
    assert answer.choices[0].events == (first,)


def test_colours_are_those_of_the_pieces_on_this_table() -> None:
    seated = SeatedGame(SC, ("green", "red"))
    renamed = [
        msgspec.structs.replace(one, colour={"yellow": "green", "blue": "red"}[one.colour])
        if hasattr(one, "grid") else one for one in pawns("3,1 1,5")
    ]  # fmt: skip
    assert isinstance(told(seated, BEFORE, *renamed), Explained)
    assert not isinstance(told(SPACE, BEFORE, *renamed), Explained)

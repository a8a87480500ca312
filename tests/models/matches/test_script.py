"""Scripts of matches: the table follows the rules, trouble is told as such, and eyes err as often as they say."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import dist
from random import Random

import pytest

from companion.evidence import Evidence
from companion.referee.matching import Desync, Explained, SeatedGame, explain
from companion.table.view import TableView
from models.train.matches.evaluate.views import sights
from models.train.matches.script.captions import captions_of
from models.train.matches.script.script import GAMES, QUIET, Match, write_match
from models.train.matches.script.short_match import ANSWERED, write_short_match
from models.train.matches.script.truth import truth_of
from models.train.matches.stage import PERFECT, POOR, look, posterior
from models.train.matches.stage.signs import fits
from tests.support.games.example_boards import found

SEEDS = range(4)


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    return [write_match(game, seed) for game in GAMES for seed in SEEDS]


def test_a_match_is_a_function_of_its_seed() -> None:
    one, two, other = (truth_of(write_match("doubles-wild", seed)) for seed in (3, 3, 4))
    assert json.dumps(one) == json.dumps(two) != json.dumps(other)


@pytest.mark.slow
def test_at_every_settled_rest_the_table_lies_as_the_position_asks(matches: list[Match]) -> None:
    for match in matches:
        for rest in match.rests:
            if rest.state == "settled":
                assert fits(rest.stage, match.layout(rest.events), match.table), (
                    match.game.id,
                    match.seed,
                    rest.events,
                )


@pytest.mark.slow
def test_events_are_legal_and_there_are_enough_of_them(matches: list[Match]) -> None:
    for match in matches:
        assert len(match.events) >= 25
        for number, one in enumerate(match.events):
            assert match.game.apply(match.positions[number], one.step.event) == match.positions[number + 1]


def test_time_runs_forwards_and_nothing_moves_at_a_rest(matches: list[Match]) -> None:
    for match in matches:
        times = [time for rest in match.rests for time in (rest.start, rest.end)]
        assert times == sorted(times)
        for rest in match.rests:
            assert not any(beat.start < rest.end - 1e-6 and beat.end > rest.start + 1e-6 for beat in match.beats)


def test_no_two_dice_lie_in_one_place(matches: list[Match]) -> None:
    for match in matches:
        for rest in match.rests:
            stage = rest.stage
            dice = [stage.on_table(one)[:2] for number, one in stage.at.items() if "die" in stage.things[number].kind]
            assert min((dist(one, other) for one, other in combinations(dice, 2)), default=20.0) > 10, (
                match.game.id,
                match.seed,
                rest.start,
            )


def test_illegal_acts_break_clauses_of_the_game_and_show(matches: list[Match]) -> None:
    seen: Counter[str] = Counter()
    for match in matches:
        for one in match.illegal:
            seen[match.game.id] += 1
            assert one.wrong.clauses and all(match.game.clause_text(clause) for clause in one.wrong.clauses)
            (rest,) = (rest for rest in match.rests if rest.start == one.shown)
            assert rest.state == "illegal" and not fits(rest.stage, match.layout(one.after), match.table)
            after = next(rest for rest in match.rests if rest.start >= one.end)
            assert fits(after.stage, match.layout(one.after), match.table)
    assert set(seen) == set(GAMES)


def test_mistakes_are_of_many_kinds_and_the_referee_takes_none_for_a_legal_event(matches: list[Match]) -> None:
    """Which clauses an act breaks the game says of the table that it leaves; that no legal event leaves the same is
    found out otherwise, and has to be true of what the referee makes of it."""
    kinds = {game: set[str]() for game in GAMES}
    for match in matches:
        seated = SeatedGame(match.game, match.table.colours)
        for one in match.illegal:
            kinds[match.game.id].add(one.wrong.what)
            (rest,) = (rest for rest in match.rests if rest.start == one.shown)
            view, numbers = look(rest.stage, Random(0), PERFECT)
            rolled = frozenset(place for place, number in enumerate(numbers) if number in rest.rolled)
            answer = explain(seated, match.positions[one.after], Evidence(view, rolled))
            told = {broken.clause for broken in answer.broken} if isinstance(answer, Desync) else set()
            assert told & set(one.wrong.clauses) or not isinstance(answer, Explained), (match.game.id, one.wrong)
    assert all(len(found) >= 3 for found in kinds.values()), kinds


@pytest.mark.parametrize("name", ["ludo", "backgammon"])
def test_a_game_that_somebody_else_wrote_is_played_against_its_rules_too(name: str) -> None:
    with found(name):
        matches = [write_match(name, seed) for seed in range(3)]
    told = [
        match.game.clause_text(clause) for match in matches for one in match.illegal for clause in one.wrong.clauses
    ]
    assert told and all(told)


def test_every_kind_of_trouble_happens(matches: list[Match]) -> None:
    slips = {slip.what for match in matches for slip in match.slips}
    assert slips == {"put back", "pointing", "bump", "lamp"}
    events = [event for match in matches for event in match.events]
    assert any(event.hasty for event in events) and {event.pace for event in events} == {"usual", "slow", "hasty"}
    assert any(event.done.misplaced for event in events) and any(event.done.forgotten for event in events)
    assert {rest.state for match in matches for rest in match.rests} == {
        "settled", "underway", "unsettled", "misplaced", "lifted", "illegal"
    }  # fmt: skip


def test_people_who_play_by_the_rules_make_no_trouble() -> None:
    for game in GAMES:
        match = write_match(game, 1, 12, trouble=QUIET)
        assert not match.slips and not match.illegal and len(match.events) == 12
        assert {rest.state for rest in match.rests} <= {"settled", "underway", "unsettled"}


def test_a_roll_shows_the_faces_of_its_event_on_the_dice_that_were_thrown() -> None:
    match = write_match("army-vs-aliens-2011", 2, trouble=QUIET)
    first = next(rest for rest in match.rests if rest.rolled)
    faces = sorted(first.stage.at[number].face for number in first.rolled)  # type: ignore[type-var]
    assert faces == list(match.game.format_event(match.events[0].step.event)["faces"])  # type: ignore[call-overload]


def test_bumped_sheets_keep_what_lies_on_them_where_it_was() -> None:
    tried = (write_match("doubles-wild", seed) for seed in range(30))
    match = next(match for match in tried if any(slip.what == "bump" for slip in match.slips))
    before = after = match.rests[0]
    for before, after in zip(match.rests, match.rests[1:], strict=False):
        if before.stage.poses != after.stage.poses:
            break
    assert before.stage.on_cells() == after.stage.on_cells()


def views(match: Match, eyes: str = "perfect") -> list[TableView]:
    return [sight.view for sight in sights(match, PERFECT if eyes == "perfect" else POOR)]


def test_perfect_eyes_are_certain_of_all_but_what_lies_on_a_line(matches: list[Match]) -> None:
    for match in matches:
        for view in views(match):
            assert not view.unsure and not view.missing
            assert all(die.certain != bool(die.across) for die in view.dice)
            assert all(die.zone or die.across or view.lies_beside(die) for die in view.dice if view.zones)


def test_perfect_eyes_see_pieces_on_the_cells_of_the_position() -> None:
    match = write_match("space-checkers", 3, trouble=QUIET)
    rest, view, *_ = next(sight for sight in sights(match) if sight.rest.events == 6 and sight.rest.state == "settled")
    standing = {(piece.row, piece.col): piece.colour for piece in view.pieces if piece.grid == "board"}
    pieces = match.layout(rest.events).pieces
    hidden = {(cell.row, cell.col) for cell in view.covered}
    assert standing == {(c.row, c.col): name for c, name in pieces.items() if (c.row, c.col) not in hidden}


def test_doubtful_readings_are_right_as_often_as_they_say() -> None:
    lot = Random(5)
    said = right = 0.0
    for _ in range(4000):
        answers = posterior(3, (1, 2, 4, 5, 6), lot, lot.uniform(0.3, 0.95))
        assert abs(sum(odds for _, odds in answers) - 1) < 1e-9 and 3 in dict(answers)
        said += answers[0][1]
        right += answers[0][0] == 3
    assert abs(said - right) / 4000 < 0.03


@pytest.mark.slow
def test_usual_eyes_doubt_some_dice_and_miss_a_few(matches: list[Match]) -> None:
    seen = [view for match in matches[:8] for view in views(match, "usual")]
    dice = [die for view in seen for die in view.dice]
    doubted = [die for die in dice if not die.certain and not die.across]
    assert 0.03 < len(doubted) / len(dice) < 0.1 and all(die.alternatives for die in doubted)
    assert any(view.unsure for view in seen)


def test_a_short_match_goes_to_its_winner_with_one_act_against_the_rules_and_one_that_is_taken_back() -> None:
    match = write_short_match("dinosaurs-vs-army-men", 37)
    assert match is not None and 60 <= match.seconds <= 120
    outcome = match.game.outcome(match.positions[-1])
    assert outcome is not None and len(outcome.ranking[0]) == 1
    (illegal,), (back,) = match.illegal, match.taken_back
    assert illegal.wrong.clauses and match.game.rule(match.positions[back.after], back.event).legal
    assert back.event != match.events[back.after].step.event
    keys = [one["key"] for one in captions_of(match, [35.0])]
    assert set(keys) == {"set_up", "short_deck", "smack", "illegal", "question", "said_back", "over"}
    times = [one["from"] for one in captions_of(match)]
    assert times == sorted(times)


def test_players_wait_where_they_will_be_asked_and_nothing_else_changes() -> None:
    plain, waiting = (write_short_match("dinosaurs-vs-army-men", 37, asked=asked) for asked in ((), (3,)))
    assert plain is not None and waiting is not None
    assert [one.step.event for one in waiting.events] == [one.step.event for one in plain.events]
    rests = zip(plain.rests, waiting.rests, strict=True)
    longer = {after.events for before, after in rests if after.end - after.start > before.end - before.start + 1e-6}
    assert longer == {3} and 2 < waiting.seconds - plain.seconds < ANSWERED


@pytest.mark.parametrize("game", ["army-vs-aliens-2012", "space-checkers"])
def test_a_legal_act_that_is_taken_back_lies_there_and_goes_again(game: str) -> None:
    matches = (write_short_match(game, seed) for seed in (71, 151, 2383, 1776))
    match = next(one for one in matches if one is not None)
    (back,) = match.taken_back
    position = match.game.apply(match.positions[back.after], back.event)
    rest = next(one for one in match.rests if one.start == back.shown)
    lies = match.game.layout(position, match.table.colours)
    assert rest.state == "reconsidered" and fits(rest.stage, lies, match.table)
    after = next(one for one in match.rests if one.start > back.until)
    assert after.state == "settled" and fits(after.stage, match.layout(back.after), match.table)

"""Hints: what legal actions are worth, with how sure that is."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

import companion
from companion.rules.self_play import greedy, played
from companion.rules.vocabulary import Awaited, Outcome
from companion.statistics.move_values import Hint, explain_hint, hints, judge_hint
from companion.statistics.playouts import Play, play_out


def looks(count: int) -> Callable[[], float]:
    """A clock by which there is time for `count` looks at it; each event that is played takes one."""
    left = iter(range(count, 0, -1))
    return lambda: next(left, 0) / count


def choosing(game: Any, seed: int, after: int = 8) -> Any:
    """A position of a game in which there is something to choose."""
    for number, step in enumerate(played(game, Random(seed), greedy)):
        if number >= after and len(game.actions(step.after)) > 1:
            return step.after
    raise AssertionError("nothing was to be chosen")


@pytest.mark.slow
@pytest.mark.parametrize("name", companion.GAMES)
def test_every_legal_action_has_its_hint(name: str) -> None:
    game = companion.load(name)
    position = choosing(game, 4)
    time = max(3000, 2 * len(game.actions(position)) * len(list(played(game, Random(2), greedy, position))))
    found = hints(game, position, Random(1), looks(time))
    assert {game.formatted(one.event) for one in found} == {game.formatted(one) for one in game.actions(position)}
    assert all(0 <= one.low <= one.won <= one.high <= 1 and one.games for one in found)
    assert found == hints(game, position, Random(1), looks(time)), "the same luck gives the same hints"


@pytest.mark.slow
def test_what_lasts_longest_is_played_most() -> None:
    game = companion.load("space-checkers")
    found = hints(game, choosing(game, 4, 30), Random(1), looks(12_000))
    games = [one.games for one in found]
    assert games == sorted(games, reverse=True) and games[0] > games[-1]
    assert found[0].high - found[0].low < found[-1].high - found[-1].low


def test_an_action_that_wins_at_once_is_the_best() -> None:
    """The last die of the Aliens stands alone: the attack that destroys it ends the game."""
    game = companion.load("army-vs-aliens-2011")
    position, event = next(
        (step.before, step.event)
        for seed in range(30)
        for step in played(game, Random(seed), greedy)
        if len(game.actions(step.before)) > 1
        and (over := game.outcome(step.after)) is not None
        and over.ranking[0] == (game.awaited(step.before).seat,)
    )
    found = hints(game, position, Random(2), looks(8_000))
    best = next(one for one in found if one.event == event)
    assert best.won == found[0].won == 1.0 and best.at_once > 0


def test_nothing_is_played_once_the_time_is_up() -> None:
    """Army vs Aliens has many actions: where the time does not reach for a game from each, the rest say so."""
    game = companion.load("army-vs-aliens-2011")
    position = next(step.after for step in played(game, Random(1), greedy) if len(game.actions(step.after)) > 50)
    asked = 0

    def left() -> float:
        nonlocal asked
        asked += 1
        return 1 - asked / 1000

    found = hints(game, position, Random(1), left)
    assert asked <= 1000 + len(found), "each event asks for the time, and so does each action"
    assert {game.formatted(one.event) for one in found} == {game.formatted(one) for one in game.actions(position)}
    judged = [one for one in found if one.games]
    rest = found[len(judged) :]
    assert 0 < len(judged) < len(found) and max(one.games for one in judged) == 1, "all had their first game in turn"
    assert {(one.games, one.won, one.low, one.high, one.next_turn) for one in rest} == {(0, 0.0, 0.0, 1.0, 0.0)}
    assert min(one.at_once for one in judged) >= max(one.at_once for one in rest)


def test_without_any_time_no_action_is_judged() -> None:
    game = companion.load("space-checkers")
    position = choosing(game, 4, 30)
    found = hints(game, position, Random(1), lambda: 0.0)
    assert len(found) == len(game.actions(position)) and not any(one.games for one in found)


def test_nothing_is_hinted_where_nobody_chooses() -> None:
    for name in companion.GAMES:
        game = companion.load(name)
        if not game.actions(game.start()):
            assert hints(game, game.start(), Random(1), looks(300)) == ()


def test_a_card_that_anybody_may_smack_has_no_best_hand() -> None:
    game = companion.load("dinosaurs-vs-army-men")
    position = next(step.after for step in played(game, Random(3)) if game.awaited(step.after).need == "smack")
    assert hints(game, position, Random(1), looks(300)) == ()


def test_why_in_a_few_words() -> None:
    event = companion.load("doubles-wild").parsed("hold")
    assert (
        explain_hint(Hint(event, 0.5, 0.4, 0.6, 10, 2.0, -0.25))
        == "+2 in the score at once, -0.2 by your next turn on average"
    )
    assert explain_hint(Hint(event, 0.0, 0.0, 1.0, 0, 2.0, 0.0)) == "+2 in the score at once"
    assert explain_hint(Hint(event, 0.0, 0.0, 1.0, 0, 1750.0, 0.0)) == "+1,750 in the score at once"
    assert explain_hint(Hint(event, 0.5, 0.4, 0.6, 10, 0.0, 0.04)) == "", "what changes nothing is not said"


@pytest.mark.parametrize(
    ("verdict", "behind", "words"),
    [
        ("clearly best", 0.0, "Clearly best: wins 62 of 100 games"),
        ("about as good", 0.0, "About as good: wins 62 of 100 games"),
        ("about as good", 0.04, "About as good"),
        ("worse", 0.083, "Worse: wins 8 games fewer of 100"),
        ("worse", 0.013, "Worse: wins 1 game fewer of 100"),
        ("worse", 0.004, "Worse"),
        ("seems worse", 0.2, "Seems worse"),
        ("not judged", 0.0, "Not tried"),
    ],
)
def test_a_verdict_in_words_with_the_figure_that_says_something(verdict: Any, behind: float, words: str) -> None:
    event = companion.load("doubles-wild").parsed("hold")
    games = 0 if verdict == "not judged" else 500
    assert judge_hint(Hint(event, 0.62, 0.5, 0.7, games, 0.0, 0.0, verdict, behind, 0.02)) == words


class Urn(NamedTuple):
    """A game of one action and one draw: by what was chosen the draw of one of a thousand lots wins or loses."""

    best: int
    """How many lots of a thousand win after the best of the actions 0 to 3; each other has so many fewer."""
    fewer: int = 0
    players: int = 2
    sides: tuple[tuple[int, ...], ...] = ((0,), (1,))

    def awaited(self, position: tuple[int, ...]) -> Awaited:
        need: Any = ("action", "roll", "nothing")[len(position)]
        return Awaited(need, 0 if len(position) < 2 else None)

    def actions(self, position: tuple[int, ...]) -> list[int]:
        return [] if position else [0, 1, 2, 3]

    def apply(self, position: tuple[int, ...], event: int) -> tuple[int, ...]:
        return (*position, event)

    def scores(self, position: tuple[int, ...]) -> tuple[int, int]:
        return (0, 0)

    def drawn(self, position: tuple[int, ...], lot: Random) -> int:
        return lot.randrange(1000)

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        if len(position) < 2:
            return None
        won = position[1] < self.best - self.fewer * position[0]
        return Outcome("", ((0,), (1,)) if won else ((1,), (0,)), "")


def judged(urn: Urn, count: int, seed: int = 1) -> tuple[Hint, ...]:
    return hints(urn, (), Random(seed), looks(count))  # type: ignore[arg-type]


def test_all_actions_have_the_same_luck() -> None:
    """Of alike actions all win or lose the same games, whatever the luck."""
    found = judged(Urn(500), 4000)
    assert len({one.won for one in found if one.games == found[0].games}) == 1
    assert {(one.verdict, one.behind) for one in found} <= {("about as good", 0.0), ("seems worse", 0.0)}
    assert [one.verdict for one in found[:2]] == ["about as good", "about as good"]


def test_the_best_is_told_apart_long_before_the_time_is_up() -> None:
    asked = 0

    def left() -> float:
        nonlocal asked
        asked += 1
        return 1 - asked / 100_000

    found = hints(Urn(700, 100), (), Random(1), left)  # type: ignore[arg-type]
    assert asked < 50_000 and found[0].event == 0
    assert found[0].verdict == "clearly best" and found[0].behind == 0
    assert {one.verdict for one in found[1:]} <= {"worse", "seems worse"} and found[1].verdict == "worse"
    assert all(abs(one.behind - 0.1 * one.event) < 0.1 for one in found)  # type: ignore[operator]


@pytest.mark.slow
def test_actions_that_are_worth_the_same_are_seldom_told_apart() -> None:
    """Each has luck of its own here, so that their games differ, and not their worth."""

    class Apart(Urn):
        def outcome(self, position: tuple[int, ...]) -> Outcome | None:
            if len(position) < 2:
                return None
            won = position[1] * (7 + 2 * position[0]) // 3 % 2 == 0
            return Outcome("", ((0,), (1,)) if won else ((1,), (0,)), "")

    found = [hints(Apart(500), (), Random(seed), looks(2500))[0] for seed in range(150)]  # type: ignore[arg-type]
    wrong = sum(one.verdict == "clearly best" for one in found)
    assert wrong <= 12, f"{wrong} of 150"


def test_actions_that_lead_to_one_position_share_their_games() -> None:
    class Twins(Urn):
        def apply(self, position: tuple[int, ...], event: int) -> tuple[int, ...]:
            return (*position, event // 2 if not position else event)

    found = hints(Twins(700, 300), (), Random(1), looks(20_000))  # type: ignore[arg-type]
    assert [one.event for one in found] == [0, 1, 2, 3]
    assert [one.verdict for one in found] == ["about as good"] * 2 + ["worse"] * 2
    assert found[0].games == found[1].games


def ahead(game: Any, count: int, lost: Random | None = None, seen: Counter[int] | None = None) -> Play:
    """Plays as workers do: `count` games are taken before what the first came to is known. By `lost` every fifth is
    left out; `seen` counts by action what is entered."""

    def play(wanted: Any, enter: Any) -> None:
        under_way: deque[Any] = deque()

        def enter_first() -> None:
            one = under_way.popleft()
            if lost is None or lost.random() >= 0.2:
                enter(one, play_out(game, one, lambda: 1.0))
                if seen is not None:
                    seen[one.event] += 1

        for one in wanted:
            under_way.append(one)
            if len(under_way) > count:
                enter_first()
        while under_way:
            enter_first()

    return play


def test_games_that_are_lost_leave_the_others_compared_row_by_row() -> None:
    """Of alike actions all win or lose the same games, whichever of these are played."""
    urn: Any = Urn(500)
    found = hints(urn, (), Random(1), looks(4000), ahead(urn, 7, lost=Random(1)))
    assert len({one.won for one in found}) > 1 and len({one.games for one in found}) > 1
    assert {(one.behind, one.margin) for one in found if one.games} == {(0.0, 0.0)}


def test_the_best_is_told_apart_among_games_that_are_played_ahead() -> None:
    urn: Any = Urn(700, 100)
    entered: Counter[int] = Counter()
    found = hints(urn, (), Random(1), looks(100_000), ahead(urn, 50, seen=entered))
    assert (found[0].event, found[0].verdict) == (0, "clearly best")
    assert entered.total() < 20_000, "long before the time is up"
    assert all(one.games < entered[one.event] for one in found[1:]), "under way when their actions were dropped"  # type: ignore[index]
    assert found[0].games == entered[0]


def test_what_is_under_way_when_the_time_is_up_counts() -> None:
    urn: Any = Urn(500)
    found = hints(urn, (), Random(1), looks(200), ahead(urn, 1000))
    assert {one.games for one in found} <= {39, 40, 41}, "none is dropped before any is played"

"""Estimates the value of each legal action: how often games that go on from it are won, against those from the best.

The program plays on from every action, greedily by the score (companion.rules.self_play), and counts. Games are played
where they matter by sequential halving (Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed
Bandits", ICML 2013): all actions that are still tried get as many games, and the worse half of them is dropped at equal
shares of the time. The games of one row have common random numbers: the same rolls come in the same order whatever was
done, so that what differs between two actions is mostly their worth, and the difference is judged pair by pair. Once
the best two are told apart there is nothing more to find out.

That is an estimate, of players who look one event ahead. What can be reckoned exactly is told by `Game.odds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.rules import Event, Rules, lead
from companion.statistics.fairness import wilson
from companion.statistics.playouts import Play, Played, Playout, play_here
from companion.text import digits, later, say, say_count

Verdict: TypeAlias = Literal["clearly best", "about as good", "seems worse", "worse", "not judged"]
"""The best, told apart from the second best; the best few, which are not; dropped, for others won more of the games;
told apart from the best; or there was no time for a game."""

VERDICTS: dict[Verdict, str] = {
    "clearly best": later("Clearly best"),
    "about as good": later("About as good"),
    "seems worse": later("Seems worse"),
    "worse": later("Worse"),
    "not judged": later("Not tried"),
}
"""Each in words for players."""

FEWEST = 2
"""Games from each action before any is dropped."""
FIRST_LOOK = 16
"""Games from each action without which none are told apart."""
LOOKS = frozenset(int(FIRST_LOOK * 1.5**look) for look in range(16))
"""Numbers of games from each action after which it is asked whether any are told apart, and once more at the end."""
LEVEL = 0.05
"""How often two actions that are worth the same may be told apart by mistake, in all looks together."""
APART = NormalDist().inv_cdf(1 - LEVEL / (len(LOOKS) + 1) / 2)
"""Standard errors that a difference has to be from 0 at one look."""
FEWEST_DIFFER = 8
"""Pairs of games that ended differently without which no difference counts."""
LEAST_GAIN = 0.05
"""Change of the lead that is worth a word."""
ENOUGH = 200
"""Games from an action that is the only one."""


class Hint(NamedTuple):
    """One action that is legal now."""

    event: Event
    won: float
    """The share of the games from it that the side of the player on turn won; a draw counts as a part of one."""
    low: float
    """The true share of such games lies between `low` and `high`, but for one time in twenty."""
    high: float
    games: int
    """0: there was no time for any, and `won`, `low`, `high` and `next_turn` say nothing (0, 0, 1 and 0)."""
    at_once: float
    """By how much it changes the lead of that side in the score."""
    next_turn: float
    """By how much the lead has changed when the player is on turn again, on average."""
    verdict: Verdict = "not judged"
    """Against the best."""
    behind: float = 0.0
    """How much smaller a share of the same games it won than the best; 0 of the best, and where none was played."""
    margin: float = 0.0
    """By how much `behind` may be wrong, but for one time in twenty."""


@dataclass(eq=False)
class _Tried:
    """An action, or several that lead to one position, with the games played from it."""

    events: list[Event]
    after: Any
    at_once: float
    results: dict[int, float] = field(default_factory=dict)
    """Of the game of each row, by its seed: 1 won, 0 lost, a part of one where it was drawn."""
    turned: float = 0.0
    dropped: int = 0
    """In which round it was dropped; 0: never."""

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def share(self) -> float:
        return sum(self.results.values()) / self.games if self.games else 0.0

    @property
    def rank(self) -> tuple[bool, float, float]:
        """The sort key: the highest share first, of equal ones the higher lead; actions without a game last."""
        return not self.games, -self.share, -self.turned / max(self.games, 1)


class _Difference(NamedTuple):
    """By how much one action is better than another, of the same rows of games."""

    share: float
    margin: float
    """Its confidence interval reaches so far to both sides."""
    told: bool
    """Whether it is one, and not chance."""


def hints(
    game: Rules, position: Any, lot: Random, left: Callable[[], float], play: Play | None = None
) -> tuple[Hint, ...]:
    """Every legal action, the best first; empty where no action is awaited, or it is anybody's (a card to be smacked).

    `left` tells how much of the time there is is left, from 1 down to 0. It is asked before each event that is played,
    and at 0 all ends, or before that where the best two are told apart: games are played from the actions in turn,
    those that bring most at once first, so that each gets as many as the others or one fewer; where there is no time
    for one each, the rest have 0 games. `play` plays the games; without it they are played here.
    """
    seat = game.awaited(position).seat
    actions = game.actions(position)
    if seat is None or not actions:
        return ()
    now = lead(game, position, seat)
    search = _Search(_tried(game, position, actions, seat, now), seat, lot, left)
    (play or play_here(game, left))(search.wanted(), search.enter)
    order = search.ranked()
    return tuple(hint for one in order for hint in _as_hints(one, order, now))


def _tried(game: Rules, position: Any, actions: Sequence[Event], seat: int, now: float) -> list[_Tried]:
    """The actions, those that bring most at once first; those that lead to one position together."""
    found: dict[Any, _Tried] = {}
    for event in actions:
        after = game.apply(position, event)
        if after in found:
            found[after].events.append(event)
        else:
            found[after] = _Tried([event], after, lead(game, after, seat) - now)
    return sorted(found.values(), key=lambda one: -one.at_once)


class _Search:
    """Sequential halving of the actions. Games may be asked for while others are under way."""

    def __init__(self, tried: list[_Tried], seat: int, lot: Random, left: Callable[[], float]) -> None:
        self._tried, self._seat, self._lot, self._left = tried, seat, lot, left
        self._by_event = {one.events[0]: one for one in tried}
        self._still = tried
        self._round, self._rounds = 1, max(1, ceil(log2(len(tried))))

    def wanted(self) -> Iterator[Playout]:
        """Rows of games, as they are needed: at least FEWEST of them before any action is dropped for its rank."""
        while True:
            until = 1 - self._round / self._rounds
            while not self._decided:
                time = self._left()
                if time <= 0:
                    return  # before actions are dropped: games that are under way still count
                if self._still[-1].games >= FEWEST and time <= until:
                    break
                yield from self._row()
            if not self._halved():
                return

    def enter(self, playout: Playout, played: Played | None) -> None:
        """Count a game, unless its action has been dropped meanwhile."""
        one = self._by_event[playout.event]
        if one.dropped:
            return
        if played is not None:
            one.results[playout.seed] = played.won
            one.turned += played.lead
        if one is self._still[-1]:
            self._look()

    def ranked(self) -> list[_Tried]:
        """All actions, the best first, once all games are played."""
        while self._halved():
            continue
        self._race()
        return sorted(self._tried, key=lambda one: (-(one.dropped or self._rounds + 1), one.rank))

    @property
    def _decided(self) -> bool:
        """Whether there is nothing more to find out."""
        return len(self._still) == 1 and (len(self._tried) > 1 or self._still[0].games >= ENOUGH)

    def _row(self) -> Iterator[Playout]:
        seed = self._lot.getrandbits(48)
        for one in self._still:
            if one.dropped:  # since the row began
                continue
            if self._left() <= 0:
                self._look()
                return
            yield Playout(one.events[0], one.after, self._seat, seed)

    def _look(self) -> None:
        """Drop what is told apart, if as many games are played as for a look at that."""
        if self._still[-1].games in LOOKS:
            self._race()

    def _race(self) -> None:
        """Drop those that are told to be worse than the best."""
        best = min(self._still, key=lambda one: one.rank)
        for one in self._still:
            if one is not best and _difference(best, one).told:
                one.dropped = self._round
        self._still = [one for one in self._still if not one.dropped]

    def _halved(self) -> bool:
        """Drop the worse half, and begin another round, if there is one."""
        if len(self._still) == 1 or self._round == self._rounds:
            return False
        ranked = sorted(self._still, key=lambda one: one.rank)
        count = max(2, ceil(len(ranked) / 2))
        for one in ranked[count:]:
            one.dropped = self._round
        self._still = ranked[:count]
        self._round += 1
        return True


def _difference(best: _Tried, other: _Tried) -> _Difference:
    """Compare two actions by the rows in which both were played."""
    pairs = [won - other.results[row] for row, won in best.results.items() if row in other.results]
    if len(pairs) < 2:
        return _Difference(sum(pairs), 1.0, False)
    mean = sum(pairs) / len(pairs)
    error = sqrt(sum((one - mean) ** 2 for one in pairs) / (len(pairs) - 1) / len(pairs))
    margin = APART * error
    enough = len(pairs) >= FIRST_LOOK and sum(map(bool, pairs)) >= FEWEST_DIFFER
    return _Difference(mean, margin, enough and mean > margin)


def _as_hints(one: _Tried, order: Sequence[_Tried], now: float) -> list[Hint]:
    """The hints of an action, and of those that lead to the same; `order`: all, the best first."""
    best = order[0]
    low, high = wilson(sum(one.results.values()), one.games)
    next_turn = one.turned / one.games - now if one.games else 0.0
    gap = _Difference(0.0, 0.0, False) if one is best or not one.games else _difference(best, one)
    verdict: Verdict = "not judged"
    if one is best and one.games:
        rivals = len(one.events) > 1 or not all(other.dropped for other in order[1:])
        verdict = "about as good" if rivals else "clearly best"
    elif one.games:
        verdict = "worse" if gap.told else "seems worse" if one.dropped else "about as good"
    found = Hint(one.events[0], one.share, low, high, one.games, one.at_once, next_turn, verdict, gap.share, gap.margin)
    return [found._replace(event=event) for event in one.events]


def judge_hint(hint: Hint) -> str:
    """The verdict on an action in words, with its figure where it is more than chance: how often the best wins, and how
    much less often one that is told to be worse."""
    verdict, fewer = say(VERDICTS[hint.verdict]), round(100 * hint.behind)
    if hint.verdict in ("clearly best", "about as good") and not hint.behind:
        figure = say("wins {count} of 100 games", count=round(100 * hint.won))
    elif hint.verdict == "worse" and fewer > 0:
        figure = say_count("wins {count} game fewer of 100", "wins {count} games fewer of 100", fewer)
    else:
        return verdict
    return say("{verdict}: {figure}", verdict=verdict, figure=figure)


def explain_hint(hint: Hint) -> str:
    """What speaks for an action or against it, in a few words; empty where nothing is known, or it changes nothing."""
    words = []
    if hint.at_once:
        whole = hint.at_once == round(hint.at_once)
        points = digits(hint.at_once, "+,.0f" if whole else "+.2g")
        words.append(say("{points} in the score at once", points=points))
    if hint.games and abs(hint.next_turn) >= LEAST_GAIN:
        words.append(say("{points} by your next turn on average", points=digits(hint.next_turn, "+.1f")))
    return ", ".join(words)

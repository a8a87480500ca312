"""Plays one game on from an action to its end, greedily by the score, with luck that other games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from companion.rules import Event, Rules, greedy, lead

LONGEST_PLAYOUT = 2000
"""Events after which a game that is played on is broken off, and counts as drawn by all sides."""


class Playout(NamedTuple):
    """A game that is to be played."""

    event: Event
    after: Any
    """The position to which the action leads."""
    seat: int
    """Whose action it is."""
    seed: int
    """Games with the same seed are one row: they have their luck in common."""


class Played(NamedTuple):
    """What a game came to for the side of a seat."""

    won: float
    """1 won, 0 lost, a part of one where it was drawn."""
    lead: float
    """Its lead in the score when the player was on turn again, or at the end."""


Play: TypeAlias = Callable[[Iterator[Playout], Callable[[Playout, Played | None], None]], None]
"""Plays games, which it takes as it needs them, and hands over what each came to, in their order, until there are no
more; None for one for which the time did not reach. One that it cannot play it leaves out."""


def play_here(game: Rules, left: Callable[[], float]) -> Play:
    """Play the games in this process, one after the other."""

    def play(wanted: Iterable[Playout], enter: Callable[[Playout, Played | None], None]) -> None:
        for one in wanted:
            enter(one, play_out(game, one, left))

    return play


def play_out(game: Rules, playout: Playout, left: Callable[[], float]) -> Played | None:
    """Play one game to its end; None as soon as no time is `left`, which is asked before each event.

    Each seat's rolls come from a stream of their own, and cards and choices between equals from one more: games with
    the same seed have them in common as far as they go.
    """
    _, position, seat, seed = playout
    lots: dict[int, Random] = {}
    rest = Random(seed)
    others_came, turned = False, None
    for _ in range(LONGEST_PLAYOUT):
        if left() <= 0:
            return None
        awaited, actions = game.awaited(position), game.actions(position)
        if actions:
            event = greedy(game, position, actions, rest)
        elif awaited.need == "nothing":
            break
        elif awaited.need == "roll":
            place = game.players if awaited.seat is None else awaited.seat
            if place not in lots:
                lots[place] = Random(seed + 1 + place)
            event = game.drawn(position, lots[place])
        else:
            event = game.drawn(position, rest)
        others_came = others_came or awaited.seat not in (seat, None)
        if others_came and awaited.seat == seat and turned is None:
            turned = lead(game, position, seat)
        position = game.apply(position, event)
    return Played(_won(game, position, seat), lead(game, position, seat) if turned is None else turned)


def _won(game: Rules, position: Any, seat: int) -> float:
    """1 where the side of a seat alone came first, its part where others did as well."""
    sides = game.sides
    outcome = game.outcome(position)
    if outcome is None:
        return 1 / len(sides)
    first = [side for side in sides if set(side) & set(outcome.ranking[0])]
    return 1 / len(first) if any(seat in side for side in first) else 0.0

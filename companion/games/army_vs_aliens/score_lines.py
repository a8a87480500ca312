"""Lines of the score sheet: which dice an event brought or cost, by the names of their units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from companion.games.army_vs_aliens.pieces import Position
from companion.rules import Gain
from companion.text import say

Name = Callable[[int, int], str]
"""The unit that a seat's die of a rank is."""


def destroyed(before: Position, after: Position, name: Name) -> Iterator[Gain]:
    """The dice that came into the Scoring Zones, where these are counted."""
    fell = [_gone(before.players[seat].combat, after.players[seat].combat) for seat in range(len(before.players))]
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        for rank, count in sorted(_gone(now.scored, was.scored).items()):
            owner = next((other for other, gone in enumerate(fell) if other != seat and gone[rank]), seat)
            yield Gain(seat, say("{unit} (rank {rank})", unit=name(owner, rank), rank=rank), count)


def living(before: Position, after: Position, name: Name) -> Iterator[Gain]:
    """The dice that were lost, and those that came into play, where the living are counted."""
    for seat in range(len(before.players)):
        left = after.living(seat) - before.living(seat)
        if left > 0:
            yield Gain(seat, say("Dice in play"), left)
            continue
        for rank, count in sorted(_gone(before.players[seat].combat, after.players[seat].combat).items()):
            lost = min(count, -left)
            left += lost
            if lost:
                yield Gain(seat, say("{unit} (rank {rank}) lost", unit=name(seat, rank), rank=rank), -lost)
        if left:
            yield Gain(seat, say("Dice lost"), left)


def _gone(ranks: tuple[int, ...], others: tuple[int, ...]) -> Counter[int]:
    return Counter(ranks) - Counter(others)

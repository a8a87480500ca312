"""Words the answers to what is open as players tell them apart: what they share is said once, dice are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.match import SetUp, apply_step
from companion.referee import MatchTracker
from companion.referee.matching import Explanation, SeatedGame
from companion.rules import Event
from companion.table import Colour
from companion.text import say

Roll = tuple[tuple[int, Colour | None], ...]
"""The dice of a roll, by face and colour."""


class DrawnDie(msgspec.Struct, frozen=True):
    """A die of a roll that an answer holds."""

    face: int
    colour: Colour | None
    odd: bool
    """Whether not all answers have it."""


class Offer(msgspec.Struct, frozen=True):
    """One answer that players may give to what is open."""

    text: str
    """The whole of it."""
    brief: str
    """What tells it from the others."""
    choice: Explanation
    dice: tuple[DrawnDie, ...] = ()
    """Of its first roll, where the answers differ in it."""


def offered(tracker: MatchTracker, choices: Sequence[Explanation]) -> tuple[tuple[Offer, ...], str]:
    """The answers in their order, and what all of them end with, in words."""
    words = [tracker.words(choice) for choice in choices]
    tail = _tail(words)
    rolls = [_roll(tracker.seated, tracker.base_of(choice), choice) for choice in choices]
    offers = tuple(
        Offer(tracker.label(choice), say(", then ").join(own[: len(own) - tail]), choice, dice)
        for choice, own, dice in zip(choices, words, _all_drawn(rolls), strict=True)
    )
    return offers, say(", then ").join(words[0][len(words[0]) - tail :]) if tail else ""


def sets_up(choice: Explanation) -> bool:
    """Whether by this answer the table counts as it lies."""
    return any(isinstance(event, SetUp) for event in choice.events)


def _tail(words: Sequence[Sequence[str]]) -> int:
    """How many steps at their ends all answers share, one of their own left to each."""
    if len(words) < 2:
        return 0
    tail = 0
    while tail < min(map(len, words)) - 1 and len({own[-1 - tail] for own in words}) == 1:
        tail += 1
    return tail


def roll_of(seated: SeatedGame, position: Any, event: Event) -> Roll:
    """The dice of an event; none where it is no roll, or not of dice with faces."""
    game = seated.game
    awaited = game.awaited(position)
    if isinstance(event, SetUp) or awaited.need != "roll" or awaited.seat is None:
        return ()
    plain = game.format_event(event)
    own = game.usual_colour(awaited.seat) and seated.colours[awaited.seat]
    dice = [(face, own) for face in _faces(plain.get("faces"))]
    dice += [(face, colour) for colour in ("red", "blue") for face in _faces(plain.get(colour))]
    return tuple(dice)


def drawn(roll: Roll, shared: Counter[tuple[int, Colour | None]]) -> tuple[DrawnDie, ...]:
    """The dice of a roll; those beyond the ones that it shares with others are odd."""
    left, dice = shared.copy(), []
    for one in roll:
        dice.append(DrawnDie(*one, odd=left[one] <= 0))
        left[one] -= 1
    return tuple(dice)


def _roll(seated: SeatedGame, position: Any, choice: Explanation) -> Roll:
    """The first roll in an answer; none where it has none."""
    for event in choice.events:
        if isinstance(event, SetUp):
            return ()
        if seated.game.awaited(position).need == "roll":
            return roll_of(seated, position, event)
        position = apply_step(seated.game, position, event)
    return ()


def _faces(value: object) -> list[int]:
    return [face for face in value if isinstance(face, int)] if isinstance(value, list | tuple) else []


def _all_drawn(rolls: Sequence[Roll]) -> list[tuple[DrawnDie, ...]]:
    """The dice of each answer; none where the answers do not differ in them, or one has no roll."""
    if len(set(rolls)) < 2 or not all(rolls):
        return [() for _ in rolls]
    shared = Counter(rolls[0])
    for roll in rolls[1:]:
        shared &= Counter(roll)
    return [drawn(roll, shared) for roll in rolls]

"""Shows every rest of a match as eyes of some quality see it (models.train.matches.stage.eyesight), hands included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.evidence.hand_match import Hand
from companion.table.view import Die, TableView
from models.train.matches.script import Beat, Match, Rest
from models.train.matches.stage import PERFECT, Eyesight, look


class Sight(NamedTuple):
    """One rest as eyes see it."""

    rest: Rest
    view: TableView
    rolled: tuple[Die, ...]
    """The dice of the view that were rolled since the rest before."""
    hands: tuple[Hand, ...]
    """Those that came since then."""


def sights(match: Match, eyesight: Eyesight = PERFECT, seed: int = 0) -> Iterator[Sight]:
    """Every rest of a match as such eyes see it, but those at which nothing had moved."""
    lot = Random(f"{match.seed} {seed}")
    seats, since = range(match.game.players), -1.0
    for rest in match.rests:
        if rest.moved:
            view, numbers = look(rest.stage, lot, eyesight, rest.start)
            rolled = tuple(die for die, number in zip(view.dice, numbers, strict=True) if number in rest.rolled)
            hands = tuple(_hands(match.beats, since, rest.start, seats, eyesight, Random(f"{match.seed} {rest.start}")))
            yield Sight(rest, view, rolled, hands)
            since = rest.start


def _hands(
    beats: Sequence[Beat], since: float, until: float, seats: range, eyes: Eyesight, lot: Random
) -> Iterator[Hand]:
    """The hands that moved over the table between two moments, each with whose it may be."""
    for beat in beats:
        if not since < beat.end <= until + 1e-6:
            continue
        for seat in [hand.seat for hand in beat.smacks] or ([] if beat.by is None else [beat.by]):
            missed, strange = lot.random() < eyes.strange, lot.random() < eyes.strange
            if not missed:
                others = [other for other in seats if other != seat]
                yield Hand(((lot.choice(others) if strange else seat, 0.99),))

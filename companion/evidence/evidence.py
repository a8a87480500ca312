"""Scores layouts against a view: how likely each makes what is seen.

Everything seen has a probability for each thing that it may be. A layout is scored by how likely it makes what is
seen, in natural logarithms and against the likeliest reading: 0 where it asks of nothing to be anything but what it
looks like, and the lower the more it has to explain away. What is covered or not in view counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Literal, NamedTuple

from companion.evidence.card_match import CardEvidence
from companion.evidence.dice_match import DiceEvidence
from companion.evidence.hand_match import Hand, HandEvidence
from companion.evidence.piece_match import PieceEvidence
from companion.table import Layout, TableView

RollVisibility = Literal["seen", "unsure", "carried"]
"""How well dice that came to lie anew were seen to roll: all of them; some of them at most; or they show just what
others showed before, so that hands may have carried them there."""


class Score(NamedTuple):
    """How well a layout explains what is seen."""

    total: float
    """The sum over all things."""
    worst: float
    """Of the thing that fits worst."""
    dice: float
    """The sum over dice alone."""


class Evidence:
    """Holds one view and what is known of its changes. `fresh`: which of its dice were rolled, or came to lie
    elsewhere, since the table was last read; None: nothing is known of that, and any may have been. `sight`: how well
    they were seen to roll. `new_cards`: which of its cards lie where none of their name has lain; None: nobody knows.
    `still`: which of its dice lie as they lay. `hands`: those over the table since it was last read; None: nobody
    watched them. `first_cards`: of the new cards those of whose name none has lain anywhere. `throws`: when each of the
    fresh dice, and of those that hands carried, came to rest, by a number that those of one throw share, as far as that
    is known. `same_cards`: which cards of the central pile lie just as one of their name lay. `untouched`: which dice
    have lain where they are, and shown what they show, since the table agreed with what was played last."""

    def __init__(
        self,
        view: TableView,
        fresh: frozenset[int] | None = None,
        sight: RollVisibility = "seen",
        new_cards: frozenset[int] | None = None,
        still: frozenset[int] = frozenset(),
        hands: Sequence[Hand] | None = None,
        first_cards: frozenset[int] = frozenset(),
        throws: Mapping[int, int] = MappingProxyType({}),
        same_cards: frozenset[int] = frozenset(),
        untouched: frozenset[int] = frozenset(),
    ) -> None:
        self.view = view
        self.sight = sight
        self.dice = DiceEvidence(view, fresh, still, throws, untouched)
        self.pieces = PieceEvidence(view)
        self.cards = CardEvidence(view, new_cards, first_cards, same_cards)
        self.hands = HandEvidence(hands)

    def watched(self, hands: Sequence[Hand] | None) -> Evidence:
        """The same view after these hands."""
        other = copy(self)
        other.hands = HandEvidence(hands)
        return other

    def shows(self, was: Layout, now: Layout) -> bool:
        """Whether two layouts differ in anything that can be seen: not only in cells that are covered, and not in dice
        that lie just anywhere."""
        if was.things == now.things:
            return False
        if (was.rows, was.cards) != (now.rows, now.cards) or was.things[0] != now.things[0]:
            return True
        changed = {*was.pieces, *now.pieces, *was.stacks, *now.stacks}
        return any(
            (was.pieces.get(cell), cell in was.stacks) != (now.pieces.get(cell), cell in now.stacks)
            for cell in changed
            if not self.pieces.is_covered(cell)
        )

    def score(self, layout: Layout) -> Score:
        """Returns the log-likelihood of the view, given `layout`."""
        pieces, taken = self.pieces, layout.pieces
        parts = [pieces.of_row(row.grid, row.count, row.count) for row in layout.rows]
        if layout.cards is not None:
            parts += self.cards.scores(layout.cards)
        dice = max((self.dice.scores(way) for way in layout.dice), key=sum, default=[])
        stand = [pieces.of_cell(cell, colour, cell in layout.stacks) for cell, colour in taken.items()]
        bare = [
            pieces.of_cell(cell, None) for cell in pieces.occupied if cell not in taken and cell.grid in layout.grids
        ]
        return _score_of((*parts, *stand, *bare), dice)

    def score_partly(self, before: Layout, after: Layout) -> Score:
        """Returns the log-likelihood of the view while an act from one layout to the other is partly done: each thing
        lies as before, or as after it, or is in a hand."""
        pieces = self.pieces
        parts = [
            pieces.of_row(was.grid, min(was.count, row.count), max(was.count, row.count))
            for was, row in zip(before.rows, after.rows, strict=False)
        ]
        if before.cards is not None and after.cards is not None:
            parts += max(self.cards.scores(before.cards), self.cards.scores(after.cards), key=sum)
        ways = [(was, comes) for was in before.dice for comes in after.dice or (was,)]
        dice = max((self.dice.scores_partly(was, comes) for was, comes in ways), key=sum, default=[])
        grids = {*before.grids} & {*after.grids}
        seen = (cell for cell in pieces.occupied if cell.grid in grids)
        for cell in {*before.pieces, *after.pieces, *seen}:
            was, comes = before.pieces.get(cell), after.pieces.get(cell)
            stands = {(was, cell in before.stacks), (comes, cell in after.stacks)}
            if len(stands) > 1:
                stands |= {(None, False), (was, False), (comes, False)}
            parts.append(max(pieces.of_cell(cell, colour, stack) for colour, stack in stands))
        return _score_of(parts, dice)


def _score_of(parts: Iterable[float], dice: list[float]) -> Score:
    scores = [*parts, *dice]
    return Score(sum(scores), min(scores, default=0.0), sum(dice))

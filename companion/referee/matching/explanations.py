"""Types of the answers that matching gives to a view of the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, TypeAlias, get_args

import msgspec

from companion.referee.matching.layout_diff import LayoutDifference
from companion.rules import BrokenClause, Event, Game
from companion.table import Colour, Layout, alike


class SeatedGame(NamedTuple):
    """A game at a table: whose pieces are of which colour, by seat."""

    game: Game
    colours: tuple[Colour, ...]

    @classmethod
    def usual(cls, game: Game) -> SeatedGame:
        """Returns the game with the colours that are in the box."""
        colours = (game.usual_colour(seat) for seat in range(game.players))
        return cls(game, tuple(colour for colour in colours if colour is not None))

    @classmethod
    def of(cls, game: Game, colours: Sequence[Colour]) -> SeatedGame:
        """Returns the game with these colours, or, where there are none, with those in the box."""
        return cls(game, tuple(colours)) if colours else cls.usual(game)

    def layout(self, position: Any) -> Layout:
        return self.game.layout(position, self.colours)


class Explanation(msgspec.Struct, frozen=True):
    """One way in which the view can have come about."""

    events: tuple[Event, ...]
    taken_back: int = 0
    """How many of the latest events have been taken back before that."""
    probability: float = 1.0
    """Among all explanations."""
    spent: frozenset[str] = frozenset()
    """The dice and cards that told it, by names of the game's own: they tell nothing more."""
    corrected: tuple[int, Event] | None = None
    """An earlier event, by its place among those that stand, and what it was instead."""
    sure: float = 1.0
    """Probability of the least sure reading of dice or cards that told it: what builds on it later is no surer."""

    @property
    def plain(self) -> bool:
        """Whether all that stood before stands."""
        return not self.taken_back and self.corrected is None


def still_spent(spent: frozenset[str], thrown: Collection[Colour | None]) -> frozenset[str]:
    """Returns which of the dice that have told something tell nothing else, after dice of these colours were thrown; a
    colour of None is any."""
    named = {name: next((one for one in get_args(Colour) if name.split()[0] == one), None) for name in spent}
    return frozenset(name for name, colour in named.items() if not any(alike(colour, one) for one in thrown))


class Hypothesis(NamedTuple):
    """What may have happened at a view that nothing explains: a later view may tell."""

    events: tuple[Event, ...]
    spent: frozenset[str]
    """As in Explanation."""
    prior: float
    """Logarithm of the odds to expect it, with part of what spoke against it."""
    read_weight: float
    """Logarithm of the probability of what was read off dice and cards on the way."""
    sure: float
    """Probability of the least sure of these readings."""
    unseen_roll: bool
    """Whether somebody should have seen a roll, and did not."""

    @property
    def weight(self) -> float:
        return self.prior + self.read_weight


class Unchanged(msgspec.Struct, frozen=True):
    """The view shows the position: no event has happened."""

    tasks: tuple[LayoutDifference, ...] = ()
    """What is still to be done on the table, after what was played before."""
    lies: Layout | None = None
    """How it lies as long as that has not been done."""


class Explained(msgspec.Struct, frozen=True):
    """The one explanation that leads clearly."""

    explanation: Explanation
    tasks: tuple[LayoutDifference, ...] = ()
    """What is still to be done on the table."""
    lies: Layout | None = None
    """How it lies as long as that has not been done."""
    handled: float = 0.0
    """Logarithm of the probability of the hands that were seen, if it took those of the players who may do it."""


class Question(msgspec.Struct, frozen=True):
    """Several explanations are about equally good: the players choose."""

    choices: tuple[Explanation, ...]
    """Likeliest first; one without events: nothing has happened."""
    broken: tuple[BrokenClause, ...] = ()
    """What was done would break these, if it was not as the choices have it."""
    ahead: bool = False
    """Whether it is asked before anything has happened: what players will say next."""
    waits: bool = False
    """Whether what hands do next will tell, so that nobody need be asked."""
    partly: bool = False
    """Whether it is of a roll that is read in part or in doubt, lies there, and is told by what has to be done next: it
    is asked where nobody does that, or the dice are taken up."""


def thrown_again(question: Question, thrown: Collection[Colour | None]) -> Question:
    """Returns the question after dice of these colours were thrown: they may tell something else now."""
    left = ((one, still_spent(one.spent, thrown)) for one in question.choices)
    choices = tuple(msgspec.structs.replace(one, spent=spent) for one, spent in left)
    return msgspec.structs.replace(question, choices=choices)


class InProgress(msgspec.Struct, frozen=True):
    """Something is being done and not finished: these would finish it."""

    toward: tuple[Explanation, ...]
    """None: things are in a hand, and nobody can tell what for."""
    tasks: tuple[LayoutDifference, ...]
    """What would finish the first of them, or put the things back."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What may have happened, likeliest first."""
    legal: bool = False
    """Whether it is known that nothing against the rules explains the view as a whole."""


class Desync(msgspec.Struct, frozen=True):
    """No legal event explains the view."""

    broken: tuple[BrokenClause, ...]
    """What was done would break these; empty where nobody can tell what was done."""
    text: str
    """One line about it."""
    nearest: Explanation
    """The legal explanation that needs least to be put right."""
    tasks: tuple[LayoutDifference, ...]
    """What would put it right."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What may have happened, likeliest first."""


Answer: TypeAlias = Unchanged | Explained | Question | InProgress | Desync


def is_same_answer(pending: Answer | None, answer: Answer) -> bool:
    """Whether an answer repeats the pending one."""
    if type(pending) is not type(answer):
        return False
    if isinstance(pending, Desync) and isinstance(answer, Desync):
        return pending.broken == answer.broken and pending.tasks == answer.tasks
    if isinstance(pending, Question) and isinstance(answer, Question):
        return pending.partly == answer.partly and [(one.corrected, one.events) for one in pending.choices] == [
            (one.corrected, one.events) for one in answer.choices
        ]
    return pending == answer

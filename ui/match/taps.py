"""Moves made by touching things on the drawn table: what may be touched next, what it does, and why not. No screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules import Game, MalformedError, Touched
from companion.table import Cell
from companion.text import say
from ui.match.match_scene import Move


class Tap(NamedTuple):
    """One thing that was touched."""

    what: Touched
    number: int = 0
    """Tells dice that are alike apart: their places in the drawing."""


class Refusal(NamedTuple):
    """Why what was touched is no legal move."""

    text: str
    clauses: tuple[str, ...]


class Tapped(NamedTuple):
    """What comes of a touch."""

    chosen: tuple[Tap, ...]
    """What stays chosen, in the order of touching."""
    play: Move | None = None
    """The move that was made by it."""
    refusal: Refusal | None = None


def fitting(moves: Sequence[Move], chosen: Sequence[Tap]) -> tuple[Move, ...]:
    """The moves that are shown by all that was chosen, and perhaps by more."""
    wanted = Counter(one.what for one in chosen)
    return tuple(move for move in moves if wanted <= Counter(move.touches))


def shown(moves: Sequence[Move], chosen: Sequence[Tap]) -> tuple[Move, ...]:
    """The moves that are shown by just what was chosen."""
    wanted = Counter(one.what for one in chosen)
    return tuple(move for move in moves if chosen and Counter(move.touches) == wanted)


def next_touches(moves: Sequence[Move], chosen: Sequence[Tap]) -> frozenset[Touched]:
    """What may be touched next."""
    wanted = Counter(one.what for one in chosen)
    return frozenset(what for move in fitting(moves, chosen) for what in Counter(move.touches) - wanted)


def tap(game: Game, position: Any, moves: Sequence[Move], chosen: tuple[Tap, ...], new: Tap) -> Tapped:
    """Touch something: what was chosen already is let go, what fits is chosen or makes the move, and another pawn takes
    the place of the one before. The rest is refused, with its clauses."""
    if new in chosen:
        return Tapped(tuple(one for one in chosen if one != new))
    another = isinstance(new.what, Cell) and any(move.touches[:1] == (new.what,) for move in moves)
    for wanted in ((*chosen, new), (new,)) if another else ((*chosen, new),):
        fits = fitting(moves, wanted)
        if fits:
            done = len(fits) == 1 and shown(fits, wanted) == fits
            return Tapped((), fits[0]) if done else Tapped(wanted)
    return Tapped(chosen, None, _refused(game, position, [one.what for one in (*chosen, new)]))


def _refused(game: Game, position: Any, touched: Sequence[Touched]) -> Refusal | None:
    try:
        event = game.meant(position, touched)
        ruling = None if event is None else game.rule(position, event)
    except MalformedError:
        event = ruling = None
    if event is None or ruling is None:
        return Refusal(say("Nothing can be done there now."), ())
    if ruling.broken:
        return Refusal(" ".join(game.broken_text(one) for one in ruling.broken), ruling.clauses)
    legal = say("That is not allowed; this is: {move}", move=game.text(position, event))
    return Refusal(legal, (game.clause_of(position, event),))

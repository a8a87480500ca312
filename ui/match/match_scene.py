"""What screens show of a match: one moment of it, whole and immutable. No screen in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from companion.match import Journal
from companion.referee import Notice
from companion.referee.matching import LayoutDifference
from companion.rules import Awaited, BrokenSeed, Event, Odds, Outcome, Touched
from companion.table import Cell, Colour, Face, Layout, TableView
from companion.text import say
from ui.live import SmackSeen
from ui.match.answer_choices import Offer, Roll
from ui.match.typed_roll import TypedDie

Seeing = Literal["starting", "moving", "still", "ended", "lost", "unseen"]
"""What the eyes are doing; `unseen`: no camera looks on."""


class Move(msgspec.Struct, frozen=True):
    """A legal action of the position."""

    event: Event
    text: str
    clause: str
    kind: str
    hits: tuple[tuple[int, int], ...]
    """Seat and face of each die that it hits."""
    cells: frozenset[Cell]
    """Of the board, on which something lies otherwise afterwards."""
    trail: tuple[Cell, ...]
    """The way of a piece, cell by cell."""
    touches: tuple[Touched, ...] = ()
    """What a hand touches to show it."""


class EventLine(msgspec.Struct, frozen=True):
    """One event that stands, as the list of events shows it."""

    number: int
    text: str
    source: str
    roll: Roll
    """Its dice, by face and colour; none where it is no roll."""
    faces: tuple[tuple[Face, Colour | None], ...] = ()
    """The same with dice that show no pips."""


class MatchScene(msgspec.Struct, frozen=True):
    """Immutable snapshot of everything that a screen shows of a match."""

    position: Any
    awaited: Awaited
    outcome: Outcome | None
    moves: tuple[Move, ...]
    dice: tuple[TypedDie, ...]
    """Those of the awaited roll, in the order in which they are typed; none where no roll of dice is awaited."""
    odds: Odds | None
    """What hangs on what is awaited, where that can be reckoned."""
    won: tuple[tuple[Cell, ...], ...]
    """Cells of the board that count together."""
    scores: tuple[int, ...]
    layout: Layout
    """How the table should lie."""
    seen_layout: Layout | None
    """How it lies, where that is something else."""
    open: Notice | None
    """What the players have to answer or to put right."""
    offers: tuple[Offer, ...]
    """The answers to it; where the table is wrong, also those by which the game goes on from it as it lies now."""
    shared: str
    """What all of them end with."""
    put_back: tuple[LayoutDifference, ...] | None
    """What hands have to do where events were taken back that lie on the table still; None where there are none."""
    redo: str
    """What would be redone, in words; empty where nothing can be."""
    entries: int
    """How many entries the journal has: acts are made for this moment."""
    remark: Notice | None
    """Something said that needs no answer; a player may dismiss it."""
    newest: Notice | None
    """What was told last, for a voice and for sounds."""
    lines: tuple[EventLine, ...]
    """The events that stand, newest first."""
    view: TableView | None
    seeing: Seeing
    trouble: str | None
    """One line about the source or the record."""
    ended: bool
    gone_on: bool
    """Whether players have gone on with the match since its source ended."""
    by_itself: bool | None
    """Whether the players of a demonstration answer by themselves; None where it is none."""
    caption: str
    """What to look at in a film just now, in one sentence; empty where there is nothing."""
    smacks: tuple[SmackSeen, ...]
    """The newest smacks, oldest first, to be looked at again."""
    dice_kept: bool | None
    """Whether what the dice look like is kept for later matches; None: nobody sees any."""
    program: tuple[str, ...]
    """By seat: how strong the program plays there; empty for a person."""
    wish: str
    """What hands should do for the program, before a camera; empty: nothing."""


def changed_cells(before: Layout, after: Callable[[], Layout]) -> frozenset[Cell]:
    """The cells of the board on which pieces lie otherwise after a move."""
    if not before.grids:
        return frozenset()
    old, new = before.pieces, after().pieces
    return frozenset(cell for cell in {*old, *new} if cell.grid == before.grids[0] and old.get(cell) != new.get(cell))


def failed_scene(before: MatchScene, fault: BrokenSeed, journal: Journal) -> MatchScene:
    """The scene of a moment that the code of the game cannot tell: that before it, in which nothing may be done but to
    take back what led here."""
    lines = before.lines
    newest = journal.latest
    if newest is not None and len(journal.history()) > len(lines):
        line = EventLine(len(journal.history()), type(newest.event).__name__, newest.played.source, ())
        lines = (line, *lines)
    trouble = say("The rules of this game fail ({fault}). The match is saved: undo, or leave the table.", fault=fault)
    return msgspec.structs.replace(
        before,
        moves=(),
        dice=(),
        odds=None,
        offers=(),
        open=None,
        lines=lines,
        entries=len(journal.entries),
        trouble=trouble,
    )

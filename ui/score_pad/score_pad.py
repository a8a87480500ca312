"""One score sheet: a column a player, a row a round, with undo and redo. Immutable; as on paper, any cell may be
written, left empty or written anew."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.text import later, say

MOST_PLAYERS = 12
MOST_ROUNDS = 200
LARGEST = 1_000_000
"""Of a number in a cell, and of a target."""
NAME = 24
"""The most letters of a player's name, and of a row's."""
TITLE = 60
"""The most letters of a sheet's title."""
_SUM = re.compile(r"[+-]?\d+([+-]\d+)*")


class PadError(ValueError):
    """Something that cannot be written down; one line for the player."""


class Cell(NamedTuple):
    """A place on the sheet, both from 0 on."""

    row: int
    player: int


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number that was written into a cell, or taken out of it."""

    row: int
    player: int
    score: int | None


class ScorePad(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sheet with all that was written on it, in order: what a cell holds is the newest of it that counts."""

    id: str
    title: str
    names: tuple[str, ...]
    started: float
    """Seconds since 1970."""
    rows: tuple[str, ...] = ()
    """Names of the rows, where they have such; there are no others then."""
    lowest_wins: bool = False
    target: int | None = None
    """The sum at which the game is over, at the end of a round."""
    most_rounds: int | None = None
    """Rounds after which the game is over."""
    written: tuple[Written, ...] = ()
    undone: int = 0
    """How many of the newest do not count, and can be done again."""

    # ------------------------------------------------------------------------------------------ what stands there

    @property
    def scores(self) -> dict[Cell, int]:
        """The number in each cell that holds one."""
        found: dict[Cell, int] = {}
        for one in self.written[: len(self.written) - self.undone]:
            if one.score is None:
                found.pop(Cell(one.row, one.player), None)
            else:
                found[Cell(one.row, one.player)] = one.score
        return found

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each player."""
        scores = self.scores
        return tuple(
            sum(score for cell, score in scores.items() if cell.player == player) for player in range(len(self.names))
        )

    @property
    def last_row(self) -> int | None:
        """The number of rows that there will be at most; None: as many as are wanted."""
        return len(self.rows) or self.most_rounds

    @property
    def complete_rows(self) -> int:
        """How many rows hold a number of every player."""
        scores = self.scores
        rows = {cell.row for cell in scores}
        return sum(all(Cell(row, player) in scores for player in range(len(self.names))) for row in rows)

    @property
    def shown_rows(self) -> int:
        """How many rows are to be shown: all that hold something, and the one to be filled next."""
        if self.rows:
            return len(self.rows)
        scores = self.scores
        used = max((cell.row for cell in scores), default=-1) + 1
        last_full = used == 0 or all(Cell(used - 1, player) in scores for player in range(len(self.names)))
        wanted = used + 1 if last_full and not self.over else used
        return max(1, min(wanted, self.last_row or MOST_ROUNDS))

    @property
    def next_cell(self) -> Cell | None:
        """The first empty cell, row by row; None where all are full."""
        scores = self.scores
        cells = (Cell(row, player) for row in range(self.shown_rows) for player in range(len(self.names)))
        return next((cell for cell in cells if cell not in scores), None)

    @property
    def over(self) -> bool:
        """Whether the game has ended: the last row is full, or somebody has the target at the end of a round."""
        scores = self.scores
        if not scores:
            return False
        if self.last_row is not None and len(scores) >= self.last_row * len(self.names):
            return True
        if self.target is None:
            return False
        used = {cell.row for cell in scores}
        level = all(Cell(row, player) in scores for row in used for player in range(len(self.names)))
        return level and max(self.totals) >= self.target

    @property
    def ranking(self) -> tuple[int, ...]:
        """The place of each player, 1 the best; those who are level share one."""
        totals = self.totals
        better = sorted(totals, reverse=not self.lowest_wins)
        return tuple(better.index(total) + 1 for total in totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who leads, or has won once it is over; nobody before anything is written down."""
        return tuple(player for player, place in enumerate(self.ranking) if place == 1) if self.scores else ()

    def row_name(self, row: int) -> str:
        """What a row is called: its name, or its number from 1 on."""
        return self.rows[row] if self.rows else str(row + 1)

    # ------------------------------------------------------------------------------------------ what is done

    def write(self, cell: Cell, score: int | None) -> ScorePad:
        """With this number in a cell, None: with none. What was undone cannot be done again afterwards. Raises
        PadError."""
        if not (0 <= cell.player < len(self.names) and 0 <= cell.row < (self.last_row or MOST_ROUNDS)):
            raise PadError(say(NO_CELL))
        if score is not None and abs(score) > LARGEST:
            raise PadError(say(TOO_LARGE, most=LARGEST))
        if self.scores.get(cell) == score:
            return self
        kept = self.written[: len(self.written) - self.undone]
        return msgspec.structs.replace(self, written=(*kept, Written(cell.row, cell.player, score)), undone=0)

    @property
    def can_undo(self) -> bool:
        return self.undone < len(self.written)

    def undo(self) -> ScorePad:
        """Without the newest that counts."""
        return msgspec.structs.replace(self, undone=self.undone + 1) if self.can_undo else self

    def redo(self) -> ScorePad:
        """With the oldest that was undone."""
        return msgspec.structs.replace(self, undone=self.undone - 1) if self.undone else self

    @property
    def fault(self) -> str | None:
        """What is wrong with a sheet that was read from a file; None: nothing."""
        if form_faults(self.names, self.rows, self.target, self.most_rounds):
            return say(IMPOSSIBLE)
        if not 0 <= self.undone <= len(self.written):
            return say(IMPOSSIBLE)
        last = self.last_row or MOST_ROUNDS
        for one in self.written:
            fits = 0 <= one.row < last and 0 <= one.player < len(self.names)
            if not fits or (one.score is not None and abs(one.score) > LARGEST):
                return say(IMPOSSIBLE)
        return None


NO_CELL = later("there is no such place on the sheet")
TOO_LARGE = later("a number may be {most:,} at most")
IMPOSSIBLE = later("it holds a sheet that cannot be")
NO_NUMBER = later("write a whole number, such as 12 or -5, or a sum, such as 7+8")


def parse_score(text: str) -> int | None:
    """The number in what a player typed, which may be a sum such as `7+8-2`; None for nothing. Raises PadError."""
    tidy = re.sub(r"\s", "", text).replace("−", "-")
    if not tidy:
        return None
    if len(tidy) > 200 or not _SUM.fullmatch(tidy):
        raise PadError(say(NO_NUMBER))
    total = sum(int(part) for part in re.findall(r"[+-]?\d+", tidy))
    if abs(total) > LARGEST:
        raise PadError(say(TOO_LARGE, most=LARGEST))
    return total


def form_faults(
    names: Sequence[str], rows: Sequence[str], target: int | None, most_rounds: int | None
) -> dict[str, str]:
    """What is wrong with a sheet before it is begun, by field: `names`, `rows`, `target`, `most_rounds`."""
    found: dict[str, str] = {}
    if not 1 <= len(names) <= MOST_PLAYERS:
        found["names"] = say("one to {most} players share a sheet", most=MOST_PLAYERS)
    elif any(not name.strip() for name in names):
        found["names"] = say("each player needs a name")
    elif len({name.strip().casefold() for name in names}) < len(names):
        found["names"] = say("two players have the same name")
    elif any(len(name) > NAME for name in (*names, *rows)):
        found["names"] = say("a name may have {most} letters", most=NAME)
    if len(rows) > MOST_ROUNDS:
        found["rows"] = say("a sheet has {most} rows at most", most=MOST_ROUNDS)
    if target is not None and not 1 <= target <= LARGEST:
        found["target"] = say("the target is a whole number from 1 to {most:,}", most=LARGEST)
    if most_rounds is not None and not 1 <= most_rounds <= MOST_ROUNDS:
        found["most_rounds"] = say("the number of rounds is a whole number from 1 to {most}", most=MOST_ROUNDS)
    return found

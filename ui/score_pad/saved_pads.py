"""Keeps score sheets in a file: each number is on disk before the screens show it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.text import later, say
from ui.score_pad.score_pad import TITLE, Cell, PadError, ScorePad, form_faults
from ui.settings import JsonStore

FORMAT, VERSION = "tabletop-companion score sheets", 1
MOST_PADS = 100
"""Sheets that are kept, the newest."""
UNREAD = later("{name} could not be read ({why}) and is set aside as {aside}: older score sheets are in there")
UNMOVED = later("{name} cannot be read ({why}): score sheets are not kept until it is away")
UNWRITTEN = later("what was just written down is not kept; free space there, or allow writing")
CHANGED = later("somebody else has just written there: look at it, and write it once more if it is wrong")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    pads: tuple[ScorePad, ...] = ()
    """Oldest first."""


class SavedPads(JsonStore[_File]):
    """All sheets. Any thread may call."""

    needs = "host"
    name, kind, most_bytes = "score-sheets.json", _File, 2**24
    unread, unmoved, unwritten = UNREAD, UNMOVED, UNWRITTEN

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """`folder`: by default the user's own; `clock`: seconds since 1970."""
        super().__init__(folder)
        self._clock = clock

    @property
    def all(self) -> tuple[ScorePad, ...]:
        """Newest first."""
        return tuple(reversed(self._read().pads))

    def find(self, pad_id: str) -> ScorePad | None:
        """The sheet of this id."""
        return next((pad for pad in self._read().pads if pad.id == pad_id), None)

    def begin(
        self,
        title: str,
        names: Sequence[str],
        rows: Sequence[str] = (),
        lowest_wins: bool = False,
        target: int | None = None,
        most_rounds: int | None = None,
    ) -> ScorePad:
        """A new sheet. Raises PadError for what `form_faults` names."""
        tidy = [" ".join(name.split()) for name in names]
        for line in form_faults(tidy, rows, target, most_rounds).values():
            raise PadError(line)
        pad = ScorePad(
            id=secrets.token_hex(5),
            title=" ".join(title.split())[:TITLE] or say("Score sheet"),
            names=tuple(tidy),
            started=self._clock(),
            rows=tuple(rows),
            lowest_wins=lowest_wins,
            target=target,
            most_rounds=most_rounds,
        )
        with self.change():
            self._write(_File(pads=(*self._read().pads, pad)[-MOST_PADS:]))
        return pad

    def write(self, pad_id: str, cell: Cell, score: int | None, before: int | None) -> None:
        """Write a number into a cell, None: take it out. `before`: what the player saw there. Raises PadError where
        another screen has written there meanwhile, or the cell is none."""
        with self.change():
            pad = self.find(pad_id)
            if pad is None:
                return
            if pad.scores.get(cell) != before:
                raise PadError(say(CHANGED))
            self._replace(pad.write(cell, score))

    def undo(self, pad_id: str) -> None:
        """Take back what was written down last."""
        self._edit(pad_id, ScorePad.undo)

    def redo(self, pad_id: str) -> None:
        """Do again what was taken back last."""
        self._edit(pad_id, ScorePad.redo)

    def delete(self, pad_id: str) -> None:
        """Throw a sheet away."""
        with self.change():
            self._write(_File(pads=tuple(pad for pad in self._read().pads if pad.id != pad_id)))

    def _edit(self, pad_id: str, edit: Callable[[ScorePad], ScorePad]) -> None:
        with self.change():
            pad = self.find(pad_id)
            if pad is not None:
                self._replace(edit(pad))

    def _replace(self, new: ScorePad) -> None:
        self._write(_File(pads=tuple(new if pad.id == new.id else pad for pad in self._read().pads)))

    def _checked(self, file: _File) -> _File:
        for pad in file.pads:
            if (fault := pad.fault) is not None:
                raise ValueError(fault)
        return file

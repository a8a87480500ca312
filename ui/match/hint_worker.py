"""Computes hints for a match by `companion hints`, in a process of its own so that frames go on being read."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from companion.rules import Codec, CompanionError, Game
from companion.statistics import Hint
from companion.text import say
from ui.core import Store, start_thread

SECONDS = 1.8
"""How long the program plays on from the legal moves at most; with its start-up the players wait for less than
three."""
PATIENCE = 20.0
"""Seconds after which a process that does not answer is given up."""
HINT_ERRORS = (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError, CompanionError)
"""What speaks against an answer of that process."""


class HintWorker(Store):
    """What the moves of one match are worth, asked for by its players. Any thread may call."""

    needs = "play"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self.allowed = True
        """Whether this match has hints; once they are off they stay off."""
        self.trouble: str | None = None
        """Why there is no answer, in one line."""
        self._position: Any = None
        self._found: tuple[Hint, ...] | None = None

    def of(self, position: Any) -> tuple[Hint, ...] | None:
        """The hints for a position, best first; None where nobody has asked, or they are being reckoned."""
        with self._lock:
            return self._found if self._position == position else None

    def is_computing(self, position: Any) -> bool:
        """Whether the hints for a position are being computed."""
        with self._lock:
            return self._position == position and self._found is None and self.trouble is None

    def forbid(self) -> None:
        """Switch hints off for this match."""
        with self.change():
            self.allowed, self._position, self._found = False, None, None

    def ask(self, position: Any) -> None:
        """Compute the hints for a position in the background; listeners are called when they are there."""
        if not self.allowed or self.is_computing(position):
            return
        with self.change():
            self._position, self._found, self.trouble = position, None, None
        start_thread("hints", self._reckon, position)

    def _reckon(self, position: Any) -> None:
        found: tuple[Hint, ...] | None = None
        try:
            found = tuple(hint for hint in hints_by_process(self._game, position, SECONDS) if hint.games)
        except HINT_ERRORS as fault:
            trouble = say("The hints could not be reckoned ({fault}); ask again.", fault=type(fault).__name__)
        with self.change():
            if self._position == position:  # and not another one by now
                self._found, self.trouble = found, None if found is not None else trouble


def hints_by_process(game: Codec, position: Any, seconds: float) -> tuple[Hint, ...]:
    """Every legal action, the best first, by games that a process of its own plays on for so long. Raises the errors of
    HINT_ERRORS."""
    command = [sys.executable, "-m", "companion", "hints", "-", "--json", "--seconds", str(seconds)]
    command += ["--jobs", "1"]  # the other cores read the camera
    given = json.dumps(game.format_position(position))
    answer = subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return tuple(Hint(**one | {"event": game.parse_event(one["event"])}) for one in json.loads(answer.stdout)["hints"])

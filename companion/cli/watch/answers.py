"""Reads what players answer to `companion watch`: lines typed while a camera looks on, and a file of answers."""

from __future__ import annotations

import sys
import threading
from collections import deque
from typing import TYPE_CHECKING

from companion.cli import WRONG_USE, Refusal, complain

if TYPE_CHECKING:
    from companion.referee import MatchTracker, Notice
    from companion.rules import Codec, Event, Game

COMMANDS = (
    "a number chooses, `undo` takes back, `redo` brings back, `fix N EVENT` corrects event N, `lies` lets the table "
    "count as it lies, `set POSITION` sets the game up (JSON); or type an event, such as `{}`"
)


class SpokenEvents:
    """What players said aloud at a table that was filmed: a file of lines such as {"time": 12.5, "event": {...}}."""

    def __init__(self, name: str | None, game: Game, since: float = float("-inf")) -> None:
        """What was said until `since` is known already. Raises Refusal for the first line that is none."""
        spoken = [] if name is None else _read_spoken(name, game)
        self._events = deque(sorted((one for one in spoken if one[0] > since), key=lambda one: one[0]))

    def by(self, time: float, tracker: MatchTracker) -> list[Notice]:
        """What has been said by `time`, and not been told yet, does."""
        from companion.rules import CompanionError

        notices: list[Notice] = []
        while self._events and self._events[0][0] <= time:
            spoken, event = self._events.popleft()
            try:
                notices += tracker.say(event, "chosen")
            except CompanionError as fault:
                complain(f"watch: what was said at {spoken:g} s: {fault}")
        return notices


def _read_spoken(name: str, game: Codec) -> list[tuple[float, Event]]:
    from companion.cli.common import read_file, source_name
    from companion.rules import MalformedError, an_object, parse_json

    found = []
    for number, text in enumerate(read_file("watch", name).splitlines(), 1):
        if not text.strip():
            continue
        try:
            one = an_object(parse_json(text), "said", ("time", "event"), ())
            seconds = one["time"]
            if not isinstance(seconds, int | float) or isinstance(seconds, bool):
                raise MalformedError("said.time", "expected seconds of the film")
            found.append((float(seconds), game.parse_event(one["event"])))
        except MalformedError as fault:
            raise Refusal(f"watch: {source_name(name)}: line {number}: {fault}", WRONG_USE) from None
    return found


class TypedInput:
    """What is typed while a camera looks on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: deque[str] = deque()
        if sys.stdin is not None:
            threading.Thread(target=self._read, name="what is typed", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in sys.stdin:
                self._lines.append(line.strip())
        except (OSError, ValueError):  # closed, or no text
            return

    def answers(self, tracker: MatchTracker) -> list[Notice]:
        """What the lines that have come do."""
        from companion.rules import CompanionError

        notices: list[Notice] = []
        while self._lines:
            line = self._lines.popleft()
            try:
                notices += self._answer(tracker, line)
            except CompanionError as fault:
                complain(f"{line!a}: {fault}; {COMMANDS.format(self._game.NOTATION.forms[0])}")  # type: ignore[attr-defined]
        return notices

    def _answer(self, tracker: MatchTracker, line: str) -> list[Notice]:
        words = line.split()
        if not words:
            return []
        if line.isdecimal():
            return self._choice(tracker, int(line[:9]))
        if words == ["undo"]:
            return tracker.take_back()
        if words == ["redo"]:
            return tracker.redo()
        if words[0] == "fix" and len(words) > 2 and words[1].isdecimal():
            return tracker.correct(int(words[1][:9]) - 1, self._game.parsed(" ".join(words[2:])))
        if words[0] == "lies" and (len(words) == 1 or (len(words) == 2 and words[1].isdecimal())):
            return self._as_it_lies(tracker, int(words[1][:9]) if len(words) == 2 else None)
        if words[0] == "set" and len(words) > 1:
            return tracker.set_up(self._game.parse_position(line.split(maxsplit=1)[1]))
        return tracker.say(self._game.parsed(line))

    def _as_it_lies(self, tracker: MatchTracker, number: int | None) -> list[Notice]:
        """`lies N` takes the table as it lies, and `lies` says which N there are; a single one needs none."""
        from companion.rules import CompanionError

        choices = tracker.as_it_lies()
        if not choices:
            raise CompanionError("how the table lies cannot be told: something is hidden, missing or in doubt")
        if number is None and len(choices) > 1:
            ways = "; ".join(f"`lies {n}`: {tracker.label(one)}" for n, one in enumerate(choices, 1))
            return [tracker.remark(tracker.view.time if tracker.view is not None else 0.0, ways)]
        if not 1 <= (number or 1) <= len(choices):
            raise CompanionError(f"there are {len(choices)} ways in which the game may go on")
        return tracker.choose(choices[(number or 1) - 1])

    def _choice(self, tracker: MatchTracker, number: int) -> list[Notice]:
        from companion.rules import CompanionError

        choices = tracker.offered
        if not 1 <= number <= len(choices):
            raise CompanionError(f"there are {len(choices)} choices" if choices else "nothing is asked")
        return tracker.choose(choices[number - 1])

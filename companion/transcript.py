"""A whole game as a text file for people: headers, then the events in order, each on a line, with notes.

    [Game "army-vs-aliens-2011"]
    [Players "2"]
    [Option "draw_limit=3"]
    [Name "Anna"]
    [Result "1 > 0, AVA-6.1"]

    { played in the kitchen }
    1. roll 1 1 2 3 3 4 5 6 6
    2. roll 1 2 2 3 4 4 5 6 6
    3. attack 3 on 1:2  { a good start }

It follows the spirit of PGN. `Game` comes first and `Players` is 2 where it is missing; `Option` stands once for each
house rule, `Name` once a seat; `Position` holds a first position that is not the game's own, as JSON; any other header
is kept. `Result` ranks the seats (`=` for equals, `*` for a game that goes on) and names the clause, and is checked.
Numbers may be left out, and are checked where they stand. A note follows its event; one before all events belongs to
the start. Inside a note a brace is written with a backslash before it, a line break as backslash and n.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from companion import house_rules
from companion.game import CompanionError, Event, Game, IllegalEvent, MalformedError, Ruling
from companion.games import load, load_position
from companion.journal import Journal
from companion.strict import shown

__all__ = ["FaultyLine", "Noted", "Transcript"]

_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_EVENT = re.compile(r"(?:(\d{1,9})\.\s*)?([^{}]*?)\s*(?:\{((?:[^{}\\]|\\.)*)\})?", re.DOTALL)
_OWN = ("Game", "Players", "Option", "Name", "Position", "Result")
"""The headers that mean something here."""


class FaultyLine(CompanionError):
    """A line of a text that is not in order; the first one that is found."""

    def __init__(self, line: int, fault: str, *, readable: bool = False, ruling: Ruling | None = None) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line
        self.fault = fault
        self.readable = readable
        """True where the line is well formed, and the rules or the events before it refuse what it says."""
        self.ruling = ruling
        """Which clauses an event breaks, where that is the fault."""


class Noted(msgspec.Struct, frozen=True):
    """An event with what somebody wrote beside it."""

    event: Event
    note: str = ""


class Transcript:
    """A game's events, names and notes. Immutable; `reached` is the position after the last event.

    Raises IllegalEvent where the events do not fit together.
    """

    def __init__(
        self,
        game: Game,
        events: Iterable[Noted | Event] = (),
        *,
        start: Any = None,
        names: Iterable[str] = (),
        note: str = "",
        headers: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.game = game
        self.start = game.start() if start is None else start
        noted = (one if isinstance(one, Noted) else Noted(one) for one in events)
        self.events = tuple(Noted(one.event, one.note.strip()) for one in noted)
        self.names = tuple(names)
        self.note = note.strip()
        """What was noted before the first event."""
        self.headers = tuple(headers)
        """Headers that mean nothing here, such as Date, in their order."""
        if len(self.names) not in (0, game.players):
            raise MalformedError("names", f"{len(self.names)} names for {game.players} players")
        for key, _ in self.headers:
            if key in _OWN or not re.fullmatch(r"\w+", key):
                raise MalformedError("headers", f"{shown(key)} cannot be a header of one's own")
        self.reached = self.start
        for one in self.events:
            self.reached = game.apply(self.reached, one.event)

    @classmethod
    def of(cls, journal: Journal, *, names: Iterable[str] = (), headers: Iterable[tuple[str, str]] = ()) -> Transcript:
        """The events of a journal that stand."""
        events = [moment.event for moment in journal.history()]
        return cls(journal.game, events, start=journal.start, names=names, headers=headers)

    @classmethod
    def read(cls, text: str) -> Transcript:
        """The game that a text holds. Raises FaultyLine for the first line that is not in order."""
        return _Reading(text).transcript()

    @property
    def result(self) -> str:
        """The ranking and the clause that ended the game, as the header has it."""
        outcome = self.game.format_outcome(self.reached)
        if outcome is None:
            return "*"
        groups: Any = outcome["ranking"]
        ranking = " > ".join(" = ".join(str(seat) for seat in group) for group in groups)
        return f"{ranking}, {outcome['clause']}"

    def written(self) -> str:
        """The text; `read` makes an equal transcript of it."""
        game = self.game
        own = [("Game", game.id), ("Players", str(game.players))]
        own += [("Option", f"{key}={json.dumps(value)}") for key, value in game.format_options().items()]
        own += [("Name", name) for name in self.names]
        if self.start != game.start():
            own.append(("Position", json.dumps(game.format_position(self.start))))
        own += [*self.headers, ("Result", self.result)]
        lines = [f'[{key} "{_escaped(value, _QUOTED)}"]' for key, value in own] + [""]
        lines += [_note(self.note)] if self.note else []
        for number, one in enumerate(self.events, 1):
            note = f"  {_note(one.note)}" if one.note else ""
            lines.append(f"{number}. {game.formatted(one.event)}{note}")
        return "\n".join(lines) + "\n"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and self.written() == other.written()

    __hash__ = None  # type: ignore[assignment]


_QUOTED = {'"': '"', "\\": "\\", "\n": "n", "\r": "r"}
_BRACED = {"{": "{", "}": "}", "\\": "\\", "\n": "n", "\r": "r"}
"""What is written with a backslash before it, inside quotes and inside braces."""


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(f"\\{table[sign]}" if sign in table else sign for sign in text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text, flags=re.DOTALL)


def _note(text: str) -> str:
    return f"{{ {_escaped(text, _BRACED)} }}"


class _Reading:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self._lines = text.removeprefix("\ufeff").split("\n")
        self._found: dict[str, list[tuple[int, str]]] = {key: [] for key in _OWN}
        self._others: list[tuple[str, str]] = []

    def transcript(self) -> Transcript:
        first = self._headers()
        game, start = self._table()
        position, note = start, ""
        events: list[Noted] = []
        for number, line in enumerate(self._lines[first:], first + 1):
            if not line.strip():
                continue
            found = _EVENT.fullmatch(line.strip())
            if found is None:
                raise FaultyLine(number, f"{shown(line.strip())} is neither an event nor a note in braces")
            count, words, remark = found[1], found[2], _unescaped(found[3] or "").strip()
            if not words and count is None:
                if events:
                    raise FaultyLine(number, "a note stands on the line of its event, or before all events")
                note = f"{note}\n{remark}".strip()
                continue
            if count is not None and int(count) != len(events) + 1:
                raise FaultyLine(number, f"this is event {len(events) + 1}, and the line says {count}")
            event = self._event(game, number, words)
            try:
                position = game.apply(position, event)
            except IllegalEvent as illegal:
                told = " ".join(f"{broken.clause}: {game.broken_text(broken)}" for broken in illegal.ruling.broken)
                fault = f"{words} is not legal. {told}"
                raise FaultyLine(number, fault, readable=True, ruling=illegal.ruling) from None
            events.append(Noted(event, remark))
        names = [name for _, name in self._found["Name"]]
        transcript = Transcript(game, events, start=start, names=names, note=note, headers=self._others)
        self._check_result(transcript)
        return transcript

    def _headers(self) -> int:
        """Take in the headers; the index of the first line after them."""
        for number, line in enumerate(self._lines, 1):
            if not line.strip():
                continue
            if not line.startswith("["):
                return number - 1
            found = _HEADER.fullmatch(line.strip())
            if found is None:
                raise FaultyLine(number, f'{shown(line.strip())} is no header, such as [Game "doubles-wild"]')
            key, value = found[1], _unescaped(found[2])
            if key not in _OWN:
                self._others.append((key, value))
                continue
            if self._found[key] and key not in ("Option", "Name"):
                raise FaultyLine(number, f"the header {key} stands twice")
            self._found[key].append((number, value))
        return len(self._lines)

    def _table(self) -> tuple[Game, Any]:
        """The game and its first position."""
        if not self._found["Game"]:
            raise FaultyLine(1, 'the header [Game "..."] is missing')
        players = 2
        for line, text in self._found["Players"]:
            if not re.fullmatch(r"[0-9]{1,3}", text):
                raise FaultyLine(line, f"{shown(text)} is no number of players")
            players = int(text)
        line, game_id = self._found["Game"][0]
        try:
            game = load(game_id, players, self._options())
            if not self._found["Position"]:
                names, start = self._found["Name"], game.start()
            else:
                line, text = self._found["Position"][0]
                placed, start = load_position(text)
                if (placed.id, placed.players, placed.options) != (game.id, game.players, game.options):
                    raise FaultyLine(line, "this position is of another game, or has other players or house rules")
                game, names = placed, self._found["Name"]
        except MalformedError as fault:
            raise FaultyLine(line, str(fault)) from None
        if names and len(names) != game.players:
            raise FaultyLine(names[-1][0], f"{len(names)} names for {game.players} players")
        return game, start

    def _options(self) -> dict[str, object]:
        pairs: list[str] = []
        for line, pair in self._found["Option"]:
            pairs.append(pair)
            try:
                house_rules.read_pairs(pairs)
            except MalformedError as fault:
                raise FaultyLine(line, f"option {fault}") from None
        return house_rules.read_pairs(pairs)

    @staticmethod
    def _event(game: Game, number: int, words: str) -> Event:
        try:
            event: Event = game.parsed(words)
        except MalformedError as fault:
            raise FaultyLine(number, str(fault)) from None
        return event

    def _check_result(self, told: Transcript) -> None:
        for line, said in self._found["Result"]:
            if said != told.result:
                fault = f"the result is said to be {shown(said)}, and the events lead to {told.result}"
                raise FaultyLine(line, fault, readable=True)

"""A whole game as a text file for people: headers, then the events in order, each on a line, with notes.

    [Game "army-vs-aliens-2011"]
    [Players "2"]
    [Option "draw_limit=3"]
    [Name "Anna"]
    [Name "Ben"]
    [Result "1 > 0, AVA-6.1"]

    { played in the kitchen }
    1. roll 1 1 2 3 3 4 5 6 6
    2. roll 1 2 2 3 4 4 5 6 6
    3. attack 3 on 1:2  { a good start }

It follows the spirit of PGN. `Players` is 2 where it is missing; `Option` stands once for each house rule, `Name` once
a seat; `Position` holds a first position that is not the game's own, as JSON; any other header is kept. `Result` ranks
the seats (`=` for equals, `*` for a game that goes on) and names the clause, and is checked. Numbers may be left out,
and are checked where they stand. A note belongs to the event before it, on its line or on lines of its own; one before
all events belongs to the start. Inside a note a brace is written with a backslash before it, a line break as backslash
and n. A table that was set up by hand on the way stands in an event's place, numbered like one: `7. [Position "..."]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.games import load, load_position
from companion.match import Journal, SetUp, apply_step
from companion.rules import (
    Codec,
    CompanionError,
    Event,
    Game,
    IllegalEvent,
    MalformedError,
    Rules,
    Ruling,
    Step,
    read_pairs,
    shown,
)

LONGEST_FAULT = 1000
"""Signs of a fault that are told at most: a line of a broken text may be of any length."""

MOST_HEADERS = 1000
"""House rules, names, and other headers that a text may have of each; one with more is refused unread."""

_HEADER = re.compile(r'\[(\w+) +"')
_NUMBER = re.compile(r"([0-9]{1,9})\.")
_SET_UP = re.compile(r'[0-9]{1,9}\.\s*\[Position +"')
_KEY = re.compile(r"\w+")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)

_OWN = ("Game", "Players", "Option", "Name", "Position", "Result")
"""The headers that mean something here."""
_ONCE = ("Game", "Players", "Position", "Result")


class FaultyLine(CompanionError):
    """A line of a text that is not in order; the first one that is found."""

    def __init__(self, line: int, fault: str, *, readable: bool = False, ruling: Ruling | None = None) -> None:
        fault = _cut(fault, LONGEST_FAULT)
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

    Raises IllegalEvent where the events do not fit together, and MalformedError for names, notes or headers that no
    text can hold.
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
        self.start = game.start() if start is None else start
        noted = (one if isinstance(one, Noted) else Noted(one) for one in events)
        self.events = tuple(Noted(one.event, _text(one.note, "note").strip()) for one in noted)
        self.names = tuple(_text(name, "names") for name in names)
        self.game = game.called(self.names)
        self.note = _text(note, "note").strip()
        """What was noted before the first event."""
        self.headers = tuple((key, _text(value, "headers")) for key, value in headers)
        """Headers that mean nothing here, such as Date, in their order."""
        if len(self.names) not in (0, game.players):
            raise MalformedError("names", f"{len(self.names)} names for {game.players} players")
        if len(self.headers) > MOST_HEADERS:
            raise MalformedError("headers", f"there are more than {MOST_HEADERS}")
        for key, _ in self.headers:
            if not _KEY.fullmatch(_text(key, "headers")) or _own(key):
                raise MalformedError("headers", f"{shown(key)} cannot be a header of one's own")
        self.reached = self.start
        for one in self.events:
            self.reached = apply_step(game, self.reached, one.event)

    @classmethod
    def of(cls, journal: Journal, *, names: Iterable[str] = (), headers: Iterable[tuple[str, str]] = ()) -> Transcript:
        """The events of a journal that stand."""
        events = [moment.event for moment in journal.history()]
        return cls(journal.game, events, start=journal.start, names=names, headers=headers)

    @classmethod
    def read(cls, text: str) -> Transcript:
        """The game that a text holds. Raises FaultyLine for the first line that is not in order."""
        return _Reading(text).transcript()

    def steps(self) -> Iterator[Step]:
        """The game played again: each event between its positions."""
        position = self.start
        for one in self.events:
            before, position = position, apply_step(self.game, position, one.event)
            yield Step(before, one.event, position)

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
        usual = load(game.id, game.players, game.format_options())
        start = game.format_position(self.start)
        if start != usual.format_position(usual.start()):  # as JSON: it tells more than the house rules, who sits where
            own.append(("Position", json.dumps(start)))
        own += [*self.headers, ("Result", self.result)]
        lines = [f'[{key} "{_escaped(value, _QUOTED)}"]' for key, value in own] + [""]
        lines += [_note(self.note)] if self.note else []
        for number, one in enumerate(self.events, 1):
            note = f"  {_note(one.note)}" if one.note else ""
            lines.append(f"{number}. {_written(game, one.event)}{note}")
        return "\n".join(lines) + "\n"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and self.written() == other.written()

    __hash__ = None  # type: ignore[assignment]


_QUOTED = str.maketrans({'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r"})
_BRACED = str.maketrans({"{": r"\{", "}": r"\}", "\\": r"\\", "\n": r"\n", "\r": r"\r"})
"""What is written with a backslash before it, inside quotes and inside braces."""


def _escaped(text: str, table: dict[int, str]) -> str:
    return text.translate(table)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def _bare(text: str) -> str:
    """`text` with blanks in place of every backslash and the sign behind it, so that the signs left mean themselves."""
    return _ESCAPE.sub("  ", text) if "\\" in text else text


def _written(game: Codec, step: Event) -> str:
    if not isinstance(step, SetUp):
        return game.formatted(step)
    return f'[Position "{_escaped(json.dumps(game.format_position(step.position)), _QUOTED)}"]'


def _note(text: str) -> str:
    return f"{{ {_escaped(text, _BRACED)} }}"


def _text(value: str, path: str) -> str:
    """A text that a file in UTF-8 can hold."""
    try:
        value.encode()
    except (AttributeError, UnicodeEncodeError):
        raise MalformedError(path, f"{shown(value)} is no text that can be written") from None
    return value


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _own(key: str) -> str | None:
    """The header with a meaning that `key` is, or was surely meant to be."""
    return next((own for own in _OWN if key.lower() in (own.lower(), f"{own.lower()}s", own.lower().rstrip("s"))), None)


def _header(line: str) -> tuple[str, str] | None:
    """The key and the value of a header; None where the line is none."""
    found = _HEADER.match(line)
    if found is None:
        return None
    rest = line[found.end() :]
    end = _bare(rest).find('"')
    return (found[1], _unescaped(rest[:end])) if end >= 0 and rest[end + 1 :].strip() == "]" else None


def _set_up_ends(line: str) -> int:
    """Where a table that was set up by hand ends on its line; 0 where the line has none."""
    found = _SET_UP.match(line)
    if found is None:
        return 0
    end = _bare(line[found.end() :]).find('"]')
    return 0 if end < 0 else found.end() + end + 2


class _Reading:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self._lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._found: dict[str, list[tuple[int, str]]] = {key: [] for key in _OWN}
        self._others: list[tuple[str, str]] = []

    def transcript(self) -> Transcript:
        first = self._headers()
        game, start = self._table()
        names = self._names(game)
        game = game.called(names)
        position = start
        events: list[Event] = []
        notes: list[list[str]] = [[]]
        """What is noted at the start and after each event, line by line."""
        for number, line in enumerate(self._lines[first:], first + 1):
            if not (line := line.strip()):
                continue
            words, note = self._parted(number, line, len(events) + 1)
            if words:
                event = self._event(game, number, words)
                position = self._applied(game, number, position, event)
                events.append(event)
                notes.append([])
            notes[-1].append(note)
        on_start, *others = ("\n".join(lines) for lines in notes)
        noted = [Noted(event, note) for event, note in zip(events, others, strict=True)]
        transcript = Transcript(game, noted, start=start, names=names, note=on_start, headers=self._others)
        self._check_result(transcript)
        return transcript

    # ------------------------------------------------------------------------------------------ headers

    def _headers(self) -> int:
        """Take in the headers; the index of the first line after them."""
        for number, line in enumerate(self._lines, 1):
            line = line.strip()
            if not line:
                continue
            if not line.startswith("["):
                return number - 1
            if (read := _header(line)) is None:
                raise FaultyLine(number, f'{shown(line)} is no header, such as [Game "doubles-wild"]')
            key, value = read
            own = _own(key)
            if (len(self._others) if own is None else len(self._found[own])) == MOST_HEADERS:
                raise FaultyLine(number, f"there are more than {MOST_HEADERS} headers of this kind")
            if own is None:
                self._others.append((key, value))
                continue
            if own != key:
                raise FaultyLine(number, f"the header {_cut(key, 40)} is written {own}")
            if self._found[key] and key in _ONCE:
                raise FaultyLine(number, f"the header {key} stands twice")
            self._found[key].append((number, value))
        return len(self._lines)

    def _table(self) -> tuple[Game, Any]:
        """The game and its first position."""
        if not self._found["Game"]:
            raise FaultyLine(1, 'the header [Game "..."] is missing')
        ((line, game_id),) = self._found["Game"]
        players = self._players()
        options, lines = self._options()
        try:
            game = load(game_id, players, options)
        except MalformedError as fault:
            raise FaultyLine(self._line_of(fault, game_id, lines) or line, str(fault)) from None
        for line, text in self._found["Position"]:
            try:
                placed, start = load_position(text)
            except MalformedError as fault:
                raise FaultyLine(line, str(fault)) from None
            if (placed.id, placed.players, placed.options) != (game.id, game.players, game.options):
                raise FaultyLine(line, "this position is of another game, or has other players or house rules")
            return placed, start
        return game, game.start()

    def _players(self) -> int:
        for line, text in self._found["Players"]:
            if not re.fullmatch("[0-9]{1,3}", text):
                raise FaultyLine(line, f"{shown(text)} is no number of players")
            return int(text)
        return 2

    def _options(self) -> tuple[dict[str, object], dict[str, int]]:
        """The house rules, and the line of each."""
        options: dict[str, object] = {}
        lines: dict[str, int] = {}
        for line, pair in self._found["Option"]:
            try:
                ((key, value),) = read_pairs([pair]).items()
            except MalformedError:
                raise FaultyLine(line, f"option {shown(pair)}: expected KEY=VALUE, such as draw_limit=3") from None
            if key in options:
                raise FaultyLine(line, f"option {shown(key)} is given twice")
            options[key], lines[key] = value, line
        return options, lines

    def _line_of(self, fault: MalformedError, game_id: str, options: dict[str, int]) -> int | None:
        """The line of the header that makes a table impossible; None for that of the game."""
        if fault.path == "players":
            return next((line for line, _ in self._found["Players"]), None)
        if fault.path == "options":  # one that the game does not have
            known = {option.id for option in load(game_id, self._players()).seed.options}
            return next((line for key, line in options.items() if key not in known), None)
        where = re.split(r"[.\[]", fault.path)
        return options.get(where[1]) if where[0] == "options" else None

    def _names(self, game: Rules) -> list[str]:
        names = self._found["Name"]
        if names and len(names) != game.players:
            line, _ = names[min(len(names), game.players + 1) - 1]
            raise FaultyLine(line, f"{len(names)} names for {game.players} players")
        return [name for _, name in names]

    # ------------------------------------------------------------------------------------------ events

    @staticmethod
    def _parted(number: int, line: str, due: int) -> tuple[str, str]:
        """The event and the note of a line, either of them empty; its number is checked against the one due."""
        if line.startswith("["):
            raise FaultyLine(number, f"{shown(line)}: headers stand before all events and notes")
        table = line[: _set_up_ends(line)] if "[" in line else ""
        words, brace, rest = line[len(table) :].partition("{")
        if "}" in words:
            raise FaultyLine(number, f"{shown(line)} has a closing brace without an opening one")
        note = ""
        if brace:
            bare = _bare(rest)
            end = bare.find("}")
            if end < 0 or "{" in bare[:end]:
                fault = "the note has no closing brace, or a brace in it has no backslash before it"
                raise FaultyLine(number, f"{shown(line)}: {fault}")
            if behind := rest[end + 1 :].strip():
                raise FaultyLine(number, f"{shown(behind)} stands behind the note")
            note = _unescaped(rest[:end]).strip()
        words = table + words.strip()
        if count := _NUMBER.match(words):
            words = words[count.end() :].lstrip()
            if int(count[1]) != due:
                raise FaultyLine(number, f"this is event {due}, and the line says {int(count[1])}")
            if not words:
                raise FaultyLine(number, f"the line has the number {due} and no event")
        return words, note

    @staticmethod
    def _event(game: Codec, number: int, words: str) -> Event:
        try:
            if (read := _header(words)) is not None and read[0] == "Position":
                return SetUp(game.parse_position(read[1]))
            event: Event = game.parsed(words)
        except MalformedError as fault:
            raise FaultyLine(number, str(fault)) from None
        return event

    @staticmethod
    def _applied(game: Game, number: int, position: Any, event: Event) -> Any:
        try:
            return apply_step(game, position, event)
        except IllegalEvent as illegal:
            transcript = " ".join(f"{broken.clause}: {game.broken_text(broken)}" for broken in illegal.ruling.broken)
            fault = f"{_cut(game.formatted(event), 100)} is not legal. {transcript}"
            raise FaultyLine(number, fault, readable=True, ruling=illegal.ruling) from None

    def _check_result(self, transcript: Transcript) -> None:
        for line, said in self._found["Result"]:
            if said != transcript.result:
                fault = f"the result is said to be {shown(said)}, and the events lead to {transcript.result}"
                raise FaultyLine(line, fault, readable=True)

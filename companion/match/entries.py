"""Entries of a journal, which are only ever added, as values and as the JSON in which they are kept.

An entry says what happened, when, who said so and what showed it. In JSON it is an object whose `did` names its kind,
with events as docs/formats.md has them, and tables that were set up by hand as companion/match/steps.py has them; what
is not known is left out::

    {"did": "played", "event": {...}, "source": "seen", "time": 1790000000.5, "confidence": 0.998}
    {"did": "undone", "count": 1}
    {"did": "corrected", "index": 3, "event": {...}, "reread": [[5, {...}]], "fell": 2, "source": "corrected"}

The view and the picture that showed it are kept beside it, for most readers have no need of them.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from companion.match.steps import format_step, parse_step
from companion.rules import Codec, Event, MalformedError, a_list, a_text, a_whole, an_object, any_object, shown
from companion.table import TableView

Source = Literal["seen", "typed", "lot", "chosen", "recorded", "corrected", "program"]
"""Where an event came from: read off the table, typed in, drawn by lot, chosen on screen, from a recording, said by a
player against what stood there before, or decided by the program for a seat that it plays."""


class Played(msgspec.Struct, frozen=True):
    """An event that was applied."""

    event: Event
    source: Source
    evidence: TableView | None = None
    """The view that showed it, where it was seen."""
    time: float | None = None
    """When it was told, in seconds of UTC since 1970; of a film that was watched, in seconds from its beginning."""
    confidence: float | None = None
    """Probability, 0..1, that the event is the right one; None where nobody measured it."""
    picture: bytes | None = None
    """A JPEG of the table that showed it, where a player asked to keep one."""

    def __post_init__(self) -> None:
        _check(self.time, self.confidence)


class Undone(msgspec.Struct, frozen=True):
    """The latest `count` events that stood until then no longer count."""

    count: int = 1
    time: float | None = None

    def __post_init__(self) -> None:
        _check(self.time, None)


class Reread(NamedTuple):
    """An event after a corrected one, as its evidence reads now that the one before it is another."""

    place: int
    """Its index among the events that stood before the correction."""
    event: Event


class Corrected(msgspec.Struct, frozen=True):
    """The event at `index` of those that stood was another, or none; with what became of those after it."""

    index: int
    event: Event | None
    """What happened instead; None: nothing did."""
    reread: tuple[Reread, ...] = ()
    """The later events that changed with it, in their order."""
    fell: int = 0
    """How many of the latest events no longer count, because the first of them is not legal any more."""
    source: Source = "corrected"
    evidence: TableView | None = None
    """The view that tells it, where it is another than the one that showed the old event."""
    time: float | None = None
    confidence: float | None = None
    picture: bytes | None = None

    def __post_init__(self) -> None:
        _check(self.time, self.confidence)


Entry: TypeAlias = Played | Undone | Corrected


def _check(time: float | None, confidence: float | None) -> None:
    """Raises MalformedError for what no record could hold."""
    if time is not None and not math.isfinite(time):
        raise MalformedError("time", f"{shown(time)} is no time")
    if confidence is not None and not 0 <= confidence <= 1:
        raise MalformedError("confidence", f"{shown(confidence)} is no probability from 0 to 1")


def format_entry(game: Codec, entry: Entry) -> dict[str, object]:
    """The entry as plain data, ready for JSON; without the view and the picture."""
    data: dict[str, object]
    if isinstance(entry, Played):
        data = {"did": "played", "event": format_step(game, entry.event), "source": entry.source}
    elif isinstance(entry, Undone):
        data = {"did": "undone", "count": entry.count}
    else:
        data = {"did": "corrected", "index": entry.index, "source": entry.source}
        data["event"] = None if entry.event is None else format_step(game, entry.event)
        if entry.reread:
            data["reread"] = [[one.place, format_step(game, one.event)] for one in entry.reread]
        if entry.fell:
            data["fell"] = entry.fell
    if entry.time is not None:
        data["time"] = entry.time
    if not isinstance(entry, Undone) and entry.confidence is not None:
        data["confidence"] = entry.confidence
    return data


_SAID = ("time", "confidence")
_KEYS = {
    "played": (("event", "source"), _SAID),
    "undone": (("count",), ("time",)),
    "corrected": (("index", "event", "source"), ("reread", "fell", *_SAID)),
}
"""What an entry of each kind must and may have."""


def parse_entry(
    game: Codec, raw: object, path: str = "entry", evidence: TableView | None = None, picture: bytes | None = None
) -> Entry:
    """The entry in decoded JSON, with the view and the picture that were kept beside it. Raises MalformedError."""
    fields = any_object(raw, path)
    did = a_text(fields.get("did"), f"{path}.did", _KEYS, "kind of entry")
    required, optional = _KEYS[did]
    an_object(fields, path, ("did", *required), optional)
    time = _number(fields.get("time"), f"{path}.time")
    if did == "undone":
        return Undone(a_whole(fields["count"], f"{path}.count", 1), time)
    source = _source(fields["source"], f"{path}.source")
    confidence = _number(fields.get("confidence"), f"{path}.confidence")
    if did == "played":
        event = parse_step(game, fields["event"], f"{path}.event")
        return Played(event, source, evidence, time, confidence, picture)
    return Corrected(
        index=a_whole(fields["index"], f"{path}.index", 0),
        event=None if fields["event"] is None else parse_step(game, fields["event"], f"{path}.event"),
        reread=tuple(
            _reread(game, one, f"{path}.reread[{i}]")
            for i, one in enumerate(a_list(fields.get("reread", []), f"{path}.reread"))
        ),
        fell=a_whole(fields.get("fell", 0), f"{path}.fell", 0),
        source=source,
        evidence=evidence,
        time=time,
        confidence=confidence,
        picture=picture,
    )


def _reread(game: Codec, raw: object, path: str) -> Reread:
    pair = a_list(raw, path)
    if len(pair) != 2:
        raise MalformedError(path, "expected an index and an event")
    return Reread(a_whole(pair[0], f"{path}[0]", 0), parse_step(game, pair[1], f"{path}[1]"))


def _number(value: object, path: str) -> float | None:
    if value is not None and type(value) not in (int, float):
        raise MalformedError(path, f"{shown(value)} is no number")
    return value  # type: ignore[return-value]


def _source(value: object, path: str) -> Source:
    a_text(value, path, get_args(Source), "source")
    return value  # type: ignore[return-value]

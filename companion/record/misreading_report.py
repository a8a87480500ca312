"""Packs one misreading into a file that can be sent, and reads such files: a picture, what was read, what is right.

The file is a ZIP of two parts, `report.json` (`MisreadingReport`, docs/formats.md) and the picture. It holds no names
of players, files or machines, no place and no date. Files may come from anybody: nothing is unpacked onto the disk, and
nothing larger than the limits below is read.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from companion.games import load_position
from companion.match import Journal, Played, Source, Undone
from companion.record.errors import RecordError
from companion.rules import Event, Game
from companion.table import Colour, TableView, Zones
from companion.text import one_line, say

FORMAT = 1
JSON_PART = "report.json"
PICTURE_PARTS = ("picture.jpg", "picture.png")
MOST_JSON, MOST_PICTURE = 2 * 2**20, 64 * 2**20
"""Bytes of each part at most."""
MOST_BYTES = MOST_JSON + MOST_PICTURE
"""Of the whole file."""
LONGEST_NOTE = 2000
UNDATED = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a ZIP can hold, in place of the true one."""


class ReportError(RecordError):
    """A file that is no report of a misreading, in one line."""


class MatchReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The match in which something was misread: its rules and set-up, and how it stood."""

    position: dict[str, Any]
    """The one before the event, which names the game, its players and house rules."""
    colours: tuple[Colour, ...]
    """Of the pieces, by seat."""
    sheet: str | None = None
    """The board, where the game has several."""
    symbols: bool = False
    """Whether the dice show the game's drawings."""
    lines: Zones | None = None
    """The zones on the picture, where no printed sheets lie."""
    told: tuple[dict[str, Any], ...] = ()
    """The events that were told from the picture; none: nothing was."""
    right: tuple[dict[str, Any], ...] | None = None
    """Those that happened; None: nobody said."""


class MisreadingReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One misreading, beside its picture."""

    format: int
    program: str
    """The version that read it."""
    networks: dict[str, str]
    """Version and checksum of each network, by name."""
    view: TableView
    """What was read; of a photograph its dice alone."""
    faces: tuple[int, ...] | None = None
    """The pips that the dice of a photograph show, lowest first; None: nobody said, or it is a match."""
    match: MatchReport | None = None
    note: str = ""
    """What the sender wrote."""


class PackedReport(NamedTuple):
    """A report with the picture that was read, as JPEG or PNG."""

    report: MisreadingReport
    picture: bytes

    def noted(self, note: str) -> PackedReport:
        """The same with what the sender writes."""
        return self._replace(report=msgspec.structs.replace(self.report, note=note[:LONGEST_NOTE]))

    @property
    def picture_part(self) -> str:
        """The name of the picture in the file."""
        return PICTURE_PARTS[self.picture.startswith(b"\x89PNG")]


def pack_report(packed: PackedReport) -> bytes:
    """Returns the contents of the file."""
    parts = ((JSON_PART, msgspec.json.encode(packed.report)), (packed.picture_part, packed.picture))
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts:
            part = zipfile.ZipInfo(name, UNDATED)
            part.compress_type, part.create_system, part.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            file.writestr(part, data)
    return whole.getvalue()


def unpack_report(data: bytes, name: str) -> PackedReport:
    """Returns what such a file holds; `name` is what it is called in the line of a ReportError."""
    name = one_line(name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            there = file.namelist()
            pictures = [part for part in PICTURE_PARTS if part in there]
            if sorted(there) != sorted((JSON_PART, *pictures)) or len(pictures) != 1:
                raise ReportError(say("{name}: no report of a misreading; `companion report` writes such", name=name))
            text = _part(file, JSON_PART, MOST_JSON, name)
            picture = _part(file, pictures[0], MOST_PICTURE, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as fault:
        reason = one_line(str(fault)) or type(fault).__name__
        raise ReportError(
            say("{name}: no whole file ({reason}); have it sent again", name=name, reason=reason)
        ) from None
    try:
        report = msgspec.json.decode(text, type=MisreadingReport)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        reason = one_line(str(fault))
        raise ReportError(say("{name}: its report cannot be read: {reason}", name=name, reason=reason)) from None
    if report.format != FORMAT:
        raise ReportError(
            say("{name}: of format {format}, and this program reads {own}", name=name, format=report.format, own=FORMAT)
        )
    return PackedReport(report, picture)


def _part(file: zipfile.ZipFile, part: str, most: int, name: str) -> bytes:
    """A part of the file, unless it is larger than `most`, whatever the file says of its size."""
    with file.open(part) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        most //= 2**20
        raise ReportError(say("{name}: its {part} has more than {most} MiB", name=name, part=part, most=most))
    return data


def contents_text(packed: PackedReport) -> list[tuple[str, str]]:
    """Returns all that a report holds, to be shown before it is written: what it is called, and what it says."""
    report, picture = packed
    view, match = report.view, report.match
    size = say("{width}x{height} pixels", width=view.width, height=view.height)
    lines = [(say("picture"), f"{size}, {max(1, len(picture) // 1024)} KiB")]
    if match is None:
        lines.append((say("read"), faces_text(view)))
        if report.faces is not None:
            lines.append((say("right"), " ".join(map(str, report.faces)) or say("no dice")))
    else:
        game, position = load_position(match.position)
        lines.append((say("game"), say("{game}, its house rules, and how it stood", game=game.title)))
        things = (len(view.dice), len(view.pieces), len(view.cards))
        lines.append((say("read"), say("{0} dice, {1} pieces, {2} cards").format(*things)))
        lines.append((say("told"), events_text(game, position, match.told)))
        if match.right is not None:
            lines.append((say("right"), events_text(game, position, match.right)))
    if report.note:
        lines.append((say("note"), one_line(report.note)))
    networks = ", ".join(f"{name} {what}" for name, what in sorted(report.networks.items()))
    return [*lines, (say("program"), report.program), (say("networks"), networks)]


def faces_text(view: TableView) -> str:
    """Returns the faces that were read, those in doubt with a question mark."""
    faces = (f"{die.face or die.value or ''}{'' if die.certain else '?'}" for die in view.dice)
    return " ".join(faces) or say("no dice")


def events_text(game: Game, position: Any, events: Sequence[dict[str, Any]]) -> str:
    """Returns what events from a position on are, in words. Raises CompanionError for those that it does not allow."""
    words = []
    for raw in events:
        event = game.parse_event(raw)
        words.append(game.text(position, event))
        position = game.apply(position, event)
    return "; ".join(words) or say("nothing")


class SeenEvent(NamedTuple):
    """An event of a journal that was seen and stands, as it was told and as it stands."""

    entry: int
    """The number of the entry that told it, with which its picture is kept."""
    told: Event
    source: Source
    view: TableView | None


def told_events(journal: Journal) -> list[SeenEvent]:
    """Returns for each event that stands how it was told at first, oldest first."""
    standing: list[SeenEvent] = []
    for number, entry in enumerate(journal.entries):
        if isinstance(entry, Played):
            standing.append(SeenEvent(number, entry.event, entry.source, entry.evidence))
        elif isinstance(entry, Undone):
            del standing[len(standing) - entry.count :]
        else:
            if entry.event is None:
                del standing[entry.index]
            if entry.fell:
                del standing[len(standing) - entry.fell :]
    return standing

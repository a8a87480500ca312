"""Matches on disk: an SQLite file of one's own, or a PostgreSQL database that several tables of a club write at once.

Entries are only ever added, and an entry that was acknowledged survives whatever ends the program. What cannot be
written is kept in memory, said in one line, and written once that is possible again. The one thing that deletes is
`Record.delete`.
"""

from companion.record.database import CLUB
from companion.record.errors import DamagedMatch, NewerRecord, NoSuchMatch, RecordError
from companion.record.exports import (
    Form,
    corrections_text,
    exported,
    player_names,
    start_text,
    summary_data,
    transcript,
)
from companion.record.location import ENVIRONMENT, LONGEST_TABLE, TABLE, default_place, default_table
from companion.record.match_summary import LAST, State, Summary, outcome_text, summary_of
from companion.record.misreading_report import (
    FORMAT,
    LONGEST_NOTE,
    MOST_BYTES,
    MatchReport,
    MisreadingReport,
    PackedReport,
    ReportError,
    SeenEvent,
    contents_text,
    events_text,
    faces_text,
    pack_report,
    told_events,
    unpack_report,
)
from companion.record.recorded_match import RecordedMatch
from companion.record.repository import Record
from companion.record.schema import CHANGING, DatabaseTime, chained, entries, matches
from companion.record.transcripts import FaultyLine, Transcript

__all__ = [
    "CHANGING",
    "CLUB",
    "ENVIRONMENT",
    "FORMAT",
    "LAST",
    "LONGEST_NOTE",
    "LONGEST_TABLE",
    "MOST_BYTES",
    "TABLE",
    "DamagedMatch",
    "DatabaseTime",
    "FaultyLine",
    "Form",
    "MatchReport",
    "MisreadingReport",
    "NewerRecord",
    "NoSuchMatch",
    "PackedReport",
    "Record",
    "RecordError",
    "RecordedMatch",
    "ReportError",
    "SeenEvent",
    "State",
    "Summary",
    "Transcript",
    "chained",
    "contents_text",
    "corrections_text",
    "default_place",
    "default_table",
    "entries",
    "events_text",
    "exported",
    "faces_text",
    "matches",
    "outcome_text",
    "pack_report",
    "player_names",
    "start_text",
    "summary_data",
    "summary_of",
    "told_events",
    "transcript",
    "unpack_report",
]

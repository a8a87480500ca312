"""Matches on disk: an SQLite file of one's own, or a PostgreSQL database that several tables of a club write at once.

Entries are only ever added, and an entry that was acknowledged survives whatever ends the program. What cannot be
written is kept in memory, said in one line, and written once that is possible again. The one thing that deletes is
`Record.delete`.
"""

from companion.record.errors import DamagedMatch, NewerRecord, NoSuchMatch, RecordError
from companion.record.location import ENVIRONMENT, default_place
from companion.record.match_summary import State, Summary, ended
from companion.record.recorded_match import RecordedMatch
from companion.record.repository import Record

__all__ = [
    "ENVIRONMENT",
    "DamagedMatch",
    "NewerRecord",
    "NoSuchMatch",
    "Record",
    "RecordError",
    "RecordedMatch",
    "State",
    "Summary",
    "default_place",
    "ended",
]

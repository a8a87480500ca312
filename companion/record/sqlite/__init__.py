"""The SQLite file of a record: opened safely beside other programs, checked, set aside where it is damaged, copied."""

from companion.record.sqlite.connection import FileId, file_of
from companion.record.sqlite.file import (
    Damaged,
    FileCopy,
    check_pages,
    check_unopened,
    has_whole_pages,
    is_unwritable,
    keep_log,
    left_log,
    log_of,
    opened,
    set_aside,
)

__all__ = [
    "Damaged",
    "FileCopy",
    "FileId",
    "check_pages",
    "check_unopened",
    "file_of",
    "has_whole_pages",
    "is_unwritable",
    "keep_log",
    "left_log",
    "log_of",
    "opened",
    "set_aside",
]

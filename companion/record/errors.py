"""Errors of the record: a branch of the tree in companion/rules/errors.py.

It grows from CompanionError, as all that the head refuses::

    RecordError         a record cannot be read or written; the line says which, why and what to do
    ├── NewerRecord     it was written by a later version of this program, and is left as it is
    ├── NoSuchMatch     it holds no match of this id, or several that begin so
    └── DamagedMatch    what it holds of a match is not what was written
"""

from __future__ import annotations

from companion.rules import CompanionError


class RecordError(CompanionError):
    """A record that cannot be read or written."""


class NewerRecord(RecordError):
    """A record by a later version of this program."""


class NoSuchMatch(RecordError):
    """An id that names no match, or not one alone."""


class DamagedMatch(RecordError):
    """A match whose rows do not match their digests; no part of it is handed out."""

"""The argument that names a record, for the commands that look at recorded matches, and the record's failures."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain

if TYPE_CHECKING:
    from companion.record import Record


def add_record(parser: argparse.ArgumentParser, **settings: Any) -> None:
    """The argument that names another record than the user's own."""
    parser.add_argument(
        "--record",
        metavar="URL",
        help="another record: a file, or postgresql://user@host/database; COMPANION_RECORD names one for good",
        **settings,
    )


def add_table_name(parser: argparse.ArgumentParser) -> None:
    """The argument that says at which table of a club is played."""
    parser.add_argument(
        "--table", metavar="NAME", help="what the club calls this table (COMPANION_TABLE, or the name of this computer)"
    )


def name_table(name: str | None) -> None:
    """Every match of this program is played at that table. Refusal for what is no name."""
    from companion.record import LONGEST_TABLE, TABLE

    if name is None:
        return
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_TABLE:
        raise Refusal(f"--table {name!a}: a table's name has 1 to {LONGEST_TABLE} plain signs", WRONG_USE)
    os.environ[TABLE] = name.strip()


@contextmanager
def open_record(command: str, where: str | None) -> Iterator[Record | None]:
    """The record that is meant, None where the user has none yet; its failures as the one line of a command."""
    import time

    from companion.record import Record
    from companion.rules import CompanionError

    try:
        with Record(where, clock=time.time) as record:
            if not record.exists():
                if where is not None:
                    raise Refusal(f"{command}: there is no record {where}", UNREAD)
                yield None
                return
            if (notice := record.open()) is not None:
                complain(notice)
            yield record
    except CompanionError as fault:
        raise Refusal(f"{command}: {fault}", UNREAD) from None

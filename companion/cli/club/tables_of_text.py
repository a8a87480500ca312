"""Rows of data as text in columns, as CSV, as JSON."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

FORMS = ("text", "json", "csv")


def add_form(parser: argparse.ArgumentParser) -> None:
    """The argument that says how to print."""
    parser.add_argument("--as", dest="form", choices=FORMS, default=FORMS[0], help="how to print (text)")


def show(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], form: str, empty: str) -> None:
    """Print the rows; in text `empty` where there are none."""
    if form == "json":
        print(json.dumps([dict(row) for row in rows]))
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(row[column], 6) for column in columns] for row in rows)
    elif not rows:
        print(empty)
    else:
        cells = [[_cell(row[column], 1) for column in columns] for row in rows]
        table = [list(columns), *cells]
        widths = [max(len(row[place]) for row in table) for place in range(len(columns))]
        for row in table:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: Any, places: int) -> str:
    """A value in few signs. A text that a spreadsheet would take for a formula gets a blank before it."""
    if isinstance(value, float):
        return f"{value:.{places}f}" if value % 1 else f"{value:.0f}"
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value))
    told = "" if value is None else str(value)
    return f" {told}" if told[:1] in "=+-@" and told[:1] else told

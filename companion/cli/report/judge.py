"""`companion judge`: read the pictures of reported misreadings again, and tell which are read rightly now."""

from __future__ import annotations

import argparse
from collections import Counter

from companion.cli import UNREAD, Refusal, complain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="what `companion report` has written")


def run(arguments: argparse.Namespace) -> int:
    """Judge each file. 0 none is read wrongly for certain; 1 one is, or cannot be read."""
    from companion.record import ReportError, unpack_report
    from companion.text import one_line
    from ui.live import judge_report
    from vision.inference import ModelError

    counts: Counter[str] = Counter()
    for name in arguments.files:
        try:
            found = judge_report(unpack_report(_contents(name), name), name)
        except ReportError as error:
            complain(str(error))
            counts["unread"] += 1
            continue
        except ModelError as error:
            raise Refusal(str(error)) from None
        counts[found.outcome] += 1
        right = "" if found.right is None else f", right {found.right}"
        print(f"{found.outcome:<8} {one_line(name)}: then {found.then}, now {found.now}{right}", flush=True)
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("right", "asked", "wrong", "unknown", "unread"))
    print(f"{len(arguments.files)} {'report' if len(arguments.files) == 1 else 'reports'}: {told}")
    return UNREAD if counts["wrong"] or counts["unread"] else 0


def _contents(name: str) -> bytes:
    from companion.record import MOST_BYTES, ReportError
    from companion.text import one_line

    try:
        with open(name, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise ReportError(f"{one_line(name)}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise ReportError(f"{one_line(name)}: more than {MOST_BYTES // 2**20} MiB, and no report is so large")
    return data

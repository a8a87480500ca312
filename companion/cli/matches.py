"""`companion matches`: list the recorded matches, show one, write it for other programs, delete one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.records import add_record, opened

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.record import Record, Summary
    from companion.transcript import Transcript

FORMS = ("text", "json", "csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command: a list, where no action is named."""
    add_record(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    listed = actions.add_parser("list", help="list the matches, newest first (so it does without an action)")
    listed.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the list as JSON")
    show = actions.add_parser("show", help="tell a match in words, event by event")
    export = actions.add_parser("export", help="write a match for other programs")
    export.add_argument(
        "--as",
        dest="form",
        choices=FORMS,
        required=True,
        help="text: as `companion replay` reads it; json: events and everything kept of them; csv: scores by turn",
    )
    export.add_argument("--out", metavar="FILE", help="write to this file instead of standard output")
    delete = actions.add_parser("delete", help="delete a match for good; the one thing that does")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    for action in (show, export, delete):
        action.add_argument("id", metavar="ID", help="the id of a match, or as much of it as no other has")
    for action in (listed, show, export, delete):
        add_record(action, default=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked. 0 done; 1 no such match, or the record cannot be read; 2 wrong use, or not deleted."""
    action = arguments.action or "list"
    if arguments.json and action != "list":
        raise Refusal(f"matches: --json goes with the list; `companion matches {action} --help` shows more", WRONG_USE)
    with opened("matches", arguments.record) as record:
        if action == "list":
            return _list(record, arguments.json)
        if record is None:
            raise Refusal("matches: nothing is recorded yet", UNREAD)
        if action == "delete":
            return _delete(record, arguments.id, arguments.yes)
        summary = record.summary(arguments.id)
        journal = record.journal(summary.id)
        if action == "show":
            for line in _shown(summary, journal):
                print(line)
        else:
            _write(_exported(arguments.form, summary, journal), arguments.out)
    return 0


# ---------------------------------------------------------------------------------------------- the list


def _list(record: Record | None, as_json: bool) -> int:
    summaries, damaged = record.summaries() if record is not None else ([], [])
    if as_json:
        print(json.dumps([_told(summary) for summary in summaries]))
    elif not summaries and not damaged:
        print("No match is recorded yet.")
    else:
        for summary in summaries:
            print(f"{summary.id}  {_when(summary)}  {summary.game:<21}  {_standing(summary)}")
    for match_id in damaged:
        complain(f"matches: {match_id!a} is damaged: the record does not hold what was written")
    return UNREAD if damaged else 0


def _told(summary: Summary) -> dict[str, Any]:
    """The summary as JSON; the time as seconds of UTC and as people write it."""
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(summary)
    return told | {"names": list(_names(summary)), "date": _date(summary)}


def _when(summary: Summary) -> str:
    """When it was begun, by the clock on this wall."""
    from datetime import datetime

    return f"{datetime.fromtimestamp(summary.started):%Y-%m-%d %H:%M}"


def _date(summary: Summary) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(summary.started, UTC).isoformat(timespec="seconds")


def _names(summary: Summary) -> tuple[str, ...]:
    """The players' names as any text can hold them."""
    return tuple(name.encode(errors="replace").decode() for name in summary.names)


def _standing(summary: Summary) -> str:
    """Who plays, and how it stands."""
    from vision.lines import one_line

    who = one_line(", ".join(_names(summary))) or f"{summary.players} players"
    if summary.outcome is not None:
        return f"{who}: {summary.outcome['how']}"
    entries = f"{summary.entries} {'entry' if summary.entries == 1 else 'entries'}"
    return f"{who}: {'goes on' if summary.state == 'playing' else 'was left'}, {entries}"


# ---------------------------------------------------------------------------------------------- one match


def _transcript(summary: Summary, journal: Journal) -> Transcript:
    from companion.transcript import Transcript

    return Transcript.of(journal, names=_names(summary), headers=[("Date", _date(summary)), ("Match", summary.id)])


def _shown(summary: Summary, journal: Journal) -> Iterator[str]:
    from companion.cli.replay import ending, told
    from companion.journal import Corrected, Undone

    transcript = _transcript(summary, journal)
    yield f"{summary.id}: {journal.game.title}, begun {_when(summary)}"
    yield from told(transcript)
    yield ending(transcript)
    undone = sum(entry.count for entry in journal.entries if isinstance(entry, Undone))
    corrected = sum(isinstance(entry, Corrected) for entry in journal.entries)
    if undone or corrected:
        yield f"{undone} undone and {corrected} corrected on the way"


def _exported(form: str, summary: Summary, journal: Journal) -> str:
    if form == "text":
        return _transcript(summary, journal).written()
    if form == "csv":
        return _scores(summary, journal)
    from companion.entries import format_entry
    from companion.steps import format_step

    game = journal.game
    return json.dumps(
        _told(summary)
        | {
            "start": game.format_position(journal.start),
            "events": [format_step(game, moment.event) for moment in journal.history()],
            "position": game.format_position(journal.position),
            "entries": [format_entry(game, entry) for entry in journal.entries],
        }
    ) + "\n"  # fmt: skip


def _scores(summary: Summary, journal: Journal) -> str:
    """A row a turn: how many events it took, and what each seat has to show after it. Set-up has no seat."""
    import csv
    import io

    game = journal.game
    names = _names(summary) or map(game.seat_name, range(game.players))
    rows: list[list[object]] = [["turn", "seat", "events", *names]]
    turns = groupby(journal.history(), lambda moment: game.format_position(moment.before).get("turn"))
    for number, (seat, moments) in enumerate(turns, 1):
        events = list(moments)
        rows.append([number, "" if seat is None else seat, len(events), *game.scores(events[-1].after)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _write(text: str, out: str | None) -> None:
    if out is None:
        print(text, end="")
        return
    try:
        with open(out, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except (OSError, ValueError) as fault:
        raise Refusal(f"matches: {out!a}: {getattr(fault, 'strerror', None) or fault}", UNREAD) from None


def _delete(record: Record, match_id: str, sure: bool) -> int:
    found = record.summary(match_id)
    line = f"{found.id}, {found.game} of {_when(found)}, {_standing(found)}"
    if not sure:
        if sys.stdin is None:
            raise Refusal("matches: standard input is closed: --yes deletes without asking", WRONG_USE)
        try:
            answer = input(f"Delete {line}? It cannot be brought back. [y/N] ")
        except EOFError:
            raise Refusal("matches: nobody answered, and nothing was deleted: --yes does not ask", WRONG_USE) from None
        if answer.strip().lower() not in ("y", "yes"):
            raise Refusal("matches: nothing was deleted", WRONG_USE)
    record.delete(found.id)
    print(f"Deleted {line}")
    return 0

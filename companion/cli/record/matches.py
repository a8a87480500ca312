"""`companion matches`: list the recorded matches, show one, write it for other programs, delete one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import add_record, open_record
from companion.text import LANGUAGES

if TYPE_CHECKING:
    from companion.match import Journal
    from companion.record import Record, Summary

FORMS = ("text", "json", "csv")
SHARED = ("html", "png")
"""Those that a match is shared in."""


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
        choices=(*FORMS, *SHARED),
        required=True,
        help="text: as `companion replay` reads it; json: events and everything kept of them; csv: scores by turn; "
        "html: one file that replays the match in any browser; png: a picture of the result",
    )
    export.add_argument("--out", metavar="FILE", help="write to this file instead of standard output")
    export.add_argument("--language", choices=LANGUAGES, help="of html and png (English)")
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
    with open_record("matches", arguments.record) as record:
        if action == "list":
            return _list(record, arguments.json)
        if record is None:
            raise Refusal("matches: nothing is recorded yet", UNREAD)
        if action == "delete":
            return _delete(record, arguments.id, arguments.yes)
        summary = record.summary(arguments.id)
        journal = record.journal(summary.id)
        if action == "show":
            for line in _match_lines(summary, journal):
                print(line)
        elif arguments.form in SHARED:
            _share(summary, journal, arguments)
        elif arguments.language is not None:
            raise Refusal("matches: --language goes with --as html and --as png", WRONG_USE)
        else:
            from companion.record import exported

            _write(exported(arguments.form, summary, journal), arguments.out)
    return 0


# ---------------------------------------------------------------------------------------------- the list


def _list(record: Record | None, as_json: bool) -> int:
    from companion.record import start_text, summary_data

    summaries, damaged = record.summaries() if record is not None else ([], [])
    if as_json:
        print(json.dumps([summary_data(summary) for summary in summaries]))
    elif not summaries and not damaged:
        print("No match is recorded yet.")
    else:
        for summary in summaries:
            print(f"{summary.id}  {start_text(summary)}  {summary.game:<21}  {_standing(summary)}")
    for match_id in damaged:
        complain(f"matches: {match_id!a} is damaged: the record does not hold what was written")
    return UNREAD if damaged else 0


def _standing(summary: Summary) -> str:
    """Who plays, and how it stands."""
    from companion.record import outcome_text, player_names
    from companion.text import one_line

    who = one_line(", ".join(player_names(summary))) or f"{summary.players} players"
    if summary.outcome is not None:
        return f"{who}: {outcome_text(summary)}"
    entries = f"{summary.entries} {'entry' if summary.entries == 1 else 'entries'}"
    return f"{who}: {'goes on' if summary.state == 'playing' else 'was left'}, {entries}"


# ---------------------------------------------------------------------------------------------- one match


def _match_lines(summary: Summary, journal: Journal) -> Iterator[str]:
    from companion.cli.rules import ending_line, event_lines
    from companion.record import corrections_text, start_text, transcript

    text = transcript(summary, journal)
    yield f"{summary.id}: {journal.game.title}, begun {start_text(summary)}"
    yield from event_lines(text)
    yield ending_line(text)
    line = corrections_text(journal)
    if line:
        yield line


def _write(text: str, out: str | None) -> None:
    if out is None:
        print(text, end="")
        return
    try:
        with open(out, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except (OSError, ValueError) as fault:
        raise Refusal(f"matches: {out!a}: {getattr(fault, 'strerror', None) or fault}", UNREAD) from None


def _share(summary: Summary, journal: Journal, arguments: argparse.Namespace) -> None:
    from companion.text import current_language, using_language
    from ui.share import shared

    if arguments.form == "png" and arguments.out is None and sys.stdout is not None and sys.stdout.isatty():
        raise Refusal("matches: a picture is no text for a terminal: name a file by --out FILE", WRONG_USE)
    with using_language(arguments.language or current_language()):
        data = shared(arguments.form, summary, journal)
    try:
        if arguments.out is not None:
            with open(arguments.out, "wb") as file:
                file.write(data)
        elif sys.stdout is not None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as fault:
        raise Refusal(f"matches: {arguments.out!a}: {getattr(fault, 'strerror', None) or fault}", UNREAD) from None


def _delete(record: Record, match_id: str, sure: bool) -> int:
    from companion.record import start_text

    found = record.summary(match_id)
    line = f"{found.id}, {found.game} of {start_text(found)}, {_standing(found)}"
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

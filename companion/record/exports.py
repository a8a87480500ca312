"""A recorded match for other programs: the text of the game, everything as JSON, the scores turn by turn as CSV."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC
from itertools import groupby
from typing import Any, Literal

import msgspec

from companion.match import Corrected, Journal, Undone, format_entry, format_step
from companion.record.match_summary import Summary
from companion.record.transcripts import Transcript
from companion.text import date_of, say

Form = Literal["text", "json", "csv"]


def exported(form: Form, summary: Summary, journal: Journal) -> str:
    """Returns the whole match in one of the forms; text is what `companion replay` reads."""
    if form == "text":
        return transcript(summary, journal).written()
    if form == "csv":
        return _scores(summary, journal)
    game = journal.game
    return json.dumps(
        summary_data(summary)
        | {
            "start": game.format_position(journal.start),
            "events": [format_step(game, moment.event) for moment in journal.history()],
            "position": game.format_position(journal.position),
            "entries": [format_entry(game, entry) for entry in journal.entries],
        }
    ) + "\n"  # fmt: skip


def summary_data(summary: Summary) -> dict[str, Any]:
    """Returns the summary as data for JSON; the time as seconds of UTC and as people write it."""
    plain: dict[str, Any] = msgspec.to_builtins(summary)
    del plain["last"]
    return plain | {"names": list(player_names(summary)), "date": _date(summary)}


def player_names(summary: Summary) -> tuple[str, ...]:
    """The players' names as any text can hold them."""
    return tuple(name.encode(errors="replace").decode() for name in summary.names)


def start_text(summary: Summary) -> str:
    """Returns the local date and time at which the match was begun, to the minute."""
    return f"{date_of(summary.started):%Y-%m-%d %H:%M}"


def transcript(summary: Summary, journal: Journal) -> Transcript:
    """The events that stand, with the date and the match's id in the headers."""
    headers = [("Date", _date(summary)), ("Match", summary.id)]
    return Transcript.of(journal, names=player_names(summary), headers=headers)


def corrections_text(journal: Journal) -> str:
    """Returns a sentence on how many events were undone and corrected; empty where none were."""
    undone = sum(entry.count for entry in journal.entries if isinstance(entry, Undone))
    corrected = sum(isinstance(entry, Corrected) for entry in journal.entries)
    if not undone and not corrected:
        return ""
    return say("{undone} undone and {corrected} corrected on the way", undone=undone, corrected=corrected)


def _date(summary: Summary) -> str:
    return date_of(summary.started, UTC).isoformat(timespec="seconds")


def _scores(summary: Summary, journal: Journal) -> str:
    """A row a turn: how many events it took, and what each seat has to show after it. Set-up has no seat."""
    game = journal.game
    names = player_names(summary) or map(game.seat_word, range(game.players))
    rows: list[list[object]] = [["turn", "seat", "events", *names]]
    turns = groupby(journal.history(), lambda moment: game.format_position(moment.before).get("turn"))
    for number, (seat, moments) in enumerate(turns, 1):
        events = list(moments)
        rows.append([number, "" if seat is None else seat, len(events), *game.scores(events[-1].after)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

"""Prints one notice for `companion watch`: a line of JSON (docs/formats.md), or lines for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion.match import format_step

if TYPE_CHECKING:
    from companion.referee import Notice
    from companion.referee.matching import Explanation
    from companion.rules import Game
    from companion.table import TableView


def json_line(game: Game, notice: Notice, view: TableView | None) -> str:
    """One notice with its time in the source, the position after it and the evidence."""
    from msgspec import to_builtins

    data: dict[str, Any] = {"time": round(notice.time, 3), "what": notice.what, "text": notice.text}
    if notice.number is not None:
        data["number"] = notice.number
    if notice.events:
        data["events"] = [format_step(game, event) for event in notice.events]
    if notice.confidence is not None:
        data["confidence"] = notice.confidence
    if notice.choices:
        both = zip(notice.choices, notice.labels, strict=True)
        data["choices"] = [_choice(game, choice, label) for choice, label in both]
    if notice.broken:
        data["broken"] = [{"clause": one.clause, "text": game.broken_text(one)} for one in notice.broken]
    if notice.tasks:
        data["tasks"] = [task.text for task in notice.tasks]
    if notice.cue is not None:
        data["cue"] = notice.cue
    data["position"] = game.format_position(notice.position)
    data["awaited"] = game.format_awaited(notice.position)
    data["evidence"] = None if view is None else to_builtins(view)
    return json.dumps(data, separators=(",", ":"))


def _choice(game: Game, choice: Explanation, label: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "text": label,
        "events": [format_step(game, event) for event in choice.events],
        "taken_back": choice.taken_back,
        "probability": choice.probability,
    }
    if choice.corrected is not None:  # an earlier event, by its number, was another
        index, event = choice.corrected
        data["corrected"] = {"number": index + 1, "event": game.format_event(event)}
    return data


def line(game: Game, notice: Notice, view: TableView | None) -> str:
    """One notice for people: events with the number by which they are corrected, choices with theirs."""
    text = notice.text
    if notice.choices:
        text = " ".join([text.split("Which was it?")[0], *(f"[{n}] {one}" for n, one in enumerate(notice.labels, 1))])
    if notice.broken:
        text += f"  [{', '.join(dict.fromkeys(one.clause for one in notice.broken))}]"
    number = "" if notice.number is None else f"{notice.number}. "
    todo = "".join(f"\n{'':13}{task.text}" for task in notice.tasks)
    return f"{notice.time:9.2f} s  {number}{text.strip()}{todo}"

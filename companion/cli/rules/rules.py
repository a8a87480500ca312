"""`companion rules`: what a position needs and allows, and what an event leads to, as JSON (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.common import STDIN, add_position, parse_file, position_of, refusals

if TYPE_CHECKING:
    from companion.rules import Codec, Event, Game, IllegalEvent, Texts

MOST_EVENTS = 100_000
"""A longer list is refused before it is looked at; random play of the longest game stays far below."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_position(parser)
    parser.add_argument("--event", metavar="FILE", help="apply an event or a list of events; - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print the position reached with what it awaits and allows.

    0 done, 1 an event is illegal (printed as JSON) or a file cannot be read, 2 wrong use or malformed input.
    """
    from companion.rules import IllegalEvent

    with refusals("rules"):
        if arguments.position == STDIN == arguments.event:
            raise Refusal("rules: position and event cannot both come from standard input", WRONG_USE)
        game, position = position_of("rules", arguments)
        events = _events(game, arguments.event) if arguments.event is not None else []
        for index, event in enumerate(events):
            try:
                position = game.apply(position, event)
            except IllegalEvent as illegal:
                _print(_illegal_data(game, illegal, index))
                return UNREAD
        _print(_position_data(game, position))
    return 0


def _events(game: Codec, source: str) -> list[Event]:
    from companion.rules import MalformedError, any_object, parse_json

    def parse(raw: bytes) -> list[Event]:
        found = parse_json(raw)
        if isinstance(found, list):
            if len(found) > MOST_EVENTS:
                raise MalformedError("event", f"{len(found)} events, and no game has more than {MOST_EVENTS}")
            return [game.parse_event(any_object(item, f"event[{i}]"), f"event[{i}]") for i, item in enumerate(found)]
        return [game.parse_event(any_object(found, "event"))]

    return parse_file("rules", source, parse)


def _position_data(game: Game, position: Any) -> dict[str, object]:
    actions = [
        {
            "event": game.format_event(event),
            "text": game.text(position, event),
            "clause": game.clause_of(position, event),
        }
        for event in game.actions(position)
    ]
    return {
        "position": game.format_position(position),
        "awaited": game.format_awaited(position),
        "actions": actions,
        "outcome": game.format_outcome(position),
    }


def _illegal_data(game: Texts, illegal: IllegalEvent, index: int) -> dict[str, object]:
    """Each broken clause once, with all its reasons."""
    reasons: dict[str, list[str]] = {}
    for broken in illegal.ruling.broken:
        reasons.setdefault(broken.clause, []).append(game.broken_text(broken))
    data = [{"clause": clause, "text": " ".join(texts)} for clause, texts in reasons.items()]
    return {"illegal": data, "at": index}


def _print(answer: dict[str, object]) -> None:
    print(json.dumps(answer))

"""`companion rules`: what a position needs and allows, and what an event leads to, as JSON (FORMATS.md)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from companion.cli import UNREAD, WRONG_USE, Refusal

if TYPE_CHECKING:
    from companion.game import Event, Game, IllegalEvent

LARGEST = 16 * 2**20
"""Bytes of JSON that are read at most; a longer file is no position and no list of events of one game."""

_STDIN = "-"

T = TypeVar("T")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("position", nargs="?", metavar="POSITION.json", help="a position, or - for standard input")
    parser.add_argument("--event", metavar="FILE", help="apply an event or a list of events; - for standard input")
    parser.add_argument("--new", metavar="GAME", help="take the first position of this game instead of a file")
    parser.add_argument("--players", metavar="N", help="with --new: the number of players (2)")
    parser.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help="with --new: a house rule; the value is JSON, anything else is text",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the position reached with what it awaits and allows.

    0 done, 1 an event is illegal (printed as JSON) or a file cannot be read, 2 wrong use or malformed input.
    """
    from companion.game import CompanionError, IllegalEvent, MalformedError

    try:
        game, position = _position(arguments)
        events = _events(game, arguments.event) if arguments.event is not None else []
        for index, event in enumerate(events):
            try:
                position = game.apply(position, event)
            except IllegalEvent as illegal:
                _print(_illegal(game, illegal, index))
                return UNREAD
        _print(_told(game, position))
    except MalformedError as fault:
        raise Refusal(f"rules: {fault}", WRONG_USE) from None
    except CompanionError as fault:
        raise Refusal(f"rules: {fault}", UNREAD) from None
    return 0


def _position(arguments: argparse.Namespace) -> tuple[Game, Any]:
    import companion

    if arguments.new is None:
        if arguments.position is None:
            raise Refusal("rules: give a POSITION.json, or --new GAME for a first position", WRONG_USE)
        if arguments.players is not None or arguments.option is not None:
            raise Refusal("rules: --players and --option go with --new GAME; a position has its own", WRONG_USE)
        if arguments.position == _STDIN == arguments.event:
            raise Refusal("rules: position and event cannot both come from standard input", WRONG_USE)
        return _named(arguments.position, companion.load_position)
    if arguments.position is not None:
        raise Refusal("rules: give either a POSITION.json or --new GAME, not both", WRONG_USE)
    game = companion.load(arguments.new, _players(arguments.players), _options(arguments.option or []))
    return game, game.start()


def _players(text: str | None) -> int:
    if text is None:
        return 2
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal(f"rules: --players {text!a}: that is no number of players", WRONG_USE)
    return int(text)


def _options(pairs: list[str]) -> dict[str, object]:
    from companion.game import MalformedError
    from companion.strict import parse_json

    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise Refusal(f"rules: --option {pair!a}: expected KEY=VALUE, such as draw_limit=3", WRONG_USE)
        if key in options:
            raise Refusal(f"rules: --option {key}: it is given twice", WRONG_USE)
        try:
            options[key] = parse_json(text)
        except MalformedError:
            options[key] = text  # what is not JSON is text
    return options


def _events(game: Game, source: str) -> list[Event]:
    from companion.strict import parse_json

    def parse(raw: bytes) -> list[Event]:
        found = parse_json(raw)
        if isinstance(found, list):
            return [game.parse_event(item, f"event[{i}]") for i, item in enumerate(found)]
        return [game.parse_event(found)]

    return _named(source, parse)


def _named(source: str, parse: Callable[[bytes], T]) -> T:
    """What `parse` makes of a file; its refusals get the file's name."""
    from companion.game import MalformedError

    try:
        return parse(_read(source))
    except MalformedError as fault:
        name = "standard input" if source == _STDIN else source
        raise Refusal(f"rules: {name}: {fault}", WRONG_USE) from None


def _read(source: str) -> bytes:
    """The bytes of a file or of standard input."""
    try:
        if source == _STDIN:
            if sys.stdin is None:  # closed before the command began
                raise Refusal("rules: standard input is closed: give a file, or pipe the JSON in", UNREAD)
            return _limited(sys.stdin.buffer, source)
        with open(source, "rb") as file:
            return _limited(file, source)
    except OSError as fault:
        raise Refusal(f"rules: {source}: {fault.strerror or fault}", UNREAD) from None
    except ValueError:  # a NUL in the name
        raise Refusal(f"rules: {source!a}: that is no file name", UNREAD) from None


def _limited(file: BinaryIO, source: str) -> bytes:
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Refusal(f"rules: {source}: more than {LARGEST // 2**20} MB, that is no position or event", WRONG_USE)
    return raw


def _told(game: Game, position: Any) -> dict[str, object]:
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


def _illegal(game: Game, illegal: IllegalEvent, index: int) -> dict[str, object]:
    """Each broken clause once, with all its reasons."""
    reasons: dict[str, list[str]] = {}
    for broken in illegal.ruling.broken:
        reasons.setdefault(broken.clause, []).append(game.broken_text(broken))
    told = [{"clause": clause, "text": " ".join(texts)} for clause, texts in reasons.items()]
    return {"illegal": told, "at": index}


def _print(answer: dict[str, object]) -> None:
    print(json.dumps(answer))

"""`companion watch`: follow a game on a real table through a camera or a film, tell what happens (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from companion.cli import WRONG_USE, Refusal
from companion.cli.common import add_batch, add_table, open_moving
from companion.cli.watch import record_options
from companion.cli.watch.watched_match import WatchedMatch, eyes_of, is_live, seated_game, table_of

if TYPE_CHECKING:
    from companion.referee import ScriptedPlayers
    from companion.rules import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a film, a folder of films, a camera's number or a stream's address"
    )
    parser.add_argument(
        "--game", metavar="ID", help="the game that is played; films in a folder tell by name or sheets"
    )
    add_table(parser)
    parser.add_argument("--colours", metavar="A,B,...", help="of the pieces of each seat (those in the box)")
    parser.add_argument("--sheet", metavar="NAME", help="which board lies there, where the game has several")
    parser.add_argument("--symbols", action="store_true", help="the dice show the game's drawings, not pips")
    parser.add_argument(
        "--said", metavar="FILE", help='what players said aloud: lines of {"time": 12.5, "event": {...}}'
    )
    parser.add_argument("--truth", metavar="FILE", help="that of a recorded match: answer by it, and score the referee")
    parser.add_argument("--position", metavar="FILE", help="begin with this position instead of a new game")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each thing told")
    record_options.add_arguments(parser)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch until the source ends. 0 done, 1 the source broke off or cannot be read, 2 wrong use."""
    if os.path.isdir(arguments.source):
        from companion.cli.watch.films import watch_folder

        return watch_folder(arguments)
    if arguments.jobs is not None or arguments.cluster is not None:
        raise Refusal("watch: --jobs and --cluster are for a folder of films", WRONG_USE)
    record_options.check(arguments)
    truth = _truth(arguments)
    with ExitStack() as stack:
        recording = resumed = None
        if arguments.resume is not None:
            recording = stack.enter_context(record_options.Recording(arguments))
            resumed = recording.resumed()
        game, start = table_of(arguments, resumed)
        seated = seated_game(game, arguments, () if recording is None else recording.colours)
        players = None if truth is None else _players(game, truth, arguments.truth)
        source = open_moving(arguments.source, "watch: ", "pictures are no game; give a film, a camera or a stream")
        stack.callback(source.close)
        eyes = eyes_of(game, arguments)
        if recording is None and (arguments.record is not None or (is_live(source) and not arguments.no_record)):
            recording = stack.enter_context(record_options.Recording(arguments))
        return WatchedMatch(arguments, seated, eyes, players, recording).follow(source, start, resumed)


def _truth(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The truth of a recorded match, from which game, players, colours and house rules are taken, too."""
    from companion.cli.common import read_file
    from companion.rules import MalformedError, parse_json

    if arguments.truth is None:
        return None
    try:
        truth: Any = parse_json(read_file("watch", arguments.truth))
        game, players, colours, options = truth["game"], truth["players"], truth["colours"], truth["options"]
        arguments.colours = arguments.colours or ",".join(colours) or None
        if arguments.resume is None:
            arguments.game, arguments.players = str(game), str(players)
            arguments.option = [f"{key}={json.dumps(value)}" for key, value in options.items()]
    except (ValueError, TypeError, KeyError, AttributeError, MalformedError) as fault:
        raise Refusal(f"watch: {arguments.truth}: {_NO_TRUTH} ({fault!r})", WRONG_USE) from None
    checked: dict[str, Any] = truth
    return checked


_NO_TRUTH = "this is no truth of a recorded match"


def _players(game: Game, truth: dict[str, Any], name: str) -> ScriptedPlayers:
    from companion.referee import ScriptedPlayers
    from companion.rules import CompanionError

    try:
        return ScriptedPlayers(game, truth)
    except (ValueError, TypeError, KeyError, AttributeError, CompanionError) as fault:
        raise Refusal(f"watch: {name}: {_NO_TRUTH} ({fault!r})", WRONG_USE) from None

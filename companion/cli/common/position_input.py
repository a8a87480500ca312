"""Reads the input that several commands take: a position from a file, standard input or a new game, and text files."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from companion.cli import UNREAD, WRONG_USE, Refusal

if TYPE_CHECKING:
    from companion.rules import Game

LARGEST = 6 * 2**20
"""Bytes that are read at most; a longer file is no position, no list of events and no transcript of one game."""

STDIN = "-"
PIPES_OF_SHELLS = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
"""Where a shell puts what another command writes."""

T = TypeVar("T")


def add_position(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a position."""
    parser.add_argument("position", nargs="?", metavar="POSITION.json", help="a position, or - for standard input")
    parser.add_argument("--new", metavar="GAME", help="take the first position of this game instead of a file")
    add_table(parser, "with --new: ")


def add_table(parser: argparse.ArgumentParser, when: str = "") -> None:
    """The arguments that say who plays by which house rules."""
    parser.add_argument("--players", metavar="N", help=f"{when}the number of players (2)")
    parser.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help=f"{when}a house rule; the value is JSON, anything else is text",
    )


def position_of(command: str, arguments: argparse.Namespace) -> tuple[Game, Any]:
    """The game and the position that the arguments of `add_position` name. Raises Refusal, CompanionError."""
    import companion

    if arguments.new is None:
        if arguments.position is None:
            raise Refusal(f"{command}: give a POSITION.json, or --new GAME for a first position", WRONG_USE)
        if arguments.players is not None or arguments.option is not None:
            raise Refusal(f"{command}: --players and --option go with --new GAME; a position has its own", WRONG_USE)
        return parse_file(command, arguments.position, companion.load_position)
    if arguments.position is not None:
        raise Refusal(f"{command}: give either a POSITION.json or --new GAME, not both", WRONG_USE)
    game = game_of(command, arguments.new, arguments)
    return game, game.start()


def game_of(command: str, game_id: str, arguments: argparse.Namespace) -> Game:
    """The game with the players and house rules of `add_table`. Raises Refusal, CompanionError."""
    import companion
    from companion.rules import MalformedError, read_pairs

    players = 2 if arguments.players is None else whole_number(command, "--players", arguments.players)
    try:
        options = read_pairs(arguments.option or [])
    except MalformedError as fault:
        raise Refusal(f"{command}: --option {fault}", WRONG_USE) from None
    return companion.load(game_id, players, options)


@contextmanager
def refusals(command: str) -> Iterator[None]:
    """What the rules refuse inside, as the one line of a command: malformed is wrong use, anything else unread."""
    from companion.rules import CompanionError, MalformedError

    try:
        yield
    except MalformedError as fault:
        raise Refusal(f"{command}: {fault}", WRONG_USE) from None
    except CompanionError as fault:
        raise Refusal(f"{command}: {fault}", UNREAD) from None


def source_name(source: str) -> str:
    """What an error line calls a source."""
    return "standard input" if source == STDIN else source


def whole_number(command: str, name: str, text: str) -> int:
    """The whole number that an argument holds."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        what = "number of players" if name == "--players" else "whole number"
        raise Refusal(f"{command}: {name} {text!a}: that is no {what}", WRONG_USE)
    return int(text)


def parse_file(command: str, source: str, parse: Callable[[bytes], T]) -> T:
    """What `parse` makes of a file; its refusals get the file's name."""
    from companion.rules import MalformedError

    try:
        return parse(read_file(command, source))
    except MalformedError as fault:
        raise Refusal(f"{command}: {source_name(source)}: {fault}", WRONG_USE) from None


def read_file(command: str, source: str) -> bytes:
    """The bytes of a file or of standard input."""
    try:
        if source == STDIN:
            if sys.stdin is None:  # closed before the command began
                raise Refusal(f"{command}: standard input is closed: give a file, or pipe the text in", UNREAD)
            return _limited(command, sys.stdin.buffer, source)
        if stat.S_ISFIFO(os.stat(source).st_mode) and not source.startswith(PIPES_OF_SHELLS):
            raise Refusal(f"{command}: {source}: a pipe, and nobody may ever write to it: give - instead", UNREAD)
        with open(source, "rb") as file:
            return _limited(command, file, source)
    except OSError as fault:
        raise Refusal(f"{command}: {source}: {fault.strerror or fault}", UNREAD) from None
    except ValueError:  # a NUL in the name
        raise Refusal(f"{command}: {source!a}: that is no file name", UNREAD) from None


def _limited(command: str, file: BinaryIO, source: str) -> bytes:
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        size = f"more than {LARGEST // 2**20} MB"
        raise Refusal(f"{command}: {source_name(source)}: {size}, and no game fills so much", WRONG_USE)
    return raw

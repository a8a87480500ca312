"""`companion explain`: the clauses of a game in our words, and its house rules."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.positions import add_table, game_of

if TYPE_CHECKING:
    from companion.game import Game

WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="the id of a game; without it the games are listed")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="the id of one clause, such as AVA-3.2")
    add_table(parser)
    parser.add_argument("--options", action="store_true", help="the house rules instead of the clauses")


def run(arguments: argparse.Namespace) -> int:
    """Print. 0 done, 1 the game cannot be loaded, 2 wrong use."""
    import companion
    from companion.game import CompanionError, MalformedError

    if arguments.game is None:
        for game_id in companion.GAMES:
            print(f"{game_id:24} {companion.load(game_id).title}")
        return 0
    try:
        game = game_of("explain", arguments.game, arguments)
        if arguments.clause is not None:
            print(_clause(game, arguments.clause.upper()))
        elif arguments.options:
            print("\n\n".join(_options(game)))
        else:
            print("\n".join(_clause(game, clause.id) for clause in game.seed.clauses))
    except MalformedError as fault:
        raise Refusal(f"explain: {fault}", WRONG_USE) from None
    except CompanionError as fault:
        raise Refusal(f"explain: {fault}", UNREAD) from None
    return 0


def _clause(game: Game, clause: str) -> str:
    text = game.clause_text(clause)
    return _wrapped(f"{clause:8} {game.seed.clause(clause).title}: {text}", 9)


def _options(game: Game) -> list[str]:
    given = game.format_options()
    told = []
    for option in game.seed.options:
        lines = [_wrapped(f"{option.id} ({', '.join(option.clauses)}): {option.text}", 4)]
        if option.choices:
            lines += [
                _wrapped(
                    f"    {'*' if choice.value == option.default else ' '} {_written(choice.value)}: {choice.text}", 8
                )
                for choice in option.choices
            ]
        else:
            lines.append(f"    {option.allowed}; usually {_written(option.default)}")
        if option.custom:
            lines.append(f"      or {option.custom}")
        if option.id in given:
            lines.append(f"    in force: {_written(given[option.id])}")
        told.append("\n".join(lines))
    return told


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _wrapped(text: str, indent: int) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=" " * indent)

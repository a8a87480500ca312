"""`companion explain`: the clauses of a game in our words, and its house rules."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import TYPE_CHECKING

from companion.cli import WRONG_USE, Refusal
from companion.cli.common import add_table, game_of, refusals

if TYPE_CHECKING:
    from companion.games import ListedGame
    from companion.rules import Game, Rules, Texts
    from seeds import Option, OptionValue

WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="the id of a game; without it the games are listed")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="the id of one clause, such as AVA-3.2")
    add_table(parser)
    parser.add_argument("--options", action="store_true", help="the house rules instead of the clauses")


def run(arguments: argparse.Namespace) -> int:
    """Print. 0 done, 1 the game cannot be loaded, 2 wrong use."""
    with refusals("explain"):
        for line in _lines(arguments):
            print(line)
    return 0


def _lines(arguments: argparse.Namespace) -> list[str]:
    from companion.games import listed_games

    if arguments.game is None:
        if arguments.options or arguments.players is not None or arguments.option is not None:
            raise Refusal("explain: --options, --players and --option go with a GAME", WRONG_USE)
        return [f"{one.id:24} {_listed(one)}" for one in listed_games()]
    if arguments.options and arguments.clause is not None:
        raise Refusal("explain: give either a CLAUSE or --options, not both", WRONG_USE)
    game = game_of("explain", arguments.game, arguments)
    if arguments.clause is not None:
        return [_clause(game, arguments.clause.upper())]
    if arguments.options:
        return ["\n\n".join(_option(game, option) for option in game.seed.options)]
    return [_clause(game, clause.id) for clause in game.seed.clauses]


def _listed(game: ListedGame) -> str:
    return f"switched off: {game.fault}" if game.fault else game.title


def _clause(game: Texts, clause: str) -> str:
    text = game.clause_text(clause)
    return _wrapped(f"{clause:8} {game.seed.clause(clause).title}: {text}", 9)


def _option(game: Game, option: Option) -> str:
    """An option with the values it takes; a star marks the usual one at this table."""
    usual = _usual(game, option)
    given = game.format_options().get(option.id)
    text = option.text if option.choices else option.explain(usual)
    lines = [_wrapped(f"{option.id} ({', '.join(option.clauses)}): {text}", 4)]
    for choice in option.choices:
        star = "*" if choice.value == usual else " "
        lines.append(_wrapped(f"    {star} {_written(choice.value)}: {choice.text}", 8))
    if not option.choices:
        lines.append(f"    {option.allowed}; usually {_written(usual)}")
    if option.custom:
        lines.append(_wrapped(f"      or {option.custom}", 8))
    if given is not None:
        lines.append(_wrapped(f"    in force: {_written(given)}", 8))
    return "\n".join(lines)


def _usual(game: Rules, option: Option) -> OptionValue:
    """The default at this table, which may hang on the number of players: the choice that is told as no difference."""
    import companion

    for choice in option.choices:
        try:
            changed = companion.load(game.id, game.players, {option.id: choice.value}).options
        except companion.MalformedError:  # a choice that this number of players does not have
            continue
        if option.id not in changed:
            return choice.value
    return option.default


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _wrapped(text: str, indent: int) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)

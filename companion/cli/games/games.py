"""`companion games`: which games are installed, from where, and how complete each is."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seeds import InstalledGame

LEVELS = ("rules", "referee", "kit", "screen", "film")
"""What a game can have: rules that load; a table that says what has to lie there, so that the camera can follow;
sheets to print, with drawings of its own; a drawn table to tap on; and a recorded match."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")


def run(arguments: argparse.Namespace) -> int:
    """Print. 0 done, 1 a game that is announced cannot be used."""
    from seeds import installation_faults, installed_games

    rows = [_row(game) for game in installed_games().values()]
    rows += [_faulty(one.id, one.origin, one.fault) for one in installation_faults()]
    for row in rows:
        print(json.dumps(row) if arguments.json else _line(row))
    return 1 if any(row["fault"] for row in rows) else 0


def _row(game: InstalledGame) -> dict[str, Any]:
    from companion.conformance import check_manifest, fault_of
    from companion.games import load
    from companion.rules import CompanionError
    from seeds import read_players

    manifest = check_manifest(game)
    if not manifest.sound:
        return _faulty(game.id, game.origin, next(one.line for one in manifest.findings if one.level == "fault"))
    try:
        rules = load(game.id, read_players(game.id)[0])
        rules.start()
    except CompanionError as error:
        return _faulty(game.id, game.origin, str(error))
    except Exception as error:
        return _faulty(game.id, game.origin, fault_of(error, game.folder).line)
    has = _levels(game, rules)
    return {
        "game": game.id,
        "title": rules.title,
        "players": list(rules.seed.players),
        "from": game.origin,
        "has": [level for level in LEVELS if has[level]],
        "fault": None,
    }


def _faulty(game: str, origin: str, fault: str) -> dict[str, Any]:
    return {"game": game, "title": None, "players": None, "from": origin, "has": [], "fault": fault}


def _levels(game: InstalledGame, rules: Any) -> dict[str, bool]:
    from random import Random

    from companion.conformance import claims_nothing, table_colours
    from companion.rules import played
    from seeds import demo_film, module_of, pages

    colours = table_colours(rules)
    first = [step.after for step in played(rules, Random(0), longest=20)]
    sheets = bool(pages(game.id))
    return {
        "rules": True,
        "referee": any(not claims_nothing(rules.layout(position, colours)) for position in first),
        "kit": sheets and module_of(game.id, "drawings") is not None,
        "screen": sheets,
        "film": demo_film(game.id) is not None,
    }


def _line(row: dict[str, Any]) -> str:
    if row["fault"]:
        return f"{row['game']:24} cannot be used ({row['from']}): {row['fault']}"
    least, most = row["players"]
    players = f"{least}" if least == most else f"{least} to {most}"
    return f"{row['game']:24} {row['title']}, {players} players: {', '.join(row['has'])} ({row['from']})"

"""`companion try`: check a game and play it many times, whatever its code does, and say what is wrong and where."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.common import whole_number

if TYPE_CHECKING:
    from companion.conformance import Check

GAMES = "1000"
NOTES = 12
"""Notes of one check that are shown without --all."""
WORDS = {"fault": "FAULT", "warning": "warning", "note": "note"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="the id of an installed game, or the folder of one")
    parser.add_argument("--games", metavar="N", default=GAMES, help=f"how many random games ({GAMES})")
    parser.add_argument("--seed", metavar="S", default="0", help="a whole number; the same draws the same games (0)")
    parser.add_argument("--out", metavar="FOLDER", help="write a report there, with pictures of the kit and a match")
    parser.add_argument("--all", action="store_true", help="print every note")


def run(arguments: argparse.Namespace) -> int:
    """Check. 0 the game is sound, 1 it is not, 2 wrong use."""
    games, seed = (whole_number("try", f"--{key}", getattr(arguments, key)) for key in ("games", "seed"))
    if not games:
        raise Refusal("try: --games has to be at least 1", WRONG_USE)
    game_id = _installed(arguments.game)
    checks: list[Check] = []
    for check in _checks(game_id, games, seed, arguments.out):
        checks.append(check)
        _show(check, arguments.all)
    faults = sum(finding.level == "fault" for check in checks for finding in check.findings)
    if arguments.out is not None:
        from companion.cli.games.try_report import write_report

        print(f"{write_report(Path(arguments.out), game_id, checks)}: the report, with pictures")
    print(f"{game_id}: {'sound' if not faults else '1 fault' if faults == 1 else f'{faults} faults'}")
    return UNREAD if faults else 0


def _installed(named: str) -> str:
    """The id of a game that is named by it, or by its folder, which is a game from now on."""
    import seeds

    if named in seeds.game_ids():
        return named
    package = seeds.package_in(Path(named))
    if package is None:
        known = ", ".join(seeds.game_ids())
        raise Refusal(f"try: {named!a}: neither a folder with a game.toml nor an installed game ({known})", WRONG_USE)
    for game in seeds.installed_games().values():
        if game.folder == package:
            return game.id
    listed = os.environ.get(seeds.FOLDERS, "")
    os.environ[seeds.FOLDERS] = os.pathsep.join(filter(None, (listed, str(package))))  # for its own process, too
    seeds.forget_installed()
    for game in seeds.installed_games().values():
        if game.folder == package:
            return game.id
    fault = next((one.fault for one in seeds.installation_faults() if one.origin == str(package)), "it is no game")
    raise Refusal(f"try: {named!a}: {fault}", WRONG_USE)


def _checks(game_id: str, games: int, seed: int, out: str | None):  # type: ignore[no-untyped-def]
    """Yields the checks of the game's code, and where that is sound those of its kit and of a match in the app."""
    from companion.conformance import Check, check_apart

    sound = True
    for said in check_apart(game_id, games, seed):
        if isinstance(said, Check):
            sound = sound and said.sound
            _doing("")
            yield said
        else:
            _doing(said)
    if sound:
        from companion.cli.games.kit_check import check_kit
        from companion.cli.games.match_check import check_match

        _doing("print kit")
        yield check_kit(game_id, None if out is None else Path(out))
        _doing("a match")
        yield check_match(game_id, seed, None if out is None else Path(out))
        _doing("")


def _doing(what: str) -> None:
    """What is being done, in one line of a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{what:60}\r", end="", file=sys.stderr, flush=True)


def _show(check: Check, every: bool) -> None:
    print(f"{'sound' if check.sound else 'FAULT'}    {check.name}{': ' if check.figure else ''}{check.figure}")
    notes = [finding for finding in check.findings if finding.level == "note"]
    hidden = 0 if every else max(0, len(notes) - NOTES)
    shown = check.findings if not hidden else [one for one in check.findings if one not in notes[-hidden:]]
    for finding in shown:
        print(f"         {WORDS[finding.level]}: {finding.line}")
    if hidden:
        print(f"         and {hidden} notes more (--all)")

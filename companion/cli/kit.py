"""`companion kit`: write what a game is played with as a PDF to print at true scale."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import WRONG_USE, Refusal

if TYPE_CHECKING:
    from companion.kit import Kit, Part


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game, such as doubles-wild")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    parser.add_argument("--out", metavar="DIR", default=".", help="folder to write into")
    parser.add_argument("--players", metavar="N", type=int, help="mats, stickers and markers for so many seats")
    parser.add_argument("--light", action="store_true", help="leave out coloured grounds, to save ink")
    parser.add_argument(
        "--only", metavar="PART", nargs="+", default=[], help="of deck, sheets, summary, stickers, pieces, calibration"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file; Refusal when it cannot be made."""
    import seeds
    from companion.kit import make_kit, most_players
    from companion.text import program_version
    from vision.plane import cells_of

    game, players = arguments.game, arguments.players
    if game not in seeds.game_ids():
        raise Refusal(f"{game}: no such game; there are {', '.join(seeds.game_ids())}", WRONG_USE)
    most = most_players(game)
    if players is not None and not 1 <= players <= most:
        raise Refusal(f"--players {players}: {game} is printed for one to {most}", WRONG_USE)
    only = _parts(game, arguments.only)
    kit = make_kit(game, arguments.paper, cells_of, program_version(), players, arguments.light, only)
    name = "-".join([game, *only, arguments.paper, *(["light"] if arguments.light else [])])
    target = Path(arguments.out) / f"{name}.pdf"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(kit.pdf)
    except OSError as error:
        raise Refusal(f"{target}: cannot be written ({error.strerror}); name another folder with --out") from None
    print(f"{target}: {_contents(kit)}. Print at 100 %; the bar on each page is 100 mm long.")
    return 0


def _parts(game: str, asked: Sequence[str]) -> tuple[Part, ...]:
    """The parts that were asked for, in the order of the pages; none: all."""
    from companion.kit import PARTS, parts_of

    for part in asked:
        if part not in PARTS:
            raise Refusal(f"--only {part}: there is no such part; there are {', '.join(PARTS)}", WRONG_USE)
    there = parts_of(game)
    for part in asked:
        if part not in there:
            raise Refusal(f"--only {part}: {game} has none; it has {', '.join(there)}", WRONG_USE)
    return tuple(part for part in there if part in asked)


def _contents(kit: Kit) -> str:
    """Which pages hold what: what is printed on other paper than the rest is picked by page."""
    said = []
    for part in dict.fromkeys(kit.parts):
        numbers = [n for n, owner in enumerate(kit.parts, 1) if owner == part]
        pages = f"page {numbers[0]}" if len(numbers) == 1 else f"pages {numbers[0]}-{numbers[-1]}"
        said.append(f"{part} {pages}")
    return ", ".join(said)

"""`companion kit`: write what a game is played on as a PDF to print at true scale."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import WRONG_USE, Refusal, version_of_program

PRINT_EXTRA = "pip install 'tabletop-companion[print]'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game, such as doubles-wild")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    parser.add_argument("--out", metavar="DIR", default=".", help="folder to write into")
    parser.add_argument("--players", metavar="N", type=int, help="mats for so many seats, in games with a mat each")
    parser.add_argument("--light", action="store_true", help="leave out coloured grounds, to save ink")


def run(arguments: argparse.Namespace) -> int:
    """Write the file; Refusal when it cannot be made."""
    import seeds
    from companion.kit.book import make_kit
    from vision.fiducials import cells_of

    game = arguments.game
    if game not in seeds.game_ids():
        raise Refusal(f"{game}: no such game; there are {', '.join(seeds.game_ids())}", WRONG_USE)
    if arguments.players is not None and not 1 <= arguments.players <= 8:
        raise Refusal(f"--players {arguments.players}: one to eight seats have a mat", WRONG_USE)
    try:
        kit = make_kit(game, arguments.paper, cells_of, version_of_program(), arguments.players, arguments.light)
    except ImportError:
        raise Refusal(f"writing a PDF needs fpdf2: {PRINT_EXTRA}") from None
    light = "-light" if arguments.light else ""
    target = Path(arguments.out) / f"{game}-{arguments.paper}{light}.pdf"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(kit.pdf)
    except OSError as error:
        raise Refusal(f"{target}: cannot be written ({error.strerror}); name another folder with --out") from None
    print(f"{target}: {', '.join(kit.titles)}. Print at 100 %; the bar on each page is 100 mm long.")
    return 0

"""`companion new`: make the folder of a new game, a tiny one that plays at once and is there to be changed."""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from companion.cli import UNREAD, WRONG_USE, Refusal

FILES = {
    "project.toml": "pyproject.toml",
    "__init__.py": "{package}/__init__.py",
    "game.toml": "{package}/game.toml",
    "rules.py": "{package}/rules.py",
    "test_game.py": "tests/test_game.py",
}
"""Where each file of the template goes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="the id of the new game, such as pig or king-of-dice")
    parser.add_argument("--out", metavar="FOLDER", default=".", help="where its folder is made (here)")


def run(arguments: argparse.Namespace) -> int:
    """Write the folder. 1 it cannot be written, 2 the id is none or taken."""
    import seeds

    game = arguments.game
    if not seeds.is_game_id(game):
        raise Refusal(
            f"new: {game!a}: an id is small letters and digits, with hyphens between words, such as king-of-dice",
            WRONG_USE,
        )
    if game in seeds.game_ids():
        raise Refusal(f"new: {game}: a game of this id is installed already; take another", WRONG_USE)
    folder = Path(arguments.out) / game
    if folder.exists():
        raise Refusal(f"new: {folder}: this is there already; name another GAME, or another folder with --out", UNREAD)
    try:
        _write(folder, game)
    except OSError as error:
        raise Refusal(f"new: {folder}: cannot be written ({error.strerror}); name another folder with --out") from None
    print(f"{folder}: a game of two dice that plays. Change game.toml and rules.py in {folder / _package(game)}, then:")
    print(f"  companion try {folder}             says what is wrong, and where")
    print(f"  {seeds.FOLDERS}={folder} companion app   has it among the games")
    print(f"  pip install -e {folder}            for good")
    return 0


def _package(game: str) -> str:
    return game.replace("-", "_")


def _write(folder: Path, game: str) -> None:
    """The template with its own names in place of those of the game that it is."""
    words = game.split("-")
    names = {
        "dice-duel": game,
        "dice_duel": _package(game),
        "Dice Duel": " ".join(map(str.capitalize, words)),
        "DD-": f"{_prefix(words)}-",
    }
    for name, place in FILES.items():
        text = (resources.files("companion.cli.games") / "template" / name).read_text("utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        target = folder / place.format(package=_package(game))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def _prefix(words: list[str]) -> str:
    """What the clauses are called: the first letters of the words, or of the one word its first two."""
    letters = "".join(word[0] for word in words) if len(words) > 1 else words[0]
    found = "".join(letter for letter in letters.upper() if letter.isalpha())[: 3 if len(words) > 1 else 2]
    return found if len(found) > 1 else (found + "XX")[:2]

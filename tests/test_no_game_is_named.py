"""No game is named outside its own folder: not by its id, its package, its title or its classes. Comments, docstrings
and what a help text gives as an example are not counted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import companion
from seeds import header_of, installed_games
from tests.support.paths import ROOT

PACKAGES = ("companion", "vision", "ui", "seeds", "scripts", "models")
OWN = [game for game in installed_games().values() if game.is_own]
TITLES = {re.sub(r" \(\d+\)$", "", header_of(game.id).title) for game in OWN}
NAMES = {
    *(game.id for game in OWN),
    *(re.sub(r"-\d+$", "", game.id) for game in OWN),
    *(game.package.rpartition(".")[2] for game in OWN),
    *TITLES,
    *("".join(filter(str.isalnum, title.title())) for title in TITLES),  # their classes, such as SpaceCheckers
}
CLASS = re.compile(rf"\b({'|'.join(sorted({title.split()[0].rstrip('s') for title in TITLES}))})s?[A-Z]\w*")
"""Classes that begin with the first word of a title."""
EXAMPLE = re.compile(r"such as [\[\w].*")


def sources() -> Iterator[Path]:
    """The modules of the product and its workshop, less the folders of games."""
    folders = [game.folder for game in OWN]
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not any(path.is_relative_to(folder) for folder in folders):
                yield path


def said(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names and strings of a module, each with its line; docstrings, those of attributes too, are left out."""
    documented = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        line = getattr(one, "lineno", 0)
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in documented:
            yield line, EXAMPLE.sub("", one.value)
        elif isinstance(one, ast.Name):
            yield line, one.id
        elif isinstance(one, ast.Attribute):
            yield line, one.attr
        elif isinstance(one, ast.alias):
            yield line, one.name
        elif isinstance(one, ast.ImportFrom):
            yield line, one.module or ""
        elif isinstance(one, ast.ClassDef | ast.FunctionDef | ast.arg):
            yield line, one.arg if isinstance(one, ast.arg) else one.name


def named(tree: ast.AST) -> list[tuple[int, str]]:
    """The places of a module that name a game."""
    known = [re.compile(rf"(?<!\w){re.escape(name)}(?![a-z])") for name in NAMES]
    found = [(line, words) for line, words in said(tree) if CLASS.search(words) or any(k.search(words) for k in known)]
    return sorted(set(found))


def test_no_module_of_the_product_names_a_game() -> None:
    assert len(OWN) == len(companion.GAMES) == 5
    places = [
        f"{path.relative_to(ROOT)}:{line}: {words[:60]}"
        for path in sources()
        for line, words in named(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert places == []


def test_names_are_found_where_there_are_some() -> None:
    wrong = (
        "from companion.games.space_checkers import SpaceSeed",
        "game = 'doubles-wild'",
        "line = 'a match of Army vs Aliens'",
        "def play(army_vs_aliens): ...",
        "kind = ArmySeed",
        "DinosaurSeed()",
        "x.DoublesWild",
    )
    fine = ('"""Such as doubles-wild."""', "# doubles-wild", "x = 'the game, such as doubles-wild'", "x = 'wild'")
    assert [text for text in wrong if not named(ast.parse(text))] == []
    assert [text for text in fine if named(ast.parse(text))] == []

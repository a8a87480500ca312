"""Games whose files or code are broken, each in its own way, made in a temporary folder out of the smallest game that
is whole."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tests.support.paths import ROOT

__all__ = ["BROKEN", "SMALLEST_FILE", "SMALLEST_RULES", "environment", "make_games"]

SMALLEST_FILE = """
game = "{id}"
api = 1
title = "{title}"
players = [2, 4]
about = "Whoever rolls a six wins."
needs = "a die"
minutes = [1, 5]
options = []

[[dice]]
count = 1

[events.roll]
clause = "SIX-1"
heading = "Roll"
line = "{{Player}} rolls {{faces}}"

[endings]
won = "{{Winner_player}} wins."

[[clauses]]
id = "SIX-1"
title = "Rolling"
text = "Whoever rolls a six wins."
"""
SMALLEST_RULES = """
from companion.authoring import Awaited, Position as BasePosition, Roll, Seat, SimpleGame

class Position(BasePosition, frozen=True):
    turn: Seat
    over: bool = False

class Rules(SimpleGame[Position]):
    POSITION, EVENTS = Position, (Roll,)

    def start(self):
        return Position(0)

    def awaited(self, position):
        return Awaited("nothing") if position.over else Awaited("roll", position.turn, 1)

    def actions(self, position):
        return []

    def after(self, position, event):
        six = event.faces == (6,)
        return Position(position.turn if six else self.next_seat(position.turn), six)

    def scores(self, position):
        return tuple(int(position.over and seat == position.turn) for seat in range(self.players))

    def outcome(self, position):
        return self.ended("won", "SIX-1", self.scores(position)) if position.over else None
"""
RULES = "class Rules("
NUMBER = "build = staticmethod(lambda *_: 5)"
CATCHING = """for _ in range(3):
            try:
                while True:
                    pass
            except BaseException:
                continue"""
BROKEN: Mapping[str, tuple[str, str, str, str]] = {
    "no-toml": ("game.toml", 'title = "{title}"', "title = ", "no_toml/game.toml: "),
    "no-title": ("game.toml", 'title = "{title}"\n', "", "no_title/game.toml: Object missing required field `title`"),
    "other-api": ("game.toml", "api = 1", "api = 7", "other_api/game.toml: the file asks for api 7, and this program "),
    "bad-clause": ("game.toml", 'text = "Whoever', 'text = 5 # "', "bad_clause/game.toml: Expected `str`"),
    "no-syntax": ("rules.py", "start(self):", "start(self:", "no_syntax/rules.py, line 11: SyntaxError: "),
    "fails-at-import": ("rules.py", RULES, f"1 / 0\n{RULES}", "fails_at_import/rules.py, line 8: ZeroDivisionError"),
    "ends-at-import": ("rules.py", RULES, f"exit(3)\n{RULES}", "ends_at_import/rules.py, line 8: SystemExit: 3"),
    "no-build": ("rules.py", RULES, "class Other(", "no_build/rules.py: AttributeError: "),
    "builds-a-number": ("rules.py", "    def start", f"    {NUMBER}\n    def start", "'int' is not the rules of a "),
    "bad-start": ("rules.py", "return Position(0)\n", "return 0\n", "start() gives 'int' where Position is needed"),
    "bad-actions": ("rules.py", "return []", "return None", "actions() gives 'NoneType' where list or tuple is needed"),
    "bad-action": ("rules.py", "return []", "return [3]", "actions() gives 'int' among its events"),
    "many-actions": ("rules.py", "return []", "return [Roll((1,))] * 100_000", "actions() gives 100,000 actions"),
    "raises": ("rules.py", "return []", "return position.nothing", "raises/rules.py, line 18: AttributeError: "),
    "never-ends": ("rules.py", "return []", "while True: pass", "never_ends/rules.py, line 18: Overdue: this has "),
    "never-loads": ("rules.py", RULES, f"while True: pass\n{RULES}", "never_loads/rules.py, line 8: Overdue: "),
    "catches-all": ("rules.py", "return []", CATCHING, "catches_all/rules.py: actions() gives 'NoneType'"),
}
"""By the id of a game: the file of it that is broken, what stands there, what stands there instead, and a part of the
line that has to name it."""


def make_games(folder: Path, *games: str) -> list[Path]:
    """The folders of these games; what is no id of BROKEN is whole."""
    return [_made(folder, game) for game in games]


def _made(folder: Path, game: str) -> Path:
    package = folder / game.replace("-", "_")
    package.mkdir()
    file, old, new, _ = BROKEN.get(game, ("", "", "", ""))
    texts = {"game.toml": SMALLEST_FILE, "rules.py": SMALLEST_RULES, "__init__.py": ""}
    if file:
        assert old in texts[file], game
        texts[file] = texts[file].replace(old, new)
    texts["game.toml"] = texts["game.toml"].replace("{title}", game.replace("-", " ").title()).replace("{id}", game)
    texts["game.toml"] = texts["game.toml"].replace("{{", "{").replace("}}", "}")
    for name, text in texts.items():
        (package / name).write_text(text, encoding="utf-8")
    return package


def environment(folders: list[Path]) -> dict[str, str]:
    """The environment of a process that has these games."""
    return os.environ | {"COMPANION_GAMES": os.pathsep.join(map(str, folders)), "PYTHONPATH": str(ROOT)}

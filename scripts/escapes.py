"""Sentences that would escape the catalogues: `say` gets what is no sentence in the code, or is not asked at all.

A message is known by the call that it stands in, so it has to stand there as it is: no f-string, no sum, no answer of
a function. `say` and `say_as` may also get a constant, where each text that it can hold is marked by `later`; that is
followed through the names of a module and what it imports from the checkout, and no further. Nor may the call itself
stand within an f-string. An error that the players see has to have its line from one of these functions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

__all__ = ["escapes"]

MESSAGES = {"say": 1, "later": 1, "say_count": 2, "say_as": 2, "later_as": 2}
"""How many arguments of each function of companion/text/language.py have to be known, from the first."""
MARKING = frozenset({"later", "later_as", "say_count"})
"""Those that take nothing but a text as it stands."""

TOLD = frozenset(
    {
        "BoardNotFound", "CompanionError", "CornerError", "Damaged", "DamagedMatch", "EnrolError", "HeaderError",
        "ModelError", "NamedColourError", "NewerRecord", "NoSuchMatch", "PairingError", "PictureError", "RecordError",
        "RecordingError", "ServerError", "SetError", "SourceError", "UploadError",
    }
)  # fmt: skip
"""Errors whose line the players see. Those of malformed JSON stay in English, and so do the commands (cli/), of which
only the one that opens the app has a language."""
WORD = re.compile(r"[A-Za-z]{2}")
PLAIN = "told in English alone"
HIDDEN = "stands within an f-string, where Python 3.11 shows no calls"


def escapes(root: Path, folder: str) -> list[str]:
    """What is wrong in the Python files of a folder of the checkout `root`, a line each."""
    found = []
    for path in sorted((root / folder).rglob("*.py")):
        tree = _tree(path)
        hidden = {id(call) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for call in _calls(node)}
        for call in _calls(tree):
            assert isinstance(call.func, ast.Name)
            if id(call) in hidden and isinstance(call.args[MESSAGES[call.func.id] - 1], ast.Constant):
                found.append(f"{path.relative_to(root)}:{call.lineno}: {ast.unparse(call)}: {HIDDEN}")
            for argument in call.args[: MESSAGES[call.func.id]]:
                why = _fault(argument, call.func.id in MARKING, path, root, frozenset())
                if why:
                    where = f"{path.relative_to(root)}:{argument.lineno}"
                    found.append(f"{where}: {call.func.id}({ast.unparse(argument)}): {why}")
        if "cli" not in path.relative_to(root).parts:
            found += [f"{path.relative_to(root)}:{line}: {text}: {PLAIN}" for line, text in _plain_errors(tree)]
    return found


def _plain_errors(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Errors for the players that are made of a text in the code, which nothing translates."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or ast.unparse(node.func).rpartition(".")[2] not in TOLD:
            continue
        line = node.args[0]
        parts = line.values if isinstance(line, ast.JoinedStr) else [line]
        if any(isinstance(part, ast.Constant) and WORD.search(str(part.value)) for part in parts):
            yield node.lineno, ast.unparse(node)


@lru_cache(maxsize=1024)
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls of the functions by their plain name: `self.say(...)` is something else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MESSAGES:
            yield node


def _fault(value: ast.expr, literal: bool, path: Path, root: Path, seen: frozenset[str]) -> str:
    """Why an argument cannot be known; empty for one that is in order. `literal`: no constant will do either."""
    match value:
        case ast.Constant(value=str()):
            return ""
        case ast.Name() | ast.Attribute() | ast.Subscript() if not literal:
            texts = _unmarked(value, path, root, seen)
            return f"{texts[0]!r} is not marked by later" if texts else ""
        case ast.IfExp() if not literal:
            return _fault(value.body, False, path, root, seen) or _fault(value.orelse, False, path, root, seen)
        case ast.Call(func=ast.Name(id=name)) if not literal and name in MARKING - {"say_count"}:
            return ""
    return "no text as it stands; use {parameters}" + ("" if literal else ", or a constant marked by later")


def _unmarked(value: ast.expr, path: Path, root: Path, seen: frozenset[str]) -> list[str]:
    """The texts that a constant can hold and that nothing marks, as far as names lead."""
    match value:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.JoinedStr():
            return [ast.unparse(value)]
        case ast.BinOp():
            parts: list[ast.expr] = [value.left, value.right]
        case ast.IfExp():
            parts = [value.body, value.orelse]
        case ast.BoolOp():
            parts = value.values
        case ast.Dict():
            parts = value.values
        case ast.Tuple() | ast.List() | ast.Set():
            parts = value.elts
        case ast.Subscript() | ast.Starred() | ast.NamedExpr():
            parts = [value.value]
        case ast.Name(id=name) if name not in seen:
            held = _assigned(path).get(name, [])
            texts = [text for one in held for text in _unmarked(one, path, root, seen | {name})]
            source = None if held else _imported(path, name, root)
            return texts if source is None else _unmarked(value, source, root, seen)
        case _:
            return []
    return [text for part in parts for text in _unmarked(part, path, root, seen)]


@lru_cache(maxsize=1024)
def _assigned(path: Path) -> dict[str, list[ast.expr]]:
    """What each name stands for, wherever it is assigned in a module."""
    held: dict[str, list[ast.expr]] = {}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    held.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name) and node.value:
            held.setdefault(node.target.id, []).append(node.value)
    return held


def _imported(path: Path, name: str, root: Path) -> Path | None:
    """The module of the checkout from which a name comes."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and any(one.name == name for one in node.names):
            place = root.joinpath(*node.module.split("."))
            return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()), None)
    return None

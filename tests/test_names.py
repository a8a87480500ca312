"""Every name that a module takes from another of ours is there, in those too that no test imports (models.train)."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.support.paths import ROOT

PACKAGES = ("companion", "vision", "models", "ui", "seeds", "scripts", "tests")
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass
class Module:
    """What the source of a module binds at its top, and what it takes from others: line, module, name in it."""

    names: set[str] = field(default_factory=set)
    taken: list[tuple[int, str, str]] = field(default_factory=list)


def statements(body: Iterable[ast.AST], top: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """All statements, those within others included, and whether each runs at the top of the module."""
    for node in body:
        yield node, top
        within = top and not isinstance(node, SCOPES)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, part, ()), within)


def stored(node: ast.AST) -> set[str]:
    """The names to which something is assigned in this node."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def read(name: str, source: str) -> Module:
    """The names of the module `name` with this source."""
    tree = ast.parse(source)
    module = Module()
    aliases: dict[str, str] = {}
    for node, top in statements(tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            origin = node.module if isinstance(node, ast.ImportFrom) else None
            for alias in node.names:
                local = alias.asname or alias.name.split(".")[0]
                if top:
                    module.names.add(local)
                package, _, last = f"{origin}.{alias.name}".rpartition(".") if origin else alias.name.rpartition(".")
                if (package or last).split(".")[0] in PACKAGES:
                    module.taken.append((node.lineno, package, last))
                    if origin or alias.asname:
                        aliases[local] = f"{package}.{last}"
        elif top and isinstance(node, SCOPES):
            module.names.add(node.name)
        elif top and not isinstance(node, ast.ExceptHandler | ast.match_case):
            module.names |= stored(node)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                module.taken += [(node.lineno, name, one) for one in ast.literal_eval(node.value)]
    ours = {alias for alias, target in aliases.items() if _is_module(target)}
    if ours:
        ours -= stored(tree) | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        for each in ast.walk(tree):
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in ours:
                module.taken.append((each.lineno, aliases[each.value.id], each.attr))
    return module


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir()


def wrong(modules: dict[str, Module], name: str) -> list[str]:
    """What the module `name` takes from modules of ours that do not have it."""
    return [
        f"{name}:{line}: {package}.{last}"
        for line, package, last in modules[name].taken
        if not last.startswith("__")
        and not (package in modules and last in modules[package].names)
        and not _is_module(f"{package}.{last}" if package else last)
    ]


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    found = {}
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = read(name, path.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_every_name_that_is_taken_from_a_module_is_there(modules: dict[str, Module]) -> None:
    assert [fault for name in sorted(modules) for fault in wrong(modules, name)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        "from vision.plane import Plain",
        "def later():\n    from vision.boards.grids import Grill",
        "import companion.nowhere",
        "from vision.inference import networks\nnetworks.no_loader",
        "__all__ = ['away']",
    ],
)
def test_a_wrong_name_is_found(modules: dict[str, Module], source: str) -> None:
    name = "models.train.pipeline"
    assert len(wrong({**modules, name: read(name, source)}, name)) == 1

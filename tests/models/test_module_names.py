"""The programs of models/train start one another by name, which no import checks: every name is one of a module."""

import re

from tests.support.paths import ROOT

TRAIN = ROOT / "models" / "train"
NAME = re.compile(r"\bmodels\.train(?:\.\w+)*\.?\{?")


def _is_there(name: str) -> bool:
    """Whether a module, or an attribute of one; "models.train.fit.fit_{" is the beginning of several."""
    if name.endswith("{"):
        package, _, start = name.rstrip("{").rpartition(".")
        return any((ROOT / package.replace(".", "/")).glob(f"{start}*.py"))
    package, _, last = name.rstrip(".").rpartition(".")
    folder = ROOT / package.replace(".", "/")
    if (folder / f"{last}.py").exists() or (folder / last).is_dir():
        return True
    module = folder.with_suffix(".py")
    return module.exists() and last in module.read_text()


def test_every_module_that_is_named_is_there() -> None:
    sources = [*TRAIN.rglob("*.py"), *TRAIN.rglob("*.template"), ROOT / "Makefile", ROOT / "models" / "CARD.md"]
    named = {(str(file.relative_to(ROOT)), name) for file in sources for name in NAME.findall(file.read_text())}
    assert len(named) > 100
    assert sorted((file, name) for file, name in named if not _is_there(name)) == []

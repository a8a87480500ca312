"""Checks the `game.toml` of a game before anything of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

import seeds
from companion.authoring import GameSeed
from companion.conformance.findings import Check, Finding
from companion.conformance.toml_places import place_of
from seeds import InstalledGame

_PATH = re.compile(r"at `(\$[^`]*)`")
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
MANIFEST = "game.toml"


def check_manifest(game: InstalledGame) -> Check:
    """Whether the file can be read, with the line and column of what is wrong; and what it leaves out."""
    text = (game.folder / MANIFEST).read_text("utf-8", errors="replace")
    try:
        kind = GameSeed if is_simple(game.id) else seeds.Seed
        seed: seeds.Seed = seeds.read(game.id, kind) if kind is GameSeed else seeds.table_of(game.id, _Plain)
        sheets = seeds.pages(game.id)
    except seeds.SeedError as error:
        return Check("game.toml", (_fault(str(error), text),))
    findings = (*_clauses(seed), *_languages(game.id))
    figure = f"{len(seed.clauses)} clauses, {len(seed.options)} house rules, {len(sheets)} printed sheets"
    return Check("game.toml", findings, figure)


class _Plain(seeds.Seed, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """What the file of any game holds; the game itself looks at the rest."""


def is_simple(game_id: str) -> bool:
    """Whether the file says that it is one for the base classes of companion.authoring. Raises SeedError."""
    return "api" in seeds.tables_of(game_id)


def _fault(line: str, text: str) -> Finding:
    path, at = _PATH.search(line), _AT.search(line)
    place = place_of(text, path[1]) if path else (int(at[1]), int(at[2])) if at else None
    said = line.partition(": ")[2]
    return Finding("fault", said, MANIFEST if place is None else f"{MANIFEST}:{place[0]}:{place[1]}")


def _clauses(seed: seeds.Seed) -> Iterator[Finding]:
    if not any(clause.setup for clause in seed.clauses):
        yield Finding("note", "no clause is marked with `setup = true`: what is in the box, how it is put out")
    silent = [clause.id for clause in seed.clauses if not clause.setup and not clause.faults]
    if silent:
        yield Finding("note", f"no sentence for a way to break {', '.join(silent)}")


def _languages(game_id: str) -> Iterator[Finding]:
    try:
        if not seeds.is_translated(game_id, "de"):
            yield Finding("note", "no German texts (texts/de.toml): players who chose German read English")
        else:
            seeds.tables_in(game_id, "de")
    except seeds.SeedError as error:
        yield Finding("fault", str(error).partition(": ")[2], "texts/de.toml")

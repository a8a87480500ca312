"""The print kit for the screens: which parts a game's has, and the PDF that `companion kit` would write."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, get_args

from companion.drawing import Paper
from companion.kit import Part, make_kit, parts_of
from companion.text import later, program_version
from vision.plane import cells_of

PAPERS: tuple[Paper, ...] = get_args(Paper)
PART_NAMES: dict[Part, tuple[str, str]] = {
    "deck": (later("Cards"), later("fronts and backs, to be printed on both sides and cut")),
    "sheets": (later("Sheets"), later("the board or the mats that the camera looks for")),
    "summary": (later("Rules"), later("on one page")),
    "stickers": (later("Stickers"), later("for the faces of dice")),
    "pieces": (later("Pieces"), later("markers or pawns to cut out")),
    "calibration": (later("Calibration sheet"), later("to check the printer's scale")),
}


class KitFile(NamedTuple):
    """A finished PDF."""

    name: str
    pdf: bytes
    pages: int


def kit_file(game: str, paper: Paper, players: int, only: Collection[Part], light: bool) -> KitFile:
    """The kit of a game, or of it what `only` names; takes about a second. Raises seeds.SeedError."""
    there = parts_of(game)
    chosen = tuple(part for part in there if part in only)
    if len(chosen) == len(there):
        chosen = ()
    kit = make_kit(game, paper, cells_of, program_version(), players, light, chosen)
    name = "-".join([game, *chosen, paper, *(["light"] if light else [])])
    return KitFile(f"{name}.pdf", kit.pdf, len(kit.titles))

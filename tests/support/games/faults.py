"""What a ruling may tell of an act, so that every sentence of a game can be made without the act."""

from __future__ import annotations

from companion.rules import Param

__all__ = ["fault_params"]

FAULTS: tuple[tuple[str, Param], ...] = (
    ("seat", 0), ("target_seat", 1), ("owner", 1), ("winner", 0), ("loser", 1), ("own", 3), ("target", 4),
    ("have", 2), ("need", 3), ("given", (1, 2)), ("expected", 3), ("quiet", 5), ("seats", (0, 1)),
    ("ranks", (1, 2)), ("allowed", (1, 2)), ("next", (3, 4)), ("cell", (1, 2)), ("number", 3), ("face", 5),
    ("toward", "red"), ("square", 5), ("row", 4), ("column", 5), ("rolled_row", 4), ("rolled_column", 5),
    ("rolled", 4), ("squares", 2), ("hand", "red"), ("colour", "red"), ("pair", (1, 1)), ("dice", 2), ("round", 4),
    ("count", 10), ("drawn", 0),
)  # fmt: skip
CARDS: tuple[tuple[str, Param], ...] = (("seat", 0), ("winner", 1), ("card", "D7"))


def fault_params(game_id: str) -> tuple[tuple[str, Param], ...]:
    """Parameters that fill every sentence of a game's faults, by the first two players."""
    if game_id.startswith("dinosaurs"):
        return CARDS
    if game_id == "space-checkers":
        return tuple((key, "red" if key == "face" else value) for key, value in FAULTS if key != "given")
    return FAULTS

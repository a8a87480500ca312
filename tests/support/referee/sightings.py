"""Single things as eyes see them, for views written by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.evidence.evidence import Evidence
from companion.table.layout import Cards, Heap, Layout, Row
from companion.table.view import CardSeen, Cell, Colour, Die, Piece, Place, TableView

__all__ = ["SIDE", "Cards", "Cell", "Evidence", "Heap", "Layout", "Row", "card", "die", "piece", "total", "view"]

SIDE = 16.0
"""Pixels of a die."""


def die(
    face: int | str | None,
    colour: Colour | None = "blue",
    zone: str | None = None,
    at: tuple[float, float] = (0.0, 0.0),
    *,
    sure: float | None = None,
    **more: Any,
) -> Die:
    """A die that shows pips, or a named face; certain, or doubtful with a probability of `sure`. `more`: as Die has."""
    x, y = at
    named = isinstance(face, str)
    given: dict[str, Any] = {
        "box": (x, y, x + SIDE, y + SIDE),
        "value": None if named else face,
        "face": face if named else None,
        "colour": colour,
        "confidence": 0.999 if sure is None else sure,
        "certain": sure is None,
        "doubts": () if sure is None else ("glare",),
        "zone": zone,
        "place": at,
    }
    return Die(**(given | more))


def piece(
    cell: Cell, colour: Colour | None, sure: float | None = None, *others: tuple[Colour | None, float], **more: Any
) -> Piece:
    """A piece on a cell; certain, or doubtful with a probability of `sure`; `others`: what else it may be."""
    confidence = 0.999 if sure is None else sure
    return Piece(
        grid=cell.grid, row=cell.row, col=cell.col, colour=colour, confidence=confidence, certain=sure is None,
        alternatives=others, **more,
    )  # fmt: skip


def card(
    face: str | None,
    zone: str | None = "central",
    sure: float | None = None,
    *others: tuple[str, float],
    down: bool = False,
    at: Place | None = None,
    turn: float | None = None,
) -> CardSeen:
    """A card that lies face up, or `down`."""
    corners = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    confidence = 0.999 if sure is None else sure
    return CardSeen(
        corners=corners, face=face, face_down=down, confidence=confidence, certain=sure is None, zone=zone,
        alternatives=others, place=at, turn=turn,
    )  # fmt: skip


def view(*things: Die | Piece | CardSeen, **more: Any) -> TableView:
    """What lies there; `more`: as TableView has."""
    dice = tuple(one for one in things if isinstance(one, Die))
    pieces = tuple(one for one in things if isinstance(one, Piece))
    cards = tuple(one for one in things if isinstance(one, CardSeen))
    return TableView(**({"time": 0.0, "width": 1280, "height": 720} | more), dice=dice, pieces=pieces, cards=cards)


def total(things: Iterable[Die | Piece | CardSeen], layout: Layout, **more: Any) -> float:
    """How well a layout explains things."""
    return Evidence(view(*things, **more)).score(layout).total

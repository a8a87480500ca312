"""Assigns pieces on crowded grids (vision.boards.grids), which cover several cells, to the one cell that has their
middle."""

from __future__ import annotations

from collections.abc import Mapping

from companion.table import Cell
from vision.boards.cell_classifier import CellReading

NEIGHBOUR = 0.5
"""Probability of a piece on the next cell from which it is in doubt over which of the two a piece stands."""


def by_middle(sites: Mapping[Cell, CellReading], crowded: tuple[bool, bool]) -> dict[Cell, CellReading]:
    """Drops `sites` of a crowded grid that show the edge of a neighbour's piece, and puts pieces side by side in doubt;
    `crowded`: along x, along y."""
    if not any(crowded):
        return dict(sites)
    down, right = (0, 1) if crowded[0] else (1, 0)
    left: dict[Cell, CellReading] = {}
    for cell, site in sites.items():
        beside = [sites.get(Cell(cell.grid, cell.row + way * down, cell.col + way * right)) for way in (-1, 1)]
        others = [other for other in beside if other is not None]
        if piece_share(site) < NEIGHBOUR and not site.covered and any(map(_stands, others)):
            continue  # what is seen here is the edge of that piece
        doubted = site.certain and any(piece_share(other) >= NEIGHBOUR for other in others)
        left[cell] = site._replace(certain=False) if doubted else site
    return left


def piece_share(site: CellReading) -> float:
    """Probability that a piece stands on a site."""
    others = sum(share for name, share in site.alternatives if name is not None)
    return others if site.colour is None else site.confidence + others


def _stands(site: CellReading) -> bool:
    return site.certain and site.colour is not None

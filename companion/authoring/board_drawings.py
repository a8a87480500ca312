"""What a board game has to be cut out, by the colours in its `game.toml`."""

from __future__ import annotations

from collections.abc import Callable

import seeds
from companion.authoring.game_seed import GameSeed
from companion.drawing import Group, fitting


def equal_pieces(count: int, called: str) -> Callable[[str, int], tuple[Group, ...]]:
    """`KitDrawings.pieces` of a game with so many equal pieces in each of its colours, whichever of them play: discs,
    as large as its narrowest cells allow; `called`: such as "pawns"."""

    def pieces(game: str, players: int) -> tuple[Group, ...]:
        across = fitting([grid for page in seeds.pages(game) for grid in page.sheet.grids])
        colours = seeds.read(game, GameSeed).colours
        return tuple(Group(f"{colour}: {count} {called}", colour, count, across) for colour in colours)

    return pieces

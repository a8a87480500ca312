"""Makes the table reader of a match: by its printed sheets, by the tapped corners of its board, or by lines."""

from __future__ import annotations

from collections.abc import Sequence

import companion
from companion.rules import Game
from companion.table import Zones
from seeds import Grid, Page, board_of
from ui.settings import Corners, Lines, MatchSetup, SavedTable, faces_for
from ui.sources import pixels_in
from vision.boards import Field
from vision.boards import Grid as CellGrid
from vision.camera import FrameSource, Image, VideoClip
from vision.inference import SetError
from vision.plane import pages_on_table
from vision.table import TableReader, TappedBoard, table_reader_for

BOARD = "board"
"""The grid of a game's squares."""


def pages_of(game: Game) -> tuple[Page, ...]:
    """The printed sheets of a game."""
    return pages_on_table(game.id, game.players, board_of(game.id, game.format_options()))


def grid_of(pages: Sequence[Page]) -> Grid | None:
    """The squares of a board, which may be another than the printed one; None in a game without."""
    return next((grid for page in pages for grid in page.sheet.grids if grid.id == BOARD), None)


def known_setup(game: Game, known: SavedTable) -> MatchSetup:
    """What a match that goes on is read by: pips, where its set of faces is not there any more."""
    dice = known.dice
    try:
        faces_for(game.id, dice)
    except SetError:
        dice = ""
    return MatchSetup(game=game.id, players=game.players, options=game.format_options(), dice=dice)


def first_picture(source: FrameSource) -> Image | None:
    """The picture that a source shows first; a film begins anew."""
    frame = source.read()
    if isinstance(source, VideoClip):
        source.restart()
    return None if frame is None else frame.image


def match_reader(
    setup: MatchSetup, lines: Lines = (), corners: Corners = (), image: Image | None = None
) -> TableReader:
    """The reader for this set-up. `lines` part the zones, none where sheets have them; `corners` were tapped in
    `image`, none where the board is found by itself. Raises SetError, ModelError, CornerError."""
    game = companion.load(setup.game, setup.players, setup.options)
    board, shown = board_of(game.id, game.format_options()), faces_for(game.id, setup.dice)
    zones = Zones(lines=lines) if lines else None
    tapped = None if image is None or not corners else _tapped(game, image, corners)
    return table_reader_for(game.id, game.players, board, tapped=tapped, shown=shown, lines=zones)


def _tapped(game: Game, image: Image, corners: Corners) -> TappedBoard | None:
    """The game's squares between four corners; what else the printed sheet has beside them is not in view."""
    pages = pages_of(game)
    grid = grid_of(pages)
    if grid is None:
        return None
    beside = [cell for page in pages for other in page.sheet.grids if other.id != BOARD
              for cell in Field.of(other).cells]  # fmt: skip
    return TappedBoard(image, pixels_in(image, corners), CellGrid(grid.rows, grid.cols), beside)

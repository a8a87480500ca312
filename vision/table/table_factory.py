"""Makes the TableReader of a game from its seed: printed sheets, pieces, dice and cards."""

from __future__ import annotations

from companion.table import Zones
from seeds import colours_of, faces, faces_of, game_ids, page_of, pages, symbols_of
from vision.boards import BoardReader
from vision.camera import Image
from vision.cards import MarkedCardReader
from vision.dice import DiceClassifier, DiceReader, PippedDiceClassifier, pip_detector
from vision.inference import load_network
from vision.plane import FiducialDetector, pages_on_table
from vision.symbols import FaceSet, MixedDiceClassifier, SymbolDiceClassifier, all_of, built_in, symbol_detector
from vision.table.sheet_dice_detector import SheetDiceDetector
from vision.table.table_reader import TableReader, TappedBoard

AMONG_SHEETS = 0.1
"""Probability of being a pipped die from which a find is reported, in doubt, where sheets tell how large dice look, and
dice that were seen before what theirs look like: of 9,847 sightings of dice on 28 rendered films that have 0.03 or more
7 have less, and of 707 of nothing 466."""


def table_reader_for(
    game: str,
    seats: int = 2,
    sheet: str | None = None,
    symbols: bool = False,
    tapped: TappedBoard | None = None,
    shown: FaceSet | None = None,
    lines: Zones | None = None,
) -> TableReader:
    """Makes the reader of the sheets, pieces and printed cards of `game` for so many seats; of several boards the one
    called `sheet`, else the first.

    `symbols`: dice show the drawings of the game's stickers, where it has such, instead of pips; a game of cards has no
    dice. `tapped`: another board lies there instead of the printed sheets. `shown`: the face set of all dice.
    `lines`: zones on the picture, where no printed sheets lie. Raises KeyError for an unknown sheet, SeedError,
    ModelError.
    """
    colours = colours_of(game)
    boards = BoardReader(load_network("cells"), among=colours, printed=tapped is None) if colours else None
    cards = MarkedCardReader(game) if faces(game) else None
    on_table = pages_on_table(game, seats, sheet) if tapped is None and lines is None else ()
    dice = None if cards is not None else _dice_reader(game, symbols, bool(on_table), shown)
    return TableReader(on_table, dice, boards, cards, tapped, lines)


def _dice_reader(game: str, symbols: bool, sheets: bool, shown: FaceSet | None) -> DiceReader:
    """Reads the game's dice; `sheets`: some lie on the table, which tell how large a die may look."""
    drawn, own = symbols_of(game) if symbols else (), faces_of(game)
    only_symbols = bool(drawn) or shown is not None
    finder = symbol_detector() if only_symbols else pip_detector()
    classifier: DiceClassifier
    if only_symbols:
        classifier = SymbolDiceClassifier(shown or all_of(drawn))
    else:
        classifier = PippedDiceClassifier(report_from=AMONG_SHEETS if sheets else None)
        if own is not None:
            classifier = MixedDiceClassifier(built_in(own), pips=classifier)
    own_drawings = only_symbols or own is not None
    return DiceReader(SheetDiceDetector(finder, own_drawings) if sheets else finder, classifier)


def games_in(image: Image) -> tuple[str, ...]:
    """The games to which most of the fiducials belong that are seen; several where they share their sheets."""
    seen = set(FiducialDetector().find(image).found)
    counts = {game: len(seen & {number for page in pages(game) for number in page.numbers}) for game in game_ids()}
    most = max(counts.values(), default=0)
    return tuple(game for game, count in counts.items() if count == most) if most else ()


def sheet_in(image: Image, game: str) -> str | None:
    """The board of `game`, where it has several, of which most fiducials are seen; None where none is. Boards that
    share their fiducials have the same cells, so that the first of them serves."""
    seen = [owner[1] for number in FiducialDetector().find(image).found if (owner := page_of(number)) is not None]
    known = [page for page in pages(game) if page in seen]
    return max(known, key=seen.count).sheet.id if known else None

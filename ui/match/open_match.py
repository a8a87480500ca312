"""From a game and a source to a match in play: the eyes, the referee, the record, and the thread that joins them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import companion
from companion.match import LEAD, TimeConverter, known_until
from companion.record import Record, RecordedMatch
from companion.referee import ScriptedPlayers
from companion.referee.matching import SeatedGame
from companion.rules import CompanionError, Game
from companion.text import say
from seeds import Grid, Page, board_of, faces, pile_of
from ui.live import MatchPipeline
from ui.match.session import MatchSession
from ui.settings import (
    SEATS,
    Corners,
    MatchSetup,
    SavedSetup,
    SavedSetups,
    SavedTable,
    faces_for,
    moved_on,
    ready,
    usual_colours,
)
from ui.sources import Cameras, FrameLoop, TableCheck, pixels_in
from vision.boards import Field
from vision.boards import Grid as CellGrid
from vision.camera import FrameSource, Image, PictureSource, SourceError, VideoClip
from vision.inference import SetError
from vision.plane import pages_on_table
from vision.table import TableReader, TappedBoard, table_reader_for

__all__ = [
    "DEMOS",
    "LiveCheck",
    "LiveMatch",
    "MatchStores",
    "match_of",
    "open_again",
    "open_check",
    "open_demo",
    "open_match",
    "open_resumed",
]

RECORDINGS = Path(__file__).parents[1] / "recordings"
DEMOS: dict[str, Path] = {game: RECORDINGS / f"{game}.mp4" for game in companion.GAMES}
"""A short match of each game."""
BOARD = "board"
"""The grid of a game's squares."""


def users_record() -> Record:
    """The user's own."""
    return Record(clock=time.time)


@dataclass(frozen=True)
class MatchStores:
    """What matches are opened with, and what they are kept in."""

    cameras: Cameras = field(default_factory=Cameras)
    """Open the sources."""
    setups: SavedSetups = field(default_factory=SavedSetups)
    """Remember how matches were set up."""
    record: Callable[[], Record] = users_record
    """Opens the record into which matches go."""


class LiveMatch(NamedTuple):
    """A match with the eyes on it."""

    session: MatchSession
    watcher: FrameLoop
    again: SavedSetup | None = None
    """How one more like it is set up; None for a recorded match, which is shown again."""

    def close(self) -> None:
        """Let go of the source; what was played stays in the record."""
        self.watcher.close()
        self.session.leave()


def open_demo(game_id: str) -> LiveMatch:
    """A recorded match that plays by itself; nothing of it goes into the record. Raises SourceError, ModelError."""
    film = DEMOS[game_id]
    truth: dict[str, Any] = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    game = companion.load(truth["game"], truth["players"], truth["options"])
    setup = MatchSetup(game=game.id, players=game.players, options=truth["options"])
    table = MatchPipeline(SeatedGame(game, tuple(truth["colours"])), _eyes(setup), pile_of(game.id))
    session = MatchSession(table, name=say("Recorded match"), players=ScriptedPlayers(game, truth))
    return LiveMatch(session, FrameLoop(session, VideoClip(film)))


def open_match(setup: MatchSetup, spec: str, stores: MatchStores) -> LiveMatch:
    """A match before a camera (`0`, an address) or a film.

    Raises SourceError, ModelError, SetError, CompanionError.
    """
    again = SavedSetup(setup, spec)
    setup = ready(setup)
    source = _opened(spec, stores.cameras)
    try:
        session = _session(setup, source, _eyes(setup), stores.record())
        return LiveMatch(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise


def open_resumed(match_id: str, spec: str, stores: MatchStores) -> LiveMatch:
    """A recorded match, exactly where it was, before a camera or a film. A film goes on where the match knows it.

    Raises SourceError, ModelError, RecordError, and CompanionError for a match that is over.
    """
    match = stores.record().resume(match_id)
    game = match.journal.game
    if match.state == "over":
        raise CompanionError(say("this match of {title} is over: look at it in the history", title=game.title))
    source = _opened(spec, stores.cameras)
    try:
        known = stores.setups.table_of(match.id)
        dice = _dice_of(game.id, known.dice)
        setup = MatchSetup(game=game.id, players=game.players, options=game.format_options(), dice=dice)
        eyes = _eyes(setup, _tapped_before(source, game, known.corners))
        session = _joined(source, eyes, match)
        return LiveMatch(session, FrameLoop(session, source), SavedSetup(_as_begun(match, setup), spec, known.corners))
    except Exception:
        source.close()
        raise


def open_again(
    table: LiveMatch, moved: bool, stores: MatchStores, goes_on: Callable[[LiveCheck], None]
) -> LiveMatch | LiveCheck:
    """One more match like this one, everybody one seat on where `moved`, which looks no more: a camera can be opened
    once. Of a recorded match the same once more. `goes_on` and what it raises: as open_check, open_demo."""
    table.watcher.close()
    if table.again is None:
        return open_demo(table.session.game.id)
    again = table.again
    if moved:
        again = msgspec.structs.replace(again, setup=moved_on(again.setup))
    stores.setups.keep(again)
    return open_check(again.setup, again.source, stores, goes_on)


class LiveCheck:
    """A table that is looked for before the match begins, with the eyes on it."""

    def __init__(
        self, asked: MatchSetup, setup: MatchSetup, spec: str, session: TableCheck, source: FrameSource
    ) -> None:
        """`setup`: what was `asked` for, ready to be played."""
        self.asked, self.setup, self.spec, self.session = asked, setup, spec, session
        self.watcher = FrameLoop(session, source)
        self.handed_over = False
        """Whether a match looks through the same source now."""

    def close(self) -> None:
        """Let go of the source, unless a match has it."""
        if not self.handed_over:
            self.watcher.close()


def open_check(
    setup: MatchSetup, spec: str, stores: MatchStores, goes_on: Callable[[LiveCheck], None] | None = None
) -> LiveCheck:
    """Look for the table of a match. `goes_on` is called once, in the thread that looks, when all is found.

    Raises SourceError, ModelError, SetError, CompanionError.
    """
    settled = ready(setup)
    game = companion.load(settled.game, settled.players, settled.options)
    pages = _pages(game)
    board = _board(pages)
    corners = stores.setups.corners_of(setup.game, spec)
    source = _opened(spec, stores.cameras)
    try:
        check = TableCheck(
            pages,
            name=source.name,
            live=bool(getattr(source, "live", False)),
            with_dice=not faces(game.id),
            size=None if board is None else (float(board.cols), float(board.rows)),
            goes_on=None if goes_on is None else lambda: goes_on(opened),
            corners=corners or None,
        )
        opened = LiveCheck(setup, settled, spec, check, source)
        return opened
    except Exception:
        source.close()
        raise


def match_of(check: LiveCheck, stores: MatchStores) -> LiveMatch:
    """The match of a table that was looked for, before the same source; a film begins anew.

    Raises SourceError, ModelError, CompanionError; the table is looked for still, then.
    """
    watcher, source = check.watcher, check.watcher.source
    if watcher.ended:
        return open_match(check.asked, check.spec, stores)
    game = companion.load(check.setup.game, check.setup.players, check.setup.options)
    session = _session(check.setup, source, _eyes(check.setup, _tapped(check, game)), stores.record())
    scene = check.session.scene
    corners = tuple((float(x), float(y)) for x, y in scene.corners) if scene.tapping else ()
    if session.match_id is not None:
        known = SavedTable(check.setup.dice, corners)
        stores.setups.keep_table(session.match_id, game.id, known)
    if isinstance(source, VideoClip) and not session.live:
        source.restart()
    check.handed_over = True
    watcher.show(session)
    return LiveMatch(session, watcher, SavedSetup(check.asked, check.spec, corners))


def _opened(spec: str, cameras: Cameras) -> FrameSource:
    source = cameras.open(spec)
    if isinstance(source, PictureSource):
        source.close()
        raise SourceError(say("{spec}: pictures are no game; give a film, a camera or a stream", spec=spec))
    return source


def _session(setup: MatchSetup, source: FrameSource, eyes: TableReader, record: Record) -> MatchSession:
    game = companion.load(setup.game, setup.players, setup.options)
    match = record.begin(game, setup.names, colours=setup.colours)
    return _joined(source, eyes, match)


def _joined(source: FrameSource, eyes: TableReader, match: RecordedMatch) -> MatchSession:
    """The match before a source, whose frames it has still to be shown."""
    live = bool(getattr(source, "live", False))
    dates = TimeConverter(live, time.time)
    known = known_until(match.journal) if isinstance(source, VideoClip) else None
    if known is not None and isinstance(source, VideoClip):
        source.begin_at(known - LEAD)
    seated = SeatedGame.of(match.journal.game, match.colours)
    table = MatchPipeline(seated, eyes, pile_of(seated.game.id), match.journal, dated=dates)
    return MatchSession(table, match, name=source.name, live=live, looks=dates.looks, known=known)


def _as_begun(match: RecordedMatch, setup: MatchSetup) -> MatchSetup:
    """What was filled in before a recorded match, of which `setup` has the game, its rules and its dice."""
    game = match.journal.game
    names = tuple("" if name == game.seat_word(seat) else name for seat, name in enumerate(match.names))
    options = {key: value for key, value in setup.options.items() if key != SEATS}  # which the colours tell
    colours = match.colours or usual_colours(game.id, game.players)
    return msgspec.structs.replace(setup, names=names or ("",) * game.players, options=options, colours=tuple(colours))


def _pages(game: Game) -> tuple[Page, ...]:
    return pages_on_table(game.id, game.players, board_of(game.id, game.format_options()))


def _board(pages: Sequence[Page]) -> Grid | None:
    """The squares of a board, which may be another than the printed one; None in a game without."""
    return next((grid for page in pages for grid in page.sheet.grids if grid.id == BOARD), None)


def _tapped(check: LiveCheck, game: Game) -> TappedBoard | None:
    """The board whose corners were tapped."""
    scene, image = check.session.scene, check.session.image
    if not scene.tapping or image is None:
        return None
    if scene.corner_fault is not None:
        raise SourceError(scene.corner_fault)
    return _board_at(game, image, check.session.pixels_of(image))


def _tapped_before(source: FrameSource, game: Game, corners: Corners) -> TappedBoard | None:
    """The board whose corners were tapped when the match began, in the source's first picture: the camera is taken to
    stand where it stood."""
    if not corners:
        return None
    frame = source.read()
    if frame is None:
        return None
    if isinstance(source, VideoClip):
        source.restart()
    return _board_at(game, frame.image, pixels_in(frame.image, corners))


def _board_at(game: Game, image: Image, corners: Sequence[tuple[float, float]]) -> TappedBoard | None:
    """The game's squares between four corners in pixels; what else the printed sheet has beside them is not in view."""
    pages = _pages(game)
    board = _board(pages)
    if board is None:
        return None
    beside = [cell for page in pages for grid in page.sheet.grids if grid.id != BOARD for cell in Field.of(grid).cells]
    return TappedBoard(image, corners, CellGrid(board.rows, board.cols), beside)


def _dice_of(game_id: str, dice: str) -> str:
    """The set of faces that a match began with; pips, where it is not there any more."""
    try:
        faces_for(game_id, dice)
    except SetError:
        return ""
    return dice


def _eyes(setup: MatchSetup, tapped: TappedBoard | None = None) -> TableReader:
    game = companion.load(setup.game, setup.players, setup.options)
    board = board_of(game.id, game.format_options())
    return table_reader_for(game.id, game.players, board, tapped=tapped, shown=faces_for(game.id, setup.dice))

"""Opens matches: joins table reader, match tracker, record and frame loop for a game and a source."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import companion
from companion.match import LEAD_IN, TimeConverter, known_until
from companion.record import Record, RecordedMatch
from companion.referee import ScriptedPlayers
from companion.referee.matching import SeatedGame
from companion.rules import CompanionError, Game
from companion.table import Zones
from companion.text import say
from seeds import Grid, Page, board_of, faces, pile_of
from ui.live import MatchPipeline
from ui.match.captions import captions_of
from ui.match.card_pile import new_secret
from ui.match.session import MatchSession
from ui.match.turn_timer import TurnTimer
from ui.settings import (
    SEATS,
    Corners,
    Lines,
    MatchSetup,
    SavedSetup,
    SavedSetups,
    SavedTable,
    faces_for,
    lines_for,
    ready,
    rotate_seats,
    usual_colours,
    usual_setup,
)
from ui.sources import NO_CAMERA, Album, Cameras, FrameLoop, NoCamera, TableCheck, open_for_match, pixels_in
from vision.boards import Field
from vision.boards import Grid as CellGrid
from vision.camera import FrameSource, Image, PictureError, SourceError, VideoClip, decode_picture
from vision.inference import SetError
from vision.plane import pages_on_table
from vision.table import TableReader, TappedBoard, table_reader_for

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
    """A match with the frame loop that feeds it."""

    session: MatchSession
    frame_loop: FrameLoop
    again: SavedSetup | None = None
    """How one more like it is set up; None for a recorded match, which is shown again."""

    def pause(self, paused: bool) -> None:
        """Pause the film, or let it go on."""
        clip = self.frame_loop.source
        if isinstance(clip, VideoClip):
            with self.session.change():  # which asks whether that is allowed, and shows it on every screen
                (clip.pause if paused else clip.resume)()
                self.session.note_paused(paused)

    def next_picture(self) -> None:
        """On to the next picture of a folder; of a bad one players are told."""
        source = self.frame_loop.source
        if isinstance(source, Album):
            try:
                source.next_picture()
            except PictureError as fault:
                self.session.show_remark(str(fault))

    def show_photograph(self, data: bytes, name: str) -> None:
        """Lay an uploaded photograph on top; of a bad one players are told."""
        source = self.frame_loop.source
        if isinstance(source, Album):
            try:
                source.show(decode_picture(data, name), name)
            except PictureError as fault:
                self.session.show_remark(str(fault))

    def close(self) -> None:
        """Let go of the source; what was played stays in the record."""
        self.frame_loop.close()
        self.session.leave()


def open_demo(game_id: str) -> LiveMatch:
    """A recorded match that plays by itself; nothing of it goes into the record. Raises SourceError, ModelError."""
    film = DEMOS[game_id]
    truth: dict[str, Any] = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    game = companion.load(truth["game"], truth["players"], truth["options"])
    setup = MatchSetup(game=game.id, players=game.players, options=truth["options"])
    table = MatchPipeline(SeatedGame(game, tuple(truth["colours"])), _table_reader(setup), pile_of(game.id))
    players = ScriptedPlayers(game, truth)
    session = MatchSession(table, name=say("Recorded match"), players=players, captions=captions_of(truth))
    return LiveMatch(session, FrameLoop(session, VideoClip(film)))


def open_match(setup: MatchSetup, spec: str, stores: MatchStores, lines: Lines = ()) -> LiveMatch:
    """A match before a camera (`0`, an address), a film or pictures, or before none; `lines` part its zones where no
    printed sheets lie.

    Raises SourceError, ModelError, SetError, CompanionError.
    """
    return _match_before(open_for_match(spec, stores.cameras), SavedSetup(setup, spec, lines=lines), stores)


def open_without_camera(setup: MatchSetup, stores: MatchStores, lines: Lines = ()) -> LiveMatch:
    """A match that nobody looks at. `lines`: those that are remembered for the table. Raises CompanionError."""
    return open_match(setup, NO_CAMERA, stores, lines)


def open_without_mats(spec: str, stores: MatchStores) -> LiveMatch:
    """A match of Army vs Aliens before this source whose zones lines on the picture part. Raises as open_match."""
    kept = _without_mats(spec, stores.setups)
    return open_match(kept.setup, spec, stores, kept.lines)


def open_photograph(data: bytes, name: str, stores: MatchStores) -> LiveMatch:
    """The same before an uploaded photograph. Raises PictureError, ModelError, CompanionError."""
    return _match_before(Album(name, decode_picture(data, name)), _without_mats("", stores.setups), stores)


def _without_mats(spec: str, setups: SavedSetups) -> SavedSetup:
    """How Army vs Aliens is played before this source with nine dice a side alone: as the last time, as far as that was
    so."""
    game = companion.GAMES[0]
    kept = setups.of(game)
    setup = usual_setup(game) if kept is None or lines_for(kept.setup) is None else kept.setup
    return SavedSetup(setup, spec, lines=setups.table_at(game, spec).lines or Zones().lines)


def _match_before(source: FrameSource, again: SavedSetup, stores: MatchStores) -> LiveMatch:
    try:
        setup = ready(again.setup)
        session = _session(setup, source, again, stores)
        return LiveMatch(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise


def open_resumed(match_id: str, spec: str, stores: MatchStores) -> LiveMatch:
    """A recorded match, exactly where it was, before a camera, a film or pictures. A film goes on where the match knows
    it.

    Raises SourceError, ModelError, RecordError, and CompanionError for a match that is over.
    """
    match = stores.record().resume(match_id)
    game = match.journal.game
    if match.state == "over":
        raise CompanionError(say("this match of {title} is over: look at it in the history", title=game.title))
    source = open_for_match(spec, stores.cameras)
    try:
        kept = stores.setups.table_of(match.id)
        known = with_pile(kept, source)
        if known != kept:
            stores.setups.keep_table(match.id, game.id, known)
        setup = known_setup(game, known)
        reader = reader_before(source, setup, known)
        session = joined(source, reader, match, known, stores.setups)
        again = SavedSetup(_as_begun(match, setup, known), spec, known.corners, known.lines)
        return LiveMatch(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise


def open_switched(table: LiveMatch, spec: str, stores: MatchStores, wanted: Callable[[], bool]) -> LiveMatch:
    """The match on this table before another camera, or before none, from now on; `table` looks no more. What lies
    otherwise than it should is told once it is seen. `wanted`: whether anybody still waits for it.

    Raises SourceError, ModelError, CompanionError; the match goes on as it was, then.
    """
    source = open_for_match(spec, stores.cameras)
    try:
        match = table.session.recorded
        if match is None or table.again is None or not wanted():
            raise SourceError(say("this match goes on before what it began with"))
        kept = stores.setups.table_of(match.id)
        known = with_pile(kept, source)
        if known != kept:
            stores.setups.keep_table(match.id, match.journal.game.id, known)
        reader = reader_before(source, known_setup(match.journal.game, known), known)
        table.frame_loop.close()  # nothing that players have asked for since is done, nor shown as done
        table.session.hand_over()
        session = joined(source, reader, match, known, stores.setups, table.session.timer)
        if not table.session.hints.allowed:
            session.hints.forbid()
        again = msgspec.structs.replace(table.again, source=spec, corners=known.corners, lines=known.lines)
        return LiveMatch(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise


def open_again(
    table: LiveMatch, moved: bool, stores: MatchStores, on_found: Callable[[LiveCheck], None]
) -> LiveMatch | LiveCheck:
    """One more match like this one, everybody one seat on where `moved`, which looks no more: a camera can be opened
    once. Of a recorded match the same once more. `on_found` and what it raises: as open_check, open_demo."""
    table.frame_loop.close()
    if table.again is None:
        return open_demo(table.session.game.id)
    again, lines, source = table.again, table.session.lines, table.frame_loop.source
    setup = msgspec.structs.replace(again.setup, turn_limit=table.session.timer.now.limit)
    again = msgspec.structs.replace(again, setup=setup, lines=() if lines is None else lines.lines)
    if moved:
        again = msgspec.structs.replace(again, setup=rotate_seats(again.setup))
    if again.source:  # and not a photograph that was uploaded
        stores.setups.keep(again)
    if again.source == NO_CAMERA:
        return open_without_camera(again.setup, stores, again.lines)
    pictures = source.again() if isinstance(source, Album) else None
    return open_check(again.setup, again.source, stores, on_found, again.lines, pictures)


class LiveCheck:
    """The check of a table before its match begins, with the frame loop that feeds it."""

    def __init__(
        self, asked: MatchSetup, setup: MatchSetup, spec: str, session: TableCheck, source: FrameSource
    ) -> None:
        """`setup`: what was `asked` for, ready to be played."""
        self.asked, self.setup, self.spec, self.session = asked, setup, spec, session
        self.frame_loop = FrameLoop(session, source)
        self.handed_over = False
        """Whether a match looks through the same source now."""

    def close(self) -> None:
        """Let go of the source, unless a match has it."""
        if not self.handed_over:
            self.frame_loop.close()


def open_check(
    setup: MatchSetup,
    spec: str,
    stores: MatchStores,
    on_found: Callable[[LiveCheck], None] | None = None,
    lines: Lines | None = None,
    source: FrameSource | None = None,
) -> LiveCheck:
    """Look for the table of a match. `on_found` is called once, in the thread that looks, when all is found. `lines`
    part the zones, none where sheets have them; by default it goes as it went the last time. `source`: what `spec`
    names, where that is open already.

    Raises SourceError, ModelError, SetError, CompanionError.
    """
    settled = ready(setup)
    game = companion.load(settled.game, settled.players, settled.options)
    pages = _pages(game)
    board = _board(pages)
    before = stores.setups.table_at(setup.game, spec)
    lines, usual = before.lines if lines is None else lines, lines_for(settled)
    source = open_for_match(spec, stores.cameras) if source is None else source
    try:
        check = TableCheck(
            pages,
            name=source.name,
            live=bool(getattr(source, "live", False)),
            with_dice=not faces(game.id),
            size=None if board is None else (float(board.cols), float(board.rows)),
            on_found=None if on_found is None else lambda: on_found(opened),
            corners=before.corners or None,
            lines=Zones(lines=lines) if usual is not None and lines else usual,
            by_lines=bool(lines),
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
    frame_loop, source = check.frame_loop, check.frame_loop.source
    scene = check.session.scene
    lines = () if scene.lines is None else scene.lines.lines
    if frame_loop.ended:
        return open_match(check.asked, check.spec, stores, lines)
    game = companion.load(check.setup.game, check.setup.players, check.setup.options)
    corners = tuple((float(x), float(y)) for x, y in scene.corners) if scene.tapping else ()
    again = SavedSetup(check.asked, check.spec, corners, lines)
    session = _session(check.setup, source, again, stores, _tapped(check, game))
    if isinstance(source, VideoClip) and not session.live:
        source.restart()
    check.handed_over = True
    frame_loop.show(session)
    return LiveMatch(session, frame_loop, again)


def _session(
    setup: MatchSetup, source: FrameSource, again: SavedSetup, stores: MatchStores, tapped: TappedBoard | None = None
) -> MatchSession:
    """A match that begins, its table remembered as `again` has it."""
    game = companion.load(setup.game, setup.players, setup.options)
    reader = None if isinstance(source, NoCamera) else _table_reader(setup, tapped, again.lines)
    match = stores.record().begin(game, setup.names, colours=setup.colours)
    table = SavedTable(setup.dice, again.corners, again.lines, program=setup.program, turn_limit=setup.turn_limit)
    known = with_pile(table, source)
    stores.setups.keep_table(match.id, game.id, known)
    return joined(source, reader, match, known, stores.setups)


def joined(
    source: FrameSource,
    reader: TableReader | None,
    match: RecordedMatch,
    known: SavedTable,
    setups: SavedSetups,
    timer: TurnTimer | None = None,
) -> MatchSession:
    """The match before a source, whose frames it has still to be shown; `reader`: None where there are none; `timer`:
    that of the match, where it is in play already."""
    live = bool(getattr(source, "live", False))
    dates = TimeConverter(live or isinstance(source, Album), time.time)
    dated = dates if reader is not None else lambda _: time.time()
    seen = known_until(match.journal) if isinstance(source, VideoClip) else None
    if seen is not None and isinstance(source, VideoClip):
        source.begin_at(seen - LEAD_IN)
    seated = SeatedGame.of(match.journal.game, match.colours)
    table = MatchPipeline(seated, reader, pile_of(seated.game.id), match.journal, dated=dated)

    def keep(**changed: Any) -> None:
        table = setups.table_of(match.id)
        setups.keep_table(match.id, seated.game.id, msgspec.structs.replace(table, **changed))

    at = dates.note_frame
    timer = timer or TurnTimer(known.turn_limit, on_limit=lambda limit: keep(turn_limit=limit))
    return MatchSession(
        table, match, name=source.name, live=live, on_frame_time=at, known=seen,
        on_lines=lambda lines: keep(lines=lines.lines),
        secret=known.secret, program=known.program, on_program=lambda program: keep(program=program), timer=timer,
    )  # fmt: skip


def with_pile(known: SavedTable, source: FrameSource) -> SavedTable:
    """With the secret of a shuffled pile, where cards may be flipped from one."""
    if known.secret or not isinstance(source, NoCamera):
        return known
    return msgspec.structs.replace(known, secret=new_secret())


def known_setup(game: Game, known: SavedTable) -> MatchSetup:
    """What a match that goes on is read by."""
    dice = _dice_of(game.id, known.dice)
    return MatchSetup(game=game.id, players=game.players, options=game.format_options(), dice=dice)


def reader_before(source: FrameSource, setup: MatchSetup, known: SavedTable) -> TableReader | None:
    """Reads the table of a match that goes on before a source; None where there are no pictures."""
    if isinstance(source, NoCamera):
        return None
    game = companion.load(setup.game, setup.players, setup.options)
    return _table_reader(setup, _tapped_before(source, game, known.corners), known.lines)


def _as_begun(match: RecordedMatch, setup: MatchSetup, known: SavedTable) -> MatchSetup:
    """What was filled in before a recorded match, of which `setup` has the game, its rules and its dice."""
    game = match.journal.game
    names = tuple("" if name == game.seat_word(seat) else name for seat, name in enumerate(match.names))
    options = {key: value for key, value in setup.options.items() if key != SEATS}  # which the colours tell
    colours = match.colours or usual_colours(game.id, game.players)
    return msgspec.structs.replace(
        setup, names=names or ("",) * game.players, options=options, colours=tuple(colours), program=known.program,
        turn_limit=known.turn_limit,
    )  # fmt: skip


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


def _table_reader(setup: MatchSetup, tapped: TappedBoard | None = None, lines: Lines = ()) -> TableReader:
    game = companion.load(setup.game, setup.players, setup.options)
    board, shown = board_of(game.id, game.format_options()), faces_for(game.id, setup.dice)
    zones = Zones(lines=lines) if lines else None
    return table_reader_for(game.id, game.players, board, tapped=tapped, shown=shown, lines=zones)

"""Opens matches: joins table reader, match tracker, record and frame loop for a game and a source."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

import companion
from companion.match import LEAD_IN, TimeConverter, known_until
from companion.record import Record, RecordedMatch
from companion.referee import ScriptedPlayers
from companion.referee.matching import SeatedGame
from companion.rules import CompanionError
from companion.table import Zones
from companion.text import say
from seeds import demo_film, faces, pile_of
from ui.live import MatchPipeline
from ui.match.captions import captions_of
from ui.match.card_pile import new_secret
from ui.match.match_reader import first_picture, grid_of, known_setup, match_reader, pages_of
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
    game_by_lines,
    lines_for,
    ready,
    rotate_seats,
    usual_colours,
    usual_setup,
)
from ui.sources import NO_CAMERA, Album, Cameras, FrameLoop, NoCamera, TableCheck, open_for_match
from vision.camera import FrameSource, Image, PictureError, SourceError, VideoClip, decode_picture
from vision.symbols import KeptLooks
from vision.table import TableReader


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


class InPlay(NamedTuple):
    """A match that goes on before another source."""

    match: RecordedMatch
    again: SavedSetup
    """As in LiveMatch."""
    timer: TurnTimer
    hints: bool
    """Whether they are allowed."""


class LiveMatch(NamedTuple):
    """A match with the frame loop that feeds it."""

    session: MatchSession
    frame_loop: FrameLoop
    again: SavedSetup | None = None
    """How one more like it is set up; None for a recorded match, which is shown again."""

    @property
    def spec(self) -> str:
        """What it looks through, as it was chosen; empty where that is not known."""
        return "" if self.again is None else self.again.source

    @property
    def in_play(self) -> InPlay | None:
        """What goes on before another source; None where the match is not recorded."""
        match, session = self.session.recorded, self.session
        if match is None or self.again is None:
            return None
        return InPlay(match, self.again, session.timer, session.hints.allowed)

    def hand_over(self) -> None:
        """Let go of the match: somebody else goes on with it."""
        self.session.hand_over()

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
        """Let go of the source, unless another looks through it now; what was played stays in the record."""
        if self.frame_loop.session is self.session:
            self.frame_loop.close()
        self.session.leave()


def open_demo(game_id: str) -> LiveMatch:
    """A recorded match that plays by itself; nothing of it goes into the record. Raises SourceError, ModelError."""
    film = demo_film(game_id)
    if film is None:
        raise SourceError(say("no film comes with {title}", title=companion.games.title_of(game_id)))
    truth: dict[str, Any] = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    game = companion.load(truth["game"], truth["players"], truth["options"])
    setup = MatchSetup(game=game.id, players=game.players, options=truth["options"])
    table = MatchPipeline(SeatedGame(game, tuple(truth["colours"])), match_reader(setup), pile_of(game.id))
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
    """A match before this source whose zones lines on the picture part. Raises as open_match."""
    kept = _without_mats(spec, stores.setups)
    return open_match(kept.setup, spec, stores, kept.lines)


def open_photograph(data: bytes, name: str, stores: MatchStores) -> LiveMatch:
    """The same before an uploaded photograph. Raises PictureError, ModelError, CompanionError."""
    return _match_before(Album(name, decode_picture(data, name)), _without_mats("", stores.setups), stores)


def _without_mats(spec: str, setups: SavedSetups) -> SavedSetup:
    """How a game whose zones lines may part is played before this source with dice alone: as the last time, as far as
    that was so. Raises CompanionError where there is no such game."""
    game = game_by_lines()
    if game is None:
        raise CompanionError(say("no game here is played without printed mats"))
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
        known = _known(match, source, stores)
        session = joined(source, _reader_before(source, match, known), match, known, stores.setups)
        again = SavedSetup(_as_begun(match, known), spec, known.corners, known.lines)
        return LiveMatch(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise


def open_switched(
    table: LiveMatch | LiveCheck,
    spec: str,
    stores: MatchStores,
    wanted: Callable[[], bool],
    on_found: Callable[[LiveCheck], None] | None = None,
) -> LiveMatch | LiveCheck:
    """The match on this table before another camera, or before none, from now on; `table` looks no more. Before a
    camera the table is looked for first, with `on_found` as in open_check; None: it lies where it is known to. What
    lies otherwise than it should is told once it is seen. `wanted`: whether anybody still waits for it.

    Raises SourceError, ModelError, CompanionError; the match goes on as it was, then.
    """
    frame_loop = table.frame_loop
    stays = spec == table.spec and frame_loop.session.live and frame_loop.flows  # it cannot be opened twice
    source = frame_loop.source if stays else open_for_match(spec, stores.cameras)
    try:
        play = table.in_play
        if play is None:
            raise SourceError(say("this match goes on before what it began with"))
        known, game = _known(play.match, source, stores), play.match.journal.game
        if on_found is not None and not isinstance(source, NoCamera):
            before = known if spec == play.again.source else stores.setups.table_at(game.id, spec)
            lines = known.lines or before.lines
            setup, asked = known_setup(game, known), _as_begun(play.match, known)
            check = LiveCheck(asked, setup, spec, source, before.corners, lines, on_found, play)
            _hand_over(table, wanted, stays)
            check.look(frame_loop if stays else None)
            return check
        reader = _reader_before(source, play.match, known, frame_loop.image if stays else None)
        _hand_over(table, wanted, stays)
        session = _in_play(source, reader, play, known, stores)
        again = msgspec.structs.replace(play.again, source=spec, corners=known.corners, lines=known.lines)
        if stays:
            frame_loop.show(session)
        return LiveMatch(session, frame_loop if stays else FrameLoop(session, source), again)
    except Exception:
        if not stays:
            source.close()
        raise


def _hand_over(table: LiveMatch | LiveCheck, wanted: Callable[[], bool], looks_on: bool) -> None:
    """Take its match from a table; `looks_on`: whether its frame loop is still needed. Raises SourceError where nobody
    waits for it any more: the match goes on where it is, then."""
    if not wanted():
        raise SourceError(say("this match goes on before what it began with"))
    if not looks_on:
        table.frame_loop.close()  # nothing that players have asked for since is done, nor shown as done
    table.hand_over()


def _in_play(
    source: FrameSource, reader: TableReader | None, play: InPlay, known: SavedTable, stores: MatchStores
) -> MatchSession:
    """A match that goes on before another source."""
    session = joined(source, reader, play.match, known, stores.setups, play.timer)
    if not play.hints:
        session.hints.forbid()
    return session


def _known(match: RecordedMatch, source: FrameSource, stores: MatchStores) -> SavedTable:
    """What is known of the table of a match that goes on before a source, with a pile of cards where it needs one."""
    kept = stores.setups.table_of(match.id)
    known = with_pile(kept, source)
    if known != kept:
        stores.setups.keep_table(match.id, match.journal.game.id, known)
    return known


def _reader_before(
    source: FrameSource, match: RecordedMatch, known: SavedTable, image: Image | None = None
) -> TableReader | None:
    """Reads the table of a match that goes on before a source, whose camera is taken to stand where it stood; None
    where there are no pictures. `image`: the newest one, where something looks through the source already."""
    if isinstance(source, NoCamera):
        return None
    if image is None and known.corners:
        image = first_picture(source)
    return match_reader(known_setup(match.journal.game, known), known.lines, known.corners, image)


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
    """The check of a table before its match begins or goes on, with the frame loop that feeds it once it looks."""

    frame_loop: FrameLoop

    def __init__(
        self,
        asked: MatchSetup,
        setup: MatchSetup,
        spec: str,
        source: FrameSource,
        corners: Corners,
        lines: Lines,
        on_found: Callable[[LiveCheck], None] | None,
        in_play: InPlay | None = None,
    ) -> None:
        """`setup`: what was `asked` for, ready to be played; `corners`, `lines`: of the table as it was before this
        source; `in_play`: the match that goes on here, None where one begins. Raises ModelError, CompanionError."""
        game = companion.load(setup.game, setup.players, setup.options)
        pages = pages_of(game)
        grid, usual = grid_of(pages), lines_for(setup)
        self.asked, self.setup, self.spec, self.source, self.in_play = asked, setup, spec, source, in_play
        self.session = TableCheck(
            pages,
            name=source.name,
            live=bool(getattr(source, "live", False)),
            with_dice=not faces(game.id),
            size=None if grid is None else (float(grid.cols), float(grid.rows)),
            on_found=None if on_found is None else lambda: on_found(self),
            corners=corners or None,
            lines=Zones(lines=lines) if usual is not None and lines else usual,
            by_lines=bool(lines),
        )

    def look(self, frame_loop: FrameLoop | None = None) -> None:
        """Begin to look, through a frame loop that is there already or one of its own."""
        if frame_loop is None:
            self.frame_loop = FrameLoop(self.session, self.source)
        else:
            self.frame_loop = frame_loop
            frame_loop.show(self.session)

    def hand_over(self) -> None:
        """Let go of the match that is in play: somebody else goes on with it."""
        self.in_play = None

    def close(self) -> None:
        """Let go of the source, unless a match looks through it now; what was played stays in the record."""
        if self.frame_loop.session is self.session:
            self.frame_loop.close()
        if self.in_play is not None:
            self.in_play.match.leave()


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
    before = stores.setups.table_at(setup.game, spec)
    lines = before.lines if lines is None else lines
    source = open_for_match(spec, stores.cameras) if source is None else source
    try:
        check = LiveCheck(setup, settled, spec, source, before.corners, lines, on_found)
        check.look()
        return check
    except Exception:
        source.close()
        raise


def match_of(check: LiveCheck, stores: MatchStores) -> LiveMatch:
    """The match of a table that was looked for, before the same source; a film begins anew.

    Raises SourceError, ModelError, CompanionError; the table is looked for still, then.
    """
    frame_loop, source, play = check.frame_loop, check.source, check.in_play
    scene, image = check.session.scene, check.session.image
    if scene.tapping and scene.corner_fault is not None:
        raise SourceError(scene.corner_fault)
    lines = () if scene.lines is None else scene.lines.lines
    corners = tuple((float(x), float(y)) for x, y in scene.corners) if scene.tapping else ()
    if play is not None:
        known = msgspec.structs.replace(_known(play.match, source, stores), corners=corners, lines=lines)
        stores.setups.keep_table(play.match.id, check.setup.game, known)
        if frame_loop.ended:
            again_open = open_switched(check, check.spec, stores, lambda: True)
            assert isinstance(again_open, LiveMatch)
            return again_open
        reader = match_reader(check.setup, lines, corners, image)
        session = _in_play(source, reader, play, known, stores)
        again = msgspec.structs.replace(play.again, source=check.spec, corners=corners, lines=lines)
    elif frame_loop.ended:
        return open_match(check.asked, check.spec, stores, lines)
    else:
        again = SavedSetup(check.asked, check.spec, corners, lines)
        session = _session(check.setup, source, again, stores, image)
    if isinstance(source, VideoClip) and not session.knows_beginning:
        source.restart()
    check.hand_over()
    frame_loop.show(session)
    return LiveMatch(session, frame_loop, again)


def _session(
    setup: MatchSetup, source: FrameSource, again: SavedSetup, stores: MatchStores, image: Image | None = None
) -> MatchSession:
    """A match that begins, its table remembered as `again` has it, whose corners were tapped in `image`."""
    game = companion.load(setup.game, setup.players, setup.options)
    reader = None if isinstance(source, NoCamera) else match_reader(setup, again.lines, again.corners, image)
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
    kept = KeptLooks(setups.path.parent)
    table = MatchPipeline(seated, reader, pile_of(seated.game.id), match.journal, dated=dated, kept=kept)

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


def _as_begun(match: RecordedMatch, known: SavedTable) -> MatchSetup:
    """What was filled in before a recorded match."""
    game = match.journal.game
    setup = known_setup(game, known)
    names = tuple("" if name == game.seat_word(seat) else name for seat, name in enumerate(match.names))
    options = {key: value for key, value in setup.options.items() if key != SEATS}  # which the colours tell
    colours = match.colours or usual_colours(game.id, game.players)
    return msgspec.structs.replace(
        setup, names=names or ("",) * game.players, options=options, colours=tuple(colours), program=known.program,
        turn_limit=known.turn_limit,
    )  # fmt: skip

"""From a game and a source to a match in play: the eyes, the umpire, the record, and the thread that joins them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import companion
from companion.game import Game
from companion.judged import Judge
from companion.record import Record, RecordedMatch
from companion.referee import Seated
from companion.table import Colour
from seeds.sheets import Area, pages
from ui.match_session import MatchSession
from ui.refereed import Refereed
from ui.watcher import Watcher
from vision.camera import FrameSource, PictureSource, SourceError, VideoClip, open_source
from vision.table_eyes import TableEyes
from vision.table_game import eyes_for

__all__ = ["DEMOS", "LiveMatch", "MatchSetup", "open_demo", "open_match"]

RECORDINGS = Path(__file__).parent / "recordings"
DEMOS: dict[str, Path] = {game: RECORDINGS / f"{game}.mp4" for game in companion.GAMES}
"""A short match of each game."""


class MatchSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed before a match."""

    game: str = companion.GAMES[0]
    players: int = 2
    names: tuple[str, ...] = ()
    options: dict[str, object] = {}
    colours: tuple[Colour, ...] = ()
    """Of each seat's pieces; none: those in the box."""


class LiveMatch(NamedTuple):
    """A match with the eyes on it."""

    session: MatchSession
    watcher: Watcher

    def close(self) -> None:
        """Let go of the source; what was played stays in the record."""
        self.watcher.close()
        self.session.leave()


def open_demo(game_id: str) -> LiveMatch:
    """A recorded match that plays by itself; nothing of it goes into the record. Raises SourceError, ModelError."""
    film = DEMOS[game_id]
    truth: dict[str, Any] = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    game = companion.load(truth["game"], truth["players"], truth["options"])
    table = Refereed(Seated(game, tuple(truth["colours"])), _eyes(game), _pile(game))
    session = MatchSession(table, name="Recorded match", players=Judge(game, truth))
    return LiveMatch(session, Watcher(session, VideoClip(film)))


def open_match(setup: MatchSetup, spec: str, record: Record | None = None) -> LiveMatch:
    """A match before a camera (`0`, an address) or a film. It goes into `record`, by default the user's own.

    Raises SourceError, ModelError, CompanionError.
    """
    game = companion.load(setup.game, setup.players, setup.options)
    seated = Seated(game, setup.colours) if setup.colours else Seated.usual(game)
    source = open_source(spec)
    try:
        if isinstance(source, PictureSource):
            raise SourceError(f"{spec}: pictures are no game; give a film, a camera or a stream")
        kept = record or Record(clock=time.time)
        match = kept.begin(game, setup.names)
        return _live(seated, source, match)
    except Exception:
        source.close()
        raise


def _live(seated: Seated, source: FrameSource, match: RecordedMatch) -> LiveMatch:
    game = seated.game
    live = bool(getattr(source, "live", False))
    dates = _Dates()
    table = Refereed(seated, _eyes(game), _pile(game), match.journal, dated=dates if live else float)
    session = MatchSession(table, match, name=source.name, live=live, looks=dates.looks)
    return LiveMatch(session, Watcher(session, source))


class _Dates:
    """What the record keeps for a time of a camera: seconds of UTC."""

    def __init__(self) -> None:
        self._began: float | None = None

    def looks(self, seconds: float) -> None:
        """The frame of this time has just come."""
        if self._began is None:
            self._began = time.time() - seconds

    def __call__(self, seconds: float) -> float:
        return seconds + (self._began or 0.0)


def _eyes(game: Game) -> TableEyes:
    house = game.format_options().get("geometry")
    known = {page.sheet.id for page in pages(game.id)}
    return eyes_for(game.id, game.players, house if isinstance(house, str) and house in known else None)


def _pile(game: Game) -> Area | None:
    """Where cards that may be smacked lie."""
    return next((area for page in pages(game.id) for area in page.sheet.areas if area.pile), None)

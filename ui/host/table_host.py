"""The table that all browser tabs show, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.text import LanguageSource, language_source, later, using_language
from seeds import installed_games
from ui.core import BackgroundOpener, player_message
from ui.match import (
    LiveCheck,
    LiveMatch,
    MatchStores,
    match_of,
    open_again,
    open_check,
    open_demo,
    open_photograph,
    open_resumed,
    open_switched,
    open_without_camera,
    open_without_mats,
)
from ui.settings import Lines, MatchSetup
from ui.sources import NO_CAMERA, shown_source
from vision.camera import SourceError

PATIENCE = 12.0
"""Seconds that a source gets to open before it is given up; a camera that hangs must not hang the app."""

RECORDED_MATCH, MATCH = later("the recorded match"), later("the match")

Live: TypeAlias = LiveMatch | LiveCheck


class TableHost(BackgroundOpener[Live]):
    """Holds at most one table. Opening happens in the background; `opening` and `failed` say how it goes.

    What the opened table tells everybody is in the language of the app.
    """

    needs = "host"

    def __init__(self, stores: MatchStores | None = None, language: LanguageSource | None = None) -> None:
        """`stores`: by default the user's own; `language`: of the app, by default that of the context."""
        super().__init__()
        self._stores = stores or MatchStores()
        self._language = language or language_source()

    @property
    def table(self) -> Live | None:
        """The table that is open."""
        return self.live

    def begin_demo(self, game_id: str) -> None:
        """Open the recorded match of a game, which plays by itself."""
        self._open_source(RECORDED_MATCH, lambda: open_demo(game_id))

    def begin_match(self, setup: MatchSetup, spec: str, lines: Lines | None = None) -> None:
        """Look for the table of a match before a camera, a film or pictures; the match begins when it is found, and at
        once where there is no camera. `lines` part its zones, none where sheets have them; by default it goes as it
        went the last time."""
        if spec == NO_CAMERA:
            may_hang = not installed_games()[setup.game].is_own  # where others have written its rules
            self._open_source(MATCH, lambda: open_without_camera(setup, self._stores, lines or ()), may_hang)
            return
        self._open_source(shown_source(spec), lambda: open_check(setup, spec, self._stores, self.go_on, lines))

    def go_on(self, check: LiveCheck) -> None:
        """Begin the match of the table that is looked for, found or not."""
        with self.change():  # a tap and the check itself may both say so
            if self.table is check and self.opening is None:
                self._open_source(MATCH, lambda: match_of(check, self._stores), may_hang=False)

    def begin_again(self, table: LiveMatch, moved: bool = False) -> None:
        """One more match like the one on this table, everybody one seat on where `moved`; a recorded one from its
        beginning. Until the next is there the table stays, with how the match ended."""
        what = RECORDED_MATCH if table.again is None else shown_source(table.again.source)
        with self.change():
            if self.table is table and self.opening is None:
                self._open_source(what, lambda: open_again(table, moved, self._stores, self.go_on))

    def begin_resumed(self, match_id: str, spec: str) -> None:
        """Go on with a recorded match, exactly where it was, before a camera or a film."""
        self._open_source(spec, lambda: open_resumed(match_id, spec, self._stores))

    def change_source(self, table: Live, spec: str, look: bool = True) -> None:
        """Go on with the match on this table before another camera, or before none. `look`: whether its table is looked
        for first."""

        def wanted() -> bool:
            return self.table is table and self.opening is not None

        on_found = self.go_on if look else None
        with self.change():
            if self.table is table and self.opening is None:
                self._open_source(
                    shown_source(spec), lambda: open_switched(table, spec, self._stores, wanted, on_found)
                )

    def plays(self, match_id: str) -> bool:
        """Whether this recorded match is on the table."""
        play = None if self.table is None else self.table.in_play
        return play is not None and play.match.id == match_id

    def open_now(self, spec: str) -> None:
        """Open a match without printed mats before anybody looks. Raises vision.camera.SourceError, whatever the
        reason, in one line."""
        try:
            table = open_without_mats(spec, self._stores)
        except Exception as fault:
            reason = player_message(fault)
            if reason is None:
                raise
            raise SourceError(reason) from None
        with self.change():
            self.live = table

    def begin_photograph(self, data: bytes, name: str) -> None:
        """Open a match without printed mats before an uploaded photograph."""
        self._open_source(name, lambda: open_photograph(data, name, self._stores))

    def leave(self) -> None:
        """Clear the table; what it looked through is closed in its own time."""
        self.clear()

    def _open_source(self, what: str, make: Callable[[], Live], may_hang: bool = True) -> None:
        """`may_hang`: whether a device is waited for, or code that is not ours, so that it is given up after PATIENCE
        seconds."""
        with using_language(self._language):
            self.begin(what, make, keep=True, patience=PATIENCE if may_hang else None)

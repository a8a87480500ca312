"""Saves the set-ups of the last matches, one a game, in the user's folder for settings so that the next match needs one
tap. What cannot be kept or read back is said, and never in the way of a match."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

import companion
from companion.rules import CompanionError
from companion.table import Zones
from companion.text import later, say
from ui.settings.json_store import JsonStore
from ui.settings.match_setup import MatchSetup, Strength, TurnLimit, faults, usual_colours

FORMAT, VERSION = "tabletop-companion set-ups", 1
UNREAD = later("{name} could not be read ({why}) and is set aside as {aside}: the last set-ups have to be chosen anew")
UNMOVED = later("{name} cannot be read ({why}): the last set-ups have to be chosen anew, and the new ones are not kept")
UNWRITTEN = later("what was set up is not remembered; free space there, or allow writing")
OUTDATED = later("the last set-up of {game} does not fit this version ({why}) and is forgotten")


Corners: TypeAlias = tuple[tuple[float, float], ...]
"""Four corners of a board, as shares of the picture's width and height, or none."""
Lines: TypeAlias = tuple[float, ...]
"""Where zones part on the picture, as shares of its width; none: the printed sheets have the zones."""
MOST_TABLES = 60
"""Matches of whose tables something is remembered, the newest."""


class SavedSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game was set up the last time."""

    setup: MatchSetup
    source: str = ""
    """Camera number, address or film, or that there is none (ui.sources.NO_CAMERA); empty: none was chosen."""
    corners: Corners = ()
    """Of a board that was tapped before this source; none: it was found by itself."""
    lines: Lines = ()
    """Between zones, before this source."""


class SavedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record does not hold of a match that may go on: it is of this computer's dice and camera."""

    dice: str = ""
    """The set of faces that its dice show; empty: pips."""
    corners: Corners = ()
    """As in SavedSetup."""
    lines: Lines = ()
    """As in SavedSetup."""
    secret: str = ""
    """What decides which cards are flipped where no camera sees any."""
    program: tuple[Strength, ...] = ()
    """As in MatchSetup."""
    turn_limit: TurnLimit = 0
    """As in MatchSetup."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    last: str | None = None
    """The game that was played last."""
    games: dict[str, SavedSetup] = {}
    tables: dict[str, SavedTable] = {}
    """By the match's id in the record, the newest last."""
    visited: tuple[str, ...] = ()
    """The games of which it was said what they need."""


class SavedSetups(JsonStore[_File]):
    """How each game was set up the last time. Any thread may call."""

    name, kind, most_bytes = "set-ups.json", _File, 2**20
    unread, unmoved, unwritten = UNREAD, UNMOVED, UNWRITTEN

    @property
    def last(self) -> SavedSetup | None:
        """The set-up of the match before."""
        file = self._read()
        return None if file.last is None else file.games.get(file.last)

    def of(self, game: str) -> SavedSetup | None:
        """The set-up of the last match of a game."""
        return self._read().games.get(game)

    def table_at(self, game: str, source: str) -> SavedTable:
        """What is known of the game's table before this source: corners that were tapped, lines that were drawn."""
        kept = self.of(game)
        return SavedTable("", kept.corners, kept.lines) if kept is not None and kept.source == source else SavedTable()

    def table_of(self, match_id: str) -> SavedTable:
        """What is known of the table of a recorded match."""
        return self._read().tables.get(match_id, SavedTable())

    def was_visited(self, game: str) -> bool:
        """Whether players have read what a game needs, or have played it."""
        file = self._read()
        return game in file.visited or game in file.games

    def visit(self, game: str) -> None:
        """Remember that players have read what a game needs."""
        with self.change():
            file = self._read()
            if game not in file.visited:
                self._write(msgspec.structs.replace(file, visited=(*file.visited, game)))

    def keep(self, kept: SavedSetup) -> None:
        """Remember a set-up as the last one."""
        with self.change():
            file = self._read()
            games = file.games | {kept.setup.game: kept}
            self._write(msgspec.structs.replace(file, last=kept.setup.game, games=games))

    def keep_table(self, match_id: str, game: str, table: SavedTable) -> None:
        """Remember the table of a match that has begun, its corners, lines and limit of turns for the next match
        of the game as well."""
        with self.change():
            file = self._read()
            games, kept = file.games, file.games.get(game)
            if kept is not None:
                setup = msgspec.structs.replace(kept.setup, turn_limit=table.turn_limit)
                changed = msgspec.structs.replace(kept, setup=setup, corners=table.corners, lines=table.lines)
                games = games | {game: changed}
            tables = {key: one for key, one in file.tables.items() if key != match_id}
            if table != SavedTable():
                tables[match_id] = table
            newest = dict(list(tables.items())[-MOST_TABLES:])
            if (games, newest) != (file.games, file.tables):
                self._write(msgspec.structs.replace(file, games=games, tables=newest))

    def _checked(self, file: _File) -> _File:
        """Without the set-ups that no game can have any more."""
        games = {}
        for game, kept in file.games.items():
            try:
                found = faults(kept.setup) if game in companion.GAMES else {}
                if found.pop("dice", None) is not None:  # a set of faces that was removed: pips serve
                    kept = msgspec.structs.replace(kept, setup=msgspec.structs.replace(kept.setup, dice=""))
                wrong = next(iter(found.values()), None) if game == kept.setup.game else say("another game")
                if game not in companion.GAMES:
                    wrong = say("there is no such game")
            except (CompanionError, IndexError, ValueError) as fault:
                wrong = str(fault)
            if wrong is None:
                setup, corners, lines = kept.setup, _valid_corners(kept.corners), _valid_lines(kept.lines)
                colours = setup.colours or usual_colours(setup.game, setup.players)
                setup = msgspec.structs.replace(setup, colours=colours)
                games[game] = msgspec.structs.replace(kept, setup=setup, corners=corners, lines=lines)
            else:
                self.trouble = say(OUTDATED, game=game, why=wrong)
        tables = {
            key: msgspec.structs.replace(one, corners=_valid_corners(one.corners), lines=_valid_lines(one.lines))
            for key, one in file.tables.items()
        }
        return msgspec.structs.replace(file, games=games, tables=tables)


def _valid_corners(corners: Corners) -> Corners:
    """Four corners in the picture, or none."""
    return corners if len(corners) == 4 and all(0 <= share <= 1 for corner in corners for share in corner) else ()


def _valid_lines(lines: Lines) -> Lines:
    """Lines that part zones, or none."""
    try:
        return Zones(lines=lines).lines
    except ValueError:
        return ()

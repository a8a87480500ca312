"""What a list of games says of each: the first lines of its `game.toml`, read without the rest.

The keys of a TOML file that belong to no table come before its first one, so that a list of fifty games is there in a
moment, and what is wrong further down in one of them keeps nobody from the others.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from seeds.installed import InstalledGame, installed_games, remembered
from seeds.languages import is_translated
from seeds.seed import SeedError, read_file, without_breaks

API = 1
"""The edition of what games are written with (companion/authoring). A file that asks for another one is refused."""

_FIRST_TABLE = re.compile(rb"^\[", re.MULTILINE)


class Header(msgspec.Struct, frozen=True):
    """What a list says of a game."""

    game: str
    title: str
    players: tuple[int, int]
    """Least and most."""
    about: str
    needs: str
    minutes: tuple[int, int]
    """From and to."""
    api: int = API

    def __post_init__(self) -> None:
        if self.api != API:
            raise ValueError(f"the file asks for api {self.api}, and this program has {API}")


class _Texts(msgspec.Struct):
    about: str = ""
    needs: str = ""


@remembered
def header_of(game_id: str, language: str = "en") -> Header:
    """What a list says of a game, in a language where it is translated. Raises SeedError."""
    game = installed_games().get(game_id)
    if game is None:
        raise SeedError(f"{game_id}: no such game is installed")
    tables = _first_lines(game_id)
    elder = tables.get("extends")
    if isinstance(elder, str) and elder != game_id:
        tables = _first_lines(elder) | tables
    header: Header = _converted(tables, game, Header)
    if header.game != game_id:
        raise SeedError(f"{game.shown()}: game is {header.game!r}, and it is installed as {game_id!r} - at `$.game`")
    if language == "en" or not is_translated(game_id, language):
        return header
    texts: _Texts = _converted(_first_lines(game_id, language), game, _Texts)
    return msgspec.structs.replace(header, about=texts.about or header.about, needs=texts.needs or header.needs)


def _first_lines(game_id: str, language: str = "") -> dict[str, Any]:
    """The keys of a file that belong to no table."""
    name, data = read_file(game_id, language)
    table = _FIRST_TABLE.search(data)
    try:
        first: dict[str, Any] = msgspec.toml.decode(data if table is None else data[: table.start()])
    except (msgspec.MsgspecError, UnicodeDecodeError):  # such as a text of several lines, of which one begins with [
        try:
            first = msgspec.toml.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise SeedError(f"{name}: {without_breaks(fault)}") from None
    return first


def _converted(tables: dict[str, Any], game: InstalledGame, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(tables, kind)
    except msgspec.MsgspecError as fault:
        raise SeedError(f"{game.shown()}: {without_breaks(fault)}") from None

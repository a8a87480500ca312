"""Finds the games that are installed: packages with a `game.toml`, announced by the entry point group
`tabletop_companion.games`.

A distribution announces `doubles-wild = "companion.games.doubles_wild"`: the id of a game, and the package that is its
folder. Our own games come by this door, too. Besides, each folder named in the environment variable COMPANION_GAMES is
a game that is not installed, such as one that is being written. Nothing of a package is imported to find it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")

GROUP = "tabletop_companion.games"
MANIFEST = "game.toml"
PICTURE, FILM = "picture.jpg", "demo.mp4"
"""What a game may bring besides."""
FOLDERS = "COMPANION_GAMES"
"""The environment variable that names folders of games, one after the other as in PATH."""
OWN = "companion.games."
"""What the packages of our own games begin with."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
_remembered: list[Callable[[], None]] = []


class InstalledGame(NamedTuple):
    """One game, by its folder."""

    id: str
    package: str
    """The package to import, such as `companion.games.doubles_wild`."""
    folder: Path
    source: EntryPoint | None = None
    """What announces it; None: it was found in its folder."""

    @property
    def origin(self) -> str:
        """The distribution that brings it, with its version; or the folder itself. Read only when it is asked for:
        that takes longer than all else that finds a game."""
        return str(self.folder) if self.source is None else _origin_of(self.source)

    @property
    def is_own(self) -> bool:
        """Whether it comes with this program."""
        return self.package.startswith(OWN)

    def shown(self, name: str = MANIFEST) -> str:
        """A file of its folder, as error lines call it."""
        return "/".join((*self.package.split("."), name))


class InstallationFault(NamedTuple):
    """A game that is announced and cannot be found."""

    id: str
    origin: str
    fault: str


class _Found(NamedTuple):
    games: Mapping[str, InstalledGame]
    faults: tuple[InstallationFault, ...]


def installed_games() -> Mapping[str, InstalledGame]:
    """Every game that was found, by its id, sorted."""
    return _found().games


def installation_faults() -> tuple[InstallationFault, ...]:
    """Games that are announced and cannot be found."""
    return _found().faults


def is_game_id(text: str) -> bool:
    """Whether a text can be the id of a game: small letters and digits, with hyphens between words."""
    return len(text) <= _LONGEST and _ID.fullmatch(text) is not None


def remembered(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """`functools.cache` for what is read of games: empty once they are looked for anew."""
    kept = cache(function)
    _remembered.append(kept.cache_clear)
    return kept


def picture_of(game_id: str) -> Path | None:
    """The picture of a game for lists of games; None where it brings none."""
    return _file_of(game_id, PICTURE)


def demo_film(game_id: str) -> Path | None:
    """The film of a short match of a game, with its truth beside it as `demo.json`; None where it brings none."""
    film = _file_of(game_id, FILM)
    return film if film is not None and film.with_suffix(".json").is_file() else None


def _file_of(game_id: str, name: str) -> Path | None:
    game = installed_games().get(game_id)
    path = None if game is None else game.folder / name
    return path if path is not None and path.is_file() else None


def forget_installed() -> None:
    """Has the games looked for and their files read anew when they are next asked for."""
    for forget in _remembered:
        forget()


@remembered
def _found() -> _Found:
    games: dict[str, InstalledGame] = {}
    faults: list[InstallationFault] = []
    for one in (*_announced(), *_in_folders()):
        known = games.get(one.id)
        if isinstance(one, InstallationFault):
            faults.append(one)
        elif known is None:
            games[one.id] = one
        elif known.folder != one.folder:
            faults.append(InstallationFault(one.id, one.origin, f"{known.origin} has a game of this id already"))
    return _Found(MappingProxyType(dict(sorted(games.items()))), tuple(faults))


def _announced() -> Iterator[InstalledGame | InstallationFault]:
    """The games of all distributions, our own first."""
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (not one.value.startswith(OWN), one.name)):
        yield _of_entry(entry)


def _of_entry(entry: EntryPoint) -> InstalledGame | InstallationFault:
    if not all(map(str.isidentifier, entry.value.split("."))):
        return InstallationFault(entry.name, _origin_of(entry), f"{entry.value!r} is no package")
    return _of_package(entry.name, entry.value, _package_folder(entry.value), entry)


def _origin_of(entry: EntryPoint) -> str:
    return "an unnamed package" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def _package_folder(package: str) -> Path | None:
    """The folder of a package that is not imported for that; None where there is none."""
    top, *rest = package.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    places = () if spec is None else spec.submodule_search_locations or ()
    return next((path for place in places if (path := Path(place, *rest)).is_dir()), None)


def _in_folders() -> Iterator[InstalledGame | InstallationFault]:
    for named in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        try:
            folder = package_in(Path(named))
        except (OSError, ValueError) as fault:
            yield InstallationFault(Path(named).name, named, f"this folder cannot be read ({fault})")
            continue
        if folder is None:
            yield InstallationFault(Path(named).name, named, f"there is no {MANIFEST} in this folder")
            continue
        if str(folder.parent) not in sys.path:
            sys.path.append(str(folder.parent))
        yield _of_package(folder.name.replace("_", "-"), folder.name, folder, None)


def package_in(folder: Path) -> Path | None:
    """The package of a game in a folder: the folder itself, or the one below it that has a `game.toml`."""
    folder = folder.resolve()
    if (folder / MANIFEST).is_file():
        return folder
    below = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}")) if folder.is_dir() else []
    return below[0] if below else None


def _of_package(
    game: str, package: str, folder: Path | None, source: EntryPoint | None
) -> InstalledGame | InstallationFault:
    fault = _fault_of(game, package, folder)
    if folder is not None and not fault:
        return InstalledGame(game, package, folder, source)
    return InstallationFault(game, str(folder) if source is None else _origin_of(source), fault)


def _fault_of(game: str, package: str, folder: Path | None) -> str:
    """What keeps a package from being a game; empty: nothing."""
    if not is_game_id(game):
        return "an id is small letters and digits, with hyphens between words"
    if folder is None:
        return f"there is no package {package}"
    try:
        has_manifest = (folder / MANIFEST).is_file()
    except OSError as fault:
        return f"the package {package} cannot be read ({fault.strerror})"
    return "" if has_manifest else f"the package {package} has no {MANIFEST}"

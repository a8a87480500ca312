"""Reads the description of a game, the `game.toml` in its folder, strictly.

A seed holds components, units, zones, options and every clause in our own words, so that a ruling can quote it.
Unknown keys, wrong types and impossible values are refused in one line that names the file and the place in it.

A later edition of a sheet says `extends = "its-elder"` and restates only what differs. Whatever else the elder says
carries over under the same number: tables that have an id (clauses, options, sides, zones) are matched by it and other
tables by their keys, entry by entry, and the elder's clause prefix becomes the own one wherever it stands. What the
elder has and this one has not is named under `without`.

Other languages have their texts in files of their own beside it (`texts/de.toml`, seeds/languages.py).
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeVar

import msgspec

from seeds.installed import MANIFEST, InstalledGame, installed_games, remembered

OptionValue = bool | int | str | tuple[int, ...]
"""What an option can be set to; lists are sets of whole numbers, kept sorted."""

Colour = Literal["white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "brown"]
"""What a piece in the box can be coloured; the same words as `companion.table.view.Colour`, which seeds must not
import."""

_CLAUSE_ID = re.compile(r"[A-Z]{2,3}-\d+(\.\d+)?")


class SeedError(Exception):
    """A seed file that cannot be used; one line with the file's name and the place."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one face of a die stands for."""

    rank: int
    one: str
    many: str
    a: str = ""
    """One of them with its article, as who does something; for languages in which that takes more than "a" or "an"."""
    accusative: str = ""
    """The same as what something is done to."""

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= 6:
            raise ValueError(f"rank {self.rank} is on no die (1 to 6)")


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One faction with the colour of its dice and its six units."""

    id: str
    name: str
    plural: bool
    """Whether the name takes a verb in the plural."""
    colour: Colour
    units: tuple[Unit, ...]

    def __post_init__(self) -> None:
        if [unit.rank for unit in self.units] != [1, 2, 3, 4, 5, 6]:
            raise ValueError(f"the units of {self.name} must be of rank 1 to 6, in order and each once")

    def unit(self, rank: int) -> Unit:
        return self.units[rank - 1]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One area of the table."""

    id: str
    name: str
    text: str
    place: str = ""
    """What a sentence calls it ("sent to the Cup"), where the name alone would not do."""
    within: str = ""
    """What a sentence calls it beside other words ("three cup dice"), where that is not the name in small letters."""


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value of an option, and what it means."""

    value: OptionValue
    text: str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One house rule: a list of choices, or a whole number from `least` to `most`."""

    id: str
    clauses: tuple[str, ...]
    """The clauses that the option bears on."""
    text: str
    """One line; `{value}` stands for the value in force where it is a whole number."""
    default: OptionValue
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    custom: str = ""
    """What may stand instead of a choice, for error lines (such as "a list of cards"); the game's module reads it."""
    least_players: int = 2
    """With fewer players the option's case does not arise: it may be set, and nothing comes of it."""
    series: bool = False
    """True for an option that bears on a series of games and changes nothing within one of them."""

    def __post_init__(self) -> None:
        if bool(self.choices) == (self.least is not None and self.most is not None):
            raise ValueError(f"option {self.id} needs either choices, or least and most")
        if self.accept(self.default) != self.default:
            raise ValueError(f"the default of option {self.id} is not among the values it allows")

    def accept(self, value: object) -> OptionValue | None:
        """`value` in its normal form, or None where it is not allowed; true is no number and 1.0 no whole one."""
        if isinstance(value, list | tuple | set | frozenset) and all(type(item) is int for item in value):
            value = tuple(sorted(value))
        if not self.choices:
            assert self.least is not None and self.most is not None
            return value if type(value) is int and self.least <= value <= self.most else None
        for choice in self.choices:
            if type(choice.value) is type(value) and choice.value == value:
                return choice.value
        return None

    @property
    def allowed(self) -> str:
        """The values it takes, for an error line."""
        if not self.choices:
            return f"a whole number from {self.least} to {self.most}"
        choices = "one of: " + ", ".join(_plain(choice.value) for choice in self.choices)
        return f"{choices}, or {self.custom}" if self.custom else choices

    def explain(self, value: OptionValue) -> str:
        """What the option means at `value`, in one sentence."""
        for choice in self.choices:
            if type(choice.value) is type(value) and choice.value == value:
                return choice.text
        return self.text.replace("{value}", _plain(value))


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of the rules, with the sentences for the ways to break it."""

    id: str
    title: str
    text: str
    setup: bool = False
    """True for what describes pieces or is done before play: no ruling rests on it."""
    faults: dict[str, str] = {}

    def __post_init__(self) -> None:
        if not _CLAUSE_ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} is no clause id (such as AVA-3.2)")
        if not self.text.strip() or "\n" in self.text:
            raise ValueError(f"the text of {self.id} must be one line")


class Seed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every game's file holds; a game with more to say extends it."""

    game: str
    title: str
    prefix: str = ""
    """What the clause ids begin with, for a seed that others extend or that extends one."""
    players: tuple[int, int]
    """Least and most players that are supported."""
    about: str
    """What the game is, in a sentence for whoever chooses one."""
    needs: str
    """What has to lie on the table."""
    minutes: tuple[int, int]
    """How long a match of the fewest players usually lasts, from and to."""
    options: tuple[Option, ...] = ()
    clauses: tuple[Clause, ...]
    sheets: tuple[Any, ...] = ()
    """What is printed for the game; read by seeds.sheets."""
    cards: Any = None
    """How its printed cards are told apart; read by seeds.cards."""
    symbol_dice: tuple[Any, ...] = ()
    """Its dice that have faces of their own; read by seeds.pieces."""
    summary: Any = None
    """Its rules on one printed page, where that is more than its clauses; read by companion.kit.rules_page."""

    def __post_init__(self) -> None:
        least, most = self.players
        if not 1 <= least <= most:
            raise ValueError(f"players must be the least and the most, not {list(self.players)}")
        if not 1 <= self.minutes[0] <= self.minutes[1]:
            raise ValueError(f"minutes must be from and to, not {list(self.minutes)}")
        clauses = [clause.id for clause in self.clauses]
        for what, ids in (("option", [option.id for option in self.options]), ("clause", clauses)):
            for twice in (one for i, one in enumerate(ids) if one in ids[:i]):
                raise ValueError(f"{what} {twice} stands twice")
        for option in self.options:
            missing = [clause for clause in option.clauses if clause not in clauses]
            if missing and not option.series and option.least_players <= most:
                raise ValueError(f"option {option.id} bears on {missing[0]}, which is not in the file")

    def clause(self, clause_id: str) -> Clause:
        """The clause of this id. Raises KeyError."""
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise KeyError(clause_id)


S = TypeVar("S", bound=Seed)


class _Extension(msgspec.Struct):
    """How a seed hangs on another."""

    extends: str
    prefix: str
    without: tuple[str, ...] = ()
    """Ids of clauses (with the own prefix) and options, and keys, that the elder has and this one has not."""


def game_ids() -> tuple[str, ...]:
    """The ids of all games that are installed, sorted."""
    return tuple(installed_games())


class _Elder(msgspec.Struct):
    extends: str = ""


def module_of(game_id: str, name: str) -> str | None:
    """The module of this name in a game's folder, such as `companion.games.doubles_wild.rules`, or in that of the game
    which it extends; None where neither has one. Nothing is imported. Raises SeedError."""
    game = _installed(game_id)
    if (game.folder / f"{name}.py").is_file() or (game.folder / name / "__init__.py").is_file():
        return f"{game.package}.{name}"
    elder = _convert(_said_in(game_id), game.shown(), _Elder).extends
    return module_of(elder, name) if elder and elder != game_id else None


@remembered
def read(game_id: str, kind: type[S]) -> S:
    """The seed of a game. Raises SeedError."""
    name, data = read_file(game_id)
    seed = parse(data, name, kind)
    if seed.game != game_id:
        raise SeedError(f"{name}: game is {seed.game!r}, and it is installed as {game_id!r} - at `$.game`")
    return seed


class _Players(msgspec.Struct):
    players: tuple[int, int]


def read_players(game_id: str) -> tuple[int, int]:
    """The fewest and the most that play a game. Raises SeedError."""
    return table_of(game_id, _Players).players


T = TypeVar("T")


def table_of(game_id: str, kind: type[T]) -> T:
    """What `kind` names of the seed of a game, and nothing else of it. Raises SeedError."""
    name, data = read_file(game_id)
    return parse(data, name, kind)


def parse(data: bytes, name: str, kind: type[T]) -> T:
    """A seed from the bytes of its file; `name` is the file's, for error lines. Raises SeedError."""
    tables = _tables(data, name)
    if "extends" in tables:
        return _convert(_extended(tables, name), f"{name} (with what it extends)", kind)
    return _convert(tables, name, kind)


def tables_of(game_id: str, language: str = "") -> dict[str, Any]:
    """What the seed of a game says, with what it extends; `language`: its texts in one, with `extends`, `prefix` and
    `without` as the seed itself has them. Raises SeedError."""
    name, data = read_file(game_id, language)
    tables = _tables(data, name)
    if language:
        own = _said_in(game_id)
        tables |= {key: own[key] for key in ("extends", "prefix", "without") if key in own}
    return _extended(tables, name, language) if "extends" in tables else tables


def _said_in(game_id: str) -> dict[str, Any]:
    """The tables of the file of a game, and nothing of what it extends."""
    name, data = read_file(game_id)
    return _tables(data, name)


def _tables(data: bytes, name: str) -> dict[str, Any]:
    try:
        tables: dict[str, Any] = msgspec.toml.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise SeedError(f"{name}: {without_breaks(fault)}") from None
    return tables


def _convert(tables: dict[str, Any], name: str, kind: type[T]) -> T:
    try:
        return msgspec.convert(tables, kind)
    except msgspec.MsgspecError as fault:
        raise SeedError(f"{name}: {without_breaks(fault)}") from None


def without_breaks(fault: Exception) -> str:
    """What a fault says, in one line."""
    return " ".join(str(fault).split())


def _extended(tables: dict[str, Any], name: str, language: str = "") -> dict[str, Any]:
    """The tables of a file over those of the one it extends, in the same language."""
    own = _convert(tables, name, _Extension)
    elder_name, data = read_file(own.extends, language)
    elder = _tables(data, elder_name)
    prefix = _said_in(own.extends).get("prefix")
    if "extends" in elder or not isinstance(prefix, str):
        raise SeedError(f"{name}: {own.extends} has no clause prefix of its own - at `$.extends`")
    carried = _carried(elder, f"{prefix}-", f"{own.prefix}-")
    for absent in own.without:
        if not _dropped(carried, absent):
            raise SeedError(f"{name}: {own.extends} has no {absent!r} - at `$.without`")
    restated = {key: value for key, value in tables.items() if key not in ("extends", "without")}
    for key, entries in restated.items():
        if _by_id(carried.get(key)) and (fault := _lost_entry(entries)):
            raise SeedError(f"{name}: {fault} - at `$.{key}`")
    whole: dict[str, Any] = _over(carried, restated)
    if _by_id(whole.get("clauses")):
        whole["clauses"] = sorted(whole["clauses"], key=lambda clause: _numbers(clause["id"]))
    return whole


def _by_id(value: Any) -> bool:
    """Whether a value is a list of tables that are matched by their ids."""
    return isinstance(value, list) and bool(value) and all(map(_id_of, value))


def _lost_entry(entries: Any) -> str:
    """What keeps restated entries from being matched by their ids; empty when nothing does."""
    if not isinstance(entries, list) or not all(map(_id_of, entries)):
        return "every entry needs an id"
    ids = [entry["id"] for entry in entries]
    return next((f"{one} stands twice" for i, one in enumerate(ids) if one in ids[:i]), "")


def _carried(value: Any, prefix: str, own: str) -> Any:
    """What an elder seed says, with the own clause prefix in place of its own."""
    if isinstance(value, str):
        return value.replace(prefix, own)
    if isinstance(value, list):
        return [_carried(item, prefix, own) for item in value]
    return {key: _carried(item, prefix, own) for key, item in value.items()} if isinstance(value, dict) else value


def _dropped(tables: dict[str, Any], name: str) -> bool:
    """Whether there was an entry of this id, or a key of this name, to take out of the tables."""
    if name in tables:
        del tables[name]
        return True
    for entries in tables.values():
        for entry in entries if isinstance(entries, list) else ():
            if _id_of(entry) == name:
                entries.remove(entry)
                return True
    return False


def _over(carried: Any, own: Any) -> Any:
    """`own` where it says something, `carried` elsewhere."""
    if isinstance(carried, dict) and isinstance(own, dict):
        return carried | {key: _over(carried[key], value) if key in carried else value for key, value in own.items()}
    if not _by_id(carried) or not _by_id(own):
        return own
    restated = {entry["id"]: entry for entry in own}
    known = {entry["id"] for entry in carried}
    kept = [_over(entry, restated.get(entry["id"], {})) for entry in carried]
    return kept + [entry for entry in own if entry["id"] not in known]


def _id_of(entry: object) -> str | None:
    found = entry.get("id") if isinstance(entry, dict) else None
    return found if isinstance(found, str) else None


def _numbers(clause: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", clause)))


def read_file(game_id: str, language: str = "") -> tuple[str, bytes]:
    """The seed of a game, or its texts in a language: what error lines call the file, and its bytes. Raises
    SeedError."""
    game = _installed(game_id)
    name = f"texts/{language}.toml" if language else MANIFEST
    try:
        return game.shown(name), (game.folder / name).read_bytes()
    except OSError as fault:
        raise SeedError(f"{game.shown(name)}: {fault.strerror or fault}") from None


def _installed(game_id: str) -> InstalledGame:
    game = installed_games().get(game_id)
    if game is None:
        raise SeedError(f"{game_id}: no such game is installed")
    return game


def _plain(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(list(value)) if isinstance(value, tuple) else str(value)

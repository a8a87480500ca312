"""What each game is made of: one TOML file a game, read strictly.

A seed holds components, units, zones, options and every clause in our own words, so that a ruling can quote it.
Unknown keys, wrong types and impossible values are refused in one line that names the file and the place in it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Literal, TypeVar

import msgspec

__all__ = [
    "Choice",
    "Clause",
    "Option",
    "OptionValue",
    "Seed",
    "SeedError",
    "Side",
    "Unit",
    "Zone",
    "game_ids",
    "module_of",
    "parse",
    "read",
]

OptionValue = bool | int | str | tuple[int, ...]
"""What an option can be set to; lists are sets of whole numbers, kept sorted."""

Colour = Literal["white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "brown"]
"""What a piece in the box can be coloured; the same words as `companion.table.Colour`, which seeds must not import."""

_CLAUSE_ID = re.compile(r"[A-Z]{2,3}-\d+(\.\d+)?")


class SeedError(Exception):
    """A seed file that cannot be used; one line with the file's name and the place."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one face of a die stands for."""

    rank: int
    one: str
    many: str

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
    module: str
    """Name of the module in companion/games/ that plays it."""
    title: str
    players: tuple[int, int]
    """Least and most players that are supported."""
    options: tuple[Option, ...]
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        least, most = self.players
        if not 1 <= least <= most:
            raise ValueError(f"players must be the least and the most, not {list(self.players)}")
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


class _Header(msgspec.Struct):
    game: str
    module: str


@lru_cache(maxsize=1)
def game_ids() -> tuple[str, ...]:
    """The ids of all games that have a seed, sorted: `a_b.toml` is game a-b."""
    names = (entry.name for entry in resources.files("seeds").iterdir())
    return tuple(sorted(name.removesuffix(".toml").replace("_", "-") for name in names if name.endswith(".toml")))


@lru_cache(maxsize=32)
def module_of(game_id: str) -> str:
    """The module of companion/games/ that plays a game. Raises SeedError."""
    name, data = _file(game_id)
    return _decoded(data, name, _Header).module


@lru_cache(maxsize=32)
def read(game_id: str, kind: type[S]) -> S:
    """The seed of a game. Raises SeedError."""
    name, data = _file(game_id)
    seed = parse(data, name, kind)
    if seed.game != game_id:
        raise SeedError(f"seeds/{name}: game is {seed.game!r}, and the file's name says {game_id!r} - at `$.game`")
    return seed


def parse(data: bytes, name: str, kind: type[S]) -> S:
    """A seed from the bytes of its file; `name` is the file's, for error lines. Raises SeedError."""
    return _decoded(data, name, kind)


T = TypeVar("T")


def _decoded(data: bytes, name: str, kind: type[T]) -> T:
    try:
        return msgspec.toml.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise SeedError(f"seeds/{name}: {' '.join(str(fault).split())}") from None


def _file(game_id: str) -> tuple[str, bytes]:
    name = game_id.replace("-", "_") + ".toml"
    try:
        return name, (resources.files("seeds") / name).read_bytes()
    except OSError as fault:
        raise SeedError(f"seeds/{name}: {fault.strerror or fault}") from None


def _plain(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(list(value)) if isinstance(value, tuple) else str(value)

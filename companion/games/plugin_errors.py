"""Errors in the code of a game that others have written: each becomes one line that names the file and the line in it.

Whatever such code raises, or answers that cannot be, leaves it as BrokenSeed, which everybody who plays a game is ready
for; and the game is known as broken from then on. Our own games do without that: they are tested, and hints play them
many thousand times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from types import NoneType
from typing import Any

from companion.games.time_limit import Overdue, limited
from companion.rules import Awaited, BrokenSeed, CompanionError, Event, GameOf, Outcome, Position
from companion.text import one_line
from seeds import InstalledGame, SeedError, installed_games

MOST_ACTIONS = 20_000
"""Legal actions of one position; with more nobody could choose, and a screen would take minutes."""

_ANSWERS: dict[str, tuple[type, ...]] = {
    "start": (Position,),
    "apply": (Position,),
    "awaited": (Awaited,),
    "actions": (list, tuple),
    "outcome": (Outcome, NoneType),
    "scores": (list, tuple),
}
"""What some methods have to answer."""
_METHODS = tuple(name for name in dir(GameOf) if not name.startswith("_") and callable(getattr(GameOf, name)))

_NO_MORE = object()

_known: dict[str, str] = {}
_guarded: set[type] = set()


def fault_of(game_id: str) -> str:
    """What is wrong with the code of a game, as far as it has shown; empty: nothing."""
    return _known.get(game_id, "")


def switch_off(game_id: str, line: str) -> None:
    """Take a game for broken from now on, for what `line` says."""
    _known[game_id] = line


def forget_faults() -> None:
    """Take all games for sound again."""
    _known.clear()


def broken(game: InstalledGame, fault: BaseException | str) -> BrokenSeed:
    """The error for callers that stands for what the code of a game has raised, or answered; the game is known as
    broken from now on."""
    said = error_text(fault) if isinstance(fault, BaseException) else fault
    line = str(fault) if isinstance(fault, SeedError) else f"{_place(game, fault)}: {said}"
    switch_off(game.id, line)
    return BrokenSeed(line)


def guarded(game: InstalledGame, made: Any) -> Any:
    """The rules of a game as its code made them, of which nothing but CompanionError is raised from now on. Raises
    BrokenSeed for what is no rules."""
    lacking = next((name for name in _METHODS if not callable(getattr(made, name, None))), None)
    if lacking is not None:
        raise broken(game, f"{type(made).__name__!r} is not the rules of a game: it has no {lacking}()")
    _guard(type(made), game)
    return made


def _guard(kind: type, first: InstalledGame) -> None:
    """`first`: the first game whose rules are of this class; those that extend it have it, too."""
    if kind in _guarded:
        return
    _guarded.add(kind)
    for name in _METHODS:
        setattr(kind, name, _method(getattr(kind, name), name, first))


def _method(method: Callable[..., Any], name: str, first: InstalledGame) -> Callable[..., Any]:
    @wraps(method)
    def call(rules: Any, *args: Any, **kwargs: Any) -> Any:
        game = installed_games().get(getattr(rules, "id", ""), first)
        try:
            with limited():
                answer = method(rules, *args, **kwargs)
        except CompanionError:
            raise
        except (Exception, Overdue) as fault:
            raise broken(game, fault) from fault
        if name in _ANSWERS and (wrong := _wrong(name, answer)):
            raise broken(game, wrong)
        return _each(answer, game) if isinstance(answer, Iterator) else answer

    return call


def _each(answers: Iterator[Any], game: InstalledGame) -> Iterator[Any]:
    try:
        while True:
            with limited():
                answer = next(answers, _NO_MORE)
            if answer is _NO_MORE:
                return
            yield answer
    except CompanionError:
        raise
    except (Exception, Overdue) as fault:
        raise broken(game, fault) from fault


def _wrong(name: str, answer: Any) -> str:
    """Why this is no answer of a method; empty where it is one."""
    wanted = _ANSWERS[name]
    if type(answer) not in wanted and not isinstance(answer, wanted):
        kinds = " or ".join(dict.fromkeys("None" if kind is NoneType else kind.__name__ for kind in wanted))
        return f"{name}() gives {type(answer).__name__!r} where {kinds} is needed"
    if name != "actions":
        return ""
    if len(answer) > MOST_ACTIONS:
        return f"actions() gives {len(answer):,} actions for one position, and {MOST_ACTIONS:,} is the most"
    other = next((one for one in answer if not isinstance(one, Event)), None)
    return "" if other is None else f"actions() gives {type(other).__name__!r} among its events"


def error_text(fault: BaseException) -> str:
    """What an error says, in one line that begins with its kind."""
    said = one_line(str(fault.msg if isinstance(fault, SyntaxError) else fault))
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__


def error_place(fault: BaseException, folder: Path) -> tuple[Path, int] | None:
    """Where an error happened: the innermost file within `folder`, as from there, and the line in it."""
    places = [(Path(frame.filename), frame.lineno) for frame in extract_tb(fault.__traceback__)]
    if isinstance(fault, SyntaxError) and fault.filename:
        places.append((Path(fault.filename), fault.lineno))
    for file, line in reversed(places):
        if file.is_relative_to(folder):
            return file.relative_to(folder), line or 1
    return None


def _place(game: InstalledGame, fault: BaseException | str) -> str:
    """The file of the game in which it happened, with the line where there is one."""
    if isinstance(fault, BaseException):
        for one in (game, *installed_games().values()):  # one that it extends may have its code
            if place := error_place(fault, one.folder):
                return f"{one.shown(place[0].as_posix())}, line {place[1]}"
    return game.shown("rules.py")

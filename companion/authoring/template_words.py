"""The sentences of a game, filled into the templates of its `game.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.authoring.game_seed import GameSeed
from companion.rules import SEAT, BrokenClause, Event, GameWords, Param
from companion.text import later, listed, say, upper

FAULTS = {
    "over": later("The game is over, nothing more can be done."),
    "not_now": later("That cannot be done now."),
    "not_allowed": later("{Player} may not do that now."),
    "turn": later("{Player} has moved a piece, and it is not their turn."),
    "dice": later("{count} dice have to be rolled."),
}
"""The sentences of the faults that every game has, where its file has none of its own."""
PLAYER = "player"
"""What the parameters are called, or end in, that are seats."""


class _Terms(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def seat_fields(kind: type[Event]) -> frozenset[str]:
    """The fields of an event that are seats."""
    shapes = msgspec.inspect.type_info(kind)
    assert isinstance(shapes, msgspec.inspect.StructType)
    named = {field.name: getattr(field.type, "extra_json_schema", None) or {} for field in shapes.fields}
    return frozenset(name for name, said in named.items() if said.get("title") == SEAT)


class TemplateWords(GameWords[GameSeed, Any, Any]):
    """The sentences of one game at one table. `turn` tells whose turn it is in a position; `more` adds terms to those
    of an event's fields."""

    def __init__(
        self,
        seed: GameSeed,
        turn: Callable[[Any], int | None],
        more: Callable[[Any, Any], Mapping[str, Param]],
    ) -> None:
        super().__init__(seed)
        self._turn, self._more = turn, more

    def kind_of(self, event: Event) -> str:
        return self._seed.events[tag_of(event)].heading

    def event(self, position: Any, event: Event) -> str:
        seats = seat_fields(type(event))
        values = msgspec.structs.asdict(event).items()
        fields: dict[str, Param] = {f"{name} {PLAYER}" if name in seats else name: value for name, value in values}
        turn = self._turn(position)
        terms = self._terms({**fields, **self._more(position, event)} | ({} if turn is None else {PLAYER: turn}))
        for name in seats:
            terms[name], terms[upper(name)] = terms[f"{name} {PLAYER}"], terms[upper(f"{name} {PLAYER}")]
        return self._seed.events[tag_of(event)].line.format_map(terms)

    def broken(self, broken: BrokenClause) -> str:
        template = self._seed.clause(broken.clause).faults.get(broken.fault)
        terms = self._terms(dict(broken.params))
        if template is None:
            return say(FAULTS[broken.fault], **{"Player": "", **terms}) if broken.fault in FAULTS else broken.fault
        return template.format_map(terms)

    def ending(self, how: str, params: Mapping[str, Param]) -> str:
        """How a game ended, in one sentence."""
        return self._seed.endings[how].format_map(self._terms(dict(params)))

    def _terms(self, params: dict[str, Param]) -> _Terms:
        """A parameter whose name ends in `player` is a seat, or several: with a capital it begins a sentence."""
        terms = _Terms()
        for key, value in params.items():
            if not key.endswith(PLAYER):
                terms[key] = self.said(value)
            elif isinstance(value, int):
                terms[key], terms[upper(key)] = self.player(value), self.begins(value)
            elif isinstance(value, tuple):
                terms[key] = listed([self.player(seat) for seat in value])
                terms[upper(key)] = upper(terms[key])
        return terms

    def said(self, value: Param | None) -> str:
        """A value in a sentence."""
        if value is None or value == ():
            return say("none")
        if isinstance(value, tuple):
            return " ".join(self.said(one) for one in value)
        return self._seed.words.get(value, value.replace("-", " ")) if isinstance(value, str) else str(value)


def tag_of(event: Event) -> str:
    """What an event is called in JSON."""
    return str(event.__struct_config__.tag)

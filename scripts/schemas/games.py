"""Positions and events of the games as JSON has them: the types by which companion/games reads them.

They say what is written and read, and not which positions can be; that is for `companion rules`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from seeds import installed_games

__all__ = ["EVENTS", "AnyEvent", "AnyPosition", "AnyStep", "Count", "Position", "SetUp", "Strict"]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An object without other keys than those named."""


Count = Annotated[int, Meta(ge=0)]

_GAMES = {game.id: import_module(game.package) for game in installed_games().values() if game.is_own}
"""Each hands out the types of its JSON."""
Position: Any = Union[tuple(game.PositionData for game in _GAMES.values())]  # noqa: UP007  (made of a list)
EVENTS: dict[str, Any] = {game: module.EventData for game, module in _GAMES.items()}

AnyPosition = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "position.json"})]
AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "event.json"})]
AnyStep = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "step.json"})]


class SetUp(Strict, tag_field="do", tag="set-up"):
    """The players agreed that the game goes on from this position."""

    position: AnyPosition

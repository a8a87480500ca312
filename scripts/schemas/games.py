"""Positions and events of the games as JSON has them: the types by which companion/games reads them.

They say what is written and read, and not which positions can be; that is for `companion rules`.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import army_vs_aliens, dinosaurs_vs_army_men, doubles_wild, space_checkers

__all__ = ["EVENTS", "AnyEvent", "AnyPosition", "AnyStep", "Count", "Position", "SetUp", "Strict"]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An object without other keys than those named."""


Count = Annotated[int, Meta(ge=0)]

Position = (
    army_vs_aliens.PositionData
    | army_vs_aliens.PositionData2012
    | dinosaurs_vs_army_men.PositionData
    | doubles_wild.PositionData
    | space_checkers.PositionData
)

EVENTS: dict[str, Any] = {
    "army-vs-aliens": army_vs_aliens.EventData,
    "dinosaurs-vs-army-men": dinosaurs_vs_army_men.EventData,
    "doubles-wild": doubles_wild.EventData,
    "space-checkers": space_checkers.EventData,
}

AnyPosition = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "position.json"})]
AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "event.json"})]
AnyStep = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "step.json"})]


class SetUp(Strict, tag_field="do", tag="set-up"):
    """The players agreed that the game goes on from this position."""

    position: AnyPosition

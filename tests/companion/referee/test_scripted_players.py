"""The players of a recorded match, where nothing that is offered is true: they set the game up as the table lies."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import companion
from companion.referee.scripted_players import ScriptedPlayers

GAME = companion.load("space-checkers", 2)


def players(illegal: list[dict[str, Any]]) -> ScriptedPlayers:
    """Of a match in which one roll lies from second 4 on."""
    start = GAME.start()
    roll = GAME.format_event(GAME.chances(start)[0][0])
    events = [{"event": roll, "from": 4.0}]
    return ScriptedPlayers(
        GAME, {"start": GAME.format_position(start), "events": events, "illegal": illegal, "seconds": 9.0}
    )


def set_up_at(time: float, illegal: list[dict[str, Any]] | None = None) -> Any:
    """The position that they set up before a view of this time; None: none."""
    made: list[Any] = []
    tracker: Any = SimpleNamespace(view=SimpleNamespace(time=time), set_up=lambda position: made.append(position) or [])
    assert players(illegal or [])._by_hand(tracker) == []
    return made[0] if made else None


@pytest.mark.parametrize(("time", "count"), [(3.9, 0), (4.0, 1), (4.1, 1)])
def test_what_lies_in_the_view_itself_has_happened(time: float, count: int) -> None:
    start = GAME.start()
    true = [start, GAME.apply(start, GAME.chances(start)[0][0])]
    assert set_up_at(time) == true[count]


@pytest.mark.parametrize(("time", "waits"), [(4.9, False), (5.0, True), (6.0, True), (6.1, False)])
def test_they_wait_while_the_table_lies_against_the_rules(time: float, waits: bool) -> None:
    assert (set_up_at(time, [{"from": 5.0, "until": 6.0}]) is None) == waits

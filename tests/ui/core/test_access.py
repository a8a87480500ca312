"""What each role may do, refused where the state changes and not only on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from seeds.sheets import board_of
from ui.core.access import NotAllowed, Role, acting, may
from ui.host.table_host import TableHost
from ui.live.match_pipeline import MatchPipeline
from ui.match.corrections import CorrectionChoices
from ui.match.session import MatchSession
from ui.settings.match_setup import usual_setup
from vision.table.table_factory import table_reader_for


class Device:
    id = "one"

    def __init__(self, role: Role | None) -> None:
        self.role = role


def match() -> MatchSession:
    game = companion.load("space-checkers")
    eyes = table_reader_for(game.id, game.players, board_of(game.id, game.format_options()))
    return MatchSession(MatchPipeline(SeatedGame.usual(game), eyes))


TOLD = CorrectionChoices(number=1, newest=True, text="", before=None, event=None, likely=(), others=())
HOSTS: list[Callable[[], Any]] = [
    lambda: TableHost().begin_demo("space-checkers"),
    lambda: TableHost().begin_match(usual_setup("space-checkers"), "0"),
    lambda: TableHost().begin_photograph(b"", "a.jpg"),
    lambda: TableHost().leave(),
    lambda: TableHost().fail("x"),
]
PLAYERS: list[Callable[[], Any]] = [
    lambda: match().undo(),
    lambda: match().enter_text("roll 1 2"),
    lambda: match().correct(TOLD, None),
    lambda: match().play_by_itself(False),
    lambda: match().roll([1, 2, 3]),
    lambda: match().draw_lot(),
    lambda: match().set_line(0, 0.3),
    lambda: match().show_remark("a line"),
]


@pytest.mark.parametrize("act", HOSTS)
@pytest.mark.parametrize("role", ["player", "viewer", "camera", None])
def test_what_is_the_host_s_no_device_may(role: Role | None, act: Callable[[], Any]) -> None:
    with acting(Device(role)), pytest.raises(NotAllowed, match="right to host"):
        act()


@pytest.mark.parametrize("act", PLAYERS)
@pytest.mark.parametrize("role", ["viewer", "camera", None])
def test_who_looks_on_changes_nothing(role: Role | None, act: Callable[[], Any]) -> None:
    with acting(Device(role)), pytest.raises(NotAllowed, match="right to play"):
        act()


@pytest.mark.parametrize("act", PLAYERS)
def test_players_and_the_host_play(act: Callable[[], Any]) -> None:
    with acting(Device("player")):
        act()
    act()


def test_a_refused_act_leaves_everything_as_it_was() -> None:
    host = TableHost()
    heard: list[int] = []
    host.subscribe(lambda: heard.append(1))
    with acting(Device("player")), pytest.raises(NotAllowed):
        host.begin_demo("space-checkers")
    assert (host.opening, host.failed, host.version, heard) == (None, None, 0, [])


def test_a_removed_device_has_lost_its_rights_at_once() -> None:
    device = Device("player")
    assert may("play", device) and not may("host", device)
    device.role = None
    assert not may("play", device)


def test_the_eyes_go_on_whoever_looks() -> None:
    """Frames come from a thread of the program, which is nobody's device."""
    session = match()
    session.stalled("no picture")
    assert session.scene.trouble == "no picture"

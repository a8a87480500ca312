"""A match whose game fails in the middle of it, as the code of others may."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import BrokenSeed
from tests.support.app.posed import posed


def fail(*_: Any) -> Any:
    raise BrokenSeed("other/rules.py, line 7: KeyError: 3")


def test_what_fails_is_told_and_can_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    session = posed("space-checkers", None, camera=False)
    session.enter_text("roll 2 blue")
    session.work()
    (move, *_) = session.scene.moves
    with monkeypatch.context() as broken:
        broken.setattr(type(session.game), "outcome", fail)
        session.enter_event(move.event)
        session.work()
        session.work()
        scene = session.scene
        assert scene.trouble is not None and "other/rules.py, line 7: KeyError: 3" in scene.trouble
        assert (scene.moves, scene.dice, len(scene.lines)) == ((), (), len(session.copied_journal().history()))
    session.undo()
    session.work()
    assert session.scene.trouble is None and session.scene.moves


def test_a_match_that_fails_at_its_beginning_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    game = posed("space-checkers", None, camera=False).game
    monkeypatch.setattr(type(game), "outcome", fail)
    with pytest.raises(BrokenSeed, match="line 7"):
        posed("space-checkers", None, camera=False)

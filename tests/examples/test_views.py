"""Rendered tables of the example games, seen by our own eyes: dice, pawns and checkers are read as they lie, and a roll
is refereed. The pictures are those of written matches (models.train.matches) at a rest."""

from __future__ import annotations

import json
from typing import Any

import cv2
import pytest

import companion
from companion.referee.matching import SeatedGame
from companion.referee.tracker import MatchTracker
from companion.table.view import TableView
from tests.support.games.examples import example_games  # noqa: F401
from tests.support.paths import ROOT
from tests.support.referee.sightings import view
from vision.table import table_reader_for

VIEWS = ROOT / "tests" / "data" / "example_views"
GAMES = ("backgammon", "farkle", "liars-dice", "ludo", "yahtzee")


def seen(game: str) -> tuple[dict[str, Any], TableView]:
    """What lies there, and what the eyes read."""
    truth: dict[str, Any] = json.loads((VIEWS / f"{game}.json").read_text("utf-8"))
    image = cv2.imread(str(VIEWS / f"{game}.jpg"))
    assert image is not None
    return truth, table_reader_for(game, truth["players"]).read(image)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_dice_and_pieces_are_read_as_they_lie(game: str) -> None:
    truth, read = seen(game)
    assert sorted(die.value or 0 for die in read.dice) == truth["dice"]
    lying = {(grid, row, col): colour for grid, row, col, colour in truth["pieces"]}
    named = {(one.grid, one.row, one.col): one.colour for one in read.pieces}
    certain = {(one.grid, one.row, one.col): one.colour for one in read.pieces if one.certain}
    assert certain.items() <= lying.items()
    assert lying.items() <= named.items()
    assert len(certain) >= 0.9 * len(lying)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["farkle", "yahtzee"])
def test_a_roll_that_the_eyes_read_is_refereed(game: str) -> None:
    truth, read = seen(game)
    tracker = MatchTracker(SeatedGame.usual(companion.load(game, truth["players"])))
    tracker.observe(view(time=0.0), ())
    tracker.note_motion()
    told = tracker.observe(read, read.dice, hands=())
    assert [event.faces for notice in told for event in notice.events] == [tuple(truth["dice"])]

"""What a match tells its reader of the dice, before the table comes to rest again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from tests.vision.symbols.test_known_dice import known
from ui.live.match_pipeline import MatchPipeline
from vision.camera.frame import Frame
from vision.motion.stream_reader import TableReading
from vision.table.dice_colours import DiceColours

FRAME = Frame(np.zeros((90, 160, 3), np.uint8), 1.0)


class Moving:
    """A reader before which something moves."""

    blind, reads_dice = False, True

    def __init__(self) -> None:
        self.known, self.colours = known(), DiceColours()

    def look(self, frame: Frame) -> TableReading:
        return TableReading("moving", None, False, 0.0)


IN_PLAY = [("army-vs-aliens-2012", {"blue", "green"}), ("space-checkers", set()), ("doubles-wild", set())]


@pytest.mark.parametrize(("game", "colours"), IN_PLAY)
def test_the_reader_is_told_the_colours_of_the_dice_in_play_where_all_are_known(game: str, colours: set[str]) -> None:
    reader: Any = Moving()
    MatchPipeline(SeatedGame.usual(companion.load(game)), reader).see(FRAME)
    assert reader.colours.in_play == colours


def test_the_colours_in_play_stay_so_where_nothing_is_claimed_of_dice() -> None:
    reader: Any = Moving()
    reader.colours.in_play = frozenset(("red", "blue"))
    MatchPipeline(SeatedGame.usual(companion.load("doubles-wild")), reader).see(FRAME)
    assert reader.colours.in_play == {"red", "blue"}

"""The colours of pieces, as the camera is told them."""

import pytest

from seeds import game_ids
from seeds.pieces import colours_of
from vision.boards.cell_classifier import COLOURS


def test_games_with_pieces_name_their_colours() -> None:
    assert colours_of("doubles-wild") == ("blue", "red", "green", "yellow")
    assert set(colours_of("space-checkers")) == {"yellow", "green", "blue", "red"}
    assert colours_of("army-vs-aliens-2011") == ()


@pytest.mark.parametrize("game", game_ids())
def test_every_colour_is_one_that_the_camera_can_name(game: str) -> None:
    assert set(colours_of(game)) <= set(COLOURS)

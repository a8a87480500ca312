"""The kit knows no game: each brings its drawings, and one without is drawn plainly."""

from __future__ import annotations

import re

import pytest

import companion
import seeds
from companion.drawing import INKS, KitDrawings
from companion.kit import make_kit, most_players
from companion.kit.drawings import drawings_of
from tests.support.paths import ROOT

FOLDERS = [game.folder.name for game in seeds.installed_games().values()]


def cells(number: int) -> list[list[bool]]:
    return [[(row + col + number) % 2 == 0 for col in range(8)] for row in range(8)]


def test_no_module_of_the_kit_names_a_game() -> None:
    named = [word for game in companion.GAMES for word in (game, seeds.installed_games()[game].folder.name)]
    for file in [*(ROOT / "companion" / "kit").glob("*.py"), *(ROOT / "companion" / "drawing").glob("*.py")]:
        assert not re.search("|".join(map(re.escape, named)), file.read_text(encoding="utf-8")), file.name


@pytest.mark.parametrize("game", companion.GAMES)
def test_each_game_brings_the_drawings_that_its_seed_calls_for(game: str) -> None:
    drawn = drawings_of(game)
    assert drawn.sheet is not None or not seeds.pages(game)
    assert (drawn.deck is not None) == (drawn.card is not None) == bool(seeds.faces(game))
    assert (drawn.pieces is not None) == bool(seeds.colours_of(game))
    assert (drawn.stickers is not None) == bool(seeds.symbols_of(game) or seeds.faces_of(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", [one for one in companion.GAMES if not seeds.faces(one)])
def test_a_game_without_drawings_is_printed_plainly(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = make_kit(game, "A4", cells, "x", most_players(game))
    monkeypatch.setattr("seeds.module_of", lambda game, name: None)
    drawings_of.cache_clear()
    try:
        assert drawings_of(game) == KitDrawings(ink=INKS["blue"])
        plain = make_kit(game, "A4", cells, "x", most_players(game))
    finally:
        drawings_of.cache_clear()
    assert {"sheets", "summary", "calibration"} <= set(plain.parts) <= set(own.parts) - {"stickers", "pieces"}
    assert plain.titles == tuple(
        title for title, part in zip(own.titles, own.parts, strict=True) if part not in ("stickers", "pieces")
    )


def test_the_drawings_of_a_game_lie_in_its_folder() -> None:
    for game in companion.GAMES:
        assert seeds.module_of(game, "drawings") in (f"companion.games.{name}.drawings" for name in FOLDERS)

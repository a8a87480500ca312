"""Where the checkout and the data of the tests lie."""

from __future__ import annotations

from pathlib import Path

from companion import GAMES
from seeds import demo_film

ROOT = Path(__file__).parents[2]
"""The checkout."""
TESTS = ROOT / "tests"
DATA = TESTS / "data"
BUNDLED: dict[str, Path] = {game: film for game in GAMES if (film := demo_film(game)) is not None}
"""The films that games bring."""
FILMS: dict[str, Path] = BUNDLED | {
    game: DATA / "films" / f"{game}.mp4" for game in ("doubles-wild", "space-checkers")
}
"""A film of each game, its truth beside it, for tests that need any. The app's films of Doubles Wild and Space Checkers
are long; here are ones of seven and four events, by the usual rules."""

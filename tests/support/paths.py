"""Where the checkout and the data of the tests lie."""

from __future__ import annotations

from pathlib import Path

from companion import GAMES

ROOT = Path(__file__).parents[2]
"""The checkout."""
TESTS = ROOT / "tests"
DATA = TESTS / "data"
RECORDINGS = ROOT / "ui" / "recordings"
"""The films that come with the app."""
FILMS: dict[str, Path] = {game: RECORDINGS / f"{game}.mp4" for game in GAMES} | {
    "space-checkers": DATA / "films" / "space-checkers.mp4"
}
"""A film of each game, its truth beside it, for tests that need any. The app's film of Space Checkers is a whole match;
here is one of four events, on the board of the usual size."""

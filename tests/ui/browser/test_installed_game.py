"""A game that is not ours, with nothing but its rules, in a real browser at a phone's size: from the start screen to
the end of a match against the program."""

from __future__ import annotations

import os
import re
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, chromium, screen, serve
from tests.support.games.broken_games import make_games
from tests.support.paths import ROOT

OBEYING = "from tests.support.app.posed import serve_obeying; serve_obeying()"
FARKLE = ROOT / "examples" / "games" / "farkle"
SAY = "from tests.support.app.unseen import session; session().enter_text({!r})"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One of its own: it is shown no film."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def with_farkle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app with a game that is found in a folder."""
    folder = tmp_path_factory.mktemp("with-farkle")
    record = str(folder / "matches.sqlite")
    own = {"COMPANION_SETTINGS": str(folder), "XDG_DATA_HOME": str(folder), "COMPANION_RECORD": record}
    with serve(OBEYING, COMPANION_GAMES=str(FARKLE), **own) as app:
        yield app


@pytest.mark.slow
def test_a_match_is_played_from_the_start_screen_to_its_end(browser: Any, with_farkle: AppServer) -> None:
    with screen(browser, with_farkle.address, 390, 844) as tab:
        tab.press("Play Farkle")
        tab.wait_for("It takes six dice.")
        assert not tab.has(re.compile("Try it with the film"))
        tab.press("House rules")
        tab.press("1000 fewer")
        tab.wait_for("The game goes to 9000 points.")
        tab.press("Play", exact=True)
        tab.wait_for("Player 1: roll 6 dice.")
        for face in "234466":
            tab.key(face)
        tab.press("Count this roll")
        tab.wait_for("Player 1 rolls 2 3 4 4 6 6: a farkle, the turn is lost")
        tab.press("Undo")
        tab.wait_for("Taken back")
        with_farkle.run(SAY.format("roll 1 1 1 1 1 2"))
        tab.wait_for("Player 1: your move.")
        with_farkle.run(SAY.format("keep 2"))
        tab.wait_for("2 does not score")
        tab.press("The rule for it, FK-2.2")
        tab.wait_for("Setting aside")
        tab.press("Close")
        with_farkle.run(SAY.format("keep 1 1 1 1 1"))
        tab.wait_for("Player 1: roll 1 die.")
        for line in ("roll 1", "keep 1", "roll 1 1 1 1 1 1", "bank"):
            with_farkle.run(SAY.format(line))
        tab.press("Play against the program")
        tab.click(tab.page.get_by_role("button", name="Program, easy").nth(1))
        tab.wait_for("Player 1 has 12100 points and wins.")
        assert tab.faults == []


@pytest.mark.slow
def test_what_is_broken_stands_at_the_end_and_others_are_played(browser: Any, tmp_path: Path) -> None:
    games = make_games(tmp_path, "sound-game", "raises", "no-title", "no-syntax")
    own = {"COMPANION_SETTINGS": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    own |= {"COMPANION_RECORD": str(tmp_path / "matches.sqlite"), "COMPANION_GAMES": os.pathsep.join(map(str, games))}
    with serve(OBEYING, **own) as app, screen(browser, app.address, 390, 844) as tab:
        tab.wait_for("This game is switched off: no_title/game.toml")
        for game, line in (("Raises", "raises/rules.py, line 18: AttributeError"), ("No Syntax", "no_syntax/rules.py")):
            tab.press(f"Play {game}")
            tab.wait_for(line)
        tab.press("Play Sound Game")
        tab.press("Play", exact=True)
        tab.wait_for("Player 1: roll 1 die.")
        tab.leave()
        tab.wait_for("This game is switched off: raises/rules.py, line 18")
        assert not tab.has(re.compile("Play Raises"))


@pytest.mark.slow
def test_of_the_folder_of_a_game_its_picture_alone_is_served(with_farkle: AppServer) -> None:
    with with_farkle.fetch("/games/doubles-wild.jpg") as answer:
        assert answer.headers["content-type"] == "image/jpeg" and answer.read(2) == b"\xff\xd8"
    for path in ("/games/farkle.jpg", "/games/no-game.jpg", "/games/doubles-wild.toml", "/games/..%2Fseeds.jpg"):
        try:
            with with_farkle.fetch(path) as answer:
                assert answer.headers["content-type"].startswith("text/html"), path  # the app, as for any address
        except urllib.error.HTTPError as refused:
            assert refused.code == 404
            refused.close()

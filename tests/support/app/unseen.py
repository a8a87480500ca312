"""Players of a match without a camera: they roll, flip, smack and tap what the screen offers, one event at a time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.rules.self_play import greedy
from companion.statistics.text import face_name
from companion.table.view import Cell, DieAt
from tests.support.app.headless import Tab
from tests.support.app.one_app import APP
from tests.support.waiting import until
from ui.match.match_scene import MatchScene, Move
from ui.match.open_match import LiveMatch
from ui.match.session import MatchSession
from ui.widgets.drawing.sheet import Marks, drawing_of
from ui.widgets.drawing.table_drawing import pages_of

__all__ = ["Players", "begin_unseen", "place_of", "session"]


def session() -> MatchSession:
    """The match that is on the table."""
    table = APP.host.table
    assert isinstance(table, LiveMatch)
    return table.session


def begin_unseen(screen: Tab, title: str) -> None:
    """From the start screen to a match without a camera."""
    screen.press(f"Play {title}")
    screen.press("Play without a camera")
    screen.press("Play", exact=True)
    until(lambda: isinstance(APP.host.table, LiveMatch), "the match")


class Players:
    """All seats of the match, on one screen."""

    def __init__(self, screen: Tab, seed: int) -> None:
        self.screen, self.luck = screen, Random(seed)
        self.typed = 0
        """Rolls that were typed; every other one is drawn by lot."""
        self.touched = 0
        """Moves that were made by touching the drawn table."""

    def play(
        self,
        most: int,
        until_: Callable[[MatchScene], bool] = lambda _: False,
        others: frozenset[int] | set[int] = frozenset(),
    ) -> MatchScene:
        """Go on until the game is over, or something else is so; `others`: seats that somebody else plays."""
        for _ in range(most):
            scene = session().scene
            if scene.outcome is not None or until_(scene):
                return scene
            if scene.awaited.seat not in others:
                self.act(scene)
            until(lambda before=scene: session().scene.position is not before.position, "what comes of it")  # type: ignore[misc]
        raise AssertionError(f"{most} events, and no end")

    def act(self, scene: MatchScene) -> None:
        """Do what is awaited."""
        screen, need, game = self.screen, scene.awaited.need, session().game
        if scene.lines:  # nobody is quicker than the screen
            screen.wait_for(f"Correct event {scene.lines[0].number}: {scene.lines[0].text}")
        if need == "roll":
            self.typed += 1
            if scene.dice and self.typed % 2:
                self._type(scene)
            else:
                screen.press("Draw by lot")
        elif need == "flip":
            screen.press("Flip a card")
        elif need == "smack":
            seat = self.luck.choice([game.format_event(move.event)["seat"] for move in scene.moves])
            screen.press(f"{game.seat_name(seat)} smacks")
        else:
            self._move(scene)

    def _type(self, scene: MatchScene) -> None:
        self.screen.wait_for("typed: nothing yet")
        plain = session().game.format_event(session().game.drawn(scene.position, self.luck))
        for field in dict.fromkeys(die.field for die in scene.dice):
            value: Any = plain[field]
            for face in value if isinstance(value, list | tuple) else [value]:
                if isinstance(face, int) and not scene.awaited.by_colour:
                    self.screen.key(str(face))
                else:
                    named = f"{field}: " if scene.awaited.by_colour and len(scene.awaited.by_colour) > 1 else ""
                    self.screen.press(f"{named}add a {face_name(face)}", exact=True)
        self.screen.wait_for("; complete")
        self.screen.key("Enter")

    def _move(self, scene: MatchScene) -> None:
        events = [move.event for move in scene.moves]
        event = greedy(session().game, scene.position, events, self.luck)
        move = scene.moves[events.index(event)]
        if not move.touches:
            self.screen.press(move.text)
            return
        self.touched += 1
        self.touch(scene, move)

    def touch(self, scene: MatchScene, move: Move) -> None:
        """Touch what shows a move; where it shows others as well, press its button then."""
        taken: list[Any] = []
        for what in move.touches:
            self.touch_one(what, taken)

        def gone_on() -> bool:
            return session().scene.position is not scene.position

        until(lambda: gone_on() or move.text in self.screen.names(), "the move, or its button")
        if not gone_on():
            self.screen.press(move.text, exact=True)

    def touch_one(self, what: Cell | DieAt, taken: list[Any] | None = None) -> None:
        """Tap a cell, or a die that is not `taken` yet."""
        *place, sheet = place_of(what, taken)
        self.screen.touch(*place, sheet)


def place_of(what: Cell | DieAt, taken: list[Any] | None = None) -> tuple[float, float, int]:
    """Where a cell, or a die that is not `taken` yet, is drawn: as shares of its sheet's width and height, and the
    number of the sheet."""
    game, layout = session().game, session().scene.layout
    for number, page in enumerate(pages_of(game, layout)):
        drawing = drawing_of(page, layout, Marks(closed=game.closed()))
        left, top, right, bottom = drawing.box
        if isinstance(what, Cell):
            grid = next((one for one in drawing.grids if one.id == what.grid), None)
            if grid is None:
                continue
            x, y = grid.middle(what.row, what.col)
        else:
            places = [one for one in drawing.dice if one[1] == what and one[1:] not in (taken or ())]
            if not places:
                continue
            box, *die = places[0]
            if taken is not None:
                taken.append(tuple(die))
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return (x - left) / (right - left), (y - top) / (bottom - top), number
    raise AssertionError(f"{what} is not drawn")

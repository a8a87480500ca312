"""Players of a match without a camera: they roll, flip, smack and tap what the screen offers, one event at a time. What
they do next is found where the match is (`turn`), and done on a screen of this process or in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import ui.match.open_match
import ui.match.session
from companion.match.steps import format_step
from companion.referee.notices import Notice
from companion.rules.self_play import Step, greedy
from companion.statistics.text import face_name
from companion.table.view import Cell, DieAt
from tests.support.app.headless import Tab
from tests.support.app.one_app import APP
from tests.support.waiting import until
from ui.history.texts import result_words
from ui.match.match_scene import MatchScene, Move
from ui.match.open_match import LiveMatch
from ui.match.session import MatchSession
from ui.match.texts import match_sentence
from ui.widgets.drawing.sheet import Marks, drawing_of
from ui.widgets.drawing.table_drawing import pages_of, sheet_words
from ui.widgets.drawing.table_svg import table_parts

__all__ = ["SECRET", "Players", "ask_here", "begin_unseen", "place_of", "seed_chance", "session"]

SECRET = "18"
"""Of a pile of cards whose game ends early."""


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


def seed_chance(seed: int) -> None:
    """Let the same rolls be drawn by lot, and the same cards turn up, whenever a match begins from now on."""
    ui.match.open_match.new_secret = lambda: SECRET  # type: ignore[assignment]
    ui.match.session.LOT = Random(seed)  # type: ignore[assignment]


class Place(Protocol):
    """A screen, in a browser or without one."""

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None: ...

    def key(self, name: str) -> None: ...

    def touch(self, x: float, y: float, sheet: int, words: str) -> None: ...

    def has(self, name: re.Pattern[str]) -> bool: ...

    def wait_for(self, words: str) -> None: ...

    def wait_for_any(self, *words: str) -> str: ...


def ask_here(function: str, *given: Any) -> Any:
    """Call a function of this module."""
    return globals()[function](*given)


class Players:
    """All seats of the match, on one screen."""

    def __init__(self, screen: Place, seed: int, ask: Callable[..., Any] = ask_here) -> None:
        """`ask` calls a function of this module where the match is."""
        self.screen, self.seed, self.ask = screen, seed, ask
        self.rolls = 0
        """Rolls that were made; every other one is typed, the rest drawn by lot."""
        self.touched = 0
        """Moves that were made by touching the drawn table."""

    def play(
        self,
        most: int,
        until_: Callable[[], bool] = lambda: False,
        others: frozenset[int] | set[int] = frozenset(),
        whole: bool = True,
    ) -> str | None:
        """Go on until the game is over, or something else is so; how it ended. `others`: seats that somebody else
        plays; `whole`: it has to come so far in so many events."""
        for _ in range(most):
            now = self.turn()
            if now["over"] is not None or until_():
                return now["over"]
            if now["seat"] not in others:
                self.act(now)
            until(lambda now=now: self.ask("entries") > now["entries"], "what comes of it")  # type: ignore[misc]
        assert not whole, f"{most} events, and no end"
        return None

    def turn(self) -> dict[str, Any]:
        """What is to be done now."""
        now: dict[str, Any] = self.ask("turn", self.seed, self.rolls % 2 == 0)
        return now

    def act(self, now: dict[str, Any]) -> None:
        """Do it, once the screen shows what came before."""
        screen = self.screen
        if now["newest"]:  # nobody is quicker than the screen
            shown = re.compile(f"^{re.escape(now['newest'])}")
            until(lambda: screen.has(shown), now["newest"])
        else:
            screen.wait_for(now["sentence"])
        self.rolls += now["need"] == "roll"
        self.touched += any(do == "touch" for do, *_ in now["acts"])
        for do, *what in now["acts"]:
            if do == "press":
                screen.press(*what, exact=now["need"] == "roll")
            else:
                getattr(screen, do)(*what)
        if now["button"]:
            self.confirm(now)

    def confirm(self, now: dict[str, Any]) -> None:
        """Where what was touched shows other moves as well, press the button of the one that is meant."""
        button = re.compile(f"^{re.escape(now['button'])}$")

        def gone_on() -> bool:
            return bool(self.ask("entries") > now["entries"])

        until(lambda: gone_on() or self.screen.has(button), "the move, or its button")
        if not gone_on():
            self.screen.press(button)

    def touch_one(self, what: Cell | DieAt) -> None:
        """Tap a cell, or a die, of the match of this process."""
        self.screen.touch(*place_of(what))


# ---------------------------------------------------------------------------------------------- where the match is


def entries() -> int:
    """How many entries the journal has."""
    return session().scene.entries


def turn(seed: int, types: bool) -> dict[str, Any]:
    """What is to be done now, as `acts` on a screen, with the `button` of the move where it is touched, and whose turn
    it is (`seat`, `need`, `sentence`); `newest`: the label of the newest event, where there is one; `over`: how the
    match ended; `types`: an awaited roll is typed, where it can be. What ends the game is done, else what is good."""
    now, scene = session(), session().scene
    newest = scene.lines[0] if scene.lines else None
    acts, button = _acts(scene, Random(f"{seed} {scene.entries}"), types)
    return {
        "entries": scene.entries,
        "over": None if scene.outcome is None else scene.outcome.how,
        "seat": scene.awaited.seat,
        "need": scene.awaited.need,
        "sentence": match_sentence(now, scene),
        "newest": "" if newest is None else f"Correct event {newest.number}: {newest.text}",
        "acts": acts,
        "button": button,
    }


def hand_in(seed: int) -> int:
    """Play the match on behind the screens, to the one act that ends it; how many events it has then."""
    now = session()
    tracker, start = now._table.tracker, now.scene.position
    steps = next(steps for more in range(100) if _ends_by_an_act(steps := _to_the_end(start, Random(seed + more))))

    def play() -> list[Notice]:
        """What follows by itself has happened when its turn comes."""
        left = (step for step in steps[:-1] if tracker.position == step.before)
        return [one for step in left for one in tracker.say(step.event, "typed")]

    now._enqueue(play)
    until(lambda: session().scene.position == steps[-1].before, "the end of the match")
    return len(session().scene.lines)


def _to_the_end(position: Any, luck: Random) -> list[Step]:
    """Events from a position to the end of the game; cards come as they lie in the pile."""
    game, pile, steps = session().game, session()._pile, list[Step]()
    before = len(session().scene.lines)
    while (need := game.awaited(position).need) != "nothing":
        actions = game.actions(position)
        lot = pile.lot(before + len(steps)) if need == "flip" else luck
        event = greedy(game, position, actions, luck) if actions else game.drawn(position, lot)
        steps.append(Step(position, event, game.apply(position, event)))
        position = steps[-1].after
    return steps


def _ends_by_an_act(steps: list[Step]) -> bool:
    """Whether players do what comes last, and it does not follow by itself."""
    game, last = session().game, steps[-1].before
    return game.awaited(last).need in ("flip", "smack") or len(game.actions(last)) > 1


def events() -> list[str]:
    """What has happened, line by line as it is typed."""
    now = session()
    return [format_step(now.game, one.event) for one in now.copied_journal().history()]


def result() -> tuple[str, str]:
    """Who has won, and how the match ended."""
    now = session()
    outcome = until(lambda: now.scene.outcome, "the end on the screens")
    return result_words(outcome, now.game.seat_name), str(outcome.how)


def table_words() -> list[str]:
    """What lies on the table of the match, part by part."""
    return [part.words for part in table_parts(session().game, session().scene.layout)]


def _acts(scene: MatchScene, luck: Random, types: bool) -> tuple[list[tuple[Any, ...]], str]:
    need, game = scene.awaited.need, session().game
    if need == "roll":
        return (_typed(scene, luck) if scene.dice and types else [("press", "Draw by lot")]), ""
    if need == "flip":
        return [("press", "Flip a card")], ""
    if need == "nothing" or not scene.moves:
        return [], ""
    move = _best(scene, luck)
    if need == "smack":
        return [("press", f"{game.seat_name(game.format_event(move.event)['seat'])} smacks")], ""
    if not move.touches:
        return [("press", move.text)], ""
    taken: list[Any] = []
    return [("touch", *place_of(what, taken)) for what in move.touches], move.text


def _best(scene: MatchScene, luck: Random) -> Move:
    game = session().game
    events = [move.event for move in scene.moves]
    ends = [one for one in events if game.outcome(game.apply(scene.position, one)) is not None]
    return scene.moves[events.index(greedy(game, scene.position, ends or events, luck))]


def _typed(scene: MatchScene, luck: Random) -> list[tuple[Any, ...]]:
    acts: list[tuple[Any, ...]] = [("wait_for_any", "typed: nothing yet")]
    plain = session().game.format_event(session().game.drawn(scene.position, luck))
    for field in dict.fromkeys(die.field for die in scene.dice):
        value: Any = plain[field]
        for face in value if isinstance(value, list | tuple) else [value]:
            if isinstance(face, int) and not scene.awaited.by_colour:
                acts.append(("key", str(face)))
            else:
                named = f"{field}: " if scene.awaited.by_colour and len(scene.awaited.by_colour) > 1 else ""
                acts.append(("press", f"{named}add a {face_name(face)}"))
    return [*acts, ("wait_for_any", "; complete"), ("key", "Enter")]


def place_of(what: Cell | DieAt, taken: list[Any] | None = None) -> tuple[float, float, int, str]:
    """Where a cell, or a die that is not `taken` yet, is drawn: as shares of its sheet's width and height, the number
    of the sheet, and what is said of it."""
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
        words = sheet_words(game, page, layout)
        return (x - left) / (right - left), (y - top) / (bottom - top), number, words
    raise AssertionError(f"{what} is not drawn")

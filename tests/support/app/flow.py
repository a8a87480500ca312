"""A whole match that players see on screens of the app, while those at the table do what a test says
(tests.support.referee.rehearsed)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.match.entries import Corrected
from companion.match.steps import apply_step, format_step, parse_step
from companion.record import Record
from tests.support.waiting import PATIENCE, until

__all__ = ["CLAUSES", "Flow", "first_rest", "set_up", "was_kept"]

CLAUSES = {
    "army-vs-aliens-2011": "AVA-3.2",
    "army-vs-aliens-2012": "AVB-3.2",
    "dinosaurs-vs-army-men": "DVA-3.1",
    "doubles-wild": "DW-3.3",
    "space-checkers": "SC-3.1",
}
"""What the act against the rules breaks."""
UNSEEN = 3.0
"""Seconds of the film after which the players type what the eyes have not seen, though they might have."""


class Screen(Protocol):
    """In a browser, or without one."""

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None: ...

    def fill(self, label: str, words: str) -> None: ...

    def wait_for(self, words: str) -> None: ...

    def wait_until_gone(self, words: str) -> None: ...

    def has(self, name: re.Pattern[str]) -> bool:
        """Whether there is such a button."""

    def enter(self, label: str) -> None:
        """End what is typed into a field."""


class Flow:
    """A match, and the screen on which its players answer."""

    def __init__(self, player: Screen, tell: Callable[..., Any], types: bool = True) -> None:
        """`tell` hands a word to those at the table; `types`: what the eyes did not see is typed on the screen."""
        self.player, self.tell, self.types = player, tell, types

    def where(self) -> dict[str, Any]:
        """How it goes."""
        told: dict[str, Any] = self.tell("where")
        self.time = told.pop("time")
        return told

    def follow(self) -> dict[str, Any]:
        """Answer whatever is asked, and type what was not seen, until everybody has done what they were told, or
        something was read wrongly."""
        before: dict[str, Any] | None = None
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            told = self.where()
            if told["misread"] or (told["agree"] and (told["idle"] or told["over"])):
                return told
            if told != before:
                before, since = told, self.time
                late = time.monotonic() + PATIENCE
            if told["asks"]:
                self._answer(told)
            elif told["unseen"] and (told["spoken"] or self.time > since + UNSEEN):
                self.say(told["unseen"])
                until(lambda told=told: self.where() != told, "what comes of what was typed")
            else:
                time.sleep(0.02)
        raise AssertionError(str(told))

    def _answer(self, told: dict[str, Any]) -> None:
        """Press the true answer, unless the question is withdrawn before it can be pressed."""
        choice = re.compile(rf"^{told['asks']}\. ")
        until(lambda: self.player.has(choice) or self.where() != told, "an answer to press")
        if self.where() != told:
            return
        try:
            self.player.press(choice)
        except AssertionError:
            if self.where() == told:
                raise
        until(lambda: self.where() != told, "what comes of the answer")

    def play(self, *count: str) -> dict[str, Any]:
        self.tell("play", *count)
        return self.follow()

    def say(self, line: str) -> None:
        """Type an event."""
        if not self.types:
            self.tell("say", line)
            return
        if not self.player.has(re.compile(r"^Say$")):
            self.player.press("History.")
        self.player.fill("Type an event", line)
        self.player.press("Say", exact=True)

    def correct(self, number: int, line: str, words: str) -> None:
        """Put an event right: with two taps where what it was is offered, else by typing."""
        player = self.player
        if not player.has(re.compile(rf"^Correct event {number}:")):
            player.press("History.")
        player.press(f"Correct event {number}:")
        player.wait_for("It was told as")
        until(lambda: player.has(re.compile(r"^1\. ")), "an offer")
        offered = re.compile(rf"^\d\. {re.escape(words)}(?!\w)")
        if player.has(offered):
            player.press(offered)
        else:
            player.press("Something else")
            player.fill("What it was", line)
            player.enter("What it was")

    def newest(self) -> str:
        return str(self.where()["newest"])

    def with_a_misread(self) -> str:
        """Go on until something is read wrongly, and put it right; the line that was typed, or offered."""
        self.tell("misread")
        number, line, words = self.play()["misread"]
        self.player.wait_for(self.newest())
        self.correct(number, line, words)
        until(lambda: self.where()["misread"] is None, "the correction")
        return str(line)

    def with_a_cheat(self, clause: str, *screens: Screen) -> None:
        """Somebody acts against the rules; all screens say so, and the first shows the clause."""
        self.tell("cheat")
        self.follow()
        for one in screens:
            one.wait_for("Against the rules")
        screens[0].press(clause)
        screens[0].press("Close")
        self.tell("mend")
        screens[0].wait_until_gone("Against the rules")


def set_up(host: Screen, title: str) -> None:
    """Open the form of a game, and fill in who plays."""
    host.press(f"Play {title}")
    host.wait_for(f"A match of {title}")
    host.fill("Name of player 1", "Anna")
    host.fill("Name of player 2", "Ben")


def first_rest(film: Path) -> float:
    """Seconds of a film up to the end of the rest in which its first event is seen."""
    truth = json.loads(film.with_suffix(".json").read_text())
    rest = next(one for one in truth["rests"] if one["events"] == 1 and one["state"] == "settled")
    return float(rest["until"])


def was_kept(path: Path, true: list[dict[str, object]], *corrected: str) -> None:
    """The newest match of a record is over, and holds these events, of which some were corrected; or others that lead
    to the same positions, where the game makes no difference between the two."""
    with Record(path, clock=time.time) as record:
        until(lambda: record.summaries()[0][0].state == "over", "the end of the match, which another thread writes")
        summary = record.summaries()[0][0]
        journal = record.journal(summary.id)
    assert summary.names == ("Anna", "Ben")
    game, history = journal.game, journal.history()
    differing = [
        (kept, parse_step(game, said))
        for kept, said in zip(history, true, strict=True)
        if format_step(game, kept.event) != said
    ]
    for kept, event in differing:
        assert game.alike((kept.event,), (event,)), (kept.event, event)
        assert apply_step(game, kept.before, event) == apply_step(game, kept.before, kept.event)
    right = [one for one in journal.entries if isinstance(one, Corrected)]
    assert [journal.game.formatted(one.event) for one in right] == list(corrected)

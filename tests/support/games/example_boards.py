"""The board games of `examples/games` for tests: found by COMPANION_GAMES, as whoever writes one finds it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

import companion
import seeds
from companion.cli.bench.referee import seen
from companion.match.journal import Journal
from companion.referee.matching import SeatedGame
from companion.referee.tracker import MatchTracker
from companion.rules import played
from companion.table.layout import Heap
from seeds import pages
from seeds.installed import FOLDERS
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "games"


@contextmanager
def found(*names: str) -> Iterator[None]:
    """These games are among those that are installed, as long as the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS, os.pathsep.join(str(EXAMPLES / name) for name in names))
        patch.setattr(sys, "path", [*sys.path])
        seeds.forget_installed()
        patch.setattr("companion.games.GAMES", seeds.game_ids())
        try:
            yield
        finally:
            patch.undo()
            seeds.forget_installed()


class Table:
    """A game and a position of it, played by lines of notation."""

    def __init__(self, game: str, players: int = 2, at: Any = None, **options: object) -> None:
        self.rules: Any = companion.load(game, players, options)
        self.position = self.rules.start() if at is None else self.rules.parse_position(at(self.rules))

    def play(self, *lines: str) -> Table:
        for line in lines:
            self.position = self.rules.apply(self.position, self.rules.parsed(line))
        return self

    def ruled(self, line: str) -> tuple[tuple[str, ...], str]:
        """The clauses that the ruling on an event quotes, and why it is illegal; empty where it is not."""
        ruling = self.rules.rule(self.position, self.rules.parsed(line))
        return ruling.clauses, " ".join(map(self.rules.broken_text, ruling.broken))

    @property
    def actions(self) -> list[str]:
        return [self.rules.formatted(event) for event in self.rules.actions(self.position)]

    @property
    def awaited(self) -> str:
        """What is awaited of whom, such as "roll 0"."""
        awaited = self.rules.awaited(self.position)
        return awaited.need if awaited.seat is None else f"{awaited.need} {awaited.seat}"


def watched(game: str, players: int, seed: int, events: int, **options: object) -> list[str]:
    """Has the referee watch a random match by perfect views of the table, one after each event; what nothing shows is
    said. The kinds of event that it told, in order; fails where it told anything else than what happened."""
    rules = companion.load(game, players, options)
    seated, on_table, lying = SeatedGame.usual(rules), pages(game), ()
    tracker, told = MatchTracker(seated, Journal(rules)), []
    tracker.observe(seen(seated.layout(rules.start()), on_table, 0.0))
    for number, step in enumerate(islice(played(rules, Random(seed)), events), 1):
        faces, layout = getattr(step.event, "faces", ()), seated.layout(step.after)
        if not faces and layout == seated.layout(step.before):
            if not rules.lifts(step.event):
                tracker.say(step.event, "chosen")
            continue
        lying = layout.dice or ((Heap(len(faces), faces),),) if faces else layout.dice or lying
        view = seen(msgspec.structs.replace(layout, dice=lying), on_table, 10.0 * number)
        tracker.note_motion()
        rolled = [next(die for die in reversed(view.dice) if die.value == face) for face in set(faces)]
        notices = tracker.observe(view, rolled if len(faces) == len(set(faces)) else view.dice)
        notices += tracker.due_notices(10.0 * number + 9)
        assert tracker.position == step.after, f"{rules.formatted(step.event)} was told as {notices}"
        told += [type(event).__name__ for notice in notices for event in notice.events]
    return told

"""A card that is flipped, and taken away with the others before the hands have left, is told all the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.match.journal import Journal
from companion.referee.matching.explanations import Question, SeatedGame
from companion.referee.notices import Notice
from companion.table import CardSeen, TableView
from seeds import pile_of
from tests.support.games import dinosaurs
from tests.support.referee.sightings import card, view
from ui.live.match_pipeline import MatchPipeline
from vision.camera.frame import Frame
from vision.cards.passing_cards import OFTEN
from vision.motion.stream_reader import State, TableReading

FOUGHT = dinosaurs.scene("D1 D7", "A2 A7", central="B", battle={"chooser": 0}).play("choose army", "flip A7")
"""Once the first player has flipped a dinosaur, somebody has won all cards."""
CENTRAL, BESIDE = card("B", at=(128.0, 94.0)), card("A7", None, at=(320.0, 180.0))
LAID = card("D7", None, at=(-62.0, 0.0))


class Glancing:
    """A reader that is told what to see."""

    blind, reads_dice, since_view, plane, known = False, False, None, None, None

    def __init__(self) -> None:
        self.reading = TableReading("hands", None, False, 0.0)
        self.glanced: tuple[CardSeen, ...] = ()

    def look(self, frame: Frame) -> TableReading:
        return self.reading

    def glance_at_cards(self, image: Any) -> tuple[CardSeen, ...]:
        return self.glanced


class Told:
    """A match of which the newest frames tell what a table shows, and hands in between."""

    def __init__(self) -> None:
        self.reader: Any = Glancing()
        seated = SeatedGame.usual(FOUGHT.rules)
        journal = Journal(FOUGHT.rules, FOUGHT.position)
        self.match = MatchPipeline(seated, self.reader, pile_of(dinosaurs.GAME), journal)
        self.match._tell_eyes = lambda: None  # type: ignore[method-assign]
        self.frames = 0

    def see(self, state: State, seen: TableView | None = None, glanced: tuple[CardSeen, ...] = ()) -> list[Notice]:
        self.frames += 1
        self.reader.reading, self.reader.glanced = TableReading(state, seen, seen is not None, 0.0), glanced
        return self.match.see(Frame(np.full((8, 8, 3), self.frames, np.uint8), 1.1 * OFTEN * self.frames))

    def rests(self, *cards: CardSeen) -> list[Notice]:
        return self.see("at rest", view(*cards, time=1.1 * OFTEN * (self.frames + 1)))


def test_what_decides_a_battle_is_told_though_all_cards_are_won_and_taken_at_once() -> None:
    told = Told()
    assert told.rests(CENTRAL, BESIDE) == []
    for _ in range(3):
        assert told.see("hands", glanced=(LAID,)) == []
    (notice,) = told.rests()
    assert notice.what == "event" and notice.events == (FOUGHT.rules.parsed("flip D7"),)
    assert notice.time < 1.1 * OFTEN * told.frames, "when it lay there"
    assert told.match.newest_image is not None and told.match.newest_image[0, 0, 0] == told.frames


def test_without_it_nobody_knows_which_card_it_was() -> None:
    told = Told()
    told.rests(CENTRAL, BESIDE)
    told.see("hands", glanced=(LAID,))
    assert told.rests() == [] and told.match.tracker.pending is not None


def test_a_card_that_lies_there_still_is_told_at_the_rest() -> None:
    told = Told()
    told.rests(CENTRAL, BESIDE)
    for _ in range(3):
        told.see("hands", glanced=(LAID,))
    (notice,) = told.rests(CENTRAL, BESIDE, LAID)
    assert notice.events == (FOUGHT.rules.parsed("flip D7"),)
    assert notice.time == 1.1 * OFTEN * told.frames


def test_what_passes_is_not_told_while_something_is_open() -> None:
    told = Told()
    told.rests(CENTRAL, BESIDE)
    told.rests(CENTRAL, BESIDE, card("D7", None, 0.8, ("D1", 0.2), at=(-62.0, 0.0)))
    assert isinstance(told.match.tracker.pending, Question)
    for _ in range(3):
        told.see("hands", glanced=(card("D1", None, at=(-62.0, 24.0)),))
    assert [one for one in told.rests(CENTRAL, BESIDE) if one.what == "event"] == []

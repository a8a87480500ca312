"""Whatever eyes report and players say, at any time and in any order: nothing breaks, and nothing takes long."""

from __future__ import annotations

from random import Random
from time import thread_time
from typing import Any, get_args

import pytest

import companion
from companion.games.dinosaurs_vs_army_men.pieces import FLIPS
from companion.referee.matching.explanations import Explanation, Question, SeatedGame
from companion.referee.tracker import MatchTracker
from companion.rules import CompanionError
from companion.rules.self_play import played
from companion.table.view import CardSeen, Cell, Colour, Die, Doubt, Form, Piece, TableView
from tests.support.referee.sightings import SIDE
from tests.support.referee.tabletop import Tabletop
from tests.support.thoroughness import NIGHTLY

FEW = {
    "army-vs-aliens-2011": 100,
    "army-vs-aliens-2012": 100,
    "dinosaurs-vs-army-men": 2000,
    "doubles-wild": 110,
    "space-checkers": 250,
}
MANY = {
    "army-vs-aliens-2011": 1500,
    "army-vs-aliens-2012": 1500,
    "dinosaurs-vs-army-men": 85_000,
    "doubles-wild": 3000,
    "space-checkers": 9000,
}
"""Inputs to each game, the fewer the longer a table full of random things takes; 2,500, a third of them in the quick
tests, and 100,000 in all at night."""
SLOWEST = 4.0
"""Seconds of the processor that one view may take, whatever it holds: ten times what was measured on an idle machine,
far less than what trying all combinations would take."""
RENEWED = 80
"""Inputs after which another table is laid."""
KINDS = {
    "saw": 8, "waited": 4, "stirred": 1, "said": 2, "chosen": 2,
    "taken back": 1, "corrected": 1, "hands": 1, "set up": 1,
}  # fmt: skip
"""How often each kind of input comes."""
COLOURS: tuple[Colour | None, ...] = (None, *get_args(Colour))
FACES = (None, "yellow", "green", "blue", "red", "wild", "Tank", "", "\x00")
CHANCES = (0.0, 1.0, 0.5, 0.97, 1e-12, 1 - 1e-12)


class Hostile:
    """One table, and what is thrown at it by lot."""

    def __init__(self, game_id: str, lot: Random) -> None:
        self.lot, self.game_id = lot, game_id
        self.slowest = 0.0
        self.time = 0.0
        self.counts: dict[str, int] = {}
        self.kinds: list[str] = []
        self.renew()

    def renew(self) -> None:
        """A new table, somewhere in a game."""
        game = companion.load(self.game_id, self.lot.choice((2, 2, 3, 4)))
        self.seated = SeatedGame.usual(game)
        self.tracker = MatchTracker(self.seated)
        self.top = Tabletop(self.seated, self.lot)
        for step in played(game, self.lot, longest=self.lot.choice((0, 3, 20))):
            self.tracker.journal.play(step.event, "typed")
        self.view: TableView = self.likely()

    def input(self) -> None:
        """One input, at once with what it must and must not do."""
        lot, tracker = self.lot, self.tracker
        self.time += lot.choice((0.0, 0.1, 1.0, 7.0))
        if not self.kinds:  # drawn without putting back, so that few inputs have all kinds among them
            self.kinds = lot.sample([*KINDS], k=sum(KINDS.values()), counts=[*KINDS.values()])
        kind = self.kinds.pop()
        begun = thread_time()
        if kind == "saw":
            self.view = self.any_view()
            rolled = [die for die in self.view.dice if lot.random() < 0.4]
            tracker.observe(self.view, rolled, lot.random() < 0.2)
        elif kind == "waited":
            tracker.due_notices(lot.choice((self.time, -1.0, self.time + 100)))
        elif kind == "stirred":
            tracker.note_motion()
        elif kind == "hands":
            tracker.report_hands(self.time, tuple(self.event() for _ in range(lot.randrange(3))), "Somebody smacked")
        else:
            try:
                self.say(kind)
            except CompanionError:
                kind += " refused"
        self.slowest = max(self.slowest, thread_time() - begun)
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def say(self, kind: str) -> None:
        lot, tracker = self.lot, self.tracker
        if kind == "said":
            tracker.say(self.event())
        elif kind == "taken back":
            tracker.take_back(lot.choice((1, 1, 2, 0, -1, 99)))
        elif kind == "set up":
            choices = tracker.as_it_lies()
            if choices and lot.random() < 0.7:
                tracker.choose(lot.choice(choices))
            else:
                tracker.set_up(lot.choice([step.after for step in played(self.seated.game, lot, longest=20)]))
        elif kind == "corrected":
            event = lot.choice((None, self.event()))
            tracker.correct(lot.choice((0, -1, len(tracker.journal.history()) - 1, 99)), event)
        else:
            pending = tracker.pending
            known = pending.choices if isinstance(pending, Question) else ()
            anything = Explanation(tuple(self.event() for _ in range(lot.randrange(3))), lot.choice((0, 0, 1, 50)))
            tracker.choose(lot.choice((*known, *known, anything)))

    def event(self) -> Any:
        """Mostly one that comes next; now and then one of another position."""
        start = self.tracker.position if self.lot.random() < 0.6 else None
        steps = list(played(self.seated.game, self.lot, start=start, longest=self.lot.choice((1, 1, 5))))
        return steps[-1].event if steps else next(played(self.seated.game, self.lot, longest=1)).event

    # ------------------------------------------------------------------------------------------ views

    def any_view(self) -> TableView:
        """Random, or what there may be with something random in it."""
        share = self.lot.random()
        if share < 0.3:
            return self.random_view()
        likely = self.likely() if share < 0.9 else self.view
        noise = self.random_view(self.lot.choice((0, 1, 2)))
        return TableView(
            time=self.time, width=1280, height=720, unsure=noise.unsure, covered=noise.covered,
            dice=tuple(die for die in likely.dice if self.lot.random() < 0.97) + noise.dice,
            pieces=tuple({(one.grid, one.row, one.col): one for one in (*likely.pieces, *noise.pieces)}.values()),
            cards=(*likely.cards, *noise.cards), missing=noise.missing, zones=noise.zones,
        )  # fmt: skip

    def likely(self) -> TableView:
        """The table as it is, or as it will be."""
        position = self.tracker.position
        steps = list(played(self.seated.game, self.lot, start=position, longest=self.lot.choice((1, 2, 3))))
        layout = self.seated.layout(self.lot.choice([position, *(step.after for step in steps)]))
        self.top.lay(layout)
        for heap in layout.dice[0] if layout.dice else ():
            if heap.area is None and heap.faces:
                self.top.roll(heap.faces, heap.colour or "white")
        self.top.dice = self.top.dice[-60:]
        return self.top.view(self.time)[0]

    def random_view(self, most: int = 30) -> TableView:
        lot = self.lot
        zones = ("0:combat", "1:rally", "scoring", "7:combat", "lid", "x:y", ":", "central")
        return TableView(
            time=self.time, width=1280, height=720, unsure=lot.random() < 0.2,
            dice=tuple(self.random_die(zones) for _ in range(lot.randint(0, most))),
            pieces=tuple(self.random_piece() for _ in range(lot.randint(0, most))),
            cards=tuple(self.random_card() for _ in range(lot.randint(0, most // 4))),
            covered=tuple(self.random_cell() for _ in range(lot.choice((0, 0, 3, 30)))),
            missing=("A mat is not in view.",) if lot.random() < 0.1 else (),
            zones=() if lot.random() < 0.5 else tuple(lot.sample(zones, 4)),
        )  # fmt: skip

    def random_die(self, zones: tuple[str, ...]) -> Die:
        lot = self.lot
        x, y = lot.uniform(-50, 1300), lot.uniform(-50, 800)
        doubts = tuple(lot.sample(get_args(Doubt), lot.choice((0, 0, 1, 3))))
        named = lot.random() < 0.2
        return Die(
            box=lot.choice(((x, y, x + SIDE, y + SIDE), (0.0, 0.0, 0.0, 0.0))),
            value=None if named else lot.choice((None, 1, 2, 3, 4, 5, 6)), colour=lot.choice(COLOURS),
            confidence=self.chance(), certain=not doubts and lot.random() < 0.7,
            alternatives=tuple((lot.randint(1, 6), self.chance()) for _ in range(lot.choice((0, 0, 2, 6)))),
            doubts=doubts, face=lot.choice(FACES) if named else None,
            face_alternatives=tuple((str(lot.choice(FACES)), self.chance()) for _ in range(lot.choice((0, 0, 2))))
            if named else (),
            zone=lot.choice((None, *zones)), across=tuple(lot.sample(zones, lot.choice((0, 0, 1, 2)))), place=(x, y),
        )  # fmt: skip

    def random_piece(self) -> Piece:
        cell, lot = self.random_cell(), self.lot
        return Piece(
            grid=cell.grid, row=cell.row, col=cell.col, colour=lot.choice(COLOURS), confidence=self.chance(),
            certain=lot.random() < 0.6, form=lot.choice((None, *get_args(Form))),
            alternatives=tuple((lot.choice(COLOURS), self.chance()) for _ in range(lot.choice((0, 1, 3)))),
        )  # fmt: skip

    def random_cell(self) -> Cell:
        grids = ("board", "score-0", "score-7", "prison-yellow", "prison-red", "", "elsewhere")
        return Cell(self.lot.choice(grids), self.lot.randint(-2, 14), self.lot.randint(-2, 14))

    def random_card(self) -> CardSeen:
        lot = self.lot
        faces = (None, "", "Q♥", "D99", "B", "S", *FLIPS)
        corners = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
        return CardSeen(
            corners=corners, face=lot.choice(faces), face_down=lot.random() < 0.2, confidence=self.chance(),
            certain=lot.random() < 0.6, zone=lot.choice((None, "central", "lid")),
            alternatives=tuple((str(lot.choice(faces)), self.chance()) for _ in range(lot.choice((0, 0, 2)))),
            place=lot.choice((None, (lot.uniform(0, 300), lot.uniform(0, 300)))),
        )  # fmt: skip

    def chance(self) -> float:
        return self.lot.choice(CHANCES) if self.lot.random() < 0.3 else self.lot.random()


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_nothing_breaks_on_hostile_input(game_id: str) -> None:
    count = MANY[game_id] if NIGHTLY else FEW[game_id]
    hostile = Hostile(game_id, Random(f"{game_id} 2"))
    for number in range(count):
        if number % RENEWED == RENEWED - 1:
            hostile.renew()
        hostile.input()
    print(f"{game_id}: {count} inputs, the slowest {1000 * hostile.slowest:.0f} ms, {hostile.counts}")
    assert hostile.slowest < SLOWEST
    tried = {kind.removesuffix(" refused") for kind in hostile.counts}
    assert {"said", "chosen", "taken back", "corrected", "hands", "set up"} <= tried


def test_a_view_that_changes_between_two_answers_is_judged_anew() -> None:
    """The newest view counts, and an empty table is a view like any other."""
    hostile = Hostile("space-checkers", Random(4))
    hostile.tracker.observe(TableView(time=0.0, width=1280, height=720))
    hostile.tracker.due_notices(10.0)
    hostile.tracker.observe(hostile.likely())
    assert hostile.tracker.view is not None and hostile.tracker.view.pieces

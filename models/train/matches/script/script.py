"""A whole match: a game played by a lot, carried out by people of different habits, with slips and illegal acts among
the events.

The rules say what is legal and what comes of it; the lot says the rest. A match is a function of its seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from companion.rules import Event, Game
from companion.rules.self_play import Step, greedy
from companion.table.layout import Layout
from companion.table.view import Colour
from models.train.game_notes import notes_of, own_games
from models.train.matches.script.acts import PACES, Beat, Course, Rest
from models.train.matches.script.conduct import Conduct, Done, Manner
from models.train.matches.script.illegal import Committed, commit
from models.train.matches.script.slips import SLIPS, Slip
from models.train.matches.stage import Setting, changes_to, empty_stage, setting

GAMES = own_games()
"""Our own; others can be filmed that are written with companion.authoring, where they are installed."""
EVENTS = 30
"""Of a match, where nobody says otherwise."""
ATTEMPTS = 12
EARLY = 0.6
"""Share of the illegal acts that are not committed where a roll is awaited: there is little to do wrong then."""
TASTE = 0.7
"""Share of the actions that are chosen greedily: attacks and captures make a match."""


@dataclass(frozen=True)
class Trouble:
    """How often what happens beside the game, as shares of the events."""

    slips: float = 0.3
    """Of each kind a third of it and more."""
    illegal: float = 0.15
    askew: float = 0.1
    apart: float = 0.25
    forgets: float = 0.3
    """Of those events from which something follows."""
    hasty: float = 0.12
    slow: float = 0.12
    fooled: float = 0.06
    """Of a game with smacks: false ones."""


QUIET = Trouble(0, 0, 0, 0, 0, 0, 0, 0)
"""None of it: people who play by the rules and at their leisure."""


class Happened(NamedTuple):
    """One event of a match."""

    step: Step
    seat: int
    pace: str
    hasty: bool
    """Whether the next event began before the hands had left."""
    done: Done


class TakenBack(NamedTuple):
    """A legal act that a player thought better of."""

    event: Event
    seat: int
    shown: float
    """Seconds from which it lies on the table, or at which it is said."""
    until: float
    """Seconds at which a hand begins to put it back, or at which the players take it back on screen."""
    after: int
    """How many events came before."""
    said: bool
    """Whether it is said, and nothing of it lies on the table."""


@dataclass(frozen=True)
class Match:
    """A match with its truth."""

    seed: int
    table: Setting
    events: tuple[Happened, ...]
    beats: tuple[Beat, ...]
    rests: tuple[Rest, ...]
    """In the order of time; the first one shows the table before the first event."""
    slips: tuple[Slip, ...]
    illegal: tuple[Committed, ...]
    positions: tuple[Any, ...]
    """Before the first event, and after each."""
    taken_back: tuple[TakenBack, ...] = ()

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def seconds(self) -> float:
        return max(self.rests[-1].end, self.beats[-1].end if self.beats else 0.0)

    def layout(self, events: int) -> Layout:
        """What has to lie on the table after so many events."""
        return self.game.layout(self.positions[events], self.table.colours)


def players_in(game: str, seed: int) -> int:
    """How many play in the film of a seed."""
    counts = notes_of(game).film_players
    return counts[(seed - 1) % len(counts)]


def write_match(
    game: str,
    seed: int,
    events: int = EVENTS,
    players: int | None = None,
    options: dict[str, object] | None = None,
    trouble: Trouble = Trouble(),
) -> Match:
    """A match of `game` with so many events; fewer only where none of several games of this seed lasts so long."""
    best: Match | None = None
    for attempt in range(ATTEMPTS):
        lot = Random(crc32(f"{game} {seed} {attempt}".encode()))
        match = Writer(setting(game, lot, players, options), seed, trouble).write(events)
        best = match if best is None or len(match.events) > len(best.events) else best
        if len(best.events) >= events:
            break
    assert best is not None
    return best


class Writer:
    """Writes one match act by act."""

    def __init__(self, table: Setting, seed: int, trouble: Trouble) -> None:
        self.table, self.seed, self.trouble = table, seed, trouble
        position = table.game.start()
        stage = empty_stage(table)
        stage = stage.after(changes_to(stage, table.game.layout(position, table.colours), table, None, loose=True))
        if table.play == "cards":
            stage = replace(stage, piles=tuple(position.piles))
        self.positions = [position]
        self.conduct = Conduct(table, Course(stage, table.lot))
        self.slips: list[Slip] = []
        self.illegal: list[Committed] = []
        self.happened: list[Happened] = []
        self.taken_back: list[TakenBack] = []
        self.done: Counter[str] = Counter()
        self.hurried = False
        """Whether hands are still over the table."""

    def write(self, events: int) -> Match:
        course, lot = self.conduct.course, self.table.lot
        course.rest(lot.uniform(1.2, 2.0), "settled", 0)
        while len(self.happened) < events and (step := self._next()) is not None:
            if not self.hurried:
                self._slip(step.before)
                self._wrong(step.before)
            self._event(step, len(self.happened) + 1 == events)
        if self.hurried:
            course.rest(1.5, "settled", self.conduct.events)
        return self.match

    @property
    def match(self) -> Match:
        """What has been written so far."""
        course = self.conduct.course
        return Match(self.seed, self.table, tuple(self.happened), tuple(course.beats), tuple(course.rests),
                     tuple(self.slips), tuple(self.illegal), tuple(self.positions), tuple(self.taken_back))  # fmt: skip

    # ----------------------------------------------------------------------------------------------- the game

    def _next(self) -> Step | None:
        """What is played next; None once the game is over."""
        game, lot, position = self.table.game, self.table.lot, self.positions[-1]
        need = game.awaited(position).need
        if need == "nothing":
            return None
        actions = game.actions(position)
        fooled = self._false_smack(position) if self.happened and lot.random() < self.trouble.fooled else None
        event = fooled or (self._chosen(position, actions) if actions else game.drawn(position, lot))
        return Step(position, event, game.apply(position, event))

    def _chosen(self, position: Any, actions: Sequence[Event]) -> Event:
        """Mostly what pays at once; dull actions last, so that something happens."""
        game, lot = self.table.game, self.table.lot
        if self.table.play == "zones":
            kinds: dict[str, list[Event]] = {}
            for event in actions:
                kinds.setdefault(game.kind_of(event), []).append(event)
            weights = [{"Ability": 4.0, "Triple attack": 4.0, "Single attack": 3.0}.get(kind, 1.5) for kind in kinds]
            return lot.choice(kinds[lot.choices(list(kinds), weights)[0]])
        if self.table.play == "pairs":
            plain = [event for event in actions if game.format_event(event)["do"] != "reroll"] or actions
            if lot.random() < TASTE:
                return greedy(game, position, plain, lot)
            return lot.choice(plain if self.hurried or lot.random() < TASTE else actions[:3])
        return greedy(game, position, actions, lot) if lot.random() < TASTE else lot.choice(actions)

    def _false_smack(self, position: Any) -> Event | None:
        """Somebody takes another card for a Smack Attack!; None where there are no cards, or one waits."""
        if self.table.play != "cards" or position.smack or not position.central:
            return None
        seat = self.table.lot.randrange(self.table.game.players)
        card = self.table.lot.choice(position.unseen) if position.piles[seat] else None
        event: Event = self.table.game.parse_event({"do": "false-smack", "seat": seat, "card": card})
        return event if self.table.game.rule(position, event).legal else None

    def _event(self, step: Step, last: bool) -> None:
        lot, course, conduct = self.table.lot, self.conduct.course, self.conduct
        self.positions.append(step.after)
        pace = lot.choices(("usual", "slow", "hasty"), (1 - self.trouble.slow - 0.2, self.trouble.slow, 0.2))[0]
        hasty = not last and lot.random() < self.trouble.hasty and self._may_be_hasty(step)
        manner = Manner(
            PACES[pace],
            apart=lot.random() < self.trouble.apart,
            forgets=lot.random() < self.trouble.forgets,
            askew=not hasty and lot.random() < self.trouble.askew * 1.6,
        )
        done = conduct.carry_out(step, manner)
        seat = conduct.seat_of(step.before, self.table.game.format_event(step.event))
        self.happened.append(Happened(step, seat, pace, hasty, done))
        self.hurried = hasty
        if hasty:
            course.overlap()
        else:
            course.rest(conduct.pause(manner.pace), "settled", conduct.events)

    def _may_be_hasty(self, step: Step) -> bool:
        """Whether the table still shows this event once the next one has been carried out, too: dice are not taken up
        again before anybody has seen them, cards not covered."""
        game = self.table.game
        if game.awaited(step.after).need != "action" or not game.actions(step.after):
            return False
        if game.format_event(step.event)["do"] in ("hold", "reroll", "throw"):
            return False
        if self.table.dice and not _moves(game, step, self.table.colours):
            return False
        return self.table.play != "cards"

    # ----------------------------------------------------------------------------------------------- trouble

    def _slip(self, position: Any) -> None:
        lot = self.table.lot
        if not self.happened or lot.random() >= self.trouble.slips:
            return
        kinds = sorted(SLIPS, key=lambda kind: (self.done[kind], lot.random()))
        slip = SLIPS[kinds[0]](self.conduct, position)
        self.done[kinds[0]] += 1
        if slip is not None:
            self.slips.append(slip)
            self._settle()

    def _wrong(self, position: Any) -> None:
        waits = self.table.game.awaited(position).need == "roll" and self.table.lot.random() < EARLY
        if waits or not self.happened or self.table.lot.random() >= self.trouble.illegal:
            return
        committed = commit(self.conduct, position, self.done)
        if committed is not None:
            self.illegal.append(committed)
            self._settle()

    def _settle(self) -> None:
        self.conduct.course.rest(self.table.lot.uniform(0.8, 1.8), "settled", self.conduct.events)


def _moves(game: Game, step: Step, colours: Sequence[Colour]) -> bool:
    """Whether anything but dice lies otherwise after an event."""
    return game.layout(step.before, colours).pieces != game.layout(step.after, colours).pieces

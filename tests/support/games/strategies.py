"""Hypothesis strategies for the whole project, in one place: every new game and feature adds its own here."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

import companion
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import (
    Attack,
    Drawn,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Rolled,
    Rolling,
)
from companion.match.journal import Correction, Journal, Played, Reader
from companion.match.steps import SetUp
from companion.rules import CompanionError, Game
from companion.rules import Event as AnyEvent
from companion.rules.self_play import played
from companion.table.view import TableView

faces = st.integers(1, 6)
"""What a die shows; also a rank of Army vs Aliens."""


def zones(most: int = 9) -> st.SearchStrategy[tuple[int, ...]]:
    """A sorted zone of at most `most` dice."""
    return st.lists(faces, max_size=most).map(lambda dice: tuple(sorted(dice)))


ARMY_OPTIONS: dict[str, dict[str, list[Any]]] = {
    "army-vs-aliens-2011": {
        "draw_counter": ["streak", "aligned", "turns"],
        "draw_limit": [1, 2, 3, 4, 5, 6],
        "draw_reset": ["attack", "destroyed"],
        "allow_noop_ability": [False, True],
        "general_ranks": [[1, 2, 3], [1, 2, 3, 4]],
        "two_target_strict": [False, True],
        "teams": [False, True],
        "team_order": ["skip", "alternate"],
        "ffa_nuke_own_dice": ["none", "left_neighbour"],
        "ffa_counts": ["any", "printed"],
        "match": ["first_to", "best_of"],
    },
    "army-vs-aliens-2012": {
        "draw_unit": ["turns", "rounds"],
        "draw_limit": [1, 2, 3, 4, 5, 6],
        "draw_first_key": ["living", "scored"],
        "count_ones": ["after_conversion", "raw"],
        "start_total_tie": ["reroll", "random", "army"],
        "any_owner_targets": [False, True],
        "general_allow_4": [False, True],
        "nuke_hits_team": [False, True],
        "allow_noop_ability": [False, True],
        "two_target_strict": [False, True],
        "teams": [False, True],
        "team_order": ["skip", "alternate"],
        "ffa_counts": ["any", "printed"],
        "match": ["first_to", "best_of"],
    },
}
"""Every house rule of both sheets with its values; some do not go with every number of players."""


@st.composite
def army_games(draw: st.DrawFn, least: int = 2, most: int = 8) -> ArmyVsAliens:
    """Army vs Aliens by either sheet, for any number of players, by any house rules that go with it."""
    game_id = draw(st.sampled_from(sorted(ARMY_OPTIONS)))
    players = draw(st.integers(least, most))
    values = {key: st.sampled_from(values) for key, values in ARMY_OPTIONS[game_id].items()}
    options = draw(st.fixed_dictionaries({}, optional=values))
    if players not in (4, 6, 8):
        options.pop("teams", None)
    if options.get("ffa_counts") == "printed" and not options.get("teams", True) and players in (4, 6, 8):
        del options["ffa_counts"]
    game = companion.load(game_id, players, options)
    assert isinstance(game, ArmyVsAliens)
    return game


@st.composite
def army_positions(draw: st.DrawFn, game: ArmyVsAliens) -> Position:
    """Any position after the set-up: an action or a rally's roll is awaited, or would be were the game not over.

    Nine dice a seat: what is not alive is scored by somebody, or has left the game where there are more than two.
    """
    start = game.start().players
    seats = []
    for _ in start:
        combat = list(draw(zones()))
        while combat.count(5) > 1:
            combat.remove(5)
        seats.append((tuple(sorted(combat)), draw(st.integers(0, 9 - len(combat)))))
    if not any(combat or rally for combat, rally in seats):
        seats[0] = ((), 1)
    alive = [seat for seat, (combat, rally) in enumerate(seats) if combat or rally]
    turn = draw(st.sampled_from(alive))
    scored: list[list[int]] = [[] for _ in seats]
    for owner, (combat, rally) in enumerate(seats):
        for _ in range(9 - len(combat) - rally):
            scorer = 1 - owner if len(seats) == 2 else draw(st.integers(-1, len(seats) - 1))
            if scorer >= 0:
                scored[scorer].append(draw(faces))
    rolling = None
    if seats[turn][1] and draw(st.integers(0, 4)) == 0:
        rolling = Rolling(turn, seats[turn][1])
        seats[turn] = (seats[turn][0], 0)
    players = tuple(
        Player(player.side, player.team, combat, rally, tuple(sorted(scored[seat])))
        for seat, (player, (combat, rally)) in enumerate(zip(start, seats, strict=True))
    )
    return Position(turn, draw(st.integers(0, 9) | st.integers(0, 50)), players, rolling)


def army_events(players: int = 2, lot: bool = False) -> st.SearchStrategy[Event]:
    """Any well-formed event of Army vs Aliens, legal or not; more often near the legal ones. `lot`: of 2012 as well."""
    seats = st.integers(0, players - 1)
    target = st.tuples(seats, faces)
    hits = st.lists(target, max_size=3).map(lambda hit: tuple(sorted(hit)))
    same = st.builds(lambda rank, count: (rank,) * count, faces, st.sampled_from([1, 3]))
    return st.one_of(
        st.builds(Rolled, zones()),
        st.builds(Attack, st.one_of(same, zones(4)), st.one_of(target.map(lambda one: (one,)), hits)),
        st.just(Nuke()),
        st.builds(General, faces),
        st.builds(Mothership, hits),
        st.builds(Overlord, hits),
        st.builds(Rally, zones()),
        *([st.builds(Drawn, seats)] if lot else []),
    )


@st.composite
def journals(draw: st.DrawFn, most: int = 40) -> Journal:
    """The journal of any game at any table, played at random with undos and corrections on the way."""
    game = companion.load(draw(st.sampled_from(companion.GAMES)), draw(st.integers(2, 4)))
    lot = draw(st.randoms(use_true_random=False))
    journal = Journal(game)
    for _ in range(draw(st.integers(0, most))):
        meddle(journal, lot)
    return journal


def meddle(journal: Journal, lot: Random) -> Correction | None:
    """One random step: mostly an event, now and then an undo, a correction or a table that is set up by hand; what a
    correction came to."""
    standing = journal.history()
    share = lot.random()
    if standing and share < 0.1:
        journal.undo(lot.randint(1, min(3, len(standing))), table_agrees=True)
    elif standing and share < 0.2:
        index = lot.randrange(len(standing))
        event = another(journal.game, standing[index].before, lot)
        try:
            return journal.correct(index, event, reader=rereader(journal.game, lot))
        except CompanionError:
            if not any(isinstance(moment.event, SetUp) for moment in standing[index:]):
                raise
    elif share > 0.98:
        steps = list(played(journal.game, lot, longest=lot.choice((1, 5, 30))))
        journal.play(SetUp(steps[-1].after), lot.choice(("typed", "chosen")), time=lot.choice((None, lot.random())))
    else:
        event = another(journal.game, journal.position, lot)
        if event is not None:
            source = lot.choice(("seen", "typed", "lot", "chosen"))
            view = TableView(time=lot.random(), width=4, height=3) if source == "seen" else None
            confidence = lot.choice((None, lot.random()))
            journal.play(event, source, view, time=lot.choice((None, lot.random())), confidence=confidence)
    return None


def another(game: Game, position: Any, lot: Random) -> AnyEvent | None:
    """Any event that may come next, drawn by lot; None where the game is over, and now and then elsewhere."""
    if lot.random() < 0.05:
        return None
    return next((step.event for step in played(game, lot, start=position, longest=1)), None)


def rereader(game: Game, lot: Random) -> Reader | None:
    """Somebody who reads the evidence of later events again: mostly it tells nothing, now and then another event."""
    if lot.random() < 0.5:
        return None

    def read(before: Any, old: Played) -> AnyEvent | None:
        return another(game, before, lot) if lot.random() < 0.1 else None

    return read

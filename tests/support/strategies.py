"""Hypothesis strategies for the whole project, in one place: every new game and feature adds its own here."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.games.army_vs_aliens.pieces import (
    Attack,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Rolled,
)

faces = st.integers(1, 6)
"""What a die shows; also a rank of Army vs Aliens."""


def zones(most: int = 9) -> st.SearchStrategy[tuple[int, ...]]:
    """A sorted zone of at most `most` dice."""
    return st.lists(faces, max_size=most).map(lambda dice: tuple(sorted(dice)))


@st.composite
def army_options(draw: st.DrawFn) -> dict[str, Any]:
    """House rules of Army vs Aliens for two, any of them left out."""
    options = {
        "draw_counter": st.sampled_from(["streak", "aligned", "turns"]),
        "draw_limit": st.integers(1, 6),
        "draw_reset": st.sampled_from(["attack", "destroyed"]),
        "allow_noop_ability": st.booleans(),
        "general_ranks": st.sampled_from([[1, 2, 3], [1, 2, 3, 4]]),
        "two_target_strict": st.booleans(),
    }
    return draw(st.fixed_dictionaries({}, optional=options))


@st.composite
def army_positions(draw: st.DrawFn) -> Position:
    """Any position of Army vs Aliens for two in which an action is awaited, or would be were the game not over.

    Nine dice a side: what is not alive lies in the other's Scoring Zone.
    """
    seats = []
    for _ in range(2):
        combat = list(draw(zones()))
        while combat.count(5) > 1:
            combat.remove(5)
        rally = draw(st.integers(0 if combat else 1, 9 - len(combat)))
        seats.append((tuple(combat), rally))
    scored = [draw(st.lists(faces, min_size=n, max_size=n)) for n in (9 - len(c) - r for c, r in reversed(seats))]
    players = tuple(
        Player(("army", "aliens")[seat], seat, combat, rally, tuple(sorted(scored[seat])))
        for seat, (combat, rally) in enumerate(seats)
    )
    return Position(draw(st.integers(0, 1)), draw(st.integers(0, 9)), players)


def army_events() -> st.SearchStrategy[Event]:
    """Any well-formed event of Army vs Aliens for two, legal or not; more often near the legal ones."""
    target = st.tuples(st.integers(0, 1), faces)
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
    )

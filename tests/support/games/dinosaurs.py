"""Dinosaurs Vs. Army Men for tests: small tables whose deck is exactly the cards named, played by lines of notation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

import companion
from companion.games.dinosaurs_vs_army_men import DinosaursVsArmyMen
from companion.games.dinosaurs_vs_army_men.pieces import (
    Battle,
    Chose,
    Event,
    FalseSmack,
    Flipped,
    Position,
    Smacked,
)

GAME = "dinosaurs-vs-army-men"

__all__ = ["GAME", "Battle", "Chose", "Event", "FalseSmack", "Flipped", "Position", "Scene", "Smacked", "game", "scene"]


def game(players: int = 2, **options: object) -> DinosaursVsArmyMen:
    """The game for so many players with these house rules."""
    loaded = companion.load(GAME, players, options)
    assert isinstance(loaded, DinosaursVsArmyMen)
    return loaded


class Scene(NamedTuple):
    """A game and a position of it."""

    rules: DinosaursVsArmyMen
    position: Position

    def play(self, *lines: str) -> Scene:
        """The scene after these events, given as lines such as "flip D3", "choose army", "smack 1"."""
        position = self.position
        for line in lines:
            position = self.rules.apply(position, self.rules.parsed(line))
        return Scene(self.rules, position)

    def quoted(self, line: str) -> tuple[str, ...]:
        """The clauses that the ruling on an event quotes."""
        return self.rules.rule(self.position, self.rules.parsed(line)).clauses

    def allows(self, line: str) -> bool:
        return self.rules.rule(self.position, self.rules.parsed(line)).legal

    def reasons(self, line: str) -> list[str]:
        """Why an event is illegal, a sentence for each clause it breaks."""
        ruling = self.rules.rule(self.position, self.rules.parsed(line))
        return [self.rules.broken_text(broken) for broken in ruling.broken]

    @property
    def awaited(self) -> str:
        """What is awaited in one or two words: "flip 1", "action 0", "smack", "nothing"."""
        awaited = self.rules.awaited(self.position)
        return awaited.need if awaited.seat is None else f"{awaited.need} {awaited.seat}"

    @property
    def actions(self) -> list[str]:
        return [self.rules.formatted(event) for event in self.rules.actions(self.position)]

    @property
    def piles(self) -> tuple[int, ...]:
        return self.position.piles

    @property
    def battle(self) -> Battle:
        assert self.position.battle is not None
        return self.position.battle

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...] | None:
        outcome = self.rules.outcome(self.position)
        return None if outcome is None else outcome.ranking

    @property
    def written(self) -> dict[str, Any]:
        """The position as JSON has it."""
        plain: dict[str, Any] = json.loads(json.dumps(self.rules.format_position(self.position)))
        return plain


def scene(
    *piles: str,
    central: str = "",
    up: Sequence[str] | None = None,
    removed: str = "",
    turn: int | None = 0,
    out: Sequence[int] = (),
    barred: Sequence[int] = (),
    smack: bool = False,
    battle: dict[str, Any] | None = None,
    spare: str = "",
    **options: object,
) -> Scene:
    """A table for as many as there are `piles`, each the cards in it; nobody knows their order.

    The deck is all cards named anywhere, and those in `spare`, which are put among the removed ones. `battle` holds
    the keys of a pending battle but `up`, which stands by itself; it is parsed as any position is.
    """
    hidden = " ".join(piles).split()
    shown = [central.split(), *(cards.split() for cards in up or ()), removed.split(), spare.split()]
    deck = hidden + [card for cards in shown for card in cards]
    rules = game(len(piles), deck=deck, **options)
    plain: dict[str, Any] = {
        "game": GAME,
        "options": {"deck": deck, **options},
        "turn": turn,
        "piles": [len(cards.split()) for cards in piles],
        "central": central.split(),
        "out": list(out),
        "barred": list(barred),
        "removed": removed.split() + spare.split(),
        "smack": smack,
    }
    if battle is not None or up is not None:
        empty: dict[str, Any] = {"chooser": turn, "fighters": [None] * len(piles)}
        plain["battle"] = {**empty, "up": [cards.split() for cards in up or [""] * len(piles)], **(battle or {})}
    return Scene(rules, rules.parse_position(plain))


# ---------------------------------------------------------------------------------------------- for Hypothesis


def decks() -> st.SearchStrategy[list[str]]:
    """Small decks, rich in battles, smacks and equal numbers."""
    card = st.sampled_from(["D1", "D1", "D2", "A1", "A1", "A2", "B", "S"])
    return st.lists(card, min_size=2, max_size=24)


def dinosaur_options() -> st.SearchStrategy[dict[str, Any]]:
    """House rules, any of them left out."""
    options: dict[str, st.SearchStrategy[Any]] = {
        "deck": decks(),
        "battle_tie": st.sampled_from(["replay_tied", "first", "replay_all"]),
        "battle_order": st.sampled_from(["sequential", "round_robin"]),
        "strict_out": st.booleans(),
    }
    return st.fixed_dictionaries({}, optional=options)


def dinosaur_events(players: int, deck: Sequence[str]) -> st.SearchStrategy[Event]:
    """Any well-formed event at a table for so many with this deck, legal or not."""
    card, seat = st.sampled_from(sorted(set(deck))), st.integers(0, players - 1)
    return st.one_of(
        st.builds(Flipped, card),
        st.builds(Chose, st.sampled_from(["dinosaurs", "army"])),
        st.builds(Smacked, seat),
        st.builds(FalseSmack, seat, st.one_of(st.none(), card)),
    )

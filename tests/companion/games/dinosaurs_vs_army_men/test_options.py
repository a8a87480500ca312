"""The house rules of Dinosaurs Vs. Army Men, each at each of its values."""

from __future__ import annotations

from typing import Any

import pytest

from companion import MalformedError
from tests.support.games.dinosaurs import game, scene

OPEN = {"chooser": 0}
"""Seat 0 has flipped a Battle Round! in turn and is to choose."""


# ---------------------------------------------------------------------------------------------- deck


def test_deck_as_a_list_and_as_counts_is_the_same() -> None:
    listed = game(2, deck=["S", "D10", "D2", "A1", "D2"])
    counted = game(2, deck={"D2": 2, "S": 1, "D10": 1, "A1": 1, "B": 0})
    assert listed.options == counted.options == {"deck": ("A1", "D10", "D2", "D2", "S")}
    assert listed.format_options() == {"deck": ["A1", "D10", "D2", "D2", "S"]}
    assert listed.start() == counted.start()


def test_the_usual_deck_spelt_out_differs_from_nothing() -> None:
    assert game(2, deck=list(game().seed.deck)).options == {}


def test_deck_is_told_with_its_clause() -> None:
    rules = game(2, deck=["D99", "B"])
    assert rules.clause_text("DVA-1.2").endswith(
        "House rule: Another deck than the reconstruction is played with: its cards are listed in the option."
    )
    assert rules.card_name("D99") == "Dinosaur 99"


@pytest.mark.parametrize(
    ("deck", "line"),
    [
        ([], "options.deck: a deck needs at least one card"),
        ({}, "options.deck: a deck needs at least one card"),
        ({"B": 0}, "options.deck: a deck needs at least one card"),
        (["D1", "D0"], 'options.deck[1]: "D0" is no card (D1 to D99, A1 to A99, B, S)'),
        (["D100"], 'options.deck[0]: "D100" is no card'),
        (["D01"], 'options.deck[0]: "D01" is no card'),
        (["d1"], 'options.deck[0]: "d1" is no card'),
        (["D1", 7], "options.deck[1]: 7 is no card"),
        ([1, 2], "options.deck[0]: 1 is no card"),
        ([None], "options.deck[0]: null is no card"),
        ([["D1"]], "options.deck[0]: a list is no card"),
        (["D1"] * 501, "options.deck: a deck has at most 500 cards"),
        ({"D1": 400, "D2": 101}, "options.deck: a deck has at most 500 cards"),
        ({"D1": 501}, "options.deck.D1: 501 is no whole number from 0 to 500"),
        ({"D1": -1}, "options.deck.D1: -1 is no whole number from 0 to 500"),
        ({"D1": True}, "options.deck.D1: true is no whole number"),
        ({"D1": 1.0}, "options.deck.D1: 1.0 is no whole number"),
        ({"D1": None}, "options.deck.D1: null is no whole number"),
        ({"X1": 1}, 'options.deck: "X1" is no card'),
        ("D1", 'options.deck: "D1" is not allowed (one of: reconstruction, or a list of cards'),
        (None, "options.deck: null is not allowed"),
        (7, "options.deck: 7 is not allowed"),
    ],
)
def test_other_decks_are_refused(deck: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        game(2, deck=deck)
    assert str(caught.value).startswith(line)


def test_five_hundred_cards_are_a_deck() -> None:
    assert game(8, deck={"D1": 500}).start().piles == (62, 63, 63, 63, 63, 62, 62, 62)


# ---------------------------------------------------------------------------------------------- battle_tie


def tied(value: str, **options: Any) -> Any:
    """Seats 1 and 2 have a 7 each, seat 3 has a lower fighter; the chooser, seat 0, is about to flip."""
    table = scene("D1 D9 D9", "A7 A1 A1", "A7 A2 A2", "A3 A4", central="B", battle=OPEN, battle_tie=value, **options)
    return table.play("choose army", "flip A7", "flip A7", "flip A3")


def test_battle_tie_replay_tied() -> None:
    again = tied("replay_tied").play("flip D1")
    assert (again.battle.tied, again.awaited) == ((1, 2), "flip 1")


def test_battle_tie_first() -> None:
    last = tied("first")
    assert last.quoted("flip D1") == ("DVA-4.2", "DVA-4.7", "DVA-4.3", "DVA-6.1")
    assert last.play("flip D1").awaited == "flip 1"
    assert last.play("flip D9").awaited == "flip 0"  # not a tie at the top


def test_battle_tie_replay_all() -> None:
    again = tied("replay_all").play("flip D1")
    assert (again.battle.tied, again.awaited) == ((1, 2, 3, 0), "flip 1")
    assert again.play("flip A1", "flip A1", "flip A4", "flip D9").awaited == "flip 0"


def test_battle_tie_replay_all_leaves_out_who_had_no_fighter() -> None:
    """DVA-4.6: such a player cannot win this battle, and so is not first among those who search again either."""
    table = scene("D7", "D9", "A7", central="B", battle=OPEN, battle_tie="replay_all")
    table = table.play("choose army", "flip D9", "flip A7")
    assert table.play("flip D7").ranking == ((2,), (0, 1))


def test_battle_tie_replay_all_repeated_without_a_fighter_goes_to_the_first() -> None:
    table = scene("D7 A1", "A3", "A7", central="B", battle=OPEN, battle_tie="replay_all")
    again = table.play("choose army", "flip A3", "flip A7", "flip D7")
    assert (again.battle.tied, again.awaited) == ((1, 2, 0), "flip 0")
    assert again.play("flip A1").ranking == ((1,), (0, 2))


# ---------------------------------------------------------------------------------------------- battle_order


def test_battle_order_sequential() -> None:
    table = scene("D1 D2", "D3 A1", "D4 A2", central="B", battle=OPEN).play("choose army", "flip D3")
    assert table.awaited == "flip 1"


def test_battle_order_round_robin() -> None:
    table = scene("D1 A5", "D3 A1", "A2 D4", central="B", battle=OPEN, battle_order="round_robin")
    table = table.play("choose army")
    seats = []
    for line in ("flip D3", "flip A2", "flip A5", "flip A1"):
        seats.append(table.awaited)
        table = table.play(line)
    assert seats == ["flip 1", "flip 2", "flip 0", "flip 1"]  # seat 2 has its fighter and is left out
    assert table.awaited == "flip 0"
    assert table.battle.fighters == (None, "A1", "A2")
    assert table.play("flip D1").ranking == ((2,), (0, 1))  # 2 beats 1 and 1


def test_battle_order_round_robin_after_a_tie_begins_with_the_first_of_the_tied() -> None:
    table = scene("D1 D2", "A7 A5", "A7 A6", central="B", battle=OPEN, battle_order="round_robin")
    again = table.play("choose army", "flip A7", "flip A7", "flip D1")
    assert (again.battle.tied, again.awaited) == ((1, 2), "flip 1")


def test_battle_order_round_robin_passes_on_when_the_searcher_forfeits_the_last_card() -> None:
    table = scene("D1 D2", "D3 A1", "D4", central="B", battle=OPEN, battle_order="round_robin")
    table = table.play("choose army", "flip D3", "false smack 2 D4")
    assert table.awaited == "flip 0"
    assert table.play("flip D1").awaited == "flip 1"


# ---------------------------------------------------------------------------------------------- strict_out


@pytest.mark.parametrize(("strict", "winner"), [(False, 1), (True, 0)])
def test_strict_out_and_a_fighter_that_was_the_last_card(strict: bool, winner: int) -> None:
    """DVA-Q4"""
    table = scene("D1 D2", "A9", central="B", battle=OPEN, strict_out=strict).play("choose army", "flip A9")
    assert table.battle.fighters == (None, None if strict else "A9")
    assert table.play("flip D1").awaited in (f"flip {winner}", "nothing")
    assert (table.play("flip D1").ranking is not None) == strict


@pytest.mark.parametrize("strict", [False, True])
def test_strict_out_and_a_fighter_whose_pile_is_forfeited(strict: bool) -> None:
    """DVA-Q4"""
    table = scene("D1 D2", "A9 A8", central="B", battle=OPEN, strict_out=strict)
    table = table.play("choose army", "flip A9", "false smack 1 A8")
    assert table.battle.fighters == (None, None if strict else "A9")


@pytest.mark.parametrize("strict", [False, True])
def test_strict_out_and_a_smack_by_the_flipper_of_the_last_card(strict: bool) -> None:
    """DVA-Q5"""
    table = scene("S", "A1", "A2", central="A5", turn=0, strict_out=strict).play("flip S")
    assert table.position.out == ()
    after = table.play("smack 0")
    assert after.piles == ((0, 1, 1) if strict else (2, 1, 1))
    assert after.position.removed == (("A5", "S") if strict else ())
    assert (after.position.out, after.awaited) == (((0,), "flip 1") if strict else ((), "flip 0"))


def test_strict_out_everybody_run_out_in_the_battle_is_drawn() -> None:
    table = scene("D1", "A9", central="B", battle=OPEN, strict_out=True).play("choose army", "flip A9", "flip D1")
    assert (table.ranking, table.position.removed) == (((0, 1),), ("A9", "B", "D1"))


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        (
            "battle_tie",
            "chooser",
            'options.battle_tie: "chooser" is not allowed (one of: replay_tied, first, replay_all)',
        ),
        ("battle_order", True, "options.battle_order: true is not allowed (one of: sequential, round_robin)"),
        ("strict_out", 1, "options.strict_out: 1 is not allowed (one of: false, true)"),
        ("teams", False, 'options: dinosaurs-vs-army-men has no option "teams"'),
    ],
)
def test_other_values_are_refused(name: str, value: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        game(2, **{name: value})
    assert str(caught.value).startswith(line)


def test_the_defaults() -> None:
    assert {option.id: option.default for option in game().seed.options} == {
        "deck": "reconstruction",
        "battle_tie": "replay_tied",
        "battle_order": "sequential",
        "strict_out": False,
    }

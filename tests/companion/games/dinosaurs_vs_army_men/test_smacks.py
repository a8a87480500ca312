"""Dinosaurs Vs. Army Men, clauses DVA-5.1 to DVA-6.3: smacks, cards won, false smacks, players without cards."""

from __future__ import annotations

import pytest

from tests.support.games.dinosaurs import scene


def test_dva_5_1_the_first_hand_wins_the_central_pile() -> None:
    """DVA-5.1, DVA-6.1"""
    table = scene("D1 D2", "A1", central="A5 A6 S", turn=0, smack=True)
    assert table.actions == ["smack 0", "smack 1"]
    assert table.quoted("smack 1") == ("DVA-5.1", "DVA-5.2", "DVA-5.4", "DVA-6.1")
    won = table.play("smack 1")
    assert (won.piles, won.position.central, won.awaited) == ((2, 4), (), "flip 1")


def test_dva_5_1_won_cards_are_unseen_again() -> None:
    """DVA-5.1, DVA-6.1"""
    won = scene("D1", "A1", central="A5 S", turn=0, smack=True).play("smack 0")
    assert won.position.unseen == ("A1", "A5", "D1", "S")
    assert won.allows("flip S")


@pytest.mark.parametrize("central", ["", "A5", "S A5"])
def test_dva_5_1_without_a_smack_attack_on_top_there_is_nothing_to_smack(central: str) -> None:
    """DVA-5.1, DVA-Q11: a Smack Attack! below other cards counts no more."""
    assert scene("D1 D2", "A1", central=central, turn=0).quoted("smack 1") == ("DVA-5.1",)


def test_dva_5_2_the_table_says_whose_hand_was_first() -> None:
    """DVA-5.2: any of the seats can be entered, and each ruling names the clause."""
    table = scene("D1", "A1", "A2", central="S", turn=2, smack=True)
    for seat in range(3):
        assert "DVA-5.2" in table.quoted(f"smack {seat}")
        assert table.play(f"smack {seat}").awaited == f"flip {seat}"


@pytest.mark.parametrize("line", ["flip D1", "choose army"])
def test_dva_5_3_nothing_else_is_done_until_it_is_smacked(line: str) -> None:
    """DVA-5.3"""
    table = scene("D1 D2", "A1", central="S", turn=0, smack=True)
    assert table.quoted(line) == ("DVA-5.3",)
    in_battle = scene("D1", "A1", central="B", up=("", "S"), smack=True, battle={"kind": "army", "searching": 1})
    assert in_battle.quoted(line) == ("DVA-5.3",)


def test_dva_5_3_a_late_smack_is_no_event() -> None:
    """DVA-5.3: once somebody was first the card is gone, and a second `smacked` finds none."""
    table = scene("D1 D2", "A1", central="S", turn=0, smack=True).play("smack 0")
    assert table.quoted("smack 1") == ("DVA-5.1",)


def test_dva_5_4_the_flipper_may_smack_with_the_pile_run_out() -> None:
    """DVA-5.4, DVA-Q5"""
    table = scene("S", "A1 A2", central="A5", turn=0).play("flip S")
    won = table.play("smack 0")
    assert (won.piles, won.position.out, won.awaited) == ((2, 2), (), "flip 0")


def test_dva_5_4_those_who_ran_out_in_the_battle_may_smack_as_anybody() -> None:
    """DVA-5.4"""
    table = scene("D1 S", "D9", "A1", central="B", battle={"chooser": 0}).play(
        "choose army", "flip D9", "flip A1", "flip S"
    )
    assert table.actions == ["smack 0", "smack 1", "smack 2"]
    assert table.play("smack 1").piles == (1, 4, 0)


def test_dva_5_4_players_who_are_out_may_smack_and_barred_ones_may_not() -> None:
    """DVA-5.4, DVA-6.3"""
    table = scene("D1", "A1", "", "", central="S", turn=0, out=(2, 3), barred=(3,), smack=True)
    assert table.actions == ["smack 0", "smack 1", "smack 2"]
    assert table.quoted("smack 3") == ("DVA-6.3",)


def test_dva_6_1_the_winner_of_cards_flips_next() -> None:
    """DVA-6.1"""
    assert scene("D1 D2", "A1", "A2", central="S", turn=0, smack=True).play("smack 2").awaited == "flip 2"


# ---------------------------------------------------------------------------------------------- false smacks


def test_dva_6_2_the_forfeited_card_goes_to_the_bottom() -> None:
    """DVA-6.2"""
    table = scene("D1 D2", "A1 A2", central="A5 A6", turn=0)
    assert table.quoted("false smack 1 A2") == ("DVA-6.2",)
    after = table.play("false smack 1 A2", "false smack 0 D1")
    assert after.position.central == ("D1", "A2", "A5", "A6")
    assert (after.piles, after.awaited) == ((1, 1), "flip 0")


@pytest.mark.parametrize("card", ["B", "S"])
def test_dva_6_2_a_forfeited_card_has_no_effect(card: str) -> None:
    """DVA-6.2, DVA-Q8, DVA-Q9: not even as the only card of the central pile."""
    table = scene(f"{card} D2", "A1 A2", turn=1).play(f"false smack 0 {card}")
    assert (table.awaited, table.position.central, table.position.pending) == ("flip 1", (card,), False)
    assert table.quoted("smack 0") == ("DVA-5.1",)


def test_dva_6_2_the_card_has_to_be_named_where_there_is_one() -> None:
    """DVA-6.2"""
    assert scene("D1 D2", "A1", turn=0).quoted("false smack 0 none") == ("DVA-6.2",)


def test_dva_6_2_no_smack_is_false_while_a_smack_attack_waits() -> None:
    """DVA-6.2, DVA-5.3"""
    table = scene("D1 D2", "A1", "", central="S", turn=0, out=(2,), smack=True)
    assert table.quoted("false smack 0 D1") == ("DVA-6.2",)
    assert table.quoted("false smack 2 none") == ("DVA-6.2",)


def test_dva_6_2_the_last_card_forfeited_puts_the_seat_out() -> None:
    """DVA-6.2, DVA-6.4"""
    table = scene("D1 D2", "A1", "A2", turn=0)
    assert table.quoted("false smack 2 A2") == ("DVA-6.2", "DVA-6.4")
    after = table.play("false smack 2 A2")
    assert (after.position.out, after.awaited) == ((2,), "flip 0")


def test_dva_6_2_if_that_seat_was_to_flip_the_next_one_does() -> None:
    """DVA-6.2"""
    after = scene("D1", "", "A1", "A2", turn=0, out=(1,)).play("false smack 0 D1")
    assert (after.position.out, after.awaited) == ((0, 1), "flip 2")


def test_dva_6_2_a_false_smack_can_end_the_game() -> None:
    """DVA-6.2, DVA-7.1"""
    table = scene("D1", "A1", turn=0)
    assert table.play("false smack 0 D1").ranking == ((1,), (0,))
    assert table.play("false smack 1 A1").ranking == ((0,), (1,))


# ---------------------------------------------------------------------------------------------- players without cards


def test_dva_6_3_cards_smacked_by_a_player_who_is_out_leave_the_game() -> None:
    """DVA-6.3"""
    table = scene("D1 D2", "", "A1", "A2", central="A5 S", turn=2, out=(1,), smack=True)
    assert table.quoted("smack 1") == ("DVA-5.1", "DVA-5.2", "DVA-5.4", "DVA-6.3")
    after = table.play("smack 1")
    assert after.position.removed == ("A5", "S")
    assert (after.piles, after.position.central, after.awaited) == ((2, 0, 1, 1), (), "flip 2")
    assert after.quoted("flip S") == ("DVA-1.2",)


def test_dva_6_3_the_restart_passes_over_seats_without_cards() -> None:
    """DVA-6.3, DVA-Q10: the flipper's last card was the Smack Attack!, so it is out now."""
    table = scene("D1 D2", "", "S", "A2", turn=2, out=(1,)).play("flip S", "smack 1")
    assert (table.position.out, table.awaited) == ((1, 2), "flip 3")


def test_dva_6_3_a_smack_from_outside_can_end_the_game() -> None:
    """DVA-6.3, DVA-7.1"""
    over = scene("D1", "", "S", turn=2, out=(1,)).play("flip S", "smack 1")
    assert over.ranking == ((0,), (1, 2))


def test_dva_6_3_a_smack_from_outside_takes_the_battle_cards_too() -> None:
    """DVA-6.3, DVA-4.5: here nobody has cards left, and those who were in the battle are drawn."""
    table = scene("", "S", "", central="B", out=(2,), battle={"chooser": 0, "kind": "army", "searching": 1}).play(
        "flip S"
    )
    over = table.play("smack 2")
    assert (over.position.removed, over.ranking) == (("B", "S"), ((0, 1), (2,)))


def test_dva_6_3_a_false_smack_without_cards_bars_for_good() -> None:
    """DVA-6.3"""
    table = scene("D1 S", "", "A1", turn=0, out=(1,))
    assert table.quoted("false smack 1 none") == ("DVA-6.3",)
    barred = table.play("false smack 1 none")
    assert (barred.position.barred, barred.awaited, barred.position.central) == ((1,), "flip 0", ())
    assert barred.quoted("false smack 1 none") == ("DVA-6.3",) and not barred.allows("false smack 1 none")
    assert barred.quoted("smack 1") == ("DVA-6.3", "DVA-5.1")
    waiting = barred.play("flip S")
    assert waiting.actions == ["smack 0", "smack 2"]
    assert waiting.quoted("smack 1") == ("DVA-6.3",)


def test_dva_6_3_players_who_are_out_can_be_barred_during_a_battle() -> None:
    """DVA-6.3"""
    table = scene("D1", "", "A1", central="B", out=(1,), battle={"chooser": 0})
    for before in ((), ("choose army",)):
        assert table.play(*before, "false smack 1 none").position.barred == (1,)


def test_dva_6_3_without_cards_none_can_be_named() -> None:
    """DVA-6.3"""
    assert scene("D1 D2", "", "A1", turn=0, out=(1,)).quoted("false smack 1 D1") == ("DVA-6.3",)

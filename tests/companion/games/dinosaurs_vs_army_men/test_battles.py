"""Dinosaurs Vs. Army Men, clauses DVA-4.1 to DVA-4.8: choosing, searching, winning, ties, ends without a winner."""

from __future__ import annotations

import pytest

from tests.support.games.dinosaurs import scene

OPEN = {"chooser": 0}
"""Seat 0 has flipped a Battle Round! in turn and is to choose."""


def test_dva_4_1_the_flipper_chooses_between_two_enemies() -> None:
    """DVA-4.1"""
    table = scene("D1 B", "A1", turn=0).play("flip B")
    assert (table.awaited, table.actions) == ("action 0", ["choose dinosaurs", "choose army"])


def test_dva_4_1_nobody_flips_or_smacks_before_the_choice() -> None:
    """DVA-4.1"""
    table = scene("D1", "A1", central="B", battle=OPEN)
    assert table.quoted("flip D1") == ("DVA-4.1",)
    assert table.quoted("smack 1") == ("DVA-5.1",)
    assert table.quoted("choose army") == ("DVA-4.1", "DVA-4.2")


@pytest.mark.parametrize(("kind", "others", "own"), [("army", "A", "D"), ("dinosaurs", "D", "A")])
def test_dva_4_1_the_chooser_fights_as_the_opposite_kind(kind: str, others: str, own: str) -> None:
    """DVA-4.1"""
    table = scene("D1 A1 D2 A2", "D3 A3 D4 A4", central="B", battle=OPEN).play(f"choose {kind}")
    assert table.play(f"flip {others}3").battle.fighters == (None, f"{others}3")
    passed = table.play(f"flip {own}3")
    assert (passed.battle.fighters, passed.awaited) == ((None, None), "flip 1")
    won = table.play(f"flip {others}3", f"flip {own}1")  # 3 beats 1, and three cards lie on the table
    assert (won.piles, won.awaited) == ((3, 3 + 3), "flip 1")


def test_dva_4_2_the_search_goes_round_from_the_left_of_the_chooser() -> None:
    """DVA-4.2"""
    table = scene("D1 A9", "A1 D9", "A2 D8", "A3 D7", turn=2, central="B", battle={"chooser": 2})
    table = table.play("choose army")
    seats = []
    for line in ("flip A1", "flip A2", "flip D9", "flip A3", "flip D1"):
        seats.append(table.awaited)
        table = table.play(line)
    assert seats == ["flip 3", "flip 0", "flip 1", "flip 1", "flip 2"]


def test_dva_4_2_cards_lie_before_their_flipper_newest_last() -> None:
    """DVA-4.2"""
    table = scene("D1", "A1 D9 D8", central="D5 B", battle=OPEN).play("choose army", "flip D9", "flip D8", "flip A1")
    assert table.battle.up == ((), ("D9", "D8", "A1"))
    assert table.position.central == ("D5", "B")
    assert table.awaited == "flip 0"


def test_dva_4_2_seats_without_cards_are_passed_over() -> None:
    """DVA-4.2: one is out, the other lost its last card in this battle."""
    table = scene("D1 D2", "", "A3", "A1 A2", central="B", out=(1,), battle=OPEN)
    table = table.play("false smack 2 A3", "choose army")
    assert (table.awaited, table.position.out) == ("flip 3", (1,))


def test_dva_4_2_there_is_no_second_choice() -> None:
    """DVA-4.2"""
    table = scene("D1 D2", "A1", central="B", battle=OPEN).play("choose army")
    assert table.quoted("choose dinosaurs") == ("DVA-4.2",)
    assert table.actions == []


def test_dva_4_3_the_highest_fighter_wins_everything_on_the_table() -> None:
    """DVA-4.3, DVA-6.1"""
    table = scene("D9 D4", "A1 A7", "D5 A8", central="D3 B", battle=OPEN)
    last = table.play("choose army", "flip A7", "flip D5", "flip A8")
    assert last.quoted("flip D9") == ("DVA-4.2", "DVA-4.3", "DVA-6.1", "DVA-6.4")  # seat 2 is out: A8 was its last
    won = last.play("flip D9")
    assert won.piles == (1 + 6, 1, 0)
    assert (won.position.central, won.position.battle, won.awaited) == ((), None, "flip 0")


@pytest.mark.parametrize(("own", "winner"), [("D1", 1), ("D9", 0)])
def test_dva_4_3_numbers_count_and_kinds_do_not(own: str, winner: int) -> None:
    """DVA-4.3"""
    table = scene(f"{own} D5", "A6 D5", central="B", battle=OPEN).play("choose army", "flip A6", f"flip {own}")
    assert table.awaited == f"flip {winner}"


def test_dva_4_4_a_new_battle_round_voids_the_fighters_and_keeps_the_cards() -> None:
    """DVA-4.4"""
    table = scene("D1 D2", "A7 A1", "B A8", central="B", battle=OPEN).play("choose army", "flip A7")
    assert table.quoted("flip B") == ("DVA-4.2", "DVA-4.4", "DVA-4.1")
    again = table.play("flip B")
    assert (again.awaited, again.battle.fighters, again.battle.kind) == ("action 2", (None,) * 3, None)
    assert again.battle.up == ((), ("A7",), ("B",))
    assert again.position.turn == 0
    search = again.play("choose dinosaurs")  # now 0 and 1 seek dinosaurs, and 2, last of all, an army man
    assert search.awaited == "flip 0"
    assert search.play("flip D1", "flip D2", "flip A8").piles == (1, 0, 6)


def test_dva_4_4_the_chooser_can_flip_the_new_battle_round() -> None:
    """DVA-4.4"""
    again = scene("B D2", "A7 A1", central="B", battle=OPEN).play("choose army", "flip A7", "flip B")
    assert (again.awaited, again.battle.chooser) == ("action 0", 0)


def test_dva_4_4_a_last_card_that_is_a_battle_round_still_chooses() -> None:
    """DVA-4.4, DVA-Q6: without cards that player finds no fighter."""
    again = scene("D1 D2", "B", central="B", battle=OPEN).play("choose army", "flip B")
    assert again.awaited == "action 1"
    assert again.play("choose army").awaited == "flip 0"
    assert again.play("choose dinosaurs", "flip D1").ranking == ((0,), (1,))


def test_dva_4_5_a_smack_attack_breaks_the_battle_off() -> None:
    """DVA-4.5"""
    table = scene("D1 D2", "A7 S", "A8", central="D3 B", battle=OPEN).play("choose army")
    assert table.quoted("flip S") == ("DVA-4.2", "DVA-4.5", "DVA-5.3")
    waiting = table.play("flip S")
    assert (waiting.awaited, waiting.battle.up, waiting.battle.searching) == ("smack", ((), ("S",), ()), 1)
    assert waiting.position.turn == 0
    assert waiting.quoted("smack 2") == ("DVA-5.1", "DVA-5.2", "DVA-5.4", "DVA-4.5", "DVA-6.1")
    won = waiting.play("smack 2")
    assert (won.piles, won.position.battle, won.awaited) == ((2, 1, 1 + 3), None, "flip 2")


def test_dva_4_6_running_out_leaves_no_fighter() -> None:
    """DVA-4.6"""
    table = scene("D1 D2", "D9", "A3 A3", central="B", battle=OPEN).play("choose army")
    assert table.quoted("flip D9") == ("DVA-4.2", "DVA-4.6")
    after = table.play("flip D9")
    assert (after.awaited, after.battle.fighters, after.position.out) == ("flip 2", (None,) * 3, ())
    decided = after.play("flip A3", "flip D1")
    assert (decided.awaited, decided.position.out) == ("flip 2", (1,))


def test_dva_4_6_a_fighter_that_was_the_last_card_counts() -> None:
    """DVA-4.6, DVA-Q4"""
    table = scene("D1 D2", "A9", central="B", battle=OPEN).play("choose army", "flip A9", "flip D2")
    assert (table.piles, table.awaited) == ((1, 3), "flip 1")


def test_dva_4_7_only_the_tied_search_again() -> None:
    """DVA-4.7"""
    table = scene("D5 D1 D2", "A7 A1 A1", "A7 A2 D3", "A3 A4", central="B", battle=OPEN)
    level = table.play("choose army", "flip A7", "flip A7", "flip A4")
    assert level.quoted("flip D5") == ("DVA-4.2", "DVA-4.7")
    again = level.play("flip D5")
    assert (again.battle.tied, again.battle.fighters, again.awaited) == ((1, 2), (None,) * 4, "flip 1")
    assert again.battle.kind == "army"
    won = again.play("flip A1", "flip D3", "flip A2")
    assert (won.piles, won.awaited) == ((2, 1, 8, 1), "flip 2")


def test_dva_4_7_the_chooser_can_be_tied_and_still_comes_last() -> None:
    """DVA-4.7, DVA-Q12"""
    table = scene("D7 D2 A5", "A7 A1 D9", central="B", battle=OPEN).play("choose army", "flip A7", "flip D7")
    assert (table.battle.tied, table.awaited) == ((1, 0), "flip 1")
    own = table.play("flip A1")
    assert own.play("flip A5").awaited == "flip 0"  # the chooser goes on seeking the other kind
    assert own.play("flip D2").awaited == "flip 0"


def test_dva_4_7_ties_are_repeated() -> None:
    """DVA-4.7"""
    table = scene("D7 D2 D3", "A7 A2 A4", central="B", battle=OPEN)
    again = table.play("choose army", "flip A7", "flip D7", "flip A2", "flip D2")
    assert (again.battle.tied, again.awaited) == ((1, 0), "flip 1")
    assert again.play("flip A4", "flip D3").ranking == ((1,), (0,))


def test_dva_4_7_without_another_fighter_the_first_of_the_tied_wins() -> None:
    """DVA-4.7"""
    table = scene("D7", "A7", central="B", battle=OPEN).play("choose army", "flip A7")
    assert table.quoted("flip D7") == ("DVA-4.2", "DVA-4.7", "DVA-6.1", "DVA-6.4", "DVA-7.1")
    assert table.play("flip D7").ranking == ((1,), (0,))
    searched = scene("D7 A1", "A7", central="B", battle=OPEN).play("choose army", "flip A7", "flip D7", "flip A1")
    assert searched.ranking == ((1,), (0,))


def test_dva_4_7_one_tied_player_with_a_new_fighter_is_enough() -> None:
    """DVA-4.7"""
    table = scene("D7 D1", "A7", "A1 A1", central="B", battle=OPEN).play("choose army", "flip A7", "flip A1", "flip D7")
    assert (table.battle.tied, table.awaited) == ((1, 0), "flip 0")
    assert table.play("flip D1").piles == (5, 0, 1)


def test_dva_4_7_a_battle_round_in_the_second_search_begins_anew_for_all() -> None:
    """DVA-4.7, DVA-4.4"""
    table = scene("D7 D1", "A7 B", "A1 A2", central="B", battle=OPEN)
    anew = table.play("choose army", "flip A7", "flip A1", "flip D7", "flip B")
    assert (anew.battle.tied, anew.battle.chooser, anew.awaited) == (None, 1, "action 1")
    assert anew.play("choose army").awaited == "flip 2"


def test_dva_4_8_without_any_fighter_the_table_leaves_the_game() -> None:
    """DVA-4.8"""
    table = scene("A1", "D9", central="D5 B", battle=OPEN).play("choose army", "flip D9")
    assert table.quoted("flip A1") == ("DVA-4.2", "DVA-4.6", "DVA-4.8", "DVA-7.1")
    over = table.play("flip A1")
    assert over.position.removed == ("A1", "B", "D5", "D9")
    assert (over.position.central, over.position.out, over.ranking) == ((), (), ((0, 1),))


def test_dva_4_8_a_choice_that_nobody_can_search_for_ends_the_battle() -> None:
    """DVA-4.8: all piles ran out in the battle, the last card was a Battle Round!"""
    table = scene("", "B", central="B", battle={"chooser": 0, "kind": "army", "searching": 1}).play("flip B")
    assert table.awaited == "action 1"
    assert table.quoted("choose army") == ("DVA-4.1", "DVA-4.2", "DVA-4.8", "DVA-7.1")
    assert table.play("choose army").ranking == ((0, 1),)


# ---------------------------------------------------------------------------------------------- false smacks in battles


def test_dva_6_2_a_false_smack_in_a_battle_changes_nothing_but_the_piles() -> None:
    """DVA-6.2"""
    for before in ((), ("choose army",), ("choose army", "flip A7")):
        table = scene("D1 D2", "A7 A1", "A8 A8", central="B", battle=OPEN).play(*before)
        after = table.play("false smack 2 A8")
        assert after.awaited == table.awaited
        assert after.position.central == ("A8", "B")
        assert after.battle == table.battle


def test_dva_6_2_the_searcher_who_forfeits_the_last_card_has_no_fighter() -> None:
    """DVA-6.2, DVA-4.6"""
    table = scene("D1 D2", "A7", "A8 A9", central="B", battle=OPEN).play("choose army")
    assert table.quoted("false smack 1 A7") == ("DVA-6.2", "DVA-4.6")
    after = table.play("false smack 1 A7")
    assert (after.awaited, after.position.out) == ("flip 2", ())


def test_dva_6_2_the_last_searchers_forfeit_decides_the_battle() -> None:
    """DVA-6.2: the forfeited card is among those won."""
    table = scene("D1", "A7 A8", central="B", battle=OPEN).play("choose army", "flip A7")
    assert table.quoted("false smack 0 D1") == ("DVA-6.2", "DVA-4.6", "DVA-4.3", "DVA-6.1", "DVA-6.4", "DVA-7.1")
    won = table.play("false smack 0 D1")
    assert (won.piles, won.ranking) == ((0, 4), ((1,), (0,)))


def test_dva_6_2_a_fighter_survives_the_forfeit_of_the_last_card() -> None:
    """DVA-6.2, DVA-Q4"""
    table = scene("D1 D2", "A7 A8", central="B", battle=OPEN).play("choose army", "flip A7", "false smack 1 A8")
    assert table.battle.fighters == (None, "A7")
    assert table.play("flip D1").awaited == "flip 1"


def test_dva_6_2_a_chooser_without_cards_left_still_chooses() -> None:
    """DVA-6.2, DVA-Q6"""
    table = scene("D1", "A7 A8", central="B", battle=OPEN)
    after = table.play("false smack 0 D1")
    assert (after.awaited, after.position.out) == ("action 0", ())
    assert after.play("choose army", "flip A7").ranking == ((1,), (0,))


def test_dva_6_4_nobody_in_a_pending_battle_can_be_barred() -> None:
    """DVA-6.4"""
    table = scene("D1", "A7 A8", central="B", battle=OPEN).play("false smack 0 D1")
    assert table.quoted("false smack 0 none") == ("DVA-6.4",)
    assert table.quoted("false smack 0 A7") == ("DVA-6.3", "DVA-6.4")

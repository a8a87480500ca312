"""Dinosaurs Vs. Army Men, clauses DVA-1.1 to DVA-3.2, DVA-6.4 and DVA-7.1: cards, deal, flipping, the end."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from companion import Awaited, IllegalEvent, MalformedError, Outcome
from tests.support.games.dinosaurs import Flipped, game, scene

DVA = game()


# ---------------------------------------------------------------------------------------------- DVA-1, DVA-2


def test_dva_1_1_four_kinds_of_cards() -> None:
    """DVA-1.1"""
    names = {card: DVA.card_name(card) for card in ("D7", "A12", "B", "S")}
    assert names == {"D7": "Dinosaur 7", "A12": "Army man 12", "B": "Battle Round!", "S": "Smack Attack!"}
    assert {card[0] for card in DVA.seed.deck} == {"D", "A", "B", "S"}


def test_dva_1_2_the_reconstructed_deck_has_sixty_cards() -> None:
    """DVA-1.2"""
    deck = Counter(DVA.seed.deck)
    assert sum(deck.values()) == 60
    assert all(deck[f"{kind}{number}"] == 2 for kind in "DA" for number in range(1, 13))
    assert (deck["B"], deck["S"], len(deck)) == (6, 6, 26)


def test_dva_1_2_a_card_whose_copies_are_all_seen_cannot_come_up() -> None:
    """DVA-1.2"""
    table = scene("D1 D1", "A1", turn=0)
    once = table.play("flip D1")
    assert once.allows("flip D1")
    assert once.play("flip D1").quoted("flip D1") == ("DVA-7.1",)  # seat 1 has flipped its only card
    seen = scene("A2", "A1", central="D1", turn=0)
    assert seen.quoted("flip D1") == ("DVA-1.2",)
    assert scene("A2", "A1", removed="D1", turn=0).quoted("flip D1") == ("DVA-1.2",)


def test_dva_1_2_the_last_unseen_copy_can_come_up_and_only_once() -> None:
    """DVA-1.2"""
    table = scene("D1 A1", "A1 A1", central="D1", turn=0)
    assert table.allows("flip D1")
    assert table.play("flip D1").quoted("flip D1") == ("DVA-1.2",)
    assert table.play("flip D1").quoted("false smack 0 D1") == ("DVA-1.2",)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_dva_1_3_two_to_eight_players(players: int) -> None:
    """DVA-1.3"""
    start = game(players).start()
    assert len(start.piles) == players and sum(start.piles) == 60


@pytest.mark.parametrize("players", [0, 1, 9])
def test_dva_1_3_other_numbers_are_refused(players: int) -> None:
    """DVA-1.3"""
    with pytest.raises(MalformedError, match=f"^players: .* is supported for 2 to 8 players, not {players}$"):
        game(players)


@pytest.mark.parametrize(
    ("players", "piles"),
    [
        (2, (30, 30)),
        (7, (8, 9, 9, 9, 9, 8, 8)),  # 60 = 7 x 8 + 4: seats 1 to 4, dealt first, have one more
        (8, (7, 8, 8, 8, 8, 7, 7, 7)),
    ],
)
def test_dva_2_1_the_deal_begins_at_the_dealers_left(players: int, piles: tuple[int, ...]) -> None:
    """DVA-2.1"""
    assert game(players).start().piles == piles


def test_dva_2_1_seats_that_a_small_deck_does_not_reach_are_out() -> None:
    """DVA-2.1"""
    rules = game(5, deck=["D1", "D2", "A1"])
    start = rules.start()
    assert (start.piles, start.out) == ((0, 1, 1, 1, 0), (0, 4))
    assert rules.awaited(start) == Awaited("flip", 1)


def test_dva_2_1_a_deck_of_one_card_is_over_at_once() -> None:
    """DVA-2.1, DVA-7.1"""
    rules = game(2, deck=["S"])
    outcome = rules.outcome(rules.start())
    assert outcome is not None and outcome.ranking == ((1,), (0,))


def test_dva_2_2_seat_1_begins_and_play_goes_clockwise() -> None:
    """DVA-2.2"""
    table = scene("D1 D1", "D1 D1", "D1 D1", turn=1)
    assert game(3).awaited(game(3).start()) == Awaited("flip", 1)
    seats = []
    for _ in range(4):
        seats.append(table.awaited)
        table = table.play("flip D1")
    assert seats == ["flip 1", "flip 2", "flip 0", "flip 1"]


def test_dva_2_2_nobody_knows_what_lies_in_which_pile() -> None:
    """DVA-2.2: every unseen card is as likely as any other, whoever flips."""
    table = scene("D1 D1 B", "A1 S", central="A2", turn=1)
    chances = {event.card: chance for event, chance in table.rules.chances(table.position)}  # type: ignore[union-attr]
    assert chances == {"A1": Fraction(1, 5), "B": Fraction(1, 5), "D1": Fraction(2, 5), "S": Fraction(1, 5)}


# ---------------------------------------------------------------------------------------------- DVA-3


def test_dva_3_1_the_top_card_goes_onto_the_central_pile() -> None:
    """DVA-3.1"""
    after = scene("D1 D2", "A1 A2", central="A5", turn=0).play("flip D2")
    assert (after.position.central, after.piles) == (("A5", "D2"), (1, 2))


def test_dva_3_1_the_next_player_with_cards_follows() -> None:
    """DVA-3.1"""
    table = scene("D1 D2", "", "", "A1", turn=0, out=(1, 2))
    assert table.play("flip D1").awaited == "flip 3"


def test_dva_3_1_only_a_flip_is_awaited_in_turn() -> None:
    """DVA-3.1"""
    table = scene("D1 D2", "A1", turn=0)
    assert table.actions == []
    assert table.quoted("choose army") == ("DVA-3.1",)
    assert table.quoted("smack 0") == ("DVA-5.1",)


@pytest.mark.parametrize("card", ["D1", "D2", "A1"])
def test_dva_3_2_a_numbered_card_does_nothing(card: str) -> None:
    """DVA-3.2"""
    table = scene("D1 D2", "A1 A2", turn=0)
    assert table.quoted(f"flip {card}") == ("DVA-3.1", "DVA-3.2")
    after = table.play(f"flip {card}")
    assert not after.position.pending and after.awaited == "flip 1"


def test_dva_3_2_a_battle_round_opens_a_battle() -> None:
    """DVA-3.2, DVA-4.1"""
    table = scene("B D2", "A1 A2", turn=0)
    assert table.quoted("flip B") == ("DVA-3.1", "DVA-3.2", "DVA-4.1")
    after = table.play("flip B")
    assert (after.awaited, after.position.central, after.position.turn) == ("action 0", ("B",), 0)


def test_dva_3_2_a_smack_attack_waits_to_be_smacked() -> None:
    """DVA-3.2, DVA-5.1"""
    table = scene("S D2", "A1 A2", turn=0)
    assert table.quoted("flip S") == ("DVA-3.1", "DVA-3.2", "DVA-5.1", "DVA-5.3")
    after = table.play("flip S")
    assert (after.awaited, after.position.central, after.position.turn) == ("smack", ("S",), 0)


# ---------------------------------------------------------------------------------------------- DVA-6.4, DVA-7


def test_dva_6_4_a_plain_flip_of_the_last_card_puts_out_at_once() -> None:
    """DVA-6.4"""
    table = scene("D1", "A1 A2", "A3", turn=0)
    assert table.quoted("flip D1") == ("DVA-3.1", "DVA-3.2", "DVA-6.4")
    after = table.play("flip D1")
    assert after.position.out == (0,) and after.awaited == "flip 1"


@pytest.mark.parametrize("card", ["B", "S"])
def test_dva_6_4_the_last_card_puts_nobody_out_while_it_is_pending(card: str) -> None:
    """DVA-6.4"""
    after = scene(card, "A1 A2", "A3", turn=0).play(f"flip {card}")
    assert after.piles[0] == 0 and after.position.out == ()


def test_dva_7_1_the_last_player_with_cards_has_won() -> None:
    """DVA-7.1"""
    table = scene("D1", "A1 A2", turn=0)
    assert table.quoted("flip D1")[-2:] == ("DVA-6.4", "DVA-7.1")
    over = table.play("flip D1")
    assert over.rules.outcome(over.position) == Outcome(
        "Only player 2 has cards left and wins.", ((1,), (0,)), "DVA-7.1"
    )
    assert (over.awaited, over.actions, over.rules.chances(over.position)) == ("nothing", [], [])


def test_dva_7_1_with_a_contest_pending_one_holder_of_cards_has_not_won_yet() -> None:
    """DVA-7.1"""
    after = scene("S", "A1 A2", turn=0).play("flip S")
    assert after.ranking is None and after.awaited == "smack"
    assert after.play("smack 0").awaited == "flip 0"
    assert after.play("smack 1").ranking == ((1,), (0,))


def test_dva_7_1_the_losers_share_a_group() -> None:
    """DVA-7.1: the order in which players went out is no part of the position."""
    over = scene("", "D1", "A1 A2", "", turn=1, out=(0, 3), barred=(3,)).play("flip D1")
    assert over.ranking == ((2,), (0, 1, 3))


def test_dva_7_1_where_nobody_has_cards_those_of_the_last_contest_are_drawn() -> None:
    """DVA-7.1, DVA-4.8"""
    battle = {"chooser": 0, "kind": "army", "searching": 1}
    over = scene("", "D1", "", central="B", out=(2,), battle=battle).play("flip D1")
    assert over.piles == (0, 0, 0)
    assert over.rules.outcome(over.position) == Outcome(
        "Nobody has cards left: player 1 and player 2 draw.", ((0, 1), (2,)), "DVA-7.1"
    )
    everybody = scene("", "D1", central="B", battle=battle).play("flip D1")
    assert everybody.ranking == ((0, 1),)


@pytest.mark.parametrize("line", ["flip A1", "choose army", "smack 0", "false smack 0 none", "false smack 1 A1"])
def test_dva_7_1_nothing_can_be_done_once_it_is_over(line: str) -> None:
    """DVA-7.1"""
    over = scene("D1", "A1 A2", turn=0).play("flip D1")
    assert over.quoted(line) == ("DVA-7.1",)
    with pytest.raises(IllegalEvent, match="only player 2 has cards left"):
        over.play(line)


def test_scores_are_the_cards_in_the_piles() -> None:
    table = scene("D1 D2", "A1", turn=0)
    assert table.rules.scores(table.position) == (2, 1)


def test_apply_leaves_its_argument_alone() -> None:
    table = scene("D1 D2", "A1", turn=0)
    before = table.written
    table.play("flip D1")
    assert table.written == before


def test_a_game_can_be_asked_about_events_made_in_python() -> None:
    rules = game()
    assert rules.rule(rules.start(), Flipped("D1")).legal

"""Army vs Aliens 2011 with more than two players: clauses AVA-7.1 to AVA-7.8, their options, and the order of turns."""

from __future__ import annotations

import pytest

from companion import Awaited
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from companion.table import Colour
from tests.support.games.army import Attack, General, Mothership, Nuke, Overlord, Rally, Rolled, ava, ranks, table

THREE = ava(3)
FIVE = ava(5)
FOUR = ava(4)
"""Four players are two teams: seats 0 and 2 for the Army, 1 and 3 for the Aliens."""
SIX = ava(6)


def hit(*targets: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(targets))


def zones(position: Position) -> list[str]:
    """Each seat as combat:rally:scored."""
    told = []
    for player in position.players:
        combat, scored = ("".join(map(str, zone)) for zone in (player.combat, player.scored))
        told.append(f"{combat}:{player.rally}:{scored}")
    return told


def clauses(rules: ArmyVsAliens, position: Position, event: object) -> tuple[str, ...]:
    return rules.rule(position, event).clauses  # type: ignore[arg-type]


def rolled_by(rules: ArmyVsAliens, *faces: str) -> Position:
    position = rules.start()
    for roll in faces:
        position = rules.apply(position, Rolled(ranks(roll)))
    return position


def seats_in_turn(rules: ArmyVsAliens, position: Position, turns: int) -> list[int]:
    """Who acts in the next turns if everybody rallies and rolls what lay there."""
    seats = []
    for _ in range(turns):
        seat = rules.awaited(position).seat
        assert seat is not None
        seats.append(seat)
        player = position.players[seat]
        event = Rally(()) if player.rally else Rally(player.combat[:1])
        position = rules.apply(position, event)
        assert position.rolling is not None
        position = rules.apply(position, Rolled((6,) * position.rolling.dice))
    return seats


# ---------------------------------------------------------------------------------------------- AVA-7.1


def test_ava_7_1_a_table_says_who_belongs_together_in_a_match() -> None:
    """A match is a series of games, and no ruling rests on it."""
    assert FOUR.sides == ((0, 2), (1, 3))
    assert FOUR.seed.clause("AVA-7.1").setup
    assert ava(2, match="best_of").options == {"match": "best_of"}


# ---------------------------------------------------------------------------------------------- AVA-7.2, 7.8


@pytest.mark.parametrize("players", range(3, 9))
def test_ava_7_2_seats_take_the_factions_in_turn(players: int) -> None:
    sides = [player.side for player in ava(players).start().players]
    assert sides == ["army", "aliens"] * (players // 2) + ["army"] * (players % 2)


def test_ava_7_8_everybody_rolls_in_seat_order_and_seat_0_begins() -> None:
    """AVA-2.1, AVA-2.2 and AVA-7.8: the player drawn to begin sits at seat 0."""
    position = THREE.start()
    for seat in range(3):
        assert THREE.awaited(position) == Awaited("roll", seat, 9)
        position = THREE.apply(position, Rolled(ranks("122345556")))
    assert zones(position) == ["1223456:2:"] * 3
    assert THREE.awaited(position) == Awaited("action", 0)


def test_ava_7_8_in_a_team_game_the_armys_captain_begins() -> None:
    assert rolled_by(FOUR, *["123456666"] * 4).turn == 0


def test_ava_7_2_anybody_may_hit_anybody_own_faction_included() -> None:
    position = table(THREE, "2/1/1")
    targets = [event.hit for event in THREE.actions(position) if isinstance(event, Attack)]
    assert targets == [hit((1, 1)), hit((2, 1))]
    after = THREE.apply(position, Attack((2,), hit((2, 1))))
    assert zones(after) == [":1:1", "1:0:", ":0:"]


def test_ava_7_2_turns_go_round_clockwise() -> None:
    assert seats_in_turn(FIVE, table(FIVE, "1/1/1/1/1", turn=3), 7) == [3, 4, 0, 1, 2, 3, 4]


def test_ava_7_2_the_last_one_alive_wins() -> None:
    position = table(THREE, "2/1/-", scored="/3/")
    after = THREE.apply(position, Attack((2,), hit((1, 1))))
    outcome = THREE.outcome(after)
    assert outcome is not None
    assert (outcome.ranking, outcome.clause) == (((0,), (1, 2)), "AVA-7.2")
    assert outcome.how == "Nobody else has a living die: the Army (player 1) wins."
    assert clauses(THREE, after, Rally(())) == ("AVA-7.2",)


def test_ava_7_2_one_elimination_does_not_end_it() -> None:
    """AVA-6.1: the player is out at once, and the others play on."""
    after = THREE.apply(table(THREE, "2/1/6"), Attack((2,), hit((1, 1))))
    assert THREE.outcome(after) is None
    assert THREE.awaited(after) == Awaited("action", 2)
    assert "AVA-6.1" in clauses(THREE, table(THREE, "2/1/6"), Attack((2,), hit((1, 1))))


# ---------------------------------------------------------------------------------------------- AVA-7.3


def test_ava_7_3_a_round_begins_with_the_captains() -> None:
    assert seats_in_turn(SIX, table(SIX, "1/1/1/1/1/1"), 8) == [0, 1, 2, 3, 4, 5, 0, 1]


def test_ava_7_3_it_ends_when_a_side_has_no_living_die() -> None:
    position = table(FOUR, "-/3/2/-", turn=2, scored="1/6//")
    assert FOUR.outcome(position) is None
    blow = table(FOUR, "-/2/2/-", turn=2, scored="1/6//")
    outcome = FOUR.outcome(FOUR.apply(blow, Attack((2,), hit((1, 2)))))
    assert outcome is not None
    assert (outcome.ranking, outcome.clause) == (((0, 2), (1, 3)), "AVA-7.3")
    assert outcome.how == "The Aliens have no living die: the Army wins."


def test_ava_7_3_team_mates_cannot_be_hit() -> None:
    position = table(FOUR, "2/1/1/1")
    assert [event.hit for event in FOUR.actions(position) if isinstance(event, Attack)] == [hit((1, 1)), hit((3, 1))]
    (broken,) = FOUR.rule(position, Attack((2,), hit((2, 1)))).broken
    assert (broken.clause, broken.fault) == ("AVA-3.2", "mates_target")
    sentence = "The target has to be an enemy's die, and the Army (player 3) fights on your side."
    assert FOUR.broken_text(broken) == sentence


def test_ava_7_3_without_teams_four_play_alone() -> None:
    rules = ava(4, teams=False)
    assert [player.team for player in rules.start().players] == [0, 1, 2, 3]
    attacks = [event.hit for event in rules.actions(table(rules, "2/1/1/1")) if isinstance(event, Attack)]
    assert attacks == [hit((1, 1)), hit((2, 1)), hit((3, 1))]


def test_ava_7_3_option_team_order() -> None:
    """AVA-Q15, with seat 2 out: its turn is skipped, or a turn of the Aliens follows each of the Army."""
    thinned = "1/1/-/1"
    assert seats_in_turn(FOUR, table(FOUR, thinned), 7) == [0, 1, 3, 0, 1, 3, 0]
    alternate = ava(4, team_order="alternate")
    assert seats_in_turn(alternate, table(alternate, thinned), 6) == [0, 1, 0, 1, 0, 1]
    assert seats_in_turn(alternate, table(alternate, thinned, turn=3), 5) == [3, 0, 1, 0, 1]
    assert seats_in_turn(alternate, table(alternate, "1/1/1/1"), 6) == [0, 1, 2, 3, 0, 1]
    six = ava(6, team_order="alternate")
    assert seats_in_turn(six, table(six, "1/-/-/1/1/1"), 7) == [0, 3, 4, 5, 0, 3, 4]


def test_ava_7_3_option_team_order_means_nothing_without_teams() -> None:
    rules = ava(4, teams=False, team_order="alternate")
    assert seats_in_turn(rules, table(rules, "1/1/-/1"), 4) == [0, 1, 3, 0]


# ---------------------------------------------------------------------------------------------- AVA-7.4


def test_ava_7_4_the_two_dice_of_a_mothership_may_be_of_two_owners() -> None:
    position = table(THREE, "3/666/5", turn=1, rally=(1, 0, 0))
    hits = [event.hit for event in THREE.actions(position) if isinstance(event, Mothership)]
    assert hits == [hit((0, 3), (2, 5))]
    assert zones(THREE.apply(position, Mothership(hits[0]))) == [":1:", ":3:35", ":0:"]


def test_ava_7_4_each_die_that_an_overlord_sends_away_goes_to_its_owners_rally() -> None:
    position = table(THREE, "3/5/56", turn=1)
    hits = [event.hit for event in THREE.actions(position) if isinstance(event, Overlord)]
    assert hits == [hit((0, 3), (2, 5)), hit((0, 3), (2, 6)), hit((2, 5), (2, 6))]
    assert zones(THREE.apply(position, Overlord(hits[0]))) == [":1:", ":1:", "6:1:"]


def test_ava_7_4_in_teams_the_targets_are_the_other_teams() -> None:
    position = table(FOUR, "3/5/1/2", turn=1)
    assert [event.hit for event in FOUR.actions(position) if isinstance(event, Overlord)] == [hit((0, 3), (2, 1))]
    (broken,) = FOUR.rule(position, Overlord(hit((0, 3), (3, 2)))).broken
    assert (broken.clause, broken.fault) == ("AVA-4.4", "mates_target")
    (broken,) = FOUR.rule(table(FOUR, "3/666/1/2", turn=1), Mothership(hit((0, 3), (3, 2)))).broken
    assert FOUR.broken_text(broken).endswith("and the Aliens (player 4) fight on your side.")


def test_ava_7_4_one_enemy_die_in_all_is_a_single_target() -> None:
    strict = ava(3, two_target_strict=True)
    lone, two = "-/5/6", "4/5/6"
    for combat, plain, strictly in ((lone, 1, 0), (two, 1, 1)):
        for rules, number in ((THREE, plain), (strict, strictly)):
            position = table(rules, combat, turn=1, rally=(1, 0, 0))
            assert sum(isinstance(event, Overlord) for event in rules.actions(position)) == number


# ---------------------------------------------------------------------------------------------- AVA-7.5


def test_ava_7_5_alone_the_own_dice_that_a_nuke_destroys_leave_the_game() -> None:
    position = table(THREE, "1366645/126/35")
    assert zones(THREE.apply(position, Nuke())) == ["45:3:123", "6:0:", "5:0:"]


def test_ava_7_5_option_ffa_nuke_own_dice_left_neighbour() -> None:
    rules = ava(3, ffa_nuke_own_dice="left_neighbour")
    assert zones(rules.apply(table(rules, "13666/126/35"), Nuke())) == [":3:123", "6:0:13", "5:0:"]
    assert zones(rules.apply(table(rules, "13666/-/35"), Nuke())) == [":3:3", ":0:", "5:0:13"]
    last = table(rules, "-/16/13666", turn=2)
    assert zones(rules.apply(last, Nuke())) == [":0:", "6:0:13", ":3:1"]


def test_ava_7_5_a_left_neighbour_who_dies_of_the_nuke_has_scored_before() -> None:
    rules = ava(3, ffa_nuke_own_dice="left_neighbour")
    assert zones(rules.apply(table(rules, "13666/12/35"), Nuke())) == [":3:123", ":0:13", "5:0:"]


def test_ava_7_5_option_ffa_nuke_own_dice_is_for_three_and_more_alone() -> None:
    for rules in (ava(2, ffa_nuke_own_dice="left_neighbour"), ava(4, ffa_nuke_own_dice="left_neighbour")):
        plain = ava(rules.players)
        position = table(rules, "1666/36/2/1" if rules.players == 4 else "1666/36")
        assert rules.apply(position, Nuke()) == plain.apply(position, Nuke())


def test_ava_7_5_in_teams_the_own_sides_dice_go_to_the_enemy_captain() -> None:
    position = table(FOUR, "1666/24/36/15")
    assert zones(FOUR.apply(position, Nuke())) == [":3:12", "4:0:13", "6:0:", "5:0:"]
    second = table(FOUR, "16/24/3666/15", turn=2)
    assert zones(FOUR.apply(second, Nuke())) == ["6:0:", "4:0:13", ":3:12", "5:0:"]


def test_ava_7_5_also_to_a_captain_who_is_out() -> None:
    position = table(FOUR, "1666/-/36/15")
    assert zones(FOUR.apply(position, Nuke())) == [":3:1", ":0:13", "6:0:", "5:0:"]


def test_ava_7_5_a_nuke_may_find_its_only_victims_on_the_own_side() -> None:
    position = table(FOUR, "666/4/1/5")
    assert Nuke() in FOUR.actions(position)
    assert FOUR.apply(position, Nuke()).players[1].scored == (1,)
    assert clauses(FOUR, position, Nuke())[:2] == ("AVA-4.1", "AVA-1.3") and "AVA-7.5" in clauses(
        FOUR, position, Nuke()
    )


# ---------------------------------------------------------------------------------------------- AVA-7.6


def test_ava_7_6_a_general_promotes_the_dice_of_its_owner_alone() -> None:
    after = FOUR.apply(table(FOUR, "115/1/11/1"), General(1))
    assert zones(after) == ["22:1:", "1:0:", "11:0:", "1:0:"]


def test_ava_7_6_team_mates_may_have_a_general_each() -> None:
    """AVA-Q16: the limit on rank 5 is each player's own."""
    after = FOUR.apply(table(FOUR, "5/1/5/1", turn=2, rolling=(2, 2)), Rolled((5, 5)))
    assert zones(after) == ["5:0:", "1:0:", "5:2:", "1:0:"]


# ---------------------------------------------------------------------------------------------- AVA-7.7, 6.3, 6.5


def test_ava_7_7_the_eliminated_get_no_turn() -> None:
    assert seats_in_turn(FIVE, table(FIVE, "1/-/1/-/1"), 5) == [0, 2, 4, 0, 2]
    assert "AVA-7.7" in clauses(FIVE, table(FIVE, "2/-/1/-/1"), Attack((2,), hit((4, 1))))


@pytest.mark.parametrize(("combat", "limit"), [("6/6/6/6/6", 25), ("6/-/6/-/6", 15), ("6/-/6/-/-", 10)])
def test_ava_6_3_a_round_is_a_turn_of_every_living_player(combat: str, limit: int) -> None:
    assert FIVE.outcome(table(FIVE, combat, quiet=limit - 1)) is None
    outcome = FIVE.outcome(table(FIVE, combat, quiet=limit))
    assert outcome is not None and outcome.clause == "AVA-6.3"
    assert FIVE.draw_counter(table(FIVE, combat, quiet=3))[:2] == (3, limit)


def test_ava_6_3_option_aligned_with_many_counts_from_the_first_living_seat() -> None:
    rules = ava(5, draw_counter="aligned", draw_limit=1)
    assert rules.outcome(table(rules, "6/-/6/-/6", turn=2, quiet=3)) is None  # one turn of this round, two of the last
    assert rules.outcome(table(rules, "6/-/6/-/6", turn=0, quiet=3)) is not None
    assert rules.draw_counter(table(rules, "6/-/6/-/6", turn=2, quiet=3))[:2] == (3, 5)


def test_ava_6_3_option_turns_with_many_counts_single_turns() -> None:
    rules = ava(5, draw_counter="turns")
    assert rules.outcome(table(rules, "6/6/6/6/6", quiet=5)) is not None
    assert rules.draw_counter(table(rules, "6/6/6/6/6", quiet=4))[:2] == (4, 5)


@pytest.mark.parametrize(
    ("scored", "ranking", "how"),
    [
        ("1/22/3/-/5", ((4,), (2,), (0,), (1, 3)), "level on dice, the Army (player 5) wins with ranks of 5 to 3."),
        ("11/22/3/-/5", ((0,), (4,), (2,), (1, 3)), "the Army (player 1) wins with 2 scored dice to 1."),
        ("3/22/3/-/-", ((0, 2), (4,), (1, 3)), "the Army (player 1) and the Army (player 3) share the first place, "
         "level on dice and ranks."),
        ("3/22/3/-/3", ((0, 2, 4), (1, 3)), "level on dice and ranks, the game is drawn."),
    ],
)  # fmt: skip
def test_ava_7_7_alone_the_living_are_ranked_and_the_eliminated_come_last(
    scored: str, ranking: tuple[tuple[int, ...], ...], how: str
) -> None:
    """Seats 1 and 3 are out, whatever they have scored; AVA-6.5 ranks the others; seat 4 has a die in Rally."""
    position = table(FIVE, "6/-/6/-/-", rally=(0, 0, 0, 0, 1), scored=scored, quiet=15)
    outcome = FIVE.outcome(position)
    assert outcome is not None and outcome.ranking == ranking
    assert outcome.how == f"15 turns passed without an attack: {how}"


@pytest.mark.parametrize(
    ("scored", "ranking", "how"),
    [
        ("1/22/3/4", ((1, 3), (0, 2)), "the Aliens win with 3 scored dice to 2."),
        ("66/22/-/4", ((1, 3), (0, 2)), "the Aliens win with 3 scored dice to 2."),
        ("4/2/4/4", ((0, 2), (1, 3)), "level on dice, the Army wins with ranks of 8 to 6."),
        ("3/2/-/1", ((1, 3), (0, 2)), "the Aliens win with 2 scored dice to 1."),
        ("3/2/-/-", ((0, 2), (1, 3)), "level on dice, the Army wins with ranks of 3 to 2."),
        ("3/-/-/3", ((0, 1, 2, 3),), "level on dice and ranks, the game is drawn."),
    ],
)
def test_ava_7_7_a_team_is_ranked_by_the_sum_of_its_members_the_dead_included(
    scored: str, ranking: tuple[tuple[int, ...], ...], how: str
) -> None:
    """Seat 0 is out, and what it has scored counts for its team."""
    outcome = FOUR.outcome(table(FOUR, "-/6/6/6", turn=1, scored=scored, quiet=15))
    assert outcome is not None and outcome.clause == "AVA-6.3"
    assert outcome.ranking == ranking
    assert outcome.how == f"15 turns passed without an attack: {how}"


# ---------------------------------------------------------------------------------------------- what is said


def test_players_of_one_faction_are_numbered() -> None:
    assert [FOUR.seat_name(seat) for seat in range(4)] == [
        "Army (player 1)", "Aliens (player 2)", "Army (player 3)", "Aliens (player 4)",
    ]  # fmt: skip
    position = table(FOUR, "1666/24/36/15")
    told = "Nuke: three Nukes (6) destroy 1 die of the Aliens (player 2), 1 die of the Army (player 3), "
    assert FOUR.text(position, Nuke()) == told + "1 die of the Aliens (player 4) and 1 die of the Army (player 1)"
    attack = Attack((2,), hit((3, 1)))
    assert FOUR.text(table(FOUR, "2/1/1/1"), attack) == (
        "Attack: one Artillery (2) destroys an Invader (1) of the Aliens (player 4)"
    )


def test_a_finished_game_tells_who_is_left_or_which_team_is_gone() -> None:
    for rules, combat, sentence in (
        (THREE, "-/-/1", "nobody but the Army (player 3) has a living die."),
        (FOUR, "1/-/1/-", "the Aliens have no living die."),
    ):
        (broken,) = rules.rule(table(rules, combat, turn=None), Rally((1,))).broken
        assert rules.broken_text(broken) == f"The game is over, nothing more can be done: {sentence}"


# ---------------------------------------------------------------------------------------------- what lies on the table


def test_the_dead_of_many_lie_with_their_destroyers() -> None:
    """A position knows who destroyed a die, not whose it was."""
    colours: tuple[Colour, ...] = ("blue", "green", "red")
    (heaps,) = THREE.layout(table(THREE, "6/6/6", rally=(6, 8, 7), scored="13/-/2"), colours).dice
    scored = {heap.seat: (heap.colour, heap.faces) for heap in heaps if heap.area == "scoring"}
    assert scored == {0: (None, (1, 3)), 1: (None, ()), 2: (None, (2,))}


def test_zones_of_many_lie_where_their_owners_are() -> None:
    position = table(THREE, "16/2/-", rally=(1, 0, 3), turn=1, rolling=(1, 4))
    (heaps,) = THREE.layout(position, ("blue", "green", "red")).dice
    lie = {(heap.area, heap.seat): (heap.colour, heap.faces, heap.count, heap.spare) for heap in heaps}
    assert lie["combat", 1] == ("green", (2,), 1, 4)
    assert lie["rally", 2] == ("red", None, 3, 0)

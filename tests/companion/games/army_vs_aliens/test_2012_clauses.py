"""Army vs Aliens 2012, clauses AVB-1.1 to AVB-5.2: what differs from 2011, and that the rest carries over."""

from __future__ import annotations

import pytest

from companion import Awaited
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from companion.rules import Event
from tests.support.games.army import (
    ALIENS,
    ARMY,
    Attack,
    Drawn,
    General,
    Mothership,
    Nuke,
    Overlord,
    Rally,
    Rolled,
    at,
    attack,
    avb,
    ranks,
    table,
)

AVB = avb(2)
NOOP = avb(2, allow_noop_ability=True)
STRICT = avb(2, two_target_strict=True)
ANY = avb(2, any_owner_targets=True)
FOUR = avb(4)


def abilities(position: Position, rules: ArmyVsAliens = AVB) -> list[Event]:
    return [event for event in rules.actions(position) if not isinstance(event, Attack | Rally)]


def faults(position: Position, event: object, rules: ArmyVsAliens = AVB) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in rules.rule(position, event).broken]  # type: ignore[arg-type]


def clauses(position: Position, event: object, rules: ArmyVsAliens = AVB) -> tuple[str, ...]:
    return rules.rule(position, event).clauses  # type: ignore[arg-type]


def army_dice(*ranks: int) -> tuple[tuple[int, int], ...]:
    return tuple((ARMY, rank) for rank in ranks)


def rolled_by(rules: ArmyVsAliens, *faces: str) -> Position:
    position = rules.start()
    for roll in faces:
        position = rules.apply(position, Rolled(ranks(roll)))
    return position


# ---------------------------------------------------------------------------------------------- AVB-1


def test_avb_1_1_the_rally_area_is_a_cup_and_the_dice_are_those_of_2011() -> None:
    """AVB-1.1, with the ranks of AVA-1.2."""
    assert {zone.id: zone.name for zone in AVB.seed.zones} == {"combat": "Combat", "rally": "Cup", "scoring": "Scoring"}
    assert [AVB.usual_colour(seat) for seat in (ARMY, ALIENS)] == ["blue", "green"]
    assert [AVB.face_name(ALIENS, rank) for rank in (1, 6)] == ["Invader", "Mothership"]


def test_avb_1_2_it_is_kept_who_destroyed_what() -> None:
    """AVB-1.2: between two players the owner is the other one, so nothing is lost."""
    after = AVB.apply(at("4", "36", scored=("1", "")), attack("4", 3))
    assert after.players[ARMY].scored == (1, 3)
    assert "AVB-1.2" in clauses(at("4", "36"), attack("4", 3))


def test_avb_1_3_battle_guides_rule_nothing() -> None:
    assert AVB.seed.clause("AVB-1.3").setup


def test_avb_1_4_dice_in_the_cup_are_alive() -> None:
    after = AVB.apply(at("3", "2", rally=(0, 1)), attack("3", 2))
    assert AVB.outcome(after) is None
    assert "AVB-1.4" in clauses(at("3", "2", rally=(0, 1)), attack("3", 2))


@pytest.mark.parametrize("using", ["5", "6", "555", "666"])
def test_avb_1_5_special_units_take_part_in_no_attack(using: str) -> None:
    assert clauses(at("56666", "123456"), attack(using, 1))[0] == "AVB-1.5"


# ---------------------------------------------------------------------------------------------- AVB-2


def test_avb_2_1_everybody_rolls_nine_dice_and_heroes_are_converted_before_the_first_player_is_found() -> None:
    """AVB-2.1; seat 1 has two rolled rank 1 dice and two converted heroes, seat 0 three rank 1 dice."""
    assert AVB.awaited(AVB.start()) == Awaited("roll", ARMY, 9)
    position = rolled_by(AVB, "111234566", "112345556")
    assert position == at("111234566", "111123456", turn=ALIENS)


def test_avb_2_1_another_number_of_dice_or_another_event_is_illegal() -> None:
    assert faults(AVB.start(), Rolled(ranks("12"))) == [("AVB-2.1", "count")]
    assert faults(AVB.start(), Rally((1,))) == [("AVB-2.1", "first_roll")]


@pytest.mark.parametrize(
    ("army", "aliens", "first"),
    [
        ("111666666", "116666666", ARMY),
        ("116666666", "111666666", ALIENS),
        ("112666666", "113666666", ARMY),
        ("113666666", "112666666", ALIENS),
        ("112366666", "112466666", ARMY),
        ("114666666", "114466666", ALIENS),
        ("115666666", "116666666", ARMY),
        ("222222222", "166666666", ALIENS),
    ],
)
def test_avb_2_2_most_of_the_lowest_rank_that_differs_begins(army: str, aliens: str, first: int) -> None:
    assert rolled_by(AVB, army, aliens).turn == first


def test_avb_2_2_all_ranks_level_means_rolling_again() -> None:
    assert rolled_by(AVB, "112233446", "112233446") == AVB.start()
    assert (
        rolled_by(AVB, "111111116", "555555556").rolling is None
    )  # the surplus heroes count as rank 1: one 5, seven 1s


def test_avb_2_2_among_many_the_largest_count_has_to_be_a_single_one() -> None:
    """AVB-7: the others may be as level as they like."""
    three = avb(3)
    assert rolled_by(three, "122222222", "122222222", "111222222").turn == 2
    assert rolled_by(three, "111222222", "122222222", "111222222") == three.start()


def test_avb_2_2_option_count_ones_raw() -> None:
    """AVB-Q1: heroes are counted as rolled, and converted once everybody has rolled."""
    raw = avb(2, count_ones="raw")
    halfway = rolled_by(raw, "112345556")
    assert halfway == at("112345556", "", turn=None, rolling=(ALIENS, 9))
    after = raw.apply(halfway, Rolled(ranks("111234566")))
    assert after == at("111123456", "111234566", turn=ALIENS)
    assert rolled_by(AVB, "112345556", "111234566").turn == ARMY
    assert rolled_by(raw, "112345566", "112345566") == raw.start()


def test_avb_2_2_option_start_total_tie_army() -> None:
    army = avb(3, start_total_tie="army")
    assert rolled_by(army, "111234566", "111234566", "666666666").turn == ARMY
    assert rolled_by(army, "666666666", "111234566", "111234566").turn == 1


def test_avb_2_2_option_start_total_tie_random() -> None:
    rules = avb(3, start_total_tie="random")
    position = rolled_by(rules, "666666666", "111234566", "111234566")
    assert position.drawing == (1, 2)
    assert rules.format_awaited(position) == {"need": "roll", "seat": 1}
    assert rules.actions(position) == []
    assert [(event, str(chance)) for event, chance in rules.chances(position)] == [(Drawn(1), "1/2"), (Drawn(2), "1/2")]
    after = rules.apply(position, Drawn(2))
    assert (after.turn, after.drawing, after.quiet) == (2, (), 0)
    assert faults(position, Drawn(0), rules) == [("AVB-2.2", "not_level")]
    assert faults(position, Rally((1,)), rules) == [("AVB-2.2", "draw_awaited")]
    assert faults(position, Rolled((1,) * 9), rules) == [("AVB-2.2", "draw_awaited")]


def test_avb_2_2_options_raw_and_random_convert_before_the_lot_is_drawn() -> None:
    rules = avb(2, start_total_tie="random", count_ones="raw")
    position = rolled_by(rules, "112345556", "112345556")
    assert [player.combat for player in position.players] == [ranks("111123456")] * 2
    assert position.drawing == (0, 1)
    assert rules.apply(position, Drawn(1)) == at("111123456", "111123456", turn=ALIENS)


@pytest.mark.parametrize("position", [AVB.start(), at("1", "1"), at("1", "1", rolling=(0, 3))])
def test_avb_2_2_nobody_is_drawn_where_nothing_is_level(position: Position) -> None:
    assert ("AVB-2.2", "no_draw") in faults(position, Drawn(0))


def test_avb_2_3_then_the_turns_alternate() -> None:
    position = rolled_by(AVB, "222222222", "111111111")
    assert position.turn == ALIENS
    after = AVB.apply(position, attack("111", 2, seat=ARMY))
    assert after.turn == ARMY
    assert "AVB-2.3" in clauses(rolled_by(AVB, "222222222"), Rolled((1,) * 9))


# ---------------------------------------------------------------------------------------------- AVB-3


def test_avb_3_1_one_action_a_turn_and_no_passing() -> None:
    assert AVB.actions(at("1", "6")) == [Rally((1,))]
    assert clauses(at("1", "6"), Rally(())) == ("AVB-3.4",)
    assert clauses(at("1", "1"), Rolled((1,))) == ("AVB-3.1",)
    assert clauses(at("3", "1", rolling=(ARMY, 2)), attack("6", 1)) == ("AVB-3.1", "AVB-1.5", "AVB-3.2")


def test_avb_3_1_who_can_attack_may_still_rally() -> None:
    assert [type(event) for event in AVB.actions(at("1", "1"))] == [Attack, Rally]


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_avb_3_2_a_die_destroys_its_own_rank_and_lower(rank: int) -> None:
    hits = [event.hit[0][1] for event in AVB.actions(at(str(rank), "123456")) if isinstance(event, Attack)]
    assert hits == list(range(1, rank + 1))
    after = AVB.apply(at("134", "226", rally=(1, 0), scored=("4", "")), attack("3", 2))
    assert after == at("14", "26", rally=(2, 0), scored=("24", ""), turn=ALIENS)


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_avb_3_3_three_of_a_rank_destroy_exactly_the_next(rank: int) -> None:
    triples = [
        event for event in AVB.actions(at(str(rank) * 3, "123456")) if isinstance(event, Attack) and event.using[1:]
    ]
    assert triples == [attack(str(rank) * 3, rank + 1)]
    assert clauses(at("333", "5"), attack("333", 5)) == ("AVB-3.3",)


def test_avb_3_4_all_dice_of_the_cup_and_any_of_combat_one_at_least() -> None:
    rolls = [event.roll for event in AVB.actions(at("12", "6", rally=(1, 0))) if isinstance(event, Rally)]
    assert rolls == [(), (1,), (2,), (1, 2)]
    rolling = AVB.apply(at("126", "6", rally=(2, 0), quiet=3), Rally((1, 2)))
    assert rolling == at("6", "6", rolling=(ARMY, 4), quiet=3)
    assert AVB.apply(rolling, Rolled(ranks("1134"))) == at("11346", "6", turn=ALIENS, quiet=4)
    assert clauses(rolling, Rolled((1,))) == ("AVB-3.4",)


def test_avb_3_5_a_living_player_can_always_rally() -> None:
    assert AVB.actions(at("", "6", rally=(1, 0))) == [Rally(())]
    assert clauses(at("", "6", rally=(1, 0)), Rally(())) == ("AVB-3.4", "AVB-3.5")
    assert clauses(at("1", "1"), Rally((1,))) == ("AVB-3.4",)


# ---------------------------------------------------------------------------------------------- AVB-4


@pytest.mark.parametrize(
    ("position", "event"),
    [
        (at("666", "1"), Nuke()),
        (at("15", "1"), General(1)),
        (at("1", "666", turn=ALIENS), Mothership(army_dice(1))),
        (at("1", "5", turn=ALIENS), Overlord(army_dice(1))),
    ],
)
def test_avb_4_0_every_ability_is_an_attack(position: Position, event: Event) -> None:
    assert clauses(position, event)[1] == "AVB-4.0"


def test_avb_4_1_nuke_spares_the_own_dice() -> None:
    after = AVB.apply(at("1346666", "12345", rally=(1, 2), scored=("6", "4")), Nuke())
    assert after == at("1346", "45", rally=(4, 2), scored=("1236", "4"), turn=ALIENS)


def test_avb_4_1_nuke_needs_an_enemy_die_of_rank_1_to_3() -> None:
    assert abilities(at("1666", "456")) == []
    assert faults(at("1666", "456"), Nuke()) == [("AVB-4.1", "no_effect")]
    assert faults(at("66", "456"), Nuke()) == [("AVB-4.1", "three"), ("AVB-4.1", "no_effect")]
    assert faults(at("1", "666", turn=ALIENS), Nuke()) == [("AVB-4.1", "side")]
    assert NOOP.apply(at("1666", "456"), Nuke()) == at("1", "456", rally=(3, 0), turn=ALIENS, quiet=1)


@pytest.mark.parametrize(
    ("combat", "rank", "after", "rally"),
    [
        ("11256", 1, "2226", 1),
        ("11256", 2, "1136", 1),
        ("3356", 3, "446", 1),
        ("456", 4, "56", 1),
        ("14456", 4, "1156", 1),
        ("444456", 4, "11156", 1),
        ("1566", 6, "111", 1),
        ("1566", 5, "1666", 0),
        ("5", 5, "6", 0),
    ],
)
def test_avb_4_2_general_turns_any_rank(combat: str, rank: int, after: str, rally: int) -> None:
    """Rank 4 leaves one General and makes the others Troopers (AVB-5.1); rank 6 goes down; rank 5 itself stays."""
    position = at(combat, "6", quiet=1)
    assert General(rank) in abilities(position)
    assert AVB.apply(position, General(rank)) == at(after, "6", rally=(rally, 0), turn=ALIENS, quiet=2)


def test_avb_4_2_general_lists_the_ranks_that_are_there_and_itself() -> None:
    assert abilities(at("1345", "6")) == [General(1), General(3), General(4), General(5)]
    assert abilities(at("566", "6")) == [General(5), General(6)]
    assert abilities(at("123466", "6")) == []


def test_avb_4_2_what_it_forbids() -> None:
    assert faults(at("15", "6"), General(2)) == [("AVB-4.2", "no_effect")]
    assert faults(at("14", "6"), General(5)) == [("AVB-4.2", "not_there")]
    assert faults(at("1", "15", turn=ALIENS), General(1)) == [("AVB-4.2", "side")]


def test_avb_4_2_option_general_allow_4() -> None:
    """AVB-Q8."""
    rules = avb(2, general_allow_4=False)
    assert abilities(at("1456", "6"), rules) == [General(1), General(5), General(6)]
    (broken,) = rules.rule(at("1456", "6"), General(4)).broken
    assert rules.broken_text(broken) == "A General may name rank 1, 2, 3, 5 and 6 only, not rank 4."


def test_avb_4_2_option_allow_noop_ability() -> None:
    """AVB-Q12: itself it can always turn, and for nothing it goes to the Cup."""
    assert abilities(at("15", "6"), NOOP) == [General(rank) for rank in range(1, 7)]
    assert NOOP.apply(at("15", "6"), General(4)) == at("1", "6", rally=(1, 0), turn=ALIENS, quiet=1)
    both = avb(2, allow_noop_ability=True, general_allow_4=False)
    assert abilities(at("15", "6"), both) == [General(1), General(2), General(3), General(5), General(6)]


def test_avb_4_3_mothership_destroys_two_enemy_dice() -> None:
    position = at("146", "56666", turn=ALIENS, rally=(2, 0))
    hits = [event.hit for event in abilities(position) if isinstance(event, Mothership)]
    assert hits == [army_dice(1, 4), army_dice(1, 6), army_dice(4, 6)]
    after = AVB.apply(position, Mothership(army_dice(1, 6)))
    assert after == at("4", "56", rally=(2, 3), scored=("", "16"))
    assert faults(position, Mothership(army_dice(1))) == [("AVB-4.3", "targets")]
    assert faults(at("1", "66", turn=ALIENS), Mothership(army_dice(1))) == [("AVB-4.3", "three")]


def test_avb_4_4_overlord_sends_two_enemy_dice_to_their_cups() -> None:
    after = AVB.apply(at("1466", "5", turn=ALIENS, rally=(1, 0)), Overlord(army_dice(6, 6)))
    assert after == at("14", "", rally=(3, 1), quiet=1)
    assert faults(at("12", "5", turn=ALIENS), Overlord(army_dice(1))) == [("AVB-4.4", "targets")]
    assert faults(at("12", "4", turn=ALIENS), Overlord(army_dice(1, 2))) == [("AVB-4.4", "not_there")]


def test_avb_4_3_and_4_4_options_for_a_single_target_and_none() -> None:
    """AVB-Q13, AVB-Q12."""
    one, none = at("3", "5666", turn=ALIENS), at("", "5666", turn=ALIENS, rally=(2, 0))
    assert abilities(one) == [Mothership(army_dice(3)), Overlord(army_dice(3))]
    assert abilities(one, STRICT) == [] and abilities(none) == []
    assert abilities(none, NOOP) == [Mothership(()), Overlord(())]
    for number, event in (("AVB-4.3", Mothership(())), ("AVB-4.4", Overlord(()))):
        assert faults(one, event, STRICT) == [(number, "strict")]
        assert faults(none, event) == [(number, "no_effect")]


def test_avb_4_4_option_any_owner_targets_overlord_may_send_own_dice_away() -> None:
    """AVB-Q7: any two of all other dice in Combat, the own ones included."""
    position = at("3", "256", turn=ALIENS)
    hits = [event.hit for event in abilities(position, ANY) if isinstance(event, Overlord)]
    assert hits == [((0, 3), (1, 2)), ((0, 3), (1, 6)), ((1, 2), (1, 6))]
    assert ANY.apply(position, Overlord(((1, 2), (1, 6)))) == at("3", "", rally=(0, 3), quiet=1)
    assert faults(position, Overlord(((0, 3), (1, 5))), ANY) == [("AVB-4.4", "spent")]
    assert faults(position, Overlord(((0, 3), (1, 6)))) == [("AVB-4.4", "targets"), ("AVB-4.4", "own_target")]


def test_avb_4_3_option_any_owner_targets_the_three_motherships_are_no_targets() -> None:
    position = at("3", "46666", turn=ALIENS)
    hits = [event.hit for event in abilities(position, ANY) if isinstance(event, Mothership)]
    assert hits == [((0, 3), (1, 4)), ((0, 3), (1, 6)), ((1, 4), (1, 6))]
    assert faults(position, Mothership(((1, 6), (1, 6))), ANY) == [("AVB-4.3", "spent")]


def test_avb_4_3_option_any_owner_targets_own_dice_count_for_nobody() -> None:
    position = at("3", "46666", turn=ALIENS, rally=(1, 0), quiet=3)
    assert ANY.apply(position, Mothership(((0, 3), (1, 4)))) == at("", "6", rally=(1, 3), scored=("", "3"))
    assert ANY.apply(position, Mothership(((1, 4), (1, 6)))) == at("3", "", rally=(1, 3))


def test_option_any_owner_targets_counts_all_other_dice() -> None:
    both = avb(2, any_owner_targets=True, two_target_strict=True)
    alone = at("", "25", turn=ALIENS, rally=(1, 0))
    assert abilities(alone, ANY) == [Overlord(((1, 2),))]
    assert abilities(alone, both) == []
    assert abilities(at("3", "25", turn=ALIENS), both) == [Overlord(((0, 3), (1, 2)))]
    assert abilities(at("", "5", turn=ALIENS, rally=(1, 0)), ANY) == []
    noop = avb(2, any_owner_targets=True, allow_noop_ability=True)
    assert abilities(at("", "5", turn=ALIENS, rally=(1, 0)), noop) == [Overlord(())]


def test_option_any_owner_targets_in_teams_reaches_team_mates() -> None:
    rules = avb(4, any_owner_targets=True)
    position = table(rules, "3/666/-/24", turn=1, rally=(0, 0, 1))
    hits = [event.hit for event in abilities(position, rules) if isinstance(event, Mothership)]
    assert hits == [((0, 3), (3, 2)), ((0, 3), (3, 4)), ((3, 2), (3, 4))]
    after = rules.apply(position, Mothership(((0, 3), (3, 2))))
    assert [player.scored for player in after.players] == [(), (3,), (), ()]
    assert rules.actions(position) and not any(
        isinstance(event, Attack) and event.hit[0][0] == 3 for event in rules.actions(position)
    )


# ---------------------------------------------------------------------------------------------- AVB-5


def test_avb_5_1_surplus_heroes_turn_to_rank_1_and_stay() -> None:
    assert AVB.apply(at("5", "6", rolling=(ARMY, 3)), Rolled(ranks("355"))) == at("1135", "6", turn=ALIENS, quiet=1)
    assert rolled_by(AVB, "555555555").players[ARMY].combat == ranks("111111115")
    assert "AVB-5.1" in clauses(at("5", "6", rolling=(ARMY, 3)), Rolled(ranks("355")))


def test_avb_5_2_the_dice_are_alike_so_the_kept_one_may_be_either() -> None:
    beside = AVB.apply(at("5", "6", rolling=(ARMY, 1)), Rolled((5,)))
    afresh = AVB.apply(at("", "6", rolling=(ARMY, 2)), Rolled((5, 5)))
    assert beside == afresh == at("15", "6", turn=ALIENS, quiet=1)


# ---------------------------------------------------------------------------------------------- AVB-7


def test_avb_7_3_and_7_5_a_nuke_hits_team_mates_and_nobody_scores_them() -> None:
    """AVB-Q15; the user's own dice are untouched."""
    position = table(FOUR, "1666/24/36/15", quiet=3)
    after = FOUR.apply(position, Nuke())
    assert [(p.combat, p.scored) for p in after.players] == [((1,), (1, 2)), ((4,), ()), ((6,), ()), ((5,), ())]
    assert after.quiet == 0


def test_avb_7_5_option_nuke_hits_team() -> None:
    rules = avb(4, nuke_hits_team=False)
    after = rules.apply(table(rules, "1666/24/36/15"), Nuke())
    assert [player.combat for player in after.players] == [(1,), (4,), (3, 6), (5,)]


def test_avb_7_5_a_nuke_needs_an_enemy_die_whatever_it_does_to_team_mates() -> None:
    position = table(FOUR, "1666/4/3/5", quiet=2)
    assert faults(position, Nuke(), FOUR) == [("AVB-4.1", "no_effect")]
    noop = avb(4, allow_noop_ability=True)
    after = noop.apply(position, Nuke())
    assert after.players[2].living == 0 and after.quiet == 0
    assert all(player.scored == () for player in after.players)


def test_avb_7_2_alone_everybody_else_is_hit() -> None:
    three = avb(3)
    after = three.apply(table(three, "1666/24/36"), Nuke())
    assert [(p.combat, p.scored) for p in after.players] == [((1,), (2, 3)), ((4,), ()), ((6,), ())]


def test_avb_7_4_targets_of_two_owners() -> None:
    three = avb(3)
    after = three.apply(table(three, "3/5/4", turn=1), Overlord(((0, 3), (2, 4))))
    assert [(p.combat, p.rally) for p in after.players] == [((), 1), ((), 1), ((), 1)]
    assert "AVB-7.4" in clauses(table(three, "3/5/4", turn=1), Overlord(((0, 3), (2, 4))), three)


def test_avb_7_6_heroes_and_generals_are_each_players_own() -> None:
    after = FOUR.apply(table(FOUR, "5/1/5/1", turn=2, rolling=(2, 2)), Rolled((5, 5)))
    assert [player.combat for player in after.players] == [(5,), (1,), (1, 1, 5), (1,)]
    assert clauses(table(FOUR, "15/1/1/1"), General(1), FOUR)[:3] == ("AVB-4.2", "AVB-4.0", "AVB-7.6")


def test_avb_7_8_and_7_whoever_rolls_most_of_rank_1_begins_in_teams_too() -> None:
    """AVB-7 with AVB-2.2: from there the turns go clockwise (AVB-7.3)."""
    position = rolled_by(FOUR, "222222222", "222222223", "111222222", "122222222")
    assert position.turn == 2
    halfway = rolled_by(FOUR, "222222222", "222222223", "111222222")
    quoted = clauses(halfway, Rolled(ranks("122222222")), FOUR)
    assert {"AVB-2.1", "AVB-2.2", "AVB-7", "AVB-7.8"} <= set(quoted)
    assert FOUR.apply(position, attack("111", 2, seat=1)).turn == 3

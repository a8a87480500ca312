"""Army vs Aliens 2011, clauses AVA-4.1 to AVA-4.4, and the house rules that bear on them."""

from __future__ import annotations

import pytest

from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from companion.rules import Event
from tests.support.games.army import (
    ALIENS,
    ARMY,
    Attack,
    General,
    Mothership,
    Nuke,
    Overlord,
    Rally,
    at,
    game,
)

AVA = game()
NOOP = game(allow_noop_ability=True)
STRICT = game(two_target_strict=True)


def abilities(position: Position, rules: ArmyVsAliens = AVA) -> list[Event]:
    return [event for event in rules.actions(position) if not isinstance(event, Attack | Rally)]


def faults(position: Position, event: Event, rules: ArmyVsAliens = AVA) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in rules.rule(position, event).broken]  # type: ignore[arg-type]


def army_dice(*ranks: int) -> tuple[tuple[int, int], ...]:
    return tuple((ARMY, rank) for rank in ranks)


# ---------------------------------------------------------------------------------------------- AVA-4.1


def test_ava_4_1_nuke_destroys_ranks_1_to_3_on_both_sides() -> None:
    after = AVA.apply(at("1346666", "12345", rally=(1, 2), scored=("6", "4")), Nuke())
    assert after == at("46", "45", rally=(4, 2), scored=("1236", "134"), turn=ALIENS)


@pytest.mark.parametrize(("army", "aliens"), [("6663", "456"), ("666", "3"), ("6661", "")])
def test_ava_4_1_nuke_needs_one_die_that_it_destroys_own_dice_included(army: str, aliens: str) -> None:
    assert abilities(at(army, aliens, rally=(0, 1))) == [Nuke()]


def test_ava_4_1_nuke_without_effect_is_forbidden() -> None:
    position = at("46666", "456", rally=(2, 2))
    assert abilities(position) == []
    assert faults(position, Nuke()) == [("AVA-4.1", "no_effect")]


def test_ava_4_1_nuke_takes_three_nukes() -> None:
    assert abilities(at("166", "1")) == []
    assert faults(at("466", "4"), Nuke()) == [("AVA-4.1", "three"), ("AVA-4.1", "no_effect")]


def test_ava_4_1_nuke_is_the_armys() -> None:
    assert faults(at("1", "666", turn=ALIENS), Nuke()) == [("AVA-4.1", "side")]


def test_ava_4_1_nuke_spares_the_dice_in_rally() -> None:
    after = AVA.apply(at("666", "1", rally=(0, 8)), Nuke())
    assert after.players[ALIENS].rally == 8


# ---------------------------------------------------------------------------------------------- AVA-4.2


def test_ava_4_2_general_promotes_all_dice_of_the_rank() -> None:
    after = AVA.apply(at("112256", "6", rally=(1, 0)), General(1))
    assert after == at("22226", "6", rally=(2, 0), turn=ALIENS)


def test_ava_4_2_general_chooses_among_ranks_1_to_3_that_are_there() -> None:
    assert abilities(at("1335", "6")) == [General(1), General(3)]
    assert abilities(at("4456", "6")) == []


def test_ava_4_2_general_keeps_out_of_rank_4_and_above() -> None:
    for rank in (4, 5, 6):
        assert faults(at("456", "6"), General(rank)) == [("AVA-4.2", "rank")]


def test_ava_4_2_general_needs_a_general_and_a_die() -> None:
    assert faults(at("14", "6"), General(1)) == [("AVA-4.2", "not_there")]
    assert faults(at("15", "6"), General(2)) == [("AVA-4.2", "no_effect")]
    assert faults(at("14", "6"), General(4)) == [("AVA-4.2", "not_there"), ("AVA-4.2", "rank")]


def test_ava_4_2_general_is_the_armys() -> None:
    assert faults(at("1", "15", turn=ALIENS), General(1)) == [("AVA-4.2", "side")]


def test_ava_4_2_house_rule_general_may_promote_rank_4_and_one_general_stays() -> None:
    rules = game(general_ranks=[4, 3, 2, 1])
    assert abilities(at("4445", "6"), rules) == [General(4)]
    assert rules.apply(at("34445", "6"), General(4)) == at("35", "6", rally=(3, 0), turn=ALIENS)


# ---------------------------------------------------------------------------------------------- AVA-4.3


def test_ava_4_3_mothership_destroys_two_dice_of_any_rank() -> None:
    position = at("1466", "56666", turn=ALIENS, rally=(2, 0))
    hits = [event.hit for event in abilities(position) if isinstance(event, Mothership)]
    assert hits == [army_dice(1, 4), army_dice(1, 6), army_dice(4, 6), army_dice(6, 6)]
    after = AVA.apply(position, Mothership(army_dice(1, 6)))
    assert after == at("46", "56", rally=(2, 3), scored=("", "16"))


def test_ava_4_3_mothership_hits_the_only_die_there_is() -> None:
    position = at("6", "666", turn=ALIENS, rally=(1, 0))
    assert abilities(position) == [Mothership(army_dice(6))]
    assert AVA.apply(position, Mothership(army_dice(6))) == at("", "", rally=(1, 3), scored=("", "6"))


def test_ava_4_3_mothership_can_take_the_last_die() -> None:
    after = AVA.apply(at("4", "666", turn=ALIENS), Mothership(army_dice(4)))
    outcome = AVA.outcome(after)
    assert outcome is not None and outcome.ranking == ((ALIENS,), (ARMY,))


@pytest.mark.parametrize(
    ("hit", "fault"),
    [
        ((), "targets"),
        (army_dice(1), "targets"),
        (army_dice(1, 2, 3), "targets"),
        (army_dice(1, 1), "too_few"),
        (army_dice(1, 4), "no_target"),
        (((ALIENS, 6), (ARMY, 1)), "own_target"),
    ],
)
def test_ava_4_3_mothership_what_it_forbids(hit: tuple[tuple[int, int], ...], fault: str) -> None:
    assert faults(at("123", "6666", turn=ALIENS), Mothership(hit)) == [("AVA-4.3", fault)]


def test_ava_4_3_mothership_needs_three_and_a_target_and_is_the_aliens() -> None:
    assert faults(at("12", "66", turn=ALIENS), Mothership(army_dice(1, 2))) == [("AVA-4.3", "three")]
    assert faults(at("", "666", turn=ALIENS, rally=(1, 0)), Mothership(())) == [("AVA-4.3", "no_effect")]
    assert faults(at("666", "12"), Mothership(((ALIENS, 1), (ALIENS, 2)))) == [("AVA-4.3", "side")]


# ---------------------------------------------------------------------------------------------- AVA-4.4


def test_ava_4_4_overlord_sends_two_dice_to_their_owners_rally() -> None:
    position = at("1466", "5", turn=ALIENS, rally=(1, 0))
    after = AVA.apply(position, Overlord(army_dice(6, 6)))
    assert after == at("14", "", rally=(3, 1))


def test_ava_4_4_overlord_choices_do_not_tell_identical_dice_apart() -> None:
    hits = [event.hit for event in abilities(at("1166", "5", turn=ALIENS)) if isinstance(event, Overlord)]
    assert hits == [army_dice(1, 1), army_dice(1, 6), army_dice(6, 6)]


def test_ava_4_4_overlord_hits_the_only_die_there_is() -> None:
    assert abilities(at("3", "5", turn=ALIENS)) == [Overlord(army_dice(3))]


def test_ava_4_4_overlord_leaves_its_victim_alive() -> None:
    after = AVA.apply(at("3", "5", turn=ALIENS), Overlord(army_dice(3)))
    assert AVA.outcome(after) is None
    assert AVA.actions(after) == [Rally(())]


def test_ava_4_4_overlord_what_it_forbids() -> None:
    assert faults(at("12", "5", turn=ALIENS), Overlord(army_dice(1))) == [("AVA-4.4", "targets")]
    assert faults(at("12", "4", turn=ALIENS), Overlord(army_dice(1, 2))) == [("AVA-4.4", "not_there")]
    assert faults(at("", "5", turn=ALIENS, rally=(2, 0)), Overlord(())) == [("AVA-4.4", "no_effect")]
    assert faults(at("125", "5"), Overlord(((ALIENS, 5),))) == [("AVA-4.4", "side")]


# ---------------------------------------------------------------------------------------------- house rules


def test_option_allow_noop_ability_lets_all_four_be_used_for_nothing() -> None:
    assert abilities(at("4666", "4"), NOOP) == [Nuke()]
    assert abilities(at("5", "4"), NOOP) == [General(1), General(2), General(3)]
    empty = at("", "5666", turn=ALIENS, rally=(2, 0))
    assert abilities(empty, NOOP) == [Mothership(()), Overlord(())]
    assert NOOP.apply(at("5", "4"), General(2)) == at("", "4", rally=(1, 0), turn=ALIENS)
    assert NOOP.apply(empty, Mothership(())) == at("", "5", rally=(2, 3))


def test_option_allow_noop_ability_still_hits_what_is_there() -> None:
    assert faults(at("12", "5", turn=ALIENS), Overlord(()), NOOP) == [("AVA-4.4", "targets")]


def test_option_two_target_strict_forbids_a_single_target() -> None:
    position = at("3", "5666", turn=ALIENS)
    assert abilities(position, STRICT) == []
    assert faults(position, Mothership(army_dice(3)), STRICT) == [("AVA-4.3", "strict")]
    assert faults(position, Overlord(army_dice(3)), STRICT) == [("AVA-4.4", "strict")]
    assert len(abilities(at("33", "5666", turn=ALIENS), STRICT)) == 2


def test_options_strict_and_noop_together_allow_none_or_two_but_not_one() -> None:
    both = game(two_target_strict=True, allow_noop_ability=True)
    assert abilities(at("", "5", turn=ALIENS, rally=(1, 0)), both) == [Overlord(())]
    assert abilities(at("3", "5", turn=ALIENS), both) == []
    assert faults(at("3", "5", turn=ALIENS), Overlord(()), both) == [("AVA-4.4", "strict")]

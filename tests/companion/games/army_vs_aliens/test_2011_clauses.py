"""Army vs Aliens 2011, clauses AVA-1.1 to AVA-3.5 and AVA-5: dice, set-up, turns, attacks, rallies, unique units."""

from __future__ import annotations

import pytest

from companion import Awaited, IllegalEvent
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from tests.support.games.army import (
    ALIENS,
    ARMY,
    Attack,
    Rally,
    Rolled,
    at,
    attack,
    game,
    ranks,
)

AVA = game()


def attacks(position: Position, rules: ArmyVsAliens = AVA) -> list[tuple[tuple[int, ...], int]]:
    """The legal attacks as (own ranks, target)."""
    return [(e.using, e.hit[0][1]) for e in rules.actions(position) if isinstance(e, Attack)]


def rallies(position: Position) -> list[tuple[int, ...]]:
    return [event.roll for event in AVA.actions(position) if isinstance(event, Rally)]


def clauses(position: Position, event: object, rules: ArmyVsAliens = AVA) -> tuple[str, ...]:
    return rules.rule(position, event).clauses  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- AVA-1


def test_ava_1_1_each_side_has_nine_dice_of_its_colour() -> None:
    assert AVA.seed.dice == 9
    assert [AVA.usual_colour(seat) for seat in (ARMY, ALIENS)] == ["blue", "green"]


def test_ava_1_1_every_rank_is_on_every_die_once() -> None:
    one_die = AVA.chances(at("", "1", rolling=(ARMY, 1), turn=ARMY))
    assert [(event.faces, str(chance)) for event, chance in one_die if isinstance(event, Rolled)] == [
        ((1,), "1/6"), ((2,), "1/6"), ((3,), "1/6"), ((4,), "1/6"), ((5,), "1/6"), ((6,), "1/6"),
    ]  # fmt: skip


def test_ava_1_2_units_by_rank() -> None:
    army = ["Trooper", "Artillery", "Tank", "Airplane", "General", "Nuke"]
    aliens = ["Invader", "Death Ray", "Lander", "Saucer", "Overlord", "Mothership"]
    assert [AVA.face_name(ARMY, rank) for rank in range(1, 7)] == army
    assert [AVA.face_name(ALIENS, rank) for rank in range(1, 7)] == aliens


def test_ava_1_3_three_zones_each() -> None:
    assert sorted(zone.id for zone in AVA.seed.zones) == ["combat", "rally", "scoring"]
    (heaps,) = AVA.layout(at("12", "6", rally=(3, 1), scored=("45", "1")), ("blue", "green")).dice
    assert {(heap.area, heap.seat): (heap.colour, heap.faces, heap.count) for heap in heaps} == {
        ("combat", ARMY): ("blue", (1, 2), 2), ("rally", ARMY): ("blue", None, 3),
        ("combat", ALIENS): ("green", (6,), 1), ("rally", ALIENS): ("green", None, 1),
        ("scoring", ARMY): ("green", (4, 5), 2), ("scoring", ALIENS): ("blue", (1,), 1),
    }  # fmt: skip


def test_ava_1_3_rally_dice_neither_attack_nor_can_be_hit() -> None:
    assert attacks(at("", "1", rally=(9, 0))) == []
    assert attacks(at("4", "", rally=(0, 9))) == []


def test_ava_1_3_a_destroyed_die_keeps_its_face() -> None:
    after = AVA.apply(at("4", "36", scored=("1", "")), attack("4", 3))
    assert after.players[ARMY].scored == (1, 3)


def test_ava_1_4_dice_in_combat_rally_and_in_the_air_are_alive() -> None:
    assert at("12", "3", rally=(4, 0)).living(ARMY) == 6
    assert at("12", "3", rolling=(ARMY, 4)).living(ARMY) == 6
    assert at("12", "3", scored=("55", "")).living(ALIENS) == 1


@pytest.mark.parametrize("using", ["5", "6", "555", "666"])
def test_ava_1_5_special_units_take_part_in_no_attack(using: str) -> None:
    position = at("56666", "123456")
    assert attacks(position) == []
    assert clauses(position, attack(using, 1))[0] == "AVA-1.5"


# ---------------------------------------------------------------------------------------------- AVA-2


def test_ava_2_1_each_player_rolls_nine_dice_into_combat() -> None:
    position = AVA.start()
    assert AVA.awaited(position) == Awaited("roll", ARMY, 9)
    assert AVA.actions(position) == []
    position = AVA.apply(position, Rolled(ranks("112233446")))
    assert AVA.awaited(position) == Awaited("roll", ALIENS, 9)
    position = AVA.apply(position, Rolled(ranks("666666666")))
    assert position == at("112233446", "666666666")


@pytest.mark.parametrize("faces", ["", "11223344", "1122334455"])
def test_ava_2_1_another_number_of_dice_is_illegal(faces: str) -> None:
    assert clauses(AVA.start(), Rolled(ranks(faces))) == ("AVA-2.1",)


def test_ava_2_1_nobody_acts_before_both_have_rolled() -> None:
    second = AVA.apply(AVA.start(), Rolled(ranks("112233446")))
    for position in (AVA.start(), second):
        assert clauses(position, Rally((1,))) == ("AVA-2.1",)


def test_ava_2_2_surplus_rank_5_goes_to_rally_at_the_start() -> None:
    position = AVA.apply(AVA.start(), Rolled(ranks("123455566")))
    position = AVA.apply(position, Rolled(ranks("555555555")))
    assert position == at("1234566", "5", rally=(2, 8))


def test_ava_2_3_the_army_begins_and_turns_alternate() -> None:
    position = at("1111", "1111")
    seats = []
    for _ in range(4):
        seats.append(AVA.awaited(position).seat)
        position = AVA.apply(position, attack("1", 1, seat=1 - position.turn))  # type: ignore[operator]
    assert seats == [ARMY, ALIENS, ARMY, ALIENS]


# ---------------------------------------------------------------------------------------------- AVA-3


def test_ava_3_1_one_attack_ends_the_turn() -> None:
    after = AVA.apply(at("33", "12"), attack("3", 1))
    assert AVA.awaited(after) == Awaited("action", ALIENS)


def test_ava_3_1_a_rally_with_its_roll_is_the_whole_turn() -> None:
    rolling = AVA.apply(at("13", "12"), Rally((1,)))
    assert AVA.awaited(rolling) == Awaited("roll", ARMY, 1)
    assert clauses(rolling, attack("3", 1)) == ("AVA-3.1",)
    assert AVA.awaited(AVA.apply(rolling, Rolled((6,)))) == Awaited("action", ALIENS)


def test_ava_3_1_there_is_no_passing() -> None:
    position = at("1", "6")
    assert AVA.actions(position) == [Rally((1,))]
    assert clauses(position, Rally(())) == ("AVA-3.4",)


def test_ava_3_1_no_roll_without_a_rally() -> None:
    assert clauses(at("1", "1"), Rolled((1,))) == ("AVA-3.1",)


def test_ava_3_1_in_the_middle_of_a_rally_everything_broken_is_named() -> None:
    assert clauses(at("3", "1", rolling=(ARMY, 2)), attack("6", 1)) == ("AVA-3.1", "AVA-1.5", "AVA-3.2")


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_ava_3_2_a_die_destroys_its_own_rank_and_lower(rank: int) -> None:
    assert attacks(at(str(rank), "123456")) == [((rank,), target) for target in range(1, rank + 1)]


def test_ava_3_2_moves_both_dice_and_keeps_the_face() -> None:
    after = AVA.apply(at("134", "226", rally=(1, 0), scored=("4", "")), attack("3", 2))
    assert after == at("14", "26", rally=(2, 0), scored=("24", ""), turn=ALIENS)


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (attack("2", 3), "too_strong"),
        (attack("3", 1), "not_there"),
        (attack("2", 1), "no_target"),
        (attack("2", 2, seat=ARMY), "own_target"),
        (Attack((2,), ()), "targets"),
        (Attack((2,), ((1, 2), (1, 2))), "targets"),
        (attack("", 2), "dice"),
        (attack("22", 2), "dice"),
        (attack("5", 2), "own_rank"),
    ],
)
def test_ava_3_2_what_it_forbids(event: Attack, fault: str) -> None:
    ruling = AVA.rule(at("245", "223"), event)
    assert ("AVA-3.2", fault) in [(broken.clause, broken.fault) for broken in ruling.broken]


def test_ava_3_2_several_faults_are_named_together() -> None:
    ruling = AVA.rule(at("1", "6"), attack("2", 4))
    assert [(broken.clause, broken.fault) for broken in ruling.broken] == [
        ("AVA-3.2", "not_there"), ("AVA-3.2", "no_target"), ("AVA-3.2", "too_strong"),
        ("AVA-3.3", "only_three"),
    ]  # fmt: skip


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_ava_3_3_three_of_a_rank_destroy_exactly_the_next(rank: int) -> None:
    found = attacks(at(str(rank) * 3, "123456"))
    assert [one for one in found if len(one[0]) == 3] == [((rank,) * 3, rank + 1)]


def test_ava_3_3_four_alike_are_no_second_way() -> None:
    assert attacks(at("2222", "3")) == [((2, 2, 2), 3)]


def test_ava_3_3_moves_all_three() -> None:
    after = AVA.apply(at("44446", "15"), attack("444", 5))
    assert after == at("46", "1", rally=(3, 0), scored=("5", ""), turn=ALIENS)


def test_ava_3_3_no_triple_ever_hits_rank_6() -> None:
    assert attacks(at("444", "6")) == []
    assert clauses(at("444", "6"), attack("444", 6)) == ("AVA-3.3",)


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (attack("333", 3), "not_next"),
        (attack("333", 2), "not_next"),
        (attack("111", 2), "not_there"),
        (attack("334", 4), "mixed"),
        (attack("333", 4, seat=ARMY), "own_target"),
        (attack("222", 3), "not_there"),
        (attack("333", 5), "no_target"),
        (Attack((3, 3, 3), ()), "targets"),
        (attack("3333", 4), "dice"),
        (attack("555", 6), "own_rank"),
    ],
)
def test_ava_3_3_what_it_forbids(event: Attack, fault: str) -> None:
    ruling = AVA.rule(at("1133345", "2346"), event)
    assert ("AVA-3.3", fault) in [(broken.clause, broken.fault) for broken in ruling.broken]


def test_ava_3_4_all_rally_dice_and_any_of_combat() -> None:
    assert rallies(at("122", "6", rally=(1, 0))) == [(), (1,), (2,), (1, 2), (2, 2), (1, 2, 2)]


def test_ava_3_4_at_least_one_die() -> None:
    assert rallies(at("12", "6")) == [(1,), (2,), (1, 2)]
    assert clauses(at("12", "6"), Rally(())) == ("AVA-3.4",)


def test_ava_3_4_dice_are_lifted_and_land_in_combat() -> None:
    rolling = AVA.apply(at("126", "6", rally=(2, 0), quiet=3), Rally((1, 2)))
    assert rolling == at("6", "6", rolling=(ARMY, 4), quiet=3)
    assert AVA.apply(rolling, Rolled(ranks("1134"))) == at("11346", "6", turn=ALIENS, quiet=4)


def test_ava_3_4_ranks_that_are_not_in_combat() -> None:
    position = at("1124", "6", rally=(2, 0))
    assert clauses(position, Rally((3,))) == ("AVA-3.4",)
    assert clauses(position, Rally((2, 2))) == ("AVA-3.4",)
    assert AVA.rule(position, Rally((1, 1, 2, 4))).legal


@pytest.mark.parametrize("faces", ["", "11", "1111"])
def test_ava_3_4_the_roll_shows_as_many_dice_as_were_lifted(faces: str) -> None:
    assert clauses(at("6", "6", rolling=(ARMY, 3)), Rolled(ranks(faces))) == ("AVA-3.4",)


@pytest.mark.parametrize("army", [("", 1), ("5", 0), ("666", 0), ("123456", 3)])
def test_ava_3_5_a_living_player_can_always_rally(army: tuple[str, int]) -> None:
    assert rallies(at(army[0], "6", rally=(army[1], 0)))


# ---------------------------------------------------------------------------------------------- AVA-5


def test_ava_5_1_after_a_rally_all_but_one_rank_5_go_to_rally() -> None:
    assert AVA.apply(at("5", "6", rolling=(ARMY, 3)), Rolled(ranks("355"))) == at(
        "35", "6", rally=(2, 0), turn=ALIENS, quiet=1
    )


def test_ava_5_1_is_judged_for_each_player_alone() -> None:
    assert AVA.apply(at("5", "1", turn=ALIENS, rolling=(ALIENS, 1)), Rolled((5,))) == at("5", "15", quiet=1)


def test_ava_5_2_the_dice_are_alike_so_the_kept_one_may_be_either() -> None:
    rolled_beside = AVA.apply(at("5", "6", rolling=(ARMY, 1)), Rolled((5,)))
    rolled_afresh = AVA.apply(at("", "6", rolling=(ARMY, 2)), Rolled((5, 5)))
    assert rolled_beside == rolled_afresh == at("5", "6", rally=(1, 0), turn=ALIENS, quiet=1)


# ---------------------------------------------------------------------------------------------- apply


def test_an_illegal_event_carries_its_ruling_and_changes_nothing() -> None:
    position = at("1", "6")
    with pytest.raises(IllegalEvent, match="The Aliens have no Death Ray") as caught:
        AVA.apply(position, attack("1", 2))
    assert caught.value.ruling == AVA.rule(position, attack("1", 2))
    assert caught.value.ruling.clauses == ("AVA-3.2", "AVA-3.3")
    assert position == at("1", "6")

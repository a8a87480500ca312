"""Army vs Aliens 2012, clauses AVB-6.1 to AVB-6.5 and their house rules, for two players and for more."""

from __future__ import annotations

import pytest

from companion import Awaited, Outcome
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from tests.support.games.army import ALIENS, ARMY, General, Nuke, Overlord, Rally, Rolled, at, attack, avb, table

AVB = avb(2)
THREE = avb(3)
FOUR = avb(4)


def rallied(position: Position, turns: int, rules: ArmyVsAliens) -> Position:
    """The position after so many rallies of one die that lands as it lay."""
    for _ in range(turns):
        assert rules.outcome(position) is None
        die = position.players[position.turn or 0].combat[0]
        position = rules.apply(rules.apply(position, Rally((die,))), Rolled((die,)))
    return position


def turns_until_the_end(position: Position, rules: ArmyVsAliens) -> int:
    turns = 0
    while rules.outcome(position) is None:
        position = rallied(position, 1, rules)
        turns += 1
    return turns


def test_avb_6_1_destroying_the_last_living_die_wins() -> None:
    after = AVB.apply(at("3", "2", rally=(1, 0)), attack("3", 2))
    assert AVB.outcome(after) == Outcome(
        "The Aliens have no living die: the Army wins.", ((ARMY,), (ALIENS,)), "AVB-6.1"
    )
    assert AVB.awaited(after) == Awaited("nothing") and AVB.actions(after) == []
    assert AVB.rule(after, Rally((3,))).clauses == ("AVB-6.1",)


def test_avb_6_1_dice_in_the_cup_keep_a_player_alive() -> None:
    assert AVB.outcome(AVB.apply(at("3", "2", rally=(0, 1)), attack("3", 2))) is None


# ---------------------------------------------------------------------------------------------- AVB-6.2


def test_avb_6_2_five_turns_without_a_die_destroyed_end_the_game() -> None:
    position = rallied(at("6", "6"), 5, AVB)
    outcome = AVB.outcome(position)
    assert outcome is not None and outcome.clause == "AVB-6.2"
    assert AVB.rule(position, Rally((6,))).clauses == ("AVB-6.2",)
    assert AVB.draw_counter(at("6", "6", quiet=3))[:2] == (3, 5)
    assert AVB.draw_counter(AVB.start())[:2] == (0, 5)


def test_avb_6_2_general_overlord_and_rally_count_and_only_destruction_resets() -> None:
    assert AVB.apply(at("15", "2", quiet=3), General(1)).quiet == 4
    assert AVB.apply(at("15", "2", quiet=3), General(5)).quiet == 4
    assert AVB.apply(at("1", "5", turn=ALIENS, quiet=3), Overlord(((ARMY, 1),))).quiet == 4
    assert AVB.apply(at("3", "22", quiet=4), attack("3", 2)).quiet == 0
    assert AVB.apply(at("666", "14", quiet=4), Nuke()).quiet == 0
    assert avb(2, allow_noop_ability=True).apply(at("666", "4", quiet=3), Nuke()).quiet == 4
    assert "AVB-6.2" in AVB.rule(at("15", "2", quiet=3), General(1)).clauses


def test_avb_6_2_a_general_can_end_the_game() -> None:
    after = AVB.apply(at("15", "2", quiet=4), General(1))
    outcome = AVB.outcome(after)
    assert outcome is not None and outcome.clause == "AVB-6.2"


@pytest.mark.parametrize(
    ("limit", "unit", "turns"), [(5, "turns", 5), (1, "turns", 1), (3, "rounds", 6), (5, "rounds", 10)]
)
def test_avb_6_2_options_draw_limit_and_draw_unit(limit: int, unit: str, turns: int) -> None:
    """AVB-Q4."""
    rules = avb(2, draw_limit=limit, draw_unit=unit)
    assert turns_until_the_end(at("6", "6"), rules) == turns
    assert rules.draw_counter(at("6", "6", quiet=1))[:2] == (1, turns)


def test_avb_6_2_among_many_five_turns_are_five_whoever_lives() -> None:
    assert turns_until_the_end(table(THREE, "6/6/6"), THREE) == 5
    rounds = avb(3, draw_unit="rounds", draw_limit=2)
    assert turns_until_the_end(table(rounds, "6/6/6"), rounds) == 6
    assert turns_until_the_end(table(rounds, "6/-/6"), rounds) == 4


# ---------------------------------------------------------------------------------------------- AVB-6.3 to 6.5


@pytest.mark.parametrize(
    ("army", "aliens", "scored", "ranking", "how"),
    [
        ("66", "6", ("1", "66"), ((ARMY,), (ALIENS,)), "the Army wins with 5 living dice to 4."),
        ("6", "66", ("111", ""), ((ALIENS,), (ARMY,)), "the Aliens win with 5 living dice to 4."),
        ("6", "6", ("12", "4"), ((ALIENS,), (ARMY,)), "level on dice, the Aliens win with ranks of 4 to 3."),
        ("6", "6", ("13", "4"), ((ARMY, ALIENS),), "level on dice and ranks, the game is drawn."),
    ],
)
def test_avb_6_3_most_living_dice_then_destroyed_ranks_then_drawn(
    army: str, aliens: str, scored: tuple[str, str], ranking: tuple[tuple[int, ...], ...], how: str
) -> None:
    """AVB-6.3, and AVB-6.5 for the last case; three dice of each lie in the Cup and live too."""
    outcome = AVB.outcome(at(army, aliens, rally=(3, 3), scored=scored, quiet=5))
    assert outcome is not None and outcome.ranking == ranking
    assert outcome.how == f"5 turns passed without a die destroyed: {how}"


def test_avb_6_3_dice_in_the_air_are_alive() -> None:
    outcome = AVB.outcome(at("", "66", rolling=(ARMY, 3), quiet=5))
    assert outcome is not None and outcome.ranking == ((ARMY,), (ALIENS,))


def test_avb_6_3_option_draw_first_key_scored() -> None:
    """AVB-Q5."""
    rules = avb(2, draw_first_key="scored")
    outcome = rules.outcome(at("66", "6", scored=("1", "66"), quiet=5))
    assert outcome is not None and outcome.ranking == ((ALIENS,), (ARMY,))
    assert outcome.how.endswith("the Aliens win, having destroyed 2 dice to 1.")
    assert rules.scores(at("66", "6", scored=("1", "66"))) == (1, 2)
    assert AVB.scores(at("66", "6", rally=(1, 0))) == (3, 1)


def test_avb_6_4_between_two_both_ways_to_count_agree() -> None:
    """Each die lost was destroyed by the other; with eighteen dice in the game the orders are the same."""
    scored = avb(2, draw_first_key="scored")
    for lost_army, lost_aliens in ((3, 5), (5, 3), (4, 4)):
        position = at(
            "1" * (9 - lost_army), "1" * (9 - lost_aliens), scored=("1" * lost_aliens, "1" * lost_army), quiet=5
        )
        living, dead = AVB.outcome(position), scored.outcome(position)
        assert living is not None and dead is not None and living.ranking == dead.ranking
    ruling = AVB.rule(at("", "6", rolling=(ARMY, 1), quiet=4), Rolled((6,)))
    assert ruling.clauses == ("AVB-3.4", "AVB-6.3", "AVB-6.5", "AVB-6.4", "AVB-6.2")


@pytest.mark.parametrize(
    ("combat", "scored", "ranking", "how"),
    [
        ("6/66/6", "6//", ((1,), (0,), (2,)), "the Aliens (player 2) win with 2 living dice to 1."),
        ("66/66/6", "1/1/", ((0, 1), (2,)), "the Army (player 1) and the Aliens (player 2) share the first place, "
         "level on dice and ranks."),
        ("66/66/-", "2/1/6666", ((0,), (1,), (2,)), "level on dice, the Army (player 1) wins with ranks of 2 to 1."),
        ("66/66/-", "1/1/6666", ((0, 1), (2,)), "level on dice and ranks, the game is drawn."),
    ],
)  # fmt: skip
def test_avb_6_5_and_7_7_alone_equals_share_their_place_and_the_eliminated_come_last(
    combat: str, scored: str, ranking: tuple[tuple[int, ...], ...], how: str
) -> None:
    outcome = THREE.outcome(table(THREE, combat, scored=scored, quiet=5))
    assert outcome is not None and outcome.ranking == ranking
    assert outcome.how == f"5 turns passed without a die destroyed: {how}"


@pytest.mark.parametrize(
    ("combat", "scored", "ranking"),
    [
        ("-/6/666/6", "", ((0, 2), (1, 3))),
        ("-/6/66/6", "6/1/1/3", ((0, 2), (1, 3))),
        ("-/6/66/6", "1/1/1/3", ((1, 3), (0, 2))),
        ("-/6/66/6", "3/1/1/3", ((0, 1, 2, 3),)),
    ],
)
def test_avb_7_7_a_teams_living_dice_and_destroyed_ranks_are_added_up(
    combat: str, scored: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    outcome = FOUR.outcome(table(FOUR, combat, scored=scored, quiet=5, turn=1))
    assert outcome is not None and (outcome.ranking, outcome.clause) == (ranking, "AVB-6.2")


@pytest.mark.parametrize(
    ("rules", "combat", "clause", "ranking"),
    [
        (THREE, "2/1/-", "AVB-7.2", ((0,), (1, 2))),
        (FOUR, "2/1/-/-", "AVB-7.3", ((0, 2), (1, 3))),
        (avb(4, teams=False), "2/1/-/-", "AVB-7.2", ((0,), (1, 2, 3))),
    ],
)
def test_avb_7_2_and_7_3_the_last_player_or_team_alive_wins(
    rules: ArmyVsAliens, combat: str, clause: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    outcome = rules.outcome(rules.apply(table(rules, combat, scored="1"), attack("2", 1)))
    assert outcome is not None and (outcome.clause, outcome.ranking) == (clause, ranking)


def test_avb_7_1_factions_change_hands_in_a_match() -> None:
    """AVB-7.1 carries over: a match is a series of games, and no ruling rests on it."""
    assert AVB.seed.clause("AVB-7.1").setup
    assert avb(2, match="best_of").options == {"match": "best_of"}

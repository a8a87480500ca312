"""Army vs Aliens 2011, clauses AVA-6.1 to AVA-6.5, and the house rules of the draw counter."""

from __future__ import annotations

import pytest

from companion import Awaited, Outcome
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from tests.support.games.army import ALIENS, ARMY, General, Nuke, Overlord, Rally, Rolled, at, attack, game

AVA = game()


def rallied(position: Position, turns: int, rules: ArmyVsAliens = AVA) -> Position:
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


# ---------------------------------------------------------------------------------------------- AVA-6.1, 6.2


def test_ava_6_1_without_a_living_die_a_player_has_lost() -> None:
    after = AVA.apply(at("3", "2", rally=(1, 0)), attack("3", 2))
    assert AVA.outcome(after) == Outcome(
        "The Aliens have no living die: the Army wins.", ((ARMY,), (ALIENS,)), "AVA-6.1"
    )
    assert AVA.awaited(after) == Awaited("nothing")
    assert AVA.actions(after) == [] and AVA.chances(after) == []


def test_ava_6_1_the_aliens_win_likewise() -> None:
    after = AVA.apply(at("1", "3", turn=ALIENS), attack("3", 1, seat=ARMY))
    assert AVA.outcome(after) == Outcome("The Army has no living die: the Aliens win.", ((ALIENS,), (ARMY,)), "AVA-6.1")


def test_ava_6_1_dice_in_rally_keep_a_player_alive() -> None:
    after = AVA.apply(at("3", "2", rally=(0, 1)), attack("3", 2))
    assert AVA.outcome(after) is None
    assert AVA.actions(after) == [Rally(())]


def test_ava_6_1_dice_in_the_air_keep_a_player_alive() -> None:
    assert AVA.outcome(at("", "2", rolling=(ARMY, 1))) is None


def test_ava_6_1_after_the_end_every_event_is_illegal() -> None:
    over = at("3", "")
    for event in (Rally((3,)), Rolled((1,)), attack("3", 1), Nuke()):
        assert AVA.rule(over, event).clauses == ("AVA-6.1",)


def test_ava_6_2_a_nuke_never_eliminates_its_user() -> None:
    after = AVA.apply(at("123666", "123"), Nuke())
    assert after.players[ARMY].rally == 3
    outcome = AVA.outcome(after)
    assert outcome is not None and outcome.ranking == ((ARMY,), (ALIENS,))


# ---------------------------------------------------------------------------------------------- AVA-6.3


@pytest.mark.parametrize("turn", [ARMY, ALIENS])
def test_ava_6_3_ten_rallies_in_a_row_end_the_game(turn: int) -> None:
    position = rallied(at("6", "6", turn=turn), 10)
    outcome = AVA.outcome(position)
    assert outcome is not None and outcome.clause == "AVA-6.3"
    assert position.quiet == 10
    assert AVA.rule(position, Rally((6,))).clauses == ("AVA-6.3",)


def test_ava_6_3_the_count_begins_at_the_start() -> None:
    position = AVA.apply(AVA.apply(AVA.start(), Rolled((6,) * 9)), Rolled((6,) * 9))
    assert turns_until_the_end(position, AVA) == 10


def test_ava_6_3_the_counter_tells_when_the_end_comes() -> None:
    assert AVA.draw_counter(at("6", "6", quiet=3))[:2] == (3, 10)
    assert AVA.draw_counter(AVA.start())[:2] == (0, 10)


def test_ava_6_3_option_aligned_counts_whole_rounds_only() -> None:
    rules = game(draw_counter="aligned")
    after_the_armys_attack = rules.apply(at("66", "16", rally=(1, 0), scored=("", "")), Rally((6,)))
    assert after_the_armys_attack.rolling is not None
    assert turns_until_the_end(at("6", "6", turn=ALIENS), rules) == 11
    assert turns_until_the_end(at("6", "6", turn=ARMY), rules) == 10
    assert rules.draw_counter(at("6", "6", turn=ALIENS))[:2] == (0, 11)
    assert rules.draw_counter(at("6", "6", turn=ARMY))[:2] == (0, 10)
    assert rules.draw_counter(at("6", "6", turn=ARMY, quiet=3))[:2] == (3, 11)


def test_ava_6_3_option_turns_counts_single_turns() -> None:
    rules = game(draw_counter="turns")
    assert turns_until_the_end(at("6", "6"), rules) == 5
    assert rules.draw_counter(at("6", "6", quiet=2))[:2] == (2, 5)


@pytest.mark.parametrize(("counter", "turns"), [("streak", 2), ("aligned", 2), ("turns", 1)])
def test_ava_6_3_option_draw_limit(counter: str, turns: int) -> None:
    assert turns_until_the_end(at("6", "6"), game(draw_counter=counter, draw_limit=1)) == turns


def test_ava_6_3_the_count_is_kept_while_a_rally_rolls() -> None:
    rolling = AVA.apply(at("6", "6", quiet=9), Rally((6,)))
    assert rolling.quiet == 9 and AVA.outcome(rolling) is None
    assert AVA.apply(rolling, Rolled((6,))).quiet == 10


# ---------------------------------------------------------------------------------------------- AVA-6.4


def test_ava_6_4_attacks_and_all_abilities_set_the_counter_back() -> None:
    assert AVA.apply(at("3", "22", quiet=9), attack("3", 2)).quiet == 0
    assert AVA.apply(at("15", "2", quiet=9), General(1)).quiet == 0
    assert AVA.apply(at("1", "5", turn=ALIENS, quiet=9), Overlord(((ARMY, 1),))).quiet == 0


def test_ava_6_4_option_draw_reset_destroyed_looks_at_destroyed_dice() -> None:
    rules = game(draw_reset="destroyed")
    assert rules.apply(at("3", "22", quiet=9), attack("3", 2)).quiet == 0
    assert rules.apply(at("6661", "4", quiet=9), Nuke()).quiet == 0
    after = rules.apply(at("15", "2", quiet=9), General(1))
    assert after.quiet == 10
    outcome = rules.outcome(after)
    assert outcome is not None
    assert outcome.how == "10 turns passed without a die destroyed: level on dice and ranks, the game is drawn."
    assert rules.apply(at("1", "5", turn=ALIENS, quiet=4), Overlord(((ARMY, 1),))).quiet == 5


def test_ava_6_4_a_nuke_for_nothing_counts_as_an_attack_but_destroys_nothing() -> None:
    position = at("6664", "4", quiet=4)
    assert game(allow_noop_ability=True).apply(position, Nuke()).quiet == 0
    assert game(allow_noop_ability=True, draw_reset="destroyed").apply(position, Nuke()).quiet == 5


# ---------------------------------------------------------------------------------------------- AVA-6.5


@pytest.mark.parametrize(
    ("army", "aliens", "ranking", "how"),
    [
        ("111", "66", ((ARMY,), (ALIENS,)), "the Army wins with 3 scored dice to 2."),
        ("6", "11", ((ALIENS,), (ARMY,)), "the Aliens win with 2 scored dice to 1."),
        ("11", "13", ((ALIENS,), (ARMY,)), "level on dice, the Aliens win with ranks of 4 to 2."),
        ("26", "35", ((ARMY, ALIENS),), "level on dice and ranks, the game is drawn."),
        ("", "", ((ARMY, ALIENS),), "level on dice and ranks, the game is drawn."),
    ],
)
def test_ava_6_5_most_dice_then_ranks_then_drawn(
    army: str, aliens: str, ranking: tuple[tuple[int, ...], ...], how: str
) -> None:
    outcome = AVA.outcome(at("6", "6", scored=(army, aliens), quiet=10))
    assert outcome is not None and outcome.clause == "AVA-6.3"
    assert outcome.ranking == ranking
    assert outcome.how.startswith("10 turns passed without an attack: ") and outcome.how.endswith(how)

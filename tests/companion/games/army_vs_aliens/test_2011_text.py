"""Army vs Aliens 2011 in words: lines for events, sentences for rulings, clauses, headings, house rules in force."""

from __future__ import annotations

import re

import pytest

from companion import BrokenClause, MalformedError
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
    Rolled,
    at,
    attack,
    ava,
    avb,
    game,
    table,
)
from tests.support.games.hands import HANDS

AVA = game()

CLAUSES = [f"AVA-{part}.{n}" for part, count in ((1, 5), (2, 3), (3, 5), (4, 4), (5, 2), (6, 5), (7, 8))
           for n in range(1, count + 1)]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "event", "line"),
    [
        (at("3", "2"), attack("3", 2), "Attack: one Tank (3) destroys a Death Ray (2)"),
        (at("1", "1", turn=ALIENS), attack("1", 1, seat=ARMY), "Attack: one Invader (1) destroys a Trooper (1)"),
        (at("333", "4"), attack("333", 4), "Attack: three Tanks (3) destroy a Saucer (4)"),
        (at("222", "1"), attack("2", 1), "Attack: one Artillery (2) destroys an Invader (1)"),
        (at("66612", "1"), Nuke(), "Nuke: three Nukes (6) destroy 1 die of the Aliens and 2 dice of the Army"),
        (at("666", "13"), Nuke(), "Nuke: three Nukes (6) destroy 2 dice of the Aliens"),
        (at("666", "4"), Nuke(), "Nuke: three Nukes (6) destroy nothing"),
        (at("1115", "4"), General(1), "General: three Troopers (1) become Artillery (2)"),
        (at("35", "4"), General(3), "General: one Tank (3) becomes an Airplane (4)"),
        (at("35", "4"), General(1), "General: promotes no Trooper (1)"),
        (at("36", "666", turn=ALIENS), Mothership(((0, 3), (0, 6))),
         "Mothership: three Motherships (6) destroy a Tank (3) and a Nuke (6)"),
        (at("44", "666", turn=ALIENS), Mothership(((0, 4), (0, 4))),
         "Mothership: three Motherships (6) destroy two Airplanes (4)"),
        (at("4", "5", turn=ALIENS), Overlord(((0, 4),)), "Overlord: sends an Airplane (4) to Rally"),
        (at("12", "5", rally=(4, 0)), Rally((1, 2)), "Rally: roll 4 rally dice and 1, 2 from Combat"),
        (at("12", "5", rally=(1, 0)), Rally(()), "Rally: roll 1 rally die"),
        (at("12", "5"), Rally((2,)), "Rally: roll 2 from Combat"),
        (at("", "5", rolling=(ARMY, 3)), Rolled((1, 4, 6)), "The Army rolled 1, 4, 6"),
        (AVA.start(), Rolled((1,) * 9), "The Army rolled 1, 1, 1, 1, 1, 1, 1, 1, 1"),
    ],
)  # fmt: skip
def test_events_as_lines(position: Position, event: Event, line: str) -> None:
    assert AVA.text(position, event) == line  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "kind", "clause"),
    [
        (attack("1", 1), "Single attack", "AVA-3.2"),
        (attack("111", 2), "Triple attack", "AVA-3.3"),
        (Nuke(), "Ability", "AVA-4.1"),
        (General(1), "Ability", "AVA-4.2"),
        (Mothership(()), "Ability", "AVA-4.3"),
        (Overlord(()), "Ability", "AVA-4.4"),
        (Rally((1,)), "Rally", "AVA-3.4"),
        (Rolled((1,)), "Roll", "AVA-3.4"),
    ],
)
def test_headings_and_clauses_of_events(event: Event, kind: str, clause: str) -> None:
    assert AVA.kind_of(event) == kind  # type: ignore[arg-type]
    assert AVA.clause_of(at("1", "1"), event) == clause  # type: ignore[arg-type]


def test_the_first_roll_is_allowed_by_ava_2_1() -> None:
    assert AVA.clause_of(AVA.start(), Rolled((1,) * 9)) == "AVA-2.1"


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_text(clause: str) -> None:
    assert re.fullmatch(r"[A-Z].*\.", AVA.clause_text(clause))


def test_the_seed_has_these_clauses_and_no_others() -> None:
    assert [clause.id for clause in AVA.seed.clauses] == CLAUSES


def test_an_unknown_clause_is_refused() -> None:
    with pytest.raises(MalformedError, match=re.escape("clause: 'AVA-9.9' is no clause of Army vs Aliens (2011)")):
        AVA.clause_text("AVA-9.9")


def test_house_rules_in_force_are_told_with_their_clause() -> None:
    rules = game(draw_counter="turns", draw_limit=3, two_target_strict=True)
    text = rules.clause_text("AVA-6.3")
    assert text.startswith(AVA.clause_text("AVA-6.3"))
    assert "House rule: Single turns are counted instead of rounds." in text
    assert "House rule: The game ends after 3 quiet rounds (turns, where turns are counted)." in text
    for clause in ("AVA-4.3", "AVA-4.4"):
        assert "cannot be used against a single die" in rules.clause_text(clause)
    assert "House rule" not in AVA.clause_text("AVA-6.3")


# Conditions of the digest that are easily lost when a clause is said in other words.
CONDITIONS = [
    ("AVA-4.2", "there has to be one"),
    ("AVA-6.1", "between two the other one has won"),
    ("AVA-6.3", "one turn of every living player each"),
    ("AVA-7.2", "the draw counter is the whole table's"),
    ("AVA-7.4", "the whole of the other team where there are teams"),
    ("AVA-7.5", "alive or not"),
    ("AVA-7.7", "in a team what they have scored still counts"),
    ("AVB-4.2", "that its player has in Combat"),
    ("AVB-7.7", "in a team what they have destroyed still counts"),
]


@pytest.mark.parametrize(("clause", "condition"), CONDITIONS)
def test_clauses_keep_their_conditions(clause: str, condition: str) -> None:
    rules = AVA if clause.startswith("AVA") else avb(2)
    assert condition in rules.clause_text(clause)


def test_one_turn_and_one_die_are_told_in_the_singular() -> None:
    position = at("1", "1", scored=("1", ""), quiet=1)
    for rules, how in (
        (game(draw_counter="turns", draw_limit=1),
         "1 turn passed without an attack: the Army wins with 1 scored die to 0."),
        (avb(2, draw_limit=1, draw_first_key="scored"),
         "1 turn passed without a die destroyed: the Army wins, having destroyed 1 die to 0."),
    ):  # fmt: skip
        outcome = rules.outcome(position)
        assert outcome is not None and outcome.how == how
        (broken,) = rules.rule(position, Rally((1,))).broken
        assert "it ended after 1 turn without" in rules.broken_text(broken)


# Every way to break a clause, once: where, what, and the sentence that a player reads.
RULINGS: list[tuple[Position, Event, str]] = [
    (at("5", "1"), attack("5", 1), "A General (5) fights in no single or triple attack: it only powers its ability."),
    (at("5", "1"), attack("5", 1), "Only ranks 1 to 4 can attack, and a General is of rank 5."),
    (at("666", "1"), attack("666", 1), "Only ranks 1 to 4 can attack, and a Nuke is of rank 6."),
    (AVA.start(), Rally((1,)), "The Army first rolls nine dice: until everybody has, nobody attacks or rallies."),
    (AVA.start(), Rolled((1,)), "The Army rolls 9 dice into Combat, and this roll shows 1."),
    (at("1", "1", turn=ALIENS), Rolled((1,)),
     "No roll is awaited: the Aliens have to choose an attack or a rally first."),
    (at("1", "1", rolling=(0, 4)), Rally((1,)),
     "The Army has begun a rally: the 4 dice have to be rolled before anything else is done."),
    (at("11", "1"), attack("11", 1), "An attack uses one die, or three of one rank, and not 2."),
    (at("1", "1"), attack("2", 1), "The Army has no Artillery (2) in Combat."),
    (at("1", "11"), Attack((1,), ((1, 1), (1, 1))), "A single attack destroys exactly one die, not 2."),
    (at("1", "1"), attack("1", 1, seat=ARMY), "The target has to be an enemy's die, not one of your own."),
    (at("3", "1"), attack("3", 2), "The Aliens have no Death Ray (2) in Combat."),
    (at("1", "2"), attack("1", 2),
     "A Trooper (1) alone cannot destroy a Death Ray (2): the target's rank is higher."),
    (at("3", "5"), attack("3", 5), "Of ordinary attacks only that of three Airplanes (4) destroys an Overlord (5)."),
    (at("4", "6"), attack("4", 6), "No ordinary attack at all destroys a Mothership (6)."),
    (at("112", "2"), attack("112", 2), "The three dice of a triple attack have to be of one rank, not 1, 1 and 2."),
    (at("11", "2"), attack("111", 2), "The Army has two Troopers (1) in Combat, and this attack needs 3."),
    (at("111", "2"), Attack((1, 1, 1), ()), "A triple attack destroys exactly one die, not 0."),
    (at("111", "3"), attack("111", 3),
     "Three Troopers (1) destroy a die of rank 2 and no other; a Lander is of rank 3."),
    (at("1", "2"), Rally((2,)), "The Army has no Artillery (2) in Combat, and this rally needs 1."),
    (at("1", "2"), Rally(()), "The Army has no die in Rally, so at least one Combat die has to be rolled."),
    (at("1", "1", rolling=(0, 2)), Rolled((1,)), "The Army rolls 2 dice in this rally, and this roll shows 1."),
    (at("1", "666", turn=ALIENS), Nuke(), "Only the Army has Nukes; the Aliens cannot use them."),
    (at("66", "1"), Nuke(), "The ability takes three Nukes (6) in Combat, and the Army has two Nukes."),
    (at("666", "4"), Nuke(), "No die of rank 1 to 3 is in Combat, so the Nukes would destroy nothing."),
    (at("1", "15", turn=ALIENS), General(1), "Only the Army has a General; the Aliens cannot use one."),
    (at("1", "1"), General(1), "The Army has no General (5) in Combat."),
    (at("45", "1"), General(4), "A General promotes dice of rank 1, 2 and 3 only, not of rank 4."),
    (at("15", "1"), General(2), "The Army has no Artillery (2) in Combat to promote."),
    (at("1", "1"), Mothership(((1, 1),)), "Only the Aliens have Motherships; the Army cannot use them."),
    (at("11", "6", turn=ALIENS), Mothership(((0, 1), (0, 1))),
     "The ability takes three Motherships (6) in Combat, and the Aliens have one Mothership."),
    (at("", "666", rally=(1, 0), turn=ALIENS), Mothership(()),
     "No enemy die is in Combat, so the Motherships would destroy nothing."),
    (at("11", "666", turn=ALIENS), Mothership(()), "The Motherships have to destroy 2 dice, not 0."),
    (at("1", "666", turn=ALIENS), Mothership(((1, 6),)), "The targets have to be an enemy's dice, not your own."),
    (at("12", "666", turn=ALIENS), Mothership(((0, 1), (0, 1))), "The Army has one Trooper (1) in Combat, not 2."),
    (at("12", "666", turn=ALIENS), Mothership(((0, 1), (0, 3))), "The Army has no Tank (3) in Combat."),
    (at("1", "666", turn=ALIENS), Mothership(()), "The Motherships have to destroy 1 die, not 0."),
    (at("12", "5", turn=ALIENS), Overlord(((0, 3), (0, 3))), "The Army has no Tank (3) in Combat."),
    (at("1", "5", turn=ALIENS), Overlord(((0, 1), (0, 1))), "The Overlord has to send 1 die away, not 2."),
    (at("1", "1", rolling=(0, 1)), Rolled((1, 1)), "The Army rolls 1 die in this rally, and this roll shows 2."),
    (at("1", "1", rolling=(0, 1)), Nuke(),
     "The Army has begun a rally: the 1 die has to be rolled before anything else is done."),
    (at("1", "1"), Overlord(((1, 1),)), "Only the Aliens have an Overlord; the Army cannot use one."),
    (at("1", "1", turn=ALIENS), Overlord(((0, 1),)), "The Aliens have no Overlord (5) in Combat."),
    (at("", "5", rally=(1, 0), turn=ALIENS), Overlord(()),
     "No enemy die is in Combat, so the Overlord would send nothing away."),
    (at("11", "5", turn=ALIENS), Overlord(()), "The Overlord has to send 2 dice away, not 0."),
    (at("1", ""), Rally((1,)), "The game is over, nothing more can be done: the Aliens have no living die."),
    (at("1", "1", quiet=10), Rally((1,)),
     "The game is over, nothing more can be done: it ended after 10 turns without an attack."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "event", "sentence"), RULINGS)
def test_rulings_as_sentences(position: Position, event: Event, sentence: str) -> None:
    assert sentence in [AVA.broken_text(broken) for broken in AVA.rule(position, event).broken]  # type: ignore[arg-type]


def test_the_strict_faults_have_sentences() -> None:
    rules = game(two_target_strict=True)
    for event, unit in ((Mothership(((0, 1),)), "Motherships need"), (Overlord(((0, 1),)), "Overlord needs")):
        (broken,) = rules.rule(at("1", "5666", turn=ALIENS), event).broken
        assert rules.broken_text(broken) == f"The {unit} two targets, and there is only one enemy die in Combat."


def test_every_sentence_of_the_seed_is_used_by_some_ruling() -> None:
    strict = game(two_target_strict=True)
    broken: set[tuple[str, str]] = {("AVA-4.3", "strict"), ("AVA-4.4", "strict")}
    more: list[tuple[Position, Event]] = [
        (at("333", "1"), attack("333", 4, seat=ARMY)),
        (at("333", "1"), attack("333", 4)),
        (at("12", "5", turn=ALIENS), Overlord(((1, 5), (0, 1)))),
        (at("12", "5", turn=ALIENS), Overlord(((0, 1), (0, 1)))),
        (at("11", "1"), attack("1111", 1)),
    ]
    for position, event in [*((p, e) for p, e, _ in RULINGS), *more]:
        ruling = AVA.rule(position, event)  # type: ignore[arg-type]
        broken |= {(one.clause, one.fault) for one in ruling.broken}
        assert all("{" not in strict.broken_text(one) for one in ruling.broken)
    three, four = ava(3), ava(4)
    of_many: list[tuple[ArmyVsAliens, Position, Event]] = [
        (three, table(three, "1"), Rally((1,))),
        (four, table(four, "1/-/1"), Rally((1,))),
        (four, table(four, "2/1/1"), attack("2", 1, seat=2)),
        (four, table(four, "222/3/3"), attack("222", 3, seat=2)),
        (four, table(four, "11/5666/1/1", turn=ALIENS), Mothership(((0, 1), (3, 1)))),
        (four, table(four, "11/5666/1/1", turn=ALIENS), Overlord(((0, 1), (3, 1)))),
    ]
    for rules, position, event in of_many:
        ruling = rules.rule(position, event)  # type: ignore[arg-type]
        broken |= {(one.clause, one.fault) for one in ruling.broken}
        assert ruling.broken and all("{" not in rules.broken_text(one) for one in ruling.broken)
    written = {(clause.id, fault) for clause in AVA.seed.clauses for fault in clause.faults}
    assert written == broken | HANDS["army-vs-aliens-2011"]


def test_a_reason_that_holds_for_two_targets_is_given_once() -> None:
    four = ava(4)
    position = table(four, "11/15666/1/34", turn=ALIENS)
    for hit, told in (
        (((1, 1), (1, 5)), "The targets have to be an enemy's dice, not your own."),
        (((3, 3), (3, 4)), "The targets have to be enemy dice, and the Aliens (player 4) fight on your side."),
    ):
        for event in (Mothership(hit), Overlord(hit)):
            assert [four.broken_text(broken) for broken in four.rule(position, event).broken] == [told]


def test_rulings_are_codes_with_parameters() -> None:
    ruling = AVA.rule(at("1", "2"), attack("1", 2))
    params = (("seat", 0), ("own", 1), ("target_seat", 1), ("target", 2))
    assert ruling.broken == (
        BrokenClause("AVA-3.2", "too_strong", params),
        BrokenClause("AVA-3.3", "only_three", params),
    )

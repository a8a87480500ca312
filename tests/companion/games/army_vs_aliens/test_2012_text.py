"""Army vs Aliens 2012 in words: what it calls things, its clauses, its reasons, and what it takes over from 2011."""

from __future__ import annotations

import re

import pytest

from companion import MalformedError
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
    ava,
    avb,
    ranks,
    table,
)
from tests.support.games.hands import HANDS

AVB = avb(2)
THREE = avb(3)
FOUR = avb(4)
LOT = avb(2, start_total_tie="random")
STRICT = avb(2, two_target_strict=True)
ANY = avb(2, any_owner_targets=True)
LEVEL = at("111234566", "111234566", turn=None)
DRAWN = Position(None, 0, LEVEL.players, None, (0, 1))

RESTATED = [
    "AVB-1.1", "AVB-1.2", "AVB-1.3", "AVB-1.4", "AVB-2.1", "AVB-2.2", "AVB-2.3", "AVB-3.1", "AVB-3.2", "AVB-3.3",
    "AVB-3.4", "AVB-4.0", "AVB-4.1", "AVB-4.2", "AVB-4.3", "AVB-4.4", "AVB-5.1", "AVB-5.2", "AVB-6.1", "AVB-6.2",
    "AVB-6.3", "AVB-6.4", "AVB-6.5", "AVB-7", "AVB-7.3", "AVB-7.5", "AVB-7.7", "AVB-7.8",
]  # fmt: skip
CARRIED = ["AVB-1.5", "AVB-3.5", "AVB-7.1", "AVB-7.2", "AVB-7.4", "AVB-7.6"]


def test_the_clauses_are_those_of_2011_and_two_more_in_their_order() -> None:
    numbers = [clause.id.removeprefix("AVB-") for clause in AVB.seed.clauses]
    assert sorted([f"AVB-{number}" for number in numbers]) == sorted(RESTATED + CARRIED)
    older = [clause.id.removeprefix("AVA-") for clause in ava(2).seed.clauses]
    assert [number for number in numbers if number not in ("4.0", "7")] == older
    assert numbers.index("4.0") == numbers.index("4.1") - 1 and numbers.index("7") == numbers.index("7.1") - 1


@pytest.mark.parametrize("clause", RESTATED + CARRIED)
def test_every_clause_has_a_text_of_its_sheet(clause: str) -> None:
    text = AVB.clause_text(clause)
    assert re.fullmatch(r"[A-Z].*\.", text) and "AVA" not in text and "Rally Zone" not in text
    older = clause.replace("AVB", "AVA")
    if clause in CARRIED:
        assert text == ava(2).clause_text(older)
    elif clause not in ("AVB-4.0", "AVB-7"):
        assert text != ava(2).clause_text(older)


def test_a_clause_of_the_other_sheet_is_none_of_this() -> None:
    with pytest.raises(MalformedError, match=re.escape("clause: 'AVA-3.2' is no clause of Army vs Aliens (2012)")):
        AVB.clause_text("AVA-3.2")


def test_house_rules_in_force_are_told_with_their_clause() -> None:
    rules = avb(4, teams=False, draw_unit="rounds", draw_limit=2, nuke_hits_team=False, count_ones="raw")
    assert rules.clause_text("AVB-6.2").endswith(
        "House rule: The game ends after 2 turns without a die destroyed (rounds, where rounds are counted). "
        "House rule: Rounds are counted, one turn of every living player each."
    )
    assert rules.clause_text("AVB-7.3").endswith("House rule: Everybody plays alone.")
    assert rules.clause_text("AVB-7.5").endswith("House rule: A Nuke hits enemies only.")
    for clause in ("AVB-2.1", "AVB-2.2"):
        assert "as they were rolled" in rules.clause_text(clause)
    assert rules.clause_text("AVB-4.1").endswith("House rule: A Nuke hits enemies only.")
    assert "broken by lot" in LOT.clause_text("AVB-2.2") and "broken by lot" in LOT.clause_text("AVB-7.8")
    scored = avb(2, draw_first_key="scored")
    for clause in ("AVB-6.3", "AVB-6.5"):
        assert scored.clause_text(clause).endswith("House rule: Whoever has destroyed most dice wins.")


@pytest.mark.parametrize(
    ("rules", "position", "event", "line"),
    [
        (AVB, at("1566", "4"), General(6), "General: two Nukes (6) become Troopers (1)"),
        (AVB, at("156", "4"), General(6), "General: one Nuke (6) becomes a Trooper (1)"),
        (AVB, at("156", "4"), General(5), "General: becomes a Nuke (6) and stays in Combat"),
        (AVB, at("445", "4"), General(4), "General: two Airplanes (4) become Generals (5)"),
        (AVB, at("15", "4"), General(2), "General: promotes no Artillery (2)"),
        (AVB, at("15", "4"), General(6), "General: promotes no Nuke (6)"),
        (AVB, at("1", "4"), General(5), "General: promotes no General (5)"),
        (ava(2), at("156", "4"), General(6), "General: promotes no Nuke (6)"),
        (AVB, at("4", "5", turn=ALIENS), Overlord(((0, 4),)), "Overlord: sends an Airplane (4) to the Cup"),
        (AVB, at("12", "5", rally=(4, 0)), Rally((1, 2)), "Rally: roll 4 cup dice and 1, 2 from Combat"),
        (AVB, at("12666", "13"), Nuke(), "Nuke: three Nukes (6) destroy 2 dice of the Aliens"),
        (FOUR, table(FOUR, "1666/24/36/15"), Nuke(), "Nuke: three Nukes (6) destroy 1 die of the Aliens (player 2), "
         "1 die of the Army (player 3) and 1 die of the Aliens (player 4)"),
        (LOT, DRAWN, Drawn(1), "The lot falls on the Aliens to begin"),
    ],
)  # fmt: skip
def test_events_as_lines(rules: ArmyVsAliens, position: Position, event: Event, line: str) -> None:
    assert rules.text(position, event) == line  # type: ignore[arg-type]


def test_headings_and_clauses_of_events() -> None:
    assert LOT.kind_of(Drawn(1)) == "Lot" and LOT.clause_of(DRAWN, Drawn(1)) == "AVB-2.2"
    assert AVB.clause_of(at("1", "1"), attack("111", 2)) == "AVB-3.3"
    assert AVB.clause_of(AVB.start(), Rolled((1,) * 9)) == "AVB-2.1"


# Every way to break a clause of 2012, once: where, what, and the sentence that a player reads.
RULINGS: list[tuple[ArmyVsAliens, Position, Event, str]] = [
    (AVB, at("5", "1"), attack("5", 1),
     "A General (5) fights in no single or triple attack: it only powers its ability."),
    (AVB, AVB.start(), Rally((1,)), "The Army first rolls nine dice: until everybody has, nobody attacks or rallies."),
    (AVB, AVB.start(), Rolled((1,)), "The Army rolls 9 dice into Combat, and this roll shows 1."),
    (LOT, DRAWN, Rally((1,)), "Before anything else the lot decides who begins: the Army and the Aliens are level in "
     "every rank."),
    (AVB, at("1", "1"), Drawn(0), "No tie for the first turn is waiting to be broken, so nobody is drawn by lot."),
    (AVB, at("1", "1"), Rolled((1,)), "No roll is awaited: the Army has to choose an attack or a rally first."),
    (AVB, at("1", "1", rolling=(0, 4)), Drawn(0), "The Army has begun a rally: the 4 dice have to be rolled before "
     "anything else is done."),
    (AVB, at("11", "1"), attack("11", 1), "An attack uses one die, or three of one rank, and not 2."),
    (AVB, at("1", "1"), attack("2", 1), "The Army has no Artillery (2) in Combat."),
    (AVB, at("1", "11"), Attack((1,), ((1, 1), (1, 1))), "A single attack destroys exactly one die, not 2."),
    (AVB, at("1", "1"), attack("1", 1, seat=ARMY), "The target has to be an enemy's die, not one of your own."),
    (AVB, at("3", "1"), attack("3", 2), "The Aliens have no Death Ray (2) in Combat."),
    (AVB, at("1", "2"), attack("1", 2),
     "A Trooper (1) alone cannot destroy a Death Ray (2): the target's rank is higher."),
    (AVB, at("3", "5"), attack("3", 5),
     "Of ordinary attacks only that of three Airplanes (4) destroys an Overlord (5)."),
    (AVB, at("4", "6"), attack("4", 6), "No ordinary attack at all destroys a Mothership (6)."),
    (AVB, at("112", "2"), attack("112", 2),
     "The three dice of a triple attack have to be of one rank, not 1, 1 and 2."),
    (AVB, at("666", "2"), attack("666", 2), "Only ranks 1 to 4 can attack, and a Nuke is of rank 6."),
    (AVB, at("11", "2"), attack("111", 2), "The Army has two Troopers (1) in Combat, and this attack needs 3."),
    (AVB, at("111", "2"), Attack((1, 1, 1), ()), "A triple attack destroys exactly one die, not 0."),
    (AVB, at("111", "3"), attack("111", 3),
     "Three Troopers (1) destroy a die of rank 2 and no other; a Lander is of rank 3."),
    (AVB, at("333", "1"), attack("333", 4, seat=ARMY), "The target has to be an enemy's die, not one of your own."),
    (AVB, at("1", "2"), Rally((2,)), "The Army has no Artillery (2) in Combat, and this rally needs 1."),
    (AVB, at("1", "2"), Rally(()), "The Army has no die in the Cup, so at least one Combat die has to be rolled."),
    (AVB, at("1", "1", rolling=(0, 2)), Rolled((1,)), "The Army rolls 2 dice in this rally, and this roll shows 1."),
    (AVB, at("1", "666", turn=ALIENS), Nuke(), "Only the Army has Nukes; the Aliens cannot use them."),
    (AVB, at("66", "1"), Nuke(), "The ability takes three Nukes (6) in Combat, and the Army has two Nukes."),
    (AVB, at("1666", "4"), Nuke(), "No enemy die of rank 1 to 3 is in Combat, and Nukes need one to destroy."),
    (FOUR, table(FOUR, "666/4/13/6"), Nuke(),
     "No enemy die of rank 1 to 3 is in Combat, and Nukes need one to destroy."),
    (AVB, at("1", "15", turn=ALIENS), General(1), "Only the Army has a General; the Aliens cannot use one."),
    (AVB, at("1", "1"), General(1), "The Army has no General (5) in Combat."),
    (avb(2, general_allow_4=False), at("45", "1"), General(4),
     "A General may name rank 1, 2, 3, 5 and 6 only, not rank 4."),
    (AVB, at("15", "1"), General(2), "The Army has no Artillery (2) in Combat to turn."),
    (AVB, at("1", "1"), Mothership(((1, 1),)), "Only the Aliens have Motherships; the Army cannot use them."),
    (AVB, at("11", "6", turn=ALIENS), Mothership(((0, 1), (0, 1))),
     "The ability takes three Motherships (6) in Combat, and the Aliens have one Mothership."),
    (AVB, at("", "666", rally=(1, 0), turn=ALIENS), Mothership(()),
     "No target is in Combat, so the Motherships would destroy nothing."),
    (STRICT, at("1", "666", turn=ALIENS), Mothership(()),
     "The Motherships need two targets, and there is only one in Combat."),
    (AVB, at("11", "666", turn=ALIENS), Mothership(()), "The Motherships have to destroy 2 dice, not 0."),
    (AVB, at("1", "666", turn=ALIENS), Mothership(((1, 6),)), "The targets have to be an enemy's dice, not your own."),
    (AVB, at("12", "666", turn=ALIENS), Mothership(((0, 1), (0, 1))), "The Army has one Trooper (1) in Combat, not 2."),
    (AVB, at("12", "666", turn=ALIENS), Mothership(((0, 1), (0, 3))), "The Army has no Tank (3) in Combat."),
    (AVB, at("12", "5", turn=ALIENS), Overlord(((0, 1), (0, 3))), "The Army has no Tank (3) in Combat."),
    (ANY, at("12", "666", turn=ALIENS), Mothership(((0, 1), (1, 6))),
     "Besides what powers this ability the Aliens have no Motherships (6) in Combat."),
    (ANY, at("12", "6666", turn=ALIENS), Mothership(((1, 6), (1, 6))),
     "Besides what powers this ability the Aliens have one Mothership (6) in Combat."),
    (ANY, at("12", "5", turn=ALIENS), Overlord(((0, 1), (1, 5))),
     "Besides what powers this ability the Aliens have no Overlords (5) in Combat."),
    (AVB, at("1", "1"), Overlord(((1, 1),)), "Only the Aliens have an Overlord; the Army cannot use one."),
    (AVB, at("1", "1", turn=ALIENS), Overlord(((0, 1),)), "The Aliens have no Overlord (5) in Combat."),
    (AVB, at("", "5", rally=(1, 0), turn=ALIENS), Overlord(()),
     "No target is in Combat, so the Overlord would send nothing away."),
    (STRICT, at("1", "5", turn=ALIENS), Overlord(()),
     "The Overlord needs two targets, and there is only one in Combat."),
    (AVB, at("11", "5", turn=ALIENS), Overlord(()), "The Overlord has to send 2 dice away, not 0."),
    (AVB, at("11", "15", turn=ALIENS), Overlord(((0, 1), (1, 1))),
     "The targets have to be an enemy's dice, not your own."),
    (AVB, at("12", "5", turn=ALIENS), Overlord(((0, 2), (0, 2))), "The Army has one Artillery (2) in Combat, not 2."),
    (AVB, at("1", ""), Rally((1,)), "The game is over, nothing more can be done: the Aliens have no living die."),
    (AVB, at("1", "1", quiet=5), Rally((1,)),
     "The game is over, nothing more can be done: it ended after 5 turns without a die destroyed."),
    (THREE, table(THREE, "1"), Rally((1,)),
     "The game is over, nothing more can be done: nobody but the Army (player 1) has a living die."),
    (FOUR, table(FOUR, "-/1/-/1"), Rally((1,)),
     "The game is over, nothing more can be done: the Army has no living die."),
    (FOUR, table(FOUR, "2/1/1"), attack("2", 1, seat=2),
     "The target has to be an enemy's die, and the Army (player 3) fights on your side."),
    (FOUR, table(FOUR, "222/1/3"), attack("222", 3, seat=2),
     "The target has to be an enemy's die, and the Army (player 3) fights on your side."),
    (FOUR, table(FOUR, "11/666/1/1", turn=1), Mothership(((0, 1), (3, 1))),
     "The targets have to be enemy dice, and the Aliens (player 4) fight on your side."),
    (FOUR, table(FOUR, "11/5/1/1", turn=1), Overlord(((0, 1), (3, 1))),
     "The targets have to be enemy dice, and the Aliens (player 4) fight on your side."),
]  # fmt: skip
THREE_LEVEL = Position(None, 0, table(THREE, "112345666/112345666/666666666").players, None, (0, 1))
NOT_LEVEL = (avb(3, start_total_tie="random"), THREE_LEVEL, Drawn(2))


@pytest.mark.parametrize(("rules", "position", "event", "sentence"), RULINGS)
def test_rulings_as_sentences(rules: ArmyVsAliens, position: Position, event: Event, sentence: str) -> None:
    ruling = rules.rule(position, event)  # type: ignore[arg-type]
    assert sentence in [rules.broken_text(broken) for broken in ruling.broken]
    assert all(clause.startswith("AVB-") for clause in ruling.clauses)


def test_who_has_not_rolled_alike_is_not_drawn() -> None:
    rules, position, event = NOT_LEVEL
    (broken,) = rules.rule(position, event).broken
    assert rules.broken_text(broken) == (
        "The lot is drawn between the Army (player 1) and the Aliens (player 2) only, and the Army (player 3) has not "
        "rolled like them."
    )


def test_every_sentence_of_the_seed_is_used_by_some_ruling() -> None:
    broken: set[tuple[str, str]] = set()
    more = [NOT_LEVEL, (AVB, at("333", "1"), attack("333", 4))]
    for rules, position, event in [*((r, p, e) for r, p, e, _ in RULINGS), *more]:
        broken |= {(one.clause, one.fault) for one in rules.rule(position, event).broken}  # type: ignore[arg-type]
    written = {(clause.id, fault) for clause in AVB.seed.clauses for fault in clause.faults}
    assert written == broken | HANDS["army-vs-aliens-2012"]


def test_every_ending_of_both_seeds_is_told() -> None:
    """All of `endings` but the one that a sheet's own first key leaves to a house rule; each is met in test_av*."""
    assert sorted(AVB.seed.endings) == [
        "drawn", "eliminated", "last", "most_living", "most_ranks", "most_scored", "shared",
    ]  # fmt: skip
    assert sorted(ava(2).seed.endings) == ["drawn", "eliminated", "last", "most_ranks", "most_scored", "shared"]


def test_what_a_legal_event_rests_on() -> None:
    """The clause that allows it first, then those that decide what comes of it."""
    expected: list[tuple[ArmyVsAliens, Position, Event, tuple[str, ...]]] = [
        (AVB, at("2", "12"), attack("2", 1), ("AVB-3.2", "AVB-1.2", "AVB-1.4")),
        (AVB, at("2", "12", quiet=1), attack("2", 1), ("AVB-3.2", "AVB-1.2", "AVB-6.2", "AVB-1.4")),
        (AVB, at("2", "1"), attack("2", 1), ("AVB-3.2", "AVB-1.2", "AVB-1.4", "AVB-6.1")),
        (AVB, at("4456", "1"), General(4), ("AVB-4.2", "AVB-4.0", "AVB-5.1", "AVB-5.2", "AVB-6.2")),
        (AVB, at("5", "1", rolling=(0, 2)), Rolled((1, 5)), ("AVB-3.4", "AVB-5.1", "AVB-5.2")),
        (AVB, at("5", "1", rolling=(0, 1)), Rolled((1,)), ("AVB-3.4",)),
        (AVB, AVB.start(), Rolled(ranks("112233446")), ("AVB-2.1",)),
        (AVB, AVB.start(), Rolled(ranks("112233455")), ("AVB-2.1", "AVB-5.1", "AVB-5.2")),
        (avb(2, count_ones="raw"), AVB.start(), Rolled(ranks("112233455")), ("AVB-2.1",)),
        (LOT, DRAWN, Drawn(0), ("AVB-2.2", "AVB-2.3")),
        (ava(2), at("1666", "24"), Nuke(), ("AVA-4.1", "AVA-1.3", "AVA-6.2", "AVA-1.4")),
        (ava(2), at("666", "24"), Nuke(), ("AVA-4.1", "AVA-1.3", "AVA-1.4")),
        (ava(2), at("15", "24", quiet=2), General(1), ("AVA-4.2", "AVA-6.4")),
        (ava(2), at("5", "1", rolling=(0, 2)), Rolled((1, 5)), ("AVA-3.4", "AVA-5.1", "AVA-5.2")),
        (ava(2), at("111234566", "", turn=None, rolling=(1, 9)), Rolled(ranks("112233455")),
         ("AVA-2.1", "AVA-2.2", "AVA-5.1", "AVA-5.2", "AVA-2.3")),
        (ava(2), at("", "1", rolling=(0, 1), quiet=9), Rolled((1,)), ("AVA-3.4", "AVA-6.5", "AVA-6.3")),
        (ava(2), at("6", "1"), Rally((6,)), ("AVA-3.4", "AVA-3.5")),
        (ava(3), table(ava(3), "666/1/-/"), Nuke(), ("AVA-4.1", "AVA-1.3", "AVA-7.5", "AVA-1.4", "AVA-7.2")),
        (ava(3), table(ava(3), "2/2/1"), attack("2", 1, seat=2),
         ("AVA-3.2", "AVA-1.3", "AVA-7.4", "AVA-1.4", "AVA-6.1")),
    ]  # fmt: skip
    for rules, position, event, clauses in expected:
        assert rules.rule(position, event).clauses == clauses, (position, event)  # type: ignore[arg-type]

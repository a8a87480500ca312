"""Doubles Wild in words: events as lines, rulings as sentences, the clauses of the seed, and what each rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import companion
import seeds
from companion import BrokenClause, MalformedError
from companion.games.doubles_wild import DoublesWild
from companion.games.doubles_wild.pieces import DoublesSeed
from tests.support.games.doubles import (
    HOLD,
    Event,
    Leave,
    Place,
    Position,
    Reroll,
    Rolled,
    Start,
    Threw,
    Throw,
    at,
    battle,
    board,
    game,
    roll,
)
from tests.support.games.hands import HANDS
from tests.support.paths import ROOT

DW = game()
TEAMS = game(4, teams=True)
SQUARE = (5, 10)
CLAUSES = [
    "DW-1.1", "DW-1.2", "DW-1.3",
    "DW-2.1",
    "DW-3.1", "DW-3.2", "DW-3.3", "DW-3.4", "DW-3.5",
    "DW-4.1", "DW-4.2", "DW-4.3", "DW-4.4",
    "DW-5.1", "DW-5.2", "DW-5.3", "DW-5.4",
    "DW-6.1", "DW-6.2", "DW-6.3", "DW-6.4",
    "DW-7.1", "DW-7.2",
]  # fmt: skip
FIGHT = at({1: [SQUARE]}, fight=battle(SQUARE, ("146", "333"), round=2))
EXTRA = at({1: [SQUARE]}, fight=battle(SQUARE, ("146", "335"), round=4))
ROLLED = at({0: [(3, 3)], 1: [SQUARE]}, roll("23", "46"))


@pytest.mark.parametrize(
    ("position", "event", "line"),
    [
        (at(), Rolled((2, 3), (4, 4)), "Player 1 rolled red 2-3 and blue 4-4"),
        (ROLLED, Reroll("red"), "Re-roll: both red dice"),
        (ROLLED, Reroll("blue"), "Re-roll: both blue dice"),
        (ROLLED, Reroll("both"), "Re-roll: all four dice"),
        (ROLLED, Place((3, 4)), "Row 3, column 4: place a marker"),
        (at(board("00."), roll("12", "14")), Place((3, 5)), "Row 3, column 5: place a marker, 1 point"),
        (at(board("00.0"), roll("12", "14")), Place((3, 5)), "Row 3, column 5: place a marker, 2 points"),
        (ROLLED, Place((3, 3)), "Row 3, column 3: it is your own, nothing happens"),
        (ROLLED, Place(SQUARE), "Row 5, column 10: battle player 2 for it"),
        (at(board("111"), roll("12", "14")), Place((3, 5)),
         "Row 3, column 5: the marker of player 2 is in three in a row, nothing happens"),
        (ROLLED, Place(None), "Select no square"),
        (ROLLED, Leave(SQUARE), "Row 5, column 10: leave the marker of player 2 alone"),
        (ROLLED, Leave((9, 9)), "Row 9, column 9: leave it alone"),
        (FIGHT, HOLD, "Hold: keep 1, 4 and 6"),
        (FIGHT, Throw((1, 4)), "Throw again: 1 and 4"),
        (at({1: [SQUARE]}, fight=battle(SQUARE, ("6", "333"), round=2)), Threw((2, 6)), "Player 1 threw 2 and 6"),
        (at({1: [SQUARE]}, fight=battle(SQUARE, ("666", ""), to_roll=1)), Threw((2,)), "Player 2 threw 2"),
        (at(turn=None, start=Start((0, 1), (11,))), Threw((1, 1, 1)), "Player 2 threw 1, 1 and 1"),
    ],
)  # fmt: skip
def test_events_as_lines(position: Position, event: Event, line: str) -> None:
    assert DW.text(position, event) == line


def test_a_partners_square_as_a_line() -> None:
    position = at(board("0020"), roll("12", "14"), rules=TEAMS)
    replace = "Row 3, column 5: replace the marker of player 3, 2 points"
    assert TEAMS.text(position, Place((3, 5))) == replace
    assert TEAMS.text(position, Leave((3, 5))) == "Row 3, column 5: leave the marker of player 3 alone"


def test_a_playoff_counts_no_points() -> None:
    position = at(board("00."), roll("12", "14"), score=(1, 1), playoff=(0, 1))
    assert DW.text(position, Place((3, 5))) == "Row 3, column 5: place a marker"


def test_events_where_they_do_not_belong_have_a_line_as_well() -> None:
    """A ruling quotes what was tried, whatever the position waits for."""
    for position in (DW.start(), at(), ROLLED, FIGHT, at(board("000"), supply=(0, 3))):
        for event in (Rolled((), (1,)), Place(SQUARE), Leave(SQUARE), HOLD, Throw(()), Threw(())):
            assert DW.text(position, event)
            assert DW.kind_of(event)


@pytest.mark.parametrize(
    ("position", "event", "kind", "clause"),
    [
        (DW.start(), Threw((1, 2, 3)), "Roll", "DW-2.1"),
        (at(), Rolled((1, 2), (3, 4)), "Roll", "DW-3.2"),
        (ROLLED, Reroll("red"), "Re-roll", "DW-3.2"),
        (ROLLED, Place(SQUARE), "Square", "DW-3.3"),
        (ROLLED, Leave(SQUARE), "Square", "DW-3.4"),
        (FIGHT, HOLD, "Battle", "DW-4.2"),
        (FIGHT, Throw((1,)), "Battle", "DW-4.2"),
        (EXTRA, Throw((1,)), "Battle", "DW-4.3"),
        (EXTRA, Threw((1,)), "Roll", "DW-4.3"),
    ],
)
def test_headings_and_clauses_of_events(position: Position, event: Event, kind: str, clause: str) -> None:
    assert DW.kind_of(event) == kind
    assert DW.clause_of(position, event) == clause


def test_seats_have_names_and_colours() -> None:
    assert [TEAMS.seat_name(seat) for seat in range(4)] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert len({TEAMS.usual_colour(seat) for seat in range(4)}) == 4


# ---------------------------------------------------------------------------------------------- clauses


def test_the_seed_has_these_clauses_and_no_others() -> None:
    assert [clause.id for clause in DW.seed.clauses] == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_text(clause: str) -> None:
    assert re.fullmatch(r"[A-Z].*\.", DW.clause_text(clause))


def test_an_unknown_clause_is_refused() -> None:
    with pytest.raises(MalformedError, match=re.escape("clause: 'DW-9.9' is no clause of Doubles Wild")):
        DW.clause_text("DW-9.9")


# Every way to break a clause, once: where, what, and the sentence that a player reads.
RULINGS: list[tuple[DoublesWild, Position, Event, str]] = [
    (DW, DW.start(), Place(SQUARE),
     "First, player 1 throws three dice for the start; until that is settled nobody plays."),
    (DW, DW.start(), Threw((1, 2)), "Player 1 throws three dice for the start, and this throw shows 2."),
    (DW, at(turn=1), Place(SQUARE), "First, player 2 rolls two red and two blue dice."),
    (DW, at(rolled=roll(None, "44")), Place(SQUARE), "First, player 1 rolls the two red dice."),
    (DW, at(rolled=roll("23", None)), Place(SQUARE), "First, player 1 rolls the two blue dice."),
    (DW, at(rolled=roll(None, None)), Place(SQUARE), "First, player 1 rolls two red and two blue dice."),
    (DW, at(), Rolled((2,), (4, 4)), "A roll shows two red dice, and this one shows 1."),
    (DW, at(rolled=roll("23", None)), Rolled((2, 4), (1, 1)),
     "The red dice were kept at 2-3, so they cannot show 2-4; dice are rolled again in pairs only."),
    (DW, at(rolled=roll("23", "46", again=False)), Reroll("both"),
     "Player 1 has already rolled again in this turn: a square has to be played."),
    (game(rerolls=0), at(rolled=roll("23", "46", again=False)), Reroll("both"),
     "Rolling again is not allowed by the house rules: the first roll stands."),
    (DW, ROLLED, HOLD, "The dice lie: now player 1 selects a square."),
    (DW, at(rolled=roll("11", "22")), Place(None),
     "With a double player 1 has to select a square; there are 81 to choose from."),
    (DW, at({0: [(5, column) for column in range(3, 11)]}, roll("23", "22")), Place(None),
     "With a double player 1 has to select a square; there is one to choose from."),
    (DW, ROLLED, Place(None),
     "Without a double the roll selects a square, row 5, column 10, and it has to be played."),
    (DW, ROLLED, Place((3, 3)), "Without a double the roll selects row 5, column 10 and no other square."),
    (DW, at(rolled=roll("23", "44")), Place((6, 8)), "The red dice name row 5; row 6, column 8 is not in it."),
    (DW, at(rolled=roll("44", "23")), Place((8, 6)), "The blue dice name column 5; row 8, column 6 is not in it."),
    (DW, at({0: [(5, 8)]}, roll("23", "44")), Place((5, 8)),
     "A double selects only squares that are not one's own, and row 5, column 8 is player 1's."),
    (game(wild_exclude_protected=True), at(board("111"), roll("12", "44")), Place((3, 4)),
     "The marker of player 2 on row 3, column 4 is part of three in a row, "
     "and the house rules do not let a double select it."),
    (DW, at(rolled=roll("23", "46")), Leave(SQUARE),
     "Nobody holds row 5, column 10: a vacant square is played by placing a marker, not left alone."),
    (DW, at({0: [SQUARE]}, roll("23", "46")), Leave(SQUARE),
     "On row 5, column 10 nothing happens anyway: such a square is played, not left alone."),
    (DW, ROLLED, Leave(SQUARE),
     "The marker of player 2 on row 5, column 10 is in no three in a row: such a square is fought for, "
     "not left alone."),
    (DW, ROLLED, HOLD, "No battle is being fought, so there are no dice to throw or to hold for it."),
    (DW, at({1: [SQUARE]}, fight=battle(SQUARE)), HOLD, "First, player 1 throws three dice in the battle."),
    (DW, FIGHT, Place(SQUARE), "Player 1 has to decide which dice of the battle to throw again, if any."),
    (DW, at({1: [SQUARE]}, fight=battle(SQUARE, ("16", "333"), round=3)), Threw((1, 2)),
     "Player 1 throws one die in the battle, and this throw shows 2."),
    (DW, FIGHT, Throw(()), "To throw means one die at least; to keep all three is to hold."),
    (DW, FIGHT, Throw((1, 1)), "Player 1 cannot throw two dice showing 1 again: there is one."),
    (DW, FIGHT, Throw((5,)), "Player 1 cannot throw one die showing 5 again: there is none."),
    (DW, at({1: [SQUARE]}, fight=battle(SQUARE, ("116", "333"), round=2)), Throw((1, 1, 1)),
     "Player 1 cannot throw three dice showing 1 again: there are two."),
    (DW, FIGHT, Throw((5,) * 4), "Player 1 cannot throw 4 dice showing 5 again: there is none."),
    (DW, at({1: [SQUARE]}, fight=battle(SQUARE, ("46", "335"), round=4)), Place(SQUARE),
     "First, player 1 throws one die in the extra round."),
    (DW, EXTRA, Place(SQUARE), "Player 1 has to choose the dice to throw again in the extra round."),
    (DW, at({1: [SQUARE]}, fight=battle(SQUARE, ("46", "335"), round=4)), Threw(()),
     "Player 1 throws one die in the extra round, and this throw shows 0."),
    (DW, EXTRA, HOLD,
     "Round 4 is played because the totals were level: player 1 has to throw at least one die again."),
    (TEAMS, at(board("222"), roll("12", "14"), rules=TEAMS), Place((3, 5)),
     "The marker on row 3, column 5 is part of three in a row, and such a marker stays."),
    (TEAMS, at(board("222"), roll("12", "14"), rules=TEAMS), Place((3, 5)),
     "The marker of player 3 on row 3, column 5 is part of three in a row, so it cannot be replaced: "
     "it can only be left alone."),
    (DW, at(board("000"), supply=(0, 3)), HOLD,
     "The game is over, nothing more can be done: the turn has come to a player without markers."),
    (DW, at(board("000"), score=(1, 1), playoff=(0, 1)), HOLD,
     "The game is over, nothing more can be done: the first three in a row of the playoff is there."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "position", "event", "sentence"), RULINGS)
def test_rulings_as_sentences(rules: DoublesWild, position: Position, event: Event, sentence: str) -> None:
    assert sentence in [rules.broken_text(broken) for broken in rules.rule(position, event).broken]


def broken_by_rulings() -> Iterator[BrokenClause]:
    for rules, position, event, _ in RULINGS:
        yield from rules.rule(position, event).broken


def test_every_sentence_of_the_seed_is_used_by_some_ruling() -> None:
    written = {(clause.id, fault) for clause in DW.seed.clauses for fault in clause.faults}
    broken = {(broken.clause, broken.fault) for broken in broken_by_rulings()}
    assert written == broken | HANDS["doubles-wild"]
    assert all("{" not in DW.broken_text(broken) for broken in broken_by_rulings())


def test_rulings_are_codes_with_parameters() -> None:
    (broken,) = DW.rule(ROLLED, Place((3, 3))).broken
    params = (("row", 3), ("column", 3), ("rolled_row", 5), ("rolled_column", 10))
    assert broken == BrokenClause("DW-3.3", "forced", params)


def test_every_clause_but_those_of_the_set_up_decides_something() -> None:
    """As broken by one of the events above, or as applied in one of these."""
    last = at(board("000", "1.."), roll("13", "14"), turn=1, supply=(0, 3))
    scored = at(board("00.0"), roll("12", "14"), rules=TEAMS)
    partner = at(board("0020"), roll("12", "44"), rules=TEAMS)
    lost = at({1: [SQUARE]}, fight=battle(SQUARE, ("146", "333"), round=3, to_roll=1))
    reached = {broken.clause for broken in broken_by_rulings()}
    for rules, position, event in (
        (DW, last, Place((4, 5))),
        (TEAMS, scored, Place((3, 5))),
        (TEAMS, partner, Place((3, 5))),
        (DW, lost, HOLD),
    ):
        ruling = rules.rule(position, event)
        assert ruling.legal
        reached |= set(ruling.applied)
    setup = {clause.id for clause in DW.seed.clauses if clause.setup}
    assert setup == {"DW-1.1", "DW-1.2", "DW-1.3", "DW-6.1"}
    assert reached == set(CLAUSES) - setup


def test_a_turn_without_a_square_rests_on_the_clauses_of_selecting_and_of_the_end_of_a_turn() -> None:
    everywhere = at({0: [(3, column) for column in range(3, 12)]}, roll("12", "44"))
    assert DW.rule(everywhere, Place(None)).clauses == ("DW-3.3", "DW-3.5")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "labels = [3, 4,",
            "labels = [2, 4,",
            "the board has labels 3 to 11 and windows of three squares - at `$.board`",
        ),
        ("window = 3 ", "window = 4 ", "the board has labels 3 to 11 and windows of three squares - at `$.board`"),
        ("turn = 2 ", "turn = 3 ", "a turn uses two dice of each colour and a battle three a player - at `$.dice`"),
        ("players = 3\n", "players = 5\n", "the supplies must be those of 2 to 4 players, in order"),
        ('colours = ["blue", ', "colours = [", "3 colours of markers, and 4 players"),
        ('id = "DW-1.2"', 'id = "DW-1.1"', "clause DW-1.1 stands twice"),
    ],
)
def test_a_faulty_seed_is_refused_in_one_line(old: str, new: str, line: str) -> None:
    name = "companion/games/doubles_wild/game.toml"
    text = (ROOT / name).read_text("utf-8")
    assert old in text
    with pytest.raises(seeds.SeedError) as caught:
        seeds.parse(text.replace(old, new, 1).encode(), name, DoublesSeed)
    assert str(caught.value) == f"{name}: {line}"


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("roll red 2 3 blue 4 4", Rolled((2, 3), (4, 4))),
        ("reroll both", Reroll("both")),
        ("place 5,10", Place(SQUARE)),
        ("place none", Place(None)),
        ("leave 5,10", Leave(SQUARE)),
        ("hold", HOLD),
        ("throw 1 4", Throw((1, 4))),
        ("threw 2 6", Threw((2, 6))),
        ("threw none", Threw(())),
    ],
)
def test_events_as_notation(line: str, event: Event) -> None:
    assert DW.formatted(event) == line
    assert DW.parsed(line) == DW.parsed(line.upper().replace(" ", "  ")) == event


@pytest.mark.parametrize("line", ["roll 2 3", "place 5", "place 12,3", "leave none", "throw 7", "reroll green", "pass"])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(MalformedError):
        DW.parsed(line)


def test_places_are_named_as_the_sheet_has_them() -> None:
    from companion.table.view import Cell

    rules = companion.load("doubles-wild", 4, {"teams": True})
    assert rules.place_name(Cell("board", 2, 4)) == "row 5, column 7"
    assert rules.place_name(Cell("score-1", 0, 3)) == "3 on the scoring strip of Player 2"
    assert rules.place_name("elsewhere") == "elsewhere"

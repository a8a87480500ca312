"""Space Checkers in words: lines for events, sentences for rulings, clauses, headings, house rules in force."""

from __future__ import annotations

import re

import pytest

from companion import BrokenClause, MalformedError
from tests.support.games.checkers import SMALL_EARTH, Event, Position, SpaceCheckers, at, game, move, roll
from tests.support.games.hands import HANDS

TWO, FOUR = game(), game(4)
ROLL, PAWNS, BOTH = game(diagonals="wild_roll"), game(diagonals="wild_pawns"), game(diagonals="both")

CLAUSES = [f"SC-{part}.{n}" for part, count in ((1, 4), (2, 2), (3, 6), (4, 3), (5, 2)) for n in range(1, count + 1)]
"""Those of RULES.md."""


def test_the_clauses_are_those_of_the_rules() -> None:
    assert [clause.id for clause in TWO.seed.clauses] == CLAUSES
    setup = [clause.id for clause in TWO.seed.clauses if clause.setup]
    assert setup == ["SC-1.1", "SC-1.2", "SC-1.3", "SC-1.4", "SC-2.1", "SC-2.2"]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_told_in_one_line(clause: str) -> None:
    text = FOUR.clause_text(clause)
    assert text.endswith(".") and "\n" not in text and "{" not in text


def test_an_unknown_clause_is_refused() -> None:
    with pytest.raises(MalformedError, match=r"^clause: 'SC-9.9' is no clause of Space Checkers$"):
        TWO.clause_text("SC-9.9")


@pytest.mark.parametrize(
    ("rules", "position", "event", "line"),
    [
        (TWO, TWO.start(), roll("3 blue"), "Yellow rolled 3, blue"),
        (TWO, TWO.start(), roll("6 wild"), "Yellow rolled 6, WILD"),
        (TWO, TWO.start(), roll("2 yellow"), "Yellow rolled 2, yellow: no pawn can move so, the turn is lost"),
        (TWO, at(TWO, {"yellow": "2,3"}, "4 blue"), move("2,3", "blue"), "2,3 to 6,3 toward blue"),
        (TWO, at(TWO, {"yellow": "2,9"}, "5 green"), move("2,9", "green"), "2,9 to 2,2 toward green, over the edge"),
        (
            TWO,
            at(TWO, {"yellow": "2,3", "blue": "3,3"}, "2 blue"),
            move("2,3", "blue"),
            "2,3 to 4,3 toward blue, captures one blue pawn",
        ),
        (
            FOUR,
            at(FOUR, {"yellow": "1,3", "green": "0,3", "blue": "11,3 9,3", "red": "10,3"}, "5 yellow"),
            move("1,3", "yellow"),
            "1,3 to 8,3 toward yellow, over the edge, captures one green pawn, two blue pawns and one red pawn",
        ),
        (BOTH, at(BOTH, {"yellow": "0,0"}, "2 wild"), move("0,0", "green-blue"), "0,0 to 2,2 toward green-blue"),
        (TWO, TWO.start(), move("1,3", "blue"), "1,3 toward blue"),
    ],
)
def test_events_as_lines(rules: SpaceCheckers, position: Position, event: Event, line: str) -> None:
    assert rules.text(position, event) == line


def test_headings_of_events() -> None:
    assert TWO.kind_of(roll("1 wild")) == "Roll"
    assert TWO.kind_of(move("1,3", "blue")) == "Toward blue"
    position = TWO.apply(TWO.start(), roll("1 wild"))
    kinds = [TWO.kind_of(event) for event in TWO.actions(position)]
    assert list(dict.fromkeys(kinds)) == ["Toward green", "Toward blue", "Toward red"]
    assert kinds == sorted(kinds, key=["Toward green", "Toward blue", "Toward red"].index)


RULINGS: list[tuple[SpaceCheckers, Position, Event, str]] = [
    (TWO, TWO.start(), move("1,3", "blue"), "Yellow has to roll both dice before a pawn moves."),
    (TWO, at(TWO, {"yellow": "2,3"}, "4 wild"), roll("1 red"),
     "Yellow has rolled 4 WILD and has to move a pawn before anybody rolls again."),
    (TWO, at(TWO, {"yellow": "2,3"}, "4 blue"), move("5,5", "blue"),
     "No pawn stands on 5,5, so none can move from there."),
    (TWO, at(TWO, {"yellow": "2,3", "blue": "9,9"}, "4 blue"), move("9,9", "blue"),
     "The pawn on 9,9 is blue's: yellow may not move it."),
    (TWO, at(TWO, {"yellow": "2,3"}, "4 blue"), move("2,3", "red"),
     "The direction die shows blue, and 2,3 is not in yellow's wild area: this pawn cannot move toward red."),
    (TWO, at(TWO, {"yellow": "2,3"}, "4 wild"), move("2,3", "blue-red"),
     "Pawns move straight toward one side of the board, not diagonally toward blue-red."),
    (ROLL, at(ROLL, {"yellow": "2,3"}, "2 red"), move("2,3", "blue-red"),
     "A diagonal move takes a WILD roll, and the direction die shows red."),
    (PAWNS, at(PAWNS, {"yellow": "2,3"}, "2 wild"), move("2,3", "blue-red"),
     "A diagonal move takes a pawn in its wild area, and 2,3 is not in yellow's."),
    (BOTH, at(BOTH, {"yellow": "2,3"}, "2 red"), move("2,3", "blue-red"),
     "A diagonal move takes a WILD roll or a pawn in its wild area: the direction die shows red, and 2,3 is not in "
     "yellow's."),
    (BOTH, at(BOTH, {"yellow": "2,3"}, "4 wild"), move("2,3", "blue-red"),
     "A diagonal move has no warp, and from 2,3 the board toward blue-red is too short for 4 squares."),
    (TWO, at(TWO, {"yellow": "2,4"}, "4 blue"), move("2,4", "blue"),
     "The Earth is in the way at 4,4: no pawn crosses it or stops on it."),
    (TWO, at(TWO, {"yellow": "2,3 3,3"}, "4 blue"), move("2,3", "blue"),
     "Yellow's own pawn on 3,3 is in the way: no pawn jumps over its own colour."),
    (FOUR, at(FOUR, {"yellow": "2,3", "red": "3,3 4,3"}, "4 blue"), move("2,3", "blue"),
     "Red has pawns on 3,3 and 4,3: two neighbours of one colour cannot be jumped."),
    (FOUR, at(FOUR, {"yellow": "2,3", "red": "4,3"}, "2 blue"), move("2,3", "blue"),
     "The move would end on 4,3, where a pawn of red stands."),
    (TWO, at(TWO, {"yellow": "2,3"}, captured={"blue": 11}), roll("1 red"),
     "The game is over, nothing more can be done: blue has captured 11 pawns."),
    (FOUR, at(FOUR, {"yellow": "2,3"}, captured={"yellow": 9, "green": 9, "blue": 9, "red": 9}), roll("1 red"),
     "The game is over, nothing more can be done: nobody who still has pawns can reach ten captures."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "position", "event", "sentence"), RULINGS, ids=[one[3] for one in RULINGS])
def test_rulings_as_sentences(rules: SpaceCheckers, position: Position, event: Event, sentence: str) -> None:
    assert sentence in [rules.broken_text(broken) for broken in rules.rule(position, event).broken]


def test_every_sentence_of_the_seed_is_used_by_some_ruling() -> None:
    broken = {(one.clause, one.fault) for rules, at, event, _ in RULINGS for one in rules.rule(at, event).broken}
    written = {(clause.id, fault) for clause in TWO.seed.clauses for fault in clause.faults}
    assert written == broken | HANDS["space-checkers"]


def test_no_placeholder_is_left_unfilled() -> None:
    for rules, position, event, _ in RULINGS:
        for one in rules.rule(position, event).broken:
            assert not re.search(r"[{}]", rules.broken_text(one))


def test_rulings_are_codes_with_parameters() -> None:
    ruling = TWO.rule(at(TWO, {"yellow": "2,4"}, "4 blue"), move("2,4", "blue"))
    assert ruling.broken == (BrokenClause("SC-3.4", "earth", (("cell", (4, 4)),)),)


def test_house_rules_in_force_stand_with_their_clauses() -> None:
    assert "House rule" not in " ".join(TWO.clause_text(clause) for clause in CLAUSES)
    assert BOTH.clause_text("SC-3.2").endswith(
        "House rule: On a WILD face every pawn, and in its wild area any pawn, may also move diagonally, as far as the "
        "board reaches."
    )
    assert game(geometry="G10").clause_text("SC-1.4").endswith("6 wide and 2 deep, and the Earth is 2x2.")
    told = game(geometry=SMALL_EARTH).clause_text("SC-4.1")
    assert told.endswith("It is 14x14, with homes 12 wide and 1 deep, an Earth of 0x0 and wild areas 2 deep.")
    assert "House rule: The board has measures of its own." in told
    assert game(seats=["green", "red"]).clause_text("SC-2.1").endswith("the first of them begins.")
    assert game(start="blue").clause_text("SC-2.2").endswith("House rule: Blue begins wherever it plays.")

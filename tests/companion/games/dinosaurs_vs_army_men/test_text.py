"""Dinosaurs Vs. Army Men in words: lines for events, sentences for rulings, clauses, headings, notation."""

from __future__ import annotations

import re

import pytest

from companion import MalformedError
from tests.support.games.dinosaurs import Chose, FalseSmack, Flipped, Scene, Smacked, game, scene
from tests.support.games.hands import HANDS

DVA = game()

CLAUSES = [f"DVA-{part}.{n}" for part, count in ((1, 3), (2, 2), (3, 2), (4, 8), (5, 4), (6, 4), (7, 1))
           for n in range(1, count + 1)]  # fmt: skip

TURN = scene("D1 D2", "A1 A2", central="A5", turn=0)
CHOICE = scene("D1 D2", "A1", central="B", battle={"chooser": 0})
SEARCH = CHOICE.play("choose army")
WAITING = scene("D1 D2", "A1", "", "", central="A5 S", turn=0, out=(2, 3), barred=(3,), smack=True)
OVER = scene("D1", "A1", turn=0).play("flip D1")
DRAWN = scene("D1", "D9", central="B", battle={"chooser": 0, "kind": "army", "searching": 1}, strict_out=True)


@pytest.mark.parametrize(
    ("table", "line", "text"),
    [
        (TURN, "flip D2", "Player 1 flips Dinosaur 2"),
        (scene("B S", "A1", turn=0), "flip B", "Player 1 flips Battle Round!"),
        (scene("B S", "A1", turn=0), "flip S", "Player 1 flips Smack Attack!"),
        (CHOICE, "choose army", "Player 1 chooses army men for the others and has to find a dinosaur"),
        (CHOICE, "choose dinosaurs", "Player 1 chooses dinosaurs for the others and has to find an army man"),
        (SEARCH, "flip A1", "Player 2 flips Army man 1, the fighter"),
        (SEARCH, "flip D1", "Player 2 flips Dinosaur 1"),
        (WAITING, "smack 1", "Player 2 smacks first and wins 2 cards"),
        (WAITING, "smack 2", "Player 3 smacks first without cards: 2 cards out of the game"),
        (scene("D1", "A1", "A2", central="S", turn=0, smack=True), "smack 0", "Player 1 smacks first and wins 1 card"),
        (TURN, "false smack 1 A2", "Player 2 smacks falsely and forfeits Army man 2"),
        (TURN, "false smack 1 none", "Player 2 smacks falsely and is barred from smacking"),
        (TURN, "choose army", "The chooser chooses army men for the others and has to find a dinosaur"),
    ],
)
def test_events_as_lines(table: Scene, line: str, text: str) -> None:
    assert table.rules.text(table.position, table.rules.parsed(line)) == text


@pytest.mark.parametrize(
    ("table", "line", "kind", "clause"),
    [
        (TURN, "flip D1", "Flip", "DVA-3.1"),
        (SEARCH, "flip A1", "Flip", "DVA-4.2"),
        (CHOICE, "choose army", "Choice", "DVA-4.1"),
        (WAITING, "smack 0", "Smack", "DVA-5.1"),
        (TURN, "false smack 0 D1", "False smack", "DVA-6.2"),
        (TURN, "false smack 0 none", "False smack", "DVA-6.3"),
    ],
)
def test_headings_and_clauses_of_events(table: Scene, line: str, kind: str, clause: str) -> None:
    event = table.rules.parsed(line)
    assert table.rules.kind_of(event) == kind
    assert table.rules.clause_of(table.position, event) == clause


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Flipped("D3"), "flip D3"),
        (Flipped("B"), "flip B"),
        (Chose("army"), "choose army"),
        (Smacked(1), "smack 1"),
        (FalseSmack(0, "A12"), "false smack 0 A12"),
        (FalseSmack(1, None), "false smack 1 none"),
    ],
)
def test_events_as_lines_of_notation(event: Flipped, line: str) -> None:
    assert DVA.formatted(event) == line
    assert DVA.parsed(line) == event
    assert DVA.parsed(f" {line.upper()} ".replace(" ", "  ")) == event
    assert DVA.parsed(line.lower()) == event


def test_a_line_that_is_no_event_is_refused() -> None:
    with pytest.raises(MalformedError, match="is no event of this game"):
        DVA.parsed("flip")
    for line in ("flip D13", "flip none", "smack 2", "choose cats", "false smack 1 X1"):
        with pytest.raises(MalformedError, match=r"^event\."):
            DVA.parsed(line)


# Every way to break a clause, once: where, what, and the sentences that a player reads.
RULINGS: list[tuple[Scene, str, list[str]]] = [
    (TURN, "flip A5", ["No Army man 5 can come up: every copy in the deck lies face-up or has left the game."]),
    (TURN, "choose army", ["There is no enemy to choose now: player 1 has to flip a card onto the central pile."]),
    (CHOICE, "flip D1", ["No card is flipped now: player 1 has to choose dinosaurs or army men first."]),
    (SEARCH, "choose army", ["The enemy is chosen already: player 2 has to flip a card for the battle."]),
    (TURN, "smack 0",
     ["No Smack Attack! is the newest card, so there is nothing to smack: this would be a false smack."]),
    (WAITING, "flip D1",
     ["A Smack Attack! is the newest card: until somebody has smacked it, nothing else is done."]),
    (WAITING, "false smack 0 D1", ["A Smack Attack! is the newest card, so no smack can be a false one now."]),
    (TURN, "false smack 0 none",
     ["Player 1 has cards, so the one that the false smack costs has to be named."]),
    (WAITING, "smack 3",
     ["Player 4 is barred for a false smack without cards, and no smack of that seat counts any more."]),
    (scene("D1 D2", "", "A1", turn=0, out=(1,)), "false smack 1 D1",
     ["Player 2 has no card that could be forfeited."]),
    (SEARCH.play("flip A1"), "false smack 1 none",
     ["Player 2 has no cards left but is not out before the battle or smack is decided, "
      "so a false smack neither costs a card nor bars."]),
    (OVER, "flip A1", ["The game is over, nothing more can be done: only player 2 has cards left."]),
    (DRAWN.play("flip D9", "flip D1"), "flip D1",
     ["The game is over, nothing more can be done: nobody has cards left."]),
    # several at once
    (WAITING, "flip S",
     ["A Smack Attack! is the newest card: until somebody has smacked it, nothing else is done.",
      "No Smack Attack! can come up: every copy in the deck lies face-up or has left the game."]),
    (WAITING, "false smack 3 A5",
     ["Player 4 is barred for a false smack without cards, and no smack of that seat counts any more.",
      "A Smack Attack! is the newest card, so no smack can be a false one now.",
      "Player 4 has no card that could be forfeited.",
      "No Army man 5 can come up: every copy in the deck lies face-up or has left the game."]),
    (CHOICE, "flip B",
     ["No card is flipped now: player 1 has to choose dinosaurs or army men first.",
      "No Battle Round! can come up: every copy in the deck lies face-up or has left the game."]),
]  # fmt: skip


@pytest.mark.parametrize(("table", "line", "sentences"), RULINGS, ids=[f"{r[1]}: {r[2][0][:40]}" for r in RULINGS])
def test_rulings_in_sentences(table: Scene, line: str, sentences: list[str]) -> None:
    assert table.reasons(line) == sentences


def test_every_fault_of_the_seed_has_a_ruling_above() -> None:
    given = {
        (broken.clause, broken.fault)
        for table, line, _ in RULINGS
        for broken in table.rules.rule(table.position, table.rules.parsed(line)).broken
    }
    written = {(clause.id, fault) for clause in DVA.seed.clauses for fault in clause.faults}
    assert written == given | HANDS["dinosaurs-vs-army-men"]


# Legal events whose rulings together quote every clause that decides anything.
QUOTING: list[tuple[Scene, str]] = [
    (TURN, "flip D1"),  # DVA-3.1, DVA-3.2
    (CHOICE, "choose army"),  # DVA-4.1, DVA-4.2
    (SEARCH.play("flip A1"), "flip D2"),  # DVA-4.3, DVA-6.1, DVA-6.4, DVA-7.1
    (scene("D1", "B A1", central="B", battle={"chooser": 0}).play("choose army"), "flip B"),  # DVA-4.4
    (scene("D1", "S A1", central="B", battle={"chooser": 0}).play("choose army"), "flip S"),  # DVA-4.5, DVA-5.3
    (SEARCH, "flip D1"),  # DVA-4.6 (the last card)
    (scene("D7 D1", "A7", central="B", battle={"chooser": 0}).play("choose army", "flip A7"), "flip D7"),  # DVA-4.7
    (DRAWN.play("flip D9"), "flip D1"),  # DVA-4.8
    (WAITING, "smack 0"),  # DVA-5.1, DVA-5.2, DVA-5.4
    (TURN, "false smack 0 D1"),  # DVA-6.2
    (WAITING, "smack 2"),  # DVA-6.3
    (TURN, "flip A5"),  # DVA-1.2, broken
]


def test_every_clause_is_quoted_by_a_ruling_or_belongs_to_the_set_up() -> None:
    quoted = {clause for table, line in QUOTING for clause in table.quoted(line)}
    assert quoted == {clause.id for clause in DVA.seed.clauses if not clause.setup}


def test_no_sentence_has_a_gap() -> None:
    for _, _, sentences in RULINGS:
        assert not any("{" in sentence or "None" in sentence for sentence in sentences)


def test_the_seed_has_these_clauses_and_no_others() -> None:
    assert [clause.id for clause in DVA.seed.clauses] == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_text(clause: str) -> None:
    assert re.fullmatch(r"[A-Z].*\.", DVA.clause_text(clause))


def test_an_unknown_clause_is_refused() -> None:
    with pytest.raises(MalformedError, match=re.escape("clause: 'DVA-9.9' is no clause of Dinosaurs Vs. Army Men")):
        DVA.clause_text("DVA-9.9")


def test_house_rules_in_force_are_told_with_their_clauses() -> None:
    rules = game(2, battle_tie="first", battle_order="round_robin", strict_out=True)
    assert "House rule: Of the tied players the one who comes first" in rules.clause_text("DVA-4.7")
    assert "House rule: Each player flips one card at a time" in rules.clause_text("DVA-4.2")
    for clause in ("DVA-4.6", "DVA-5.4", "DVA-6.4"):
        assert "House rule: Who runs out loses the fighter at once" in rules.clause_text(clause)
    assert "House rule" not in DVA.clause_text("DVA-4.7")


def test_seats_are_named_from_one() -> None:
    assert [game(3).seat_name(seat) for seat in range(3)] == ["Player 1", "Player 2", "Player 3"]
    assert game(3).sides == ((0,), (1,), (2,))


def test_the_zones_are_named() -> None:
    assert [zone.id for zone in DVA.seed.zones] == ["pile", "central", "battle", "removed"]

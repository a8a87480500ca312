"""From reading to reading: what was laid on a pile, what was taken, and what nobody can tell."""

from __future__ import annotations

import numpy as np

from companion.table.view import CardSeen
from vision.cards.card_outlines import POINTS, Pose
from vision.cards.card_piles import PileEvent, PileWatcher, lowest_first


def card(
    face: str | None,
    x: float = 130,
    y: float = 95,
    zone: str | None = "central",
    certain: bool = True,
    down: bool = False,
) -> CardSeen:
    return CardSeen(
        corners=((0, 0), (1, 0), (1, 1), (0, 1)),
        face=face,
        face_down=down,
        confidence=0.99 if certain else 0.4,
        certain=certain,
        place=(x, y),
        zone=zone,
        doubts=() if certain else ("covered",),
    )


def steady(watcher: PileWatcher, *cards: CardSeen, hidden: bool = False) -> list[PileEvent]:
    """What three equal readings tell."""
    return [event for _ in range(3) for event in watcher.look(cards, hidden)]


def told(events: list[PileEvent]) -> list[tuple[str, str | None, str | None]]:
    return [(event.kind, event.zone, event.card) for event in events]


def test_cards_are_added_one_on_the_other() -> None:
    watcher = PileWatcher()
    assert steady(watcher) == []
    assert told(steady(watcher, card("D3"))) == [("added", "central", "D3")]
    assert steady(watcher, card("D3")) == []
    assert told(steady(watcher, card("D3"), card("A4", 133, 96))) == [("added", "central", "A4")]
    assert told(steady(watcher, card("B", 131, 94))) == [("added", "central", "B")]
    assert watcher.cards("central") == ("D3", "A4", "B") and watcher.top("central") == "B"


def test_a_single_reading_is_not_believed() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    assert watcher.look([card("D3"), card("A4", 133, 96)]) == ()
    assert steady(watcher, card("D3")) == [] and watcher.top("central") == "D3"


def test_a_taken_pile_is_told_once_with_its_uppermost_card() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    steady(watcher, card("D3"), card("A4", 133, 96))
    assert told(steady(watcher)) == [("taken", "central", "A4")]
    assert watcher.cards("central") == () and steady(watcher) == []


def test_nothing_is_taken_while_hands_hide_the_table() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    assert steady(watcher, hidden=True) == []
    assert watcher.top("central") == "D3"


def test_a_covered_card_is_still_there() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    steady(watcher, card("S", 131, 95))
    assert watcher.cards("central") == ("D3", "S")
    assert steady(watcher, card("S", 131, 95)) == []


def test_an_equal_card_on_its_like_is_asked_about() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D7"))
    assert steady(watcher, card("D7", 132, 95)) == [], "within what a reading is off"
    (event,) = steady(watcher, card("D7", 142, 99))
    assert (event.kind, event.card, event.certain) == ("doubt", "D7", False) and "another D7" in event.why
    assert watcher.cards("central") == ("D7",)
    watcher.settle(event, added=True)
    assert watcher.cards("central") == ("D7", "D7")
    assert steady(watcher, card("D7", 142, 99)) == []


def test_a_pushed_card_is_no_new_one_once_a_player_says_so() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D7"))
    (event,) = steady(watcher, card("D7", 142, 99))
    watcher.settle(event, added=False)
    assert watcher.cards("central") == ("D7",) and steady(watcher, card("D7", 142, 99)) == []


def test_two_equal_cards_both_seen_are_two() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D7"))
    assert told(steady(watcher, card("D7"), card("D7", 155, 95))) == [("added", "central", "D7")]


def test_a_card_that_is_taken_off_its_pile_is_asked_about() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    steady(watcher, card("D3"), card("A4", 145, 100))
    (event,) = steady(watcher, card("D3"))
    assert (event.kind, event.card) == ("doubt", "A4") and "put it back" in event.why


def test_what_cannot_be_read_is_a_doubt_and_takes_nothing_away() -> None:
    watcher = PileWatcher()
    steady(watcher, card("D3"))
    (event,) = steady(watcher, card(None, 131, 96, certain=False))
    assert (event.kind, event.card) == ("doubt", None) and "nobody can read" in event.why
    assert watcher.top("central") == "D3"
    watcher.settle(event, added=True, face="A8")
    assert watcher.cards("central") == ("D3", "A8")


def test_the_cards_of_a_battle_row_have_places_of_their_own() -> None:
    watcher = PileWatcher()
    row = [card("D8", 20, 10, None), card("A7", 95, 10, None)]
    assert told(steady(watcher, row[0])) == [("added", None, "D8")]
    assert told(steady(watcher, *row)) == [("added", None, "A7")]
    pushed = card("D8", 35, 14, None)
    assert steady(watcher, pushed, row[1]) == [], "beside all areas a card by itself may be pushed"
    assert told(steady(watcher, row[1])) == [("taken", None, "D8")]


def test_a_card_that_lies_face_down_is_told_as_such() -> None:
    (event,) = steady(PileWatcher(), card(None, down=True))
    assert (event.kind, event.card, event.face_down) == ("added", None, True)


def test_the_card_whose_edge_is_seen_within_the_other_is_the_upper_one() -> None:
    poses = [Pose(0, 0, 0), Pose(20, 10, 0.3)]
    seen = np.ones((2, 4, POINTS))
    seen[0] = 0
    assert lowest_first(poses, seen) == [0, 1]
    assert lowest_first(poses, seen[::-1]) == [1, 0]
    assert lowest_first([], np.zeros((0, 4, POINTS))) == []

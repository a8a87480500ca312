"""The JSON of Dinosaurs Vs. Army Men: what it looks like, and what is refused, with the path of the fault."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from companion import MalformedError, load_position
from tests.support.games.altered import ABSENT, changed
from tests.support.games.dinosaurs import GAME, Chose, FalseSmack, Flipped, Smacked, game, scene

DVA = game(3)

_LEFT = Counter(DVA.seed.deck)
_LEFT.subtract(["D3", "A4", "B", "D8", "A7"])

DOCUMENTED: dict[str, Any] = {
    "game": GAME,
    "options": {},
    "turn": 1,
    "piles": [3, 2, 2],
    "central": ["D3", "A4", "B"],
    "barred": [],
    "out": [],
    "removed": sorted(_LEFT.elements())[:48],
    "smack": False,
    "battle": {
        "chooser": 0,
        "kind": "army",
        "up": [[], ["D8", "A7"], []],
        "fighters": [None, "A7", None],
        "searching": 2,
        "tied": None,
    },
}
"""The position of FORMATS.md, with the 48 cards that it leaves to be thought of."""

START: dict[str, Any] = {
    "game": GAME,
    "options": {},
    "turn": 1,
    "piles": [20, 20, 20],
    "central": [],
    "barred": [],
    "out": [],
    "removed": [],
    "smack": False,
    "battle": None,
}
CHOICE = scene("D1 D2", "A1", "A2", central="B", battle={"chooser": 0}).written
SEARCH = scene("D1 A3", "A1 D3", "A2 D4", central="D5 B", battle={"chooser": 0}).play("choose army", "flip D3").written
TIED = scene("D7 D1 D2", "A7 A1", "A3 A7 A1", central="B", battle={"chooser": 0}).play(
    "choose army", "flip A7", "flip A3", "flip D7").written  # fmt: skip
SMACK = scene("D1 D2", "A1", "", central="A5 S", out=(2,), barred=(2,), turn=0, smack=True).written
BROKEN_OFF = scene("D1 S", "A1 A2", "A3", central="B", battle={"chooser": 0}).play(
    "choose army", "flip A1", "flip A3", "flip S").written  # fmt: skip
WON = scene("D1", "A1 A2", "", turn=0, out=(2,)).play("flip D1").written
DRAWN = scene("A1", "D9", "", central="B", out=(2,), battle={"chooser": 0}).play(
    "choose army", "flip D9", "flip A1").written  # fmt: skip

GOOD = {
    "documented": DOCUMENTED, "start": START, "choice": CHOICE, "search": SEARCH, "tied": TIED, "smack": SMACK,
    "broken off": BROKEN_OFF, "won": WON, "drawn": DRAWN,
}  # fmt: skip


def altered(base: dict[str, Any], *changes: tuple[str, object]) -> dict[str, Any]:
    """`base` with several changes, one after another."""
    for path, value in changes:
        base = changed(base, path, value)
    return base


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD)
def test_a_position_goes_in_and_comes_out_alike(position: dict[str, Any]) -> None:
    rules, parsed = load_position(json.dumps(position))
    assert rules.format_position(parsed) == position
    assert load_position(position)[1] == parsed
    assert rules.parse_position(json.dumps(position).encode()) == parsed


def test_the_position_of_the_document_goes_on_as_meant() -> None:
    rules, position = load_position(DOCUMENTED)
    assert rules.format_awaited(position) == {"need": "flip", "seat": 2}
    assert rules.outcome(position) is None


def test_what_each_position_awaits() -> None:
    awaited = {}
    for name, written in GOOD.items():
        rules, position = load_position(written)
        awaited[name] = rules.format_awaited(position)
    assert awaited == {
        "documented": {"need": "flip", "seat": 2}, "start": {"need": "flip", "seat": 1},
        "choice": {"need": "action", "seat": 0}, "search": {"need": "flip", "seat": 1},
        "tied": {"need": "flip", "seat": 1}, "smack": {"need": "smack"}, "broken off": {"need": "smack"},
        "won": {"need": "nothing"}, "drawn": {"need": "nothing"},
    }  # fmt: skip


def test_lists_without_an_order_are_written_sorted_and_read_in_any_order() -> None:
    shuffled = altered(DOCUMENTED, ("removed", DOCUMENTED["removed"][::-1]))
    assert load_position(shuffled)[1] == load_position(DOCUMENTED)[1]
    out = scene("D1", "", "", "A1", turn=0, out=(2, 1), barred=(2, 1))
    assert (out.written["out"], out.written["barred"]) == ([1, 2], [1, 2])


def test_keys_that_would_be_null_may_be_left_out() -> None:
    assert load_position(altered(START, ("battle", ABSENT)))[1] == load_position(START)[1]
    bare = altered(CHOICE, ("battle.kind", ABSENT), ("battle.searching", ABSENT), ("battle.tied", ABSENT))
    assert load_position(bare)[1] == load_position(CHOICE)[1]
    for over in (WON, DRAWN):
        assert load_position(altered(over, ("turn", ABSENT)))[0].players == 3
        rules, position = load_position(altered(over, ("turn", None)))
        assert rules.awaited(position).need == "nothing"
        assert rules.parse_position(rules.format_position(position)) == position


def test_options_are_written_where_they_differ_from_the_default() -> None:
    rules = game(2, battle_tie="first", battle_order="sequential", deck={"S": 1, "A1": 2})
    written = rules.format_position(rules.start())
    assert written["options"] == {"battle_tie": "first", "deck": ["A1", "A1", "S"]}
    again, position = load_position(json.dumps(written))
    assert (again.options, position) == (rules.options, rules.start())
    spelt = {**START, "options": {"battle_tie": "replay_tied", "deck": list(DVA.seed.deck)}}
    assert load_position(spelt)[0].options == {}


MALFORMED: list[tuple[dict[str, Any], list[tuple[str, object]], str]] = [
    # keys
    (START, [("speed", 1)], 'unknown key "speed" (known: game, options, piles, central, barred, out, removed, smack'),
    (START, [("piles", ABSENT)], 'the key "piles" is missing'),
    (START, [("central", ABSENT)], 'the key "central" is missing'),
    (START, [("out", ABSENT)], 'the key "out" is missing'),
    (START, [("barred", ABSENT)], 'the key "barred" is missing'),
    (START, [("removed", ABSENT)], 'the key "removed" is missing'),
    (START, [("smack", ABSENT)], 'the key "smack" is missing'),
    (START, [("options", ABSENT)], 'the key "options" is missing'),
    (START, [("unseen", [])], 'unknown key "unseen"'),
    (SEARCH, [("battle.round", 1)], 'battle: unknown key "round" (known: chooser, up, fighters, kind'),
    (SEARCH, [("battle.up", ABSENT)], 'battle: the key "up" is missing'),
    (SEARCH, [("battle.chooser", ABSENT)], 'battle: the key "chooser" is missing'),
    (SEARCH, [("battle.fighters", ABSENT)], 'battle: the key "fighters" is missing'),
    # types and ranges
    (START, [("piles", 3)], "piles: expected a list, not 3"),
    (START, [("piles.1", 20.0)], "piles[1]: 20.0 is no whole number"),
    (START, [("piles.1", True)], "piles[1]: true is no whole number"),
    (START, [("piles.1", -1)], "piles[1]: -1 is no whole number from 0 to 60"),
    (START, [("piles.1", 61)], "piles[1]: 61 is no whole number from 0 to 60"),
    (START, [("piles.1", None)], "piles[1]: null is no whole number"),
    (START, [("piles.1", 10**17)], "piles[1]: 100000000000000000 is no whole number from 0 to 60"),
    (START, [("piles", [60])], "piles: 2 to 8 players have a pile each, not 1"),
    (START, [("piles", [1] * 9)], "piles: 2 to 8 players have a pile each, not 9"),
    (START, [("turn", 3)], "turn: 3 is no seat at this table"),
    (START, [("turn", True)], "turn: true is no seat at this table"),
    (START, [("turn", "1")], 'turn: "1" is no seat at this table'),
    (START, [("smack", 0)], "smack: 0 is neither true nor false"),
    (START, [("smack", None)], "smack: null is neither true nor false"),
    (START, [("out", [3])], "out[0]: 3 is no seat at this table"),
    (START, [("out", [-1])], "out[0]: -1 is no seat at this table"),
    (START, [("out", [1.0])], "out[0]: 1.0 is no seat at this table"),
    (SMACK, [("out", [2, 2])], "out[1]: seat 2 stands twice"),
    (SMACK, [("barred", [2, 2])], "barred[1]: seat 2 stands twice"),
    (START, [("central", ["D13"])], 'central[0]: "D13" is no card of this deck'),
    (START, [("central", ["d3"])], 'central[0]: "d3" is no card of this deck'),
    (START, [("central", [7])], "central[0]: 7 is no card of this deck"),
    (START, [("central", [["D3"]])], "central[0]: a list is no card of this deck"),
    (START, [("central", "D3")], 'central: expected a list, not "D3"'),
    (START, [("removed", ["D3", None])], "removed[1]: null is no card of this deck"),
    (SEARCH, [("battle", [])], "battle: expected an object, not a list"),
    (SEARCH, [("battle", True)], "battle: expected an object, not true"),
    (SEARCH, [("battle.kind", "cats")], 'battle.kind: "cats" is no kind of card (dinosaurs, army)'),
    (SEARCH, [("battle.kind", 1)], "battle.kind: 1 is no kind of card"),
    (SEARCH, [("battle.chooser", None)], "battle.chooser: null is no seat at this table"),
    (SEARCH, [("battle.searching", 3)], "battle.searching: 3 is no seat at this table"),
    (SEARCH, [("battle.up", [[], []])], "battle.up: 2 entries for 3 seats"),
    (SEARCH, [("battle.up.0", None)], "battle.up[0]: expected a list, not null"),
    (SEARCH, [("battle.up.0", ["D99"])], 'battle.up[0][0]: "D99" is no card of this deck'),
    (SEARCH, [("battle.fighters", [None])], "battle.fighters: 1 entries for 3 seats"),
    (SEARCH, [("battle.fighters.1", "D99")], 'battle.fighters[1]: "D99" is no card of this deck'),
    (TIED, [("battle.tied", [1, 1])], "battle.tied[1]: seat 1 stands twice"),
    (TIED, [("battle.tied", 1)], "battle.tied: expected a list, not 1"),
    # options
    (START, [("options", [])], "options: expected an object, not a list"),
    (START, [("options", {"draw_limit": 5})], 'options: dinosaurs-vs-army-men has no option "draw_limit"'),
    (START, [("options", {"deck": ["D1"]})], "piles[0]: 20 is no whole number from 0 to 1"),
    # cards that do not add up
    (START, [("piles.0", 19)], "piles: 59 cards in all, and the deck has 60"),
    (START, [("central", ["D3"])], "piles: 61 cards in all, and the deck has 60"),
    (START, [("piles.0", 17), ("central", ["D3"] * 3)], "central: 3 copies of D3, and the deck has 2"),
    (START, [("piles.0", 13), ("removed", ["S"] * 7)], "removed: 7 copies of S, and the deck has 6"),
    (SEARCH, [("battle.up.1", ["D3", "D3"]), ("piles.1", 0)], "battle.up[1]: 2 copies of D3, and the deck has 1"),
    # seats
    (START, [("out", [1])], "out: seat 1 has cards, so it is not out (DVA-6.4)"),
    (START, [("barred", [1])], "barred: seat 1 is not out, so it cannot be barred (DVA-6.3)"),
    (START, [("piles", [0, 30, 30])], "piles[0]: seat 0 has no cards and nothing is pending, so it is out"),
    (START, [("turn", None)], "turn: a seat has to flip while the game goes on"),
    (START, [("turn", 0), ("piles", [0, 30, 30]), ("out", [0])], "turn: seat 0 is out and cannot flip"),
    (WON, [("out", [0])], "piles[2]: seat 2 has no cards and nothing is pending, so it is out"),
    (DRAWN, [("out", [0, 2])], "out: nobody has cards, so at least two players were in the last contest (DVA-7.1)"),
    (DRAWN, [("central", ["B"]), ("removed", ["A1", "D9"])],
     "central: nobody has cards, so the cards on the table have left the game (DVA-4.8)"),
    # smacks
    (START, [("smack", True)], "smack: only a Smack Attack! on top of the central pile can be smacked"),
    (SMACK, [("central", ["S", "A5"])], "smack: only a Smack Attack! on top of the central pile can be smacked"),
    (SMACK, [("out", []), ("barred", [])], "piles[2]: seat 2 has no cards and flipped nothing, so it is out"),
    (SMACK, [("turn", 2)], "turn: seat 2 is out and cannot flip"),
    (SMACK, [("piles", [3, 0, 0]), ("out", [1, 2])],
     "out: fewer than two players are left, so nothing can be pending (DVA-7.1)"),
    (BROKEN_OFF, [("smack", False)], "smack: in a battle a smack is awaited when a Smack Attack! lies among its cards"),
    (SEARCH, [("smack", True)], "smack: in a battle a smack is awaited when a Smack Attack! lies among its cards"),
    (BROKEN_OFF, [("battle.searching", 1), ("battle.fighters.1", None)],
     "battle.up: a Smack Attack! breaks a battle off, so it can only be the newest card"),
    (CHOICE, [("smack", True)], "smack: a Battle Round! is the newest card, so no smack is awaited"),
    # battles
    (SEARCH, [("central", ["B", "D5"])], "central: in a battle the Battle Round! that opened it lies on top"),
    (CHOICE, [("battle.searching", 1)], "battle.searching: nobody searches before the enemy is chosen"),
    (CHOICE, [("battle.tied", [1, 2])], "battle.tied: nobody is tied before the enemy is chosen"),
    (CHOICE, [("battle.fighters.1", "A1")], "battle.fighters: nobody has a fighter before the enemy is chosen"),
    (CHOICE, [("battle.up.0", ["D1"]), ("piles.0", 1)],
     "battle.chooser: the newest card of seat 0 is no Battle Round!"),
    (SEARCH, [("battle.searching", None)], "battle.searching: the enemy is chosen, so a seat has to search"),
    (SEARCH, [("battle.searching", 2)], "battle.searching: seat 1 has to end its search before seat 2"),
    (SEARCH, [("piles", [3, 0, 2])], "battle.searching: seat 1 has no cards to flip"),
    (SEARCH, [("battle.fighters.1", "D3")], "battle.fighters[1]: D3 is not of the kind that seat 1 seeks"),
    (SEARCH, [("battle.fighters.1", "A1")], "battle.fighters[1]: A1 is not the newest card of seat 1"),
    (SEARCH, [("battle.up.1", ["D3", "A1"]), ("piles.1", 0), ("battle.fighters.1", "A1")],
     "battle.searching: seat 1 has its fighter already"),
    (SEARCH, [("battle.up.1", ["A1", "D3"]), ("piles.1", 0), ("battle.searching", 2)],
     "battle.up[1]: the first card of the kind sought is the fighter"),
    (SEARCH, [("battle.up.2", ["D4"]), ("piles.2", 1)], "battle.up[2]: seat 2 searches only after seat 1"),
    (SEARCH, [("battle.up.2", ["A2"]), ("piles.2", 1), ("battle.fighters.2", "A2")],
     "battle.fighters[2]: seat 2 searches only after seat 1"),
    (SEARCH, [("battle.chooser", 1), ("battle.up.1", ["B"]), ("central", ["D5", "D3"])],
     "central: in a battle the Battle Round! that opened it lies on top"),
    (SEARCH, [("piles", [5, 0, 0]), ("out", [2, 1])], "out: fewer than two players are left"),
    (SEARCH, [("piles", [0, 3, 2]), ("out", [0]), ("turn", 1)],
     "battle.chooser: seat 0 is out and cannot have chosen"),
    (SEARCH, [("piles", [3, 0, 2]), ("out", [1])], "battle.up[1]: seat 1 is out and flips no cards"),
    (SEARCH, [("piles", [3, 2, 0]), ("out", [2]), ("battle.searching", 2)],
     "battle.searching: seat 2 does not search in this battle"),
    (TIED, [("battle.tied", [0, 1])], "battle.tied: expected two seats or more, in the order of the battle"),
    (TIED, [("battle.tied", [1])], "battle.tied: expected two seats or more, in the order of the battle"),
    (TIED, [("battle.tied", [1, 2])], "battle.tied: these seats have had no equal fighters"),
    (TIED, [("battle.fighters.2", "A3")], "battle.fighters[2]: seat 2 does not search, so it has no fighter"),
    (TIED, [("battle.searching", 2)], "battle.searching: seat 2 does not search in this battle"),
    (TIED, [("options.battle_tie", "first")], "battle.tied: by the house rule battle_tie nobody searches again"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "changes", "line"), MALFORMED, ids=[one[2][:70] for one in MALFORMED])
def test_a_malformed_position_is_refused_with_the_path(
    base: dict[str, Any], changes: list[tuple[str, object]], line: str
) -> None:
    for raw in (altered(base, *changes), json.dumps(altered(base, *changes))):
        with pytest.raises(MalformedError) as caught:
            load_position(raw)
        assert str(caught.value).startswith(line)
        assert "\n" not in str(caught.value)


def test_a_battle_restarted_by_a_seat_that_flipped_no_battle_round_cannot_be() -> None:
    table = scene("D1 D2", "B A1", "A2", central="B", battle={"chooser": 0}).play(
        "choose army", "flip B", "choose army"
    )
    with pytest.raises(MalformedError, match=r"^battle\.chooser: seat 0 has flipped no Battle Round! in this battle$"):
        load_position(altered(table.written, ("battle.chooser", 0)))


def test_strict_out_leaves_no_fighter_to_an_empty_pile() -> None:
    table = scene("D1 D2", "A1", "A2", central="B", battle={"chooser": 0}, strict_out=True)
    written = table.play("choose army", "flip A1").written
    assert load_position(written)[0].options["strict_out"] is True
    with pytest.raises(MalformedError, match=r"^battle\.fighters\[1\]: seat 1 has no cards, and so by the house rule"):
        load_position(altered(written, ("battle.fighters.1", "A1")))


def test_positions_may_hold_what_only_hands_can_have_set_up() -> None:
    """Forfeited cards make any central pile possible, and `removed` does not tell who removed its cards."""
    assert scene("D1", "A1", central="S B S", turn=1).awaited == "flip 1"
    assert scene("D1", "A1", removed="S B", turn=1).awaited == "flip 1"
    assert scene("", "S A1", central="B", battle={"chooser": 0, "kind": "army", "searching": 1}).awaited == "flip 1"


TEXTS = [
    ("", "this is no JSON: Expecting value (line 1, column 1)"),
    ('{"turn": NaN}', "turn: NaN is no number in JSON"),
    ('{"turn": ' + "9" * 5000 + "}", "turn: a number of 5000 digits is too long"),
    ("[1]", "expected an object, not a list"),
    (json.dumps(START).replace('"turn": 1', '"turn": 1, "turn": 1'), 'the key "turn" stands twice'),
    (json.dumps(SEARCH).replace('"chooser": 0', '"chooser": 0, "chooser": 0'),
     'battle: the key "chooser" stands twice'),
    (json.dumps(START).replace('"options": {}', '"options": {"deck": {"D1": 1, "D1": 1}}'),
     'options.deck: the key "D1" stands twice'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), TEXTS, ids=[line for _, line in TEXTS])
def test_what_is_no_json_or_repeats_a_key_is_refused(text: str, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        load_position(text)
    assert str(caught.value) == line


def test_a_game_reads_only_its_own_positions() -> None:
    with pytest.raises(MalformedError, match='game: "chess" is no position of this game'):
        DVA.parse_position({**START, "game": "chess"})
    with pytest.raises(MalformedError, match="options: these are not the house rules of this game"):
        DVA.parse_position({**START, "options": {"strict_out": True}})
    with pytest.raises(MalformedError, match="piles: 2 piles, and this game is for 3 players"):
        DVA.parse_position({**START, "piles": [30, 30]})


# ---------------------------------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ('{"do":"flipped","card":"D3"}', Flipped("D3")),
        ('{"do":"chose","kind":"army"}', Chose("army")),
        ('{"do":"chose","kind":"dinosaurs"}', Chose("dinosaurs")),
        ('{"do":"smacked","seat":2}', Smacked(2)),
        ('{"do":"false-smack","seat":1,"card":"D9"}', FalseSmack(1, "D9")),
        ('{"do":"false-smack","seat":1,"card":null}', FalseSmack(1, None)),
    ],
)
def test_the_events_of_the_document(text: str, event: Any) -> None:
    assert DVA.parse_event(text) == event
    assert json.dumps(DVA.format_event(event), separators=(",", ":")) == text


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ([], "event: expected an object, not a list"),
        ({}, 'event: the key "do" is missing'),
        ({"do": "flip"}, 'event.do: "flip" is no event of this game (flipped, chose, smacked, false-smack)'),
        ({"do": None}, "event.do: null is no event of this game"),
        ({"do": "flipped"}, 'event: the key "card" is missing'),
        ({"do": "flipped", "card": None}, "event.card: null is no card of this deck"),
        ({"do": "flipped", "card": "D13"}, 'event.card: "D13" is no card of this deck'),
        ({"do": "flipped", "card": "D03"}, 'event.card: "D03" is no card of this deck'),
        ({"do": "flipped", "card": ["D3"]}, "event.card: a list is no card of this deck"),
        ({"do": "flipped", "card": "D3", "seat": 1}, 'event: unknown key "seat" (known: do, card)'),
        ({"do": "chose", "kind": "army men"}, 'event.kind: "army men" is no kind of card (dinosaurs, army)'),
        ({"do": "chose", "kind": None}, "event.kind: null is no kind of card"),
        ({"do": "smacked", "seat": 3}, "event.seat: 3 is no seat at this table"),
        ({"do": "smacked", "seat": True}, "event.seat: true is no seat at this table"),
        ({"do": "smacked", "seat": 1.0}, "event.seat: 1.0 is no seat at this table"),
        ({"do": "smacked", "seat": None}, "event.seat: null is no seat at this table"),
        ({"do": "false-smack", "seat": 1}, 'event: the key "card" is missing'),
        ({"do": "false-smack", "card": None}, 'event: the key "seat" is missing'),
        ({"do": "false-smack", "seat": -1, "card": None}, "event.seat: -1 is no seat at this table"),
        ({"do": "false-smack", "seat": 1, "card": "none"}, 'event.card: "none" is no card of this deck'),
    ],
)
def test_a_malformed_event_is_refused_with_the_path(event: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        DVA.parse_event(event)
    assert str(caught.value).startswith(line)


def test_a_card_that_another_deck_has_is_malformed_and_one_that_is_used_up_illegal() -> None:
    table = scene("D1 D2", "A1", central="A5", turn=0)
    with pytest.raises(MalformedError, match=r"^event\.card"):
        table.rules.parse_event({"do": "flipped", "card": "A6"})
    assert table.quoted("flip A5") == ("DVA-1.2",)


def test_events_made_in_python_are_checked_as_well() -> None:
    start = DVA.start()
    with pytest.raises(MalformedError, match=r"^event\.card: 'D13' is no card of this deck$"):
        DVA.rule(start, Flipped("D13"))
    with pytest.raises(MalformedError, match=r"^event\.card"):
        DVA.rule(start, FalseSmack(0, "X"))
    for event in (Smacked(3), FalseSmack(-1, None)):
        with pytest.raises(MalformedError, match=r"^event\.seat: -?\d is no seat at this table$"):
            DVA.rule(start, event)
    with pytest.raises(MalformedError, match=r"^event\.kind"):
        DVA.rule(start, Chose("cats"))  # type: ignore[arg-type]
    with pytest.raises(MalformedError, match="Position is no event of this game"):
        DVA.rule(start, start)  # type: ignore[arg-type]

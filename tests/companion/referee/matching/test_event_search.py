"""What hands do against the rules: each act is named with its clause from the table that it leaves."""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

import pytest

import companion
from companion import Game
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.doubles_wild import pieces
from companion.referee.matching.event_search import CONTRADICTED, STRAINED, Search
from companion.referee.matching.explanations import Desync, SeatedGame
from companion.referee.matching.ranking import explain
from companion.rules import Attempt
from companion.rules.self_play import played
from companion.table.view import Colour, TableView
from tests.support.games import army, checkers, dinosaurs, doubles
from tests.support.games.hands import HANDS
from tests.support.referee.sightings import Cell, Evidence, card, die, piece, view
from tests.support.referee.tabletop import Tabletop


class Scene(NamedTuple):
    """A position, and the table that somebody has left."""

    game: Game
    position: Any
    view: TableView
    fresh: frozenset[int]
    """The dice that were rolled."""

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.view, self.fresh)


def attempted(scene: Scene) -> list[Attempt]:
    """What may have been done, the likeliest first."""
    seated, seen = SeatedGame.usual(scene.game), scene.evidence
    scored = [(seen.score(one.layout), one) for one in scene.game.attempts(scene.position, seen, seated.colours)]
    fits = [(score, one) for score, one in scored if score.worst >= CONTRADICTED and score.total >= STRAINED]
    return [one for _, one in sorted(fits, key=lambda pair: -pair[0].total)]


def faults(attempt: Attempt | Desync) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in attempt.broken]


# ---------------------------------------------------------------------------------------------- Army vs Aliens


def mats(
    game: ArmyVsAliens,
    position: army.Position,
    combat: str,
    rally: str = "/",
    scored: str = "/",
    fresh: str = "",
) -> Scene:
    """Two mats with these dice on them; `combat` and so on such as "112/5": Army, Aliens. The `fresh` ones of Combat of
    whoever is on turn were rolled."""
    colours: tuple[Colour, ...] = ("blue", "green")
    shared = game.id.endswith("2012")
    dice, rolled, left = [], set(), list(fresh)
    for area, zones in (("combat", combat), ("rally", rally), ("scoring", scored)):
        for seat, shown in enumerate(zones.split("/")):
            for face in shown:
                if area == "combat" and seat == position.turn and face in left:
                    left.remove(face)
                    rolled.add(len(dice))
                zone = area if shared and area == "scoring" else f"{seat}:{area}"
                colour = colours[1 - seat if area == "scoring" else seat]
                dice.append(die(int(face), colour, zone, (30.0 * len(dice), 0.0)))
    return Scene(game, position, view(*dice), frozenset(rolled))


AT, ALIENS = army.at, army.ALIENS
ARMY_ACTS: list[tuple[str, army.Position, dict[str, str], set[str]]] = [
    ("a single attack on a higher rank", AT("1", "36"), {"combat": "/6", "rally": "1/", "scored": "3/"},
     {"3.2 too_strong"}),
    ("a triple attack on a wrong rank", AT("333", "56"), {"combat": "/6", "rally": "333/", "scored": "5/"},
     {"3.3 not_next", "3.3 only_three", "3.3 never"}),
    ("an attack with a special unit", AT("63", "146"), {"combat": "3/46", "rally": "6/", "scored": "1/"},
     {"1.5 special"}),
    ("an enemy die taken unpaid", AT("12", "36"), {"combat": "12/6", "scored": "3/"}, {"3.2 unpaid"}),
    ("a die taken out of the enemy's Rally", AT("4", "6", rally=(0, 2)), {"combat": "4/6", "rally": "/2",
     "scored": "1/"}, {"3.2 spent_target"}),
    ("an attack paid for on the enemy's Rally", AT("4", "6", rally=(0, 2)), {"combat": "/6", "rally": "4/2",
     "scored": "1/"}, {"3.2 spent_target"}),
    ("an attack out of turn", AT("16", "45"), {"combat": "6/5", "rally": "/4", "scored": "/1"}, {"3.1 turn"}),
    ("a die turned", AT("12", "36"), {"combat": "14/36"}, {"4.2 turned"}),
    ("an enemy die turned", AT("12", "36"), {"combat": "12/16"}, {"4.2 turned"}),
    ("a rally that leaves dice in Rally", AT("1", "36", rally=(3, 0)), {"combat": "146/36", "rally": "2/",
     "fresh": "46"}, {"3.4 left"}),
    ("an attack before the roll of a rally", AT("1246", "36"), {"combat": "16/6", "rally": "4/", "scored": "3/"},
     {"3.1 roll_awaited"}),
    ("an Overlord on three dice", AT("1126", "56", turn=ALIENS), {"combat": "6/6", "rally": "112/5"},
     {"4.4 targets"}),
    ("Motherships on three dice", AT("1126", "666", turn=ALIENS), {"combat": "6/", "rally": "/666",
     "scored": "/112"}, {"4.3 targets"}),
    ("Nukes that are two", AT("66", "126"), {"combat": "/6", "rally": "66/", "scored": "12/"}, {"4.1 three"}),
]  # fmt: skip


def army_scene(game: ArmyVsAliens, act: int) -> Scene:
    _, position, left, _ = ARMY_ACTS[act]
    return mats(game, position, **left)


def test_of_a_general_that_makes_airplanes_to_heroes() -> None:
    game = army.game()
    _named(mats(game, AT("45", "36"), "5/36", "5/"), {"AVA-4.2 rank"})


@pytest.mark.parametrize("game", [army.game(), army.avb(2)], ids=["2011", "2012"])
@pytest.mark.parametrize("act", range(len(ARMY_ACTS)), ids=[name for name, *_ in ARMY_ACTS])
def test_of_army_vs_aliens(game: ArmyVsAliens, act: int) -> None:
    _named(army_scene(game, act), {f"{game.seed.clauses[0].id[:3]}-{fault}" for fault in ARMY_ACTS[act][3]})


def _named(scene: Scene, expected: set[str]) -> None:
    """The likeliest act breaks one of these clauses, in these ways, and its sentences are whole."""
    first = attempted(scene)[0]
    assert {f"{clause} {fault}" for clause, fault in faults(first)} & expected
    for broken in first.broken:
        assert not re.search(r"[{}]", scene.game.broken_text(broken))


# ---------------------------------------------------------------------------------------------- Doubles Wild

DW = doubles.game()
LYING = {"red": "12", "blue": "14"}
"""The roll of row 3, column 5."""


def dw_scene(
    position: doubles.Position,
    *rows: str,
    dice: dict[str, str] = LYING,
    fresh: str = "",
    strips: tuple[int, int] = (0, 0),
) -> Scene:
    """A board drawn as tests.support.games.doubles.board has it; the first dice of `fresh` colours ("rb": one of each)
    were rolled."""
    colours: tuple[Colour, ...] = ("blue", "red")
    things: list[Any] = [
        piece(Cell("board", row - 3, column - 3), colours[seat], form="flat")
        for seat, squares in doubles.board(*rows).items()
        for row, column in squares
    ]
    things += [piece(Cell(f"score-{side}", 0, score), colours[side]) for side, score in enumerate(strips)]
    rolled, left, number = set(), list(fresh), 0
    for colour, faces in dice.items():
        for face in faces:
            if colour[0] in left:
                left.remove(colour[0])
                rolled.add(number)
            things.append(die(int(face), colour, None, (30.0 * number, 0.0)))  # type: ignore[arg-type]
            number += 1
    return Scene(DW, position, view(*things), frozenset(rolled))


ROLLED = doubles.roll("12", "14")
DW_ACTS: list[tuple[str, Scene, set[str]]] = [
    ("a marker on a wrong square", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "00", ".1"),
     {"DW-3.3 forced"}),
    ("two markers", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "0.00", ".1"), {"DW-3.4 two"}),
    ("two markers on wrong squares", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "00", "01"),
     {"DW-3.4 two"}),
    ("a marker of somebody else", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "0.1", ".1"),
     {"DW-3.5 turn"}),
    ("a marker replaced without a fight", dw_scene(doubles.at(doubles.board("0.1"), ROLLED), "0.0"),
     {"DW-3.4 unfought"}),
    ("a marker of three in a row replaced", dw_scene(doubles.at(doubles.board("0.111"), ROLLED), "0.011",
     strips=(0, 1)), {"DW-5.3 protected"}),
    ("a marker before the roll", dw_scene(doubles.at(doubles.board("0.", ".1")), "0.0", ".1"),
     {"DW-3.2 roll_awaited"}),
    ("a scoring marker too far", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "0.", ".1", strips=(2, 0)),
     {"DW-5.2 strip"}),
    ("one die of a pair rolled again", dw_scene(doubles.at(doubles.board("0.", ".1"), ROLLED), "0.", ".1",
     dice={"red": "52", "blue": "14"}, fresh="r"), {"DW-3.2 single"}),
    ("a pair rolled again a second time", dw_scene(doubles.at(doubles.board("0."), doubles.roll("12", "14", False)),
     "0.", dice={"red": "56", "blue": "14"}, fresh="rr"), {"DW-3.2 used_up"}),
]  # fmt: skip


def test_a_die_of_a_pair_that_is_rolled_by_itself_leaves_the_other_where_it_lay() -> None:
    """Where neither lies there still, one of two that were rolled again is not seen."""
    scene = dw_scene(
        doubles.at(doubles.board("0.", ".1"), ROLLED), "0.", ".1", dice={"red": "5", "blue": "14"}, fresh="r"
    )
    assert attempted(scene) == []


@pytest.mark.parametrize(("scene", "expected"), [act[1:] for act in DW_ACTS], ids=[act[0] for act in DW_ACTS])
def test_of_doubles_wild(scene: Scene, expected: set[str]) -> None:
    _named(scene, expected)


# ---------------------------------------------------------------------------------------------- Space Checkers

SC = checkers.game()


def sc_scene(
    before: dict[str, str], roll: str | None, after: dict[str, str], prisoners: int = 0, rolled: str = "4 blue"
) -> Scene:
    """Pawns before and after as tests.support.games.checkers.at has them; yellow is on turn."""
    things: list[Any] = [
        piece(Cell("board", *cell), colour)  # type: ignore[arg-type]
        for colour, cells in after.items()
        for cell in checkers.cells(cells)
    ]
    things += [piece(Cell("prison-yellow", 0, n), "blue") for n in range(prisoners)]
    number, toward = (roll or rolled).split()
    things += [die(int(number), "white"), die(toward, "white", at=(30.0, 0.0))]
    return Scene(SC, checkers.at(SC, before, roll), view(*things), frozenset())


SC_ACTS: list[tuple[str, Scene, set[str]]] = [
    ("another player's pawn", sc_scene({"yellow": "1,1", "blue": "9,9"}, "2 blue", {"yellow": "1,1", "blue": "9,7"}),
     {"SC-3.1 turn"}),
    ("a wrong distance", sc_scene({"yellow": "1,1", "blue": "9,9"}, "2 blue", {"yellow": "4,1", "blue": "9,9"}),
     {"SC-3.1 distance"}),
    ("no straight line", sc_scene({"yellow": "1,1", "blue": "9,9"}, "2 blue", {"yellow": "4,3", "blue": "9,9"}),
     {"SC-3.1 line"}),
    ("before the roll", sc_scene({"yellow": "1,1", "blue": "9,9"}, None, {"yellow": "3,1", "blue": "9,9"}),
     {"SC-3.1 roll_first"}),
    ("before the roll, askew", sc_scene({"yellow": "1,1", "blue": "9,9"}, None, {"yellow": "4,3", "blue": "9,9"}),
     {"SC-3.1 roll_first"}),
    ("a pawn that nobody jumped", sc_scene({"yellow": "1,1", "blue": "9,9 9,5"}, "2 blue", {"yellow": "1,1",
     "blue": "9,9"}, 1), {"SC-3.5 not_jumped"}),
    ("a wrong direction", sc_scene({"yellow": "1,1", "blue": "9,9"}, "2 blue", {"yellow": "1,3", "blue": "9,9"}),
     {"SC-3.2 direction"}),
    ("over an own pawn", sc_scene({"yellow": "1,1 2,1", "blue": "9,9"}, "2 blue", {"yellow": "3,1 2,1",
     "blue": "9,9"}), {"SC-3.4 own"}),
    ("over two neighbours", sc_scene({"yellow": "1,1", "blue": "2,1 3,1"}, "3 blue", {"yellow": "4,1"}, 2),
     {"SC-3.4 pair"}),
    ("over the Earth", sc_scene({"yellow": "3,5", "blue": "9,9"}, "5 blue", {"yellow": "8,5", "blue": "9,9"}),
     {"SC-3.4 earth"}),
    ("onto a pawn", sc_scene({"yellow": "1,1", "blue": "3,1 9,9"}, "2 blue", {"yellow": "3,1", "blue": "9,9"}),
     {"SC-3.4 occupied"}),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "expected"), [act[1:] for act in SC_ACTS], ids=[act[0] for act in SC_ACTS])
def test_of_space_checkers(scene: Scene, expected: set[str]) -> None:
    _named(scene, expected)


# ---------------------------------------------------------------------------------------------- cards


def dva_scene(scene: dinosaurs.Scene, *central: str, beside: tuple[str, ...] = ()) -> Scene:
    """The cards that are seen on the pile, and beside it."""
    cards = [*map(card, central), *(card(face, None) for face in beside)]
    return Scene(scene.rules, scene.position, view(*cards), frozenset())


TURN = dinosaurs.scene("D1 A2", "A1 S", central="D3 A4")
WAITING = TURN.play("flip A1").play("flip S")
CHOICE = dinosaurs.scene("D1", "A1", central="D3 B", battle={"chooser": 0})
SEARCH = CHOICE.play("choose army")
DVA_ACTS: list[tuple[str, Scene, set[str]]] = [
    ("the pile taken", dva_scene(TURN), {"DVA-3.1 taken"}),
    ("a card beside the pile", dva_scene(TURN, "A4", beside=("D1",)), {"DVA-3.1 beside"}),
    ("a card on the pile in a battle", dva_scene(SEARCH, "D1"), {"DVA-4.2 central"}),
    ("a card beside the pile before the choice", dva_scene(CHOICE, "B", beside=("A1",)), {"DVA-4.1 choice_awaited"}),
    ("a card that all lie open already", dva_scene(TURN, "D3"), {"DVA-1.2 unseen"}),
]
if WAITING.position.smack:
    DVA_ACTS.append(("a card on a Smack Attack!", dva_scene(WAITING, "D1"), {"DVA-5.3 smack_awaited"}))


@pytest.mark.parametrize(("scene", "expected"), [act[1:] for act in DVA_ACTS], ids=[act[0] for act in DVA_ACTS])
def test_of_dinosaurs_vs_army_men(scene: Scene, expected: set[str]) -> None:
    _named(scene, expected)


def test_a_card_of_another_deck_is_no_act_and_no_trouble() -> None:
    for scene in (dva_scene(TURN, "D9"), dva_scene(SEARCH, "B", beside=("D9",)), dva_scene(TURN, "A4", beside=("D9",))):
        assert not [one for one in attempted(scene) if ("card", "D9") in one.broken[0].params]


# ---------------------------------------------------------------------------------------------- all games

SCENES: dict[str, list[Scene]] = {
    "army-vs-aliens-2011": [army_scene(army.game(), act) for act in range(len(ARMY_ACTS))],
    "army-vs-aliens-2012": [army_scene(army.avb(2), act) for act in range(len(ARMY_ACTS))],
    "dinosaurs-vs-army-men": [act[1] for act in DVA_ACTS],
    "doubles-wild": [act[1] for act in DW_ACTS],
    "space-checkers": [act[1] for act in SC_ACTS],
}


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_every_sentence_that_only_hands_can_earn_is_earned_by_a_table(game_id: str) -> None:
    earned = {one for scene in SCENES[game_id] for one in faults(attempted(scene)[0])}
    assert earned >= HANDS[game_id]


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_the_sentences_that_only_hands_can_earn_stand_in_the_seed(game_id: str) -> None:
    written = {(clause.id, fault) for clause in companion.load(game_id).seed.clauses for fault in clause.faults}
    assert written >= HANDS[game_id]


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_the_referee_rules_on_what_was_done(game_id: str) -> None:
    """Unless it can be a legal act as well, it is a desync with the clauses, and what puts the table right."""
    ruled = []
    for scene in SCENES[game_id]:
        answer = explain(SeatedGame.usual(scene.game), scene.position, scene.evidence)
        if isinstance(answer, Desync) and answer.broken:
            ruled.append(scene)
            assert faults(answer) == faults(attempted(scene)[0])
            assert answer.text and not re.search(r"[{}]", answer.text)
    assert len(ruled) >= 0.5 * len(SCENES[game_id])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_nothing_is_named_for_a_table_that_is_in_order(game_id: str, players: int) -> None:
    game, lot = companion.load(game_id, players), Random(players)
    seated = SeatedGame.usual(game)
    for step in played(game, lot, longest=40):
        top = Tabletop(seated, lot)
        layout = seated.layout(step.after)
        top.lay(layout)
        for heap in layout.dice[0] if layout.dice else ():
            if heap.area is None and heap.faces:
                top.roll(heap.faces, heap.colour or "white")
        seen = Evidence(top.view()[0], frozenset())
        assert seen.score(layout).worst > CONTRADICTED
        for one in game.attempts(step.after, seen, seated.colours):
            score = seen.score(one.layout)
            assert score.worst < CONTRADICTED or score.total <= seen.score(layout).total, one


def test_an_act_that_changes_nothing_on_the_table_is_told_from_one_that_does() -> None:
    game = doubles.game()
    fight = doubles.at({1: [(5, 10)]}, fight=doubles.battle((5, 10), ("146", "333"), round=2))
    search = Search(SeatedGame.usual(game), Evidence(view(), None))
    here = search.node(fight, (), 0, frozenset(), 0.0)
    thrown = (pieces.Throw((1,)), pieces.Threw((5,)))
    others = (pieces.Throw((3,)), pieces.Threw((5,)))
    for events, silent in (((pieces.HOLD,), True), (thrown, False), ((pieces.HOLD, *others), True)):
        after = fight
        for event in events:
            after = game.apply(after, event)
        assert search.leaves_no_trace(here, search.node(after, events, 0, frozenset(), 0.0)) == silent

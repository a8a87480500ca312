"""What has to lie on the table of each game, by positions written by hand; and what layouts make of one another."""

from __future__ import annotations

import pytest

from companion import Game
from companion.games.army_vs_aliens.pieces import Position as ArmyPosition
from companion.referee.matching.explanations import SeatedGame
from companion.table.layout import Cards, Heap, Layout, Row
from companion.table.view import Cell
from tests.support.games import army, checkers, dinosaurs, doubles

AVA, AVB = army.game(), army.avb(2)
DW = doubles.game()
SC = checkers.game()


def laid(game: Game, position: object) -> Layout:
    """With the colours that are in the box."""
    return SeatedGame.usual(game).layout(position)


def lies(game: Game, position: object, event: object) -> Layout | None:
    """As long as what follows from the event has not been done."""
    layout: Layout | None = game.unsettled(position, event, SeatedGame.usual(game).colours)
    return layout


def heaps(layout: Layout | None) -> dict[str, tuple[object, ...]]:
    """What lies in each area: the faces of the heaps there, or their number where faces mean nothing."""
    assert layout is not None
    (way,) = layout.dice
    found: dict[str, tuple[object, ...]] = {}
    for heap in way:
        name = f"{heap.area} {'-' if heap.seat is None else heap.seat} {heap.colour or 'any'}"
        found[name] = (heap.count,) if heap.faces is None else heap.faces
    return found


def board(row: int, column: int) -> Cell:
    """A cell of Doubles Wild by its labels."""
    return Cell("board", row - 3, column - 3)


# ---------------------------------------------------------------------------------------------- Army vs Aliens


def test_dice_lie_in_combat_by_face_in_rally_by_number_and_dead_with_their_destroyer() -> None:
    position = army.at("112", "34", rally=(2, 1), scored=("6", "5"))
    assert heaps(laid(AVA, position)) == {
        "combat 0 blue": (1, 1, 2),
        "rally 0 blue": (2,),
        "combat 1 green": (3, 4),
        "rally 1 green": (1,),
        "scoring 0 green": (6,),
        "scoring 1 blue": (5,),
    }


def test_in_2012_all_dead_dice_lie_in_one_zone_and_only_their_colour_tells_whose_they_were() -> None:
    told = heaps(laid(AVB, army.at("1", "2", scored=("36", "45"))))
    assert (told["scoring - green"], told["scoring - blue"]) == ((3, 6), (4, 5))


def test_in_teams_the_dead_are_of_the_other_side_and_in_2012_one_heap_of_each_colour() -> None:
    four = army.ava(4)
    told = heaps(laid(four, army.table(four, "1/2/3/4", scored="1/2/3/4")))
    assert [told[f"scoring {seat} {colour}"] for seat, colour in enumerate(["green", "blue", "green", "blue"])] == [
        (1,), (2,), (3,), (4,),
    ]  # fmt: skip
    shared = army.avb(4)
    told = heaps(laid(shared, army.table(shared, "1/2/3/4", scored="1/2/3/4")))
    assert (told["scoring - green"], told["scoring - blue"]) == ((1, 3), (2, 4))


def test_where_everybody_fights_alone_dead_dice_may_be_of_any_colour() -> None:
    three, shared = army.ava(3), army.avb(3)
    assert heaps(laid(three, army.table(three, "1/2/3", scored="16/2/3")))["scoring 0 any"] == (1, 6)
    assert heaps(laid(shared, army.table(shared, "1/2/3", scored="16/2/3")))["scoring - any"] == (1, 2, 3, 6)


def test_dice_that_are_about_to_be_rolled_may_lie_in_combat_already() -> None:
    layout = laid(AVA, army.at("12", "5", rolling=(0, 3)))
    assert [(heap.seat, heap.spare) for heap in layout.dice[0] if heap.area == "combat"] == [(0, 3), (1, 0)]


def test_thrown_dice_beside_all_zones_are_claimed_only_where_their_colour_tells_whose_they_are() -> None:
    two, four = laid(AVA, army.at("12", "5")), army.ava(4)
    many = laid(four, army.table(four, "1/2/3/4"))
    assert {heap.thrown for heap in two.dice[0] if heap.area == "combat"} == {True}
    assert not any(heap.thrown for heap in many.dice[0])


def test_players_may_have_chosen_other_colours() -> None:
    layout = AVA.layout(army.at("12", "5", scored=("6", "")), ("red", "white"))
    assert set(heaps(layout)) == {
        "combat 0 red", "rally 0 red", "combat 1 white", "rally 1 white", "scoring 0 white", "scoring 1 red",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "zone", "rally"),
    [(AVA, (1, 2, 5, 5, 5), 0), (AVB, (1, 2, 5, 5, 5), 0)],
    ids=["2011", "2012"],
)
def test_surplus_heroes_lie_in_combat_until_somebody_has_seen_to_them(
    game: Game, zone: tuple[int, ...], rally: int
) -> None:
    before, event = army.at("12", "3", rolling=(0, 3)), army.Rolled((5, 5, 5))
    told, settled = heaps(lies(game, before, event)), heaps(laid(game, game.apply(before, event)))
    assert (told["combat 0 blue"], told["rally 0 blue"]) == (zone, (rally,))
    assert settled != told and settled["combat 0 blue"] != zone


def test_a_general_makes_surplus_heroes_too() -> None:
    rules = army.game(general_ranks=[1, 2, 3, 4])
    before, event = army.at("445", "3"), army.General(4)
    assert heaps(lies(rules, before, event))["combat 0 blue"] == (5, 5)


def test_nothing_is_left_to_do_after_a_roll_without_surplus_heroes_or_an_attack() -> None:
    assert lies(AVA, army.at("12", "3", rolling=(0, 2)), army.Rolled((1, 5))) is None
    assert lies(AVA, army.at("3", "2"), army.attack("3", 2)) is None


def test_a_level_start_of_2012_lies_until_its_dice_are_taken_back() -> None:
    nine = army.ranks("112233446")
    before: ArmyPosition = AVB.apply(AVB.start(), army.Rolled(nine))
    event = army.Rolled(nine)
    after = AVB.apply(before, event)
    assert not any(player.combat for player in after.players)
    told = heaps(lies(AVB, before, event))
    assert told["combat 0 blue"] == told["combat 1 green"] == nine


# ---------------------------------------------------------------------------------------------- Doubles Wild


def test_markers_lie_on_the_board_scores_on_their_strips_and_dice_anywhere() -> None:
    position = doubles.at(doubles.board("0.1", ".0."), doubles.roll("23", "44"), score=(3, 0))
    layout = laid(DW, position)
    assert layout.pieces == {
        board(3, 3): "blue", board(4, 4): "blue", board(3, 5): "red",
        Cell("score-0", 0, 3): "blue", Cell("score-1", 0, 0): "red",
    }  # fmt: skip
    assert layout.grids == ("board", "score-0", "score-1")
    assert layout.dice == ((Heap(2, (2, 3), "red", spare=1), Heap(2, (4, 4), "blue", spare=1)),)


def test_before_a_roll_the_dice_that_lie_about_mean_nothing() -> None:
    assert laid(DW, doubles.at(doubles.board("0.1"))).dice == ()


def test_a_pair_in_the_hand_is_not_claimed() -> None:
    layout = laid(DW, doubles.at(doubles.board("0.1"), doubles.roll("23", None)))
    assert layout.dice == ((Heap(2, (2, 3), "red", spare=1),),)


def test_in_a_battle_two_markers_lie_on_each_other_the_attackers_on_top() -> None:
    layout = laid(DW, doubles.at(doubles.board("0.1"), fight=doubles.battle((3, 5))))
    assert layout.stacks == {board(3, 5)}
    assert layout.pieces[board(3, 5)] == "blue"


def test_dice_of_a_battle_may_lie_in_two_ways_for_nobody_is_told_who_throws_which_colour() -> None:
    thrown = doubles.battle((3, 5), ("146", "333"), to_roll=1)
    assert laid(DW, doubles.at(doubles.board("0.1"), fight=thrown)).dice == (
        (Heap(3, (1, 4, 6), "red"), Heap(3, (3, 3, 3), "blue")),
        (Heap(3, (1, 4, 6), "blue"), Heap(3, (3, 3, 3), "red")),
    )


def test_dice_of_a_battle_that_are_thrown_again_may_lie_there_still() -> None:
    fight = doubles.battle((3, 5), ("14", ""), to_roll=0)
    (red,), (blue,) = laid(DW, doubles.at(doubles.board("0.1"), fight=fight)).dice
    assert (red, blue) == (Heap(2, (1, 4), "red", spare=1), Heap(2, (1, 4), "blue", spare=1))


def test_partners_share_a_strip_and_a_score_beyond_its_end_stays_on_the_last_number() -> None:
    teams = doubles.game(4, teams=True)
    layout = laid(teams, doubles.at(doubles.board("0123"), rules=teams, score=(2, 15)))
    strips = {cell: colour for cell, colour in layout.pieces.items() if cell.grid != "board"}
    assert strips == {Cell("score-0", 0, 2): "blue", Cell("score-1", 0, 13): "red"}


def test_in_a_playoff_nobody_counts() -> None:
    layout = laid(DW, doubles.at(doubles.board("0.1"), playoff=(0, 1), score=(4, 4)))
    assert layout.grids == ("board",)
    assert {cell.grid for cell in layout.pieces} == {"board"}


def test_a_scoring_marker_that_nobody_has_moved_stands_on_the_old_number() -> None:
    before = doubles.at(doubles.board("00.1"), doubles.roll("12", "14"))
    left = lies(DW, before, doubles.Place((3, 5)))
    assert left is not None
    assert left.pieces[Cell("score-0", 0, 0)] == "blue" and Cell("score-0", 0, 1) not in left.pieces
    assert left.pieces[board(3, 5)] == "blue"


def test_nothing_is_left_to_do_where_nobody_scored() -> None:
    assert lies(DW, doubles.at(doubles.board("0..1"), doubles.roll("12", "14")), doubles.Place((3, 5))) is None


def test_the_marker_that_lost_a_battle_lies_there_until_it_is_taken_away() -> None:
    won = doubles.at(doubles.board("0.1"), fight=doubles.battle((3, 5), ("666", "111"), round=3, to_roll=1))
    lost = doubles.at(doubles.board("0.1"), fight=doubles.battle((3, 5), ("111", "666"), round=3, to_roll=1))
    for before, upper in ((won, "blue"), (lost, "red")):
        left = lies(DW, before, doubles.HOLD)
        after = DW.apply(before, doubles.HOLD)
        assert after.battle is None and laid(DW, after).pieces[board(3, 5)] == upper
        assert left is not None and left.stacks == {board(3, 5)} and left.pieces[board(3, 5)] == "blue"


def test_a_throw_that_decides_a_battle_leaves_the_markers_on_each_other_too() -> None:
    thrown = doubles.at(doubles.board("0.1"), fight=doubles.battle((3, 5), ("666", "11"), round=3, to_roll=1))
    left = lies(DW, thrown, doubles.Threw((1,)))
    decided = DW.apply(thrown, doubles.Threw((1,))).battle is None
    assert (left is not None) == decided


# ---------------------------------------------------------------------------------------------- Space Checkers


def test_pawns_stand_on_the_board_and_prisoners_are_only_counted() -> None:
    position = checkers.at(SC, {"yellow": "2,4", "blue": "3,4"}, "4 blue", captured={"yellow": 3})
    layout = laid(SC, position)
    assert layout.pieces == {Cell("board", 2, 4): "yellow", Cell("board", 3, 4): "blue"}
    assert layout.rows == (Row("prison-yellow", 3, 10, ("blue",)), Row("prison-blue", 0, 10, ("yellow",)))
    assert layout.dice == ((Heap(1, (4,)), Heap(1, ("blue",))),)


def test_a_prison_has_ten_cells_and_among_more_players_pawns_of_any_other_colour() -> None:
    three = checkers.game(3)
    layout = laid(three, checkers.at(three, {"yellow": "2,4", "green": "3,4"}, captured={"green": 12}))
    assert layout.rows[1] == Row("prison-green", 10, 10, ("yellow", "blue"))
    assert layout.dice == ()


def test_pawns_that_were_jumped_stand_until_somebody_has_taken_them() -> None:
    before = checkers.at(SC, {"yellow": "1,3", "blue": "3,3"}, "4 blue")
    move = checkers.move("1,3", "blue")
    left, settled = lies(SC, before, move), laid(SC, SC.apply(before, move))
    assert left is not None
    assert left.pieces == {Cell("board", 3, 3): "blue", Cell("board", 5, 3): "yellow"}
    assert left.rows[0].count == 0
    assert settled.pieces == {Cell("board", 5, 3): "yellow"}
    assert settled.rows[0].count == 1


def test_a_warp_over_the_edge_that_jumps_nobody_leaves_nothing_to_do() -> None:
    before = checkers.at(SC, {"yellow": "1,1", "blue": "6,9"}, "3 yellow")
    move = checkers.move("1,1", "yellow")
    assert lies(SC, before, move) is None
    assert Cell("board", 10, 1) in laid(SC, SC.apply(before, move)).pieces


# ---------------------------------------------------------------------------------------------- cards


def test_cards_lie_on_the_central_pile_and_in_a_battle_beside_it() -> None:
    quiet = dinosaurs.scene("D1 A2", "A1 S", central="D3 A4")
    fought = dinosaurs.scene("D1", "A1", central="D3 B", battle={"chooser": 0}).play("choose army", "flip A1")
    assert laid(quiet.rules, quiet.position) == Layout(cards=Cards(("D3", "A4"), ((), ())))
    assert laid(fought.rules, fought.position).cards == Cards(("D3", "B"), fought.battle.up)


def test_cards_that_were_won_lie_there_until_somebody_takes_them() -> None:
    waiting = dinosaurs.scene("D1 A2", "A1 S", central="D3").play("flip S")
    event = waiting.rules.parsed("smack 1")
    left = lies(waiting.rules, waiting.position, event)
    assert left is not None and left.cards == Cards(("D3", "S"), ((), ()))
    assert laid(waiting.rules, waiting.play("smack 1").position).cards == Cards((), ((), ()))


def test_the_last_card_of_a_battle_lies_there_with_all_that_it_won() -> None:
    last = dinosaurs.scene("D1 D7", "A2 A7", central="B", battle={"chooser": 0}).play("choose army")
    while len([card for up in last.battle.up for card in up]) < 1:
        last = last.play("flip A7" if last.battle.searching == 1 else "flip D1")
    event = last.rules.parsed("flip D1" if last.battle.searching == 0 else "flip A7")
    left = lies(last.rules, last.position, event)
    assert left is not None and left.cards is not None
    assert sorted(card for up in left.cards.beside for card in up) == ["A7", "D1"]
    assert not last.rules.apply(last.position, event).table


def test_what_is_only_said_leaves_nothing_to_do() -> None:
    choice = dinosaurs.scene("D1", "A1", central="D3 B", battle={"chooser": 0})
    assert lies(choice.rules, choice.position, choice.rules.parsed("choose army")) is None


# ---------------------------------------------------------------------------------------------- among layouts

ONE, TWO, THREE = Cell("board", 0, 0), Cell("board", 0, 1), Cell("board", 0, 2)


def test_bare_is_the_same_table_with_nothing_on_it() -> None:
    layout = Layout(
        ((Heap(2, (1, 2), "blue", "combat", 0), Heap(3, None, "blue", "rally", 0)),),
        {ONE: "red"}, frozenset([ONE]), ("board",), (Row("prison-blue", 2, 10, ("red",)),),
        Cards(("B",), (("D1",), ())),
    )  # fmt: skip
    assert layout.bare == Layout(
        ((Heap(0, (), "blue", "combat", 0), Heap(0, None, "blue", "rally", 0)),),
        {}, frozenset(), ("board",), (Row("prison-blue", 0, 10, ("red",)),), Cards((), ((), ())),
    )  # fmt: skip


def test_what_is_left_to_be_done_of_one_event_is_carried_past_the_next() -> None:
    """A pawn that was jumped stands on `TWO` still, when the next move goes from `ONE` to `THREE`."""
    before = Layout(pieces={ONE: "red"}, grids=("board",), rows=(Row("jail", 1, 10, ("blue",)),))
    lag = Layout(pieces={ONE: "red", TWO: "blue"}, grids=("board",), rows=(Row("jail", 0, 10, ("blue",)),))
    now = Layout(pieces={THREE: "red"}, grids=("board",), rows=(Row("jail", 1, 10, ("blue",)),))
    assert lag.carried(before, now) == Layout(
        pieces={THREE: "red", TWO: "blue"}, grids=("board",), rows=(Row("jail", 0, 10, ("blue",)),)
    )


def test_what_the_next_event_changed_itself_is_not_carried() -> None:
    before, now = Layout(pieces={ONE: "red"}), Layout(pieces={ONE: "red", TWO: "green"})
    lag = Layout(pieces={ONE: "red", TWO: "blue"})
    assert lag.carried(before, now).pieces == {ONE: "red", TWO: "green"}


def test_dice_are_carried_by_what_their_heaps_have_more_and_less() -> None:
    before = Layout(((Heap(2, (1, 5), "blue", "combat", 0), Heap(1, None, "blue", "rally", 0)),))
    lag = Layout(((Heap(3, (1, 5, 5), "blue", "combat", 0), Heap(0, None, "blue", "rally", 0)),))
    now = Layout(((Heap(1, (5,), "blue", "combat", 0), Heap(2, None, "blue", "rally", 0)),))
    assert lag.carried(before, now).dice == ((Heap(2, (5, 5), "blue", "combat", 0), Heap(1, None, "blue", "rally", 0)),)


def test_cards_that_were_not_taken_lie_under_those_that_come() -> None:
    before, lag = Layout(cards=Cards((), ((), ()))), Layout(cards=Cards(("B", "S"), ((), ())))
    now = Layout(cards=Cards(("D1",), ((), ())))
    assert lag.carried(before, now).cards == Cards(("B", "S", "D1"), ((), ()))


def test_a_layout_without_anything_left_to_do_carries_nothing() -> None:
    before = laid(AVA, army.at("112", "34", rally=(1, 0)))
    now = laid(AVA, army.at("112", "3", rally=(2, 0), scored=("4", "")))
    assert before.carried(before, now) == now


def test_dice_that_lie_anywhere_are_no_things_of_a_layout() -> None:
    rolled, unrolled = (doubles.at(doubles.board("0.1"), roll) for roll in (doubles.roll("23", "44"), None))
    assert laid(DW, rolled).things == laid(DW, unrolled).things
    assert laid(AVA, army.at("1", "2")).things != laid(AVA, army.at("3", "2")).things

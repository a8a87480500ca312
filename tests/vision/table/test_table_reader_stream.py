"""A stream of a whole table: what did not change is not read again, what is hidden is covered, a bump is followed."""

from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.view import Cell, Colour, Die, TableView
from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import (
    Lying,
    PlainBoards,
    ScriptedDice,
    die_of,
    frames,
    on_cells,
    two_mats,
    with_dice,
    with_hand,
    with_pieces,
)
from vision.camera.frame import Frame, Image
from vision.motion.stream_reader import TableReading
from vision.plane.fiducials import FiducialDetector, Fiducials
from vision.plane.sheet_tracker import pages_on_table
from vision.table.table_reader import TableReader

(BOARD,) = pages_on_table("doubles-wild")
MATS = pages_on_table("army-vs-aliens-2011", 2)
VIEW = seen_from(BOARD, 25, 4)
PIECES: dict[Cell, Colour] = {
    Cell("board", 1, 1): "red",
    Cell("board", 4, 4): "blue",
    Cell("board", 7, 2): "green",
    Cell("score-0", 0, 3): "red",
}
PICTURE = photographed(BOARD, VIEW, image=with_pieces(BOARD, PIECES))
MIDDLE = BOARD.sheet.grid("board").middle(4, 4)
VIEW_BOTTOM = 250.0
"""Millimetres of the board that are at the lower edge of the picture."""
THROWN = [Lying(-25, 80 + 30 * n, 12 * n, n + 1, "red") for n in range(4)]
THROWN_AGAIN = [Lying(-30, 70 + 33 * n, 40 + 9 * n, 6 - n, "red") for n in range(4)]


class Counting(FiducialDetector):
    """Counts how often a picture is searched."""

    def __init__(self) -> None:
        super().__init__()
        self.searches = 0

    def find(self, image: Image) -> Fiducials:
        self.searches += 1
        return super().find(image)


class Table:
    """Table eyes with scripted readers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.finder = Counting()
        monkeypatch.setattr("vision.table.table_reader.FiducialDetector", lambda cards=False: self.finder)
        self.dice, self.boards = ScriptedDice(), PlainBoards()
        self.eyes = TableReader([BOARD], self.dice, self.boards)
        self.time = 0.0

    def show(self, image: Image, seconds: float = 0.7) -> list[TableReading]:
        looks = [self.eyes.look(frame) for frame in self.stream([(image, round(seconds * 30))])]
        self.time += seconds
        return looks

    def stream(self, images: list[tuple[Image, int]]) -> Iterable[Frame]:
        return frames(images, self.time)

    def reach_in(self, image: Image, seconds: float) -> list[TableReading]:
        """A hand comes in over a fifth of a second, and stays."""
        low = VIEW_BOTTOM
        way = [(MIDDLE[0], low + (MIDDLE[1] - low) * share) for share in (0.1, 0.3, 0.5, 0.7, 0.9)]
        looks = [look for place in way for look in self.show(with_hand(image, VIEW, place), 1 / 30)]
        return looks + self.show(with_hand(image, VIEW, MIDDLE), seconds)

    def rest(self, image: Image, seconds: float = 0.7) -> TableView:
        """The view once `image` has come to rest; and that it did so once."""
        looks = self.show(image, seconds)
        assert sum(look.settled for look in looks) == 1
        view = looks[-1].view
        assert view is not None
        return view


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def test_a_table_at_rest_is_read_once(table: Table) -> None:
    looks = table.show(PICTURE, 1.5)
    views = [look.view for look in looks if look.view is not None]
    assert on_cells(views[0].pieces) == PIECES and views[0].certain
    assert all(view is views[0] for view in views)
    assert [look.settled for look in looks].count(True) == 1
    assert len(table.boards.calls) == 1 + 2 * 2 and table.finder.searches == 1
    assert looks[-1].state == "idle"


def test_when_dice_moved_only_no_board_is_read_and_no_sheet_is_sought(table: Table) -> None:
    table.dice.dice = tuple(die_of(VIEW, die) for die in THROWN)
    first = table.rest(with_dice(PICTURE, VIEW, THROWN))
    table.boards.calls.clear()
    searches = table.finder.searches
    table.dice.dice = tuple(die_of(VIEW, die) for die in THROWN_AGAIN)
    second = table.rest(with_dice(PICTURE, VIEW, THROWN_AGAIN))
    assert [die.value for die in second.dice] != [die.value for die in first.dice] and len(second.dice) == 4
    assert second.pieces == first.pieces and on_cells(second.pieces) == PIECES
    assert table.boards.calls == [] and table.finder.searches == searches


def test_dice_of_no_colour_in_play_are_named_by_those_that_are(table: Table) -> None:
    picture = with_dice(PICTURE, VIEW, THROWN_AGAIN)
    table.dice.dice = tuple(msgspec.structs.replace(die_of(VIEW, die), colour="orange") for die in THROWN_AGAIN)
    assert {die.colour for die in table.rest(picture).dice} == {"orange"}
    table.eyes.forget()
    table.eyes.colours.in_play = frozenset(("red", "blue"))
    assert {die.colour for die in table.rest(picture).dice} == {"red"}


def test_a_marker_that_is_laid_down_is_read_and_only_its_grid(table: Table) -> None:
    table.rest(PICTURE)
    table.boards.calls.clear()
    more: dict[Cell, Colour] = {**PIECES, Cell("score-3", 0, 5): "blue"}
    view = table.rest(photographed(BOARD, VIEW, image=with_pieces(BOARD, more)))
    assert on_cells(view.pieces) == more
    assert table.boards.calls == [(2, 7), (2, 7)]  # as which two strips are read


def test_a_die_that_rolls_onto_the_board_covers_cells_and_gives_them_back(table: Table) -> None:
    upon = [Lying(*BOARD.sheet.grid("board").middle(4, 4), 0, 3)]
    table.rest(PICTURE)
    table.dice.dice = tuple(die_of(VIEW, die) for die in upon)
    under = table.rest(with_dice(PICTURE, VIEW, upon))
    assert Cell("board", 4, 4) in under.covered and Cell("board", 4, 4) not in on_cells(under.pieces)
    assert not under.certain
    table.dice.dice = ()
    assert on_cells(table.rest(PICTURE).pieces) == PIECES


def test_what_was_no_die_is_none_as_long_as_nothing_changes_there(table: Table) -> None:
    """A pawn leans out of its cell: found a little aside, it would be a die that has come."""
    left, top, right, _ = BOARD.sheet.grid("board").cell(1, 1)
    pawn, aside = (Lying((left + right) / 2, top + down, 10, 3, "blue", side=9) for down in (3.5, 2.0))
    one, other = THROWN[0], THROWN_AGAIN[0]
    table.dice.unsure = True  # so that all of it is read again at each rest
    table.dice.dice = (die_of(VIEW, pawn, certain=False), die_of(VIEW, one))
    assert [die.value for die in table.rest(with_dice(PICTURE, VIEW, [one])).dice] == [1]
    for _ in range(2):
        one, other = other, one
        table.dice.dice = (die_of(VIEW, aside, certain=False), die_of(VIEW, one))
        assert [die.value for die in table.rest(with_dice(PICTURE, VIEW, [one])).dice] == [one.value]
    shown = table.rest(with_dice(PICTURE, VIEW, [one, aside]))
    assert sorted(die.value or 0 for die in shown.dice) == sorted((one.value, aside.value)), "a die has come there"


@pytest.mark.parametrize(("in_play", "known", "seen"), [
    (("red",), True, [1, 4]), (("red",), False, [1]), (("blue",), True, [1]), ((), False, [1, 4]),
])  # fmt: skip
def test_what_is_hardly_a_die_is_one_where_it_looks_like_a_known_one_or_nobody_knows_its_colour(
    table: Table, monkeypatch: pytest.MonkeyPatch, in_play: tuple[Colour, ...], known: bool, seen: list[int]
) -> None:
    def recall(_: Image, dice: Iterable[Die], *__: object) -> tuple[Die, ...]:
        return tuple(msgspec.structs.replace(die, certain=True, doubts=()) if known else die for die in dice)

    monkeypatch.setattr(table.eyes.known, "recall", recall)
    monkeypatch.setattr(table.eyes.colours, "named", lambda _, dice: tuple(dice))
    table.eyes.colours.in_play = frozenset(in_play)
    one, other = THROWN[0], THROWN_AGAIN[2]
    hardly = msgspec.structs.replace(die_of(VIEW, other), confidence=0.1, certain=False, doubts=("not a die",))
    table.dice.dice = (die_of(VIEW, one), hardly)
    shown = table.rest(with_dice(PICTURE, VIEW, [one, other]))
    assert sorted(die.value or 0 for die in shown.dice) == seen


def test_a_die_that_its_looks_made_certain_is_not_forgotten_while_it_lies_there(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in doubt by itself, and is not found the next time: something else leaves the view unsure."""
    one, other = THROWN[0], THROWN_AGAIN[2]

    def recall(_: Image, dice: Iterable[Die], *__: object) -> tuple[Die, ...]:
        return tuple(msgspec.structs.replace(die, certain=True, doubts=()) for die in dice)

    monkeypatch.setattr(table.eyes.known, "recall", recall)
    table.dice.unsure = True
    table.dice.dice = (die_of(VIEW, one, certain=False),)
    assert [die.value for die in table.rest(with_dice(PICTURE, VIEW, [one])).dice] == [one.value]
    table.dice.dice = (die_of(VIEW, other),)
    shown = table.rest(with_dice(PICTURE, VIEW, [one, other]))
    assert {die.value for die in shown.dice} == {one.value, other.value}


def test_while_a_hand_is_over_the_board_its_cells_are_covered_and_the_others_stay(table: Table) -> None:
    before = table.rest(PICTURE)
    looks = table.reach_in(PICTURE, 1.0)
    hands = [look for look in looks if look.state == "hands"]
    assert len(hands) > 20 and not any(look.settled for look in looks)
    for look in hands[6:]:
        assert look.view is not None and not look.view.certain
        assert Cell("board", 4, 4) in look.view.covered and Cell("board", 8, 4) in look.view.covered
        assert Cell("board", 4, 4) not in on_cells(look.view.pieces)
        assert on_cells(look.view.pieces)[Cell("board", 1, 1)] == "red"
    after = table.rest(PICTURE)
    assert after.pieces == before.pieces and after.covered == ()


@pytest.mark.slow
def test_a_hand_that_stays_for_long_still_covers(table: Table) -> None:
    """Boards that take a hand for an empty cell are not believed either."""
    table.rest(PICTURE)
    table.boards.read = lambda image, plane, grid, **given: PlainBoards().read(PICTURE, plane, grid)  # type: ignore[method-assign]
    looks = table.reach_in(PICTURE, 7.0)
    assert [look.settled for look in looks].count(True) == 1 and looks[-1].state == "idle"
    view = looks[-1].view
    assert view is not None and {Cell("board", 4, 4), Cell("board", 8, 4)} <= set(view.covered)
    table.dice.dice = tuple(die_of(VIEW, die) for die in THROWN)
    beside = table.rest(with_dice(with_hand(PICTURE, VIEW, MIDDLE), VIEW, THROWN))
    assert {Cell("board", 4, 4), Cell("board", 8, 4)} <= set(beside.covered) and len(beside.dice) == 4
    table.dice.dice = ()
    assert table.rest(PICTURE).covered == ()


def test_a_bumped_board_is_followed(table: Table) -> None:
    table.rest(PICTURE)
    moved = seen_from(BOARD, 25, 9, 520, (14, -6))
    view = table.rest(photographed(BOARD, moved, image=with_pieces(BOARD, PIECES)))
    assert on_cells(view.pieces) == PIECES and view.missing == ()
    assert table.finder.searches == 2


def test_a_board_that_is_taken_away_is_told_and_its_cells_are_not_empty(table: Table) -> None:
    table.rest(PICTURE)
    view = table.rest(np.full((720, 1280, 3), 110, np.uint8))
    assert view.missing == ("no printed sheet in view: point the camera at it, in good light",)
    assert view.pieces == () and len(view.covered) == 81 + 4 * 14
    assert on_cells(table.rest(PICTURE).pieces) == PIECES


def test_a_lamp_that_is_switched_changes_nothing_on_the_board(table: Table) -> None:
    first = table.rest(PICTURE)
    darker = np.asarray(np.clip(PICTURE * 0.7, 0, 255), np.uint8)
    views = [look.view for look in table.show(darker, 1.0) if look.view is not None]
    assert all(view.pieces == first.pieces and view.covered == () for view in views)


@pytest.mark.slow
def test_what_was_seen_is_forgotten_with_the_source(table: Table) -> None:
    table.rest(PICTURE)
    table.eyes.forget()
    assert table.show(PICTURE, 0.05)[0].view is None
    assert on_cells(table.rest(PICTURE).pieces) == PIECES and table.finder.searches == 2


@pytest.mark.parametrize(
    ("by", "hidden", "asked"),
    [
        ((0, 120), ("0:rally", "0:scoring"), "Mat of seat 1 is in view: show its lower right and lower left corners"),
        ((-450, 0), ("0:rally",), "Mat of seat 1 is in view: show its lower left corner"),
    ],
)
def test_of_a_zone_that_the_picture_s_edge_cuts_off_nothing_is_known_and_it_is_asked_for(
    by: tuple[int, int], hidden: tuple[str, ...], asked: str
) -> None:
    """A camera in a hand turns a little, and the sheet is known by what is still seen of it."""
    image, _ = two_mats(*MATS, seen_from(MATS[0], 25, 3, 640, (0, 110)))
    move = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    turned = cv2.warpAffine(image, move, (image.shape[1], image.shape[0]), borderValue=(90, 110, 120))
    eyes = TableReader(MATS, ScriptedDice([]))
    views = []
    for start, picture in enumerate((image, np.asarray(turned, np.uint8), image)):
        looks = [eyes.look(frame) for frame in frames([(picture, 24)], float(start))]
        assert looks[-1].view is not None
        views.append(looks[-1].view)
    whole, cut, again = views
    assert whole.missing == again.missing == () and len(whole.zones) == len(again.zones) == 6
    assert set(whole.zones) - set(cut.zones) == set(hidden)
    assert cut.missing == (f"only part of {asked}, or move the camera back",)

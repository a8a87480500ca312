"""One picture of a whole table: everything that lies there, for every game; and what is wrong is said, not guessed."""

from collections.abc import Callable, Sequence

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.view import CardSeen, Cell, Colour, Doubt, Zones
from seeds.sheets import Area, Page
from tests.support.vision.cards import blank
from tests.support.vision.sheets import painted, photographed, seen_from
from tests.support.vision.tables import (
    Lying,
    PlainBoards,
    ScriptedDice,
    die_of,
    on_cells,
    two_mats,
    with_dice,
    with_hand,
    with_pieces,
)
from tests.vision.plane.test_plane_tracker import warped
from vision.boards.cell_classifier import Grid
from vision.camera.frame import Frame, Image
from vision.plane.fiducials import Fiducials
from vision.plane.plane import Plane, project
from vision.plane.sheet_tracker import pages_on_table
from vision.table.table_reader import TableReader, TappedBoard

MATS = pages_on_table("army-vs-aliens-2011", 2)
(BOARD,) = pages_on_table("doubles-wild")
(SPACE,) = pages_on_table("space-checkers", sheet="G12")
(PILES,) = pages_on_table("dinosaurs-vs-army-men")
VIEW = seen_from(BOARD, 30, 4)


def test_army_vs_aliens_two_mats_and_the_dice_in_their_zones() -> None:
    view = seen_from(MATS[0], 25, 3, 640, (0, 110))
    image, there = two_mats(*MATS, view)
    own = [Lying(100, 40, 10, 3), Lying(60, 120, 30, 6), Lying(100, 85, 0, 2), Lying(20, 175, 5, 1)]
    enemy = [Lying(100, 40, 10, 5, "green"), Lying(200, 120, 0, 4, "green")]
    dice = [die_of(view, die) for die in own] + [die_of(there, die) for die in enemy]
    view_of_table = TableReader(MATS, ScriptedDice(dice)).read(image, 7.5)
    assert [die.zone for die in view_of_table.dice] == ["0:combat", "0:rally", None, None, "1:combat", "1:scoring"]
    assert set(view_of_table.dice[2].across) == {"0:combat", "0:rally"} and not view_of_table.dice[2].certain
    assert view_of_table.lies_beside(view_of_table.dice[3]) and not view_of_table.lies_beside(view_of_table.dice[2])
    for die, (x, y) in zip(view_of_table.dice, [(100, 40), (60, 120), (100, 85), (20, 175), (160, -50)], strict=False):
        assert die.place is not None and np.hypot(die.place[0] - x, die.place[1] - y) < 2.0
    assert (view_of_table.missing, view_of_table.notes, view_of_table.time) == ((), (), 7.5)
    assert view_of_table.zones == tuple(f"{seat}:{area}" for seat in (0, 1) for area in ("combat", "rally", "scoring"))
    assert not view_of_table.certain  # one die lies across a line


def test_doubles_wild_markers_scores_and_dice_beside() -> None:
    pieces: dict[Cell, Colour] = {
        Cell("board", 0, 0): "red",
        Cell("board", 4, 5): "blue",
        Cell("board", 8, 8): "green",
        Cell("score-0", 0, 3): "red",
        Cell("score-3", 0, 13): "yellow",
    }
    image = photographed(BOARD, VIEW, image=with_pieces(BOARD, pieces))
    beside = Lying(-25, 120, 15, 4, "red")
    view = TableReader([BOARD], ScriptedDice([die_of(VIEW, beside)]), PlainBoards()).read(
        with_dice(image, VIEW, [beside])
    )
    assert on_cells(view.pieces) == pieces
    assert (view.covered, view.missing, view.certain) == ((), (), True)
    assert [piece.place for piece in view.pieces[:1]] == [(23.0, 61.0)]
    assert view.dice[0].zone is None and view.zones == ()  # the board has no zones


@pytest.mark.parametrize("certain", [True, False])
def test_what_looks_a_little_like_a_die_on_a_cell_with_a_marker_is_the_marker(certain: bool) -> None:
    """One that is clearly a die hides the cell, whatever the reader of boards says."""
    pieces: dict[Cell, Colour] = {Cell("board", 2, 2): "red", Cell("board", 6, 6): "blue"}
    image = photographed(BOARD, VIEW, image=with_pieces(BOARD, pieces))
    x, y = BOARD.sheet.grid("board").middle(2, 2)
    thing = die_of(VIEW, Lying(x, y, 10, 3, "red", side=9), certain)
    told = TableReader([BOARD], ScriptedDice([thing]), PlainBoards()).read(image)
    assert len(told.dice) == certain and not any(die.certain for die in told.dice), "they contradict each other"
    assert on_cells(told.pieces) == ({Cell("board", 6, 6): "blue"} if certain else pieces)
    assert (Cell("board", 2, 2) in told.covered) == certain


def test_space_checkers_pawns_on_the_board_and_in_prison() -> None:
    pieces: dict[Cell, Colour] = {
        Cell("board", 0, 3): "yellow",
        Cell("board", 11, 8): "blue",
        Cell("prison-blue", 0, 0): "red",
        Cell("prison-green", 9, 0): "blue",
    }
    view = seen_from(SPACE, 20, -6)
    image = photographed(SPACE, view, image=with_pieces(SPACE, pieces))
    told = TableReader([SPACE], ScriptedDice(), PlainBoards()).read(image)
    assert on_cells(told.pieces) == pieces and told.certain


class ScriptedCards:
    """Cards as they are told; the plane and the search that come with the picture are kept."""

    def __init__(self, *cards: CardSeen) -> None:
        self.cards = cards

    def read(
        self, image: Image, plane: Plane | None, fiducials: Fiducials | None, areas: Sequence[Area], /
    ) -> tuple[CardSeen, ...]:
        self.plane, self.fiducials = plane, fiducials
        return self.cards


def card_at(view: np.ndarray, x: float, y: float, face: str | None, face_down: bool = False) -> CardSeen:
    corners = project(view, np.array([[x - 31, y - 44], [x + 31, y - 44], [x + 31, y + 44], [x - 31, y + 44]], float))
    told = tuple((float(u), float(v)) for u, v in corners)
    return CardSeen(corners=told, face=face, face_down=face_down, confidence=0.999, certain=True)


def test_dinosaurs_vs_army_men_cards_in_the_middle_and_around() -> None:
    assert blank().shape[2] == 3
    view = seen_from(PILES, 35, 8)
    cards = ScriptedCards(card_at(view, 131, 96, "D7"), card_at(view, 20, 230, "A3"))
    told = TableReader([PILES], cards=cards).read(photographed(PILES, view))
    assert [(card.face, card.zone) for card in told.cards] == [("D7", "central"), ("A3", None)]
    assert told.cards[0].place == pytest.approx((131, 96), abs=1.0)
    assert told.certain and told.zones == ("central",) and told.notes == ()
    assert cards.plane is not None and cards.fiducials is not None and set(cards.fiducials.found) == set(PILES.numbers)


def test_a_card_that_lies_face_down_on_the_pile_is_told() -> None:
    view = seen_from(PILES, 35, 8)
    beside, upon = card_at(view, 20, 230, None, True), card_at(view, 131, 96, None, True)
    image = photographed(PILES, view)
    assert TableReader([PILES], cards=ScriptedCards(beside)).read(image).notes == ()
    assert TableReader([PILES], cards=ScriptedCards(upon)).read(image).notes == (
        "a card lies face down in central: turn it over",
    )


@pytest.mark.parametrize("tilt", [0, 40])
def test_what_lies_on_the_pile_and_is_not_read_is_told(tilt: float) -> None:
    """Something grey on the place of the pile, of which the reader of cards says nothing."""
    view, cards = seen_from(PILES, tilt, 8), ScriptedCards()
    empty = photographed(PILES, view)
    assert TableReader([PILES], cards=cards).read(empty).missing == ()
    assert TableReader([PILES], cards=cards).read(np.asarray(empty * 0.6, np.uint8)).missing == (), "in the shade"
    covered = empty.copy()
    corners = project(view, np.array([[102, 58], [160, 52], [165, 136], [106, 141]], float))
    cv2.fillConvexPoly(covered, np.round(corners).astype(np.int32), (150, 140, 160))
    told = TableReader([PILES], cards=cards).read(covered)
    assert told.missing == ("something lies on central that is no card anybody can read: more light, or tidy it",)
    assert not told.certain
    upon = ScriptedCards(card_at(view, 131, 96, "D7"))
    assert TableReader([PILES], cards=upon).read(covered).missing == ()


def test_doubts_and_alternatives_are_kept() -> None:
    view = seen_from(MATS[0], 25, 3)
    doubtful = die_of(view, Lying(100, 40, 0, 3), certain=False)
    told = TableReader(MATS[:1], ScriptedDice([doubtful], unsure=True)).read(photographed(MATS[0], view))
    assert told.unsure and not told.certain
    assert (told.dice[0].alternatives, told.dice[0].zone) == (doubtful.alternatives, "0:combat")


@pytest.mark.parametrize(("doubts", "unsure"), [((), True), (("not a die",), False)], ids=["likely", "unlikely"])
def test_what_is_left_out_though_it_is_likely_a_die_leaves_the_view_unsure(
    doubts: tuple[Doubt, ...], unsure: bool
) -> None:
    view = seen_from(MATS[0], 25, 3)
    die = die_of(view, Lying(100, 40, 0, 3))
    x0, y0, x1, y1 = die.box
    box = (x0 - 300, y0 - 300, x1 + 300, y1 + 300)
    large = msgspec.structs.replace(die, box=box, certain=not doubts, doubts=doubts)
    told = TableReader(MATS[:1], ScriptedDice([large])).read(photographed(MATS[0], view))
    assert (told.dice, told.unsure) == ((), unsure)


# ------------------------------------------------------------------------------------------ what hides something


def test_a_cell_under_a_hand_is_covered_never_empty() -> None:
    pieces: dict[Cell, Colour] = {Cell("board", 4, 4): "red", Cell("board", 0, 0): "blue"}
    image = with_hand(
        photographed(BOARD, VIEW, image=with_pieces(BOARD, pieces)), VIEW, BOARD.sheet.grid("board").middle(4, 4)
    )
    told = TableReader([BOARD], ScriptedDice(), PlainBoards()).read(image)
    assert Cell("board", 4, 4) in told.covered and Cell("board", 8, 4) in told.covered
    assert on_cells(told.pieces) == {Cell("board", 0, 0): "blue"} and not told.certain


def test_a_die_on_the_board_covers_its_cells_and_those_behind_it() -> None:
    pieces: dict[Cell, Colour] = {Cell("board", 4, 4): "red", Cell("board", 3, 4): "blue", Cell("board", 6, 4): "green"}
    x, y = BOARD.sheet.grid("board").middle(4, 4)
    view = seen_from(BOARD, 35)
    die = Lying(x, y, 0, 2)
    image = with_dice(photographed(BOARD, view, image=with_pieces(BOARD, pieces)), view, [die])
    told = TableReader([BOARD], ScriptedDice([die_of(view, die)]), PlainBoards()).read(image)
    assert set(told.covered) == {Cell("board", 4, 4), Cell("board", 3, 4)}
    assert on_cells(told.pieces) == {Cell("board", 6, 4): "green"}


# ------------------------------------------------------------------------------------------ bad input


def read(image: Image, *pages: Page) -> tuple[str, ...]:
    """What is missing; each is one line."""
    boards = PlainBoards()
    told = TableReader(pages, ScriptedDice(), boards).read(image)
    if told.missing:
        assert not told.certain
    for page in pages:  # nothing is empty that nobody can see
        if any(page.sheet.grids) and told.missing:
            cells = {Cell(g.id, r, c) for g in page.sheet.grids for r in range(g.rows) for c in range(g.cols)}
            assert set(told.covered) == cells and told.pieces == ()
    assert all("\n" not in line for line in told.missing)
    return told.missing


def test_no_board_in_view() -> None:
    empty = np.full((720, 1280, 3), 90, np.uint8)
    assert read(empty, BOARD) == ("no printed sheet in view: point the camera at it, in good light",)
    assert read(empty, *MATS) == ("no printed sheet in view: point the camera at it, in good light",)


def test_half_a_board() -> None:
    (line,) = read(photographed(BOARD, seen_from(BOARD, 10, 0, 330, (0, 130))), BOARD)
    assert "only part of the sheet is in view: show its" in line and "lower right" in line


def test_another_games_board() -> None:
    (line,) = read(photographed(SPACE, VIEW), BOARD)
    assert "this is another sheet (Board G12" in line and "lay down the one of this game" in line
    (line,) = read(photographed(SPACE, VIEW), *MATS)
    assert "this is another sheet" in line


def test_a_mirrored_picture() -> None:
    mirrored = np.ascontiguousarray(photographed(BOARD, VIEW)[:, ::-1])
    assert read(mirrored, BOARD) == ("the picture is mirrored: use the rear camera, or switch mirroring off",)
    assert read(mirrored, *MATS) == ("the picture is mirrored: use the rear camera, or switch mirroring off",)


@pytest.mark.parametrize(
    "move",
    [lambda x, y: (0 * x, -4 * (1 - 2 * abs(y - 0.5))), lambda x, y: (-3 * np.sin(np.pi * y) * x**4, 0 * x)],
    ids=["folded", "curled"],
)
def test_a_fold_through_the_board(move: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]) -> None:
    (line,) = read(photographed(BOARD, VIEW, image=warped(painted(BOARD), move)), BOARD)
    assert line == "the sheet does not lie flat: smooth it down, or tape its corners"


def test_the_mat_of_one_seat_twice_and_that_of_the_other_not_at_all() -> None:
    view = seen_from(MATS[0], 15, 3, 680, (0, 115))
    image, _ = two_mats(MATS[0], MATS[0], view)
    assert read(image, *MATS) == (
        "Mat of seat 1 is in view twice: take one away",
        "Mat of seat 2 is not in view: print the page of each seat, and lay it down",
    )


def test_one_mat_of_two() -> None:
    view = seen_from(MATS[0], 25, 3)
    dice = [die_of(view, Lying(100, 40)), die_of(view, Lying(-40, -20))]
    told = TableReader(MATS, ScriptedDice(dice)).read(photographed(MATS[0], view))
    assert told.missing == ("Mat of seat 2 is not in view: lay it down, or move the camera back",)
    assert told.dice[0].zone == "0:combat" and told.zones == ("0:combat", "0:rally", "0:scoring")
    assert not told.lies_beside(told.dice[1])  # the other mat may lie under it


def test_the_second_mat_alone_sorts_its_dice_but_tells_no_place() -> None:
    view = seen_from(MATS[1], 25, 3)
    told = TableReader(MATS, ScriptedDice([die_of(view, Lying(100, 40))])).read(photographed(MATS[1], view))
    assert (told.dice[0].zone, told.dice[0].place) == ("1:combat", None)


@pytest.mark.parametrize("scale", [0.97, 1.0])
def test_a_mat_printed_at_97_percent_is_told_beside_another_and_changes_nothing(scale: float) -> None:
    view = seen_from(MATS[0], 15, 3, 640, (0, 110))
    image, there = two_mats(*MATS, view, scale)
    dice = [die_of(view, Lying(100, 40)), die_of(view, Lying(60, 120))]
    dice += [
        die_of(there @ np.diag([1 / scale, 1 / scale, 1]), Lying(x * scale, y * scale))
        for x, y in ((100, 40), (60, 120))
    ]
    told = TableReader(MATS, ScriptedDice(dice)).read(image)
    assert [die.zone for die in told.dice] == ["0:combat", "0:rally", "1:combat", "1:rally"]
    if scale == 1:
        assert told.notes == ()
    else:
        (line,) = told.notes
        assert "Mat of seat 2 is printed at 97 % of the size of Mat of seat 1" in line
    assert told.missing == () and told.certain  # it can be played on


def test_a_board_printed_at_97_percent_alone_is_read_like_any_other() -> None:
    """One sheet looks like a larger one farther off: nothing that is read may depend on its size."""
    pieces: dict[Cell, Colour] = {Cell("board", 2, 7): "red", Cell("score-1", 0, 9): "blue"}
    picture = photographed(BOARD, VIEW @ np.diag([0.97, 0.97, 1]), image=with_pieces(BOARD, pieces))
    told = TableReader([BOARD], ScriptedDice(), PlainBoards()).read(picture)
    assert on_cells(told.pieces) == pieces and told.certain


def test_a_fiducial_that_is_hidden_hides_nothing_else() -> None:
    pieces: dict[Cell, Colour] = {Cell("board", 2, 7): "red"}
    image = photographed(BOARD, VIEW, image=with_pieces(BOARD, pieces))
    corner = project(VIEW, np.array([[2, 2], [26, 2], [26, 26], [2, 26]], np.float64))
    cv2.fillConvexPoly(image, np.int32(corner), (60, 60, 60))
    told = TableReader([BOARD], ScriptedDice(), PlainBoards()).read(image)
    assert on_cells(told.pieces) == pieces and told.missing == ()


def test_a_board_needs_somebody_who_reads_it() -> None:
    with pytest.raises(ValueError, match="needs a reader of boards"):
        TableReader([BOARD], ScriptedDice())


def test_a_sheet_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(KeyError, match="G14"):
        pages_on_table("space-checkers", sheet="G14")
    assert [page.title for page in pages_on_table("army-vs-aliens-2012", 3)] == [f"Mat of seat {n}" for n in (1, 2, 3)]


# ------------------------------------------------------------------------------------------ boards and zones of others


def test_a_board_that_is_not_ours_is_read_from_four_taps() -> None:
    grid = BOARD.sheet.grid("board")
    pieces: dict[Cell, Colour] = {Cell("board", 1, 1): "red", Cell("board", 7, 3): "green"}
    image = photographed(BOARD, VIEW, image=with_pieces(BOARD, pieces))
    left, top, right, bottom = grid.box
    corners = project(VIEW, np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    tapped = TappedBoard(image, [(float(x), float(y)) for x, y in corners], Grid(9, 9))
    eyes = TableReader(dice=ScriptedDice(), boards=PlainBoards(), tapped=tapped)
    assert on_cells(eyes.read(image).pieces) == pieces
    lost = eyes.read(np.full((720, 1280, 3), 120, np.uint8))
    assert lost.missing == ("the board is not where it was: show the whole of it, or tap its corners again",)
    assert len(lost.covered) == 81


def test_lines_on_the_picture_stand_for_sheets_and_can_be_moved() -> None:
    view = seen_from(MATS[0], 25, 3)
    image = photographed(MATS[0], view)
    dice = [die_of(view, Lying(40, 100)), die_of(view, Lying(130, 60)), die_of(view, Lying(230, 100))]
    left, middle, right = (die.centre[0] / 1280 for die in dice)
    eyes = TableReader((), ScriptedDice(dice), lines=Zones(lines=((left + middle) / 2, right)))
    told = eyes.read(image)
    assert [die.zone for die in told.dice] == ["rally", "combat", None] and told.dice[2].across == ("combat", "scoring")
    assert told.zones == ("rally", "combat", "scoring") and told.missing == () and not told.certain
    assert eyes.move_lines(Zones(lines=(left / 2, right + 0.05))) is None  # nothing of a stream has been read
    assert [die.zone for die in eyes.read(image).dice] == ["combat"] * 3
    rest = next(look for n in range(40) if (look := eyes.look(Frame(image, n / 10))).settled)
    assert rest.view is not None and [die.zone for die in rest.view.dice] == ["combat"] * 3
    moved = eyes.move_lines(Zones(lines=((left + middle) / 2, (middle + right) / 2)))
    assert moved is not None
    by_place = sorted(moved.dice, key=lambda die: die.centre)
    assert [die.zone for die in by_place] == ["rally", "combat", "scoring"]
    assert all(die.certain for die in moved.dice) and eyes.look(Frame(image, 4.1)).view == moved


def test_a_view_stays_what_it_is_as_data() -> None:
    view = seen_from(MATS[0], 25, 3)
    told = TableReader(MATS[:1], ScriptedDice([die_of(view, Lying(100, 40))])).read(photographed(MATS[0], view))
    assert told.dice[0].zone == "0:combat"
    assert msgspec.json.decode(msgspec.json.encode(told), type=type(told)) == told

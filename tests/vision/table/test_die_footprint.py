"""Dice stand where they stand, from whatever side they are seen; and how exactly that is known is not made up."""

import msgspec
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.table.view import Colour, Die, Doubt
from seeds.sheets import pages
from tests.support.thoroughness import examples
from tests.support.vision.sheets import seen_from
from tests.support.vision.tables import LENS, Lying, die_of, raised
from vision.boards.board_reader import PartSeen, SheetSeen
from vision.boards.cell_classifier import CellReading
from vision.boards.grids import Field, parts_of
from vision.plane.camera_pose import Camera, camera_of
from vision.plane.plane import Plane
from vision.table.dice_on_table import NEAR, ROOM, beside_pieces, coloured_like, lost_among, possible
from vision.table.die_footprint import DIE, feet_of, side_of

PAGE = pages("army-vs-aliens-2011")[0]
SIZE = (1280, 720)


def camera_at(tilt: float, turn: float = 5.0, distance: float = 520.0) -> tuple[Camera, np.ndarray]:
    view = seen_from(PAGE, tilt, turn, distance)
    return camera_of(Plane(view, PAGE.sheet.size), SIZE), view


@pytest.mark.parametrize("tilt", [20, 40, 60])
def test_a_sheet_seen_from_the_side_tells_where_the_camera_stands(tilt: float) -> None:
    camera, view = camera_at(tilt)
    assert camera.tilt == pytest.approx(tilt, abs=0.5)
    assert camera.focal == pytest.approx(LENS[0, 0], rel=0.03)
    assert np.allclose(camera.lifted(16).outline, Plane(raised(view, 16), PAGE.sheet.size).outline, atol=0.5)


def test_from_straight_above_the_focal_length_is_taken_to_be_a_usual_one() -> None:
    camera, view = camera_at(0)
    assert camera.tilt < 0.5 and 0.7 * SIZE[0] < camera.focal < 1.3 * SIZE[0]
    apart = camera.lifted(16).outline - Plane(raised(view, 16), PAGE.sheet.size).outline
    assert np.abs(apart).max() < 3.0  # of about 10 by which the corners of the sheet move


@settings(max_examples=examples(60))
@example(tilt=0.0, turn=0.0, x=271.0, y=0.0, yaw=0.0, side=18.0)  # from above, a large one far from the middle
@given(
    tilt=st.floats(0, 60),
    turn=st.floats(-180, 180),
    x=st.floats(-20, 280),
    y=st.floats(-20, 210),
    yaw=st.floats(0, 90),
    side=st.sampled_from([12.0, 14.0, 16.0, 18.0, 22.0]),
)
def test_the_foot_of_a_die_is_where_it_stands(
    tilt: float, turn: float, x: float, y: float, yaw: float, side: float
) -> None:
    camera, view = camera_at(tilt, turn)
    dice = [die_of(view, Lying(x, y, yaw, side=side))]
    (foot,) = feet_of(dice, camera)
    assert np.linalg.norm(foot.middle - [x, y]) <= foot.error
    if side == 16:
        assert np.linalg.norm(foot.middle - [x, y]) < 1.5
        (by_box,) = feet_of([msgspec.structs.replace(dice[0], top=None)], camera)
        assert np.linalg.norm(by_box.middle - [x, y]) <= by_box.error


@pytest.mark.parametrize(("side", "told"), [(12.0, 12.0), (15.5, 16.0), (16.0, 16.0), (17.0, 16.0), (22.0, 22.0)])
def test_dice_of_another_size_are_noticed(side: float, told: float) -> None:
    camera, view = camera_at(40)
    dice = [die_of(view, Lying(30 + 40 * n, 60, 10 * n, side=side)) for n in range(5)]
    found, wrong = side_of(dice, camera)
    assert found == pytest.approx(told, abs=0.3)
    assert abs(found - side) <= wrong + 0.3


def test_what_nobody_can_know_exactly_is_said_to_be_less_exact() -> None:
    camera, view = camera_at(40)
    die = die_of(view, Lying(100, 80))
    (plain,) = feet_of([die], camera)
    worse: list[Die] = [
        msgspec.structs.replace(die, doubts=("stacked",)),
        msgspec.structs.replace(die, doubts=("leaning",)),
        msgspec.structs.replace(die, doubts=("cut off",)),
        msgspec.structs.replace(die, top=None),
        msgspec.structs.replace(die, box=(die.box[0], die.box[1], die.box[2], die.box[3] + 30)),
    ]
    assert all(foot.error > plain.error for foot in feet_of(worse, camera))
    assert feet_of([die], camera_at(60)[0])[0].error > plain.error


def test_no_dice_have_no_feet() -> None:
    assert feet_of([], camera_at(30)[0]) == []


def test_what_is_of_no_dies_size_on_the_table_is_no_die() -> None:
    """A whole sheet, or a group of pawns, that the dice's eyes took for one."""
    page = pages("doubles-wild")[0]
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)
    sizes = {4.0: False, 12.0: True, 16.0: True, 40.0: True, 60.0: False, 250.0: False}
    dice = [
        Die(box=(x, 100, x + 2 * side, 100 + 2 * side), value=6, colour=None, confidence=0.9, certain=True)
        for x, side in zip((0, 50, 100, 150, 250, 400), sizes, strict=True)
    ]
    assert possible(dice, [(page, plane)], SIZE) == tuple(
        die for die, fits in zip(dice, sizes.values(), strict=True) if fits
    )
    assert possible(dice, [], SIZE) == tuple(dice)


def test_a_doubtful_find_is_a_die_only_if_it_is_about_as_large_as_the_others() -> None:
    """The head of a pawn is a third as large; a die seen over its corner is half as large again."""
    page = pages("space-checkers")[0]
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)

    def sized(x: float, side: float, confidence: float) -> Die:
        box = (x, 300.0, x + 2 * side, 300.0 + 2 * side)
        certain = confidence > 0.95
        return Die(box=box, value=1, colour="blue", confidence=confidence, certain=certain,
                   doubts=() if certain else ("covered",))  # fmt: skip

    die, head, corner = sized(60, 20, 0.99), sized(150, 7, 0.4), sized(200, 29, 0.3)
    assert possible([die, head, corner], [(page, plane)], SIZE) == (die, corner)
    assert possible([head], [(page, plane)], SIZE) == (head,), "of one alone nothing is known"


def test_what_may_be_a_part_of_another_die_is_in_doubt() -> None:
    """One die that was found twice, of which the second is its upper face; beside it one half behind another."""
    page = pages("army-vs-aliens-2012")[0]
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)

    def found(*box: float) -> Die:
        return Die(box=box, value=6, colour="white", confidence=0.98, certain=True)  # type: ignore[arg-type]

    twice = [found(82, 114, 112, 146), found(86, 107, 103, 127)]
    behind = [found(200, 100, 232, 132), found(220, 90, 250, 120)]
    seen = possible([*twice, *behind], [(page, plane)], SIZE)
    assert (seen[0], *seen[2:]) == (twice[0], *behind)
    assert not seen[1].certain and seen[1].doubts == ("not a die",) and seen[1].confidence == 0.5


@pytest.mark.parametrize("turn", [5.0, 100.0])
def test_the_side_of_a_die_that_was_read_as_another_is_in_doubt(turn: float) -> None:
    """Both would stand in one place; dice that touch stand a side apart."""
    camera, view = camera_at(40, turn)
    whole, beside = (die_of(view, Lying(x, 80)) for x in (100, 116))
    x0, y0, x1, y1 = whole.box
    upper = msgspec.structs.replace(whole, box=(x0, y0, x1, 0.35 * y0 + 0.65 * y1))
    side = msgspec.structs.replace(whole, box=(x0, 0.65 * y0 + 0.35 * y1, x1, y1), top=None, value=4)
    sheet = [(PAGE, camera.plane)]
    for pair in ([upper, side, beside], [whole, side, beside]):
        assert [die.certain for die in possible(pair, sheet, SIZE)] == [True, False, True]


def test_what_has_no_face_and_lies_where_a_fiducial_is_printed_is_the_fiducial() -> None:
    page = pages("space-checkers")[0]
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)
    x, y = np.mean(page.sheet.fiducial(2), 0).tolist()

    def at(x: float, y: float, value: int | None = None) -> Die:
        box = (2 * x - 16, 2 * y - 16, 2 * x + 16, 2 * y + 16)
        doubts: tuple[Doubt, ...] = ("not a die",) if value is None else ("faces alike",)
        return Die(box=box, value=value, colour=None, confidence=0.5, certain=False, doubts=doubts)

    unlikely = msgspec.structs.replace(at(x, y, 5), confidence=0.1)
    dice = [at(x, y), at(x + 1, y - 1), at(x - 30, y), at(x, y, 6), unlikely]
    assert possible(dice, [(page, plane)], SIZE) == (dice[2], dice[3])


def test_two_that_together_look_no_larger_than_a_die_may_be_its_top_and_its_side() -> None:
    """Their middles are farther apart than those of a die and its side mostly are, but nearer than those of two."""
    camera, view = camera_at(40, 30.0)
    whole, *others = (die_of(view, Lying(x, y)) for x, y in ((100, 80), (60, 30), (160, 40), (200, 90), (40, 120)))
    x0, y0, x1, y1 = whole.box
    wide, high = x1 - x0, y1 - y0
    top = msgspec.structs.replace(whole, box=(x0 + 0.2 * wide, y0, x1, y0 + 0.65 * high), top=None)
    side = msgspec.structs.replace(whole, box=(x0, y0 + 0.4 * high, x0 + 0.85 * wide, y1), top=None, value=4)
    apart = np.linalg.norm(np.subtract(*(foot.middle for foot in feet_of([top, side], camera)))) / DIE
    assert ROOM < apart < NEAR
    seen = possible([top, side, *others], [(PAGE, camera.plane)], SIZE)
    assert [die.certain for die in seen] == [True, False, True, True, True, True], "the lower one is the side"


def test_what_shows_a_unit_where_the_legend_does_is_the_legend() -> None:
    page = PAGE
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)

    def at(x: float, y: float, face: str | None = None, value: int | None = None) -> Die:
        box = (2 * x - 14, 2 * y - 14, 2 * x + 14, 2 * y + 14)
        return Die(box=box, value=value, colour=None, confidence=0.99, certain=True, face=face)

    (x, y), (u, v) = page.sheet.legend[2], np.mean(page.sheet.fiducial(1), 0).tolist()
    dice = [at(x, y, "Tank"), at(x + 12, y, "Tank"), at(x, y, None, 3), at(u, v, "Tank")]
    assert possible(dice, [(page, plane)], SIZE) == tuple(dice[1:]), "pips, and dice on fiducials, are dice"


def test_what_may_be_no_die_is_none_on_a_cell() -> None:
    """It is what the grid says of it; one beside the grids may be a die that nobody can read."""
    part = parts_of(tuple(map(Field.of, pages("space-checkers")[0].sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), pages("space-checkers")[0].sheet.size))
    looked = [SheetSeen((part.field,), (PartSeen(part, plane, (), True),))]
    x, y = plane.pixels(np.array([[3.5, 3.5]]))[0].tolist()
    on, off = (
        Die(box=(u - 16, v - 16, u + 16, v + 16), value=None, colour=None, confidence=0.0, certain=False,
            doubts=("not a die",))
        for u, v in ((x, y), (1000.0, 900.0))
    )  # fmt: skip
    blurred = msgspec.structs.replace(on, doubts=("blurred",))
    six, pawn = (msgspec.structs.replace(on, value=value, confidence=p) for value, p in ((6, 0.6), (1, 0.4)))
    seen = beside_pieces([on, six, pawn, blurred, off], looked)
    assert seen == (six, blurred, off), "one that nobody can read is a die"


@pytest.mark.parametrize(("confidence", "doubts", "kept"), [
    (0.95, ("faces alike",), True), (0.6, ("faces alike",), False), (0.95, ("not a die",), False),
])  # fmt: skip
def test_a_likely_die_of_which_only_the_face_is_in_doubt_is_no_piece(
    confidence: float, doubts: tuple[Doubt, ...], kept: bool
) -> None:
    """A rounded red die with two faint pips was taken for a red marker, for certain."""
    part = parts_of(tuple(map(Field.of, pages("space-checkers")[0].sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), pages("space-checkers")[0].sheet.size))
    piece = CellReading(3, 3, "red", 0.97, certain=True, covered=False)
    x, y = plane.pixels(np.array([[3.5, 3.5]]))[0].tolist()
    die = Die(
        box=(x - 8, y - 8, x + 8, y + 8), value=2, colour="red", confidence=confidence, certain=False, doubts=doubts
    )
    seen = beside_pieces([die], [SheetSeen((part.field,), (PartSeen(part, plane, (piece,), True),))])
    assert [one.doubts for one in seen] == ([("faces alike", "not a die")] if kept else [])


@pytest.mark.parametrize(("die_colour", "in_play", "other", "kept"), [
    ("green", ("red", "blue"), "blue", False), ("green", ("red", "green"), "blue", True),
    ("green", (), "blue", True), ("red", ("red", "blue"), "blue", True), ("green", ("red", "blue"), None, True),
])  # fmt: skip
def test_what_has_the_colour_of_a_piece_and_of_none_of_the_dice_is_the_piece(
    die_colour: Colour, in_play: tuple[Colour, ...], other: Colour | None, kept: bool
) -> None:
    """A green marker with drawings on it was read as a six, for certain at times, and what stood there was hidden by
    it. The marker's colour was in doubt, and that there was one was not."""
    part = parts_of(tuple(map(Field.of, pages("doubles-wild")[0].sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), pages("doubles-wild")[0].sheet.size))
    piece = CellReading(3, 3, "green", 0.9, certain=False, covered=False, alternatives=((other, 0.08),))
    x, y = plane.pixels(np.array([[3.5, 3.5]]))[0].tolist()
    six = Die(box=(x - 8, y - 8, x + 8, y + 8), value=6, colour=die_colour, confidence=0.99, certain=True)
    looked = [SheetSeen((part.field,), (PartSeen(part, plane, (piece,), True),))]
    assert beside_pieces([six], looked, in_play) == ((six,) if kept else ())


def test_what_is_doubted_on_a_cell_and_much_smaller_than_the_dice_is_none_unless_a_part_of_it_is_hidden() -> None:
    """A marker among dice: even if it is likely one, it is smaller than a die of theirs can look."""
    page = pages("doubles-wild")[0]
    part = parts_of(tuple(map(Field.of, page.sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size))
    looked = [SheetSeen((part.field,), (PartSeen(part, plane, (), True),))]
    x, y = plane.pixels(np.array([[3.5, 3.5]]))[0].tolist()

    def blue(side: float, middle: tuple[float, float] = (x, y)) -> Die:
        (u, v), half = middle, side / 2
        return Die(box=(u - half, v - half, u + half, v + half), value=2, colour="blue", confidence=0.6, certain=False,
            doubts=("faces alike",))  # fmt: skip

    die = msgspec.structs.replace(blue(40, (1000.0, 900.0)), confidence=0.99, certain=True, doubts=())
    marker = blue(26)
    sure = msgspec.structs.replace(marker, confidence=0.99, certain=True, doubts=())
    hidden = msgspec.structs.replace(marker, doubts=("faces alike", "covered"))
    of_another_set = msgspec.structs.replace(marker, colour="red")
    for other in (sure, hidden, of_another_set, blue(30), blue(26, (1100.0, 900.0))):
        assert beside_pieces([die, other], looked) == (die, other)
    assert beside_pieces([die, marker], looked) == (die,)


def test_what_is_dropped_where_a_die_lay_and_none_does_any_more_may_be_that_die() -> None:
    """Half a die that a pushed sheet took along was too small for one; what is dropped elsewhere, was printed there, or
    stands on a grid, is none."""
    lay = Die(box=(100, 300, 140, 340), value=1, colour="white", confidence=0.99, certain=True)
    pushed = msgspec.structs.replace(lay, box=(110, 315, 150, 355))
    part = Die(box=(120, 325, 140, 345), value=1, colour="white", confidence=0.1, certain=False, doubts=("not a die",))
    elsewhere = msgspec.structs.replace(part, box=(220, 325, 240, 345))
    in_doubt = msgspec.structs.replace(lay, certain=False)
    assert lost_among([part], [], [lay], [], []) == (msgspec.structs.replace(lay, box=part.box),)
    assert not lost_among([part], [], [in_doubt], [], []) and not lost_among([elsewhere], [], [lay], [], [])
    assert not lost_among([pushed, part], [pushed], [lay], [], [])
    page = pages("army-vs-aliens-2012")[0]
    plane = Plane(np.diag([2.0, 2.0, 1.0]), page.sheet.size)
    x, y = plane.pixels(np.array([page.sheet.legend[2]]))[0].tolist()
    printed = msgspec.structs.replace(part, box=(x - 12, y - 12, x + 12, y + 12))
    above = msgspec.structs.replace(lay, box=printed.box)
    assert lost_among([printed], [], [above], [], []) and not lost_among([printed], [], [above], [(page, plane)], [])
    board = pages("space-checkers")[0]
    grid = parts_of(tuple(map(Field.of, board.sheet.grids[:1])))[0]
    cells = grid.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), board.sheet.size))
    looked = [SheetSeen((grid.field,), (PartSeen(grid, cells, (), True),))]
    u, v = cells.pixels(np.array([[3.5, 3.5]]))[0].tolist()
    pawn = msgspec.structs.replace(part, box=(u - 12, v - 12, u + 12, v + 12))
    assert not lost_among([pawn], [], [msgspec.structs.replace(lay, box=pawn.box)], [], looked)


def test_what_is_hardly_a_die_is_none_unless_it_has_the_colour_of_one() -> None:
    """What is printed on a sheet looks a little like white dice."""
    none = Die(box=(0, 0, 30, 30), value=1, colour=None, confidence=0.1, certain=False, doubts=("not a die",))
    white, blue = (msgspec.structs.replace(none, colour=colour) for colour in ("white", "blue"))
    unreadable = msgspec.structs.replace(none, doubts=("faces alike",))
    likelier = msgspec.structs.replace(none, confidence=0.6)
    dice = (none, white, blue, unreadable, likelier)
    assert coloured_like(dice, ("blue", "red")) == (blue, unreadable, likelier)
    assert coloured_like(dice, ("white", "red")) == (white, unreadable, likelier)
    assert coloured_like(dice, ()) == dice, "nobody knows"


def test_two_rows_of_pawns_are_no_six() -> None:
    """Their feet are seen where a die would hide them; a die that stands between two pawns hides none."""
    part = parts_of(tuple(map(Field.of, pages("space-checkers")[0].sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), pages("space-checkers")[0].sheet.size))
    sites = tuple(CellReading(row, col, "blue", 0.99, certain=True, covered=False) for row in (3, 4) for col in (3, 4))
    looked = [SheetSeen((part.field,), (PartSeen(part, plane, sites, True),))]

    def die_at(x: float, y: float, confidence: float) -> Die:
        (left, top), (right, bottom) = plane.pixels(np.array([[x - 1, y - 1], [x + 1, y + 1]])).tolist()
        box = (left, top, right, bottom)
        return Die(box=box, value=6, colour="blue", confidence=confidence, certain=confidence > 0.95)

    between = die_at(6.0, 4.0, 0.98)
    assert beside_pieces([die_at(4.0, 4.0, 0.98), die_at(4.0, 4.0, 0.6), between], looked) == (between,)


@pytest.mark.parametrize(
    ("colour", "confidence", "doubts", "kept"),
    [
        ("green", 0.98, ("not a die",), False),
        ("green", 0.98, ("faces alike",), True),  # a die, whatever it shows
        ("green", 0.99, (), True),
        ("white", 0.98, ("not a die",), True),
    ],
)
def test_a_find_of_a_pieces_colour_around_its_feet_is_the_piece(
    colour: Colour, confidence: float, doubts: tuple[Doubt, ...], kept: bool
) -> None:
    """The middle of a pawn lies beside its cell, seen from the side: a captured one looked like a direction die."""
    part = parts_of(tuple(map(Field.of, pages("space-checkers")[0].sheet.grids[:1])))[0]
    plane = part.field.plane(Plane(np.diag([2.0, 2.0, 1.0]), pages("space-checkers")[0].sheet.size))
    pawn = CellReading(0, 3, "green", 0.99, certain=True, covered=False)
    looked = [SheetSeen((part.field,), (PartSeen(part, plane, (pawn,), True),))]
    (left, top), (right, bottom) = plane.pixels(np.array([[3.1, -1.1], [3.9, 0.7]])).tolist()
    box = (left, top, right, bottom)
    find = Die(box=box, value=None, colour=colour, confidence=confidence, certain=not doubts, doubts=doubts, face="red")
    assert beside_pieces([find], looked) == ((find,) if kept else ())


def test_a_digit_of_the_legend_is_no_die_unless_it_surely_is_one() -> None:
    plane = Plane(np.diag([2.0, 2.0, 1.0]), PAGE.sheet.size)
    x, y = PAGE.sheet.legend[5]
    box = (2 * x + 13, 2 * y - 13, 2 * x + 39, 2 * y + 13)
    digit = Die(box=box, value=1, colour="white", confidence=0.4, certain=False, doubts=("not a die",))
    die = msgspec.structs.replace(digit, confidence=0.99, certain=True, doubts=())
    assert possible([digit, die], [(PAGE, plane)], SIZE) == (die,)

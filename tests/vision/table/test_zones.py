"""Which die lies in which zone: what is told for certain is so, and what lies across a line is never guessed."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.view import zone_name, zone_parts
from seeds.sheets import pages
from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import Lying, corners_of, die_of, with_dice
from vision.plane.plane import Plane
from vision.table.dice_on_table import place
from vision.table.die_footprint import DieFootprint
from vision.table.zones import (
    CameraPositionCheck,
    DrawnZones,
    Zone,
    ZoneError,
    feet_in_picture,
    in_picture,
    signed_distances,
    sort_feet,
    zones_of,
)

MATS = pages("army-vs-aliens-2011")
MAT = MATS[0]
ZONES = zones_of(MAT)
SIZE = (1280, 720)


def lying(x: float, y: float, turn: float = 0.0, error: float = 1.0) -> DieFootprint:
    return DieFootprint(corners_of(Lying(x, y, turn)), error)


def test_zones_are_called_by_area_and_seat() -> None:
    assert [zone.name for zone in ZONES] == ["0:combat", "0:rally", "0:scoring"]
    assert [zone.name for zone in zones_of(MATS[3])] == ["3:combat", "3:rally", "3:scoring"]
    assert [zone.name for zone in zones_of(pages("dinosaurs-vs-army-men")[0])] == ["central"]
    assert zone_parts("3:rally") == ("rally", 3) and zone_parts("central") == ("central", None)
    assert zone_parts(zone_name("combat", 1)) == ("combat", 1)


@pytest.mark.parametrize(
    ("x", "y", "zone", "across"),
    [
        (130, 43, "0:combat", ()),
        (60, 120, "0:rally", ()),
        (200, 120, "0:scoring", ()),
        (130, 180, None, ()),  # below the zones
        (-40, 100, None, ()),  # beside the mat
        (100, 85, None, ("0:combat", "0:rally")),
        (180, 85, None, ("0:combat", "0:scoring")),
        (130, 120, None, ("0:rally", "0:scoring")),
        (130, 85, None, ("0:combat", "0:rally", "0:scoring")),
        (130, 4, None, ("0:combat",)),  # half beyond the upper edge
        (130, 10, "0:combat", ()),  # two millimetres over the edge: nobody would ask
        (130, -4.5, None, ("0:combat",)),  # half a millimetre may be within
        (130, -6, None, ()),
    ],
)
def test_a_die_lies_in_a_zone_beside_all_or_across(x: float, y: float, zone: str | None, across: tuple) -> None:
    (told,) = sort_feet([lying(x, y)], ZONES)
    assert (told.zone, told.across) == (zone, across)


def test_the_less_exact_the_foot_the_more_is_unsure() -> None:
    answers = [sort_feet([lying(130, 68, error=error)], ZONES)[0] for error in (0.5, 2.0, 14.0)]
    assert [told.zone for told in answers] == ["0:combat", "0:combat", None]
    assert answers[2].across == ("0:combat", "0:rally", "0:scoring")


@settings(max_examples=200)
@given(
    x=st.floats(-30, 290),
    y=st.floats(-30, 220),
    turn=st.floats(0, 90),
    error=st.floats(0.5, 5),
    way=st.floats(0, 6.3),
    share=st.floats(0, 1),
)
def test_what_is_told_for_certain_holds_wherever_within_its_error_the_die_is(
    x: float, y: float, turn: float, error: float, way: float, share: float
) -> None:
    true = corners_of(Lying(x, y, turn))
    off = share * error * np.array([np.cos(way), np.sin(way)])
    (told,) = sort_feet([DieFootprint(true + off, error)], ZONES)
    inner = np.concatenate([true * a + np.roll(true, -1, 0) * (1 - a) for a in np.linspace(0, 1, 9)])
    whole = np.concatenate([inner, (inner - [x, y]) * 0.5 + [x, y], [[x, y]]])
    touched = {zone.name for zone in ZONES if signed_distances(whole, zone.outline).max() > 0.01}
    if told.zone is not None:
        assert touched == {told.zone} and told.across == ()
        outline = next(zone.outline for zone in ZONES if zone.name == told.zone)
        assert signed_distances(np.array([[x, y]]), outline)[0] > 0
    else:
        assert touched <= set(told.across)


@settings(max_examples=100)
@given(
    points=st.lists(st.tuples(st.floats(-5, 15), st.floats(-5, 15)), min_size=1, max_size=20),
    corners=st.integers(3, 9),
    seed=st.integers(0, 99),
)
def test_distances_to_a_polygon_are_those_of_opencv(points: list, corners: int, seed: int) -> None:
    g = np.random.default_rng(seed)
    angles, radii = np.sort(g.uniform(0, 2 * np.pi, corners)), g.uniform(2, 6, corners)
    outline = np.float32(np.stack([5 + radii * np.cos(angles), 5 + radii * np.sin(angles)], 1))
    told = signed_distances(np.array(points, np.float64), outline.astype(np.float64))
    for point, distance in zip(points, told, strict=True):
        assert distance == pytest.approx(cv2.pointPolygonTest(outline, point, True), abs=1e-3)


@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_dice_are_sorted_by_their_feet_not_by_their_tops(tilt: float) -> None:
    """Fifteen millimetres from the edge of a zone, on either side; the top of each is seen elsewhere."""
    view = seen_from(MAT, tilt, 3)
    plane = Plane(view, MAT.sheet.size)
    within = [Lying(60, 72 + 31), Lying(120, 82 - 15), Lying(48, 40), Lying(180, 104), Lying(113, 130)]
    beside = [Lying(15, 40), Lying(245, 20), Lying(60, 172), Lying(275, 100)]
    placed = place([die_of(view, one) for one in within + beside], SIZE, plane, [(MAT, plane)])
    assert [die.zone for die in placed.dice[:5]] == ["0:rally", "0:combat", "0:combat", "0:scoring", "0:rally"]
    assert [(die.zone, die.across) for die in placed.dice[5:]] == [(None, ())] * 4
    for die, true in zip(placed.dice, within + beside, strict=True):
        assert die.place is not None and np.hypot(die.place[0] - true.x, die.place[1] - true.y) < 1.5


def test_a_die_across_a_line_is_unsure_and_keeps_its_face() -> None:
    view = seen_from(MAT, 30)
    plane = Plane(view, MAT.sheet.size)
    (die,) = place([die_of(view, Lying(100, 85, value=4))], SIZE, plane, [(MAT, plane)]).dice
    assert (die.zone, set(die.across), die.certain, die.value) == (None, {"0:combat", "0:rally"}, False, 4)
    assert die.doubts == ("across a line",)


# ------------------------------------------------------------------------------------------ zones that players draw


def halves() -> DrawnZones:
    return DrawnZones.between_lines(
        SIZE, [((640, 100), (640, 700)), ((0, 360), (100, 360))], {"rally": (300, 100), "combat": (900, 100)}
    )


def test_lines_cut_the_picture_and_taps_name_the_parts() -> None:
    drawn = halves()
    assert {zone.name: cv2.contourArea(zone.outline.astype(np.float32)) for zone in drawn.zones} == {
        "rally": 640 * 360,
        "combat": 640 * 360,
    }
    feet = [
        DieFootprint(corners_of(Lying(x, y, side=40)), 4.0) for x, y in ((200, 200), (900, 200), (640, 200), (300, 600))
    ]
    told = drawn.sort(feet)
    assert [(one.zone, one.across) for one in told] == [
        ("rally", ()),
        ("combat", ()),
        (None, ("rally", "combat")),
        (None, ()),
    ]


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.tuples(st.floats(0, 1280), st.floats(0, 720)), st.tuples(st.floats(0, 1280), st.floats(0, 720))),
        min_size=1,
        max_size=4,
    ),
    st.tuples(st.floats(1, 1279), st.floats(1, 719)),
)
def test_a_tap_names_the_part_it_is_in(lines: list, tap: tuple[float, float]) -> None:
    try:
        drawn = DrawnZones.between_lines(SIZE, lines, {"here": tap})
    except ZoneError as fault:
        assert "\n" not in str(fault)
        return
    outline = drawn.zones[0].outline
    assert signed_distances(np.array([tap]), outline)[0] > 0
    for (x0, y0), (x1, y1) in lines:  # no line runs through the part
        side = (outline[:, 0] - x0) * (y1 - y0) - (outline[:, 1] - y0) * (x1 - x0)
        assert side.max() <= 1e-3 * max(SIZE) ** 2 or side.min() >= -1e-3 * max(SIZE) ** 2
        assert min(side.max(), -side.min()) < 1.0


SQUARE = np.array([[100, 100], [400, 100], [400, 400], [100, 400]], np.float64)


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ([("a", SQUARE), ("a", SQUARE + 400)], "drawn twice"),
        ([("a", SQUARE[:2])], "three corners"),
        ([("a", SQUARE * [1, np.nan])], "no place in the picture"),
        ([("a", SQUARE[[0, 2, 1, 3]])], "crosses itself"),
        ([("a", SQUARE * 0.02)], "too small"),
    ],
)
def test_zones_that_can_be_none_are_refused_in_one_line(zones: list, message: str) -> None:
    with pytest.raises(ZoneError, match=message) as fault:
        DrawnZones(SIZE, tuple(Zone(name, outline) for name, outline in zones))
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("lines", "taps", "message"),
    [
        ([((10, 10), (12, 10))], {"a": (50, 50)}, "too short"),
        ([((640, 0), (640, 720))], {"a": (50, 50), "b": (60, 60)}, "no line parts b from a"),
        ([((640, 0), (640, 720))], {"a": (2000, 50)}, "beyond the picture"),
        ([((640, 0), (640, 720))], {"a": (640, 50)}, "lies on a line"),
    ],
)
def test_lines_and_taps_that_tell_nothing_are_refused(lines: list, taps: dict, message: str) -> None:
    with pytest.raises(ZoneError, match=message):
        DrawnZones.between_lines(SIZE, lines, taps)


@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_without_a_plane_the_foot_is_what_the_sides_lead_down_to(tilt: float) -> None:
    view = seen_from(MAT, tilt, 3)
    for true in (Lying(40, 40), Lying(130, 90, 30), Lying(240, 170, 60)):
        (foot,) = feet_in_picture([die_of(view, true)])
        (known,) = in_picture([DieFootprint(corners_of(true), 1.0)], view)
        assert np.linalg.norm(foot.middle - known.middle) <= foot.error
        # A millimetre is one to three pixels there.
        assert 0.5 < known.error < 4


def test_the_camera_stands_while_dice_and_light_change_and_is_noticed_when_it_moves() -> None:
    view = seen_from(MAT, 30, 3)
    first = photographed(MAT, view)
    stand = CameraPositionCheck(first)
    dice = [Lying(30 + 25 * n, 40 + 13 * (n % 3), 20 * n) for n in range(9)]
    assert not stand.moved(photographed(MAT, view, 1))
    assert not stand.moved(with_dice(first, view, dice))
    assert not stand.moved(cv2.convertScaleAbs(with_dice(first, view, dice), alpha=0.8))
    for by in ((7, 0), (0, -9), (20, 12)):
        moved = cv2.warpAffine(first, np.float32([[1, 0, by[0]], [0, 1, by[1]]]), SIZE, borderMode=cv2.BORDER_REPLICATE)
        assert stand.moved(np.asarray(moved, np.uint8))
    assert stand.moved(first[:360, :640])

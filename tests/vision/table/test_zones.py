"""Which die lies in which zone: what is told for certain is so, and what lies across a line is never guessed."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.view import Die, Zones, zone_name, zone_parts
from seeds.sheets import pages
from tests.support.thoroughness import examples
from tests.support.vision.sheets import seen_from
from tests.support.vision.tables import Lying, corners_of, die_of
from vision.plane.plane import Plane, project
from vision.table.dice_on_table import place
from vision.table.die_footprint import DieFootprint
from vision.table.zones import (
    feet_in_picture,
    signed_distances,
    sort_between,
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


@settings(max_examples=examples(200))
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


@settings(max_examples=examples(100))
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


@pytest.mark.slow
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


# ------------------------------------------------------------------------------------------ lines on the picture


def test_lines_part_the_picture_into_bands_and_a_die_on_a_line_is_unsure() -> None:
    """Lines are at 320 and 960, dice are forty pixels wide; a foot may stand anywhere within its box."""
    upright = [
        Die(box=(x, 400, x + 40, 440), value=4, colour="blue", confidence=1, certain=True)
        for x in (-10, 279, 300, 321, 925, 961, 1260)
    ]
    top = ((921.0, 400.0), (951.0, 400.0), (951.0, 430.0), (921.0, 430.0))
    leaning = Die(box=(921, 400, 962, 440), value=4, colour="blue", confidence=1, certain=True, top=top)
    told = sort_between([*upright, leaning], Zones(lines=(0.25, 0.75)), 1280)
    assert [(one.zone, one.across) for one in told] == [
        ("rally", ()),
        ("rally", ()),
        (None, ("rally", "combat")),
        ("combat", ()),
        (None, ("combat", "scoring")),
        ("scoring", ()),
        ("scoring", ()),
        (None, ("combat", "scoring")),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (720, 1280)])
def test_lines_are_shares_of_whatever_picture_comes(size: tuple[int, int]) -> None:
    width, height = size
    x, y = 0.5 * width, 0.97 * height
    die = Die(box=(x, y - 30, x + 30, y), value=4, colour="blue", confidence=0.99, certain=True)
    placed = place([die], size, None, [], Zones(lines=(0.25, 0.75)))
    assert [one.zone for one in placed.dice] == ["combat"] and placed.zones == ("rally", "combat", "scoring")
    (moved,) = place([die], size, None, [], Zones(lines=(0.25, (x + 9) / width))).dice
    assert (moved.zone, moved.across, moved.certain) == (None, ("combat", "scoring"), False)


@pytest.mark.slow
@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_without_a_plane_the_foot_is_what_the_sides_lead_down_to(tilt: float) -> None:
    view = seen_from(MAT, tilt, 3)
    for true in (Lying(40, 40), Lying(130, 90, 30), Lying(240, 170, 60)):
        (foot,) = feet_in_picture([die_of(view, true)])
        assert np.linalg.norm(foot.middle - project(view, corners_of(true)).mean(0)) <= foot.error

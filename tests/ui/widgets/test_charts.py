"""Charts without a browser: where lines and bars go, and that nothing rests on colour alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.widgets.basic.charts import BOTTOM, LEFT, RIGHT, TOP, Series, bar_drawing, lines_drawing, ticks

SVG = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 400.0, 220.0


def drawn(*series: tuple[float, ...], low: float = 0, high: float = 10, at: int | None = None) -> ElementTree.Element:
    named = tuple(Series(f"P{number}", values) for number, values in enumerate(series))
    return ElementTree.fromstring(lines_drawing(named, WIDTH, HEIGHT, low, high, at))


def lines(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return [one for one in picture.iter(f"{SVG}path") if one.get("stroke-width") == "2.6" and one.get("d", "")[0] == "M"
            and "H" in one.get("d", "")]  # fmt: skip


@given(st.floats(-1000, 1000), st.floats(0.01, 1000))
def test_ticks_are_round_few_and_hold_both_ends(low: float, span: float) -> None:
    found = ticks(low, low + span)
    assert found[0] <= low + 1e-6 and found[-1] >= low + span - 1e-6 and 2 <= len(found) <= 8
    assert found == sorted(found)


def test_a_line_begins_and_ends_at_its_values() -> None:
    (line,) = lines(drawn((0.0, 0.0, 5.0, 10.0)))
    numbers = [float(one) for one in re.findall(r"[-\d.]+", line.get("d", ""))]
    assert numbers[:2] == [LEFT, HEIGHT - BOTTOM]
    assert numbers[-1] == WIDTH - RIGHT and min(numbers[1:]) == TOP


def test_a_step_is_upright() -> None:
    (line,) = lines(drawn((0.0, 10.0)))
    assert line.get("d") == f"M{LEFT:g} {HEIGHT - BOTTOM:g}H{WIDTH - RIGHT:g}V{TOP:g}H{WIDTH - RIGHT:g}"


def test_eight_lines_differ_without_their_colours() -> None:
    picture = drawn(*[tuple(float(n + step) for step in range(4)) for n in range(8)], high=12)
    dashes = [line.get("stroke-dasharray") for line in lines(picture)]
    assert len(dashes) == 8 and len(set(dashes)) == 4
    kinds = {one.tag for one in picture.iter()} & {f"{SVG}circle", f"{SVG}rect"}
    assert len(kinds) == 2, "lines with the same dashes have other marks"


def test_the_moment_that_is_shown_has_a_line_of_its_own() -> None:
    without = len(list(drawn((0.0, 5.0, 5.0)).iter(f"{SVG}path")))
    assert len(list(drawn((0.0, 5.0, 5.0), at=1).iter(f"{SVG}path"))) == without + 1


@pytest.mark.parametrize("values", [(0.0,), (0.0, 0.0), (-3.0, 0.0, 4.0), tuple(float(n) for n in range(3000))])
def test_any_course_can_be_drawn(values: tuple[float, ...]) -> None:
    picture = drawn(values, low=min(0.0, *values), high=max(1.0, *values))
    assert len(lines(picture)) == 1


def test_a_bar_ends_at_its_value_and_its_whisker_around_it() -> None:
    picture = ElementTree.fromstring(bar_drawing(0.5, 0.25, 0.75, 0.4, 1.0, 208))
    (bar,) = picture.iter(f"{SVG}rect")
    assert float(bar.get("width", "")) == 100
    whisker = [one.get("d", "") for one in picture.iter(f"{SVG}path")][-1]
    assert whisker.startswith("M51 ") and "H151" in whisker
    assert any(one.get("stroke-dasharray") for one in picture.iter(f"{SVG}path")), "the expected line is dashed"

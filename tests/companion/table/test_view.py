"""The words for what is seen: what may count, and what zones are called."""

import msgspec
import pytest

from companion.table.view import NARROWEST, Cell, Die, TableView, Zones, zone_name, zone_parts

DIE = Die(box=(0, 0, 30, 30), value=3, colour="blue", confidence=0.999, certain=True)
VIEW = TableView(time=0.0, width=1280, height=720, dice=(DIE,), zones=("0:combat", "0:rally"))


def seen(**changed: object) -> TableView:
    return msgspec.structs.replace(VIEW, **changed)


def test_a_view_counts_when_all_in_it_does() -> None:
    assert VIEW.certain and seen(notes=("a sheet is printed smaller",)).certain
    across = msgspec.structs.replace(DIE, across=("0:combat", "0:rally"))
    for doubtful in (
        seen(unsure=True),
        seen(covered=(Cell("board", 0, 0),)),
        seen(missing=("no printed sheet in view",)),
        seen(dice=(across,)),
        seen(dice=(msgspec.structs.replace(across, value=4),)),  # its face is known, its place is not
    ):
        assert not doubtful.certain


def test_a_die_lies_beside_only_where_all_zones_are_in_view() -> None:
    assert VIEW.lies_beside(DIE)
    assert not VIEW.lies_beside(msgspec.structs.replace(DIE, zone="0:rally"))
    assert not VIEW.lies_beside(msgspec.structs.replace(DIE, across=("0:rally",)))
    assert not seen(zones=()).lies_beside(DIE)
    assert not seen(missing=("Mat of seat 2 is not in view",)).lies_beside(DIE)


@pytest.mark.parametrize(("area", "seat"), [("combat", 0), ("rally", 7), ("central", None)])
def test_names_of_zones_are_read_as_they_are_written(area: str, seat: int | None) -> None:
    assert zone_parts(zone_name(area, seat)) == (area, seat)


def test_any_other_name_is_an_area_that_all_share() -> None:
    assert [zone_parts(name) for name in ("combat", "a:b", ":x")] == [("combat", None), ("a:b", None), (":x", None)]


def test_a_line_stays_between_its_neighbours() -> None:
    zones = Zones(lines=(0.25, 0.75))
    assert zones.moved(0, 0.3).lines == (0.3, 0.75)
    assert zones.moved(0, 0.9).lines == (0.75 - NARROWEST, 0.75)
    assert zones.moved(1, 0.0).lines == (0.25, 0.25 + NARROWEST)
    assert zones.moved(0, -1.0).lines[0] == NARROWEST and zones.moved(1, 2.0).lines[1] == 1 - NARROWEST

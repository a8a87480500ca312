"""Where a tab is, without a browser."""

from __future__ import annotations

import pytest

from ui.core.routes import Place, Route, place_at


def test_a_tab_goes_to_a_page_and_back_the_way_it_came() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.go(Place.RECORDED, "abc")
    assert (route.place, route.about) == (Place.RECORDED, "abc")
    route.back()
    assert (route.place, route.about) == (Place.HISTORY, "")
    route.back()
    route.back()
    assert (route.place, route.about) == (Place.START, "")


def test_a_page_that_is_chosen_again_is_left_in_one_step() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.go(Place.HISTORY)
    route.back()
    assert route.place is Place.START


def test_a_page_in_the_place_of_another_is_left_together_with_it() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.go(Place.STATISTICS)
    route.replace(Place.STATISTICS, "doubles-wild")
    assert (route.place, route.about) == (Place.STATISTICS, "doubles-wild")
    route.back()
    assert route.place is Place.HISTORY


def test_the_start_forgets_the_way_that_led_there() -> None:
    route = Route()
    route.go(Place.RECORDED, "abc")
    route.go(Place.START)
    route.back()
    assert (route.place, route.about) == (Place.START, "")


def test_who_follows_a_route_hears_of_every_turn() -> None:
    route, heard = Route(), []
    route.subscribe(lambda: heard.append(route.place))
    route.go(Place.STATISTICS)
    route.back()
    assert heard == [Place.STATISTICS, Place.START]


@pytest.mark.parametrize("place", Place)
def test_every_page_has_an_address_of_its_own(place: Place) -> None:
    route = Route()
    route.go(place)
    assert place_at(route.address) == (place, "")
    if place is not Place.START:
        route.go(place, "abc")
        assert route.address.endswith("/abc") and place_at(route.address) == (place, "abc")


@pytest.mark.parametrize("address", ["/", "", "/nonsense", "/history2", "//", "/start/abc", "/%00"])
def test_any_other_address_is_the_start(address: str) -> None:
    assert place_at(address) == (Place.START, "")
    assert Route(address).place is Place.START


def test_a_tab_that_is_opened_at_an_address_is_there() -> None:
    route = Route("/recorded/abc?x=1")
    assert (route.place, route.about) == (Place.RECORDED, "abc")
    route.back()
    assert route.place is Place.START


def test_the_browser_goes_back_and_forth() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.go(Place.RECORDED, "abc")
    route.arrive("/history")
    assert route.place is Place.HISTORY
    route.arrive("/recorded/abc")
    route.back()
    assert route.place is Place.HISTORY, "forth was a step on"
    route.arrive("/")
    route.back()
    assert route.place is Place.START


def test_an_address_that_is_here_already_changes_nothing() -> None:
    route, heard = Route("/history"), []
    route.subscribe(lambda: heard.append(1))
    route.arrive("/history")
    assert heard == []


def test_a_browser_that_tells_late_where_it_was_sent_undoes_nothing() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.announce()
    route.go(Place.RECORDED, "abc")
    route.announce()
    route.arrive("/history")
    assert route.place is Place.RECORDED
    route.arrive("/recorded/abc")
    assert route.place is Place.RECORDED
    route.arrive("/history")
    assert route.place is Place.HISTORY, "this time somebody went back"


def test_of_what_is_never_told_the_next_is_not_ignored() -> None:
    route = Route()
    route.go(Place.HISTORY)
    route.announce()
    route.go(Place.RECORDED, "abc")
    route.announce()
    route.arrive("/recorded/abc")
    route.arrive("/history")
    assert route.place is Place.HISTORY

"""Page and address of each browser tab: one tab may look through the history while another follows the match.

A new page is a new member of `Place` and a line in `ui.server.root.SCREENS`. Each has an address of its own, `/history`
say, so that the browser's way back leads from page to page and not out of the app.
"""

from __future__ import annotations

from enum import Enum

import flet as ft

from ui.core.hooks import Tab, tab_of_page, use_store
from ui.core.store import Store


class Place(Enum):
    """A page of the app."""

    START = "start"
    """The table, while one is open, otherwise the start screen."""
    HISTORY = "history"
    """The list of the recorded matches."""
    RECORDED = "recorded"
    """One recorded match; the route is about its id."""
    STATISTICS = "statistics"
    """What the recorded matches add up to; the route is about a game's id, or nothing for all."""
    PEOPLE = "people"
    """Who played with whom in recorded matches."""

    DICE = "dice"
    """Dice are read and added up, without a game."""

    SCORES = "scores"
    """Score sheets of games that the app does not know; the route is about the id of one, or nothing for the list."""
    ROLLER = "roller"
    """Dice that the program rolls."""
    KIT = "kit"
    """What is printed for a game; the route is about its id and how many play."""
    CALIBRATE = "calibrate"
    """What a camera sees of a table, live."""
    DOCTOR = "doctor"
    """Whether camera, light, networks and computer are fit."""
    ENROL = "enrol"
    """The faces of one's own dice are learnt."""


class Route(Store):
    """The page that one tab is on, and the pages before it."""

    def __init__(self, address: str = "/") -> None:
        """Begins at the page of this address."""
        super().__init__()
        self.place, self.about = place_at(address)
        """The page, and what it is about, such as a match's id; empty where it is about nothing in particular."""
        self._behind: list[tuple[Place, str]] = []
        self._announced: list[tuple[Place, str]] = []
        """The pages that the browser was sent to and has not told of yet."""

    def go(self, place: Place, about: str = "") -> None:
        """Turn to a page; going to START forgets the way that led there."""
        with self.change():
            if place is Place.START:
                self._behind.clear()
            elif (place, about) != (self.place, self.about):
                self._behind.append((self.place, self.about))
            self.place, self.about = place, about

    def replace(self, place: Place, about: str = "") -> None:
        """Put a page in the place of this one: `back` leads past both."""
        with self.change():
            self.place, self.about = place, about

    def back(self) -> None:
        """Return to the page before this one; from the first, to the start."""
        with self.change():
            self.place, self.about = self._behind.pop() if self._behind else (Place.START, "")

    def announce(self) -> None:
        """Note that the browser is sent to this page, of which it tells when it is there."""
        self._announced.append((self.place, self.about))

    def arrive(self, address: str) -> None:
        """Follow the browser to an address, mostly back to the page before this one. What it was sent to itself changes
        nothing: it may tell of that when something newer has been pressed."""
        there = place_at(address)
        if there in self._announced:
            del self._announced[: self._announced.index(there) + 1]
            return
        self._announced.clear()
        if there == (self.place, self.about):
            return
        if self._behind and self._behind[-1] == there:
            self.back()
        else:
            self.go(*there)

    @property
    def address(self) -> str:
        """The address of the page."""
        if self.place is Place.START:
            return "/"
        return f"/{self.place.value}/{self.about}" if self.about else f"/{self.place.value}"


def place_at(address: str) -> tuple[Place, str]:
    """The page at an address, and what it is about; START for any other address."""
    _, _, path = address.partition("/")
    name, _, about = path.partition("?")[0].partition("/")
    try:
        place = Place(name)
    except ValueError:
        return Place.START, ""
    return place, "" if place is Place.START else about


def use_route() -> Route:
    """The route of the tab that is being drawn, which the component follows from now on."""
    route = tab_of_page().own(_first_route)
    use_store(route)
    return route


def _first_route(tab: Tab) -> Route:
    return Route(tab.page.route or "/")


def use_addresses(route: Route) -> None:
    """Keep the browser's address that of the page, and go where the browser goes; for the one component at the top."""
    page = tab_of_page().page

    def follow() -> None:
        if place_at(page.route or "/") != (route.place, route.about):
            route.announce()
            page.navigate(route.address)

    def listen() -> None:
        page.on_route_change = lambda event: route.arrive(event.route)

    ft.use_effect(listen, [])
    ft.use_effect(follow, [route.place, route.about])

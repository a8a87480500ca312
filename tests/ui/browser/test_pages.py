"""The guided pages in a real browser: the doctor, camera and light, and learning one's own dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen
from tests.support.vision.faces import write_film
from ui.match.open_match import DEMOS
from vision.symbols.face_sets import Store

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


@SIZES
def test_the_doctor_lists_what_is_to_be_changed(browser: Any, app: AppServer, width: int, height: int) -> None:
    with screen(browser, app.address, width, height) as tab:
        tab.press("Doctor")
        tab.fill("Or an address, a film or pictures", "/no/such/table.mp4")
        tab.press("Check", exact=True)
        tab.wait_for("To change: camera: /no/such/table.mp4: no such file")
        tab.wait_for("1 thing to change, the gravest first")
        tab.fill("Or an address, a film or pictures", str(DEMOS["doubles-wild"]))
        tab.press("Check", exact=True)
        tab.wait_for("All is well")
        for words in ("Fine: networks: ", "Fine: dice: ", "Fine: light: ", "Fine: rest: the picture keeps still"):
            tab.wait_for(words)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        tab.press("Back")
        tab.button("Upload a photograph").wait_for()


@SIZES
def test_camera_and_light_are_told_live(browser: Any, app: AppServer, width: int, height: int) -> None:
    with screen(browser, app.address, width, height) as tab:
        tab.press("Check camera and light")
        tab.page.get_by_role("button", name="Doubles Wild", exact=True).click()
        tab.fill("Or an address, a film or pictures", "kitchen")
        tab.press("Look", exact=True)
        tab.wait_for("kitchen: no such file on this computer")
        tab.fill("Or an address, a film or pictures", str(DEMOS["doubles-wild"]))
        tab.press("Look", exact=True)
        tab.wait_for("The table is found.")
        tab.wait_for("Fine: Board: found")
        tab.wait_for("pixels across")
        tab.press("Choose another camera or game")
        tab.page.get_by_role("button", name="Army vs Aliens (2011)", exact=True).click()
        tab.press("Look", exact=True)
        tab.wait_for("This is another sheet (Board of doubles-wild): lay down the one of this game")
        tab.wait_for("To change: Mat of seat 2: not found")
        tab.press("Back")
        tab.button("Upload a photograph").wait_for()


def test_a_face_of_ones_own_dice_is_learnt_and_the_set_removed(
    browser: Any, app: AppServer, own_settings: Path, tmp_path: Path
) -> None:
    film = tmp_path / "die.avi"
    write_film(film, "nuke")
    sets = Store(own_settings / "tabletop-companion" / "faces")
    with screen(browser, app.address, 390, 844) as phone:
        phone.press("Learn own dice")
        phone.fill("Name of the set", "pips")
        phone.fill("Or an address, a film or pictures", str(film))
        phone.press("Begin", exact=True)
        phone.wait_for("pips: a built-in set has this name; choose another one")
        phone.fill("Name of the set", "bones")
        phone.press("Begin", exact=True)
        phone.wait_for("Write the name of a face, then show it to the camera.")
        phone.press("Show it")
        phone.wait_for("a face needs a name without blanks around it")
        phone.fill("Name of the face", "nuke")
        phone.press("Show it")
        phone.wait_for("That is enough of “nuke”")
        phone.press("Stop", exact=True)  # what was shown is not lost by one tap
        phone.wait_for("The looks that were taken are lost.")
        phone.press("Cancel")
        phone.wait_until_gone("The looks that were taken are lost.")
        phone.press("Save the set")
        phone.wait_for("bones is saved: 1 face, 6 looks.")
        assert sets.load("bones").names == ["nuke"]
        phone.press("Done")
        phone.fill("Name of the set", "Bones")
        phone.press("Begin", exact=True)
        phone.wait_for("there is a set of this name: add looks to it, or make it anew")
        phone.button("Add to it").wait_for()
        phone.press("Remove the set bones")
        phone.press("Remove the set", exact=True)
        phone.wait_until_gone("Sets that were learnt")
        assert sets.own() == []

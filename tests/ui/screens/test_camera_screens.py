"""The guided pages without a browser: the doctor, camera and light, and learning one's own dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.app.headless import tab
from tests.support.paths import FILMS
from tests.support.vision.faces import write_film
from vision.diagnostics import machine_checks
from vision.symbols.face_sets import Store

SOURCE = "Or an address, a film or pictures"
pytestmark = pytest.mark.slow


def test_the_doctor_lists_what_is_to_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_checks, "FRAME_TIME", 1e9)  # the machine that tests is busy
    with tab() as opened:
        opened.press("Is this computer fit?")
        opened.fill(SOURCE, "/no/such/table.mp4")
        opened.press("Check", exact=True)
        opened.wait_for("To change: camera: /no/such/table.mp4: no such file")
        opened.wait_for("1 thing to change, the gravest first")
        opened.fill(SOURCE, str(FILMS["doubles-wild"]))
        opened.press("Check", exact=True)
        opened.wait_for("All is well")
        for words in ("Fine: networks: ", "Fine: dice: ", "Fine: light: ", "Fine: rest: the picture keeps still"):
            opened.wait_for(words)
        opened.press("Back")
        opened.wait_for("Upload a photograph")


def test_camera_and_light_are_told_live(replayed: None) -> None:
    with tab(390, 844) as phone:
        phone.press("Check camera and light")
        phone.press("Doubles Wild", exact=True)
        phone.fill(SOURCE, "kitchen")
        phone.press("Look", exact=True)
        phone.wait_for("Kitchen: no such file on this computer")
        phone.fill(SOURCE, str(FILMS["doubles-wild"]))
        phone.press("Look", exact=True)
        phone.wait_for("The table is found.")
        phone.wait_for("Fine: Board: found")
        phone.wait_for("pixels across")
        phone.press("Choose another camera or game")
        phone.press("Army vs Aliens (2011)", exact=True)
        phone.press("Look", exact=True)
        phone.wait_for("This is another sheet (Board of doubles-wild): lay down the one of this game")
        phone.wait_for("To change: Mat of seat 2: not found")
        phone.press("Back")
        phone.wait_for("Upload a photograph")


def test_a_face_of_ones_own_dice_is_learnt_and_the_set_removed(
    own_settings: Path, tmp_path: Path, replayed: None
) -> None:
    film = tmp_path / "die.avi"
    write_film(film, "nuke")
    sets = Store(own_settings / "tabletop-companion" / "faces")
    with tab(390, 844) as phone:
        phone.press("Learn own dice")
        phone.fill("Name of the set", "pips")
        phone.fill(SOURCE, str(film))
        phone.press("Begin", exact=True)
        phone.wait_for("Pips: a built-in set has this name; choose another one")
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
        phone.wait_for("There is a set of this name: add looks to it, or make it anew")
        phone.wait_for("Add to it")
        phone.press("Remove the set bones")
        phone.press("Remove the set", exact=True)
        phone.wait_until_gone("Sets that were learnt")
        assert sets.own() == []

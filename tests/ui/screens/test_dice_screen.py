"""The page on which dice are read, without a browser: photographs and films of the tree, cameras that come and go."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.record import Record
from tests.support.app.each_frame import EachFrame
from tests.support.app.german import ENGLISH
from tests.support.app.headless import Device, Tab, tab
from tests.support.paths import DATA
from tests.support.sources import ScriptedSource
from tests.support.waiting import until
from ui.app_state import AppState
from ui.history import router
from ui.sources import Camera
from vision.camera.frame import Frame
from vision.camera.phone import Phone

SOURCE = "Or an address, a film or pictures"
SIX, DOUBTFUL, CLIP = DATA / "bench/6.jpg", DATA / "scenes/00001.jpg", DATA / "clips/rolls.mp4"
UNSURE = DATA / "scenes/00004.jpg"  # a six among dice and tokens that may be six-sided dice, too
BLANK = np.full((360, 640, 3), 120, np.uint8)


def look_at(shown: Tab, source: Path) -> None:
    """Read the dice of a picture, a film or a folder."""
    shown.fill(SOURCE, str(source))
    shown.press("Look at my dice")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppState]:
    made = AppState(tmp_path / "settings", lambda: Record(tmp_path / "matches.sqlite", clock=time.time))
    made.cameras.searched = True  # no test asks for the cameras of this computer
    made.language.begin("en")
    yield made
    made.host.close(60)


def sent(app: AppState) -> list[dict[str, str]]:
    """The file that the page's link leads to."""
    token = next(name for name, link in app.downloads._links.items() if link.match_id == "rolls")
    routes = router(app.downloads, app.archive, app.statistics, {}).routes
    route = next(one for one in routes if getattr(one, "path", "").startswith("/rolls"))
    answer = route.endpoint(token)  # type: ignore[attr-defined]
    assert answer.headers["content-disposition"] == 'attachment; filename="rolls.csv"'
    return list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"))))


def test_what_was_typed_stays_where_a_phone_is_turned(app: AppState) -> None:
    with tab(390, 844, app=app, route="/dice") as phone:
        phone.fill(SOURCE, "evening.mp4")
        for size in ((1280, 390), (390, 844)):
            phone.turn(*size)
            assert phone.value_of(SOURCE) == "evening.mp4", size


@pytest.mark.slow
def test_from_the_first_card_to_the_total_of_a_photograph(app: AppState) -> None:
    with tab(390, 844, app=app) as phone:
        first = next(name for name in phone.names() if name not in ("Deutsch sprechen", "Deutsch"))
        assert first == "Read my dice now"
        phone.press(first)
        phone.wait_for("No camera opens here")
        phone.press("Look at my dice")
        phone.wait_for("Choose a camera, or write the address of one")
        look_at(phone, SIX)
        phone.wait_for("6 dice: 3 5 3 5 3 3 = 22")
        phone.wait_for("By colour: red 8, blue 6, white 5, green 3")
        phone.wait_for("By face: 4 × 3 = 12, 2 × 5 = 10")
        phone.press("Count what lies now")
        phone.wait_for("1 roll, 22 in all, 22.0 a roll")
        phone.press("Count what lies now")  # the same dice are not counted twice by one tap
        phone.wait_for("Count them once more?")
        phone.press("Cancel")
        phone.press(re.compile("^Die 1 in the picture: red die showing 3"))
        phone.press("It shows 6")
        phone.wait_for("6 dice: 6 5 3 5 3 3 = 25")
        phone.wait_for("1 roll, 25 in all")
        phone.press("Roll 1, die 6: green die showing 3")
        phone.press("This is no die")
        phone.wait_for("5 dice: 6 5 3 5 3 = 22")
        phone.press("Add a die to roll 1")
        phone.press("It shows 4")
        phone.wait_for("1 roll, 26 in all")
        phone.press("Picture of roll 1")
        phone.press("Close")
        row = sent(app)[0]
        assert (row["faces"], row["sum"], row["corrected"]) == ("6 5 3 5 3 4", "26", "yes")
        phone.press("Take the last roll back")
        phone.wait_for("No roll yet")
        phone.key("Y", ctrl=True)
        phone.wait_for("1 roll, 26 in all")
        phone.press("Begin anew")
        phone.press("Remove all rolls")
        phone.wait_for("No roll yet")
        assert app.rolls.rolls == ()


@pytest.mark.slow
def test_a_die_in_doubt_is_asked_and_its_roll_waits(app: AppState) -> None:
    with tab(route="/dice", app=app) as shown:
        look_at(shown, DOUBTFUL)
        shown.wait_for("11 dice: 1 2 4 5 4 4 2 6 1 1? 6? = 29; 2 in doubt do not count")
        shown.press("Count what lies now")
        shown.wait_for("1 roll in doubt does not count")
        assert sent(app)[0]["counts"] == "no"
        shown.wait_for("Does this die show 1?")
        shown.wait_for("The edge of the picture cuts it off.")
        shown.press("Yes, 1")
        shown.wait_for("Does this die show 6?")
        shown.press("Something else")
        shown.press("It shows 5")
        shown.wait_for("11 dice: 1 2 4 5 4 4 2 6 1 1 5 = 35")
        shown.wait_for("1 roll, 35 in all, 35.0 a roll")
        shown.press("Back")
        shown.wait_for("Read my dice now")
        shown.press("Read my dice now")  # the list is there again, its pictures are gone
        shown.wait_for("1 roll, 35 in all, 35.0 a roll")
        assert not shown.has(re.compile("Picture of roll"))
        shown.press("Roll 1, die 11: white die showing 5")
        shown.press("It shows 6")
        shown.wait_for("1 roll, 36 in all")


@pytest.mark.slow
def test_a_roll_with_perhaps_a_die_more_waits_until_somebody_counts_it(app: AppState) -> None:
    with tab(route="/dice", app=app) as shown:
        look_at(shown, UNSURE)
        shown.wait_for("2 dice: 6 5? = 6; 1 in doubt does not count")
        shown.wait_for("A die may have been missed")
        shown.press("Count what lies now")
        shown.wait_for("1 roll in doubt does not count")
        shown.wait_for("Does this die show 5?")
        shown.press("Something else")
        shown.press("This is no die")
        shown.wait_for("1 die: 6; perhaps a die was missed, or it was no roll")
        assert sent(app)[0]["counts"] == "no"
        shown.press("Count roll 1")
        shown.wait_for("1 roll, 6 in all, 6.0 a roll")


@pytest.mark.slow
def test_the_rolls_of_a_film_are_listed_as_they_are_seen(app: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.sources.frame_loop.LatestFrame", EachFrame)
    with tab(route="/dice", app=app) as shown:
        look_at(shown, CLIP)
        shown.wait_for("The film is over")
        shown.wait_for("2 rolls, 13 in all, 6.5 a roll")
        assert [sorted(die.value or 0 for die in roll.shown) for roll in app.rolls.rolls] == [[1, 3, 3], [2, 4]]
        shown.wait_for("3 dice: 3 4 2 = 9")  # what lies there in the end
        shown.wait_for("How the faces fell: all dice. Faces and their fair share: 1: 20% of 17%")
        shown.wait_for("Too few dice yet to judge them")
        shown.press("black", exact=True)
        shown.wait_for("How the faces fell: black")
        shown.press("Open it again")
        shown.wait_for("4 rolls, 26 in all")


@pytest.mark.slow
def test_what_cannot_be_read_is_one_line(app: AppState, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(SIX.read_bytes()[:4000])
    with tab(route="/dice", app=app) as shown:
        shown.fill(SOURCE, "/no/such.jpg")
        shown.press("Look at my dice")
        shown.wait_for("/no/such.jpg: no such file on this computer")
        look_at(shown, broken)
        shown.wait_for(f"{broken}: ")
    folder = tmp_path / "album"
    folder.mkdir()
    for number, data in enumerate((SIX.read_bytes(), broken.read_bytes(), (DATA / "bench/1.jpg").read_bytes())):
        (folder / f"{number}.jpg").write_bytes(data)
    with tab(route="/dice", app=app) as shown:
        look_at(shown, folder)
        shown.wait_for("= 22")
        shown.press("Next picture (2 left)")
        shown.wait_for("1.jpg: ")
        shown.press("Dismiss")
        shown.press("Next picture (1 left)")
        shown.wait_for("1 die: 3")


@pytest.mark.slow
def test_a_camera_that_is_lost_is_one_line_and_opened_again(app: AppState) -> None:
    def opens() -> ScriptedSource:
        return ScriptedSource([Frame(BLANK, n / 30) for n in range(3)], "Kitchen", live=True)

    app.cameras.offer(Camera("kitchen", "Kitchen"), opens)
    with tab(route="/dice", app=app) as shown:
        shown.press("Look at my dice")  # the only camera is chosen
        shown.wait_for("Kitchen has stopped: plug it in again, then open it anew")
        shown.press("Open it again")
        shown.wait_for("Kitchen has stopped: plug it in again, then open it anew")
        shown.press("Choose another camera or dice")
        shown.wait_for("What looks on")


def test_a_phone_that_is_a_camera_shows_its_dice(app: AppState) -> None:
    app.phones.keep({"Anna"})
    app.cameras.offer(Camera("phone:Anna", "Anna"), lambda: app.phones.source("phone:Anna"))
    phone = app.phones.named("Anna")
    assert isinstance(phone, Phone)
    image = cv2.imread(str(SIX))
    assert image is not None
    jpegs = [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90 - n % 2])[1].tobytes() for n in range(2)]
    with tab(390, 844, "/dice", app=app) as shown:
        shown.press("Look at my dice")
        shown.wait_for("Live picture of the dice")
        count = 0

        def read() -> bool:
            nonlocal count
            count += 1
            phone.deliver(jpegs[count % 2])
            return any("6 dice: 3 5 3 5 3 3 = 22" in one for one in shown.words())

        until(read, "the dice before the phone")


@pytest.mark.slow
def test_the_page_speaks_german(app: AppState) -> None:
    app.language.begin("de")
    with tab(390, 844, "/dice", app=app) as shown:
        shown.wait_for("Meine Würfel lesen")
        assert [line for line in shown.words() if ENGLISH.search(line)] == []
        shown.fill("Oder eine Adresse, ein Film oder Bilder", str(UNSURE))
        shown.press("Würfel ansehen")
        shown.wait_for("2 Würfel: 6 5? = 6; 1 fraglicher zählt nicht")
        shown.press("Zählen, was jetzt liegt")
        shown.wait_for("Wurf 1 zählen")
        shown.wait_for("Zeigt dieser Würfel 5?")
        shown.press("Etwas anderes")
        shown.wait_for("Das ist kein Würfel")
        assert [line for line in shown.words() if ENGLISH.search(line)] == []


def test_a_device_is_not_shown_it(app: AppState) -> None:
    with tab(route="/dice", app=app, visitor=Device("player")) as shown:
        assert not any("Read my dice" in one for one in shown.words())


@pytest.mark.slow
def test_dice_with_other_faces_are_named_and_never_guessed(app: AppState) -> None:
    with tab(390, 844, "/dice", app=app) as shown:
        shown.press("Stickers of the army")
        look_at(shown, DATA / "symbols/table.jpg")
        shown.wait_for("7 dice: Trooper, Artillery, Tank?, ?, Airplane, General, Nuke; 2 in doubt do not count")
        shown.press("Count what lies now")
        shown.press("Yes, Tank")
        shown.wait_for("What does this die show?")  # a red die with pips lies among them
        shown.press("This is no die")
        shown.wait_for("6 dice: Trooper, Artillery, Tank, Airplane, General, Nuke")
        shown.wait_for("How the faces fell: all dice. Faces and their fair share: Trooper: 17% of 17%")
        assert sent(app)[0]["faces"] == "Trooper; Artillery; Tank; Airplane; General; Nuke"


def test_a_page_that_was_left_looks_and_hears_no_more(app: AppState) -> None:
    with tab(route="/dice", app=app) as shown:
        look_at(shown, SIX)
        shown.wait_for("6 dice: 3 5 3 5 3 3 = 22")
        shown.press("Count what lies now")
        shown.wait_for("1 roll, 22 in all")
        live = app.dice.live
        assert live is not None
        shown.press("Back")
        shown.wait_for("Read my dice now")
        until(lambda: app.dice.live is None and not live.frame_loop._thread.is_alive(), "the end of the reading")
        shown.key("Z", ctrl=True)
        shown.press("Read my dice now")
        shown.wait_for("1 roll, 22 in all")

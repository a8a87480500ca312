"""The app in German without a browser: no screen has a word of English left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record import Record
from tests.support.app.archives import shelf
from tests.support.app.each_frame import EachFrame
from tests.support.app.flow import first_rest
from tests.support.app.german import ENGLISH
from tests.support.app.headless import Tab, tab
from tests.support.paths import FILMS
from ui.app_state import AppState
from vision.diagnostics import machine_checks


def is_german(shown: Tab) -> None:
    assert [line for line in shown.words() if ENGLISH.search(line)] == []


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shelf") / "matches.sqlite"
    shelf(path)
    return path


@pytest.fixture
def app(record: Path, tmp_path: Path) -> Iterator[AppState]:
    made = AppState(tmp_path / "settings", lambda: Record(record, clock=time.time))
    made.archive.refresh()
    yield made
    made.host.close(60)


@pytest.mark.slow
def test_german_is_chosen_and_remembered(app: AppState, tmp_path: Path) -> None:
    with tab(app=app) as shown, tab(app=app) as other:
        shown.press("Deutsch sprechen")
        other.wait_for("Doubles Wild spielen")
        is_german(shown)
        shown.press("Doubles Wild spielen")
        shown.wait_for("Wer spielt")
        shown.press("Hausregeln")
        shown.wait_for("DW-3.2 Werfen und neu werfen")
        is_german(shown)
        shown.press("Zurück")
        shown.press("Verlauf", exact=True)
        shown.wait_for("Partien")
        is_german(shown)
        shown.press("Ansehen")
        shown.wait_for("Was geschah")
        shown.press("Ein Ereignis weiter")
        shown.wait_for("Ereignis 1 von")
        is_german(shown)
    later = AppState(tmp_path / "settings", app.stores.record)
    later.language.begin(None)
    with tab(app=later) as shown:
        shown.press("Speak English")
        shown.wait_for("Play Doubles Wild")


@pytest.mark.slow
def test_a_recorded_match_is_shown_in_german(app: AppState, replayed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.match.open_match.demo_film", FILMS.get)
    EachFrame.hold_at = first_rest(FILMS["space-checkers"])
    app.language.begin("de")
    app.host.begin_demo("space-checkers")
    with tab(390, 844, app=app) as shown:
        shown.wait_for("Gelb würfelt")
        shown.wait_for("In Ruhe")
        shown.wait_for("Verlauf")
        is_german(shown)


@pytest.mark.slow
def test_statistics_and_the_doctor_speak_german(app: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_checks, "FRAME_TIME", 1e9)  # the machine that tests is busy
    app.language.begin("de")
    with tab(390, 844, "/statistics", app) as shown:
        shown.wait_for("6 Partien, davon 5 zu Ende gespielt")
        shown.wait_for("Nichts spricht gegen einen fairen Würfel")
        is_german(shown)
    with tab(route="/doctor", app=app) as shown:
        shown.fill("Oder eine Adresse, ein Film oder Bilder", "/no/such.mp4")
        shown.press("Prüfen", exact=True)
        shown.wait_for("Zu ändern: Kamera: /no/such.mp4: keine solche Datei")
        shown.wait_for("1 Sache zu ändern")
        is_german(shown)

"""Several apps in one process, each with its own table, record, settings and devices; and a test that begins anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record import Record
from tests.support.app import one_app
from tests.support.app.archives import play_into
from tests.support.paths import FILMS
from tests.support.record.recording import clock
from tests.support.waiting import until
from ui.app_state import AppState
from ui.match.open_match import LiveMatch
from ui.settings.match_setup import usual_setup
from ui.settings.saved_setups import SavedSetup
from vision.camera.frame import SourceError
from vision.camera.phone import PhoneSource

GAME = "space-checkers"
FILM = str(FILMS[GAME])


def app_in(folder: Path) -> AppState:
    folder.mkdir()
    return AppState(folder, lambda: Record(folder / "matches.sqlite", clock=clock))


@pytest.mark.slow
def test_two_apps_have_two_tables_and_two_records(tmp_path: Path) -> None:
    one, two = app_in(tmp_path / "one"), app_in(tmp_path / "two")
    two.language.choose("de")
    with Record(tmp_path / "one" / "matches.sqlite", clock=clock) as record:
        match_id = play_into(record, GAME, events=4)
    for app in (one, two):
        app.archive.refresh()
        app.statistics.refresh()
        app.host.begin_resumed(match_id, FILM)
    assert [len(app.archive.matches) for app in (one, two)] == [1, 0]
    assert [app.statistics.statistics.matches for app in (one, two) if app.statistics.statistics] == [1, 0]
    until(lambda: one.host.opening is None and two.host.opening is None)
    try:
        assert isinstance(one.host.table, LiveMatch) and one.host.plays(match_id), one.host.failed
        assert two.host.table is None and "Partie" in str(two.host.failed), "its own record, in its own language"
    finally:
        one.host.close(60)


def test_two_apps_have_two_settings_and_two_sets_of_devices(tmp_path: Path) -> None:
    one, two = app_in(tmp_path / "one"), app_in(tmp_path / "two")
    one.setups.keep(SavedSetup(usual_setup("doubles-wild"), "1"))
    one.language.choose("de")
    assert one.setups.last is not None and two.setups.last is None
    assert (one.language.current(), two.language.current()) == ("de", "en")
    again = AppState(tmp_path / "one")
    again.language.begin()
    assert again.setups.last == one.setups.last and again.language.current() == "de"
    one.pairing.start(tmp_path / "devices.json", "https://192.0.2.1:8443")
    assert one.pairing.on and not two.pairing.on
    one.phones.keep({"Anna"})
    source = one.cameras.open("phone:Anna")
    assert isinstance(source, PhoneSource)
    source.close()
    with pytest.raises(SourceError, match="no phone is there"):
        two.cameras.open("phone:Anna")
    name = one.downloads.offer("match")
    assert one.downloads.find(name) is not None and two.downloads.find(name) is None


def test_a_test_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path / "app")
    monkeypatch.setattr(one_app, "APP", app)
    with Record(tmp_path / "app" / "matches.sqlite", clock=clock) as record:
        play_into(record, GAME, events=4)
    app.archive.refresh()
    app.statistics.refresh()
    app.setups.keep(SavedSetup(usual_setup("doubles-wild"), "1"))
    app.language.choose("de")
    app.host.fail("this went wrong")
    app.pairing.start(tmp_path / "devices.json", "https://192.0.2.1:8443")
    _, one = app.pairing.ask_to_join(app.pairing.invite().token, "Anna", "player")
    app.pairing.let_in(one.id, "player", one.number)
    app.pairing.ask_to_join(app.pairing.invite().token, "Ben", "viewer")
    app.pairing.invite()
    one_app.reset()
    assert (app.host.table, app.host.failed, app.setups.last, app.language.current()) == (None, None, None, "en")
    assert (app.pairing.devices, app.pairing.waiting, app.pairing.invitation) == ((), (), None)
    assert app.archive.matches == () and app.statistics.statistics is None
    assert sorted(path.name for path in (tmp_path / "app").iterdir() if path.suffix == ".json") == []

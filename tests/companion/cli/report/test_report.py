"""`companion report` and `companion judge`: what is shown, asked, written and refused, and how reports are judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

import companion
from companion.record import FORMAT, MisreadingReport, PackedReport, Record, pack_report, unpack_report
from companion.table import TableView
from tests.support.front_door import Ask, asking
from tests.support.games.army import Rolled
from tests.support.paths import DATA
from tests.support.record.recording import clock

ask = pytest.fixture(asking)
PICTURE = DATA / "eighteen.png"
FACES = "4 4 3 5 1 4 4 4 3 3 3 5 1 2 3 5 6 6"
TRUE = tuple(sorted(map(int, FACES.split())))


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of a match: a roll with a picture that was corrected, one without, and one that was typed."""
    path = tmp_path / "matches.sqlite"
    monkeypatch.setenv("COMPANION_RECORD", str(path))
    game = companion.load("army-vs-aliens-2011")
    view = TableView(time=77.0, width=1280, height=720)
    picture = cv2.imencode(".jpg", cv2.imread(str(PICTURE)))[1].tobytes()
    with Record(path, clock=clock) as record:
        kept = record.begin(game, ("Anna", "Ben"), pictures=True)
        kept.journal.play(Rolled((4,) * 9), "seen", view, picture=picture)
        kept.journal.play(Rolled((2,) * 9), "seen", view)
        kept.journal.play(game.actions(kept.journal.position)[0], "typed")
        kept.journal.correct(0, Rolled((3, *(4,) * 8)))
    yield kept.id


def test_a_photograph_is_shown_asked_about_and_packed(ask: Ask, tmp_path: Path) -> None:
    out = tmp_path / "one.zip"
    for answer in ("n\n", "\n", ""):
        refused = ask("report", PICTURE, "--out", out, given=answer)
        assert refused.code == 2 and "nothing was written" in refused.err and not out.exists()
    done = ask("report", PICTURE, "--faces", FACES.replace(" ", ","), "--note", "all of it", "--out", out, given="y\n")
    assert done.code == 0, done
    assert f"  read      {FACES}\n" in done.out and "  note      all of it\n" in done.out
    packed = unpack_report(out.read_bytes(), "one.zip")
    assert packed.report.faces == TRUE and len(packed.report.view.dice) == 18
    assert str(PICTURE.parent) not in str(packed.report), "no file names"
    again = ask("report", PICTURE, "--yes", "--out", out)
    assert again.code == 2 and "is there already" in again.err


def test_reports_of_photographs_are_judged(ask: Ask, tmp_path: Path) -> None:
    """All dice of this picture are read rightly and for certain."""
    files = {}
    for name, faces in (("right", TRUE), ("wrong", (1, *TRUE[2:], 5)), ("fewer", TRUE[:-1]), ("unknown", None)):
        report = MisreadingReport(
            format=FORMAT, program="0", networks={}, view=TableView(time=0, width=9, height=9), faces=faces
        )
        files[name] = tmp_path / f"{name}.zip"
        files[name].write_bytes(pack_report(PackedReport(report, PICTURE.read_bytes())))
    good = ask("judge", files["right"], files["unknown"])
    assert good.code == 0, good
    assert [line.split()[0] for line in good.lines] == ["right", "unknown", "2"]
    assert f"now {FACES}, right {' '.join(map(str, TRUE))}" in good.lines[0]
    assert good.lines[2] == "2 reports: 1 right, 0 asked, 0 wrong, 1 unknown, 0 unread"
    bad = ask("judge", files["wrong"], files["fewer"], tmp_path / "nothing.zip", PICTURE)
    assert bad.code == 1
    assert bad.lines[-1] == "4 reports: 0 right, 0 asked, 2 wrong, 0 unknown, 2 unread"
    assert "nothing.zip: No such file" in bad.err and "eighteen.png: no whole file" in bad.err
    again = ask("judge", files["wrong"], files["fewer"], tmp_path / "nothing.zip", PICTURE, "--jobs", 2)
    assert again == bad


def test_an_event_of_a_recorded_match_is_packed_as_it_was_told_and_as_it_was_corrected(
    ask: Ask, tmp_path: Path, match: str
) -> None:
    out = tmp_path / "event.zip"
    done = ask("report", "--match", match, "--event", 1, "--yes", "--out", out)
    assert done.code == 0, done
    assert "  told      The Army rolled 4, 4, 4, 4, 4, 4, 4, 4, 4\n" in done.out
    assert "  right     The Army rolled 3, 4, 4, 4, 4, 4, 4, 4, 4\n" in done.out
    packed = unpack_report(out.read_bytes(), "event.zip")
    assert packed.report.match is not None and packed.report.view.time == 0
    assert "Anna" not in str(packed.report)
    judged = ask("judge", out)  # no mats lie there, so that nothing can be told
    assert judged.code == 0 and judged.lines[0].startswith("asked    ")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "give a PICTURE, or --match ID"),
        (["x.jpg", "--match", "3"], "give a PICTURE, or --match ID"),
        ([PICTURE, "--event", "3"], "--event and --symbols go with --match"),
        ([PICTURE, "--faces", "1,7"], "numbers of pips from 1 to 6"),
        ([PICTURE, "--note", "x" * 2001], "at most 2000 characters"),
        (["nowhere.jpg"], "nowhere.jpg: not found"),
        (["--match", "ID"], "goes with --event N"),
        (["--match", "ID", "--event", "1", "--faces", "1"], "correct the event of a match first"),
        (["--match", "ID", "--event", "one"], "no whole number"),
        (["--match", "ID", "--event", "4"], "the match has 3 events"),
        (["--match", "ID", "--event", "2"], "no picture was kept with event 2"),
        (["--match", "ID", "--event", "3"], "event 3 was not read off the table"),
        (["--match", "ffff", "--event", "1"], "there is no match"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_one_line(
    ask: Ask, match: str, arguments: list[object], line: str
) -> None:
    assert line in ask("report", *[match if one == "ID" else one for one in arguments], "--yes").refusal

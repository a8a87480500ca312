"""Reports of misreadings: packed and unpacked alike, nothing more in them than is shown, and hostile files refused."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

import companion
from companion.match import Journal
from companion.record import (
    FORMAT,
    MatchReport,
    MisreadingReport,
    PackedReport,
    ReportError,
    contents_text,
    pack_report,
    told_events,
    unpack_report,
)
from companion.record.misreading_report import MOST_PICTURE
from companion.table import TableView
from tests.support.games.army import Rolled, attack
from tests.support.referee.sightings import die

GAME = companion.load("army-vs-aliens-2011").called(("Anna", "Ben"))
JPEG, PNG = b"\xff\xd8 a picture", b"\x89PNG a picture"
VIEW = TableView(time=0.0, width=640, height=480, dice=(die(4), die(3, certain=False)))


def report(**more: Any) -> MisreadingReport:
    return MisreadingReport(format=FORMAT, program="0.1.0", networks={"finder": "3 23eb5c03"}, view=VIEW, **more)


OF_MATCH = MatchReport(
    position=GAME.format_position(GAME.start()),
    colours=("blue", "green"),
    told=({"do": "rolled", "faces": [1, 1, 2, 3, 3, 4, 5, 6, 6]},),
    right=({"do": "rolled", "faces": [1, 1, 2, 3, 3, 4, 5, 5, 6]},),
)


@pytest.mark.parametrize("picture", [JPEG, PNG])
@pytest.mark.parametrize("one", [report(), report(faces=(3, 4), note="two"), report(match=OF_MATCH)])
def test_what_is_packed_is_unpacked(one: MisreadingReport, picture: bytes) -> None:
    packed = PackedReport(one, picture)
    data = pack_report(packed)
    assert unpack_report(data, "x.zip") == packed
    assert data == pack_report(packed), "no date is in it"
    assert b"Anna" not in data and "Anna" not in str(contents_text(packed))


def test_everything_in_it_is_shown() -> None:
    lines = dict(contents_text(PackedReport(report(match=OF_MATCH, note="a six\n is a five"), JPEG)))
    assert lines["picture"] == "640x480 pixels, 1 KiB" and lines["read"] == "2 dice, 0 pieces, 0 cards"
    assert lines["told"] == "The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6"
    assert lines["right"] == "The Army rolled 1, 1, 2, 3, 3, 4, 5, 5, 6"
    assert lines["note"] == "a six\\n is a five" and lines["networks"] == "finder 3 23eb5c03"
    plain = dict(contents_text(PackedReport(report(faces=(3, 4)), JPEG)))
    assert (plain["read"], plain["right"]) == ("4 3?", "3 4") and "right" not in dict(
        contents_text(PackedReport(report(), JPEG))
    )


def zipped(**parts: bytes) -> bytes:
    """A ZIP with these parts; the name of each with a point in the place of `__`."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name.replace("__", "."), data)
    return whole.getvalue()


GOOD = json.loads(zipfile.ZipFile(io.BytesIO(pack_report(PackedReport(report(), JPEG)))).read("report.json"))


def altered(**fields: Any) -> bytes:
    return zipped(report__json=json.dumps(GOOD | fields).encode(), picture__jpg=JPEG)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no whole file"),
        (b"PK\x03\x04 and nothing more", "no whole file"),
        (altered()[:-30], "no whole file"),
        (altered()[:60] + bytes(40) + altered()[100:], "no whole file"),
        (zipped(report__json=b"{}"), "no report of a misreading"),
        (zipped(picture__jpg=JPEG), "no report of a misreading"),
        (zipped(report__json=b"{}", picture__jpg=JPEG, more=b""), "no report of a misreading"),
        (zipped(**{"../report__json": b"{}"}, picture__jpg=JPEG), "no report of a misreading"),
        (zipped(report__json=b"{}", picture__jpg=JPEG, picture__png=PNG), "no report of a misreading"),
        (zipped(report__json=b" " * (2**21 + 1), picture__jpg=JPEG), "report.json has more than 2 MiB"),
        (zipped(report__json=b"{}", picture__jpg=bytes(MOST_PICTURE + 1)), "picture.jpg has more than 64 MiB"),
        (zipped(report__json=b"[" * 100_000, picture__jpg=JPEG), "its report cannot be read"),
        (zipped(report__json=b"\xff{}", picture__jpg=JPEG), "its report cannot be read"),
        (altered(sent_by="Anna"), "unknown field `sent_by`"),
        (altered(faces=["five"]), "$.faces[0]"),
        (altered(format=2), "of format 2, and this program reads 1"),
        (altered(match={"position": {}}), "its report cannot be read"),
    ],
)
def test_other_files_are_refused_in_one_line(data: bytes, words: str) -> None:
    with pytest.raises(ReportError) as refusal:
        unpack_report(data, "bad\n.zip")
    line = str(refusal.value)
    assert line.startswith("bad\\n.zip: ") and words in line and line.isprintable()


def test_events_are_told_as_they_were_told_at_first() -> None:
    journal = Journal(GAME)
    journal.play(Rolled((4,) * 9), "seen", VIEW)
    journal.play(Rolled((2,) * 9), "typed")
    journal.play(attack("4", 2), "seen")
    journal.undo()
    journal.play(attack("4", 2), "chosen")
    assert [one[:3] for one in told_events(journal)] == [
        (0, Rolled((4,) * 9), "seen"), (1, Rolled((2,) * 9), "typed"), (4, attack("4", 2), "chosen")
    ]  # fmt: skip
    journal.correct(1, Rolled((3,) * 9))
    told, standing = told_events(journal), journal.history()
    assert len(told) == len(standing) and standing[1].event == Rolled((3,) * 9)
    assert told[1].told == Rolled((2,) * 9) and told[0].view is VIEW

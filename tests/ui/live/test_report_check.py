"""What the eyes made of a film's picture as a report, and such reports judged by reading the picture again."""

from __future__ import annotations

from functools import lru_cache

import cv2
import msgspec
import numpy as np
import pytest

import companion
from companion.record import PackedReport, ReportError, pack_report, unpack_report
from companion.referee.matching import SeatedGame
from tests.support.paths import DATA, FILMS
from ui.live import MatchPipeline, dice_view, encoded_for_report, judge_report, match_report
from vision.camera import VideoClip, read_picture
from vision.dice import DiceReader
from vision.table import table_reader_for

GAME = "space-checkers"
BLANK = cv2.imencode(".png", np.full((360, 640, 3), 120, np.uint8))[1].tobytes()


@lru_cache(maxsize=1)
def reported() -> tuple[PackedReport, str]:
    """The first event of a film, as the file says it, and its words."""
    game = companion.load(GAME)
    pipeline = MatchPipeline(SeatedGame.usual(game), table_reader_for(GAME))
    clip = VideoClip(FILMS[GAME], realtime=False)
    assert match_report(pipeline) is None, "nothing has been read yet"
    told: list[str] = []
    while not told:
        frame = clip.read()
        assert frame is not None
        told = [one.text for one in pipeline.see(frame) if one.what == "event"]
    clip.close()
    packed = match_report(pipeline)
    assert packed is not None
    return unpack_report(pack_report(packed), "sent.zip"), told[0]


def with_right(*right: dict[str, object]) -> PackedReport:
    packed, _ = reported()
    assert packed.report.match is not None
    match = msgspec.structs.replace(packed.report.match, right=right)
    return packed._replace(report=msgspec.structs.replace(packed.report, match=match))


@pytest.mark.slow
def test_a_picture_of_a_match_is_judged_as_it_was_told() -> None:
    packed, words = reported()
    assert packed.report.view.time == 0 and packed.report.match is not None
    found = judge_report(packed, "sent.zip")
    assert (found.outcome, found.then, found.now, found.right) == ("unknown", words, words, None)
    assert judge_report(with_right(*packed.report.match.told), "sent.zip").outcome == "right"


@pytest.mark.slow
def test_what_is_told_and_not_so_is_wrong_and_what_cannot_be_told_is_asked() -> None:
    game = companion.load(GAME)
    (told,) = reported()[0].report.match.told  # type: ignore[union-attr]
    other = next(one for one, _ in game.chances(game.start()) if game.format_event(one) != told)
    wrong = with_right(game.format_event(other))
    assert judge_report(wrong, "sent.zip").outcome == "wrong"
    assert judge_report(wrong._replace(picture=BLANK), "sent.zip").outcome == "asked"


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"position": {"game": "chess", "options": {}}}, {"right": ({"do": "fly"},)}])
def test_a_match_that_cannot_be_is_one_line(change: dict[str, object]) -> None:
    packed, _ = reported()
    match = msgspec.structs.replace(packed.report.match, **change)
    broken = packed._replace(report=msgspec.structs.replace(packed.report, match=match))
    with pytest.raises(ReportError, match=r"^sent\.zip: "):
        judge_report(broken, "sent.zip")


def test_a_picture_that_is_none_is_one_line() -> None:
    packed, _ = reported()
    with pytest.raises(ReportError, match=r"^sent\.zip: "):
        judge_report(packed._replace(picture=b"no picture"), "sent.zip")


def test_a_photograph_is_kept_as_it_is_read() -> None:
    """As JPEG where that reads alike; what is wider than any JPEG can be, without a loss."""
    image, reader = read_picture(DATA / "eighteen.png"), DiceReader()
    kept = encoded_for_report(image, reader)
    assert kept.startswith(b"\xff\xd8")
    again = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR)
    faces = [sorted((die.value or 0, die.certain) for die in dice_view(reader, one).dice) for one in (image, again)]
    assert len(faces[0]) == 18 and faces[0] == faces[1]
    wide = np.full((20, 66_000, 3), 90, np.uint8)
    assert encoded_for_report(wide, reader).startswith(b"\x89PNG")

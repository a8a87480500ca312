"""Writes what the eyes made of a picture into a report of a misreading, and reads the picture of such a report again.

What is asked about is never silently wrong: a report is answered rightly, or asked about, or answered wrongly.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple

import cv2
import msgspec
import numpy as np

import companion
from companion.evidence import Evidence
from companion.match import Journal, format_step
from companion.record import FORMAT, MatchReport, MisreadingReport, PackedReport, ReportError, events_text, faces_text
from companion.referee.matching import Explained, SeatedGame, Unchanged, explain
from companion.rules import CompanionError, Event
from companion.table import TableView
from companion.text import one_line, program_version, say
from seeds import board_of
from ui.live.match_pipeline import MatchPipeline
from vision.camera import Image, PictureError, decode_picture
from vision.dice import DiceReader
from vision.inference import read_manifest
from vision.table import table_reader_for

Outcome = Literal["right", "asked", "wrong", "unknown"]
"""Read rightly for certain; asked about, or nothing told; something wrong told for certain; nobody said what is
right."""
WIDEST = 65_535
"""Rows and columns that a JPEG has at most."""
QUALITY = 95
"""Of the JPEG in a report, which is kept where it is read as the picture itself is."""


class Judgement(NamedTuple):
    """What today's program makes of a report."""

    outcome: Outcome
    then: str
    """What was read or told when the report was made, in words."""
    now: str
    right: str | None
    """What is right, as far as somebody said."""


def dice_view(reader: DiceReader, image: Image) -> TableView:
    """The dice of a photograph, (height, width, 3) uint8 blue green red, as a view of nothing else."""
    reading = reader.read(image)
    height, width = image.shape[:2]
    return TableView(time=0.0, width=width, height=height, dice=reading.dice, unsure=reading.unsure)


def encoded_for_report(image: Image, reader: DiceReader) -> bytes:
    """The picture as JPEG where its dice are read the same from it, else as PNG, which loses nothing; without what its
    file said of date, place and camera."""

    def outline(view: TableView) -> Counter[Any]:
        return Counter((die.value, die.certain, die.colour) for die in view.dice)

    if max(image.shape) <= WIDEST:
        jpeg = _jpeg(image)
        again = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if outline(dice_view(reader, np.asarray(again, np.uint8))) == outline(dice_view(reader, image)):
            return jpeg
    return cv2.imencode(".png", image)[1].tobytes()


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def match_report(pipeline: MatchPipeline) -> PackedReport | None:
    """What was read of the table in the newest view of a match, and told of it; None where nothing was read yet, or
    where the board has no fiducials, so that nobody else's program would find it. Raises ModelError."""
    tracker, image = pipeline.tracker, pipeline.newest_image
    view, game = tracker.view, tracker.seated.game
    if view is None or image is None or pipeline.board_tapped:
        return None
    history, first = tracker.journal.history(), tracker.position
    told: list[dict[str, Any]] = []
    for moment in reversed(history):
        if moment.played.evidence is not view:
            break
        told.insert(0, format_step(game, moment.event))
        first = moment.before
    match = MatchReport(
        position=game.format_position(first),
        colours=tracker.seated.colours,
        sheet=board_of(game.id, game.format_options()),
        symbols=pipeline.reads_units,
        lines=pipeline.lines,
        told=tuple(told),
    )
    return PackedReport(new_report(view, match=match), _jpeg(image))


def new_report(view: TableView, **more: Any) -> MisreadingReport:
    """A report by the networks that are installed; `more`: further fields. Raises ModelError."""
    networks = {
        name: f"{entry['version']} {entry['sha256'][:8]}"
        for name, entry in read_manifest().items()
        if isinstance(entry, dict) and "sha256" in entry
    }
    undated = msgspec.structs.replace(view, time=0.0)
    return MisreadingReport(format=FORMAT, program=program_version(), networks=networks, view=undated, **more)


def judge_report(packed: PackedReport, name: str) -> Judgement:
    """Reads the picture of a report again. `name`: what its file is called in the line of a ReportError; raises
    ModelError too."""
    report = packed.report
    try:
        image = decode_picture(packed.picture, name)
    except PictureError as fault:
        raise ReportError(str(fault)) from None
    if report.match is not None:
        try:
            return _judged_match(report, image)
        except (CompanionError, KeyError) as fault:
            raise ReportError(say("{name}: {fault}", name=one_line(name), fault=one_line(str(fault)))) from None
    view = dice_view(DiceReader(), image)
    outcome: Outcome = "unknown"
    if report.faces is not None:
        sure, true = Counter(die.value or 0 for die in view.dice if die.certain), Counter(report.faces)
        doubted = view.unsure or not all(die.certain for die in view.dice)
        outcome = "wrong" if sure - true else "asked" if doubted else "right" if sure == true else "wrong"
    right = None if report.faces is None else " ".join(map(str, report.faces))
    return Judgement(outcome, faces_text(report.view), faces_text(view), right)


def _judged_match(report: MisreadingReport, image: Image) -> Judgement:
    match = report.match
    assert match is not None
    game, position = companion.load_position(match.position)
    seated = SeatedGame.of(game, match.colours)
    sheet = match.sheet or board_of(game.id, game.format_options())
    reader = table_reader_for(game.id, game.players, sheet, match.symbols, lines=match.lines)
    view = MatchPipeline(seated, reader, journal=Journal(game, position)).read(image)
    answer = explain(seated, position, Evidence(view))
    told: tuple[Event, ...] | None = None
    if isinstance(answer, Explained):
        told = answer.explanation.events
    elif isinstance(answer, Unchanged):
        told = ()
    outcome: Outcome = "unknown"
    if match.right is not None:
        outcome = "right" if told == tuple(map(game.parse_event, match.right)) else "wrong" if told else "asked"
    now = say("asked about") if told is None else events_text(game, position, list(map(game.format_event, told)))
    right = None if match.right is None else events_text(game, position, match.right)
    return Judgement(outcome, events_text(game, position, match.told), now, right)

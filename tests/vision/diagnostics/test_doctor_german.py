"""What the doctor finds, in German: every finding that there is, and nothing of it in English."""

from __future__ import annotations

import re

from companion.text import use_language
from vision.diagnostics.doctor import judge_pictures, judge_stream, look_at_source, summary
from vision.diagnostics.image_quality import PictureHealth, StreamHealth
from vision.diagnostics.machine_checks import (
    Finding,
    check_memory,
    check_models,
    check_speed,
    check_versions,
    drawn_table,
)

ENGLISH = re.compile(r"\b(the|and|of|with|from|or|is|are|it|to|its|dice|light|picture|pictures|frame|free|none|seen)\b")

GOOD = PictureHealth(1280, 720, 6, 200, 0.0, 2.0, 180, 0.0, 0.0, 5.0, 60.0, 58.0, 0)
ILL = (
    GOOD._replace(dice_light=40.0),
    GOOD._replace(burnt=0.5),
    GOOD._replace(dice_blur=14.6),
    GOOD._replace(width=6400, height=3600),
    GOOD._replace(width=320, height=180, dice_size=15.0),
    GOOD._replace(glare=0.2, cut_off=2),
)
"""One for each trouble that there is."""
STILL = StreamHealth(60, 29.97, False, 1, 1.0, 0.1)


def texts(findings: list[Finding]) -> str:
    return "\n".join(finding.text for finding in findings)


def test_findings_about_pictures_and_streams_are_told_in_german() -> None:
    use_language("de")
    ill = judge_pictures(list(ILL), ["a.png"] * len(ILL))
    assert len(ill) == 8, "seven troubles and the picture's size"
    told = [
        ill,
        judge_pictures([GOOD], []),
        judge_pictures([GOOD._replace(dice=0), GOOD._replace(width=640, dice=0)], ["a", "b"]),
        judge_stream(STILL, True),
        judge_stream(STILL._replace(frozen=True, sizes=2), True),
        judge_stream(STILL._replace(frozen=True), False),
        judge_stream(STILL._replace(rate=7.25, shake=1.5), True),
        judge_stream(STILL._replace(rate=None, flicker=30.0), True),
        look_at_source("/no/such.mp4")[1],
    ]
    whole = "\n".join(map(texts, told))
    assert not ENGLISH.search(whole), ENGLISH.findall(whole)
    assert "unscharf über 15 % eines Würfels" in whole and "29,9" not in whole
    assert "30,0 Bilder in der Sekunde" in whole and "nur 7,2 Bilder" in whole and "um 0,15 % seiner Breite" in whole
    assert summary(ill) == "7 Sachen zu ändern, das Schlimmste zuerst" and summary([]) == "alles ist gut"


def test_findings_about_the_machine_are_told_in_german() -> None:
    use_language("de")
    found, eyes = check_models()
    assert eyes is not None
    whole = texts([*found, check_speed(eyes, drawn_table()), *check_versions(), *check_memory()])
    assert not ENGLISH.search(whole), ENGLISH.findall(whole)
    assert "ms für ein Bild von 1280x720 mit 18 Würfeln auf einem Kern" in whole

"""Checks a camera, clip or pictures, the networks and the machine, and lists what to change before dice can be read
well. `companion doctor` prints it, and the app shows it.

Every limit below is where the reading of real photographs began to suffer when they were made worse step by step:
models/train/evaluate/robustness.py makes that table.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from companion.text import one_line, say, say_count
from vision.camera import (
    Frame,
    FrameSource,
    Image,
    LatestFrame,
    PictureSource,
    SourceError,
    VideoClip,
    downscaled,
    open_source,
    pictures_in,
)
from vision.diagnostics.image_quality import PictureHealth, StreamHealth, picture_health, stream_health
from vision.diagnostics.machine_checks import (
    LEVELS,
    Finding,
    check_memory,
    check_models,
    check_speed,
    check_versions,
    drawn_table,
)
from vision.dice import DETECTOR_SIZES, DiceReader

DARK = 80.0
"""Brightness of the dice below which they are too dark."""
BURNT = 0.2
"""Share of the picture, or of the median die, that is burnt out, from which it is over-exposed."""
GLARE = 0.03
"""Share of a die that a lamp's reflection may cover."""
BLURRED = 10.0
"""Width of the dice's sharpest edges, in hundredths of their side, from which they are blurred."""
COARSE = 16.0
"""Pixels across of a die in the picture below which its pips run together."""
FAR = 24.0
"""Pixels across of a die at the detector's widest pass below which dice are missed."""
FLICKER, SHAKE = 12.0, 0.3
"""Change of brightness, and thousandths of the width that the picture moves, from frame to frame: above these a still
table no longer counts as at rest, above the second one where no texture of the ground tells the camera's motion."""
SLOW_CAMERA = 10.0
"""Frames a second: below, a roll is read later than 300 ms after the dice have come to rest (0.2 s and a frame)."""
WATCHED, SETTLING, PATIENCE = 2.0, 0.7, 8.0
"""Seconds for which a live source or clip is watched; those that a camera gets first to find its exposure; and those
after which a slow one has been waited for long enough."""
COMPARED = 640
"""Pixels along the longest side of frames that are compared with each other."""
MOST_PICTURES = 20
"""So many pictures of a folder or clip are looked at, evenly spread."""


class Seen(NamedTuple):
    """What was taken from a source."""

    pictures: list[Image]
    names: list[str]
    """Of pictures that are no stream; else empty."""
    stream: StreamHealth | None
    """None for pictures that are no stream."""
    live: bool
    fault: str | None


def summary(findings: Sequence[Finding]) -> str:
    """Says in one line how many things are to be changed."""
    wrong = sum(finding.level == "change" for finding in findings)
    if not wrong:
        return say("all is well")
    return say_count("{count} thing to change, the gravest first", "{count} things to change, the gravest first", wrong)


def examine(
    spec: str | None, opens: Callable[[str], FrameSource] | None = None, says: Callable[[str], None] | None = None
) -> tuple[list[Finding], dict[str, object]]:
    """All findings, the gravest first, and the figures behind them. `opens` opens a source that is named, and `says`
    hears what is being checked."""
    tell = says or (lambda step: None)
    figures: dict[str, object] = {}
    tell(say("the networks"))
    findings, reader = check_models()
    tell(say("the camera"))
    seen, about_source = look_at_source(spec, opens)
    findings += about_source
    if seen is not None and seen.stream is not None:
        findings += judge_stream(seen.stream, seen.live)
        figures["stream"] = seen.stream._asdict()
    timed = None
    if seen is not None and reader is not None:
        tell(say("light, sharpness and size"))
        healths = [health_of(reader, image) for image in seen.pictures]
        timed = max(range(len(healths)), key=lambda n: healths[n].dice)
        if seen.stream is not None:  # the moment that shows most dice tells most
            healths = [healths[timed]]
        findings += judge_pictures(healths, seen.names)
        figures["pictures"] = [health._asdict() for health in healths]
    tell(say("this computer"))
    if reader is not None:
        findings.append(check_speed(reader, drawn_table() if seen is None or timed is None else seen.pictures[timed]))
    findings += [*check_versions(), *check_memory()]
    findings.sort(key=lambda finding: (LEVELS.index(finding.level), finding.rank))
    return findings, figures


# ------------------------------------------------------------------------------------------------------ the source


def look_at_source(
    spec: str | None, opens: Callable[[str], FrameSource] | None = None
) -> tuple[Seen | None, list[Finding]]:
    """Takes pictures from a source, None if it gives none, and lists what is wrong with getting at it."""
    try:
        source = (opens or open_source)("0" if spec is None else spec)
    except SourceError as error:
        if spec is None:
            nowhere = say(
                "no webcam is found here, so none was checked; `companion doctor SOURCE` checks another camera, a "
                "stream's address, a clip, a picture or a folder"
            )
            return None, [Finding("note", "camera", nowhere)]
        return None, [Finding("change", "camera", one_line(str(error)), 1)]
    try:
        if isinstance(source, PictureSource):
            names = [path.name for path in pictures_in(spec)] if spec and os.path.isdir(spec) else [source.name]
            step = -(-len(names) // MOST_PICTURES)
            return Seen(source.images[::step], names[::step], None, False, None), []
        seen = watch_clip(source) if isinstance(source, VideoClip) else watch_live(source)
    finally:
        source.close()
    if not seen.pictures:
        name = one_line(source.name)
        what = (
            say("{name} sends no picture: check its cable, or choose another", name=name)
            if seen.live
            else say("{name} shows no picture; it is damaged", name=name)
        )
        return None, [Finding("change", "camera", seen.fault or what, 1)]
    return seen, [Finding("change", "camera", one_line(seen.fault), 3)] if seen.fault else []


def watch_clip(clip: VideoClip) -> Seen:
    """A clip's first two seconds as a stream, and one picture a second of as much as is looked at."""
    clip.realtime = False
    frames: list[Frame] = []
    pictures: list[Image] = []
    while len(pictures) < MOST_PICTURES and (frame := clip.read()) is not None:
        if frame.time >= len(pictures):
            pictures.append(frame.image)
        if frame.time <= WATCHED:
            frames.append(Frame(downscaled(frame.image, COMPARED), frame.time))
    return Seen(pictures, [], stream_health(frames)._replace(rate=clip.rate) if frames else None, False, clip.fault)


def watch_live(source: FrameSource) -> Seen:
    """Watches a camera for two seconds, once it has found its exposure."""
    latest = LatestFrame(source)
    frames: list[Frame] = []
    pictures: list[Image] = []
    count, first, newest = 0, None, None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not latest.ended:
        frame = latest.frame
        if frame is None or frame is newest:
            time.sleep(0.001)
            continue
        newest = frame
        first = frame.time + SETTLING if first is None else first
        if frame.time < first and not latest.ended:
            continue
        count += 1
        if not frames or frame.time - frames[-1].time >= 1 / 40:  # a faster one is thinned out
            frames.append(Frame(downscaled(frame.image, COMPARED), frame.time))
            if frame.time >= first + len(pictures) * WATCHED / 4:
                pictures.append(frame.image)
        if frame.time - first >= WATCHED:
            break
    fault = latest.error or latest.trouble
    latest.close()
    if not frames and newest is not None:  # slower than the time that it was given
        frames, pictures, count = [newest], [newest.image], 1
    health = stream_health(frames)
    span = frames[-1].time - frames[0].time if frames else 0.0
    return Seen(pictures, [], health._replace(rate=(count - 1) / span if span > 0 else None), True, fault)


def judge_stream(stream: StreamHealth, live: bool) -> list[Finding]:
    """Whether frames come fast enough, alive and still."""
    found = []
    rate = "" if stream.rate is None else say("{rate:.1f} frames a second", rate=stream.rate)
    if stream.frozen:
        still = say("sends the same picture over and over: it has frozen, open it again")
        quiet = Finding("note", "clip", say("nothing moves in it"))
        found.append(Finding("change", "camera", still, 2) if live else quiet)
    if stream.sizes > 1:
        found.append(
            Finding("note", "camera", say("its pictures change their size ({count} sizes)", count=stream.sizes))
        )
    if stream.rate is not None and stream.rate < SLOW_CAMERA:
        slow = say(
            "only {rate}; {needed:.0f} are needed to read a roll as soon as the dice lie: give it more light, a "
            "smaller picture or another cable",
            rate=rate,
            needed=SLOW_CAMERA,
        )
        found.append(Finding("change", "camera", slow, 30))
    elif not stream.frozen:
        found.append(Finding("fine", "camera", rate or say("one frame")))
    if stream.shake > SHAKE:
        moves = say(
            "the picture moves by {share:.2f} % of its width from frame to frame: fix the camera, and take it off the "
            "table that is hit",
            share=stream.shake / 10,
        )
        found.append(Finding("change", "rest", moves, 20))
    elif stream.flicker > FLICKER:
        light = say(
            "the light flickers, by {change:.0f} of 255 from frame to frame: set the camera to the mains (50 or "
            "60 Hz), or use another lamp",
            change=stream.flicker,
        )
        found.append(Finding("change", "light", light, 21))
    elif stream.frames > 1:
        found.append(Finding("fine", "rest", say("the picture keeps still")))
    return found


# ---------------------------------------------------------------------------------------------------- the pictures


def health_of(reader: DiceReader, image: Image) -> PictureHealth:
    """The health of a picture with the dice found in it."""
    return picture_health(image, np.array([die.box for die in reader.read(image).dice], np.float32).reshape(-1, 4))


class Trouble(NamedTuple):
    """One way in which a picture can be bad."""

    part: str
    rank: int
    ails: Callable[[PictureHealth], bool]
    says: Callable[[PictureHealth], str]


def look_size(health: PictureHealth) -> float:
    """Pixels across of the median die at the detector's widest pass; nothing in a picture without dice."""
    return (health.dice_size or 0.0) * max(DETECTOR_SIZES) / max(health.width, health.height)


def too_dark(health: PictureHealth) -> bool:
    """Dice in shadow are dark though the table may be bright; a picture without dice is dark only as a whole."""
    return (health.light if health.dice_light is None else health.dice_light) < DARK


def too_small(health: PictureHealth) -> bool:
    """Whether the median die is too small for the finder, or its pips run together."""
    return health.dice > 0 and (look_size(health) < FAR or (health.dice_size or 0.0) < COARSE)


def over_exposed(health: PictureHealth) -> bool:
    """Whether too much of the picture, or of the median die, is burnt out."""
    return max(health.burnt, health.dice_burnt or 0.0) > BURNT


TOO_SMALL_RANK = 13
"""The rank of the trouble that dice are too small where the finder looks."""

TROUBLES = (
    Trouble(
        "light",
        10,
        too_dark,
        lambda h: say("too dark, {light:.0f} of 255: more light on the table", light=h.dice_light or h.light),
    ),
    Trouble(
        "light",
        11,
        over_exposed,
        lambda h: say(
            "over-exposed, {share:.0f} % is plain white: less light or exposure",
            share=100 * max(h.burnt, h.dice_burnt or 0),
        ),
    ),
    Trouble(
        "sharpness",
        12,
        lambda h: h.dice_blur is not None and h.dice_blur > BLURRED and (h.dice_size or 0) >= COARSE,
        lambda h: say(
            "blurred over {share:.0f} % of a die: set the focus, clean the lens, or give it more light",
            share=h.dice_blur,
        ),
    ),
    Trouble(
        "dice",
        TOO_SMALL_RANK,
        lambda h: h.dice > 0 and look_size(h) < FAR,
        lambda h: say(
            "dice are {size:.0f} px across in a picture of {width}x{height}, {looked:.0f} px where the finder looks: "
            "move the camera closer",
            size=h.dice_size,
            width=h.width,
            height=h.height,
            looked=look_size(h),
        ),
    ),
    Trouble(
        "dice",
        14,
        lambda h: h.dice > 0 and (h.dice_size or 0) < COARSE and look_size(h) >= FAR,
        lambda h: say("dice are {size:.0f} px across: use 720p or 1080p, or move the camera closer", size=h.dice_size),
    ),
    Trouble(
        "light",
        15,
        lambda h: (h.glare or 0) > GLARE,
        lambda h: say(
            "a lamp's reflection covers {share:.0f} % of a die: move the lamp aside, or shade it",
            share=100 * (h.glare or 0),
        ),
    ),
    Trouble(
        "dice",
        16,
        lambda h: h.cut_off > 0,
        lambda h: say(
            "{cut} of {dice} dice are cut off by the picture's edge: turn the camera, or move the dice in",
            cut=h.cut_off,
            dice=h.dice,
        ),
    ),
)


def judge_pictures(healths: list[PictureHealth], names: list[str]) -> list[Finding]:
    """Lists what is wrong in the pictures, each trouble once with the first picture that has it."""
    found = []
    for part, rank, ails, says in TROUBLES:
        ailing = [n for n, health in enumerate(healths) if ails(health)]
        if not ailing:
            continue
        where = f"{one_line(names[ailing[0]])}: " if len(names) > 1 else ""
        others, of = len(ailing) - 1, len(healths)
        more = say(" (and {others} more of {of} pictures)", others=others, of=of) if others else ""
        found.append(Finding("change", part, f"{where}{says(healths[ailing[0]])}{more}", rank))
    sizes = sorted({f"{health.width}x{health.height}" for health in healths})
    several = say(" in {count} pictures", count=len(healths)) if len(healths) > 1 else ""
    other = say(" and other sizes") if len(sizes) > 1 else ""
    found.append(Finding("fine", "picture", f"{sizes[0]}{other}{several}"))
    dice = [health for health in healths if health.dice]
    if not dice:
        found.append(
            Finding("note", "dice", say("none is seen; lay some on the table to have their size and light checked"))
        )
    elif not any(finding.part == "dice" for finding in found):
        across = statistics.median(health.dice_size or 0 for health in dice)
        count = sum(health.dice for health in dice)
        seen = say_count(
            "{count} is seen, {across:.0f} px across", "{count} are seen, {across:.0f} px across", count, across=across
        )
        found.append(Finding("fine", "dice", seen))
    well = (("light", say("neither too dark nor too bright")), ("sharpness", say("the dice's edges are sharp")))
    for part, word in well:
        if dice and not any(finding.part == part for finding in found):
            found.append(Finding("fine", part, word))
    return found

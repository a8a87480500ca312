"""`companion scan`: read the dice in photographs; a table for people, JSON lines for programs (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, add_batch, add_resume, run_batch
from companion.cli.scan.output import format_die

if TYPE_CHECKING:
    from companion.batch import Job, Source
    from companion.table import Die
    from vision.camera import Image
    from vision.dice import DiceReader, DiceReading
    from vision.symbols import FaceSet

_QUALITY = 92  # of annotated copies, as JPEG
_WORTH = 30  # pictures that are read in the time in which a process is started


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="a picture, or a folder whose pictures are read in order"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON a picture, or a roll")
    parser.add_argument(
        "--rolls", action="store_true", help="tell the rolls in one clip, camera (its number) or stream (its address)"
    )
    parser.add_argument("--set", metavar="NAME", help="read faces of this set: see `companion enrol --list`")
    parser.add_argument("--data", metavar="DIR", help="folder of the sets instead of the user's data folder")
    parser.add_argument("--draw", metavar="DIR", help="write copies with what was read drawn in into this folder")
    add_batch(parser)
    add_resume(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; 1 when something could not be read. The rest of the batch goes on."""
    from companion.batch import Job

    if arguments.rolls:
        return _rolls(arguments)
    found, code = _pictures(arguments.paths)
    copies = None if arguments.draw is None else _Copies(arguments.draw, found)
    if copies is not None and arguments.resume is not None:
        raise Refusal("--resume keeps what was read, and no copies; leave it or --draw out", WRONG_USE)
    how = _Settings(arguments.set, _set_check(arguments), arguments.data, arguments.json, copies is not None)

    def done(job: Job, result: dict[str, Any]) -> None:
        print(_line(job.name, result["read"]), flush=True)  # a long batch is followed picture by picture
        if copies is not None:
            copies.write(job.name, result["copy"])

    each = (Job(name, (name, how), name) for name in found)
    jobs = Jobs(each, len(found), "picture", len(found), _WORTH, found[0] if found else None)
    _one_reader.cache_clear()  # of an earlier run in this process
    options = BatchOptions("scan", arguments.jobs, arguments.cluster, arguments.resume, f"{how.check} {how.json}")
    return max(code, run_batch(options, jobs, read_photograph, done))


class _Settings(NamedTuple):
    """How pictures are read."""

    set: str | None
    check: str | None
    """Of the set, which a worker's may not differ from."""
    data: str | None
    json: bool
    draw: bool


def read_photograph(source: Source, name: str, how: _Settings) -> dict[str, Any]:
    """The job of one picture: what was read, as JSON or for people but without its name, and the copy to be written."""
    from companion.batch import JobError

    reader = _one_reader(how)
    from vision.camera import PictureError, decode_picture, read_picture

    try:
        image = decode_picture(source, name) if isinstance(source, bytes) else read_picture(source)
    except PictureError as error:
        raise JobError(str(error)) from None
    reading = reader.read(image)
    read = json_data(image, reading) if how.json else table(image, reading)
    return {"read": read, "copy": _copy(image, reading) if how.draw else None}


@lru_cache(1)
def _one_reader(how: _Settings) -> DiceReader:
    """The reader of this process, which leaves the other cores to other processes."""
    from vision.decoding import prepare_decoder

    prepare_decoder()  # it loads what it needs while the rest is loaded here
    import cv2

    from vision.inference import ModelError

    cv2.setNumThreads(1)
    try:
        return _dice_reader(how.set, how.data, how.check)
    except ModelError as error:
        raise Refusal(str(error)) from None


def _copy(image: Image, reading: DiceReading) -> bytes | None:
    """The annotated copy as JPEG; None where the picture is too large for one."""
    import cv2

    from vision.overlay import draw

    try:
        return cv2.imencode(".jpg", draw(image, reading.dice), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    except cv2.error:  # a JPEG has 65535 rows and columns at most
        return None


def _rolls(arguments: argparse.Namespace) -> int:
    """`--rolls`: one moving source instead of pictures."""
    from companion.cli.scan.rolls import watch
    from vision.inference import ModelError

    if len(arguments.paths) > 1 or arguments.draw is not None:
        raise Refusal("--rolls follows one source, and draws nothing; leave out the rest", WRONG_USE)
    try:
        reader = _dice_reader(arguments.set, arguments.data, _set_check(arguments))
    except ModelError as error:
        raise Refusal(str(error)) from None
    return watch(arguments.paths[0], reader.read, arguments.json)


def _set_check(arguments: argparse.Namespace) -> str | None:
    """SHA-256 of the set that is asked for; None for pips."""
    if arguments.set is None:
        return None
    from vision.symbols import PIPS

    return None if arguments.set == PIPS else _set(arguments.set, arguments.data).check


def _set(name: str, folder: str | None) -> FaceSet:
    from vision.symbols import SetError, Store

    try:
        return Store(folder).load(name)
    except SetError as error:
        raise Refusal(str(error), WRONG_USE) from None


def _dice_reader(name: str | None, folder: str | None, check: str | None) -> DiceReader:
    """A reader of pips, or of the faces of the set `name`, which `check` tells from others of that name."""
    from vision.dice import DiceReader

    if name is None or check is None:
        return DiceReader()
    from vision.symbols import SymbolDiceClassifier, symbol_detector

    faces = _set(name, folder)
    if faces.check != check:
        raise Refusal(f"--set {name}: a worker has another set of this name; name a folder for all with --data")
    return DiceReader(symbol_detector(), SymbolDiceClassifier(faces))


def _pictures(paths: list[str]) -> tuple[list[str], int]:
    """The pictures that the paths name, folders opened, and the exit code so far."""
    found: list[str] = []
    code = 0
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        from vision.decoding import PictureError, picture_names  # which loads no OpenCV: processes are to begin soon

        try:
            found += [os.path.join(path, name) for name in picture_names(path)]
        except PictureError as error:
            complain(str(error))
            code = UNREAD
    return found, code


def json_line(name: str, image: Image, reading: DiceReading) -> str:
    """One picture as docs/formats.md has it."""
    return _line(name, json_data(image, reading))


def json_data(image: Image, reading: DiceReading) -> dict[str, Any]:
    """One picture as docs/formats.md has it, but for its name."""
    height, width = image.shape[:2]
    whole = {"width": width, "height": height, "dice": [format_die(die) for die in reading.dice]}
    return whole | {"unsure": reading.unsure, "ms": round(reading.ms, 2)}


def _line(name: str, read: Any) -> str:
    """What is printed of the picture `name`."""
    from companion.text import one_line

    if isinstance(read, str):
        return f"{one_line(name)}{read}"
    return json.dumps({"image": name, **read}, separators=(",", ":"))


def table(image: Image, reading: DiceReading) -> str:
    """One picture for people, but for its name."""
    from companion.table import colour_line, dice_line, face_line

    height, width = image.shape[:2]
    count = len(reading.dice)
    dice = f"{count} {'die' if count == 1 else 'dice'}" if count else "no dice found"
    lines = [f"  {width} x {height} pixels, {dice}, {reading.ms:.1f} ms"]
    if count:
        lines.append("  face  colour  confidence")
    for die in reading.dice:
        face = die.face or die.value or "?"
        lines.append(f"  {face:>4}  {die.colour or '?':<6}  {100 * die.confidence:8.1f} %  {_word(die)}")
    if count and not any(die.face for die in reading.dice):
        lines.append(f"  {_sum(reading)}")
    if count:
        lines.append(f"  {dice_line(reading.dice)}")
        by_colour, by_face = colour_line(reading.dice), face_line(reading.dice)
        lines += [f"  by colour: {by_colour}", f"  by face: {by_face}"] if by_face else []
    if reading.unsure:
        lines.append("  unsure: a die may have been missed or covered")
    return "\n".join(lines)


def _word(die: Die) -> str:
    if die.certain:
        return "certain"
    why = f" ({', '.join(die.doubts)})" if die.doubts else ""
    others = " or ".join(str(value) for value, _ in (die.alternatives or die.face_alternatives)[:2])
    return f"unsure{why}, perhaps {others}" if others else f"unsure{why}"


def _sum(reading: DiceReading) -> str:
    """The sum of what may count; what may not is said, never added in silence."""
    certain = [die.value for die in reading.dice if die.certain and die.value is not None]
    doubtful = len(reading.dice) - len(certain)
    return f"sum {sum(certain)}" + (f" of the certain dice; {doubtful} unsure, not counted" if doubtful else "")


class _Copies:
    """Annotated copies in one folder: `table.jpg` becomes `table-read.jpg`; no picture read, no copy is overwritten."""

    def __init__(self, folder: str, pictures: list[str]) -> None:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise Refusal(f"--draw {folder}: {error.strerror}; name a folder for the copies", WRONG_USE) from None
        self._folder = Path(folder)
        self._taken = {_identity(Path(picture)) for picture in pictures}

    def write(self, name: str, copy: bytes | None) -> None:
        """Write the copy of the picture `name`; JobError when it cannot be written."""
        from companion.batch import JobError

        target = self._free(Path(name).stem)
        if copy is None:
            raise JobError(f"{target}: cannot be written, the picture is too large for a JPEG")
        try:
            target.write_bytes(copy)
        except OSError as error:
            raise JobError(f"{target}: cannot be written ({error.strerror})") from None
        self._taken.add(_identity(target))

    def _free(self, stem: str) -> Path:
        number = 1
        while True:
            target = self._folder / f"{stem}-read{f'-{number}' if number > 1 else ''}.jpg"
            if _identity(target) is None or _identity(target) not in self._taken:
                return target
            number += 1


def _identity(path: Path) -> tuple[int, int] | None:
    """What a file is, whichever of its names is used; None when there is no file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino

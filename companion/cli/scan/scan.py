"""`companion scan`: read the dice in photographs; a table for people, JSON lines for programs (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.scan.output import format_die

if TYPE_CHECKING:
    from companion.table import Die
    from vision.camera import Image
    from vision.dice import DiceReader, DiceReading

_QUALITY = 92  # of annotated copies, as JPEG


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


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; 1 when something could not be read. The rest of the batch goes on."""
    if not arguments.rolls:
        from vision.decoding import prepare_decoder

        prepare_decoder()  # it loads what it needs while the rest is loaded here
    from vision.camera import PictureError, read_picture
    from vision.inference import ModelError

    if arguments.rolls:
        return _rolls(arguments)
    found, code = _pictures(arguments.paths)
    copies = None if arguments.draw is None else _Copies(arguments.draw, found)
    try:
        reader = _dice_reader(arguments.set, arguments.data)
    except ModelError as error:
        raise Refusal(str(error)) from None
    for name in found:
        try:
            image = read_picture(name)
            reading = reader.read(image)
            lines = json_line(name, image, reading) if arguments.json else table(name, image, reading)
            print(lines, flush=True)  # a long batch is followed picture by picture
            if copies is not None:
                copies.write(name, image, reading)
        except (PictureError, Refusal) as error:
            complain(str(error))
            code = UNREAD
    return code


def _rolls(arguments: argparse.Namespace) -> int:
    """`--rolls`: one moving source instead of pictures."""
    from companion.cli.scan.rolls import watch
    from vision.inference import ModelError

    if len(arguments.paths) > 1 or arguments.draw is not None:
        raise Refusal("--rolls follows one source, and draws nothing; leave out the rest", WRONG_USE)
    try:
        reader = _dice_reader(arguments.set, arguments.data)
    except ModelError as error:
        raise Refusal(str(error)) from None
    return watch(arguments.paths[0], reader.read, arguments.json)


def _dice_reader(name: str | None, folder: str | None) -> DiceReader:
    """A reader of pips, or of the faces of the set `name`."""
    from vision.dice import DiceReader
    from vision.symbols import PIPS, SetError, Store, SymbolDiceClassifier, symbol_detector

    if name in (None, PIPS):
        return DiceReader()
    try:
        return DiceReader(symbol_detector(), SymbolDiceClassifier(Store(folder).load(str(name))))
    except SetError as error:
        raise Refusal(str(error), WRONG_USE) from None


def _pictures(paths: list[str]) -> tuple[list[str], int]:
    """The pictures that the paths name, folders opened, and the exit code so far."""
    from vision.camera import PictureError, pictures_in

    found: list[str] = []
    code = 0
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        try:
            found += [os.path.join(path, picture.name) for picture in pictures_in(path)]
        except PictureError as error:
            complain(str(error))
            code = UNREAD
    return found, code


def json_line(name: str, image: Image, reading: DiceReading) -> str:
    """One picture as docs/formats.md has it."""
    height, width = image.shape[:2]
    whole = {"image": name, "width": width, "height": height, "dice": [format_die(die) for die in reading.dice]}
    return json.dumps(whole | {"unsure": reading.unsure, "ms": round(reading.ms, 2)}, separators=(",", ":"))


def table(name: str, image: Image, reading: DiceReading) -> str:
    """One picture for people."""
    from companion.table import colour_line, dice_line, face_line
    from companion.text import one_line

    height, width = image.shape[:2]
    count = len(reading.dice)
    dice = f"{count} {'die' if count == 1 else 'dice'}" if count else "no dice found"
    lines = [f"{one_line(name)}  {width} x {height} pixels, {dice}, {reading.ms:.1f} ms"]
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

    def write(self, name: str, image: Image, reading: DiceReading) -> None:
        """Write the copy of the picture `name`; Refusal when it cannot be written."""
        import cv2

        from vision.overlay import draw

        target = self._free(Path(name).stem)
        try:
            coded = cv2.imencode(".jpg", draw(image, reading.dice), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
            target.write_bytes(coded.tobytes())
        except cv2.error:  # a JPEG has 65535 rows and columns at most
            raise Refusal(f"{target}: cannot be written, the picture is too large for a JPEG") from None
        except OSError as error:
            raise Refusal(f"{target}: cannot be written ({error.strerror})") from None
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

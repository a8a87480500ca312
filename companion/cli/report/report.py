"""`companion report`: pack one misreading, after showing what is in it, into a file that can be sent."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.common import add_record, open_record, refusals, whole_number

if TYPE_CHECKING:
    from companion.record import PackedReport, Record

OUT = "misreading.zip"
MOST_FACES = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("picture", nargs="?", metavar="PICTURE", help="a photograph whose dice were misread")
    parser.add_argument("--faces", metavar="4,3,3", help="with PICTURE: the pips that its dice show, in any order")
    parser.add_argument("--match", metavar="ID", help="instead of PICTURE: a recorded match with pictures")
    parser.add_argument("--event", metavar="N", help="with --match: which event, as `companion matches show` counts")
    parser.add_argument("--symbols", action="store_true", help="with --match: the dice show the game's drawings")
    add_record(parser)
    parser.add_argument("--note", metavar="TEXT", default="", help="a sentence for whoever reads the report")
    parser.add_argument("--out", metavar="FILE", default=OUT, help=f"the file to write ({OUT})")
    parser.add_argument("--yes", action="store_true", help="write it without asking")


def run(arguments: argparse.Namespace) -> int:
    """Pack it. 0 written; 1 something cannot be read; 2 wrong use, or not written."""
    from companion.record import LONGEST_NOTE, contents_text, pack_report
    from vision.inference import ModelError

    if (arguments.picture is None) == (arguments.match is None):
        raise Refusal("report: give a PICTURE, or --match ID with --event N", WRONG_USE)
    if len(arguments.note) > LONGEST_NOTE:
        raise Refusal(f"report: --note: at most {LONGEST_NOTE} characters", WRONG_USE)
    try:
        packed = _of_picture(arguments) if arguments.match is None else _of_match(arguments)
    except ModelError as error:
        raise Refusal(str(error)) from None
    print("This will be in the file:")
    for name, text in contents_text(packed):
        print(f"  {name:<9} {text}")
    print("No names, no file names, no place and no date; nothing is sent. Look at the picture yourself.")
    if not arguments.yes:
        _ask(arguments.out)
    try:
        with open(arguments.out, "xb") as file:
            file.write(pack_report(packed))
    except FileExistsError:
        raise Refusal(f"report: {arguments.out!a} is there already; name another file by --out", WRONG_USE) from None
    except (OSError, ValueError) as fault:
        raise Refusal(f"report: {arguments.out!a}: {getattr(fault, 'strerror', None) or fault}", UNREAD) from None
    print(f"Written: {arguments.out}")
    return 0


# ---------------------------------------------------------------------------------------------- what is packed


def _of_picture(arguments: argparse.Namespace) -> PackedReport:
    from companion.record import PackedReport
    from ui.live import dice_view, encoded_for_report, new_report
    from vision.camera import PictureError, read_picture
    from vision.dice import DiceReader

    if arguments.event is not None or arguments.symbols:
        raise Refusal("report: --event and --symbols go with --match", WRONG_USE)
    faces = None if arguments.faces is None else _faces(arguments.faces)
    try:
        image = read_picture(arguments.picture)
    except PictureError as error:
        raise Refusal(str(error)) from None
    reader = DiceReader()
    report = new_report(dice_view(reader, image), faces=faces, note=arguments.note)
    return PackedReport(report, encoded_for_report(image, reader))


def _faces(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if len(words) > MOST_FACES or any(word not in ("1", "2", "3", "4", "5", "6") for word in words):
        raise Refusal(f"report: --faces {text!a}: numbers of pips from 1 to 6, such as 4,3,3", WRONG_USE)
    return tuple(sorted(map(int, words)))


def _of_match(arguments: argparse.Namespace) -> PackedReport:
    from companion.record import MatchReport, PackedReport, told_events
    from seeds import board_of
    from ui.live import new_report

    if arguments.faces is not None:
        raise Refusal("report: --faces goes with a PICTURE; correct the event of a match first", WRONG_USE)
    if arguments.event is None:
        raise Refusal("report: --match goes with --event N: `companion matches show` counts them", WRONG_USE)
    number = whole_number("report", "--event", arguments.event)
    with open_record("report", arguments.record) as record, refusals("report"):
        if record is None:
            raise Refusal("report: nothing is recorded yet", UNREAD)
        summary = record.summary(arguments.match)
        journal = record.journal(summary.id)
        history, told = journal.history(), told_events(journal)
        if not 1 <= number <= len(history):
            raise Refusal(f"report: --event {number}: the match has {len(history)} events", WRONG_USE)
        moment, first = history[number - 1], told[number - 1]
        if first.source != "seen" or first.view is None:
            raise Refusal(f"report: event {number} was not read off the table, so that nothing was misread", UNREAD)
        picture = _picture(record, summary.id, first.entry, number)
    game = journal.game
    match = MatchReport(
        position=game.format_position(moment.before),
        colours=summary.colours,
        sheet=board_of(game.id, game.format_options()),
        symbols=arguments.symbols,
        told=(game.format_event(first.told),),
        right=None if moment.event == first.told else (game.format_event(moment.event),),
    )
    report = new_report(first.view, match=match, note=arguments.note)
    return PackedReport(report, picture)


def _picture(record: Record, match_id: str, entry: int, number: int) -> bytes:
    picture = record.picture(match_id, entry)
    if picture is None:
        raise Refusal(
            f"report: no picture was kept with event {number}: play with --keep-pictures, or tick `Keep pictures`",
            UNREAD,
        )
    return picture


def _ask(out: str) -> None:
    if sys.stdin is None:
        raise Refusal("report: standard input is closed: --yes writes without asking", WRONG_USE)
    try:
        answer = input(f"Write {out}? [y/N] ")
    except EOFError:
        raise Refusal("report: nobody answered, and nothing was written: --yes does not ask", WRONG_USE) from None
    if answer.strip().lower() not in ("y", "yes"):
        raise Refusal("report: nothing was written", WRONG_USE)

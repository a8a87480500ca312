"""`companion replay`: check a recorded game (companion/record/transcripts.py) and tell how it ended, or where it is
wrong."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.common import read_file, source_name

if TYPE_CHECKING:
    from companion.record import Transcript


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the text of a game, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="print only the last line")
    parser.add_argument("--text", action="store_true", help="print the text anew, in its usual form, and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Print every event in words and the outcome; `(1 > 0)` behind it ranks the seats, as the header Result does.

    0 the text is in order; 1 an event is illegal or the result is another; 2 a line cannot be read.
    """
    from companion.record import FaultyLine, Transcript
    from companion.rules import CompanionError

    raw = read_file("replay", arguments.file)
    name = source_name(arguments.file)
    try:
        transcript = Transcript.read(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        number = raw.count(b"\n", 0, fault.start) + 1
        raise Refusal(f"replay: {name}: line {number}: this is no text in UTF-8", WRONG_USE) from None
    except FaultyLine as fault:
        raise Refusal(f"replay: {name}: {fault}", UNREAD if fault.readable else WRONG_USE) from None
    except CompanionError as fault:
        raise Refusal(f"replay: {name}: {fault}", UNREAD) from None
    if arguments.text:
        print(transcript.written(), end="")
        return 0
    if not arguments.quiet:
        for line in event_lines(transcript):
            print(line)
    print(ending_line(transcript))
    return 0


def event_lines(transcript: Transcript) -> Iterator[str]:
    """The names, the notes and every event in words with the clause that allows it."""
    from companion.match import SetUp, step_text
    from companion.text import one_line

    game = transcript.game
    for seat, name in enumerate(transcript.names):
        yield f"{game.seat_word(seat)}: {one_line(name)}"
    if transcript.note:
        yield f"({one_line(' '.join(transcript.note.split()))})"
    for number, (step, noted) in enumerate(zip(transcript.steps(), transcript.events, strict=True), 1):
        note = f"  ({one_line(' '.join(noted.note.split()))})" if noted.note else ""
        clause = "" if isinstance(step.event, SetUp) else f"  [{game.clause_of(step.before, step.event)}]"
        yield f"{number:>4}  {step_text(game, step.before, step.event)}{clause}{note}"


def ending_line(transcript: Transcript) -> str:
    """How many events there are, and the outcome, or what is awaited."""
    game, reached = transcript.game, transcript.reached
    events = f"{len(transcript.events)} event{'s' if len(transcript.events) != 1 else ''}"
    outcome = game.outcome(reached)
    if outcome is None:
        awaited = game.awaited(reached)
        whose = f" by {game.seat_name(awaited.seat)}" if awaited.seat is not None else ""
        return f"{events}, and the game goes on: awaited is {_a(awaited.need)}{whose}"
    return f"{events}, {outcome.clause}: {outcome.how} ({transcript.result.partition(',')[0]})"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"

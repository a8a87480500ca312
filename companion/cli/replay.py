"""`companion replay`: check a recorded game (companion/transcript.py) and tell how it ended, or where it is wrong."""

from __future__ import annotations

import argparse

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.positions import read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the text of a game, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="only the last line")
    parser.add_argument("--text", action="store_true", help="print the text anew, in its usual form, and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Print every event in words and the outcome.

    0 the text is in order; 1 an event is illegal or the result is another; 2 a line cannot be read.
    """
    from companion.game import CompanionError
    from companion.transcript import FaultyLine, Transcript

    raw = read("replay", arguments.file)
    name = "standard input" if arguments.file == "-" else arguments.file
    try:
        transcript = Transcript.read(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refusal(f"replay: {name}: this is no text in UTF-8", WRONG_USE) from None
    except FaultyLine as fault:
        complain(f"replay: {name}: {fault}")
        return UNREAD if fault.readable else WRONG_USE
    except CompanionError as fault:
        raise Refusal(f"replay: {name}: {fault}", UNREAD) from None
    if arguments.text:
        print(transcript.written(), end="")
        return 0
    game, position = transcript.game, transcript.start
    if not arguments.quiet:
        for number, one in enumerate(transcript.events, 1):
            note = f"  ({' '.join(one.note.split())})" if one.note else ""
            print(f"{number:>4}  {game.text(position, one.event)}  [{game.clause_of(position, one.event)}]{note}")
            position = game.apply(position, one.event)
    print(_ending(transcript))
    return 0


def _ending(transcript: object) -> str:
    from companion.transcript import Transcript

    assert isinstance(transcript, Transcript)
    outcome = transcript.game.outcome(transcript.reached)
    count = len(transcript.events)
    if outcome is None:
        awaited = transcript.game.awaited(transcript.reached)
        whose = f" by {transcript.game.seat_name(awaited.seat)}" if awaited.seat is not None else ""
        return f"{count} events, and the game goes on: awaited is {_a(awaited.need)}{whose}"
    return f"{count} events, {outcome.clause}: {outcome.how} ({transcript.result.partition(',')[0]})"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"

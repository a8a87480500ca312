"""The front door: `companion COMMAND ...`. One small module a command; nothing heavy is loaded before it is needed.

Exit codes: 0 done; 1 something could not be read, or was ruled illegal; 2 wrong use; 70 a fault of our own; 130 and
141 as the shell has them for Ctrl-C and for a reader that went away. Errors are one line on standard error each.

A command's module has `add_arguments(parser)` and `run(arguments) -> exit code`. It may raise `Refusal`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn, TextIO


class Command(NamedTuple):
    """One command: its module below this package, and its line in the help."""

    module: str
    help: str


COMMANDS = {
    "app": Command("app", "open the table in the browser"),
    "scan": Command("scan.scan", "read the dice in photographs"),
    "board": Command("scan.board", "read the pieces on a board in a photograph"),
    "enrol": Command("scan.enrol", "learn the faces of symbol dice from a few looks at each"),
    "kit": Command("kit", "write what a game is played with as a PDF to print"),
    "rules": Command("rules.rules", "ask the rules: what is legal, what an event leads to"),
    "explain": Command("rules.explain", "show the clauses of a game in plain words, and its house rules"),
    "games": Command("games.games", "list the games that are installed, and how complete each is"),
    "new": Command("games.new", "make the folder of a new game, which plays at once"),
    "try": Command("games.try_game", "check a game, play it many times, and say what is wrong and where"),
    "watch": Command("watch.watch", "follow a game on a real table, and tell what happens"),
    "review": Command("review.review", "follow a folder of films, and ask in one page what they leave in doubt"),
    "replay": Command("rules.replay", "check the text of a recorded game"),
    "matches": Command("record.matches", "list the recorded matches, show, export or delete one"),
    "stats": Command("record.stats", "tell how the dice fell in recorded matches, who won, and how long they were"),
    "club": Command("club.club", "show what all tables of a club play, on a page for all to see"),
    "odds": Command("rules.odds", "show the exact odds of the roll or card that a position awaits"),
    "hints": Command("rules.hints", "estimate how often each legal action wins, with the exact odds of a battle"),
    "simulate": Command("rules.simulate", "let the program play many games, and tell how they go"),
    "doctor": Command("bench.doctor", "check camera, light, dice, networks and machine, and tell what to change"),
    "report": Command("report.report", "pack one misreading into a file that can be sent"),
    "judge": Command("report.judge", "read the pictures of reported misreadings again"),
    "bench": Command("bench.bench", "measure how fast the eyes are on this machine"),
}

UNREAD, WRONG_USE, FAULT, INTERRUPTED, NO_READER = 1, 2, 70, 130, 141

_OPENCV_LIBRARIES = "apt-get install -y --no-install-recommends libgl1 libglib2.0-0"


class Refusal(Exception):
    """Ends a command with one line and an exit code."""

    def __init__(self, line: str, code: int = UNREAD) -> None:
        super().__init__(line)
        self.code = code


def complain(line: str) -> None:
    """One line on standard error."""
    from companion.text import one_line

    if sys.stderr is not None:
        print(f"companion: {one_line(line)}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (those of the process, if None) ask for; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_write(stream)
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a reader that went away can still be told apart
        return code
    except Refusal as refusal:
        complain(str(refusal))
        return refusal.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return NO_READER
    except Exception as error:
        if os.environ.get("COMPANION_DEBUG"):
            raise
        return _fault(error)


def _run(arguments: list[str]) -> int:
    parser = _Parser(prog="companion", description="A camera companion for boxed games played on a real table.")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    asked = next((argument for argument in arguments if not argument.startswith("-")), None)
    module, chosen = None, parser
    for name, (place, help_) in COMMANDS.items():
        command = commands.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
        if name == asked:  # the others are only named: their modules are left alone
            module, chosen = importlib.import_module(f"companion.cli.{place}"), command
            module.add_arguments(command)
    try:
        found, unknown = parser.parse_known_args(arguments)
    except SystemExit as end:  # --help has been printed
        return int(end.code or 0)
    if unknown:
        option = unknown[0].startswith("-")
        chosen.error(f"there is no {unknown[0]}" if option else f"{unknown[0]} is one argument too many")
    if found.version:
        from companion.text import program_version

        print(f"companion {program_version()}")
        return 0
    if module is None:
        parser.error("no command is given")
    code: int = module.run(found)
    return code


class _Parser(argparse.ArgumentParser):
    """Wrong use is told in one line instead of a page of usage; option names are given in full."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message}; `{self.prog} --help` shows how it is used", WRONG_USE)


def _never_fail_to_write(stream: TextIO | None) -> None:
    """A name that the terminal's encoding lacks is written as escapes."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _let_go_of_stdout() -> None:
    """Point standard output to nowhere: on exit Python would complain of what it could not write."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # it is no file at all
        return


def _fault(error: Exception) -> int:
    """One line for an error that no command expected; the exit code."""
    kind = type(error).__name__
    if isinstance(error, ImportError) and ".so" in str(error):
        complain(f"a system library is missing ({error}); on Debian or Ubuntu: {_OPENCV_LIBRARIES}")
    elif isinstance(error, ModuleNotFoundError):
        complain(f"the module {error.name} is missing; install tabletop-companion again")
    elif isinstance(error, OSError):
        _let_go_of_stdout()  # it may be what is full
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    else:
        complain(f"a fault of companion itself, {kind}: {error}; COMPANION_DEBUG=1 shows where, please report it")
        return FAULT
    return UNREAD

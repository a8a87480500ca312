"""Runs the checks of a game in a process of its own: code that hangs, ends it or eats memory is one finding."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

from companion.conformance.checks import GAMES, check_game
from companion.conformance.findings import Check, Finding
from seeds import installed_games

PATIENCE = 20.0
"""Seconds that one game or one table may take before its code is taken to hang: a thousand times what any needs."""
MEMORY = 2 * 2**30
"""Bytes of address space beyond what the program has by itself."""
_FRAME = re.compile(r'File "(.+)", line (\d+)')


def check_apart(game_id: str, games: int = GAMES, seed: int = 0, patience: float = PATIENCE) -> Iterator[Check | str]:
    """Yields what is being done, as text, and each check when it is done. Code that does not come back within
    `patience` seconds ends the process, and is the last finding, with the line at which it was."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with tempfile.NamedTemporaryFile("r+", suffix=".txt", encoding="utf-8", errors="replace") as stack:
        process = context.Process(
            target=_work, args=(game_id, games, seed, patience, theirs, stack.name), name="check-game", daemon=True
        )
        process.start()
        theirs.close()
        doing = "loading"
        try:
            while True:
                said: Check | str | None = ours.recv()
                if said is None:
                    return
                if isinstance(said, str):
                    doing = said
                yield said
        except EOFError:
            process.join(PATIENCE)
            yield _ended(game_id, doing, process.exitcode, patience, stack.file)
        finally:
            ours.close()
            process.kill()
            process.join()


def _ended(game_id: str, doing: str, code: int | None, patience: float, stack: IO[str]) -> Check:
    """What is known of a process that has ended by itself."""
    folder = installed_games()[game_id].folder
    frames = [(Path(name), line) for name, line in _FRAME.findall(stack.read())]  # the innermost first
    place = next((f"{name.relative_to(folder)}:{line}" for name, line in frames if name.is_relative_to(folder)), "")
    if frames:
        return Check(doing, (Finding("fault", f"this does not come back within {patience:.0f} s", place),))
    return Check(doing, (Finding("fault", f"this ended the process that checks (exit {code})", place),))


def _work(game_id: str, games: int, seed: int, patience: float, answers: Connection, stack: str) -> None:
    with open(stack, "w", encoding="utf-8") as dump, open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdout = nowhere  # what a game prints is nobody's
        _limit_memory()

        def progress(doing: str) -> None:
            faulthandler.dump_traceback_later(patience, exit=True, file=dump)
            answers.send(doing)

        progress("loading")
        for check in check_game(game_id, games, seed, progress):
            answers.send(check)
        faulthandler.cancel_dump_traceback_later()
        answers.send(None)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    used = _address_space()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


def _address_space() -> int:
    """Bytes of address space in use, where the system tells; else 4 GB, which is more."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 4 * 2**30

"""Bad input at the command line: JSON of positions, events, truths and transcripts with anything done to it, and
arguments that mean nothing. A fault of our own is exit code 70; anything else is to be one line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import companion
from companion import cli
from companion.cli import FAULT
from tests.attack.outcome import Outcome, Verdict
from tests.support.paths import FILMS

SLOWEST = 5.0
"""Seconds of the processor that a command may take."""
ODD: list[Any] = [
    None, True, 0, -1, 7, 10**30, 1e308, 0.5, "", "x" * 5000, "\ud800", "\0", [], {}, [[]], [[[[[[[]]]]]]], {"": {}},
    "D9",
]  # fmt: skip
WORDS = ["", "-", "--", "chess", "army-vs-aliens-2012", "space-checkers", "/dev", ".", "\0", "\ud800", "9" * 40, "-1",
         "1e9", "--players", "--option", "a=b", "=", "--top", "--json", "--new", "AVA-3.2", "x" * 3000, "\n", "--games",
         "0", "NaN", "--seed", "{}", "[", "/dev/null", "/dev/zero", "/proc/self/mem", "~"]  # fmt: skip
COMMANDS = (
    "rules",
    "odds",
    "explain",
    "replay",
    "scan",
    "watch",
    "kit",
    "matches",
    "stats",
    "enrol",
    "judge",
    "doctor",
    "board",
    "report",
)


def inputs(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Attack the command line, in this process; `folder` is for files, and holds the record that is looked at."""
    lot, outcome = Random(seed), Outcome("inputs")
    os.environ["COMPANION_RECORD"] = str(folder / "matches.sqlite")
    makers: list[Callable[[Random, Path], list[str]]] = [_position, _truth, _transcript, _arguments]
    for _ in range(count):
        arguments = lot.choice(makers)(lot, folder)
        given = lot.choice([b"", b"{}", b"[" * 5000, lot.randbytes(100)])
        begun = time.process_time()
        with contextlib.chdir(folder):  # some write where they are
            verdict, why = asked(arguments, given)
        seconds = time.process_time() - begun
        if seconds > SLOWEST:
            verdict, why = "lost", f"{seconds:.1f} s"
        outcome.note(verdict, seconds, why=f"companion {' '.join(arguments)!a}: {why}")
    return outcome


def asked(arguments: list[str], given: bytes) -> tuple[Verdict, str]:
    """What becomes of one command."""
    out, told, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
            code = cli.main(arguments)
    except SystemExit as end:  # argparse: wrong use
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as fault:
        return "lost", repr(fault)
    finally:
        sys.stdin = before
    said = told.getvalue()
    if code == FAULT or "Traceback" in said:
        return "lost", said
    return ("survived" if code == 0 else "refused"), ""


def _position(lot: Random, folder: Path) -> list[str]:
    game = companion.load(lot.choice(companion.GAMES))
    path = folder / "position.json"
    path.write_bytes(_written(spoilt(game.format_position(game.start()), lot), lot))
    return [lot.choice(["rules", "odds"]), str(path)]


def _truth(lot: Random, folder: Path) -> list[str]:
    film = lot.choice(list(FILMS.values()))
    truth = json.loads(film.with_suffix(".json").read_text())
    path = folder / "truth.json"
    path.write_bytes(_written(spoilt(truth, lot, deep=1), lot))
    return ["watch", str(folder / "absent.mp4"), "--truth", str(path), "--no-record"]


def _transcript(lot: Random, folder: Path) -> list[str]:
    game = companion.load(lot.choice(companion.GAMES))
    lines = ['[Game "' + game.id + '"]', f"[Position {json.dumps(json.dumps(game.format_position(game.start())))}]", ""]
    lines += [
        lot.choice(["1. 3", "2. {x} x", "{", "}", "[", '[Date "?"]', "x" * 400, "\0", "1-0", ";"]) for _ in range(5)
    ]
    lot.shuffle(lines)
    path = folder / "game.txt"
    path.write_text("\n".join(lines), errors="surrogatepass")
    return ["replay", str(path)]


def _arguments(lot: Random, folder: Path) -> list[str]:
    (folder / "noise").write_bytes(lot.randbytes(300))
    words = [*WORDS, str(folder), str(folder / "noise")]
    return [lot.choice(COMMANDS), *(lot.choice(words) for _ in range(lot.randrange(4)))]


def spoilt(data: Any, lot: Random, deep: int = 3) -> Any:
    """A value of JSON in which something was taken out, put in or replaced."""
    made = deepcopy(data)
    at: Any = made
    for _ in range(lot.randrange(deep + 1)):
        inner = [one for one in (at.values() if isinstance(at, dict) else at) if isinstance(one, dict | list) and one]
        if not inner:
            break
        at = lot.choice(inner)
    keys = list(at) if isinstance(at, dict) else list(range(len(at)))
    if not keys:
        return made
    key = lot.choice(keys)
    match lot.randrange(4):
        case 0:
            del at[key]
        case 1:
            at[key] = lot.choice(ODD)
        case 2 if isinstance(at, dict):
            at[str(lot.choice(["", "x", "game", "turn", "\0"]))] = lot.choice(ODD)
        case _ if isinstance(at, list):
            at += [lot.choice(ODD)] * lot.choice([1, 2000])
        case _:
            at[key] = [at[key]] * 2
    return made


def _written(data: Any, lot: Random) -> bytes:
    """JSON as text, which may be spoilt too."""
    text = bytearray(json.dumps(data).encode())
    match lot.randrange(6):
        case 0:
            del text[lot.randrange(len(text)) :]
        case 1:
            text[lot.randrange(len(text))] = lot.randrange(256)
        case 2:
            return b"[" * lot.choice([10, 100_000])
    return bytes(text)

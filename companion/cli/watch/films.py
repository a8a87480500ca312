"""`companion watch FOLDER`: the films of a folder, each by itself, its game told by its name or by the sheets in it."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, open_moving, run_batch
from companion.cli.watch.watch import WatchedMatch, eyes_of, seated_game, table_of

if TYPE_CHECKING:
    from companion.batch import Job, Source

LONGEST = 10 * 3600.0
"""Seconds that a film in a folder may last: the others are waited for as well."""
LOOKED_AT = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Seconds of a film at which its sheets are looked for."""
ENOUGH = 3
"""Pictures with sheets that tell which game it is."""
OF_ONE = ("said", "truth", "position", "record", "keep_pictures")
"""Options that are about one match."""


def watch_folder(arguments: argparse.Namespace) -> int:
    """Watch all films of a folder; 1 when something could not be read."""
    from companion.batch import Job

    for name in OF_ONE:
        if getattr(arguments, name) not in (None, False):
            raise Refusal(f"watch: --{name.replace('_', '-')} is for one match; give one film", WRONG_USE)
    if arguments.game is not None:
        seated_game(table_of(arguments)[0], arguments)  # what is wrong in all films is told once
    found = _films(arguments.source)
    code = 0

    def done(job: Job, result: dict[str, Any]) -> None:
        nonlocal code
        about = json.dumps({"film": job.name, "game": result["game"]}, separators=(",", ":"))
        if not arguments.json:
            print(f"{job.name}: {result['game']}")
        for line in result["lines"]:
            print(f"{about[:-1]},{line[1:]}" if arguments.json else line)
        print(end="", flush=True)
        for fault in result["faults"]:
            complain(f"watch: {job.name}: {fault}")
            code = UNREAD

    each = (Job(name, (name, arguments), name, how=_named(Path(name).stem) or "") for name in found)
    on_what = ("game", "players", "option", "colours", "sheet", "symbols", "names", "json")
    by = repr([getattr(arguments, name) for name in on_what])
    options = BatchOptions("watch", arguments.jobs, arguments.cluster, arguments.resume, by)
    return max(run_batch(options, Jobs(each, len(found), "film", len(found), path=found[0]), watch_film, done), code)


def _films(folder: str) -> list[str]:
    from vision.camera import VIDEO_ENDINGS

    try:
        names = sorted(name for name in os.listdir(folder) if Path(name).suffix.lower() in VIDEO_ENDINGS)
    except OSError as error:
        raise Refusal(f"watch: {folder}: {error.strerror}") from None
    if not names:
        endings = ", ".join(sorted(VIDEO_ENDINGS))
        raise Refusal(f"watch: {folder}: a folder without films; {endings} are looked for", WRONG_USE)
    return [os.path.join(folder, name) for name in names if not name.startswith(".")]


def watch_film(source: Source, name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The job of one film: its game, the lines that are told, and what was wrong with it."""
    from companion.batch import JobError

    with ExitStack() as stack:
        if isinstance(source, bytes):
            file = stack.enter_context(tempfile.NamedTemporaryFile(suffix=Path(name).suffix))
            file.write(source)
            file.flush()
            source = file.name
        try:
            return _watched(source, name, argparse.Namespace(**vars(arguments)), stack)
        except Refusal as error:
            raise JobError(f"watch: {str(error).removeprefix('watch: ').replace(source, name)}") from None


def _watched(path: str, name: str, arguments: argparse.Namespace, stack: ExitStack) -> dict[str, Any]:
    lines, faults = list[str](), list[str]()
    arguments.source, arguments.resume = path, None
    source = open_moving(path, "", "no film")
    stack.callback(source.close)
    lasts = getattr(source, "duration", 0.0)
    if lasts > LONGEST:
        raise Refusal(f"{name}: lasts {lasts / 3600:.1f} hours, more than {LONGEST / 3600:.0f}; watch it by itself")
    arguments.game = _game(path, name, arguments.game)
    game, start = table_of(arguments)
    match = WatchedMatch(
        arguments, seated_game(game, arguments), eyes_of(game, arguments), None, None, lines.append, faults.append
    )
    match.follow(source, start, None)
    return {"game": game.id, "lines": lines, "faults": faults}


def _game(path: str, name: str, given: str | None) -> str:
    """The game of a film: the one that is given, or its name begins with, or whose sheets are seen in it."""
    named = given or _named(Path(name).stem)
    seen = _seen(path)
    if named is not None:
        if seen and named not in seen:
            raise Refusal(f"{name}: what lies there are sheets of {' or '.join(seen)}, not of {named}; it is left out")
        return named
    if len(seen) != 1:
        what = f"may be {' or '.join(seen)} by its sheets" if seen else "no sheet of a game is seen in it"
        raise Refusal(f"{name}: {what}; name the game with --game, or begin the film's name with its id")
    return seen[0]


def _named(stem: str) -> str | None:
    from seeds import game_ids

    fits = [game for game in game_ids() if stem == game or stem.startswith((f"{game}-", f"{game}_", f"{game}."))]
    return max(fits, key=len, default=None)


def _seen(path: str) -> tuple[str, ...]:
    """The games whose sheets are seen at the beginning of a film; several where they share them."""
    from collections import Counter

    from vision.camera import SourceError, VideoClip
    from vision.table import games_in

    counts: Counter[tuple[str, ...]] = Counter()
    try:
        clip = VideoClip(path, realtime=False)
    except SourceError as error:
        raise Refusal(str(error)) from None
    try:
        for seconds in LOOKED_AT:
            clip.begin_at(seconds)
            frame = clip.read() if seconds <= clip.duration else None
            if frame is not None and (games := games_in(frame.image)):
                counts[games] += 1
            if counts.total() >= ENOUGH:
                break
    finally:
        clip.close()
    return counts.most_common(1)[0][0] if counts else ()

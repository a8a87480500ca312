"""`companion watch FOLDER`: the films of a folder, each by itself, its game told by its name or by the sheets in it."""

from __future__ import annotations

import argparse
import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, films_in, game_named, game_of_film, open_moving, run_batch
from companion.cli.watch.watched_match import WatchedMatch, eyes_of, seated_game, table_of

if TYPE_CHECKING:
    from companion.batch import Job, Source

LONGEST = 10 * 3600.0
"""Seconds that a film in a folder may last: the others are waited for as well."""
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
    found = list(map(str, films_in("watch", arguments.source)))
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

    each = (Job(name, (name, arguments), name, how=game_named(Path(name).stem) or "") for name in found)
    on_what = ("game", "players", "option", "colours", "sheet", "symbols", "names", "json")
    by = repr([getattr(arguments, name) for name in on_what])
    options = BatchOptions("watch", arguments.jobs, arguments.cluster, arguments.resume, by)
    return max(run_batch(options, Jobs(each, len(found), "film", len(found), path=found[0]), watch_film, done), code)


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
    arguments.game = game_of_film(path, name, arguments.game)
    game, start = table_of(arguments)
    match = WatchedMatch(
        arguments, seated_game(game, arguments), eyes_of(game, arguments), None, None, lines.append, faults.append
    )
    match.follow(source, start, None)
    return {"game": game.id, "lines": lines, "faults": faults}

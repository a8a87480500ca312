"""Plays one match by the program as the app keeps it: recorded, taken back, read again, shared."""

from __future__ import annotations

import tempfile
import time
from itertools import islice
from pathlib import Path
from random import Random

from companion.conformance import Check, Finding, fault_of
from companion.games import load
from companion.record import Record
from companion.rules import greedy, played
from seeds import installed_games, read_players

LONGEST = 3_000
"""Events after which the match is left as it is."""


def check_match(game_id: str, seed: int, out: Path | None) -> Check:
    """Whether a match can be recorded, undone, resumed, and shared as a page and a picture; `out`: where these go."""
    folder = installed_games()[game_id].folder
    try:
        return _match(game_id, Random(seed), out)
    except Exception as error:
        return Check("a match", (fault_of(error, folder),))


def _match(game_id: str, lot: Random, out: Path | None) -> Check:
    from ui.share import shared

    game = load(game_id, max(2, read_players(game_id)[0]) if read_players(game_id)[1] > 1 else 1)
    findings = []
    with tempfile.TemporaryDirectory(prefix="companion-try-") as name:
        path = Path(name) / "matches.sqlite"
        with Record(path, clock=time.time) as record:
            match = record.begin(game)
            for step in islice(played(game, lot, greedy), LONGEST):
                match.journal.play(step.event, "program", time=time.time())
            latest, position = match.journal.latest, match.journal.position
            if latest is not None:
                match.journal.undo()
                match.journal.redo()
            if match.journal.position != position:
                findings.append(Finding("fault", "an event that was undone and redone leads elsewhere"))
            match_id = match.id
        with Record(path, clock=time.time) as record:
            summary, journal = record.summary(match_id), record.journal(match_id)
        if journal.position != position:
            findings.append(Finding("fault", "the match that was recorded is read as another"))
        page, picture = shared("html", summary, journal), shared("png", summary, journal)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            (out / "match.html").write_bytes(page)
            (out / "result.png").write_bytes(picture)
    outcome = game.outcome(position)
    ended = f"left after {LONGEST:,} events" if outcome is None else outcome.how
    return Check("a match", tuple(findings), f"{len(journal.history())} events, recorded, resumed and shared: {ended}")

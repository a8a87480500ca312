"""Records with matches in them for the tests of the history: whole ones, interrupted ones, many."""

from __future__ import annotations

from pathlib import Path
from random import Random

import companion
from companion.record import Record
from companion.rules.self_play import greedy, played
from tests.support.record.recording import STARTED

NAMES = ("Anna", "Ben", "Carla", "David", "Elif", "Finn", "Greta", "Hugo")


def play_into(
    record: Record,
    game_id: str,
    *,
    names: int = 2,
    players: int = 2,
    events: int | None = None,
    seed: int = 1,
    started: float = STARTED,
    film: bool = False,
) -> str:
    """A game that the program plays, to its end or for so many events, told by a camera that is fairly sure; its id.

    `names`: how many players give theirs, all or none; `film`: times count from the beginning of a film.
    """
    lot = Random(seed)
    game = companion.load(game_id, players)
    match = record.begin(game, NAMES[:players] if names else (), started=started)
    for number, step in enumerate(played(game, lot, greedy, longest=events)):
        time = 8.0 * (number + 1) if film else started + 21.0 * number
        seen = lot.random() < 0.85
        match.journal.play(
            step.event, "seen" if seen else "typed", time=time, confidence=lot.uniform(0.9, 1.0) if seen else None
        )
    return match.id


def shelf(path: Path) -> dict[str, str]:
    """A record with one whole match of each game and, begun last, an interrupted one; the ids by game, and `open`."""
    with Record(path, clock=lambda: STARTED) as record:
        ids = {
            game: play_into(record, game, seed=number + 1, started=STARTED + 86_400.0 * number)
            for number, game in enumerate(companion.GAMES)
        }
        ids["open"] = play_into(record, "space-checkers", events=7, seed=9, started=STARTED + 86_400.0 * 8, film=True)
    return ids

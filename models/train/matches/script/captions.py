"""Captions of a film: what to look at, by keys for which the app has sentences (ui.match.captions)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.train.matches.script.script import Match

OPTION_KEYS = {
    "deck": "short_deck",
    "rerolls": "no_rerolls",
    "short_match": "half_markers",
    "geometry": "small_board",
}
"""Of the house rules that make a match short."""
FIRST, EACH = 4.0, 5.0
"""Seconds that the table is shown before anything else is said, and that a caption stands."""


def captions_of(match: Match, asked: Sequence[float] = ()) -> list[dict[str, Any]]:
    """The captions in the order of time; `asked`: seconds at which the referee asks something."""
    told = [("set_up", 0.0, FIRST)]
    for number, option in enumerate(one for one in OPTION_KEYS if one in match.game.format_options()):
        told.append((OPTION_KEYS[option], FIRST + number * EACH, FIRST + (number + 1) * EACH))
    told += [("illegal", one.shown, one.end + 1.0) for one in match.illegal]
    for back in match.taken_back:
        said = ("said_back", back.shown, back.until + 2.0)
        told.append(said if back.said else ("taken_back", back.until, back.until + EACH))
    told += [("question", time, time + EACH) for time in asked]
    smacks = [one.done.smacks[0].time for one in match.events if one.done.smacks]
    told += [("smack", time, time + 4.0) for time in smacks[:1]]
    over = next(rest.start for rest in match.rests if rest.events == len(match.events))
    told.append(("over", over, match.seconds + 1.0))
    made = [{"from": round(start, 2), "until": round(end, 2), "key": key} for key, start, end in told]
    return sorted(made, key=lambda one: one["from"])

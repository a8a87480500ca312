"""Puts a match into plain data, from which the script of the shared page shows it step by step.

Drawings are told element by element: each element of an SVG stands once in `elements`, each drawing is a list of places
in it, and each step a list of drawings. A board of which one pawn moves costs a few hundred bytes a step so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from companion.match import Journal, SetUp
from companion.text import current_language, say
from ui.history import Replay, date_text, result_words, status_text
from ui.share.revisions import revisions
from ui.widgets.drawing import Marks, TablePart, table_parts

SPLIT = re.compile(r"(?=<g transform|<rect|<circle|<line|</svg>)")


class _Places:
    """Things that are told once, each with its place in the list of all."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._at: dict[Any, int] = {}

    def of(self, thing: Any, key: Any = None) -> int:
        known = thing if key is None else key
        if known not in self._at:
            self._at[known] = len(self.all)
            self.all.append(thing)
        return self._at[known]


def replay_data(replay: Replay, journal: Journal) -> dict[str, Any]:
    """The match as data for JSON, its words in the language in use."""
    elements, drawings = _Places(), _Places()
    clauses: dict[str, str] = {}
    notes = revisions(journal)
    steps = []
    for at in range(replay.length + 1):
        marks = Marks(lit=replay.changed(at))
        tables = [_drawing(one, elements, drawings) for one in table_parts(replay.game, replay.layout(at), marks)]
        step: dict[str, Any] = {"text": replay.text(at), "tables": tables, "scores": replay.sheet.course[at]}
        if at:
            step |= _event(replay, at, clauses)
            if notes[at - 1]:
                step["notes"] = notes[at - 1]
        steps.append(step)
    outcome = replay.outcome(replay.length)
    if outcome is not None:
        clauses[outcome.clause] = replay.game.clause_text(outcome.clause)
    return {
        "format": "companion-replay-1",
        "language": current_language(),
        "title": replay.game.title,
        "date": date_text(replay.summary.started),
        "players": [replay.full_name(seat) for seat in range(replay.game.players)],
        "names": replay.names,
        "result": result_words(outcome, replay.game.seat_name) if outcome is not None else say("Unfinished"),
        "standing": _standing(replay),
        "rules": [f"{key} = {value}" for key, value in replay.game.format_options().items()],
        "elements": elements.all,
        "drawings": drawings.all,
        "steps": steps,
        "clauses": clauses,
        "after": notes[-1],
        "revised": replay.on_the_way,
        "sheet": _sheet(replay),
        "words": _words(),
    }


def _drawing(part: TablePart, elements: _Places, drawings: _Places) -> int:
    whole = part.svg.removesuffix("</svg>")
    places = [elements.of(one) for one in SPLIT.split(whole) if one]
    plain = {"title": part.title, "words": part.words, "kind": part.kind, "size": part.size, "parts": _runs(places)}
    return drawings.of(plain, (part.title, part.words, part.kind, tuple(places)))


def _runs(places: Iterable[int]) -> list[int | list[int]]:
    """Places one after the other as [first, last]."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] + 1 == place:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return [first if first == last else [first, last] for first, last in runs]


def _event(replay: Replay, at: int, clauses: dict[str, str]) -> dict[str, Any]:
    """Who did what led to this moment, where it is known from, and the clauses that it rests on."""
    moment, game = replay.moments[at - 1], replay.game
    told: dict[str, Any] = {}
    origin = replay.origin(at)
    if origin:
        told["origin"] = origin
    if isinstance(moment.event, SetUp):
        return told
    seat = game.awaited(moment.before).seat
    if seat is not None and game.seat_name(seat) not in replay.text(at):
        told["who"] = game.seat_name(seat)
    rests_on = game.rule(moment.before, moment.event).clauses
    for clause in rests_on:
        if clause not in clauses:
            clauses[clause] = game.clause_text(clause)
    told["clauses"] = rests_on
    return told


def _standing(replay: Replay) -> str:
    """How the match ended, or that it has not."""
    outcome = replay.outcome(replay.length)
    if outcome is not None:
        return outcome.how
    how = status_text(replay.summary)
    return say("This match is not finished. {standing}; it is shown as far as it was played.", standing=how)


def _sheet(replay: Replay) -> list[tuple[str, list[int | None]]]:
    """A line for each thing that was scored, with the points of each seat, and the sums last."""
    sums = replay.sheet.sums
    rows: list[tuple[str, list[int | None]]] = []
    for what in dict.fromkeys(one.what for own in sums for one in own):
        rows.append((what, [next((one.points for one in own if one.what == what), None) for own in sums]))
    return [*rows, (say("Together"), [*replay.sheet.totals])]


def _words() -> dict[str, str]:
    """What the page itself says; the script puts numbers in place of braces."""
    return {
        "table": say("The table"),
        "way": say("Way through the match"),
        "first": say("To the beginning"),
        "back": say("One event back"),
        "play": say("Play"),
        "pause": say("Pause"),
        "next": say("One event on"),
        "last": say("To the end"),
        "event": say("Event {at} of {length}", at="{at}", length="{of}"),
        "events": say("Events"),
        "score": say("Score"),
        "sheet": say("Score sheet"),
        "for": say("For"),
        "rules": say("Rules that it rests on"),
        "house": say("House rules"),
        "who": say("{name}'s turn", name="{name}"),
        "after": say("After that"),
        "about": say("About this event"),
        "keys": say("Keys: arrows left and right, Home, End; the space bar plays and pauses."),
        "made": say("Made by Tabletop companion. Nothing in this file is fetched from anywhere."),
    }


"""Follows films again from what the referee was told of them: `python -m scripts.replay_films films/*.mp4`.

What eyes tell the referee of a film is recorded beside it when it is first followed (FILM.calls), which takes as long
as following it. After that it is followed in a second: so the effect of a change to the rules, the evidence or the
referee on all films is known at once, and `--between` says what it made of each view, and what was open then. The eyes
stay as they were recorded, with what they knew from the referee then: `--record` has them look again, as they do where
the film is newer.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

import companion
from companion.match import Journal
from companion.referee import MatchTracker, Notice, ScriptedPlayers
from companion.referee.matching import SeatedGame
from companion.referee.scripted_players import Verdict
from companion.table import TableView
from seeds import board_of, pile_of
from ui.live import MatchPipeline
from vision.camera import Frame
from vision.table import table_reader_for

TOLD = ("observe", "note_motion", "due_notices", "report_hands", "remark", "stop_watching")
"""What a MatchTracker is told by those who look on."""
Span = tuple[float, float]
"""From one second of a film to another."""


class Call(NamedTuple):
    """What the referee was told, or "act": that the players may say something."""

    name: str
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


class RecordedTracker:
    """A MatchTracker of which is recorded what it is told."""

    def __init__(self, tracker: MatchTracker) -> None:
        self.tracker, self.calls = tracker, list[Call]()

    def __getattr__(self, name: str) -> Any:
        member = getattr(self.tracker, name)
        if name not in TOLD:
            return member

        def told(*arguments: Any, **keywords: Any) -> Any:
            self.calls.append(Call(name, arguments, keywords))
            return member(*arguments, **keywords)

        return told


def _seated(truth: dict[str, Any]) -> SeatedGame:
    game = companion.load(truth["game"], truth["players"], truth["options"])
    return SeatedGame.of(game, tuple(truth["colours"]))


def record(film: Path, truth: dict[str, Any]) -> list[Call]:
    """Follows a film as `companion watch FILM --truth TRUTH` does; returns what the referee was told."""
    seated, source, number = _seated(truth), cv2.VideoCapture(str(film)), 0
    eyes = table_reader_for(truth["game"], truth["players"], board_of(truth["game"], truth["options"]))
    pipeline = MatchPipeline(seated, eyes, pile_of(truth["game"]))
    players, recorded = ScriptedPlayers(seated.game, truth), RecordedTracker(pipeline.tracker)
    pipeline.tracker = recorded  # type: ignore[assignment]
    while True:
        there, image = source.read()
        if not there:
            break
        frame = Frame(np.asarray(image, np.uint8), number / truth["film"]["rate"])
        recorded.calls.append(Call("act", (frame.time,), {}))
        players.observe([*players.act(recorded.tracker, frame.time), *pipeline.see(frame)])
        number += 1
    players.observe(pipeline.tracker.stop_watching())
    recorded.calls.append(Call("act", (number / truth["film"]["rate"],), {}))
    return recorded.calls


def replay(calls: list[Call], truth: dict[str, Any], span: Span | None = None) -> tuple[Verdict, list[str]]:
    """The score of a film that was recorded, and lines on what was told, and what was open, within a span of it."""
    seated = _seated(truth)
    tracker, players = MatchTracker(seated, Journal(seated.game)), ScriptedPlayers(seated.game, truth)
    lines: list[str] = []

    def within(time: float) -> bool:
        return span is not None and span[0] <= time <= span[1]

    for call in calls:
        touches = len(players.touches)
        if call.name == "act":
            told = players.act(tracker, *call.arguments)
        else:
            told = getattr(tracker, call.name)(*call.arguments, **call.keywords)
        notices = [told] if isinstance(told, Notice) else told or []
        players.observe(notices)
        if call.name == "observe" and within(call.arguments[0].time):
            lines += _seen(tracker, call.arguments[0])
        for notice in notices:
            if within(notice.time):
                lines += [f"{notice.time:8.2f}  {notice.what}: {notice.text}", *(f"{'':12}{x}" for x in notice.labels)]
        lines += [f"{one.time:8.2f}  {one.how}" for one in players.touches[touches:] if within(one.time)]
    return players.verdict(tracker), lines


def _seen(tracker: MatchTracker, view: TableView) -> Iterator[str]:
    """What was seen, and what the referee holds for possible."""
    dice = (f"{die.colour} {die.face or die.value}{'' if die.certain else '?'}" for die in view.dice)
    pending = tracker.pending
    yield f"{view.time:8.2f}  sees {', '.join(dice) or 'no dice'}{'; unsure' * view.unsure}"
    yield f"{'':8}  {'settled' if pending is None else type(pending).__name__}"
    for choice in (*getattr(pending, "choices", ()), *getattr(pending, "toward", ())):
        yield f"{'':12}{choice.probability:.3f}  {tracker.label(choice)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("films", type=Path, nargs="+", help="each with its truth beside it (FILM.json)")
    parser.add_argument("--record", action="store_true", help="record what was recorded already, too")
    parser.add_argument("--between", type=float, nargs=2, metavar="SECONDS", help="say what was seen and told then")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sums = Counter[str]()
    missing = [path for film in args.films for path in (film, film.with_suffix(".json")) if not path.is_file()]
    if missing:
        parser.error(f"{missing[0]}: no such file; each film has its truth beside it, as `make films` builds them")
    for film in args.films:
        truth = json.loads(film.with_suffix(".json").read_text())
        kept = film.with_suffix(".calls")
        if args.record or not kept.exists() or kept.stat().st_mtime < film.stat().st_mtime:
            kept.write_bytes(pickle.dumps(record(film, truth)))
        verdict, lines = replay(pickle.loads(kept.read_bytes()), truth, args.between and tuple(args.between))
        print(*lines, f"{film.stem}: {verdict.line}", sep="\n", flush=True)
        sums.update({name: int(value) for name, value in verdict._asdict().items()})
    print(json.dumps(sums))


if __name__ == "__main__":
    main()

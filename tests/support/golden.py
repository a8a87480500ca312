"""Golden playthroughs: readable files that hold a game's events and everything the rules say about them.

A file is its own script: lines that begin with `play` and `try` hold events as JSON, the lines between are what the
game answered. `replay` plays the script again and writes the whole file anew, so that a test compares two texts.
`python -m tests.support.golden FILE...` rewrites files after a deliberate change; read the difference before
committing it.
"""

from __future__ import annotations

import json
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import companion
from companion import Game
from tests.support.army import told

PLAY, TRY = "play ", "try "
WIDTH = 118


def replay(text: str) -> str:
    """The file that the script in `text` leads to. The first line holds {"game", "options"}."""
    head, *lines = text.splitlines()
    setting = json.loads(head)
    game = companion.load(setting["game"], 2, setting["options"])
    position = game.start()
    written = [head, "", *_told(game, position)]
    for line in lines:
        if line.startswith(TRY):
            written += _tried(game, position, line)
        elif line.startswith(PLAY):
            event = game.parse_event(line.removeprefix(PLAY))
            written += ["", line, f"     {game.text(position, event)}"]
            position = game.apply(position, event)
            written += _told(game, position)
    return "\n".join(written) + "\n"


def _tried(game: Game, position: Any, line: str) -> list[str]:
    ruling = game.rule(position, game.parse_event(line.removeprefix(TRY)))
    return [line, *(f"     {broken.clause}: {game.broken_text(broken)}" for broken in ruling.broken or ())] + (
        ["     legal"] if ruling.legal else [])  # fmt: skip


def _told(game: Game, position: Any) -> list[str]:
    lines = [f"     {told(position)}"]
    outcome = game.outcome(position)
    if outcome is not None:
        return [*lines, f"     over, {outcome.clause}: {outcome.how} {[list(group) for group in outcome.ranking]}"]
    for kind, events in groupby(game.actions(position), key=game.kind_of):
        lines += [f"     {kind}:", *_wrapped([_short(game, position, event) for event in events])]
    return lines


def _short(game: Game, position: Any, event: Any) -> str:
    """An event in few words: rallies by their ranks alone."""
    fields = game.format_event(event)
    if fields["do"] == "rally":
        return "".join(map(str, fields["roll"])) or "rally dice only"  # type: ignore[call-overload]
    return game.text(position, event).partition(": ")[2] if fields["do"] == "attack" else game.text(position, event)


def _wrapped(parts: list[str]) -> list[str]:
    lines = [" " * 9]
    for i, part in enumerate(parts):
        piece = part + ("" if i == len(parts) - 1 else "; ")
        if len(lines[-1]) + len(piece) > WIDTH and lines[-1].strip():
            lines.append(" " * 9)
        lines[-1] += piece
    return [line.rstrip() for line in lines]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(replay(path.read_text("utf-8")), "utf-8")

"""`companion hints`: what each legal action is worth, by games that the program plays on from it."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from companion.cli import INTERRUPTED, WRONG_USE, Refusal
from companion.cli.common import (
    BatchOptions,
    add_batch,
    add_position,
    position_of,
    processes_asked,
    refusals,
    whole_number,
)
from companion.cli.rules.playouts import Playouts

if TYPE_CHECKING:
    from companion.rules import Codec, Game, Odds
    from companion.statistics import Hint

CLOCK: Callable[[], float] = time.monotonic
"""Seconds since some moment."""
SECONDS = "1"
LONGEST = 3600.0
"""Seconds that may be asked for."""
LONG = 5.0
"""Seconds for which it pays to start processes, where nobody says how many: one is there after half a second."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_position(parser)
    parser.add_argument("--seconds", metavar="S", default=SECONDS, help=f"how long to think at most ({SECONDS})")
    parser.add_argument("--seed", metavar="N", default="0", help="a whole number, for the luck of the games (0)")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_batch(parser, f"1; for {LONG:g} s or more one a core")


def run(arguments: argparse.Namespace) -> int:
    """Print the actions, the best first. 0 done, 1 a file cannot be read or some games not be played, 2 wrong use or
    malformed input."""
    from companion.batch import cores
    from companion.statistics import hints

    seconds, seed = _seconds(arguments.seconds), whole_number("hints", "--seed", arguments.seed)
    options = BatchOptions("hints", arguments.jobs, arguments.cluster)
    count = processes_asked(options) or (cores() if seconds >= LONG else 1)
    with refusals("hints"):
        game, position = position_of("hints", arguments)
    begun = CLOCK()

    def left() -> float:
        return 1 - (CLOCK() - begun) / seconds

    shared = arguments.cluster is not None or count > 1
    playouts = Playouts(game, position, lambda: seconds * left(), options) if shared else None
    try:
        with refusals("hints"):
            found = hints(game, position, Random(seed), left, playouts.play if playouts else None)
            odds = game.odds(position)
    except KeyboardInterrupt:
        raise Refusal("hints: stopped before there was an answer; it takes --seconds at most", INTERRUPTED) from None
    print(json.dumps(_as_data(game, found, odds)) if arguments.json else _as_text(game, position, found, odds))
    return playouts.code if playouts else 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise Refusal(f"hints: --seconds {text!a}: a number above 0, and {LONGEST:.0f} at most", WRONG_USE)
    return seconds


def _as_data(game: Codec, found: tuple[Hint, ...], odds: Odds | None) -> dict[str, Any]:
    listed = [one._asdict() | {"event": game.format_event(one.event)} for one in found]
    exact = odds and {
        "what": odds.what,
        "seat": game.seat_id(odds.seat),
        "chance": odds.chance,
        "actions": [{"event": game.format_event(event), "chance": chance} for event, chance in odds.actions],
    }
    return {"hints": listed, "odds": exact}


def _as_text(game: Game, position: Any, found: tuple[Hint, ...], odds: Odds | None) -> str:
    from companion.statistics import explain_hint, judge_hint

    lines: list[str] = []
    if odds is not None:
        lines.append(f"{game.seat_name(odds.seat)} has a chance of {odds.chance:.1%} {odds.what}, if both play it best")
        lines += [f"  {chance:6.1%}  {game.text(position, event)}" for event, chance in odds.actions]
    if found:
        lines.append(
            f"Won by {game.seat_name(game.awaited(position).seat or 0)}, in games that are played on greedily:"
        )
        for one in found:
            share = f"{one.won:4.0%} ({one.low:.0%} to {one.high:.0%} by {one.games} games)"
            text = game.text(position, one.event)
            said = "; ".join(filter(None, (judge_hint(one), explain_hint(one))))
            lines.append(f"  {share}  {text}: {said}" if one.games else f"  not judged in time: {text}")
    return "\n".join(lines) or "There is nothing to choose"

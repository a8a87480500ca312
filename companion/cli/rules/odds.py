"""`companion odds`: the exact odds of the roll or card that a position awaits."""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

from companion.cli.common import add_position, position_of, refusals, whole_number

SHOWN = "20"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_position(parser)
    parser.add_argument(
        "--top", metavar="N", default=SHOWN, help=f"how many outcomes to list, likeliest first ({SHOWN})"
    )
    parser.add_argument("--json", action="store_true", help="every outcome as JSON, its probability a fraction")


def run(arguments: argparse.Namespace) -> int:
    """Print what may come and how likely it is. 0 done, 1 a file cannot be read, 2 wrong use or malformed input."""
    top = whole_number("odds", "--top", arguments.top)
    with refusals("odds"):
        game, position = position_of("odds", arguments)
    chances = sorted(game.chances(position), key=lambda one: -one[1])
    awaited = game.format_awaited(position)
    if arguments.json:
        outcomes = [{"event": game.format_event(event), "probability": str(odds)} for event, odds in chances]
        print(json.dumps({"awaited": awaited, "outcomes": outcomes}))
        return 0
    if not chances:
        print(f"No roll and no card is awaited: {json.dumps(awaited)}")
        return 0
    print(f"Awaited: {json.dumps(awaited)}; {len(chances)} outcome{'s' if len(chances) > 1 else ''}")
    for event, odds in chances[:top]:
        print(f"  {_percent(odds)}  {game.formatted(event)}  ({odds})")
    if len(chances) > top:
        rest = sum((odds for _, odds in chances[top:]), Fraction())
        print(f"  {_percent(rest)}  {len(chances) - top} more")
    for line in _face_table([(game.format_event(event), odds) for event, odds in chances]):
        print(line)
    return 0


def _face_table(chances: list[tuple[dict[str, Any], Fraction]]) -> list[str]:
    """For each part of the outcome that is a list of numbers: how many of each face, and the total."""
    lines: list[str] = []
    for key, example in chances[0][0].items():
        if not (isinstance(example, list) and all(type(item) is int for item in example) and len(example) > 1):
            continue
        counts: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        totals: dict[int, Fraction] = defaultdict(Fraction)
        for event, odds in chances:
            totals[sum(event[key])] += odds
            for face, count in Counter(event[key]).items():
                for least in range(1, count + 1):
                    counts[face][least] += odds
        most = max(max(row) for row in counts.values())
        lines.append(f"{key.capitalize()}: at least so many of a face")
        lines.append("   face" + "".join(f"{least:>9}" for least in range(1, most + 1)))
        for face, row in sorted(counts.items()):
            lines.append(f"  {face:>5}" + "".join(f" {_percent(row[least])}" for least in range(1, most + 1)))
        mean = sum((total * odds for total, odds in totals.items()), Fraction())
        lines.append(f"{key.capitalize()}: the total is {float(mean):.2f} on average")
    return lines


def _percent(odds: Fraction) -> str:
    """The share in eight signs; what may happen at all is never told as 0."""
    return f"{float(odds):8.3%}" if not 0 < odds < Fraction(1, 200_000) else "<0.0005%"

"""`companion simulate`: the program plays many games by itself, and tells how long they are and how they end."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli import WRONG_USE, Refusal
from companion.cli.common import (
    BatchOptions,
    Jobs,
    add_batch,
    add_resume,
    add_table,
    game_of,
    refusals,
    run_batch,
    whole_number,
)

if TYPE_CHECKING:
    from companion.batch import Job
    from companion.rules import Game

LONGEST = "100000"

_GAMES = "100"
_TOGETHER = 20
"""Games that are one job."""
_WORTH = 5
"""Jobs that take as long as to start a process."""
_CUT_OFF = "cut off"


class Tally(NamedTuple):
    """What many games came to."""

    lengths: list[int]
    """Events a game."""
    endings: Counter[str]
    """Games by the clause that ended them; "cut off" for those that were too long."""
    first: Counter[str]
    """Finished games by the side that alone was ranked first; "drawn" where seats of several sides were."""
    kinds: Counter[str]
    """Events by their heading."""
    forfeits: Counter[str]
    """Turns lost because the roll allowed no move, under the one key "forfeits"."""

    def add(self, more: list[Any]) -> None:
        """Add what some more games came to: a Tally as JSON has it."""
        lengths, *counts = more
        self.lengths.extend(lengths)
        for counter, count in zip(self[1:], counts, strict=True):
            counter.update(count)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="the id of a game")
    add_table(parser)
    parser.add_argument("--games", metavar="N", default=_GAMES, help=f"how many games ({_GAMES})")
    parser.add_argument("--seed", metavar="S", default="0", help="a whole number; the same plays the same games (0)")
    parser.add_argument("--play", choices=("random", "greedy"), default="random", help="how actions are chosen")
    parser.add_argument(
        "--longest", metavar="N", default=LONGEST, help=f"events after which a game is cut off ({LONGEST})"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_batch(parser)
    add_resume(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print. 0 done, 1 the game cannot be loaded, 2 wrong use."""
    games, longest = (whole_number("simulate", f"--{key}", getattr(arguments, key)) for key in ("games", "longest"))
    seed = whole_number("simulate", "--seed", arguments.seed)
    if not games or not longest:
        raise Refusal("simulate: --games and --longest have to be at least 1", WRONG_USE)
    with refusals("simulate"):
        game = game_of("simulate", arguments.game, arguments)
    begun = perf_counter()
    tally = Tally([], Counter(), Counter(), Counter(), Counter())
    table = (game.id, game.players, dict(game.format_options()), seed, arguments.play, longest)
    runs = [range(first, min(first + _TOGETHER, games)) for first in range(0, games, _TOGETHER)]
    each = (_job(table, run) for run in runs)
    by = f"{table} {_digest(game.id)}"
    options = BatchOptions("simulate", arguments.jobs, arguments.cluster, arguments.resume, by)
    jobs = Jobs(each, len(runs), "game", games, _WORTH)
    code = run_batch(options, jobs, play_games, lambda _, more: tally.add(more))
    if not tally.lengths:
        return code
    seconds = perf_counter() - begun
    print(json.dumps(_as_data(game, tally, arguments)) if arguments.json else _as_text(game, tally, arguments, seconds))
    return code


def _digest(game_id: str) -> str:
    """SHA-256 of a game's files, which somebody may be writing."""
    import hashlib

    from seeds import installed_games

    digest = hashlib.sha256()
    for file in sorted(installed_games()[game_id].folder.rglob("*")):
        if file.suffix in (".py", ".toml"):
            digest.update(f"{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _job(table: tuple[Any, ...], run: range) -> Job:
    from companion.batch import Job

    return Job(f"games {run.start + 1} to {run.stop}", (*table, run.start, run.stop), size=len(run))


def play_games(
    game_id: str, players: int, options: dict[str, Any], seed: int, play: str, longest: int, first: int, end: int
) -> list[Any]:
    """The job of a few games, by their numbers, each of which has its own luck: what they came to, as a Tally."""
    from random import Random

    import companion
    from companion.rules import PLAYERS, played

    game, player = companion.load(game_id, players, options), PLAYERS[play]
    tally = Tally([], Counter(), Counter(), Counter(), Counter())
    for number in range(first, end):
        events, position = 0, game.start()
        for step in played(game, Random(f"{seed} {number}"), player, longest=longest):
            events, position = events + 1, step.after
            tally.kinds[game.kind_of(step.event)] += 1
            tally.forfeits["forfeits"] += game.forfeited(step.before, step.event, step.after)
        tally.lengths.append(events)
        outcome = game.outcome(position)
        if outcome is None:
            tally.endings[_CUT_OFF] += 1
            continue
        tally.endings[outcome.clause] += 1
        winners = next((side for side in game.sides if set(outcome.ranking[0]) <= set(side)), None)
        tally.first["drawn" if winners is None else _names(game, winners)] += 1
    return list(tally)


def _names(game: Game, seats: tuple[int, ...]) -> str:
    return " and ".join(f"{game.seat_name(seat)} (seat {game.seat_id(seat)})" for seat in seats)


def _quantile(lengths: list[int], share: float) -> int:
    return sorted(lengths)[min(int(len(lengths) * share), len(lengths) - 1)]


def _as_data(game: Game, tally: Tally, arguments: argparse.Namespace) -> dict[str, object]:
    lengths = tally.lengths
    return {
        "game": game.id,
        "players": game.players,
        "options": game.format_options(),
        "games": len(lengths),
        "seed": int(arguments.seed),
        "play": arguments.play,
        "length": {
            "least": min(lengths),
            "median": _quantile(lengths, 0.5),
            "p95": _quantile(lengths, 0.95),
            "most": max(lengths),
            "mean": round(sum(lengths) / len(lengths), 1),
        },
        "endings": dict(tally.endings.most_common()),
        "first": dict(tally.first.most_common()),
        "events": dict(tally.kinds.most_common()),
        "forfeits": tally.forfeits.total(),
    }


def _as_text(game: Game, tally: Tally, arguments: argparse.Namespace, seconds: float) -> str:
    games, lengths, events = len(tally.lengths), tally.lengths, sum(tally.lengths)
    rules = f", house rules {json.dumps(game.format_options())}" if game.options else ""
    lines = [
        f"{game.title}, {game.players} players{rules}: {games} games, {arguments.play} play, seed {arguments.seed}; "
        f"{events:,} events in {seconds:.1f} s",
        f"length    least {min(lengths)}, median {_quantile(lengths, 0.5)}, mean {events / games:.0f}, "
        f"95 % within {_quantile(lengths, 0.95)}, most {max(lengths)} events",
        f"ended by  {_shares(tally.endings, games)}",
        f"first     {_shares(tally.first, games)}",
        f"events    {_shares(tally.kinds, events)}",
        f"forfeits  {tally.forfeits.total():,} ({tally.forfeits.total() / events:.2%} of the events)",
    ]
    return "\n".join(lines)


def _shares(counts: Counter[str], of: int) -> str:
    return ", ".join(f"{name} {count / of:.1%}" for name, count in counts.most_common()) or "none"

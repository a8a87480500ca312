"""`companion stats`: how the dice fell in the recorded matches, who won how often, and how long they were."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.records import add_record, opened

if TYPE_CHECKING:
    from companion.record import Record, Summary
    from companion.statistics import Dice, Lengths, Statistics, Wins

FORMS = ("text", "json", "csv")

UNFAIR = "0.2"
"""The share of one face for which the rolls that it takes to tell it are worked out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_record(parser)
    parser.add_argument("--game", metavar="ID", help="only matches of this game")
    parser.add_argument("--as", dest="form", choices=FORMS, default=FORMS[0], help="how to print (text)")
    parser.add_argument(
        "--unfair",
        metavar="SHARE",
        default=UNFAIR,
        help=f"tell how many dice it takes to see that one face comes up so often ({UNFAIR})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Add up and print. 0 done; 1 the record or a match of it cannot be read; 2 wrong use."""
    import companion
    from companion.statistics import Tally

    share = _share(arguments.unfair)
    if arguments.game is not None and arguments.game not in companion.GAMES:
        games = ", ".join(companion.GAMES)
        raise Refusal(f"stats: --game {arguments.game!a}: that is no game here ({games})", WRONG_USE)
    tally, damaged = Tally(), 0
    with opened("stats", arguments.record) as record:
        if record is not None:
            damaged = _add(tally, record, arguments.game)
    statistics = tally.statistics()
    if arguments.form == "json":
        print(json.dumps(_figures(statistics, share)))
    elif arguments.form == "csv":
        _print_rows(statistics)
    else:
        for line in _told(statistics, share):
            print(line)
    return UNREAD if damaged else 0


def _share(text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share < 1:
        raise Refusal(f"stats: --unfair {text!a}: expected a share between 0 and 1, such as {UNFAIR}", WRONG_USE)
    return share


def _add(tally: Any, record: Record, game: str | None) -> int:
    """Add every match that can be read; how many cannot."""
    from tqdm import tqdm

    from companion.record import DamagedMatch

    summaries, damaged = record.summaries()
    wanted: list[Summary] = [one for one in summaries if game in (None, one.game)]
    broken = [f"the match {match_id!a} is damaged" for match_id in damaged]
    unseen = True if sys.stderr is None else None  # None: shown on a terminal only
    for summary in tqdm(wanted, unit="match", disable=unseen, file=sys.stderr, leave=False):
        try:
            tally.add(record.journal(summary.id), summary.names, summary.started)
        except DamagedMatch as fault:
            broken.append(str(fault))
    for line in broken:
        complain(f"stats: {line}; it is left out")
    return len(broken)


# ---------------------------------------------------------------------------------------------- words and figures


def _told(statistics: Statistics, share: Fraction) -> Iterator[str]:
    """The statistics for people."""
    if not statistics.matches:
        yield "No match is recorded yet."
        return
    yield f"{_many(statistics.matches, 'match', 'matches')}, {statistics.finished} of them played to the end"
    for dice in statistics.dice:
        yield from _of_dice(dice, share)
    for length in statistics.lengths:
        yield from _of_game(length, [one for one in statistics.sides if one.game == length.game])
    for wins in statistics.players:
        yield f"{_one_line(wins.who)} won {_of(wins)} of {wins.game}"


def _of_dice(dice: Dice, share: Fraction) -> Iterator[str]:
    yield f"{dice.game}, {dice.dice}: {dice.rolled:,} dice, seen or typed"
    for face in dice.faces:
        yield (
            f"  {face.face!s:>6} {face.count:>7,}  {face.share:6.1%}  (between {face.low:.1%} and {face.high:.1%}; "
            f"a fair die: {face.expected:.1%})"
        )
    fair = dice.fair
    how = (
        "counted exactly" if fair.exact else f"chi-squared {fair.statistic:.2f} with {fair.freedom} degrees of freedom"
    )
    verdict = "speaks against a fair die" if fair.p < 0.05 else "nothing speaks against a fair die"
    yield f"  {verdict}: {fair.p:.2g} of fair dice look at least so uneven ({how})"
    needed = _needed(dice, share)
    if needed is not None:
        yield f"  {needed:,} dice would show, in 4 of 5 cases, that a face comes up {float(share):.1%} of the time"


def _needed(dice: Dice, share: Fraction) -> int | None:
    from companion.fairness import loaded, rolls_needed

    return rolls_needed(dice.odds, loaded(dice.odds, 0, share))


def _of_game(length: Lengths, sides: list[Wins]) -> Iterator[str]:
    minutes = "" if length.minutes is None else f", {length.minutes:g} minutes in the middle"
    yield (
        f"{length.game}: {_many(length.games, 'game', 'games')} of {length.least} to {length.most} events, "
        f"{length.median:g} in the middle{minutes}; {length.drawn} drawn"
    )
    for wins in sides:
        yield f"  {wins.who} won {_of(wins)}"


def _of(wins: Wins) -> str:
    return f"{wins.won} of {_many(wins.games, 'game', 'games')} (between {wins.low:.0%} and {wins.high:.0%})"


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _one_line(name: str) -> str:
    from vision.lines import one_line

    return one_line(name)


def _figures(statistics: Statistics, share: Fraction) -> dict[str, Any]:
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(statistics, enc_hook=str)
    for figures, dice in zip(told["dice"], statistics.dice, strict=True):
        del figures["odds"]
        figures["fair"] = dice.fair._asdict()
        figures["unfair"] = {"share": float(share), "dice_needed": _needed(dice, share)}
    return told


def _print_rows(statistics: Statistics) -> None:
    """One row a face, a side and a player: a count, of how many, and between what its share lies."""
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["game", "what", "who", "face", "count", "of", "low", "high", "p"])
    for dice in statistics.dice:
        for face in dice.faces:
            row = [face.face, face.count, dice.rolled, round(face.low, 4), round(face.high, 4), f"{dice.fair.p:.4g}"]
            writer.writerow([dice.game, "dice", dice.dice, *row])
    for what, counted in (("side", statistics.sides), ("player", statistics.players)):
        for wins in counted:
            row = ["", wins.won, wins.games, round(wins.low, 4), round(wins.high, 4), ""]
            writer.writerow([wins.game, what, wins.who, *row])

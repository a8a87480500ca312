"""`companion stats`: how the dice fell in the recorded matches, who won how often, and how long they were."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import add_record, open_record

if TYPE_CHECKING:
    from companion.record import Record, Summary
    from companion.statistics import Dice, Statistics

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
    with open_record("stats", arguments.record) as record:
        if record is not None:
            damaged = _add(tally, record, arguments.game)
    statistics = tally.statistics()
    if arguments.form == "json":
        print(json.dumps(_figures(statistics, share)))
    elif arguments.form == "csv":
        from companion.statistics import as_csv

        print(as_csv(statistics), end="")
    else:
        for line in _text_lines(statistics, share):
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


def _text_lines(statistics: Statistics, share: Fraction) -> Iterator[str]:
    """The statistics for people."""
    from companion.statistics import all_matches, game_line, won_of

    if not statistics.matches:
        yield "No match is recorded yet."
        return
    yield all_matches(statistics)
    for dice in statistics.dice:
        yield from _of_dice(dice, share)
    for length in statistics.lengths:
        yield f"{length.game}: {game_line(length)}"
        for wins in statistics.sides:
            if wins.game == length.game:
                yield f"  {wins.who} won {won_of(wins)}"
    for wins in statistics.players:
        yield f"{_one_line(wins.who)} won {won_of(wins)} of {wins.game}"
    yield from _of_people(statistics)


def _of_people(statistics: Statistics) -> Iterator[str]:
    from companion.statistics import pair_line, person_line, streak_line

    for person in statistics.people:
        yield f"{_one_line(person.who)} {person_line(person)}"
        yield f"  {streak_line(person)}"
        for pair in statistics.pairs:
            if person.who in (pair.who, pair.other):
                yield f"  {_one_line(pair_line(pair, person.who))}"


def _of_dice(dice: Dice, share: Fraction) -> Iterator[str]:
    from companion.statistics import needed_line, verdict

    yield f"{dice.game}, {dice.dice}: {dice.rolled:,} dice, seen or typed"
    for face in dice.faces:
        yield (
            f"  {face.face!s:>6} {face.count:>7,}  {face.share:6.1%}  (between {face.low:.1%} and {face.high:.1%}; "
            f"a fair die: {face.expected:.1%})"
        )
    yield f"  {verdict(dice)}"
    line = needed_line(dice, share)
    if line is not None:
        yield f"  {line}"


def _one_line(name: str) -> str:
    from companion.text import one_line

    return one_line(name)


def _figures(statistics: Statistics, share: Fraction) -> dict[str, Any]:
    import msgspec

    from companion.statistics import needed

    data: dict[str, Any] = msgspec.to_builtins(statistics, enc_hook=str)
    for figures, dice in zip(data["dice"], statistics.dice, strict=True):
        del figures["odds"]
        figures["fair"] = dice.fair._asdict()
        figures["unfair"] = {"share": float(share), "dice_needed": needed(dice, share)}
    return data

"""Writes statistics in sentences and as CSV: fairness of dice, rolls needed to tell, wins."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from functools import lru_cache
from typing import cast, get_args

from companion.statistics.fairness import LEVEL, loaded, rolls_needed
from companion.statistics.people import Pair, Person
from companion.statistics.statistics import Dice, Lengths, Statistics, Wins
from companion.table import Colour, colour_name
from companion.text import later, say, say_count

KINDS = (later("number die"), later("direction die"))
"""Dice that are told apart by what they are for."""

UNFAIR = Fraction(1, 5)
"""The share of one face for which the rolls that it takes to tell it are worked out, where nobody names another."""


def dice_name(dice: Dice) -> str:
    """What dice are called: a colour, a side, or a die of its own kind."""
    if dice.dice in get_args(Colour):
        return say("{colour} dice", colour=colour_name(cast(Colour, dice.dice), "of dice"))
    return say(dice.dice) if dice.dice in KINDS else dice.dice


def face_name(face: int | str) -> str:
    """A face: its number, a colour, or what else stands on it."""
    if face in get_args(Colour):
        return colour_name(cast(Colour, face), "of dice")
    return str(face).upper()


def all_matches(statistics: Statistics) -> str:
    """How many matches were added up."""
    return say_count(
        "{count:,} match, {finished:,} of them played to the end",
        "{count:,} matches, {finished:,} of them played to the end",
        statistics.matches,
        finished=statistics.finished,
    )


def verdict(dice: Dice) -> str:
    """Whether the faces that came up speak against a fair die."""
    fair = dice.fair
    how = (
        say("counted exactly")
        if fair.exact
        else say(
            "chi-squared {statistic:.2f} with {freedom} degrees of freedom",
            statistic=fair.statistic,
            freedom=fair.freedom,
        )
    )
    if fair.p < LEVEL:
        return say("speaks against a fair die: {p:.2g} of fair dice look at least so uneven ({how})", p=fair.p, how=how)
    return say(
        "nothing speaks against a fair die: {p:.2g} of fair dice look at least so uneven ({how})", p=fair.p, how=how
    )


def needed(dice: Dice, share: Fraction) -> int | None:
    """How many dice it takes to tell that the first face comes up so often; None where that is its fair share."""
    return _needed(dice.odds, share)


@lru_cache(maxsize=64)
def _needed(odds: tuple[Fraction, ...], share: Fraction) -> int | None:
    return rolls_needed(odds, loaded(odds, 0, share))


def needed_line(dice: Dice, share: Fraction) -> str | None:
    """The number of dice of `needed` as a sentence; None where there is none."""
    count = needed(dice, share)
    if count is None:
        return None
    return say(
        "{count:,} dice would show, in 4 of 5 cases, that a face comes up {share:.1%} of the time",
        count=count,
        share=float(share),
    )


def game_line(length: Lengths) -> str:
    """How long the finished games of one kind were."""
    parts = say_count(
        "{count:,} game of {least} to {most} events, {median:g} in the middle",
        "{count:,} games of {least} to {most} events, {median:g} in the middle",
        length.games,
        least=length.least,
        most=length.most,
        median=length.median,
    )
    if length.minutes is not None:
        parts += say(", {minutes:g} minutes in the middle", minutes=length.minutes)
    return parts + say("; {drawn} drawn", drawn=length.drawn)


def won_of(wins: Wins) -> str:
    """Games won of games played, with the interval of the share."""
    return say_count(
        "{won} of {count:,} game (between {low:.0%} and {high:.0%})",
        "{won} of {count:,} games (between {low:.0%} and {high:.0%})",
        wins.games,
        won=wins.won,
        low=wins.low,
        high=wins.high,
    )


def person_line(person: Person) -> str:
    """Games won of games played, and how many were drawn."""
    line = say_count(
        "won {won} of {count:,} game ({share:.0%})",
        "won {won} of {count:,} games ({share:.0%})",
        person.games,
        won=person.won,
        share=person.won / person.games,
    )
    return line + say("; {drawn} drawn", drawn=person.drawn) if person.drawn else line


def streak_line(person: Person) -> str:
    """How the newest games went in a row, and the most that were won in a row."""
    if person.streak > 0:
        now = say_count("won the last game", "won the last {count:,} games in a row", person.streak)
    elif person.streak < 0:
        now = say_count("lost the last game", "lost the last {count:,} games in a row", -person.streak)
    else:
        now = say("the last game was a draw")
    longest = say_count("most in a row: {count:,} game won", "most in a row: {count:,} games won", person.longest)
    return f"{now}; {longest}"


def pair_line(pair: Pair, who: str) -> str:
    """How often one of a pair, called as it has them, won against the other, or both together."""
    own = who == pair.who
    won, lost = (pair.won, pair.lost) if own or pair.together else (pair.lost, pair.won)
    other = other_name(pair) if own else pair.who
    if pair.together:
        line = say_count(
            "with {other}: won {won} of {count:,} game", "with {other}: won {won} of {count:,} games",
            pair.games, other=other, won=won,
        )  # fmt: skip
    else:
        line = say_count(
            "against {other}: won {won} and lost {lost} of {count:,} game",
            "against {other}: won {won} and lost {lost} of {count:,} games",
            pair.games, other=other, won=won, lost=lost,
        )  # fmt: skip
    return line


def other_name(pair: Pair) -> str:
    """The other of a pair."""
    if pair.kind == "person":
        return pair.other
    return say("the program") if pair.kind == "program" else say("somebody without a name")


def as_csv(statistics: Statistics) -> str:
    """One row a face, a side and a player: a count, of how many, and between what its share lies."""
    rows: list[list[object]] = [["game", "what", "who", "face", "count", "of", "low", "high", "p"]]
    for dice in statistics.dice:
        for face in dice.faces:
            row = [face.face, face.count, dice.rolled, round(face.low, 4), round(face.high, 4), f"{dice.fair.p:.4g}"]
            rows.append([dice.game, "dice", dice.dice, *row])
    for what, counted in (("side", statistics.sides), ("player", statistics.players)):
        for wins in counted:
            row = ["", wins.won, wins.games, round(wins.low, 4), round(wins.high, 4), ""]
            rows.append([wins.game, what, wins.who, *row])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

"""Texts of the screens about a match: one sentence for what is awaited, and words for dice, zones and sources."""

from __future__ import annotations

from typing import cast

from companion.match import Source as Origin
from companion.table import Colour, colour_name
from companion.text import later, later_as, listed, say, say_as, say_count
from ui.match.match_scene import MatchScene
from ui.match.session import MatchSession

NUMBERS = (
    later_as("dice", "no"), later_as("dice", "one"), later_as("dice", "two"), later_as("dice", "three"),
    later_as("dice", "four"), later_as("dice", "five"), later_as("dice", "six"), later_as("dice", "seven"),
    later_as("dice", "eight"), later_as("dice", "nine"),
)  # fmt: skip
ZONES = {
    "rally": later_as("zone", "Rally"),
    "combat": later_as("zone", "Combat"),
    "scoring": later_as("zone", "Scoring"),
}

ORIGINS: dict[Origin, str] = {
    "seen": later("seen on the table"),
    "typed": later("typed or confirmed"),
    "lot": later("drawn by lot"),
    "chosen": later("chosen on screen"),
    "recorded": later("from the recording"),
    "corrected": later("corrected by a player"),
    "program": later("played by the program"),
}


def number(count: int) -> str:
    """A small number as a word."""
    return say_as("dice", NUMBERS[count]) if count < len(NUMBERS) else str(count)


def dice(count: int) -> str:
    """`one die`, `two dice`."""
    return say_count("{number} die", "{number} dice", count, number=number(count))


def zone_name(zone: str) -> str:
    """What players call a zone of the table."""
    return say_as("zone", ZONES[zone])


def match_sentence(session: MatchSession, scene: MatchScene) -> str:
    """What a match waits for, in one sentence; how it ended, once it has."""
    if scene.outcome is not None:
        return scene.outcome.how
    awaited = scene.awaited
    who = say("Everybody") if awaited.seat is None else session.game.seat_name(awaited.seat)
    if awaited.seat is not None and scene.program[awaited.seat]:
        who = say("{who} (program)", who=who)
    if awaited.need == "roll":
        if awaited.by_colour:
            each = listed(
                [
                    say_as("dice", "{count} {colour}", count=count, colour=colour_name(cast(Colour, colour), "of dice"))
                    for colour, count in awaited.by_colour.items()
                ]
            )
            return say("{who}: roll {dice} dice.", who=who, dice=each)
        if awaited.dice is None:
            return say("{who}: roll the dice.", who=who)
        return say_count("{who}: roll {count} die.", "{who}: roll {count} dice.", awaited.dice, who=who)
    if awaited.need == "flip":
        return say("{who}: flip a card.", who=who)
    if awaited.need == "smack":
        return say("Smack Attack!: hands on the pile.")
    return say("{who}: your move.", who=who)

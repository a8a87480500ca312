"""Seats of a match around its table: where each is, who plays together, how people and colours change places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

import companion
from companion.rules import CompanionError, Game
from companion.table import Colour
from companion.text import LANGUAGES, using_language
from seeds import Option, sides_of
from ui.settings.match_setup import (
    LONGEST_NAME,
    MatchSetup,
    colours_to_choose,
    filled,
    ready,
    rules_to_choose,
    usual_colours,
    usual_game,
    usual_game_players,
    with_colour,
    with_name,
    with_option,
    with_program,
)

TEAMS = "teams"
"""The house rule that says who plays together."""
Side: TypeAlias = Literal["bottom", "left", "top", "right"]
"""Of a table that is seen from above."""
_COMPASS: dict[str, Side] = {"south": "bottom", "west": "left", "north": "top", "east": "right"}
"""The sides of a table clockwise from the bottom, by those of a board."""


class Place(NamedTuple):
    """One place at the table."""

    side: Side
    seat: int | None
    """None: nobody plays the colour whose side of the board this is."""
    colour: Colour | None
    """Of the pieces there; None in a game without pieces of one's own."""


def places_of(setup: MatchSetup) -> tuple[Place, ...]:
    """The places around the table, clockwise from the bottom: those of the colours on the board where each colour has
    its own side, and otherwise one a seat, evenly spaced."""
    sides = sides_of(setup.game)
    if sides:
        seats = {colour: seat for seat, colour in enumerate(setup.colours)}
        colours = {_COMPASS[sides[colour]]: colour for colour in colours_to_choose(setup.game)}
        return tuple(Place(side, seats.get(colours[side]), colours[side]) for side in _COMPASS.values())
    return tuple(
        Place(_side(seat, setup.players), seat, setup.colours[seat] if setup.colours else None)
        for seat in range(setup.players)
    )


def _side(seat: int, players: int) -> Side:
    half = 2 * seat - players
    return "bottom" if seat == 0 else "top" if half == 0 else "left" if half < 0 else "right"


def seated_game(setup: MatchSetup) -> Game:
    """The game as it is set up; as its sheet has it where that cannot be played."""
    try:
        return companion.load(setup.game, setup.players, ready(setup).options)
    except CompanionError:
        return usual_game(setup.game, setup.players)


def teams_of(setup: MatchSetup) -> tuple[tuple[int, ...], ...]:
    """The seats that play together, team by team; none where everybody plays alone."""
    options = {key: value for key, value in setup.options.items() if key == TEAMS}
    try:
        sides = companion.load(setup.game, setup.players, options).sides
    except CompanionError:
        return ()
    return tuple(sides) if any(len(side) > 1 for side in sides) else ()


def teams_to_choose(setup: MatchSetup) -> Option | None:
    """The house rule for teams, where so many players may choose."""
    option = next((one for one in rules_to_choose(setup) if one.id == TEAMS), None)
    if option is None:
        return None
    bare = msgspec.structs.replace(setup, options={})
    for choice in option.choices:
        try:
            companion.load(setup.game, setup.players, with_option(bare, option, choice.value).options)
        except CompanionError:
            return None
    return option


def with_next_colour(setup: MatchSetup, seat: int) -> MatchSetup:
    """`seat` plays the next colour that is free; where none is, the next one, whose player takes over the other's."""
    known, usual = colours_to_choose(setup.game), usual_colours(setup.game, setup.players)
    at = known.index(setup.colours[seat])
    following = (*known[at + 1 :], *known[:at])
    taken = {setup.colours[other] for other in range(setup.players) if usual[other] != usual[seat]}
    return with_colour(setup, seat, next((colour for colour in following if colour not in taken), following[0]))


def with_swapped(setup: MatchSetup, one: int, other: int) -> MatchSetup:
    """Who sits at these two seats, a person or the program, each in the other's place; colours stay."""
    names, program = list(filled(setup.names or ("",), setup.players)), list(filled(setup.program, setup.players))
    names[one], names[other] = names[other], names[one]
    if program:
        program[one], program[other] = program[other], program[one]
    return msgspec.structs.replace(setup, names=tuple(names), program=tuple(program))


def with_person(setup: MatchSetup, seat: int, name: str) -> MatchSetup:
    """A person of this name sits at `seat`, in place of whoever sat there."""
    return with_program(with_name(setup, seat, name), seat, "")


def free_seat(setup: MatchSetup) -> int | None:
    """The first seat at which nobody of a name sits, nor the program."""
    names, program = filled(setup.names or ("",), setup.players), filled(setup.program or ("",), setup.players)
    return next((seat for seat in range(setup.players) if not names[seat].strip() and not program[seat]), None)


@lru_cache(maxsize=16)
def seat_words(game_id: str) -> frozenset[str]:
    """What a game calls its seats in any language, which the record has in place of names that nobody gave."""
    least, most = usual_game_players(game_id)
    found: set[str] = set()
    for language in LANGUAGES:
        with using_language(language):
            for game in (usual_game(game_id, count) for count in range(least, most + 1)):
                found |= {game.seat_name(seat).casefold() for seat in range(game.players)}
    return frozenset(found)


def names_of_people(matches: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """The names that people gave in matches, each the game and the names by seat, in their order, each name once."""
    found: dict[str, str] = {}
    for game, names in matches:
        for name in names:
            key = " ".join(name.split()).casefold()
            if key and len(name) <= LONGEST_NAME and key not in seat_words(game):
                found.setdefault(key, name)
    return tuple(found.values())

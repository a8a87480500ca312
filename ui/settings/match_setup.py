"""Set-up of a match: who plays which colour by which house rules, and what of it cannot be. No screen."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

import msgspec

import companion
from companion.rules import CompanionError, Game, MalformedError
from companion.table import Colour, Zones, colour_name
from companion.text import later, say, upper
from seeds import Option, OptionValue, SeedError, colours_of, header_of, pages
from ui.settings.dice_choice import faces_for
from vision.inference import SetError

Strength: TypeAlias = Literal["", "easy", "medium", "hard"]
"""How strong the program plays at a seat; empty: a person sits there."""
TurnLimit: TypeAlias = Literal[0, 30, 60, 120, 300]
"""Seconds that a turn may take before a timer says so; 0: turns are not timed."""
TURN_LIMITS: tuple[TurnLimit, ...] = get_args(TurnLimit)
LONGEST_NAME = 24
"""Signs of a player's name."""
SEATS = "seats"
"""The house rule of games in which the colour tells where somebody sits."""
ALIKE = later("{one} and {other} have {colour} pieces both: give one of them another colour")
TWICE = later("two players are called {name}: write them so that they can be told apart")
NO_COLOURS = later("{count} colours are needed, of these: {colours}")
LONG = later("a name has {count} letters at most")


class MatchSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed before a match."""

    game: str = companion.GAMES[0]
    players: int = 2
    names: tuple[str, ...] = ()
    """By seat, empty for somebody without a name; none: nobody has one."""
    options: dict[str, Any] = {}
    """The house rules that differ from those of the sheet."""
    colours: tuple[Colour, ...] = ()
    """Of each seat's pieces; none: those in the box."""
    dice: str = ""
    """What the dice show, as ui.settings.dice_choice has it; nothing: pips."""
    program: tuple[Strength, ...] = ()
    """By seat; none: people play all seats."""
    turn_limit: TurnLimit = 0


@lru_cache(maxsize=64)
def usual_game(game_id: str, players: int) -> Game:
    """The game for so many players by the rules of its sheet. Raises CompanionError."""
    return companion.load(game_id, players)


def usual_setup(game_id: str, players: int | None = None) -> MatchSetup:
    """A match as the sheet has it, for the fewest players unless said otherwise, who have no names yet."""
    count = usual_game_players(game_id)[0] if players is None else players
    return MatchSetup(game=game_id, players=count, names=("",) * count, colours=usual_colours(game_id, count))


def usual_game_players(game_id: str) -> tuple[int, int]:
    """The fewest and the most who can play."""
    return header_of(game_id).players


def usual_colours(game_id: str, players: int) -> tuple[Colour, ...]:
    """Of the pieces in the box, by seat; empty in a game without pieces of one's own."""
    game = usual_game(game_id, players)
    return tuple(colour for seat in range(players) if (colour := game.usual_colour(seat)) is not None)


def colours_to_choose(game_id: str) -> tuple[Colour, ...]:
    """The colours that a seat's pieces can have: those in the box where the eyes look for these alone, any colour of
    dice otherwise, and none in a game without pieces of one's own."""
    if not usual_colours(game_id, 2):
        return ()
    known: tuple[Colour, ...] = get_args(Colour)
    box = colours_of(game_id)
    return tuple(colour for colour in known if colour in box) if box else known


def rules_to_choose(setup: MatchSetup) -> tuple[Option, ...]:
    """The house rules that are chosen from a list or by a number and bear on a match of so many players."""
    options = usual_game(setup.game, setup.players).seed.options
    return tuple(
        option
        for option in options
        if option.least_players <= setup.players and not option.series and (not option.choices or option.choices[1:])
    )


def value_of(setup: MatchSetup, option: Option) -> OptionValue:
    """The value in force."""
    usual = usual_value(setup, option)
    accepted = option.accept(setup.options.get(option.id, usual))
    return usual if accepted is None else accepted


def usual_value(setup: MatchSetup, option: Option) -> OptionValue:
    """The value by the sheet, for so many players."""
    value = usual_game(setup.game, setup.players).in_force[option.id]
    accepted = option.accept(value)
    return option.default if accepted is None else accepted


def with_players(setup: MatchSetup, players: int) -> MatchSetup:
    """For so many players: names stay, and so do colours as long as they can; where nobody has changed any, they become
    those that the sheet has for so many."""
    fresh = usual_setup(setup.game, players)
    names = (*setup.names, *fresh.names)[:players]
    apart = _all_apart(setup.game, players)
    colours = setup.colours[:players]
    if players < setup.players and setup.colours == usual_colours(setup.game, setup.players):
        colours = fresh.colours
    for colour in (*fresh.colours[0 if apart else len(colours) :], *colours_to_choose(setup.game)):
        if len(colours) < len(fresh.colours) and not (apart and colour in colours):
            colours = (*colours, colour)
    kept = {option.id for option in rules_to_choose(fresh)}
    options = {key: value for key, value in setup.options.items() if key in kept}
    replaced = msgspec.structs.replace(
        fresh,
        names=names,
        colours=colours,
        options=options,
        dice=setup.dice,
        program=filled(setup.program, players),
        turn_limit=setup.turn_limit,
    )
    return _in_order(replaced)


def with_name(setup: MatchSetup, seat: int, name: str) -> MatchSetup:
    names = list(filled(setup.names or ("",), setup.players))
    names[seat] = name
    return msgspec.structs.replace(setup, names=tuple(names))


def with_program(setup: MatchSetup, seat: int, strength: str) -> MatchSetup:
    """The program plays a seat, at this strength; empty: a person does."""
    program = list(filled(setup.program, setup.players) or filled(("",), setup.players))
    program[seat] = cast(Strength, strength)
    return msgspec.structs.replace(setup, program=tuple(program) if any(program) else ())


W = TypeVar("W", bound=str)


def filled(words: tuple[W, ...], players: int) -> tuple[W, ...]:
    """One word for each seat, empty where there was none; none at all where nothing was said."""
    return (*words, *(cast(W, ""),) * players)[:players] if words else ()


def with_colour(setup: MatchSetup, seat: int, colour: Colour) -> MatchSetup:
    """`seat` plays `colour`; where no two seats may share one, who had it takes over the other's."""
    colours = list(setup.colours)
    if colour in colours and _all_apart(setup.game, setup.players):
        colours[colours.index(colour)] = colours[seat]
    colours[seat] = colour
    return _in_order(msgspec.structs.replace(setup, colours=tuple(colours)))


def lines_for(setup: MatchSetup) -> Zones | None:
    """The zones that may be parted by lines on the picture where no printed mats lie, as they are to begin with; None
    where that is no way to play. Dice tell by their colour whose they are: of two sides only those of the other are
    destroyed, of more nobody could tell."""
    return Zones() if setup.players == 2 and _has_usual_zones(setup.game) else None


@lru_cache(maxsize=1)
def game_by_lines() -> str | None:
    """The first game in which lines may part the zones; None where there is none."""
    return next((game for game in companion.GAMES if _has_usual_zones(game)), None)


def has_sheets(game_id: str) -> bool:
    """Whether sheets are printed for a game."""
    try:
        return bool(pages(game_id))
    except SeedError:
        return False


def _has_usual_zones(game_id: str) -> bool:
    return has_sheets(game_id) and {area.id for area in pages(game_id)[0].sheet.areas} == {*Zones().names}


def rotate_seats(setup: MatchSetup) -> MatchSetup:
    """The same with everybody one seat on, clockwise: of two, each in the other's place."""
    program = setup.program[-1:] + setup.program[:-1]
    return msgspec.structs.replace(setup, names=setup.names[-1:] + setup.names[:-1], program=program)


def with_option(setup: MatchSetup, option: Option, value: OptionValue) -> MatchSetup:
    """With one house rule set; as the sheet has it, it is left out."""
    options = {key: kept for key, kept in setup.options.items() if key != option.id}
    if value != usual_value(setup, option):
        options[option.id] = value
    return msgspec.structs.replace(setup, options=options)


def _all_apart(game_id: str, players: int) -> bool:
    usual = usual_colours(game_id, players)
    return len(set(usual)) == len(usual)


def _seats_by_colour(game_id: str) -> bool:
    """Whether the colour tells where somebody sits, so that colours go round the table clockwise."""
    return any(option.id == SEATS for option in usual_game(game_id, usual_game_players(game_id)[0]).seed.options)


def _in_order(setup: MatchSetup) -> MatchSetup:
    """With the seats clockwise from the first one, where colours tell where somebody sits."""
    if not _seats_by_colour(setup.game):
        return setup
    around = list(usual_colours(setup.game, usual_game_players(setup.game)[1]))
    start = around.index(setup.colours[0])
    around = around[start:] + around[:start]
    names = filled(setup.names or ("",), setup.players)
    program = filled(setup.program or ("",), setup.players)
    order = sorted(range(len(setup.colours)), key=lambda seat: around.index(setup.colours[seat]))
    return msgspec.structs.replace(
        setup,
        colours=tuple(setup.colours[seat] for seat in order),
        names=tuple(names[seat] for seat in order),
        program=tuple(program[seat] for seat in order) if any(program) else (),
    )


# ---------------------------------------------------------------------------------------------- is it whole


def seat_word(setup: MatchSetup, seat: int) -> str:
    """What a seat is called in the form and in its lines: by name, where one is given."""
    named = setup.names[seat].strip() if seat < len(setup.names) else ""
    if named:
        return named
    if _seats_by_colour(setup.game):
        return upper(colour_name(setup.colours[seat], "of dice"))
    return usual_game(setup.game, setup.players).seat_name(seat)


def faults(setup: MatchSetup) -> dict[str, str]:
    """What cannot be, a line for each field: `names[1]`, `colours`, `dice`, `options`."""
    found: dict[str, str] = {}
    names = [name.strip() for name in setup.names]
    for seat, name in enumerate(names):
        if len(name) > LONGEST_NAME:
            found[f"names[{seat}]"] = say(LONG, count=LONGEST_NAME)
        elif name and name.casefold() in [other.casefold() for other in names[:seat]]:
            found[f"names[{seat}]"] = say(TWICE, name=name)
    usual, known = usual_colours(setup.game, setup.players), colours_to_choose(setup.game)
    if setup.colours and (len(setup.colours) != len(usual) or not set(setup.colours) <= set(known)):
        return found | {
            "colours": say(
                NO_COLOURS,
                count=len(usual),
                colours=", ".join(colour_name(one, "of dice") for one in known) or say("none"),
            )
        }
    for one in range(len(setup.colours)):
        for other in range(one):
            if setup.colours[one] == setup.colours[other] and usual[one] != usual[other] and "colours" not in found:
                found["colours"] = say(
                    ALIKE,
                    one=seat_word(setup, other),
                    other=seat_word(setup, one),
                    colour=colour_name(setup.colours[one], "of dice"),
                )
    try:
        faces_for(setup.game, setup.dice)
    except SetError as fault:
        found["dice"] = str(fault)
    if found:
        return found
    try:
        ready(setup)
    except CompanionError as fault:
        field = fault.path.split(".")[0] if isinstance(fault, MalformedError) else "options"
        found["options" if field not in ("names", "colours") else field] = str(fault)
    return found


def ready(setup: MatchSetup) -> MatchSetup:
    """The same as a match is begun with: who has no name is called as the game calls the seat, and where colours tell
    who sits where, seats are as the house rules have them. Raises CompanionError."""
    options = dict(setup.options)
    if setup.colours and _seats_by_colour(setup.game) and setup.colours != usual_colours(setup.game, setup.players):
        options[SEATS] = list(setup.colours)
    game = companion.load(setup.game, setup.players, options)
    names, colours, program = setup.names, setup.colours, setup.program
    if colours and _seats_by_colour(setup.game):
        placed = [game.usual_colour(seat) for seat in range(game.players)]
        order = [colours.index(colour) for colour in placed if colour is not None]
        names = tuple(names[n] for n in order) if names else ()
        program = tuple(program[n] for n in order) if program else ()
        colours = tuple(colours[n] for n in order)
    names = tuple(name.strip() for name in names)
    names = tuple(name or game.seat_name(seat) for seat, name in enumerate(names)) if any(names) else ()
    return msgspec.structs.replace(setup, names=names, options=options, colours=colours, program=program)

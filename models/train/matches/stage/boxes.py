"""Lists what a game's box holds, and makes the table before the first event: seats, sheets and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi, radians
from random import Random
from typing import Any

import msgspec

import companion
import seeds
from companion.authoring import GameSeed
from companion.rules import Game, Rules
from companion.table.layout import Layout
from companion.table.view import Colour
from models.train.game_notes import notes_of
from models.train.matches.stage.places import SIDES, Habits, beside
from models.train.matches.stage.stage import Change, Kind, Point, Pose, Stage, Thing
from seeds import board_of, sides_of
from seeds.sheets import Page, pages

GAP = (12.0, 24.0)
"""Millimetres between the printed areas of two mats that face each other, margins and all."""
MARGIN = 12.0
COLOURS: tuple[tuple[Colour, Colour], ...] = (("blue", "green"), ("red", "white"), ("green", "red"), ("blue", "white"))
"""Of the dice with which Army vs Aliens is played here: mostly those of the box."""
PLAIN: tuple[Colour, ...] = ("white", "white", "black", "red")
"""Of the pipped die of Space Checkers."""
TWO, ROUND = ("south", "north"), ("south", "west", "north", "east")
"""Where seats sit at a table of which nothing else is known: two face each other, more sit clockwise."""
DICE: tuple[Colour, ...] = ("white", "white", "red", "blue", "green", "black")
"""Colours of a box of dice of which nothing else is known."""


@dataclass(frozen=True)
class Setting:
    """One table: the game, and the people at it."""

    game: Game
    colours: tuple[Colour, ...]
    """Of each seat's pieces."""
    ways: tuple[Point, ...]
    """Where each seat sits, as the way out from the table's middle."""
    habits: Habits
    lot: Random
    dice: tuple[tuple[Colour, int], ...] = ()
    """Colour and sides of those in the box, where the game's file tells."""

    @property
    def play(self) -> str:
        """The way in which the game is played by hand, as its folder says."""
        return notes_of(self.game.id).play

    @cached_property
    def first(self) -> Layout:
        """What has to lie on the table before the first event."""
        return self.game.layout(self.game.start(), self.colours)


class _Supply(msgspec.Struct):
    players: int
    markers: int


class _Deck(msgspec.Struct):
    """What seeds say of pieces; the rest is not looked at."""

    supplies: tuple[_Supply, ...] = ()


def setting(game_id: str, lot: Random, players: int | None = None, options: dict[str, object] | None = None) -> Setting:
    """A table of this game; `players`: two, where nobody says otherwise."""
    game = companion.load(game_id, players=players or 2, options=options or {})
    if isinstance(game.seed, GameSeed):
        return _authored(game, game.seed, lot)
    own, notes = sides_of(game_id), notes_of(game_id)
    sides: Sequence[str] = notes.seats_of_four if game.players == 4 else ()
    sides = sides or notes.seats or [own[str(game.seat_id(seat))] for seat in range(game.players)]
    colours: list[Colour] = []
    chosen = lot.choices(COLOURS, (6, 1, 1, 1))[0]
    for seat in range(game.players):
        usual = game.usual_colour(seat)
        colours.append("grey" if usual is None else chosen[seat % 2] if notes.play == "zones" else usual)
    ways = tuple(SIDES[sides[seat]] for seat in range(game.players))
    return Setting(game, tuple(colours), ways, Habits.drawn(lot), lot)


def _authored(game: Game, seed: GameSeed, lot: Random) -> Setting:
    """A table of a game of which its file says what is in the box."""
    plain = lot.choice(DICE)
    box = tuple((die.colour or plain, die.sides) for die in seed.dice for _ in range(die.count))
    sides = TWO if game.players == 2 else ROUND
    ways = tuple(SIDES[sides[seat % len(sides)]] for seat in range(game.players))
    usual = [game.usual_colour(seat) or "grey" for seat in range(game.players)]
    return Setting(game, tuple(usual), ways, Habits.drawn(lot), lot, box)


def _pages(game: Rules) -> tuple[Page, ...]:
    """The sheets that lie on the table."""
    kit = pages(game.id)
    if not kit:
        return ()
    board = board_of(game.id, game.options) or kit[0].sheet.id
    if notes_of(game.id).play == "direction":
        return tuple(page for page in kit if page.sheet.id == board)[:1]
    return kit[: game.players] if kit[0].sheet.copies > 1 else kit


def _things(table: Setting) -> list[Thing]:
    game, lot = table.game, table.lot

    def alike(count: int, kind: Kind, colour: Colour) -> list[Thing]:
        return [Thing(kind, colour)] * count

    if isinstance(game.seed, GameSeed):
        layout = table.first
        counts = Counter((*layout.pieces.values(), *(layout.pieces[cell] for cell in layout.stacks)))
        for row in layout.rows:
            counts[row.colours[0]] += row.count
        kind: Kind = "pawn" if game.seed.standing else "marker"
        made = [thing for colour, count in counts.items() for thing in alike(count, kind, colour)]
        return [*made, *(Thing("die", colour) for colour, _ in table.dice)]
    if table.play == "zones":
        return [thing for colour in table.colours for thing in alike(9, "die", colour)]
    if table.play == "pairs":
        supply = seeds.table_of(game.id, _Deck).supplies
        each = next(one.markers for one in supply if one.players == game.players)
        made = [thing for colour in table.colours for thing in alike(each + 1, "marker", colour)]
        return [*made, *alike(3, "die", "red"), *alike(3, "die", "blue")]
    if table.play == "direction":
        made = [thing for colour in table.colours for thing in alike(12, "pawn", colour)]
        return [*made, Thing("die", lot.choice(PLAIN)), Thing("direction die", "white")]
    deck: Sequence[str] = game.start().unseen
    return [Thing("card", None, name) for name in deck]


def empty_stage(table: Setting) -> Stage:
    """Sheets, and the dice that lie about before anything is done; everything else is out of view."""
    game, lot = table.game, table.lot
    sheets = _pages(game)
    poses = []
    for number, page in enumerate(sheets):
        width, height = page.sheet.size
        x, y, turn = lot.gauss(0, 3), lot.gauss(0, 3), lot.gauss(0, radians(1.5))
        if len(sheets) == 2:  # two mats face each other with their upper edges
            apart = (height + lot.uniform(*GAP)) / 2 + MARGIN / 2
            y, turn = (-apart, turn) if number == 0 else (apart, turn + pi)
        poses.append(Pose((width, height), x, y, turn))
    stage = Stage(game.id, tuple(_things(table)), sheets, tuple(poses))
    if table.play != "zones" and not isinstance(game.seed, GameSeed):
        for number, thing in enumerate(stage.things):
            if thing.kind in ("die", "direction die"):
                face = any_face(thing, lot)
                stage = stage.after([Change(number, beside(stage, lot, face, (0.0, 0.0)))])
    return stage


def any_face(thing: Thing, lot: Random) -> Any:
    """What a die may show."""
    if thing.kind == "direction die":
        return lot.choice(("yellow", "green", "blue", "red", "wild", "wild"))
    return lot.randint(1, 6)

"""Lists illegal acts of Space Checkers and Doubles Wild that can be done in a position."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.doubles_wild.board import SQUARES, in_windows, squares_of
from companion.games.doubles_wild.pieces import Place, Reroll
from companion.games.doubles_wild.pieces import Position as Doubles
from companion.games.doubles_wild.table import LAST_NUMBER, cell_of, strip_of
from companion.games.space_checkers.board import Move
from companion.games.space_checkers.pieces import Position as Space
from companion.table.view import Cell
from models.train.matches.script.conduct import Conduct
from models.train.matches.script.wrongs import Wrong, broken, formatted
from models.train.matches.stage import Change, on_cell

FAULTS = {
    "earth": "pawn over the Earth",
    "own": "pawn over an own one",
    "pair": "pawn over two neighbours",
    "occupied": "pawn onto an occupied cell",
    "direction": "pawn moved in a wrong direction",
    "roll_awaited": "pawn moved before the roll",
    "not_own": "another player's pawn moved",
}
"""What acts are called, by words in the faults of their rulings."""


def _goes(conduct: Conduct, start: Cell, end: Cell) -> list[list[Change]]:
    """The piece of a cell goes to another one; what stands there is taken off first."""
    stage, table = conduct.stage, conduct.table
    there = stage.on_cells()
    off = [Change(number, None) for number in there.get(end, [])]
    moved = Change(there[start][-1], on_cell(stage, end, table.lot, table.habits))
    return [[*off, moved]]


def space_wrongs(conduct: Conduct, position: Space) -> Iterator[Wrong]:
    """Everything in the catalogue of Space Checkers that can be done in this position."""
    game, lot = conduct.table.game, conduct.table.lot
    board, seat = game.board, position.turn  # type: ignore[attr-defined]
    need = game.awaited(position).need
    if seat is None or need not in ("action", "roll"):
        return
    number = position.rolled.number if position.rolled is not None else lot.randint(1, 3)
    occupied = {cell for fleet in position.pawns for cell in board.listed(fleet)}
    movers = [(other, cell) for other, fleet in enumerate(position.pawns) for cell in board.listed(fleet)]
    lot.shuffle(movers)
    for owner, start in movers:
        for toward in lot.sample(board.straight, len(board.straight)):
            event = Move(start, toward)
            clauses = broken(conduct, position, event)
            if not clauses or (owner != seat and lot.random() < 0.8):
                continue
            end = board.walk(start, toward, number)[-1]
            faults = [one.fault for one in game.rule(position, event).broken]
            what = _named(faults, owner != seat, need == "roll")
            if (need == "roll" and end in occupied) or end in board.listed(position.pawns[owner]):
                continue  # nobody takes off a pawn of the same colour
            parts = _goes(conduct, Cell("board", *start), Cell("board", *end))
            yield Wrong(what, seat, clauses, parts, (), formatted(conduct, event))
    if position.rolled is None:
        return
    for move in game.actions(position):
        far = lot.choice([k for k in range(1, 7) if k != number])
        end = board.walk(move.start, move.toward, far)[-1]
        if end not in occupied and not board.bits[end] & board.earth:
            parts = _goes(conduct, Cell("board", *move.start), Cell("board", *end))
            yield Wrong("pawn moved a wrong distance", seat, ("SC-3.1",), parts)


def _named(faults: list[str], foreign: bool, early: bool) -> str:
    if early:
        return FAULTS["roll_awaited"]
    if foreign:
        return FAULTS["not_own"]
    for word, name in FAULTS.items():
        if any(word in fault for fault in faults):
            return name
    return "pawn moved against the rules"


def doubles_wrongs(conduct: Conduct, position: Doubles) -> Iterator[Wrong]:
    """Everything in the catalogue of Doubles Wild that can be done in this position."""
    table, lot = conduct.table, conduct.table.lot
    seat, game = position.turn, table.game
    if seat is None or position.start is not None or position.battle is not None or position.playoff is not None:
        return
    stage = conduct.stage
    held = [n for n, thing in enumerate(stage.things) if n not in stage.at and thing.colour == table.colours[seat]]
    held = [n for n in held if stage.things[n].kind == "marker"]
    enemies = [own for other, own in enumerate(position.markers) if other != seat]
    safe = {square for own in enemies for square in squares_of(in_windows(own))}
    taken = {square for own in position.markers for square in squares_of(own)}
    for index in lot.sample(range(len(SQUARES)), len(SQUARES)):
        square = SQUARES[index]
        clauses = broken(conduct, position, Place(square))
        event = formatted(conduct, Place(square))
        laid = Change(held[0], on_cell(stage, cell_of(index), lot, table.habits)) if held else None
        if laid is not None and square in safe:
            there = [Change(n, None) for n in stage.on_cells()[cell_of(index)]]
            why = tuple(dict.fromkeys((*clauses, "DW-3.4", "DW-5.3")))
            yield Wrong("marker of three in a row replaced", seat, why, [[*there, laid]], (), event)
        elif laid is not None and clauses and square not in taken:
            early = position.rolled is None or position.rolled.in_hand
            what = "marker placed before the roll" if early else "marker on a wrong square"
            yield Wrong(what, seat, clauses, [[laid]], (), event)
    for side, score in enumerate(position.score):
        counters = stage.on_cells().get(Cell(strip_of(side), 0, min(score, LAST_NUMBER)))
        too_far = score + lot.randint(1, 3)
        if counters and too_far <= LAST_NUMBER:
            moved = Change(counters[0], on_cell(stage, Cell(strip_of(side), 0, too_far), lot, table.habits))
            yield Wrong("scoring marker moved too far", side % game.players, ("DW-5.2",), [[moved]])
    roll = position.rolled
    if roll is None or roll.in_hand:
        return
    for colour, pair in (("red", roll.red), ("blue", roll.blue)):
        dice = _dice_of(conduct, colour, tuple(pair or ()))
        if roll.again:
            other = lot.choice([face for face in range(1, 7) if face != stage.at[dice[0]].face])
            up = [[Change(dice[0], None)]]
            yield Wrong("one die of a pair rolled again", seat, ("DW-3.2",), up, [(dice[0], other)])
        else:
            faces = [lot.randint(1, 6) for _ in dice]
            if sorted(faces) != sorted(pair or ()):
                event = formatted(conduct, Reroll(colour))  # type: ignore[arg-type]
                clauses = broken(conduct, position, Reroll(colour))  # type: ignore[arg-type]
                up = [[Change(die, None) for die in dice]]
                thrown = list(zip(dice, faces, strict=True))
                yield Wrong("pair rolled again a second time", seat, clauses, up, thrown, event)


def _dice_of(conduct: Conduct, colour: str, pair: tuple[int, ...]) -> list[int]:
    """The two dice of a pair, of the three that lie there those which were thrown last."""
    return conduct.showing(colour, pair)

"""Legal actions with a roll: roll again, select a square, leave a marker alone (DW-3, DW-6.3)."""

from __future__ import annotations

import msgspec

from companion.games.doubles_wild.board import BOARD, COLUMNS, INDEX, ROWS, Bits, in_windows
from companion.games.doubles_wild.pieces import LEAVES, NO_SQUARE, PLACES, REROLLS, Event, Position, Roll, Table

ONLY: dict[tuple[int, int], Bits] = {square: 1 << index for square, index in INDEX.items()}
"""The one square where a row and a column meet."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """The squares that a roll lets the player select, and what can be done with each."""

    squares: Bits
    """Those that may be selected."""
    play: Bits
    """Those of them that may be played: all but a partner's markers in windows (DW-6.3)."""
    leave: Bits
    """Those of them that may be left alone: a partner's, and by house rule an enemy's instead of a battle."""
    nothing: bool
    """Whether no square may be selected: there is none, or a house rule lets the player decline."""


def reach(roll: Roll) -> tuple[Bits, bool]:
    """The squares that a roll points at, own ones too, and whether one of its pairs is a double (DW-3.3)."""
    assert roll.red is not None and roll.blue is not None
    (red, red_too), (blue, blue_too) = roll.red, roll.blue
    if red == red_too:
        return (BOARD if blue == blue_too else COLUMNS[blue + blue_too]), True
    if blue == blue_too:
        return ROWS[red + red_too], True
    return ONLY[red + red_too, blue + blue_too], False


def choice(position: Position, table: Table) -> Choice:
    """What the player on turn may do with the roll that lies."""
    assert position.rolled is not None and position.turn is not None
    seat, markers = position.turn, position.markers
    squares, wild = reach(position.rolled)
    if wild:
        squares &= ~markers[seat]
        if table.wild_exclude_protected:
            squares &= ~protected(position, table, seat)
    play, leave = squares, 0
    partner = table.partners[seat]
    if partner is not None:
        theirs = squares & markers[partner]
        if theirs:
            leave = theirs
            play &= ~in_windows(markers[partner])
    if table.battle_optional:
        leave |= squares & battles(position, table, seat)
    return Choice(squares, play, leave, wild and (not squares or table.wild_may_decline))


def is_void(position: Position, table: Table) -> bool:
    """Whether nothing can come of the roll that lies: no square it points at can be taken, fought for or replaced."""
    assert position.turn is not None
    taken = 0
    for own in position.markers:
        taken |= own
    open_to = BOARD & ~taken | battles(position, table, position.turn)
    partner = table.partners[position.turn]
    if partner is not None:
        open_to |= position.markers[partner] & ~in_windows(position.markers[partner])
    return not choice(position, table).squares & open_to


def protected(position: Position, table: Table, seat: int) -> Bits:
    """The markers of enemies of `seat` that are part of a window."""
    safe = 0
    for other, own in enumerate(position.markers):
        if table.sides[other] != table.sides[seat]:
            safe |= in_windows(own)
    return safe


def battles(position: Position, table: Table, seat: int) -> Bits:
    """The squares on which a marker of `seat` would start a battle (DW-3.4)."""
    open_to = 0
    for other, own in enumerate(position.markers):
        if table.sides[other] != table.sides[seat]:
            open_to |= own & ~in_windows(own)
    return open_to


def actions(position: Position, table: Table) -> list[Event]:
    """Every action with the roll that lies: re-rolls, then squares row by row, then no square."""
    roll = position.rolled
    assert roll is not None
    found: list[Event] = list(REROLLS) if roll.again else []
    chosen = choice(position, table)
    play, leave = chosen.play, chosen.leave
    rest = play | leave
    while rest:
        bit = rest & -rest
        rest ^= bit
        if play & bit:
            found.append(PLACES[bit.bit_length() - 1])
        if leave & bit:
            found.append(LEAVES[bit.bit_length() - 1])
    if chosen.nothing:
        found.append(NO_SQUARE)
    return found

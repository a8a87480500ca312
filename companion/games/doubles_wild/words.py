"""Doubles Wild in sentences: lines for events, reasons for rulings, endings. Templates of the latter are the seed's."""

from __future__ import annotations

from typing import assert_never

from companion.game import BrokenClause, Param
from companion.games.doubles_wild.board import INDEX, Square, in_windows, windows_through
from companion.games.doubles_wild.pieces import (
    DoublesSeed,
    Event,
    Hand,
    Hold,
    Leave,
    Place,
    Position,
    Reroll,
    Rolled,
    Table,
    Threw,
    Throw,
)

_REROLLS: dict[Hand, str] = {"red": "both red dice", "blue": "both blue dice", "both": "all four dice"}
_HANDS = {"red": "the two red dice", "blue": "the two blue dice", "both": "two red and two blue dice"}
_NUMBERS = ("no", "one", "two", "three")


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    if isinstance(event, Place | Leave):
        return "Square"
    if isinstance(event, Hold | Throw):
        return "Battle"
    return "Re-roll" if isinstance(event, Reroll) else "Roll"


def player(seat: int) -> str:
    """A player in a sentence."""
    return f"player {seat + 1}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(parts: list[str]) -> str:
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def _faces(faces: tuple[int, ...]) -> str:
    return _list([str(face) for face in faces]) or "nothing"


def _pair(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces)) or "nothing"


def _points(points: int) -> str:
    return f"{points} {'point' if points == 1 else 'points'}"


def _square(square: Square) -> str:
    return f"row {square[0]}, column {square[1]}"


def _dice(count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {'die' if count == 1 else 'dice'}"


class Words:
    """The sentences of one table."""

    def __init__(self, seed: DoublesSeed, table: Table) -> None:
        self._seed = seed
        self._table = table

    def event(self, position: Position, event: Event) -> str:
        """The event as a line; `position` is the one before it."""
        if isinstance(event, Rolled):
            return f"{_upper(player(position.turn or 0))} rolled red {_pair(event.red)} and blue {_pair(event.blue)}"
        if isinstance(event, Reroll):
            return f"Re-roll: {_REROLLS[event.dice]}"
        if isinstance(event, Place):
            return self._place(position, event.square)
        if isinstance(event, Leave):
            return self._leave(position, event.square)
        if isinstance(event, Hold):
            lying = () if position.battle is None else position.battle.dice[position.battle.whose]
            return f"Hold: keep {_faces(lying)}"
        if isinstance(event, Throw):
            return f"Throw again: {_faces(event.dice)}"
        if isinstance(event, Threw):
            return f"{_upper(player(_thrower(position)))} threw {_faces(event.faces)}"
        assert_never(event)

    def _place(self, position: Position, square: Square | None) -> str:
        if square is None:
            return "Select no square"
        seat, index = position.turn or 0, INDEX[square]
        where, owner = _upper(_square(square)), position.owner(index)
        if owner == seat:
            return f"{where}: it is your own, nothing happens"
        made = windows_through(position.markers[seat] | 1 << index, index)
        points = "" if not made or position.playoff is not None else f", {_points(made)}"
        if owner is None:
            return f"{where}: place a marker{points}"
        if owner == self._table.partners[seat]:
            return f"{where}: replace the marker of {player(owner)}{points}"
        if in_windows(position.markers[owner]) >> index & 1:
            return f"{where}: the marker of {player(owner)} is in three in a row, nothing happens"
        return f"{where}: battle {player(owner)} for it"

    def _leave(self, position: Position, square: Square) -> str:
        owner = position.owner(INDEX[square])
        whose = "it" if owner is None else f"the marker of {player(owner)}"
        return f"{_upper(_square(square))}: leave {whose} alone"

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**_terms(dict(broken.params)))

    def ending(self, way: str, winners: tuple[int, ...], first: int, second: int) -> str:
        """How a game ended, in one sentence; `first` and `second` are the two highest scores."""
        names = f"players {_list([str(seat + 1) for seat in winners])} win" if len(winners) > 1 else ""
        winner = names or f"{player(winners[0])} wins"
        return self._seed.endings[way].format(winner=winner, first=_points(first), second=second)


def _thrower(position: Position) -> int:
    """Whose throw is awaited."""
    if position.start is not None:
        return position.start.among[len(position.start.totals)]
    return (position.turn or 0) if position.battle is None else position.battle.to_roll


def _terms(params: dict[str, Param]) -> dict[str, str]:
    """The words that a template may use, made from the parameters of a ruling."""
    terms = {key: str(value) for key, value in params.items()}
    for role, name in (("seat", "player"), ("owner", "owner")):
        seat = params.get(role)
        if isinstance(seat, int):
            terms |= {name: player(seat), _upper(name): _upper(player(seat))}
    row, column = params.get("row"), params.get("column")
    if isinstance(row, int) and isinstance(column, int):
        terms["square"] = _square((row, column))
    have = params.get("have")
    if isinstance(have, int):
        terms["there"] = f"there {'is' if have < 2 else 'are'} {_NUMBERS[have] if have else 'none'}"
    for key in ("dice", "expected", "need"):
        count = params.get(key)
        if isinstance(count, int):
            terms[key] = _dice(count)
    for key, name in (("pair", "pair"), ("given", "shown")):
        faces = params.get(key)
        if isinstance(faces, tuple):
            terms[name] = _pair(faces)
    hand, squares = params.get("hand"), params.get("squares")
    if isinstance(hand, str):
        terms["hand"] = _HANDS[hand]
    if isinstance(squares, int):
        terms["squares"] = "there is one" if squares == 1 else f"there are {squares}"
    return terms

"""Doubles Wild in sentences: lines for events, reasons for rulings, endings. Templates of the latter are the seed's."""

from __future__ import annotations

from typing import assert_never

from companion.games.doubles_wild import pieces
from companion.games.doubles_wild.board import INDEX, Square, in_windows, windows_through
from companion.games.doubles_wild.pieces import DoublesSeed, Event, Hand, Position, Table
from companion.rules import GameWords, Param
from companion.text import later, later_as, listed, say, say_as, say_count, upper

_REROLLS: dict[Hand, str] = {
    "red": later("Re-roll: both red dice"),
    "blue": later("Re-roll: both blue dice"),
    "both": later("Re-roll: all four dice"),
}
_HANDS = {
    "red": later("the two red dice"),
    "blue": later("the two blue dice"),
    "both": later("two red and two blue dice"),
}
_THERE = (
    later_as("of dice", "there is none"),
    later_as("of dice", "there is one"),
    later_as("of dice", "there are two"),
    later_as("of dice", "there are three"),
)
_NUMBERS = (later("no"), later("one"), later("two"), later("three"))


def _faces(faces: tuple[int, ...]) -> str:
    return listed([str(face) for face in faces]) or say("nothing")


def _pair(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces)) or say("nothing")


def _points(points: int) -> str:
    return say_count("{count} point", "{count} points", points)


def square_name(row: int, column: int) -> str:
    """A square by its labels, in a sentence."""
    return say("row {row}, column {column}", row=row, column=column)


def _dice(count: int) -> str:
    if count == 1:
        return say("one die")
    number = say(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)
    return say("{number} dice", number=number)


class Words(GameWords[DoublesSeed, Position, Event]):
    """The sentences of one table."""

    def __init__(self, seed: DoublesSeed, table: Table) -> None:
        super().__init__(seed)
        self._table = table

    def kind_of(self, event: Event) -> str:
        if isinstance(event, pieces.Place | pieces.Leave):
            return say("Square")
        if isinstance(event, pieces.Hold | pieces.Throw):
            return say("Battle")
        return say("Re-roll") if isinstance(event, pieces.Reroll) else say_as("heading", "Roll")

    def event(self, position: Position, event: Event) -> str:
        if isinstance(event, pieces.Rolled):
            who = self.begins(position.turn or 0)
            return say(
                "{player} rolled red {red} and blue {blue}", player=who, red=_pair(event.red), blue=_pair(event.blue)
            )
        if isinstance(event, pieces.Reroll):
            return say(_REROLLS[event.dice])
        if isinstance(event, pieces.Place):
            return self._place_text(position, event.square)
        if isinstance(event, pieces.Leave):
            return self._leave_text(position, event.square)
        if isinstance(event, pieces.Hold):
            lying = () if position.battle is None else position.battle.dice[position.battle.whose]
            return say("Hold: keep {faces}", faces=_faces(lying))
        if isinstance(event, pieces.Throw):
            return say("Throw again: {faces}", faces=_faces(event.dice))
        if isinstance(event, pieces.Threw):
            return say("{player} threw {faces}", player=self.begins(_thrower(position)), faces=_faces(event.faces))
        assert_never(event)

    def _place_text(self, position: Position, square: Square | None) -> str:
        if square is None:
            return say("Select no square")
        seat, index = position.turn or 0, INDEX[square]
        where, owner = upper(square_name(*square)), position.owner(index)
        if owner == seat:
            return say("{square}: it is your own, nothing happens", square=where)
        made = windows_through(position.markers[seat] | 1 << index, index)
        points = "" if not made or position.playoff is not None else f", {_points(made)}"
        if owner is None:
            return say("{square}: place a marker", square=where) + points
        whose = self.player(owner)
        if owner == self._table.partners[seat]:
            return say("{square}: replace the marker of {player}", square=where, player=whose) + points
        if in_windows(position.markers[owner]) >> index & 1:
            line = later("{square}: the marker of {player} is in three in a row, nothing happens")
            return say(line, square=where, player=whose)
        return say("{square}: battle {player} for it", square=where, player=whose)

    def _leave_text(self, position: Position, square: Square) -> str:
        where, owner = upper(square_name(*square)), position.owner(INDEX[square])
        if owner is None:
            return say("{square}: leave it alone", square=where)
        return say("{square}: leave the marker of {player} alone", square=where, player=self.player(owner))

    def ending(self, way: str, winners: tuple[int, ...], first: int, second: int) -> str:
        """How a game ended, in one sentence; `first` and `second` are the two highest scores."""
        if len(winners) > 1 and any(map(self.name, winners)):
            winner = say("{players} win", players=listed([self.player(seat) for seat in winners]))
        elif len(winners) > 1:
            winner = say("players {numbers} win", numbers=listed([str(seat + 1) for seat in winners]))
        else:
            winner = say("{player} wins", player=self.player(winners[0]))
        points = "point" if first == 1 else "points"
        return self._seed.endings[way].format(winner=winner, first=first, first_points=points, second=second)

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        terms = {key: str(value) for key, value in params.items()}
        for role, name in (("seat", "player"), ("owner", "owner")):
            seat = params.get(role)
            if isinstance(seat, int):
                terms |= {name: self.player(seat), upper(name): self.begins(seat)}
        row, column = params.get("row"), params.get("column")
        if isinstance(row, int) and isinstance(column, int):
            terms["square"] = square_name(row, column)
        have = params.get("have")
        if isinstance(have, int):
            terms["there"] = say_as("of dice", _THERE[min(have, len(_THERE) - 1)])
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
            terms["hand"] = say(_HANDS[hand])
        colour = params.get("colour")
        if isinstance(colour, str):
            terms["colour"] = say_as("of dice", colour)
        if isinstance(squares, int):
            terms["squares"] = say_count("there is one", "there are {count}", squares)
        return terms


def _thrower(position: Position) -> int:
    """Whose throw is awaited."""
    if position.start is not None:
        return position.start.among[len(position.start.totals)]
    return (position.turn or 0) if position.battle is None else position.battle.to_roll

"""A table without pixels: things laid by a game's layouts, moved as players move them, and seen by perfect eyes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import msgspec

from companion.referee.matching.explanations import SeatedGame
from companion.table.layout import Face, Heap, Layout
from companion.table.view import CardSeen, Cell, Colour, Die, Piece, TableView, zone_name


@dataclass
class Lying:
    """One die on the table."""

    face: Face
    colour: Colour
    area: str | None
    seat: int | None
    at: tuple[float, float]


@dataclass
class Tabletop:
    """What lies there."""

    seated: SeatedGame
    lot: Random
    dice: list[Lying] = field(default_factory=list)
    pieces: dict[Cell, Colour] = field(default_factory=dict)
    stacks: frozenset[Cell] = frozenset()
    rows: dict[str, list[Colour]] = field(default_factory=dict)
    central: tuple[str, ...] = ()
    beside: tuple[tuple[str, ...], ...] = ()
    fresh: set[int] = field(default_factory=set)
    """The dice, by their identity, that came to lie anew since the table was last seen."""

    def lay(self, layout: Layout) -> None:
        """Move what has to be moved for the table to lie so; dice that are alike stay where they are."""
        self.pieces, self.stacks = dict(layout.pieces), layout.stacks
        self.rows = {row.grid: [row.colours[0]] * row.count for row in layout.rows}
        if layout.cards is not None:
            self.central, self.beside = layout.cards.central, layout.cards.beside
        if layout.dice and layout.dice[0] and layout.dice[0][0].area is not None:
            self._sort(layout.dice[0])

    def _sort(self, heaps: tuple[Heap, ...]) -> None:
        spare: list[Lying] = []
        for heap in heaps:
            there = [die for die in self.dice if (die.area, die.seat) == (heap.area, heap.seat) and _of(die, heap)]
            want = Counter(heap.faces) if heap.faces is not None else None
            for n, die in enumerate(there):
                if want is None:
                    keep = n < heap.count
                else:
                    keep = want[die.face] > 0
                    want[die.face] -= keep
                if not keep:
                    spare.append(die)
        for die in spare:
            self.dice.remove(die)
        for heap in heaps:
            there = [die for die in self.dice if (die.area, die.seat) == (heap.area, heap.seat) and _of(die, heap)]
            missing = list((Counter(heap.faces) - Counter(die.face for die in there)).elements()) if heap.faces else []
            if heap.faces is None:
                missing = [None] * (heap.count - len(there))  # type: ignore[list-item]
            for face in missing:
                die = next((one for one in spare if one.face == face and _of(one, heap)), None)
                die = die or next((one for one in spare if _of(one, heap)), None)
                if die is not None:
                    spare.remove(die)
                colour = heap.colour or (die.colour if die is not None else "white")
                shown = face if face is not None else die.face if die is not None else self.lot.randint(1, 6)
                self.dice.append(Lying(shown, colour, heap.area, heap.seat, self._spot()))

    def roll(self, faces: tuple[Face, ...], colour: Colour, area: str | None = None, seat: int | None = None) -> None:
        """Dice come to lie anew."""
        for face in faces:
            die = Lying(face, colour, area, seat, self._spot())
            self.dice.append(die)
            self.fresh.add(id(die))

    def _spot(self) -> tuple[float, float]:
        return self.lot.uniform(0, 500), self.lot.uniform(0, 500)

    def view(self, time: float = 0.0) -> tuple[TableView, frozenset[int]]:
        """What perfect eyes see, and which of its dice came to lie anew."""
        dice = tuple(map(seen_die, self.dice))
        fresh = frozenset(n for n, die in enumerate(self.dice) if id(die) in self.fresh)
        self.fresh.clear()
        pieces = [
            Piece(
                grid=cell.grid,
                row=cell.row,
                col=cell.col,
                colour=colour,
                confidence=0.999,
                certain=True,
                form="stack" if cell in self.stacks else "flat",
            )
            for cell, colour in self.pieces.items()
        ]
        for grid, colours in self.rows.items():
            pieces += [
                Piece(grid=grid, row=0, col=n, colour=colour, confidence=0.999, certain=True)
                for n, colour in enumerate(colours[:10])
            ]
        cards = [seen_card(face, "central") for face in self.central[-1:]]
        cards += [seen_card(face, None) for up in self.beside for face in up[-1:]]
        view = TableView(time=time, width=1280, height=720, dice=dice, pieces=tuple(pieces), cards=tuple(cards))
        return view, fresh


def _of(die: Lying, heap: Heap) -> bool:
    return heap.colour is None or die.colour == heap.colour


def placed(top: Tabletop, seen: TableView) -> TableView:
    """The view with every card a little off those below it."""
    places = [(3.0 * len(top.central), 0.0)] if top.central else []
    places += [(3.0 * len(up), 100.0 * seat + 200) for seat, up in enumerate(top.beside) if up]
    cards = [msgspec.structs.replace(one, place=place) for one, place in zip(seen.cards, places, strict=True)]
    return msgspec.structs.replace(seen, cards=tuple(cards))


def seen_die(die: Lying) -> Die:
    x, y = die.at
    named = isinstance(die.face, str)
    return Die(
        box=(x, y, x + 16, y + 16),
        value=None if named else int(die.face),
        face=str(die.face) if named else None,
        colour=die.colour,
        confidence=0.999,
        certain=True,
        zone=None if die.area is None else zone_name(die.area, die.seat),
        place=die.at,
    )


def seen_card(face: str, zone: str | None) -> CardSeen:
    corners = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    return CardSeen(corners=corners, face=face, face_down=False, confidence=0.999, certain=True, zone=zone)

"""Computes the difference between two layouts, or between a view and a layout, as moves of single dice, pieces,
cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from companion.evidence import Evidence
from companion.table import Cards, Cell, Colour, Face, Heap, Layout, colour_name
from companion.text import later_as, say, say_as

_THINGS = (later_as("thing", "die"), later_as("thing", "piece"))
DIFFERS = -1.5
"""Score of a thing from which it is taken for lying otherwise than it should."""


class LayoutDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to be done with one die, piece or card."""

    do: Literal["move", "turn", "put", "take"]
    """Move it from one place to another, turn a die to another face, put something where it is missing, or take it
    away."""
    what: Literal["die", "piece", "card"]
    colour: Colour | None = None
    face: Face | None = None
    """What it shows, where that matters."""
    to_face: Face | None = None
    place: Cell | str | None = None
    """Where it lies: a cell, or a zone as companion.table.view.zone_name has it."""
    to_place: Cell | str | None = None
    text: str = ""
    """A sentence for the players."""


class Namer(Protocol):
    """What a game calls the places on its table, and its cards."""

    def place_name(self, place: Cell | str) -> str: ...

    def card_name(self, card: str) -> str: ...


class _Lying(NamedTuple):
    """A thing somewhere, or missing there."""

    place: Cell | str
    colour: Colour | None
    face: Face | None


def tasks_between(namer: Namer, lies: Layout, should: Layout) -> tuple[LayoutDifference, ...]:
    """Returns the moves that lead from one layout to another."""
    surplus: list[_Lying] = []
    lacking: list[_Lying] = []
    for cell in sorted({*lies.pieces, *should.pieces}):
        was, wanted = lies.pieces.get(cell), should.pieces.get(cell)
        if was != wanted or (cell in lies.stacks) != (cell in should.stacks):
            _differ(cell, was, wanted, surplus, lacking)
    for was_row, row in zip(lies.rows, should.rows, strict=False):
        colour = row.colours[0] if len(row.colours) == 1 else None
        more = row.count - was_row.count
        (lacking if more > 0 else surplus).extend([_Lying(row.grid, colour, None)] * abs(more))
    tasks = list(_paired(namer, "piece", surplus, lacking))
    if lies.dice and should.dice:
        tasks += _dice_tasks(namer, lies.dice[0], should.dice[0])
    if lies.cards is not None and should.cards is not None and lies.cards != should.cards:
        tasks += _card_tasks(namer, lies, should)
    return tuple(tasks)


def tasks_seen(namer: Namer, seen: Evidence, should: Layout) -> tuple[LayoutDifference, ...]:
    """Returns the moves that lead from what is seen to a layout, as far as it can be seen."""
    return tasks_between(namer, layout_as_seen(seen, should), should)


def layout_as_seen(seen: Evidence, layout: Layout) -> Layout:
    """Returns `layout` with whatever clearly lies otherwise put where it is seen."""
    pieces = dict(layout.pieces)
    for cell in {*pieces, *seen.pieces.occupied}:
        if (
            cell.grid not in layout.grids
            or seen.pieces.of_cell(cell, pieces.get(cell), cell in layout.stacks) > DIFFERS
        ):
            continue
        colour = seen.pieces.looks_like(cell, {*layout.pieces.values()})
        pieces.pop(cell, None)
        if colour is not None:
            pieces[cell] = colour
    rows = tuple(
        row
        if seen.pieces.of_row(row.grid, row.count, row.count) > DIFFERS
        else msgspec.structs.replace(row, count=_likeliest(seen.pieces.counts(row.grid)))
        for row in layout.rows
    )
    dice: tuple[tuple[Heap, ...], ...] = ()
    if layout.dice:
        way = max(layout.dice, key=lambda heaps: sum(seen.dice.scores(heaps)))
        scores = seen.dice.scores(way)
        heaps = [
            heap if score > DIFFERS else _as_seen(heap, way, seen) for heap, score in zip(way, scores, strict=False)
        ]
        dice = (tuple(heaps),)
    return Layout(dice, pieces, layout.stacks, layout.grids, rows, _pile_as_seen(seen, layout.cards))


def _pile_as_seen(seen: Evidence, cards: Cards | None) -> Cards | None:
    """The cards with those of the central pile that are clearly gone left out, and those that are too many on top."""
    if cards is None or seen.cards.scores(cards)[0] > DIFFERS:
        return cards
    names = [max(one, key=lambda name: one[name]) for one in seen.cards.central if one]
    return msgspec.structs.replace(
        cards, central=(*cards.central, *(name for name in names if name not in cards.central)) if names else ()
    )


def _likeliest(counts: dict[int, float]) -> int:
    return max(counts, key=lambda number: counts[number])


def _as_seen(heap: Heap, way: Sequence[Heap], seen: Evidence) -> Heap:
    faces = seen.dice.likeliest(heap, way)
    return msgspec.structs.replace(heap, count=len(faces), faces=None if heap.faces is None else faces)


def _differ(
    cell: Cell, was: Colour | None, wanted: Colour | None, surplus: list[_Lying], lacking: list[_Lying]
) -> None:
    if was is not None:
        surplus.append(_Lying(cell, was, None))
    if wanted is not None:
        lacking.append(_Lying(cell, wanted, None))


def _dice_tasks(namer: Namer, lies: Sequence[Heap], should: Sequence[Heap]) -> Iterator[LayoutDifference]:
    there = {(heap.area, heap.seat, heap.colour): heap for heap in lies}
    surplus: list[_Lying] = []
    lacking: list[_Lying] = []
    turned: list[LayoutDifference] = []
    for heap in should:
        if heap.area is None:  # dice that lie anywhere: nobody has to tidy them up
            continue
        was = there.get((heap.area, heap.seat, heap.colour), Heap(0, () if heap.faces is not None else None))
        place = _zone(heap)
        if heap.faces is None or was.faces is None:
            more = heap.count - was.count
            (lacking if more > 0 else surplus).extend([_Lying(place, heap.colour, None)] * abs(more))
            continue
        over = sorted((Counter(was.faces) - Counter(heap.faces)).elements(), key=str)
        short = sorted((Counter(heap.faces) - Counter(was.faces)).elements(), key=str)
        both = min(len(over), len(short)) if was.count == heap.count else 0
        turned += [_turn(namer, heap.colour, place, a, b) for a, b in zip(over[:both], short[:both], strict=True)]
        surplus += [_Lying(place, heap.colour, face) for face in over[both:]]
        lacking += [_Lying(place, heap.colour, face) for face in short[both:]]
    yield from turned
    yield from _paired(namer, "die", surplus, lacking)


def _zone(heap: Heap) -> str:
    area = heap.area or "table"
    return area if heap.seat is None else f"{heap.seat}:{area}"


def _paired(
    namer: Namer, what: Literal["die", "piece"], surplus: Iterable[_Lying], lacking: Iterable[_Lying]
) -> Iterator[LayoutDifference]:
    """Each surplus thing goes where one like it is missing, one with the same face first."""
    over, short = list(surplus), list(lacking)
    for strict in (True, False):
        for one in list(over):
            for place in list(short):
                alike = None in (one.colour, place.colour) or one.colour == place.colour
                same = one.face == place.face or (not strict and None in (one.face, place.face))
                if alike and same:
                    over.remove(one)
                    short.remove(place)
                    yield _move(namer, what, one, place)
                    break
    for one in over:
        text = say("Take {thing} away from {place}.", thing=_thing(what, one), place=namer.place_name(one.place))
        yield LayoutDifference(do="take", what=what, colour=one.colour, face=one.face, place=one.place, text=text)
    for one in short:
        text = say("Put {thing} on {place}.", thing=_thing(what, one), place=namer.place_name(one.place))
        yield LayoutDifference(do="put", what=what, colour=one.colour, face=one.face, to_place=one.place, text=text)


def _move(namer: Namer, what: Literal["die", "piece"], one: _Lying, place: _Lying) -> LayoutDifference:
    known = one if one.colour is not None else place
    face = one.face if one.face is not None else place.face
    thing = _thing(what, _Lying(one.place, known.colour, face))
    where, to = namer.place_name(one.place), namer.place_name(place.place)
    return LayoutDifference(
        do="move",
        what=what,
        colour=known.colour,
        face=face,
        place=one.place,
        to_place=place.place,
        text=say("Move {thing} from {place} to {to_place}.", thing=thing, place=where, to_place=to),
    )


def _turn(namer: Namer, colour: Colour | None, place: str, face: Face, to_face: Face) -> LayoutDifference:
    named = _Lying(place, colour, face)
    where, thing = namer.place_name(place), _thing("die", named)
    text = say("Turn {thing} in {place} to {face}.", thing=thing, place=where, face=_face(to_face))
    return LayoutDifference(do="turn", what="die", colour=colour, face=face, to_face=to_face, place=place, text=text)


def _thing(what: str, one: _Lying) -> str:
    named = say_as("thing", what)
    thing = say("one {thing}", thing=named)
    if one.colour is not None:
        thing = say("one {colour} {thing}", colour=colour_name(one.colour, "of one thing"), thing=named)
    return thing if one.face is None else say("{thing} that shows {face}", thing=thing, face=_face(one.face))


def _face(face: Face) -> str:
    """A face of a die in a sentence: a number, a colour, or a word that is printed there."""
    return say(face) if isinstance(face, str) and len(face) > 2 else str(face)


def _card_tasks(namer: Namer, lies: Layout, should: Layout) -> Iterator[LayoutDifference]:
    assert lies.cards is not None and should.cards is not None
    if not should.cards.central and not any(should.cards.beside):
        yield LayoutDifference(do="take", what="card", place="central", text=say("Take all cards that lie face up."))
        return
    for card in should.cards.central[len(lies.cards.central) :]:
        text = say("Put {card} on the central pile.", card=namer.card_name(card))
        yield LayoutDifference(do="put", what="card", face=card, to_place="central", text=text)
    beside: list[Any] = [card for cards in should.cards.beside for card in cards]
    lying = Counter(card for cards in lies.cards.beside for card in cards)
    for card in (Counter(beside) - lying).elements():
        text = say("Put {card} beside the central pile.", card=namer.card_name(card))
        yield LayoutDifference(do="put", what="card", face=card, text=text)

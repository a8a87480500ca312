"""Inserts acts against the rules where no legal event explains the table, and puts them right a little later.

An act is a legal event with a mistake in it: another piece, another place, one thing too many or too few, a die turned,
dice thrown again, or all of it before its time. Which clauses it breaks the game says, as it says it to the referee
(`attempts`, with perfect eyesight); what no clause forbids is not committed. All that went and came is compared with
what each legal event would take away and bring, so neither is an act that looks like a legal one, or like the first
part of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.evidence import Evidence
from companion.table.view import Cell
from models.train.matches.script.acts import USUAL
from models.train.matches.script.conduct import Conduct
from models.train.matches.stage import (
    PERFECT,
    Change,
    Delta,
    Stage,
    asked,
    beside_central,
    between,
    cards_beside,
    central_cards,
    changes_to,
    combat_of,
    fits,
    in_area,
    look,
    nudged,
    on_cell,
    part_of,
    piled,
    shown,
)

TRIED, MOST_FOUND = 60, 4
"""Mistakes that are thought of in a position, and kinds of illegal acts among which one is chosen, at most."""
NEAR = 0.8
"""Share of the things taken for another one that lie in the same zone or on the same grid."""
AS_IT_IS = 0.3
"""Share of the events that are done too early and otherwise as they are to be."""
MISTAKES = (8.0, 1.5, 0.2)
"""How often it is an event with a mistake in it, dice thrown again, a single thing moved or turned."""
AS_FAR = 0.7
"""Share of the pieces moved wrongly that go as far and the same way as another one may."""
AHEAD = (0, 0, 0, 1, 2)
"""How many events an act may be too early by, in proportion to how often it is."""


class Act(NamedTuple):
    """What somebody might do."""

    seat: int
    changes: tuple[Change, ...]
    """What a hand moves, in order."""
    thrown: tuple[Change, ...] = ()
    """Dice that it then throws, with what they show and where they may come to lie."""

    def after(self, stage: Stage) -> Stage:
        """The table that it leaves."""
        return stage.after([*self.changes, *self.thrown])


class Wrong(NamedTuple):
    """An act against the rules."""

    what: str
    """The first clause that it breaks and how, the same for all acts of its kind."""
    act: Act
    clauses: tuple[str, ...]

    @property
    def seat(self) -> int:
        return self.act.seat


class Committed(NamedTuple):
    """An illegal act that was done."""

    wrong: Wrong
    start: float
    """Seconds at which a hand begins it."""
    shown: float
    """From then on the table lies at rest showing it, until it is being put right."""
    hidden: float
    end: float
    """Seconds at which it has been put right."""
    after: int
    """How many events came before."""


def commit(conduct: Conduct, position: Any, done: Counter[str]) -> Committed | None:
    """Do wrong what has been done least so far; None where nothing wrong can be told from what is legal."""
    found: dict[str, Wrong] = {}
    legal = list(_legal(conduct, position))
    for act in _acts(conduct, position):
        if act is not None and _shows(conduct, position, act, legal):
            wrong = _ruled(conduct, position, act)
            if wrong is not None:
                found.setdefault(wrong.what, wrong)
        if len(found) == MOST_FOUND:
            break
    if not found:
        return None
    least = min(done[what] for what in found)
    wrong = conduct.table.lot.choice([one for what, one in found.items() if done[what] == least])
    done[wrong.what] += 1
    return _done(conduct, wrong)


# ------------------------------------------------------------------------------------------------------- mistakes


def _acts(conduct: Conduct, position: Any) -> Iterator[Act | None]:
    """Legal acts with a mistake in each, as they come to mind; None where one leads to nothing."""
    lot = conduct.table.lot
    for _ in range(TRIED):
        if conduct.table.play == "cards":
            yield _with_cards(conduct)
        else:
            yield lot.choices((_mistaken, _thrown_again, _one_thing), MISTAKES)[0](conduct, position)


def _mistaken(conduct: Conduct, position: Any) -> Act | None:
    """One of the next events, done now and perhaps otherwise than it would have to be."""
    table, lot, stage = conduct.table, conduct.table.lot, conduct.stage
    game, touched = table.game, set[int]()
    ahead = lot.choice(AHEAD)
    for _ in range(ahead):
        if game.awaited(position).need == "nothing":
            return None
        actions = game.actions(position)
        position = game.apply(position, lot.choice(actions) if actions else game.drawn(position, lot))
        changes = changes_to(stage, game.layout(position, table.colours), table, None)
        touched |= {change.thing for change in changes}
        stage = stage.after(changes)
    actions = game.actions(position)
    if not actions:
        return None
    kinds: dict[str, list[Any]] = {}
    for event in actions:
        kinds.setdefault(game.kind_of(event), []).append(event)
    event = lot.choice(kinds[lot.choice(sorted(kinds))])
    seat = conduct.seat_of(position, game.format_event(event))
    layout = game.unsettled(position, event, table.colours) or game.layout(game.apply(position, event), table.colours)
    changes = changes_to(stage, layout, table, seat)
    if not changes or touched & {change.thing for change in changes}:
        return None
    if game.lifts(event):
        return _thrown(conduct, seat, [change.thing for change in _one_less(conduct, changes)])
    mistake = lot.choice((_other_thing, _other_thing, _other_place, _one_more, _one_less))
    made = changes if ahead and lot.random() < AS_IT_IS else mistake(conduct, changes)
    return Act(seat, tuple(made)) if made else None


def _one_less(conduct: Conduct, changes: list[Change]) -> list[Change]:
    left_out = conduct.table.lot.randrange(len(changes))
    return [change for number, change in enumerate(changes) if number != left_out]


def _one_more(conduct: Conduct, changes: list[Change]) -> list[Change]:
    """A thing from where another of them came goes the same way."""
    change = conduct.table.lot.choice(changes)
    other = _another(conduct, change, changes)
    return [] if other is None else [*changes, _beside(conduct.stage.after(changes), other)]


def _beside(stage: Stage, change: Change) -> Change:
    """The same with a place of its own for a die that goes to a zone, where another lies. Only there: pieces lie on
    each other."""
    if change.to is None or stage.things[change.thing].kind != "die":
        return change
    zone, _ = stage.zone_of(change.to)
    free = (
        in_area(stage, sheet, area, Random(change.thing), change.to.face)
        for name, sheet, area in stage.zones()
        if name == zone
    )
    return Change(change.thing, next(free, change.to))


def _other_thing(conduct: Conduct, changes: list[Change]) -> list[Change]:
    number = conduct.table.lot.randrange(len(changes))
    other = _another(conduct, changes[number], changes)
    return [] if other is None else [*changes[:number], other, *changes[number + 1 :]]


def _another(conduct: Conduct, change: Change, changes: Sequence[Change]) -> Change | None:
    """What another thing of the same kind would do instead; a die keeps what it shows."""
    stage, lot = conduct.stage, conduct.table.lot
    there = change.thing in stage.at
    moved = {one.thing for one in changes}
    alike = [
        number
        for number, thing in enumerate(stage.things)
        if number not in moved and thing.kind == stage.things[change.thing].kind and (number in stage.at) == there
    ]
    near = [number for number in alike if _lies_in(stage, number) == _lies_in(stage, change.thing)]
    if not alike:
        return None
    number = lot.choice(near if near and lot.random() < NEAR else alike)
    if change.to is None or not there:
        return Change(number, change.to)
    return Change(number, change.to._replace(face=stage.at[number].face))


def _lies_in(stage: Stage, number: int) -> str | None:
    """The zone or grid of a thing."""
    placed = stage.at.get(number)
    if placed is None:
        return None
    cell = stage.cell_of(placed)
    return stage.zone_of(placed)[0] if cell is None else cell.grid


def _other_place(conduct: Conduct, changes: list[Change]) -> list[Change]:
    """A piece goes to another cell of its grid, or the piece of another cell as far and the same way."""
    stage, lot = conduct.stage, conduct.table.lot
    for number, change in enumerate(changes):
        end = None if change.to is None else stage.cell_of(change.to)
        if end is None or stage.things[change.thing].kind not in ("marker", "pawn"):
            continue
        _, grid = stage.grid(end.grid)
        place = Cell(end.grid, lot.randrange(grid.rows), lot.randrange(grid.cols))
        start = stage.cell_of(stage.at[change.thing]) if change.thing in stage.at else None
        piece, other = change.thing, _another(conduct, change, changes)
        if start is not None and other is not None and other.to is not None and lot.random() < AS_FAR:
            came = stage.cell_of(stage.at[other.thing])
            if came is not None and came.grid == end.grid:
                piece = other.thing
                place = Cell(end.grid, came.row + end.row - start.row, came.col + end.col - start.col)
        moved = _carried(conduct, piece, place)
        return [*moved, *changes[:number], *changes[number + 1 :]] if moved else []
    return []


def _carried(conduct: Conduct, piece: int, place: Cell) -> list[Change]:
    """A piece goes to a cell, and what stands there is taken off before; none where that is not done."""
    stage, table = conduct.stage, conduct.table
    _, grid = stage.grid(place.grid)
    there = [other for other in stage.on_cells().get(place, []) if other != piece]
    own = any(stage.things[other].colour == stage.things[piece].colour for other in there)
    if own or not (0 <= place.row < grid.rows and 0 <= place.col < grid.cols):
        return []  # nobody takes off a piece of the same colour
    return [*(Change(other, None) for other in there), Change(piece, on_cell(stage, place, table.lot, table.habits))]


def _one_thing(conduct: Conduct, position: Any) -> Act | None:
    """A die that lies in a zone is turned, or a piece goes to another cell of its grid, for no reason at all."""
    stage, lot = conduct.stage, conduct.table.lot
    need, there = conduct.table.game.awaited(position), {_lies_in(stage, number) for number in stage.at}
    where = lot.choice(sorted(place for place in there if place is not None) or [None])
    things = [number for number in stage.at if _lies_in(stage, number) == where]
    if where is None or need.seat is None:
        return None
    number = lot.choice(things)
    placed = stage.at[number]
    if stage.things[number].kind != "die":
        return Act(need.seat, tuple(_other_place(conduct, [Change(number, placed)])))
    if stage.zone_of(placed)[0] is None:
        return None
    face = lot.choice([one for one in range(1, 7) if one != placed.face])
    return Act(need.seat, (Change(number, placed._replace(face=face)),))


def _thrown_again(conduct: Conduct, position: Any) -> Act | None:
    """Dice that lie anywhere on the table are taken up and thrown, where no roll is awaited."""
    stage, game, lot = conduct.stage, conduct.table.game, conduct.table.lot
    need = game.awaited(position)
    dice = [number for number in sorted(conduct.last) if number in stage.at and stage.things[number].kind == "die"]
    if need.need == "roll" or need.seat is None or not dice or conduct.table.play == "zones":
        return None
    colour = stage.things[lot.choice(dice)].colour
    dice = [number for number in dice if stage.things[number].colour == colour]
    return _thrown(conduct, need.seat, dice[: lot.randint(1, len(dice))])


def _thrown(conduct: Conduct, seat: int, dice: Sequence[int]) -> Act | None:
    """Dice are taken up and thrown: into Combat, where there is one."""
    table, stage, lands = conduct.table, conduct.stage, list[Change]()
    for number in dice:
        face = table.lot.randint(1, 6)
        if table.play == "zones":
            placed = in_area(stage, *combat_of(stage, seat), table.lot, face)
        else:
            placed = stage.at[number]._replace(face=face)
        lands.append(Change(number, placed))
        stage = stage.after(lands[-1:])
    return Act(seat, tuple(Change(number, None) for number in dice), tuple(lands)) if dice else None


def _with_cards(conduct: Conduct) -> Act:
    """A card is flipped onto the pile or beside it, or the pile is taken."""
    stage, table, lot = conduct.stage, conduct.table, conduct.table.lot
    seat, inside = lot.randrange(table.game.players), [n for n in range(len(stage.things)) if n not in stage.at]
    pile, where = central_cards(stage), lot.choice(("taken", "central", "beside"))
    if where == "taken" or not inside:
        return Act(seat, tuple(Change(number, None) for number in pile))
    if where == "central":
        sheet, area = next((number, one) for _, number, one in stage.zones())
        placed = piled(stage, sheet, area, lot, table.habits, len(pile))
    else:
        placed = beside_central(stage, table.ways[seat], lot, table.habits, len(cards_beside(stage, table, seat)))
    return Act(seat, (Change(lot.choice(inside), placed),))


# ------------------------------------------------------------------------------------------------------- what they are


def _legal(conduct: Conduct, position: Any) -> Iterator[Delta]:
    """What each legal action would take away and bring, its follow-ups done and not; where it shows nothing, what may
    come after it."""
    table = conduct.table
    before = asked(table.game.layout(position, table.colours), table)
    for event in table.game.actions(position):
        after = table.game.apply(position, event)
        layouts = [table.game.layout(after, table.colours), table.game.unsettled(position, event, table.colours)]
        if asked(layouts[0], table) == before:  # type: ignore[arg-type]
            layouts += [table.game.layout(table.game.apply(after, one), table.colours)
                        for one in table.game.actions(after)]  # fmt: skip
        yield from (between(before, asked(layout, table)) for layout in layouts if layout is not None)


def _shows(conduct: Conduct, position: Any, act: Act, legal: Sequence[Delta]) -> bool:
    """Whether an act differs from all legal ones, and from each of them half done. Dice must not be taken up to be
    thrown as a legal act takes them up, and those beside zones have to show something else than is to lie there."""
    table, stage = conduct.table, conduct.stage
    before, after = shown(stage, table), act.after(stage)
    if act.thrown and table.play != "zones":
        return not fits(after, table.game.layout(position, table.colours), table)
    if act.thrown:
        return between(before, shown(stage.after(act.changes), table)) not in legal
    delta = between(before, shown(after, table))
    return bool(delta.gone or delta.come) and not any(part_of(delta, one) for one in legal)


def _ruled(conduct: Conduct, position: Any, act: Act) -> Wrong | None:
    """What the game says of an act; None where it knows of nothing against it."""
    table, after = conduct.table, act.after(conduct.stage)
    view, numbers = look(after, Random(0), PERFECT)
    moved = {change.thing for change in act.changes}
    seen = Evidence(view, frozenset(place for place, number in enumerate(numbers) if number in moved))
    named = [one.broken for one in table.game.attempts(position, seen, table.colours) if fits(after, one.layout, table)]
    if not named:
        return None
    clauses = tuple(dict.fromkeys(broken.clause for one in named for broken in one))
    return Wrong(f"{named[0][0].clause}: {named[0][0].fault}", act, clauses)


# ------------------------------------------------------------------------------------------------------- by hand


def _done(conduct: Conduct, wrong: Wrong) -> Committed:
    lot, course, events = conduct.table.lot, conduct.course, conduct.events
    before, start = conduct.stage, conduct.course.now
    course.hand(wrong.seat, wrong.act.changes, USUAL)
    if wrong.act.thrown:
        hand = [(number, placed.face) for number, placed in wrong.act.thrown if placed and placed.face is not None]
        conduct.throw(wrong.seat, hand, USUAL)
    rest = course.now
    course.rest(lot.uniform(2.5, 5.0), "illegal", events)
    hidden = course.now
    touched = {change.thing for change in wrong.act.changes} | {change.thing for change in wrong.act.thrown}
    back = []
    for number in sorted(touched):
        placed = before.at.get(number)
        if placed is not None and before.things[number].kind != "card":
            near = nudged(placed, lot, 1.0)
            same = before.cell_of(near) == before.cell_of(placed) and before.zone_of(near) == before.zone_of(placed)
            placed = near if same else placed
        back.append(Change(number, placed))
    course.hand(wrong.seat, back, USUAL)
    return Committed(wrong, start, rest, hidden, course.now, events)

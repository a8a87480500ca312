"""Inserts illegal acts where no legal event explains the table, and puts them right a little later.

All that went and came is compared with what each legal event would take away and bring, so an act that looks like a
legal one, or like the first part of one, is not committed: "Overlord on one die where two are there" is therefore in no
catalogue. Whether dice were rolled that must not be is told by which of them moved.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from models.train.matches.script.acts import USUAL
from models.train.matches.script.conduct import Conduct
from models.train.matches.script.wrongs import Wrong
from models.train.matches.script.wrongs_army import army_wrongs
from models.train.matches.script.wrongs_boards import doubles_wrongs, space_wrongs
from models.train.matches.script.wrongs_cards import card_wrongs
from models.train.matches.stage import Change, Delta, asked, between, fits, nudged, part_of, shown

CATALOGUES: dict[str, Any] = {
    "zones": army_wrongs,
    "cards": card_wrongs,
    "pairs": doubles_wrongs,
    "direction": space_wrongs,
}
"""What can be done wrong, by the way of playing."""
MOST_LOOKED_AT, MOST_FOUND = 240, 8
"""Candidates of a position that are compared with every legal event, and kinds among which one is chosen, at most."""


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
    legal: list[Delta] | None = None
    catalogue = CATALOGUES.get(conduct.table.play)
    for looked, wrong in enumerate(() if catalogue is None else catalogue(conduct, position)):
        if looked >= MOST_LOOKED_AT or len(found) > MOST_FOUND:
            break
        if wrong.what in found:
            continue
        legal = _legal(conduct, position) if legal is None else legal
        if _reroll_shows(conduct, position, wrong) if wrong.thrown else _plain(conduct, wrong, legal):
            found[wrong.what] = wrong
    if not found:
        return None
    least = min(done[what] for what in found)
    wrong = conduct.table.lot.choice([one for what, one in found.items() if done[what] == least])
    done[wrong.what] += 1
    return _done(conduct, wrong)


def _legal(conduct: Conduct, position: Any) -> list[Delta]:
    """What each legal action would take away and bring, its follow-ups done and not."""
    table = conduct.table
    before = asked(table.game.layout(position, table.colours), table)
    made = []
    for event in table.game.actions(position):
        layouts = [table.game.layout(table.game.apply(position, event), table.colours),
                   table.game.unsettled(position, event, table.colours)]  # fmt: skip
        made += [between(before, asked(layout, table)) for layout in layouts if layout is not None]
    return made


def _plain(conduct: Conduct, wrong: Wrong, legal: list[Delta]) -> bool:
    """Whether an act differs from all legal ones, and from each of them half done."""
    before, stage = shown(conduct.stage, conduct.table), conduct.stage
    for part in wrong.parts:
        stage = stage.after(part)
    delta = between(before, shown(stage, conduct.table))
    return bool(delta.gone or delta.come) and not any(part_of(delta, one) for one in legal)


def _reroll_shows(conduct: Conduct, position: Any, wrong: Wrong) -> bool:
    """Whether dice that must not be thrown will show something else than is to lie there."""
    stage = conduct.stage
    if conduct.table.play == "zones":
        return True  # they leave one zone for another
    thrown = [Change(number, stage.at[number]._replace(face=face)) for number, face in wrong.thrown]
    return not fits(stage.after(thrown), conduct.table.game.layout(position, conduct.table.colours), conduct.table)


def _done(conduct: Conduct, wrong: Wrong) -> Committed:
    lot, course, events = conduct.table.lot, conduct.course, conduct.events
    before, start = conduct.stage, conduct.course.now
    for part in wrong.parts:
        course.hand(wrong.seat, part, USUAL, leaves=part is wrong.parts[-1])
    if wrong.thrown:
        conduct.throw(wrong.seat, wrong.thrown, USUAL)
    rest = course.now
    course.rest(lot.uniform(2.5, 5.0), "illegal", events)
    hidden = course.now
    touched = {change.thing for part in wrong.parts for change in part} | {number for number, _ in wrong.thrown}
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

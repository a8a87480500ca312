"""Inserts mishaps that are no events: things put back, pointing, a bumped table, switched lamps."""

from __future__ import annotations

from dataclasses import replace
from math import radians
from typing import Any, NamedTuple

from models.train.matches.script.acts import USUAL
from models.train.matches.script.conduct import Conduct
from models.train.matches.stage import Change, Pose, between_cells, nudged, shown

SHIFT, SKEW = 9.0, radians(3.0)
"""Millimetres and radians by which a bumped sheet moves at most."""
LAMPS = 2


class Slip(NamedTuple):
    """Something that happened and means nothing."""

    what: str
    start: float
    end: float
    thing: int | None = None
    by: int | None = None


def put_back(conduct: Conduct, position: Any) -> Slip | None:
    """A piece is lifted and put back where it was, at once or after a while, or moved and moved back."""
    stage, lot, course = conduct.stage, conduct.table.lot, conduct.course
    upper = {there[-1] for there in stage.on_cells().values()}
    movable = [
        n for n, placed in stage.at.items()
        if (stage.things[n].kind == "die" and conduct.table.play == "zones") or n in upper
    ]  # fmt: skip
    cards = [n for n in stage.at if stage.things[n].kind == "card"]
    if cards and not movable:
        movable = [max(cards, key=lambda n: (stage.at[n].sheet is not None, stage.at[n].level))]
    if not movable:
        return None
    number, seat = lot.choice(movable), lot.randrange(conduct.table.game.players)
    was = stage.at[number]
    back = nudged(was, lot)
    if stage.things[number].kind != "card" and _sign(conduct, number, back) != _sign(conduct, number, was):
        back = was
    start = course.now
    how = lot.choice(("at once", "later", "elsewhere"))
    if how == "elsewhere":
        cell = stage.cell_of(was)
        if cell is None or cell.grid != "board":
            how = "later"
        else:
            there = between_cells(stage, cell, lot)
            course.hand(seat, [Change(number, there._replace(level=was.level))], USUAL)
            course.rest(lot.uniform(0.6, 1.5), "misplaced", conduct.events)
    if how == "later":
        course.hand(seat, [Change(number, None)], USUAL)
        course.rest(lot.uniform(0.7, 2.0), "lifted", conduct.events)
    course.hand(seat, [Change(number, back)], USUAL, lifts=how == "at once")
    return Slip("put back", start, course.now, number, seat)


def _sign(conduct: Conduct, number: int, placed: Any) -> object:
    stage = conduct.stage
    return stage.cell_of(placed), stage.zone_of(placed) if stage.things[number].kind == "die" else None


def point(conduct: Conduct, position: Any) -> Slip | None:
    """A hand comes over the table, touches nothing, and goes."""
    seat, start = conduct.table.lot.randrange(conduct.table.game.players), conduct.course.now
    conduct.course.hand(seat, [], USUAL)
    return Slip("pointing", start, conduct.course.now, None, seat)


def bump(conduct: Conduct, position: Any) -> Slip | None:
    """A sheet is bumped: it shifts with all that lies on it."""
    stage, lot, course = conduct.stage, conduct.table.lot, conduct.course
    if not stage.poses:
        return None
    sheet = lot.randrange(len(stage.poses))
    was = stage.poses[sheet]
    for _ in range(20):
        by, turn = [lot.uniform(-SHIFT, SHIFT) for _ in range(2)], lot.uniform(-SKEW, SKEW)
        moved = Pose(was.size, was.x + by[0], was.y + by[1], was.turn + turn)
        poses = (*stage.poses[:sheet], moved, *stage.poses[sheet + 1 :])
        if _apart(poses) and _same(conduct, poses):
            break
    else:
        return None
    start = course.now
    hand = lot.randrange(conduct.table.game.players) if lot.random() < 0.6 else None
    course.bump(hand, poses)
    return Slip("bump", start, course.now, None, hand)


def _apart(poses: tuple[Pose, ...]) -> bool:
    """Whether papers that face each other do not overlap."""
    if len(poses) < 2:
        return True
    one, other = poses
    reach = [abs(other.sheet(one.table((x, 0.0)))[1]) for x in (-12.0, one.size[0] + 12.0)]
    return all(other.sheet(one.table((x, 0.0)))[1] < -18.0 for x in (-12.0, one.size[0] + 12.0)) and min(reach) > 0


def _same(conduct: Conduct, poses: tuple[Pose, ...]) -> bool:
    """Whether what lies beside the bumped sheet is not under it, and all counts as before."""
    stage = conduct.stage
    after = replace(stage, poses=poses)
    if shown(stage, conduct.table) != shown(after, conduct.table):
        return False
    for placed in stage.at.values():
        if placed.sheet is None:
            for pose in poses:
                x, y = pose.sheet((placed.x, placed.y))
                if -23 < x < pose.size[0] + 23 and -23 < y < pose.size[1] + 23:
                    return stage.pages[0].sheet.areas == () or stage.things[0].kind == "card"
    return True


def switch(conduct: Conduct, position: Any) -> Slip | None:
    """Somebody switches a lamp."""
    start = conduct.course.now
    conduct.course.switch((conduct.stage.lamp + 1) % LAMPS)
    return Slip("lamp", start, conduct.course.now)


SLIPS = {"put back": put_back, "pointing": point, "bump": bump, "lamp": switch}
"""By what they are called."""

"""A captured die that tumbled, or is misread, counts as what it was as long as it lies there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.evidence.captured_dice import tumbled
from companion.evidence.moved_dice import Freshness
from companion.table.view import Die
from tests.support.referee.sightings import Heap, Layout, die, view

CAPTURED = Heap(3, (1, 4, 4), "green", "scoring", 0, captured=True)
LAYOUT = Layout(dice=((CAPTURED, Heap(2, (2, 5), "green", "combat", 1)),))


def green(*faces: int, zone: str = "0:scoring", y: float = 0.0) -> list[Die]:
    return [die(face, "green", zone, (30.0 * n, y)) for n, face in enumerate(faces)]


def counts(dice: Sequence[Die], *still: int, layout: Layout = LAYOUT) -> list[int]:
    """What dice count as that show something else."""
    return list(tumbled(dice, still, layout, {}).values())


def test_one_that_alone_shows_something_else_counts_as_what_it_was() -> None:
    dice = green(1, 4, 6)
    assert tumbled(dice, (0, 1, 2), LAYOUT, {}) == {dice[2].box: 4}
    assert counts(green(1, 4, 4), 0, 1, 2) == [] and counts(green(1, 5, 6), 0, 1, 2) == []


@pytest.mark.parametrize("still", [(0, 1), (2,), ()])
def test_what_has_just_come_to_lie_there_counts_as_it_is_seen(still: tuple[int, ...]) -> None:
    """With it the heap may be another one than the game knows of yet."""
    assert counts(green(1, 4, 6), *still) == []


def test_only_captured_dice_that_are_all_seen_and_none_in_doubt_are_so_read() -> None:
    assert counts(green(1, 4), 0, 1) == [] and counts(green(1, 4, 4, 6), 0, 1, 2, 3) == []
    assert counts(green(2, 6, zone="1:combat"), 0, 1) == []
    assert counts([*green(1, 4), die(6, "green", "0:scoring", (60.0, 0.0), sure=0.8)], 0, 1, 2) == []
    assert counts([*green(1, 4), die(6, "blue", "0:scoring", (60.0, 0.0))], 0, 1, 2) == []
    assert counts(green(1, 4, 6), 0, 1, 2, layout=Layout()) == []


def shown(fresh: Freshness) -> list[int | None]:
    return [one.value for one in fresh.evidence(SEEN, ()).view.dice]


SEEN = view(*green(1, 4, 6))


def test_it_counts_so_while_it_lies_there_and_others_join_it() -> None:
    fresh = Freshness()
    fresh.after(SEEN, (), layout=LAYOUT)
    assert shown(fresh) == [1, 4, 6], "it came in this view"
    fresh.after(SEEN, (), layout=LAYOUT)
    assert shown(fresh) == [1, 4, 4]
    more = view(*green(1, 4, 6), die(2, "green", "0:scoring", (300.0, 0.0)))
    fresh.after(more, (), layout=LAYOUT)
    assert shown(fresh) == [1, 4, 4, 2]
    moved = view(*green(1, 4), die(6, "green", "0:scoring", (300.0, 200.0)))
    fresh.after(moved, (), layout=Layout())
    assert shown(fresh) == [1, 4, 6]


def test_one_that_is_read_otherwise_later_is_what_it_is_seen_to_be() -> None:
    fresh = Freshness()
    for _ in range(2):
        fresh.after(SEEN, (), layout=LAYOUT)
    fresh.after(view(*green(1, 4, 2)), (), layout=Layout())
    assert shown(fresh) == [1, 4, 2]

"""What the dice of a table can show of Army vs Aliens."""

from __future__ import annotations

from companion.games.army_vs_aliens.readings import MOST_READINGS
from tests.support.games import army
from tests.support.referee.sightings import Evidence, die, view

COLOURS = ("blue", "green")


def test_a_roll_is_read_though_one_die_is_in_doubt_and_two_were_moved_on_before_anybody_looked() -> None:
    """A die in doubt has so many readings with those beside it that none but the likeliest can be followed."""
    rules, start = army.game(), army.at("", "33", rolling=(army.ARMY, 6))
    shown = [(1, 0.97), (3, 0.9), (5, 0.8), (6, 0.97)]
    combat = [
        die(face, "blue", "0:combat", (30.0 * n, 0), sure=sure, doubts=("faces alike",))
        for n, (face, sure) in enumerate(shown)
    ]
    used, dead = die(4, "blue", "0:rally", (300, 0)), die(3, "blue", "1:scoring", (400, 0))
    seen = Evidence(view(*combat, used, dead), frozenset(range(6)))
    assert len(seen.dice.faces(rules.layout(start, COLOURS).dice[0][0], None, COLOURS)) > MOST_READINGS
    readings = list(rules.readings(start, seen, COLOURS, frozenset()))
    best = max(readings, key=lambda reading: reading.weight)
    assert best.events == (army.Rolled(army.ranks("133456")),) and best.awaited

"""A file of a game that is as short as one can be, for what is made of it."""

from __future__ import annotations

from companion.authoring import GameSeed
from seeds import parse

TINY = """
game = "tiny"
api = 1
title = "Tiny"
players = [2, 3]
about = "Bet on a die."
needs = "a die"
minutes = [1, 2]
options = []

[[dice]]
count = 1

[words]
red = "the red one"

[events]
bet = { clause = "TY-1.1", heading = "Bet", line = "{Player} bets {count} on {on} against {whom}{what}" }
dare = { clause = "TY-1.1", heading = "Dare", line = "{Whom} is dared by {player} to roll {faces}" }

[endings]
won = "{Winner_player} has {points} and wins."

[[clauses]]
id = "TY-1.1"
title = "Betting"
text = "Bets are made."
[clauses.faults]
too_much = "{Player} has {count} and no more, says {other_player}; {missing}."
"""


def tiny_seed(was: str = "", will: str = "") -> GameSeed:
    """The file of this game, with something else in the place of what stands there once."""
    assert not was or TINY.count(was) == 1, was
    return parse(TINY.replace(was, will).encode() if was else TINY.encode(), "tiny/game.toml", GameSeed)

"""Checks that a game keeps what everything else relies on: its file, its rules in random play, rulings, odds, layouts.

`check_game` runs all of it in this process, `check_apart` in one of its own, which ends when the game's code hangs.
`companion try` prints what they find, and the tests of our own games are made of it.
"""

from companion.conformance.checks import CHECKS, check_game
from companion.conformance.findings import Check, Finding, Report, fault_of
from companion.conformance.isolation import check_apart
from companion.conformance.layouts import claims_nothing, table_colours
from companion.conformance.manifest import check_manifest
from companion.conformance.toml_places import place_of

__all__ = [
    "CHECKS",
    "Check",
    "Finding",
    "Report",
    "check_apart",
    "check_game",
    "check_manifest",
    "claims_nothing",
    "fault_of",
    "place_of",
    "table_colours",
]

"""What only hands can do wrong: the sentences of the seeds that no event can earn, so no ruling on one quotes them.

tests/companion/referee/matching/test_event_search.py holds that each is earned by a table; the tests of words count
them as used.
"""

from __future__ import annotations

__all__ = ["HANDS"]

HANDS: dict[str, frozenset[tuple[str, str]]] = {
    "army-vs-aliens-2011": frozenset(
        [
            ("AVA-1.3", "spent_target"),
            ("AVA-3.1", "turn"),
            ("AVA-3.2", "spent_target"),
            ("AVA-3.2", "unpaid"),
            ("AVA-3.4", "left"),
            ("AVA-4.2", "turned"),
        ]
    ),
    "army-vs-aliens-2012": frozenset(
        [
            ("AVB-3.1", "turn"),
            ("AVB-3.2", "spent_target"),
            ("AVB-3.2", "unpaid"),
            ("AVB-3.4", "left"),
            ("AVB-4.2", "turned"),
        ]
    ),
    "dinosaurs-vs-army-men": frozenset(
        [
            ("DVA-3.1", "beside"),
            ("DVA-3.1", "taken"),
            ("DVA-4.2", "central"),
        ]
    ),
    "doubles-wild": frozenset(
        [
            ("DW-3.2", "single"),
            ("DW-3.4", "two"),
            ("DW-3.4", "unfought"),
            ("DW-3.5", "turn"),
            ("DW-5.2", "strip"),
        ]
    ),
    "space-checkers": frozenset(
        [
            ("SC-3.1", "distance"),
            ("SC-3.1", "line"),
            ("SC-3.1", "turn"),
            ("SC-3.5", "not_jumped"),
        ]
    ),
}
"""(clause, fault) by game."""

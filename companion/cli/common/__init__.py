"""What several commands share: frames of a source, positions and records named on the command line."""

from companion.cli.common.frames import Follower
from companion.cli.common.position_input import (
    STDIN,
    add_position,
    add_table,
    game_of,
    named,
    parsed,
    position_of,
    read,
    refusals,
    whole,
)
from companion.cli.common.record_argument import add_record, opened

__all__ = [
    "STDIN",
    "Follower",
    "add_position",
    "add_record",
    "add_table",
    "game_of",
    "named",
    "opened",
    "parsed",
    "position_of",
    "read",
    "refusals",
    "whole",
]

"""Shared by several commands: batches of jobs, frames of a source, positions and records named on the command line."""

from companion.cli.common.batch import BatchOptions, Jobs, add_batch, add_resume, processes_asked, run_batch
from companion.cli.common.films import films_in, game_named, game_of_film
from companion.cli.common.frames import Follower, open_moving
from companion.cli.common.network_arguments import port_number
from companion.cli.common.position_input import (
    STDIN,
    add_position,
    add_table,
    game_of,
    parse_file,
    position_of,
    read_file,
    refusals,
    source_name,
    whole_number,
)
from companion.cli.common.record_argument import add_record, add_table_name, name_table, open_record

__all__ = [
    "STDIN",
    "BatchOptions",
    "Follower",
    "Jobs",
    "add_batch",
    "add_position",
    "add_record",
    "add_resume",
    "add_table",
    "add_table_name",
    "films_in",
    "game_named",
    "game_of",
    "game_of_film",
    "name_table",
    "open_moving",
    "open_record",
    "parse_file",
    "port_number",
    "position_of",
    "processes_asked",
    "read_file",
    "refusals",
    "run_batch",
    "source_name",
    "whole_number",
]

"""The match that `companion watch` follows, in the record of matches: begun, or played on, and what it has to say.

A camera's match is recorded unless it is forbidden, a film's only where it is asked for. Entries of a camera carry
seconds of UTC, those of a film seconds from its beginning.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import add_table_name, name_table

if TYPE_CHECKING:
    from companion.match import Journal
    from companion.record import RecordedMatch
    from companion.referee import Notice
    from companion.referee.matching import SeatedGame
    from companion.rules import Rules
    from companion.table import Colour

CLOCK: Callable[[], float] = time.time
"""Seconds of UTC since 1970."""
OWN = ""
"""What --record holds where it names no place: the user's own record."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that are about the record."""
    parser.add_argument(
        "--record",
        metavar="WHERE",
        nargs="?",
        const=OWN,
        help="record the match, which is done of itself where a camera looks on; WHERE is a file, or "
        "postgresql://user@host/database (your own record, or COMPANION_RECORD)",
    )
    add_table_name(parser)
    parser.add_argument("--no-record", action="store_true", help="record nothing")
    parser.add_argument(
        "--resume",
        metavar="ID",
        help="play this recorded match on, exactly where it was; with a folder of films, append what they tell to this "
        "file, and watch none again that stands there",
    )
    parser.add_argument("--names", metavar="A,B,...", help="of the players by seat, for all that is told of them")
    parser.add_argument("--keep-pictures", action="store_true", help="record a picture with each event that was seen")


def check(arguments: argparse.Namespace) -> None:
    """Refuse what contradicts itself."""
    if arguments.no_record:
        for name in ("record", "resume", "keep_pictures"):
            if getattr(arguments, name) not in (None, False):
                option = name.replace("_", "-")
                raise Refusal(f"watch: --{option} is for the record, and --no-record wants none", WRONG_USE)
    if arguments.resume is None:
        return
    for name in ("position", "players", "option", "names"):
        if getattr(arguments, name) is not None:
            raise Refusal(f"watch: --{name} is told by the match that --resume takes up; leave it out", WRONG_USE)


def names_given(arguments: argparse.Namespace, game: Rules) -> tuple[str, ...]:
    """Of the players, by seat; none where nobody gave any. Raises Refusal where some are missing, or too many."""
    names = () if arguments.names is None else tuple(arguments.names.split(","))
    if len(names) not in (0, game.players):
        raise Refusal(f"watch: --names: {len(names)} names for {game.players} players", WRONG_USE)
    return names


class Recording:
    """One record, opened for one match."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Raises Refusal where the place is none."""
        from companion.record import Record
        from companion.rules import CompanionError

        self._arguments = arguments
        self._match: RecordedMatch | None = None
        self._said: dict[str, str | None] = {}
        name_table(arguments.table)
        try:
            self._record = Record(arguments.record or None, clock=CLOCK)
        except CompanionError as fault:
            raise Refusal(f"watch: {fault}") from None

    def resumed(self) -> Journal:
        """The journal of the match that --resume names. Raises Refusal where there is none to play on."""
        from companion.rules import CompanionError

        name = self._arguments.resume
        try:
            if not self._record.exists():
                raise Refusal("watch: nothing is recorded yet, so that no match can be resumed", UNREAD)
            self._match = self._record.resume(name, pictures=self._arguments.keep_pictures)
        except CompanionError as fault:
            raise Refusal(f"watch: --resume {name}: {fault}", UNREAD) from None
        if self._match.state == "over":
            raise Refusal(f"watch: --resume {name}: that match is over", WRONG_USE)
        return self._match.journal

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Of the pieces, as the match that is played on has them; none for those in the box."""
        return () if self._match is None else self._match.colours

    def begun(self, seated: SeatedGame, start: Any) -> Journal:
        """The journal of a new match. What cannot be written is said, and nothing more."""
        names = names_given(self._arguments, seated.game)
        colours = () if self._arguments.colours is None else seated.colours
        pictures = self._arguments.keep_pictures
        self._match = self._record.begin(seated.game, names, colours=colours, start=start, pictures=pictures)
        return self._match.journal

    def tell(self, notices: Sequence[Notice]) -> None:
        """Show a club what is said, and write what is owed, where that can be done again."""
        if self._match is not None:
            for notice in notices:
                self._match.hear(notice.what, notice.text)
            self._match.catch_up()

    def says(self) -> None:
        """One line for each thing that has newly happened to the record."""
        match = self._match
        if match is None:
            return
        self._say("id", f"watch: recorded as {match.id}; `--resume {match.id}` plays it on")
        self._say("notice", match.notice)
        self._say("trouble", match.trouble, "the record can be written again, and nothing is missing in it")

    def _say(self, about: str, line: str | None, over: str | None = None) -> None:
        before = self._said.get(about)
        self._said[about] = line
        if line is not None and line != before:
            complain(line)
        elif line is None and before is not None and over is not None:
            complain(over)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write what is owed, if that can be done, and let go of the record."""
        with ExitStack() as stack:
            stack.callback(self._record.close)
            if self._match is not None and self._match.trouble is not None:
                self._match.flush()
                self.says()

"""One match before one source: which table is laid, who sits there, and what is told of it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import game_of, parse_file, refusals
from companion.cli.watch import record_options

if TYPE_CHECKING:
    from companion.cli.watch.record_options import Recording
    from companion.match import Journal
    from companion.referee import MatchTracker, Notice, ScriptedPlayers
    from companion.referee.matching import SeatedGame
    from companion.rules import Game, Rules
    from companion.table import Colour
    from vision.camera import FrameSource
    from vision.table import TableReader


def _print(line: str) -> None:
    print(line, flush=True)


class WatchedMatch:
    """One game before one source."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        seated: SeatedGame,
        eyes: TableReader,
        players: ScriptedPlayers | None,
        recording: Recording | None = None,
        write: Callable[[str], None] = _print,
        complain: Callable[[str], None] = complain,
    ) -> None:
        """What is told goes to `write`, a line each, and what is wrong with the source to `complain`."""
        self._arguments, self._seated, self._eyes = arguments, seated, eyes
        self._players, self._recording = players, recording
        self._write, self._complain = write, complain

    def follow(self, source: FrameSource, start: Any, resumed: Journal | None) -> int:
        """Watch from `start` on, or play `resumed` on; the exit code."""
        from companion.cli.common import Follower
        from companion.cli.watch.answers import SpokenEvents, TypedInput
        from companion.match import LEAD_IN, TimeConverter, known_until
        from seeds import pile_of
        from ui.live import MatchPipeline

        arguments, players = self._arguments, self._players
        live = is_live(source)
        journal = self._journal(start) if resumed is None else resumed
        seated = self._seated._replace(game=journal.game)  # which calls the players by their names
        game = seated.game
        known = None if live or resumed is None else known_until(resumed)
        said = SpokenEvents(arguments.said, game, float("-inf") if known is None else known)
        dates = TimeConverter(live, record_options.CLOCK)
        table = MatchPipeline(
            seated, self._eyes, pile_of(game.id), journal, dated=dates, pictures=arguments.keep_pictures
        )
        typed = TypedInput(game) if live else None
        if players is not None and resumed is not None:
            players.resume(resumed)
        self._report_record()
        follower = Follower(arguments.source, source, self._complain)
        try:
            for frame in follower.frames():
                if known is not None and frame.time <= known:
                    if frame.time > known - LEAD_IN:
                        table.catch_up(frame)
                    continue
                dates.note_frame(frame.time)
                notices = [] if players is None else players.act(table.tracker, frame.time)
                notices += said.by(frame.time, table.tracker)
                notices += [] if typed is None else typed.answers(table.tracker)
                self._tell([*notices, *table.see(frame)], table.tracker)
            if table.tracker.view is not None:
                self._tell(table.tracker.stop_watching(), table.tracker)
                self._tell([] if players is None else players.act(table.tracker, frame.time), table.tracker)
        finally:
            follower.close()
        if players is not None:
            verdict = players.verdict(table.tracker)
            touches = [touch._asdict() for touch in players.touches]
            self._write(json.dumps({**verdict._asdict(), "touches": touches}) if arguments.json else verdict.line)
        return UNREAD if follower.broken else 0

    def _tell(self, notices: Sequence[Notice], tracker: MatchTracker) -> None:
        """Writes what happened, and lets those hear of it who go by it."""
        from companion.cli.watch.output import json_line, line

        tell = json_line if self._arguments.json else line
        if self._players is not None:
            self._players.observe(notices)
        for notice in notices:
            self._write(tell(tracker.seated.game, notice, tracker.view))
        if self._recording is not None:
            self._recording.tell(notices)
        if notices:
            self._report_record()

    def _journal(self, start: Any) -> Journal:
        """Of a new match: in the record, where it is to be."""
        from companion.match import Journal

        if self._recording is not None:
            return self._recording.begun(self._seated, start)
        if self._arguments.keep_pictures:
            raise Refusal("watch: --keep-pictures is for the record: add --record, or leave it out", WRONG_USE)
        game = self._seated.game
        return Journal(game.called(record_options.names_given(self._arguments, game)), start)

    def _report_record(self) -> None:
        if self._recording is not None:
            self._recording.says()


# ---------------------------------------------------------------------------------------------- the table


def is_live(source: FrameSource) -> bool:
    """Whether a source shows what happens now."""
    return bool(getattr(source, "live", False))


def table_of(arguments: argparse.Namespace, resumed: Journal | None = None) -> tuple[Game, Any]:
    """The game that is watched, and the position in which it begins. Raises Refusal."""
    with refusals("watch"):
        return _table(arguments, resumed)


def _table(arguments: argparse.Namespace, resumed: Journal | None) -> tuple[Game, Any]:
    import companion

    if resumed is not None:
        if arguments.game not in (None, resumed.game.id):
            raise Refusal(
                f"watch: --resume {arguments.resume}: that match is one of {resumed.game.id}, not of {arguments.game}",
                WRONG_USE,
            )
        return resumed.game, resumed.start
    if arguments.game is None:
        raise Refusal("watch: --game ID names the game that is played", WRONG_USE)
    if arguments.position is None:
        game = game_of("watch", arguments.game, arguments)
        return game, game.start()
    if arguments.players is not None or arguments.option is not None:
        raise Refusal("watch: --players and --option go with a new game; a position has its own", WRONG_USE)
    game, position = parse_file("watch", arguments.position, companion.load_position)
    if game.id != arguments.game:
        raise Refusal(f"watch: {arguments.position} is a position of {game.id}, not of {arguments.game}", WRONG_USE)
    return game, position


def seated_game(game: Game, arguments: argparse.Namespace, recorded: tuple[Colour, ...] = ()) -> SeatedGame:
    """The game with its colours by seat. `recorded`: those of a match that is played on; --colours may correct them."""
    from companion.referee.matching import SeatedGame

    return SeatedGame.of(game, recorded if arguments.colours is None else _colours(arguments.colours, game))


def _colours(text: str, game: Rules) -> tuple[Colour, ...]:
    from typing import get_args

    from companion.table import Colour

    names = tuple(text.split(","))
    unknown = next((name for name in names if name not in get_args(Colour)), None)
    if unknown is not None:
        raise Refusal(f"watch: --colours: {unknown!a} is no colour ({', '.join(get_args(Colour))})", WRONG_USE)
    if len(names) != game.players:
        raise Refusal(f"watch: --colours names {len(names)}, and {game.players} play", WRONG_USE)
    return names  # type: ignore[return-value]


def eyes_of(game: Game, arguments: argparse.Namespace) -> TableReader:
    """What reads the table of this game. Raises Refusal."""
    from seeds import board_of, pages
    from vision.inference import ModelError
    from vision.table import table_reader_for

    sheet = arguments.sheet or board_of(game.id, game.format_options())
    try:
        return table_reader_for(game.id, game.players, sheet, arguments.symbols)
    except KeyError:
        known = dict.fromkeys(page.sheet.id for page in pages(game.id))
        raise Refusal(f"watch: --sheet {sheet!a}: {game.title} has {', '.join(known)}", WRONG_USE) from None
    except ModelError as error:
        raise Refusal(f"watch: {error}") from None

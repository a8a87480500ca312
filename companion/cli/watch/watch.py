"""`companion watch`: follow a game on a real table through a camera or a film, tell what happens (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import add_batch, add_table, game_of, open_moving, parse_file, refusals
from companion.cli.watch import record_options

if TYPE_CHECKING:
    from companion.cli.watch.record_options import Recording
    from companion.match import Journal
    from companion.referee import ScriptedPlayers
    from companion.referee.matching import SeatedGame
    from companion.rules import Game, Rules
    from companion.table import Colour
    from vision.camera import FrameSource
    from vision.table import TableReader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a film, a folder of films, a camera's number or a stream's address"
    )
    parser.add_argument(
        "--game", metavar="ID", help="the game that is played; films in a folder tell by name or sheets"
    )
    add_table(parser)
    parser.add_argument("--colours", metavar="A,B,...", help="of the pieces of each seat (those in the box)")
    parser.add_argument("--sheet", metavar="NAME", help="which board lies there, where the game has several")
    parser.add_argument("--symbols", action="store_true", help="the dice show the game's drawings, not pips")
    parser.add_argument(
        "--said", metavar="FILE", help='what players said aloud: lines of {"time": 12.5, "event": {...}}'
    )
    parser.add_argument("--truth", metavar="FILE", help="that of a recorded match: answer by it, and score the referee")
    parser.add_argument("--position", metavar="FILE", help="begin with this position instead of a new game")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each thing told")
    record_options.add_arguments(parser)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch until the source ends. 0 done, 1 the source broke off or cannot be read, 2 wrong use."""
    if os.path.isdir(arguments.source):
        from companion.cli.watch.films import watch_folder

        return watch_folder(arguments)
    if arguments.jobs is not None or arguments.cluster is not None:
        raise Refusal("watch: --jobs and --cluster are for a folder of films", WRONG_USE)
    record_options.check(arguments)
    truth = _truth(arguments)
    with ExitStack() as stack:
        recording = resumed = None
        if arguments.resume is not None:
            recording = stack.enter_context(record_options.Recording(arguments))
            resumed = recording.resumed()
        game, start = table_of(arguments, resumed)
        seated = seated_game(game, arguments, () if recording is None else recording.colours)
        players = None if truth is None else _players(game, truth, arguments.truth)
        source = open_moving(arguments.source, "watch: ", "pictures are no game; give a film, a camera or a stream")
        stack.callback(source.close)
        eyes = eyes_of(game, arguments)
        if recording is None and (arguments.record is not None or (_live(source) and not arguments.no_record)):
            recording = stack.enter_context(record_options.Recording(arguments))
        return WatchedMatch(arguments, seated, eyes, players, recording).follow(source, start, resumed)


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
        from companion.cli.watch.output import json_line, line
        from companion.match import LEAD_IN, TimeConverter, known_until
        from seeds import pile_of
        from ui.live import MatchPipeline

        arguments, players = self._arguments, self._players
        live = _live(source)
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
        tell = json_line if arguments.json else line
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
                notices += table.see(frame)
                if players is not None:
                    players.observe(notices)
                for notice in notices:
                    self._write(tell(game, notice, table.tracker.view))
                if self._recording is not None:
                    self._recording.tell(notices)
                if notices:
                    self._report_record()
        finally:
            follower.close()
        if players is not None:
            verdict = players.verdict(table.tracker)
            touches = [touch._asdict() for touch in players.touches]
            self._write(json.dumps({**verdict._asdict(), "touches": touches}) if arguments.json else verdict.line)
        return UNREAD if follower.broken else 0

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


def _live(source: FrameSource) -> bool:
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


def _truth(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The truth of a recorded match, from which game, players, colours and house rules are taken, too."""
    from companion.cli.common import read_file
    from companion.rules import MalformedError, parse_json

    if arguments.truth is None:
        return None
    try:
        truth: Any = parse_json(read_file("watch", arguments.truth))
        game, players, colours, options = truth["game"], truth["players"], truth["colours"], truth["options"]
        arguments.colours = arguments.colours or ",".join(colours) or None
        if arguments.resume is None:
            arguments.game, arguments.players = str(game), str(players)
            arguments.option = [f"{key}={json.dumps(value)}" for key, value in options.items()]
    except (ValueError, TypeError, KeyError, AttributeError, MalformedError) as fault:
        raise Refusal(f"watch: {arguments.truth}: {_NO_TRUTH} ({fault!r})", WRONG_USE) from None
    checked: dict[str, Any] = truth
    return checked


_NO_TRUTH = "this is no truth of a recorded match"


def _players(game: Game, truth: dict[str, Any], name: str) -> ScriptedPlayers:
    from companion.referee import ScriptedPlayers
    from companion.rules import CompanionError

    try:
        return ScriptedPlayers(game, truth)
    except (ValueError, TypeError, KeyError, AttributeError, CompanionError) as fault:
        raise Refusal(f"watch: {name}: {_NO_TRUTH} ({fault!r})", WRONG_USE) from None


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

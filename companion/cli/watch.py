"""`companion watch`: follow a game on a real table through a camera or a film, and tell what happens (FORMATS.md)."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.positions import add_table, game_of, parsed, refusals

if TYPE_CHECKING:
    from companion.cli.judged import Judge
    from companion.game import Event, Game
    from companion.notices import Notice
    from companion.table import Colour, TableView
    from ui.refereed import Refereed

COMMANDS = "a number chooses, `undo` takes back, `fix N EVENT` corrects event N; or type an event, such as `{}`"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="a film, a camera's number or a stream's address")
    parser.add_argument("--game", metavar="ID", help="the game that is played")
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


def run(arguments: argparse.Namespace) -> int:
    """Watch until the source ends. 0 done, 1 the source broke off or cannot be read, 2 wrong use."""
    from companion.cli.following import Follower
    from vision.camera import PictureSource, SourceError, VideoClip, open_source

    truth = _truth(arguments)
    if arguments.game is None:
        raise Refusal("watch: --game ID names the game that is played", WRONG_USE)
    with refusals("watch"):
        game, start = _table(arguments)
        judge = None if truth is None else _judge(game, truth)
    said = deque(_said(arguments.said, game)) if arguments.said else deque[tuple[float, Any]]()
    table = _refereed(game, start, arguments)
    try:
        source = open_source(arguments.source)
    except SourceError as error:
        raise Refusal(f"watch: {error}") from None
    if isinstance(source, PictureSource):
        source.close()
        raise Refusal(f"watch: {arguments.source}: pictures are no game; give a film, a camera or a stream", WRONG_USE)
    if isinstance(source, VideoClip):
        source.realtime = False
    typed = _Typed(game) if getattr(source, "live", False) and not arguments.json else None
    follower = Follower(arguments.source, source)
    tell = _json_line if arguments.json else _line
    try:
        for frame in follower.frames():
            notices = [] if judge is None else judge.speaks(table.umpire, frame.time)
            while said and said[0][0] <= frame.time:
                notices += _spoken(table, said.popleft()[1])
            if typed is not None:
                notices += typed.answers(table)
            notices += table.see(frame)
            if judge is not None:
                judge.hears(notices)
            for notice in notices:
                print(tell(game, notice, table.umpire.view), flush=True)
    finally:
        follower.close()
    if judge is not None:
        verdict = judge.verdict(table.umpire)
        print(json.dumps(verdict._asdict()) if arguments.json else verdict.line)
    return UNREAD if follower.broken else 0


# ---------------------------------------------------------------------------------------------- the table


def _table(arguments: argparse.Namespace) -> tuple[Game, Any]:
    import companion

    if arguments.position is None:
        game = game_of("watch", arguments.game, arguments)
        return game, game.start()
    game, position = parsed("watch", arguments.position, companion.load_position)
    if game.id != arguments.game:
        raise Refusal(f"watch: {arguments.position} is a position of {game.id}, not of {arguments.game}", WRONG_USE)
    return game, position


def _truth(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The truth of a recorded match, from which game, players, colours and house rules are taken, too."""
    from companion.cli.positions import read

    if arguments.truth is None:
        return None
    try:
        truth: dict[str, Any] = json.loads(read("watch", arguments.truth))
        arguments.game, arguments.players = truth["game"], str(truth["players"])
        arguments.option = [f"{key}={json.dumps(value)}" for key, value in truth["options"].items()]
        arguments.colours = arguments.colours or ",".join(truth["colours"])
        arguments.sheet = arguments.sheet or truth["options"].get("geometry")
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise Refusal(f"watch: {arguments.truth}: this is no truth of a recorded match ({fault})", WRONG_USE) from None
    return truth


def _judge(game: Game, truth: dict[str, Any]) -> Judge:
    from companion.cli.judged import Judge

    return Judge(game, truth)


def _colours(text: str | None, game: Game) -> tuple[Colour, ...]:
    from typing import get_args

    from companion.referee import Seated
    from companion.table import Colour

    if text is None:
        return Seated.usual(game).colours
    names = tuple(text.split(","))
    unknown = next((name for name in names if name not in get_args(Colour)), None)
    if unknown is not None:
        raise Refusal(f"watch: --colours: {unknown!a} is no colour ({', '.join(get_args(Colour))})", WRONG_USE)
    if len(names) != game.players:
        raise Refusal(f"watch: --colours names {len(names)}, and {game.players} play", WRONG_USE)
    return names  # type: ignore[return-value]


def _refereed(game: Game, start: Any, arguments: argparse.Namespace) -> Refereed:
    from companion.journal import Journal
    from companion.referee import Seated
    from seeds.sheets import pages
    from ui.refereed import Refereed
    from vision.networks import ModelError
    from vision.table_game import eyes_for

    try:
        eyes = eyes_for(game.id, game.players, arguments.sheet, arguments.symbols)
    except KeyError:
        known = ", ".join(dict.fromkeys(page.sheet.id for page in pages(game.id)))
        raise Refusal(f"watch: --sheet {arguments.sheet!a}: {game.title} has {known}", WRONG_USE) from None
    except ModelError as error:
        raise Refusal(f"watch: {error}") from None
    piles = [area for page in pages(game.id) for area in page.sheet.areas if area.pile]
    seated = Seated(game, _colours(arguments.colours, game))
    return Refereed(seated, eyes, piles[0] if piles else None, Journal(game, start))


# ---------------------------------------------------------------------------------------------- what is said


def _said(name: str, game: Game) -> list[tuple[float, Event]]:
    from companion.cli.positions import read
    from companion.game import CompanionError

    found = []
    for number, line in enumerate(read("watch", name).splitlines(), 1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
            found.append((float(one["time"]), game.parse_event(one["event"])))
        except (ValueError, TypeError, KeyError, CompanionError) as fault:
            raise Refusal(f"watch: {name}: line {number}: {fault}", WRONG_USE) from None
    return sorted(found, key=lambda one: one[0])


def _spoken(table: Refereed, event: Event) -> list[Notice]:
    from companion.game import CompanionError

    try:
        return table.umpire.say(event, "chosen")
    except CompanionError as fault:
        complain(f"watch: {fault}")
        return []


class _Typed:
    """What is typed while a camera looks on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: deque[str] = deque()
        threading.Thread(target=self._read, name="what is typed", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.append(line.strip())

    def answers(self, table: Refereed) -> list[Notice]:
        """What the lines that have come do."""
        from companion.game import CompanionError

        told: list[Notice] = []
        while self._lines:
            line = self._lines.popleft()
            try:
                told += self._answer(table, line)
            except CompanionError as fault:
                complain(f"{fault}; {COMMANDS.format(self._game.NOTATION.forms[0])}")  # type: ignore[attr-defined]
        return told

    def _answer(self, table: Refereed, line: str) -> list[Notice]:
        words = line.split()
        offered = table.umpire.offered
        if not words:
            return []
        if words[0].isdigit() and 0 < int(words[0]) <= len(offered):
            return table.umpire.choose(offered[int(words[0]) - 1])
        if words == ["undo"]:
            return table.umpire.take_back()
        if words[0] == "fix" and len(words) > 2 and words[1].isdigit():
            return table.umpire.correct(int(words[1]) - 1, self._game.parsed(" ".join(words[2:])))
        return table.umpire.say(self._game.parsed(line))


# ---------------------------------------------------------------------------------------------- what is told


def _json_line(game: Game, notice: Notice, view: TableView | None) -> str:
    """One notice as FORMATS.md has it: its time in the source, the position after it and the evidence."""
    from msgspec import to_builtins

    told: dict[str, Any] = {"time": round(notice.time, 3), "what": notice.what, "text": notice.text}
    if notice.events:
        told["events"] = [game.format_event(event) for event in notice.events]
    if notice.confidence is not None:
        told["confidence"] = notice.confidence
    if notice.choices:
        told["choices"] = [
            {
                "text": label,
                "events": [game.format_event(event) for event in choice.events],
                "taken_back": choice.taken_back,
                "probability": choice.probability,
            }
            for choice, label in zip(notice.choices, notice.labels, strict=True)
        ]
    if notice.broken:
        told["broken"] = [{"clause": one.clause, "text": game.broken_text(one)} for one in notice.broken]
    if notice.tasks:
        told["tasks"] = [task.text for task in notice.tasks]
    if notice.cue is not None:
        told["cue"] = notice.cue
    told["position"] = game.format_position(notice.position)
    told["awaited"] = game.format_awaited(notice.position)
    told["evidence"] = None if view is None else to_builtins(view)
    return json.dumps(told, separators=(",", ":"))


def _line(game: Game, notice: Notice, view: TableView | None) -> str:
    """One notice for people."""
    text = notice.text
    if notice.choices:
        text = " ".join([text.split("Which was it?")[0], *(f"[{n}] {one}" for n, one in enumerate(notice.labels, 1))])
    if notice.broken:
        text += f"  [{', '.join(dict.fromkeys(one.clause for one in notice.broken))}]"
    todo = "".join(f"\n{'':12}{task.text}" for task in notice.tasks)
    return f"{notice.time:9.2f} s  {text.strip()}{todo}"

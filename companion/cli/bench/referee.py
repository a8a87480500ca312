"""Times the referee for `companion bench`: how long it judges a view, and how fast a film is watched."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.cli import WRONG_USE, Refusal

if TYPE_CHECKING:
    from companion.table import Box, CardSeen, Colour, Die, Heap, Layout, Piece, TableView
    from seeds import Page

EVENTS, SEED = 60, 11
"""Events of each game that are judged, and the play they are from."""
SIZE = (1280, 720)
SIDE = 30.0
"""Pixels of a die."""


def judging(events: int = EVENTS) -> dict[str, list[float]]:
    """Seconds that the referee takes over the view right after each event of random play, by game."""
    import companion
    from companion.evidence import Evidence
    from companion.referee.matching import SeatedGame, explain
    from companion.rules import played
    from seeds import installed_games

    times: dict[str, list[float]] = {}
    for name in (one.id for one in installed_games().values() if one.is_own):
        game, lot, times[name] = companion.load(name), Random(SEED), []
        seated, on_table = SeatedGame.usual(game), _pages(name)
        games = (played(game, lot) for _ in range(events))  # one after another, as many as are needed
        for number, step in enumerate(islice(chain.from_iterable(games), events)):
            lies = game.unsettled(step.before, step.event, seated.colours) or seated.layout(step.after)
            view = seen(lies, on_table, float(number))
            chance = game.awaited(step.before).need == "roll"
            evidence = Evidence(view, frozenset(range(len(view.dice))) if chance else frozenset())
            start = time.perf_counter()
            explain(seated, step.before, evidence)
            times[name].append(time.perf_counter() - start)
    return times


def _pages(game: str) -> Sequence[Page]:
    from vision.plane import pages_on_table

    return pages_on_table(game, 2)


def seen(layout: Layout, on_table: Sequence[Page], at: float) -> TableView:
    """What perfect eyes would see of a layout."""
    from companion.table import TableView, zone_name

    zones = [
        zone_name(area.id, None if page.sheet.copies == 1 else page.copy)
        for page in on_table
        for area in page.sheet.areas
        if not area.pile
    ]
    return TableView(
        time=at,
        width=SIZE[0],
        height=SIZE[1],
        dice=tuple(_dice(layout.dice[0] if layout.dice else ())),
        pieces=tuple(sorted(_pieces(layout, on_table), key=lambda one: (one.grid, one.row, one.col))),
        cards=tuple(_cards(layout)),
        zones=tuple(zones),
    )


def _dice(heaps: Sequence[Heap]) -> Iterator[Die]:
    """Every die of the heaps, side by side."""
    from companion.table import Die, zone_name

    number = 0
    for heap in heaps:
        for face in heap.faces if heap.faces is not None else (1,) * heap.count:
            pips = isinstance(face, int)
            yield Die(
                box=_box(number),
                value=face if isinstance(face, int) else None,
                colour=heap.colour,
                confidence=0.999,
                certain=True,
                face=None if pips else str(face),
                zone=None if heap.area is None else zone_name(heap.area, heap.seat),
            )
            number += 1


def _box(number: int) -> Box:
    x, y = 20 + 1.5 * SIDE * (number % 24), 20 + 1.5 * SIDE * (number // 24)
    return x, y, x + SIDE, y + SIDE


def _pieces(layout: Layout, on_table: Sequence[Page]) -> Iterator[Piece]:
    for cell, colour in layout.pieces.items():
        yield _piece(cell.grid, cell.row, cell.col, colour, cell in layout.stacks)
    for row in layout.rows:
        grid = next(one for page in on_table for one in page.sheet.grids if one.id == row.grid)
        cells = [(line, column) for line in range(grid.rows) for column in range(grid.cols)]
        for line, column in cells[: row.count]:
            yield _piece(row.grid, line, column, row.colours[0], False)


def _piece(grid: str, row: int, col: int, colour: Colour, stack: bool) -> Piece:
    from companion.table import Piece

    form: Any = "stack" if stack else None
    return Piece(grid=grid, row=row, col=col, colour=colour, confidence=0.999, certain=True, form=form)


def _cards(layout: Layout) -> Iterator[CardSeen]:
    """The cards of which a face shows: the last one of the central pile, and those beside it."""
    if layout.cards is None:
        return
    lying: list[tuple[str, str | None, float]] = [(card, "central", 0.0) for card in layout.cards.central[-1:]]
    lying += [
        (card, None, 100.0 * seat + 20 * n)
        for seat, cards in enumerate(layout.cards.beside, 1)
        for n, card in enumerate(cards)
    ]
    from companion.table import CardSeen

    for face, zone, x in lying:
        corners = ((x, 0.0), (x + 63, 0.0), (x + 63, 88.0), (x, 88.0))
        yield CardSeen(corners=corners, face=face, face_down=False, confidence=0.999, certain=True,
                       place=(x + 31, 44.0), zone=zone)  # fmt: skip


def film_speed(film: str, game_id: str | None, players: int) -> tuple[float, float]:
    """Seconds that a film lasts, and seconds that it takes to be watched for a game. Raises Refusal."""
    import companion
    from companion.cli.common import Follower, refusals
    from companion.referee.matching import SeatedGame
    from ui.live import MatchPipeline
    from vision.camera import SourceError, VideoClip
    from vision.table import table_reader_for

    if game_id is None:
        raise Refusal("bench: --film goes with --game ID: which one is played in it", WRONG_USE)
    with refusals("bench"):
        game = companion.load(game_id, players)
    try:
        clip = VideoClip(Path(film), realtime=False)
    except SourceError as error:
        raise Refusal(f"bench: {error}") from None
    follower = Follower(film, clip)
    table = MatchPipeline(SeatedGame.usual(game), table_reader_for(game_id, players))
    start = time.perf_counter()
    try:
        for frame in follower.frames():
            table.see(frame)
    finally:
        follower.close()
    return follower.seconds, time.perf_counter() - start

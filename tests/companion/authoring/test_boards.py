"""What is made of a board game's events that say where a piece stands and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion
import seeds
from companion.authoring import BoardGame, nth_cell, straight
from companion.rules import MalformedError
from companion.table.view import Cell
from seeds.installed import FOLDERS
from tests.support.referee.sightings import Evidence, piece, view

TOML = """
game = "hop"
api = 1
title = "Hop"
players = [2, 2]
about = "Hop over a strip of squares, and send others home."
needs = "a board"
minutes = [1, 2]
colours = ["red", "blue"]
options = []

[[sheets]]
id = "board"
title = "Board"
size = [190, 260]
first_fiducial = 32
grids = [
    { id = "board", box = [40, 60, 140, 160], rows = 4, cols = 5 },
    { id = "home-0", box = [40, 200, 80, 220], rows = 1, cols = 2 },
    { id = "home-1", box = [100, 200, 140, 220], rows = 1, cols = 2 },
]

[events]
hop = { clause = "HO-1.1", heading = "Hop", line = "{Player} hops from {start} to {end}" }
rest = { clause = "HO-1.2", heading = "Rest", line = "{Player} rests" }

[endings]
won = "{Winner_player} wins."

[[clauses]]
id = "HO-1.1"
title = "Hopping"
text = "A piece hops to any square without one of its own colour, and sends home what stands there."
faults.own = "Own pieces are in the way."
faults.none = "{Player} has nothing there."

[[clauses]]
id = "HO-1.2"
title = "Resting"
text = "Or nobody hops."
"""

RULES = """
from companion.authoring import Awaited, BoardGame, Cell, GameEvent, Position as Base, Seat, Square, breach

class Hop(GameEvent, frozen=True):
    start: Square
    end: Square

class Rest(GameEvent, frozen=True):
    pass

class Position(Base, frozen=True):
    turn: Seat
    standing: tuple[tuple[int, int, int], ...]
    home: tuple[int, int] = (0, 0)

class Rules(BoardGame[Position]):
    POSITION, EVENTS = Position, (Rest, Hop)

    def start(self):
        return Position(0, ((0, 0, 0), (1, 3, 4), (0, 1, 1)))

    def awaited(self, position):
        return Awaited("action", position.turn)

    def _at(self, position, square):
        return next((seat for seat, *at in position.standing if tuple(at) == square), None)

    def actions(self, position):
        free = [(row, col) for row in range(4) for col in range(5)]
        own = [tuple(at) for seat, *at in position.standing if seat == position.turn]
        return [Rest(), *(Hop(start, end) for start in own for end in free if end not in own)]

    def broken(self, position, event):
        if isinstance(event, Hop) and self._at(position, event.start) != position.turn:
            yield breach("HO-1.1", "none", player=position.turn)
        if isinstance(event, Hop) and self._at(position, event.end) == position.turn:
            yield breach("HO-1.1", "own")

    def after(self, position, event):
        home, turn = list(position.home), position.turn
        if isinstance(event, Rest):
            return Position(1 - turn, position.standing, position.home)
        hit = self._at(position, event.end)
        if hit is not None:
            home[hit] += 1
        left = [one for one in position.standing if one[1:] not in (event.start, event.end)]
        return Position(1 - turn, (*left, (turn, *event.end)), tuple(home))

    def scores(self, position):
        return (0, 0)

    def outcome(self, position):
        return None

    def pieces(self, position):
        return {Cell("board", row, col): seat for seat, row, col in position.standing}

    def kept(self, position):
        return {f"home-{seat}": (seat, count) for seat, count in enumerate(position.home)}
"""


@pytest.fixture(scope="module")
def hop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A game of nothing but hops, for two."""
    folder: Path = tmp_path_factory.mktemp("games") / "hop"
    folder.mkdir()
    (folder / "game.toml").write_text(TOML, "utf-8")
    (folder / "rules.py").write_text(RULES, "utf-8")
    (folder / "__init__.py").write_text("", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS, str(folder))
        patch.syspath_prepend(str(folder.parent))
        seeds.forget_installed()
        patch.setattr("companion.games.GAMES", seeds.game_ids())
        yield companion.load("hop")
    seeds.forget_installed()


COLOURS: Any = ("red", "blue")


def seen(hop: Any, *others: tuple[Cell, str | None]) -> Evidence:
    """The table at the start, with some cells otherwise."""
    stand: dict[Cell, Any] = {cell: COLOURS[seat] for cell, seat in hop.pieces(hop.start()).items()}
    stand |= dict(others)
    return Evidence(view(*(piece(cell, colour) for cell, colour in stand.items() if colour)))


def test_squares_are_cells_of_the_board_and_no_others(hop: Any) -> None:
    assert hop.parsed("hop 0,0 3,4") == hop.parse_event({"do": "hop", "start": [0, 0], "end": [3, 4]})
    assert hop.formatted(hop.parsed("hop 0,0 3,4")) == "hop 0,0 3,4"
    for beside in ([4, 0], [0, 5], [-1, 0]):
        with pytest.raises(MalformedError, match=r"is no (row|column) of the board"):
            hop.parse_event({"do": "hop", "start": beside, "end": [0, 0]})


def test_a_piece_is_touched_where_it_stands_and_where_it_goes(hop: Any) -> None:
    start, hopped = hop.start(), hop.parsed("hop 0,0 2,4")
    cells = Cell("board", 0, 0), Cell("board", 2, 4)
    assert hop.touches(start, hopped) == cells
    assert hop.meant(start, cells) == hopped
    assert hop.touches(start, hop.parsed("rest")) == hop.trail(start, hop.parsed("rest")) == ()
    for nothing in ((), cells[:1], (Cell("home-0", 0, 0), cells[1]), (Cell("chess", 1, 1),)):
        assert hop.meant(start, nothing) is None


def test_its_way_is_straight_and_from_neighbour_to_neighbour(hop: Any) -> None:
    trail = hop.trail(hop.start(), hop.parsed("hop 0,0 2,4"))
    assert trail == tuple(Cell("board", *square) for square in ((0, 0), (0, 1), (1, 2), (2, 3), (2, 4)))
    assert straight(trail[0], trail[0]) == (trail[0],)


def test_places_stand_in_the_line_of_an_event_by_their_names(hop: Any) -> None:
    line = hop.text(hop.start(), hop.parsed("hop 0,0 2,4"))
    assert line == "Player 1 hops from row 1, column 1 of the board to row 3, column 5 of the board"


def test_only_the_number_counts_of_pieces_that_are_kept(hop: Any) -> None:
    layout = hop.layout(hop.apply(hop.start(), hop.parsed("hop 0,0 3,4")), COLOURS)
    assert layout.grids == ("board",)
    assert [(row.grid, row.count, row.cells, row.colours) for row in layout.rows] == [
        ("home-0", 0, 2, ("red",)),
        ("home-1", 1, 2, ("blue",)),
    ]


def test_what_was_hit_may_be_in_a_hand_for_a_while(hop: Any) -> None:
    start, hit = hop.start(), hop.parsed("hop 0,0 3,4")
    lies = hop.unsettled(start, hit, COLOURS)
    assert lies.pieces == hop.layout(hop.apply(start, hit), COLOURS).pieces
    assert [row.count for row in lies.rows] == [0, 0]
    assert hop.unsettled(start, hop.parsed("hop 0,0 2,2"), COLOURS) is None
    assert hop.unsettled(start, hop.parsed("rest"), COLOURS) is None


def test_forbidden_moves_are_found_with_what_they_break(hop: Any) -> None:
    looks = seen(hop, (Cell("board", 3, 4), None), (Cell("board", 2, 2), "blue"))
    (attempt,) = hop.attempts(hop.start(), looks, COLOURS)
    assert [hop.broken_text(one) for one in attempt.broken] == ["Player 2 has moved a piece, and it is not their turn."]
    assert looks.score(attempt.layout).total > -1 > looks.score(hop.layout(hop.start(), COLOURS)).total


def test_a_forbidden_hit_is_found_whether_or_not_the_piece_is_home_already(hop: Any) -> None:
    looks = seen(hop, (Cell("board", 3, 4), None), (Cell("board", 0, 0), "blue"))
    counts = [[row.count for row in one.layout.rows] for one in hop.attempts(hop.start(), looks, COLOURS)]
    assert counts == [[0, 0], [1, 0]]


def test_legal_moves_and_covered_cells_are_no_attempts(hop: Any) -> None:
    legal = seen(hop, (Cell("board", 0, 0), None), (Cell("board", 2, 2), "red"))
    assert not list(hop.attempts(hop.start(), legal, COLOURS))
    looks = seen(hop, (Cell("board", 3, 4), None), (Cell("board", 2, 2), "blue"))
    hidden = Evidence(view(*looks.view.pieces, covered=(Cell("board", 3, 4),)))
    assert not list(hop.attempts(hop.start(), hidden, COLOURS))


def test_pieces_fill_cells_and_then_lie_on_each_other() -> None:
    cells = [Cell("board", row, 0) for row in range(3)]
    assert [nth_cell(cells, number).row for number in range(1, 6)] == [0, 1, 2, 0, 1]


def test_piles_tell_what_stands_where_and_what_lies_on_each_other(hop: Any) -> None:
    cells = [Cell("board", row, 0) for row in range(3)]

    class Piled(type(hop)):  # type: ignore[misc]
        def piles(self, position: Any) -> Any:
            return [(0, cells, 4), (1, [Cell("board", 0, 1)], 1), (0, [Cell("board", 0, 2)], 0)]

        pieces = BoardGame.pieces

    piled = Piled(hop.seed)
    assert piled.pieces(piled.start()) == {cells[0]: 0, cells[1]: 0, cells[2]: 0, Cell("board", 0, 1): 1}
    assert list(piled.stacks(piled.start())) == [cells[0]]
    assert piled.layout(piled.start(), COLOURS).stacks == {cells[0]}


def test_several_moves_of_one_piece_are_one_reading(hop: Any) -> None:
    """By a rule that lets a player hop twice, and no farther than to a neighbour."""

    class Twice(type(hop)):  # type: ignore[misc]
        def actions(self, position: Any) -> Any:
            near = [one for one in super().actions(position) if len(self.trail(position, one)) == 2]
            return near if position.turn == 0 else []

        def after(self, position: Any, event: Any) -> Any:
            done = super().after(position, event)
            return msgspec.structs.replace(done, turn=int(position.home[0] == 1), home=(position.home[0] + 1, 0))

    twice = Twice(hop.seed)
    looks = seen(hop, (Cell("board", 0, 0), None), (Cell("board", 2, 1), "red"))
    (reading,) = twice.readings(twice.start(), looks, COLOURS, frozenset())
    assert [twice.formatted(one) for one in reading.events] == ["hop 0,0 1,0", "hop 1,0 2,1"]
    assert not reading.rested and reading.weight == 0
    assert not list(twice.attempts(twice.start(), looks, COLOURS)), "it is no forbidden move either"
    far = seen(hop, (Cell("board", 0, 0), None), (Cell("board", 3, 3), "red"))
    assert not list(twice.readings(twice.start(), far, COLOURS, frozenset()))


def test_it_matters_on_no_board_in_which_way_pieces_came_and_else_in_which_order(hop: Any) -> None:
    one, other, third = map(hop.parsed, ("hop 0,0 0,1", "hop 1,1 2,1", "rest"))
    assert hop.alike((one, other), (third,))
    plain: Any = companion.load("space-checkers")
    assert plain.alike((one, other), (one, other)) and not plain.alike((one, other), (other, one))

"""Judges events of Space Checkers: legal, or every clause broken, as codes with parameters.

Codes and their sentences stand in the seed, under the clause. A legal event costs a few comparisons; reasons are
gathered square by square only once one of them fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.space_checkers.board import FACES, Board, Cell, Cells, Move, Way
from companion.games.space_checkers.pieces import WILD, Event, Position, Rolled
from companion.rules import LEGAL, BrokenClause, MalformedError, breach


class Movement:
    """The rules of moving at one table: its board, who plays which colour, and whether pawns may go diagonally."""

    def __init__(self, board: Board, colours: tuple[str, ...], diagonals: str) -> None:
        self.board = board
        self.wild = tuple(board.wild[colour] for colour in colours)
        """The wild area of each seat (SC-4.1)."""
        self.diagonals = diagonals
        faces = (*board.straight, WILD)
        self.open = {face: self._open(face) for face in faces}
        """For each face of the direction die, the directions open to every pawn (SC-3.2)."""
        self.open_to_wild = {face: self._open_to_wild(face) for face in faces}
        """The same for a pawn in its wild area; these contain the others."""
        self._plans = {
            (face, number): tuple(
                (toward in self.open[face], *board.ways(toward, number)) for toward in self.open_to_wild[face]
            )
            for face in faces
            for number in range(1, FACES + 1)
        }
        """For each roll: whether every pawn may go that way, from which squares one can, and the ways."""

    def _open(self, face: str) -> tuple[str, ...]:
        if face != WILD:
            return (face,)
        return self.board.straight + (self.board.diagonal if self.diagonals in ("wild_roll", "both") else ())

    def _open_to_wild(self, face: str) -> tuple[str, ...]:
        more = self.diagonals in ("wild_pawns", "both") or (face == WILD and self.diagonals == "wild_roll")
        return self.board.straight + (self.board.diagonal if more else ())

    def moves(self, pawns: tuple[Cells, ...], seat: int, rolled: Rolled) -> list[Move]:
        """Every legal move of a seat with this roll, by direction and then by square (SC-3.1)."""
        own = pawns[seat]
        wild = own & self.wild[seat]
        occupied = _union(pawns)
        found: list[Move] = []
        for for_all, ready, ways in self._plans[rolled.direction, rolled.number]:
            movers = (own if for_all else wild) & ready
            while movers:
                start = movers & -movers
                movers ^= start
                move, end, through, pairs = ways[start]
                if occupied & end or own & through:
                    continue
                jumped = occupied & through
                if jumped & (jumped - 1) and _has_pair(pawns, jumped, pairs):
                    continue
                found.append(move)
        return found

    def can_move(self, pawns: tuple[Cells, ...], seat: int, rolled: Rolled) -> bool:
        """Whether `moves` would find any; otherwise the turn is lost."""
        own = pawns[seat]
        wild = own & self.wild[seat]
        occupied = _union(pawns)
        for for_all, ready, ways in self._plans[rolled.direction, rolled.number]:
            movers = (own if for_all else wild) & ready
            while movers:
                start = movers & -movers
                movers ^= start
                _, end, through, pairs = ways[start]
                if occupied & end or own & through:
                    continue
                jumped = occupied & through
                if not (jumped & (jumped - 1) and _has_pair(pawns, jumped, pairs)):
                    return True
        return False

    def way(self, move: Move, number: int) -> Way:
        """The way that a legal move of this many squares takes."""
        return self.board.ways(move.toward, number).by_start[self.board.bits[move.start]]

    def judge(self, position: Position, event: Event, over: BrokenClause | None) -> tuple[BrokenClause, ...]:
        """Every clause that `event` breaks in `position`; empty when it is legal.

        `over` is what a finished game answers to every event, None while the game goes on. Raises MalformedError for
        what is no event of this game.
        """
        if type(event) is Rolled:
            if not 1 <= event.number <= FACES:
                raise MalformedError("event.number", f"{event.number} is on no die (1 to {FACES})")
            if event.direction not in self.open:
                raise MalformedError("event.direction", f"{event.direction!r} is no face of the direction die")
            if over is not None:
                return (over,)
            rolled, seat = position.rolled, position.turn
            if rolled is None:
                return LEGAL
            assert seat is not None
            return (breach("SC-3.1", "rolled", seat=seat, number=rolled.number, face=rolled.direction),)
        if type(event) is not Move:
            raise MalformedError("event", f"{type(event).__name__} is no event of this game")
        start = self.board.bits.get(event.start)
        if start is None:
            raise MalformedError("event.from", f"{event.start} is no square of this board")
        if event.toward not in self.board.steps:
            raise MalformedError("event.toward", f"{event.toward!r} is no direction")
        if over is not None:
            return (over,)
        if self._is_legal(position, event, start):
            return LEGAL
        return tuple(self._reasons(position, event, start))

    def _is_legal(self, position: Position, move: Move, start: Cells) -> bool:
        rolled, pawns, seat = position.rolled, position.pawns, position.turn
        if rolled is None or seat is None:
            return False
        own = pawns[seat]
        if not own & start:
            return False
        ways = self.open_to_wild if start & self.wild[seat] else self.open
        if move.toward not in ways[rolled.direction]:
            return False
        way = self.board.ways(move.toward, rolled.number).by_start.get(start)
        if way is None:
            return False
        _, end, through, pairs = way
        occupied = _union(pawns)
        if occupied & end or own & through:
            return False
        jumped = occupied & through
        return not (jumped & (jumped - 1) and _has_pair(pawns, jumped, pairs))

    # ------------------------------------------------------------------------------------------ reasons

    def _reasons(self, position: Position, move: Move, start: Cells) -> Iterator[BrokenClause]:
        pawns, seat, rolled = position.pawns, position.turn, position.rolled
        assert seat is not None
        if rolled is None:
            yield breach("SC-3.1", "roll_first", seat=seat)
        owner = _owner(pawns, start)
        if owner is None:
            yield breach("SC-3.1", "empty", cell=move.start)
        elif owner != seat:
            yield breach("SC-3.1", "foreign", cell=move.start, owner=owner, seat=seat)
        if owner is not None:
            yield from self._direction(seat, move, start, rolled)
            if rolled is not None:
                yield from self._path(pawns, seat, move, rolled.number)

    def _direction(self, seat: int, move: Move, start: Cells, rolled: Rolled | None) -> Iterator[BrokenClause]:
        """SC-3.2; without a roll only a direction that no roll would open is held against a move."""
        diagonal, cell, toward = move.toward in self.board.diagonal, move.start, move.toward
        if diagonal and self.diagonals == "none":
            yield breach("SC-3.2", "diagonal", toward=toward)
            return
        is_wild = bool(start & self.wild[seat])
        if diagonal and self.diagonals == "wild_pawns":
            if not is_wild:
                yield breach("SC-3.2", "diagonal_pawn", cell=cell, seat=seat)
            return
        if rolled is None or toward in (self.open_to_wild if is_wild else self.open)[rolled.direction]:
            return
        face = rolled.direction
        if not diagonal:
            yield breach("SC-3.2", "direction", face=face, cell=cell, seat=seat, toward=toward)
        elif self.diagonals == "wild_roll":
            yield breach("SC-3.2", "diagonal_roll", face=face)
        else:
            yield breach("SC-3.2", "diagonal_both", face=face, cell=cell, seat=seat)

    def _path(self, pawns: tuple[Cells, ...], seat: int, move: Move, number: int) -> Iterator[BrokenClause]:
        """SC-3.3 and SC-3.4, square by square."""
        walked = self.board.walk(move.start, move.toward, number)
        if len(walked) < number:
            yield breach("SC-3.3", "edge", cell=move.start, toward=move.toward, number=number)
        earth = next((cell for cell in walked if self.board.bits[cell] & self.board.earth), None)
        if earth is not None:
            yield breach("SC-3.4", "earth", cell=earth)
        owners = [_owner(pawns, self.board.bits[cell]) for cell in walked]
        before: tuple[Cell, int | None] | None = None
        for cell, owner in zip(walked[: number - 1], owners, strict=False):
            if owner == seat:
                yield breach("SC-3.4", "own", seat=seat, cell=cell)
            elif owner is not None and before is not None and owner == before[1]:
                yield breach("SC-3.4", "pair", owner=owner, cell=before[0], next=cell)
            before = cell, owner
        if len(walked) == number and owners[-1] is not None:
            yield breach("SC-3.4", "occupied", cell=walked[-1], owner=owners[-1])


def _union(pawns: tuple[Cells, ...]) -> Cells:
    """Every square with a pawn."""
    if len(pawns) == 2:
        return pawns[0] | pawns[1]
    occupied = 0
    for fleet in pawns:
        occupied |= fleet
    return occupied


def _has_pair(pawns: tuple[Cells, ...], jumped: Cells, pairs: tuple[Cells, ...]) -> bool:
    """Whether two neighbours among the pawns jumped are of one fleet (SC-3.4); none of them is the mover's."""
    return any(pair & jumped == pair and any(pair & fleet == pair for fleet in pawns) for pair in pairs)


def _owner(pawns: tuple[Cells, ...], square: Cells) -> int | None:
    """The seat whose pawn stands on a square."""
    return next((seat for seat, fleet in enumerate(pawns) if fleet & square), None)


def mixed_neighbours(pawns: tuple[Cells, ...], way: Way) -> bool:
    """Whether two pawns next to each other, of different fleets, are jumped by a legal move (SC-3.6)."""
    occupied = _union(pawns)
    return any(pair & occupied == pair for pair in way.pairs)

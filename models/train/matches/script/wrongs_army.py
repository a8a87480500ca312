"""Lists illegal acts of Army vs Aliens that can be done in a position."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.army_vs_aliens.pieces import HERO, STRONGEST_FIGHTER, Attack, Overlord, Position
from models.train.matches.script.conduct import Conduct
from models.train.matches.script.wrongs import Wrong, broken, formatted
from models.train.matches.stage import Change, in_area


def army_wrongs(conduct: Conduct, position: Position) -> Iterator[Wrong]:
    """Everything in the catalogue that can be done in this position; some of it may look like a legal act begun."""
    need = conduct.table.game.awaited(position)
    if position.turn is None or need.need not in ("action", "roll"):
        return
    board, seat = _Mats(conduct), position.turn
    yield from _wrong_attacks(conduct, position, board, seat, need.need)
    if need.need == "roll":
        return
    yield from _stolen_dice(conduct, position, board, seat)
    yield from _out_of_turn(conduct, position, board, seat)
    yield from _abilities_missing(conduct, position, board, seat)


def _clause(conduct: Conduct) -> str:
    """The beginning of the edition's clause numbers."""
    return "AVA" if conduct.table.game.id == "army-vs-aliens-2011" else "AVB"


def _wrong_attacks(conduct: Conduct, position: Position, board: _Mats, seat: int, need: str) -> Iterator[Wrong]:
    """Attacks of the seat that the rules do not allow now, in any order."""
    enemy = 1 - seat
    own, targets = position.players[seat].combat, sorted(set(position.players[enemy].combat))
    attacks = [Attack((r,), ((enemy, t),)) for r in sorted(set(own)) for t in targets]
    triples = [r for r in range(1, STRONGEST_FIGHTER + 1) if own.count(r) >= 3]
    attacks += [Attack((r,) * 3, ((enemy, t),)) for r in triples for t in targets]
    for event in conduct.table.lot.sample(attacks, len(attacks)):
        clauses = broken(conduct, position, event)
        if clauses:
            parts = board.attack(seat, event)
            yield Wrong(_name(event, need), seat, clauses, parts, (), formatted(conduct, event))


def _stolen_dice(conduct: Conduct, position: Position, board: _Mats, seat: int) -> Iterator[Wrong]:
    """Enemy dice that are taken for nothing."""
    enemy, clause = 1 - seat, _clause(conduct)
    theirs = position.players[enemy]
    for rank in sorted(set(theirs.combat)):
        moved = board.to(board.die(enemy, "combat", rank), "scoring", seat)
        yield Wrong("enemy die taken without spending one", seat, (f"{clause}-3.2",), [[moved]])
    if theirs.rally:
        why = f"{clause}-1.3" if clause == "AVA" else f"{clause}-3.2"
        moved = board.to(board.die(enemy, "rally"), "scoring", seat)
        yield Wrong("die taken from the enemy's Rally", seat, (why,), [[moved]])


def _out_of_turn(conduct: Conduct, position: Position, board: _Mats, seat: int) -> Iterator[Wrong]:
    """Attacks of the other seat, which would be legal in its turn."""
    enemy = 1 - seat
    for r in sorted(set(position.players[enemy].combat) & {1, 2, 3, 4}):
        for t in sorted(set(position.players[seat].combat)):
            if t <= r:
                event = Attack((r,), ((seat, t),))
                parts, why = board.attack(enemy, event), (f"{_clause(conduct)}-3.1",)
                yield Wrong("acting out of turn", enemy, why, parts, (), formatted(conduct, event))


def _abilities_missing(conduct: Conduct, position: Position, board: _Mats, seat: int) -> Iterator[Wrong]:
    """Turning a die, rallying a part of the dice and hitting three dice, which nothing allows."""
    lot, clause, enemy = conduct.table.lot, _clause(conduct), 1 - seat
    own, theirs = position.players[seat], position.players[enemy]
    for rank in sorted(set(own.combat)):
        die = board.die(seat, "combat", rank)
        face = lot.choice([face for face in range(1, 7) if face not in (rank, HERO)])
        turned = Change(die, conduct.stage.at[die]._replace(face=face))
        yield Wrong("die turned without an ability", seat, (f"{clause}-4.2",), [[turned]])
    if own.rally >= 2:
        dice = board.dice(seat, "rally")[:-1]
        parts = [[Change(die, None) for die in dice]]
        thrown = [(die, lot.randint(1, 6)) for die in dice]
        yield Wrong("rally that leaves a die in Rally", seat, (f"{clause}-3.4",), parts, thrown)
    if own.side == "aliens" and HERO in own.combat and len(theirs.combat) >= 3:
        volley = Overlord(tuple((enemy, rank) for rank in theirs.combat[:3]))
        parts = [[board.to(board.die(seat, "combat", HERO), "rally", seat)],
                 [board.to(die, "rally", enemy) for die in board.some(enemy, theirs.combat[:3])]]  # fmt: skip
        clauses = broken(conduct, position, volley)
        yield Wrong("Overlord on three dice", seat, clauses, parts, (), formatted(conduct, volley))


def _name(event: Attack, need: str) -> str:
    if need == "roll":
        return "attack before the roll"
    if max(event.using) > STRONGEST_FIGHTER:
        return "attack with a special unit"
    return "triple attack on a wrong rank" if len(event.using) == 3 else "single attack on a higher rank"


class _Mats:
    """Which die lies where on the two mats."""

    def __init__(self, conduct: Conduct) -> None:
        self.conduct = conduct
        stage = conduct.stage
        self.zones = {number: stage.zone_of(stage.at[number])[0] for number in stage.dice()}

    def dice(self, seat: int, area: str, face: int | None = None) -> list[int]:
        """A seat's own dice in a zone of its mat."""
        stage, colour = self.conduct.stage, self.conduct.table.colours[seat]
        return [
            n for n, zone in self.zones.items()
            if zone == f"{seat}:{area}" and stage.things[n].colour == colour and face in (None, stage.at[n].face)
        ]  # fmt: skip

    def die(self, seat: int, area: str, face: int | None = None) -> int:
        return self.dice(seat, area, face)[0]

    def some(self, seat: int, ranks: tuple[int, ...]) -> list[int]:
        """Dice of Combat that show these ranks."""
        found: list[int] = []
        for rank in ranks:
            found.append(next(n for n in self.dice(seat, "combat", rank) if n not in found))
        return found

    def to(self, die: int, area: str, seat: int) -> Change:
        """A die goes to a zone of a seat's mat."""
        stage = self.conduct.stage
        number, where = next((number, one) for name, number, one in stage.zones() if name == f"{seat}:{area}")
        return Change(die, in_area(stage, number, where, self.conduct.table.lot, stage.at[die].face))

    def attack(self, seat: int, event: Attack) -> list[list[Change]]:
        """The own dice go to Rally, the target to Scoring."""
        owner, rank = event.hit[0]
        own = [self.to(die, "rally", seat) for die in self.some(seat, event.using)]
        return [own, [self.to(self.die(owner, "combat", rank), "scoring", seat)]]

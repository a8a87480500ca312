"""Decides how a game of Army vs Aliens ends, who is ranked where, and how far the draw counter is."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.army_vs_aliens.pieces import Position
from companion.games.army_vs_aliens.variants import Options


class Standing(NamedTuple):
    """A party, the seats of one team or a player alone, with what counts at a no-progress ending: more is better."""

    seats: tuple[int, ...]
    dice: int
    ranks: int
    alive: bool

    @property
    def worth(self) -> tuple[int, int]:
        return self.dice, self.ranks


def living_seats(position: Position) -> list[int]:
    """The seats that have a living die, those in the air included (AVA-1.4)."""
    rolling = -1 if position.rolling is None else position.rolling.seat
    return [seat for seat, p in enumerate(position.players) if p.combat or p.rally or seat == rolling]


def ending(position: Position, options: Options) -> str | None:
    """The number of the clause that ends the game in this position, or None."""
    turn = position.turn
    if turn is None and (position.rolling is not None or position.drawing):
        return None
    rolling = -1 if position.rolling is None else position.rolling.seat
    living, before, team, parties = 0, 0, -1, 1
    for seat, player in enumerate(position.players):
        if player.combat or player.rally or seat == rolling:
            living += 1
            if turn is not None and seat < turn:
                before += 1
            if player.team != team:
                parties += team >= 0  # two that differ are enough: teams alternate by seats
                team = player.team
    if parties < 2:
        return options.last_side_wins
    counter, quiet = options.draw_counter, position.quiet
    if counter == "streak":
        ended = quiet >= options.draw_limit * living
    elif counter == "aligned":
        ended = (quiet - before) // living >= options.draw_limit
    else:
        ended = quiet >= options.draw_limit
    return options.sheet.lull_ends if ended else None


def draw_counter(position: Position, options: Options) -> tuple[int, int]:
    """Quiet turns so far, and at how many of them the game ends if nothing happens (AVA-6.3, AVB-6.2)."""
    quiet, limit, turn = position.quiet, options.draw_limit, position.turn
    alive = living_seats(position) if turn is not None else range(options.players)
    if options.draw_counter == "turns":
        return quiet, limit
    if options.draw_counter == "streak" or turn is None:
        return quiet, limit * len(alive)
    before = sum(seat < turn for seat in alive)
    return quiet, limit * len(alive) + (quiet - before) % len(alive)


def standings(position: Position, options: Options) -> list[Standing]:
    """Every party in the order of its first seat; a team's dice are those of all its members (AVA-7.7)."""
    alive = living_seats(position)
    found = []
    for team in sorted(set(options.teams)):
        seats = tuple(seat for seat, other in enumerate(options.teams) if other == team)
        scored = [rank for seat in seats for rank in position.players[seat].scored]
        living = sum(position.living(seat) for seat in seats)
        dice = living if options.draw_first_key == "living" else len(scored)
        found.append(Standing(seats, dice, sum(scored), any(seat in alive for seat in seats)))
    return found


def ranking(position: Position, options: Options, number: str) -> tuple[tuple[int, ...], ...]:
    """Groups of seats from first to last after the ending `number`; the eliminated share the last group."""
    parties = standings(position, options)
    alive = [party for party in parties if party.alive]
    worths = sorted({party.worth for party in alive}, reverse=True) if number != options.last_side_wins else [None]
    groups = [[s for party in alive if worth in (None, party.worth) for s in party.seats] for worth in worths]
    out = [seat for party in parties if not party.alive for seat in party.seats]
    return tuple(tuple(sorted(group)) for group in (*groups, out) if group)

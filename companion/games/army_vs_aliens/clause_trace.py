"""Lists which clauses, besides the one that allows it, decide what comes of a legal event of Army vs Aliens."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.army_vs_aliens import pieces
from companion.games.army_vs_aliens.outcome import living_seats, standings
from companion.games.army_vs_aliens.pieces import Event, Position
from companion.games.army_vs_aliens.variants import Options

_ABILITIES = (pieces.General, pieces.Nuke, pieces.Mothership, pieces.Overlord)


def consequences(
    before: Position, event: Event, after: Position, ended: str | None, options: Options, *, may_attack: bool
) -> tuple[str, ...]:
    """The numbers of the clauses; `ended` is that of the ending reached, `may_attack` tells of any attack there was."""
    found: list[str] = []
    if before.turn is None:
        found += _set_up(before, event, after, options)
    elif isinstance(event, pieces.Rally):
        found += [] if may_attack else ["3.5"]
    elif isinstance(event, pieces.Rolled):
        assert before.rolling is not None
        if _surplus(before, event) > 0:
            found += _hero_rule(options)
    else:
        found += _attack(before, event, after, options)
    if before.turn is not None and after.rolling is None:
        found += _turn_ended(before, after, ended, options)
    return tuple(found)


def _hero_rule(options: Options) -> list[str]:
    return ["5.1", "5.2", "7.6"] if options.many else ["5.1", "5.2"]


def _surplus(before: Position, event: pieces.Rolled) -> int:
    """Dice of rank 5 over the limit when a roll lands."""
    assert before.rolling is not None
    return before.players[before.rolling.seat].combat.count(pieces.HERO) + event.faces.count(pieces.HERO) - 1


def _set_up(before: Position, event: Event, after: Position, options: Options) -> Iterator[str]:
    heroes = 0
    if isinstance(event, pieces.Rolled):
        assert before.rolling is not None
        heroes = _surplus(before, event)
        if options.count_ones == "raw":  # the rule waits for the last roll, and then is everybody's
            others = max(player.combat.count(pieces.HERO) for player in before.players) - 1
            last = before.rolling.seat == options.players - 1
            heroes = max(heroes, others) if last else 0
    if heroes > 0:
        yield from options.sheet.heroes_at_first
        yield from _hero_rule(options)
    last_roll = before.rolling is None or before.rolling.seat == options.players - 1
    if last_roll:
        yield options.sheet.who_begins
        if options.many:
            yield from options.sheet.who_begins_among_many
    if after.turn is not None:
        yield "2.3"
        if options.many:
            yield "7.3" if options.team_play else "7.2"


def _attack(before: Position, event: Event, after: Position, options: Options) -> Iterator[str]:
    seat = before.turn
    assert seat is not None
    if isinstance(event, _ABILITIES):
        yield from options.sheet.abilities_are
    died = sum(len(player.combat) + player.rally for player in before.players) - sum(
        len(player.combat) + player.rally for player in after.players
    )
    if died:
        yield options.sheet.where_dead_lie
    if options.many:
        if isinstance(event, pieces.Nuke):
            yield "7.5"
        elif isinstance(event, pieces.General):
            yield "7.6"
        else:
            yield "7.4"
    if isinstance(event, pieces.Nuke) and before.players[seat].combat[0] <= pieces.NUKED:
        yield from options.sheet.nuke_user_lives
    if isinstance(event, pieces.General) and event.rank == (below := pieces.HERO - 1):
        yield from ("5.1", "5.2") if before.players[seat].combat.count(below) > 1 else ()
    if before.quiet or after.quiet:
        yield options.sheet.what_counts
    for player, left in zip(before.players, after.players, strict=True):
        if player.combat and not left.combat and left.rally:
            yield "1.4"
            break


def _turn_ended(before: Position, after: Position, ended: str | None, options: Options) -> Iterator[str]:
    alive = living_seats(after)
    if ended is None and len(alive) < len(living_seats(before)):
        yield "6.1"
    if ended == options.sheet.lull_ends:
        yield from _ranked(after, options)
    elif ended is None and before.turn is not None and after.turn != (before.turn + 1) % options.players:
        yield "7.7"


def _ranked(after: Position, options: Options) -> Iterator[str]:
    yield options.sheet.who_wins_then
    parties = [party for party in standings(after, options) if party.alive]
    if len({party.worth for party in parties}) < len(parties):
        yield options.sheet.who_is_level
    if options.many:
        yield "7.7"
    elif not options.any_owner_targets:
        yield from options.sheet.keys_of_two

"""Applies legal events of Army vs Aliens: zones, Scoring Zones, the hero rule, the draw counter, the next turn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    NUKED,
    Attack,
    Drawn,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Ranks,
    Rolled,
    Rolling,
    without,
)
from companion.games.army_vs_aliens.variants import Options

Players = tuple[Player, ...]


def first_position(sides: Sequence[str], dice: int, options: Options) -> Position:
    """The position in which seat 0 is about to roll its first dice; `sides` names each seat's."""
    players = tuple(Player(side, team, (), 0, ()) for side, team in zip(sides, options.teams, strict=True))
    return Position(None, 0, players, Rolling(0, dice))


def after(position: Position, event: Event, dice: int, options: Options) -> Position:
    """The position after a legal event; `dice` is what a player starts with."""
    if type(event) is Rolled:
        return _rolled(position, event, dice, options)
    if type(event) is Drawn:
        return Position(event.seat, 0, _all_limited(position.players, options))
    seat = position.turn
    assert seat is not None
    if type(event) is Rally:
        player = position.players[seat]
        lifted = player.rally + len(event.roll)
        left = Player(player.side, player.team, without(player.combat, event.roll), 0, player.scored)
        return Position(seat, position.quiet, replaced(position.players, seat, left), Rolling(seat, lifted))
    players, died = _acted(position, event, seat, options)
    quiet = 0 if died or options.draw_reset == "attack" else position.quiet + 1
    return Position(next_seat(players, seat, options), quiet, players)


def next_seat(players: Players, seat: int, options: Options) -> int:
    """The seat whose turn follows that of `seat`: the next one clockwise that has living dice.

    With `team_order = "alternate"` the next such one of the other team (AVA-Q15), as long as that team lives.
    """
    count = len(players)
    if options.team_play and options.team_order == "alternate":
        for step in range(1, count):
            player = players[other := (seat + step) % count]
            if player.team != players[seat].team and (player.combat or player.rally):
                return other
    for step in range(1, count + 1):
        player = players[other := (seat + step) % count]
        if player.combat or player.rally:
            return other
    raise AssertionError("somebody has a living die (AVA-6.2)")


def leaders(zones: Sequence[Ranks]) -> tuple[int, ...]:
    """The seats that have most dice of rank 1, among those most of rank 2, and so on to rank 6 (AVB-2.2)."""
    counts = [[zone.count(rank) for rank in range(1, 7)] for zone in zones]
    most = max(counts)
    return tuple(seat for seat, one in enumerate(counts) if one == most)


def _rolled(position: Position, event: Rolled, dice: int, options: Options) -> Position:
    """AVA-2.1, AVA-3.4: the dice land in Combat and the hero rule is kept."""
    rolling = position.rolling
    assert rolling is not None
    player = position.players[rolling.seat]
    combat = (*player.combat, *event.faces)
    if position.turn is not None:
        landed = limited(player, combat, player.rally, options)
        players = replaced(position.players, rolling.seat, landed)
        return Position(next_seat(players, rolling.seat, options), position.quiet + 1, players)
    thrown = Player(player.side, player.team, tuple(sorted(combat)), player.rally, player.scored)
    players = replaced(position.players, rolling.seat, thrown)
    if options.count_ones == "after_conversion":
        # AVA-2.2: also for seats that rolled before, whose dice a position set up by hand may not have sorted yet
        players = _all_limited(players, options)
    if rolling.seat + 1 < len(players):
        return Position(None, 0, players, Rolling(rolling.seat + 1, dice))
    return _begun(players, dice, options)


def _begun(players: Players, dice: int, options: Options) -> Position:
    """The first turn, once everybody has rolled (AVA-2.3, AVB-2.2)."""
    if options.sheet.begins == "seat 0":
        return Position(0, 0, players)
    first = leaders([player.combat for player in players])
    players = _all_limited(players, options)
    if len(first) == 1 or options.start_total_tie == "army":
        return Position(first[0], 0, players)  # of those that are level the Army's seat 0, which is the lowest
    if options.start_total_tie == "random":
        return Position(None, 0, players, None, first)
    return first_position([player.side for player in players], dice, options)


def _acted(position: Position, event: Event, seat: int, options: Options) -> tuple[Players, bool]:
    """The players after a legal attack or ability, and whether a die was destroyed."""
    players = position.players
    if type(event) is Attack:
        ((owner, rank),) = event.hit
        return destroyed(spent(players, seat, event.using), owner, (rank,), seat), True
    if type(event) is Mothership:
        players = spent(players, seat, (NUKE,) * 3)
        for owner, rank in event.hit:
            own_side = players[owner].team == players[seat].team  # counts for nobody (AVB-Q15)
            players = destroyed(players, owner, (rank,), None if own_side else seat)
        return players, bool(event.hit)
    if type(event) is Overlord:
        players = spent(players, seat, (HERO,))
        for owner, rank in event.hit:
            players = spent(players, owner, (rank,))
        return players, False
    if type(event) is General:
        return replaced(players, seat, _upgraded(players[seat], event.rank, options)), False
    assert type(event) is Nuke
    return _nuked(players, seat, options)


def _upgraded(player: Player, rank: int, options: Options) -> Player:
    """AVA-4.2, AVB-4.2: the General turns all dice of a rank to the next; rank 6 to 1, and itself without leaving."""
    if rank == HERO:
        return limited(player, (*without(player.combat, (HERO,)), NUKE), player.rally, options)
    higher = 1 if rank == NUKE else rank + 1
    combat = [higher if die == rank else die for die in without(player.combat, (HERO,))]
    return limited(player, combat, player.rally + 1, options)


def _nuked(players: Players, user: int, options: Options) -> tuple[Players, bool]:
    """AVA-4.1, AVA-7.5: the dice of rank 1 to 3 die in every Combat Zone that the Nukes reach."""
    left = spent(players, user, (NUKE,) * 3)
    any_hit = False
    for seat in nuked_seats(players, user, options):
        hit = tuple([rank for rank in players[seat].combat if rank <= NUKED])
        if hit:
            any_hit = True
            left = destroyed(left, seat, hit, _nuke_scorer(players, seat, user, options))
    return left, any_hit


def nuked_seats(players: Players, user: int, options: Options) -> list[int]:
    """The seats whose Combat Zones a Nuke reaches."""
    reach, team = options.nuke_reach, players[user].team
    if reach == "everybody":
        return list(range(len(players)))
    if reach == "others":
        return [seat for seat in range(len(players)) if seat != user]
    return [seat for seat, player in enumerate(players) if player.team != team]


def _nuke_scorer(players: Players, owner: int, user: int, options: Options) -> int | None:
    """Who scores the dice that a Nuke destroys at one seat; None where they leave the game."""
    if players[owner].team != players[user].team:
        return user
    if options.nuke_own_dice == "enemy captain":  # alive or not (AVA-7.5)
        return next(seat for seat, player in enumerate(players) if player.team != players[user].team)
    if options.nuke_own_dice == "left neighbour":
        return next_seat(players, user, options)
    return None


def limited(player: Player, combat: Sequence[int], rally: int, options: Options) -> Player:
    """A player with these dice after the hero rule: one rank 5 in Combat is the limit (AVA-5.1, AVB-5.1)."""
    heroes = combat.count(HERO)
    kept = sorted(combat)
    if heroes > 1 and options.sheet.surplus != "stay":
        first = kept.index(HERO)
        del kept[first + 1 : first + heroes]
        if options.sheet.surplus == "rally":
            rally += heroes - 1
        else:
            kept[:0] = [1] * (heroes - 1)
    return Player(player.side, player.team, tuple(kept), rally, player.scored)


def _all_limited(players: Players, options: Options) -> Players:
    return tuple([limited(player, player.combat, player.rally, options) for player in players])


def replaced(players: Players, seat: int, player: Player) -> Players:
    return (*players[:seat], player, *players[seat + 1 :])


def spent(players: Players, seat: int, ranks: Ranks) -> Players:
    """The players after dice of a seat went from its Combat to its Rally Zone."""
    player = players[seat]
    combat = without(player.combat, ranks)
    return replaced(players, seat, Player(player.side, player.team, combat, player.rally + len(ranks), player.scored))


def destroyed(players: Players, owner: int, ranks: Ranks, scorer: int | None) -> Players:
    """The players after dice in the Combat Zone of `owner` died; the faces are kept with whoever scores them."""
    hit = players[owner]
    left = Player(hit.side, hit.team, without(hit.combat, ranks), hit.rally, hit.scored)
    players = replaced(players, owner, left)
    if scorer is None:
        return players
    own = players[scorer]
    scored = tuple(sorted((*own.scored, *ranks)))
    return replaced(players, scorer, Player(own.side, own.team, own.combat, own.rally, scored))

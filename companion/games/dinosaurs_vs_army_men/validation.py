"""Refuses positions that the rules never lead to, with the path of the fault; also those set up by hand.

Types and ranges are in order by then, and the cards add up to the deck. The seat in `turn` is not held to be the
chooser's while a battle is pending: nothing comes of it until the battle is over.
"""

from __future__ import annotations

from companion.games.dinosaurs_vs_army_men.battles import battle_order, searchers
from companion.games.dinosaurs_vs_army_men.pieces import BATTLE, NUMBERS, SMACK, Battle, Options, Position
from companion.rules import MalformedError


def refuse_impossible(position: Position, rules: Options) -> None:
    """Raise MalformedError for a position that no game reaches."""
    _check_seats(position)
    if position.over:
        return
    if position.turn is None:
        raise MalformedError("turn", "a seat has to flip while the game goes on")
    if position.turn in position.out:
        raise MalformedError("turn", f"seat {position.turn} is out and cannot flip")
    if position.battle is not None:
        _check_battle(position, position.battle, rules)
    elif position.smack and position.central[-1:] != (SMACK,):
        raise MalformedError("smack", "only a Smack Attack! on top of the central pile can be smacked")


def _check_seats(position: Position) -> None:
    """Who is out and barred, and who has no cards without being out."""
    piles, out = position.piles, position.out
    for seat in out:
        if piles[seat]:
            raise MalformedError("out", f"seat {seat} has cards, so it is not out (DVA-6.4)")
    for seat in position.barred:
        if seat not in out:
            raise MalformedError("barred", f"seat {seat} is not out, so it cannot be barred (DVA-6.3)")
    if len(piles) - len(out) < 2 and position.pending:
        raise MalformedError("out", "fewer than two players are left, so nothing can be pending (DVA-7.1)")
    if position.battle is not None:
        return
    for seat, cards in enumerate(piles):
        if cards or seat in out:
            continue
        if position.smack and seat != position.turn:
            raise MalformedError(f"piles[{seat}]", f"seat {seat} has no cards and flipped nothing, so it is out")
        if any(piles) and not position.smack:
            raise MalformedError(f"piles[{seat}]", f"seat {seat} has no cards and nothing is pending, so it is out")
    if not any(piles) and not position.smack:
        if position.central:
            raise MalformedError("central", "nobody has cards, so the cards on the table have left the game (DVA-4.8)")
        if len(piles) - len(out) < 2:
            raise MalformedError("out", "nobody has cards, so at least two players were in the last contest (DVA-7.1)")


def _check_battle(position: Position, battle: Battle, rules: Options) -> None:
    if position.central[-1:] != (BATTLE,):
        raise MalformedError("central", "in a battle the Battle Round! that opened it lies on top")
    for seat in position.out:
        if battle.up[seat]:
            raise MalformedError(f"battle.up[{seat}]", f"seat {seat} is out and flips no cards")
    if battle.chooser in position.out:
        raise MalformedError("battle.chooser", f"seat {battle.chooser} is out and cannot have chosen")
    restarted = any(BATTLE in cards for cards in battle.up)
    if restarted and BATTLE not in battle.up[battle.chooser]:
        raise MalformedError("battle.chooser", f"seat {battle.chooser} has flipped no Battle Round! in this battle")
    if battle.kind is None:
        _check_choice(position, battle)
        return
    if battle.searching is None:
        raise MalformedError("battle.searching", "the enemy is chosen, so a seat has to search")
    if battle.tied is not None:
        _check_tied(position, battle, battle.tied, rules)
    order = searchers(position, battle)
    if battle.searching not in order:
        raise MalformedError("battle.searching", f"seat {battle.searching} does not search in this battle")
    _check_smack(position, battle, battle.searching)
    _check_fighters(position, battle, order, rules)
    _check_progress(position, battle, order, battle.searching, rules)
    if battle.tied is None and not restarted:
        _check_first_search(position, battle, order, battle.searching, rules)


def _check_choice(position: Position, battle: Battle) -> None:
    """Until the chooser has chosen nobody searches."""
    if battle.searching is not None:
        raise MalformedError("battle.searching", "nobody searches before the enemy is chosen")
    if battle.tied is not None:
        raise MalformedError("battle.tied", "nobody is tied before the enemy is chosen")
    if any(fighter is not None for fighter in battle.fighters):
        raise MalformedError("battle.fighters", "nobody has a fighter before the enemy is chosen")
    if position.smack:
        raise MalformedError("smack", "a Battle Round! is the newest card, so no smack is awaited")
    if any(battle.up) and battle.up[battle.chooser][-1:] != (BATTLE,):
        raise MalformedError("battle.chooser", f"the newest card of seat {battle.chooser} is no Battle Round!")


def _check_tied(position: Position, battle: Battle, tied: tuple[int, ...], rules: Options) -> None:
    order = battle_order(len(position.piles), position.out, battle.chooser)
    if rules.battle_tie == "first":
        raise MalformedError("battle.tied", "by the house rule battle_tie nobody searches again")
    if len(tied) < 2 or tied != tuple(seat for seat in order if seat in tied):
        raise MalformedError("battle.tied", "expected two seats or more, in the order of the battle")
    numbers = [{NUMBERS[card] for card in battle.up[s] if card[0] == battle.sought(s)} for s in tied]
    if not all(numbers) or (rules.battle_tie == "replay_tied" and not set.intersection(*numbers)):
        raise MalformedError("battle.tied", "these seats have had no equal fighters")


def _check_smack(position: Position, battle: Battle, searching: int) -> None:
    """The one Smack Attack! among the battle cards is the newest, and waits."""
    count = sum(cards.count(SMACK) for cards in battle.up)
    if count > 1 or (count == 1 and battle.up[searching][-1:] != (SMACK,)):
        raise MalformedError("battle.up", "a Smack Attack! breaks a battle off, so it can only be the newest card")
    if position.smack != (count == 1):
        raise MalformedError("smack", "in a battle a smack is awaited when a Smack Attack! lies among its cards")


def _check_fighters(position: Position, battle: Battle, order: tuple[int, ...], rules: Options) -> None:
    for seat, fighter in enumerate(battle.fighters):
        if fighter is None:
            continue
        path = f"battle.fighters[{seat}]"
        if seat not in order:
            raise MalformedError(path, f"seat {seat} does not search, so it has no fighter")
        if fighter[0] != battle.sought(seat):
            raise MalformedError(path, f"{fighter} is not of the kind that seat {seat} seeks")
        if battle.up[seat][-1:] != (fighter,):
            raise MalformedError(path, f"{fighter} is not the newest card of seat {seat}")
        if rules.strict_out and not position.piles[seat]:
            raise MalformedError(path, f"seat {seat} has no cards, and so by the house rule strict_out no fighter")


def _check_progress(position: Position, battle: Battle, order: tuple[int, ...], searching: int, rules: Options) -> None:
    """Who has ended the search, and who searches now."""
    if battle.fighters[searching] is not None:
        raise MalformedError("battle.searching", f"seat {searching} has its fighter already")
    if not position.piles[searching] and not position.smack:
        raise MalformedError("battle.searching", f"seat {searching} has no cards to flip")
    if rules.battle_order == "round_robin":
        return
    place = order.index(searching)
    for seat in order[:place]:
        if position.piles[seat] and battle.fighters[seat] is None:
            raise MalformedError("battle.searching", f"seat {seat} has to end its search before seat {searching}")
    for seat in order[place + 1 :]:
        if battle.fighters[seat] is not None:
            raise MalformedError(f"battle.fighters[{seat}]", f"seat {seat} searches only after seat {searching}")


def _check_first_search(
    position: Position, battle: Battle, order: tuple[int, ...], searching: int, rules: Options
) -> None:
    """While nothing began anew every battle card belongs to this search, and the kind sought ends a seat's search."""
    for seat in order:
        passed = battle.up[seat] if battle.fighters[seat] is None else battle.up[seat][:-1]
        if rules.strict_out and not position.piles[seat]:
            passed = passed[:-1]
        if any(card[0] == battle.sought(seat) for card in passed):
            raise MalformedError(f"battle.up[{seat}]", "the first card of the kind sought is the fighter")
    if rules.battle_order == "sequential":
        for seat in order[order.index(searching) + 1 :]:
            if battle.up[seat]:
                raise MalformedError(f"battle.up[{seat}]", f"seat {seat} searches only after seat {searching}")

"""Judges events of Dinosaurs Vs. Army Men: legal, or every clause broken, as codes with parameters.

Codes and their sentences stand in the seed, under the clause. A legal event costs a few comparisons; reasons are
gathered only once one of them fails.
"""

from __future__ import annotations

from companion.games.dinosaurs_vs_army_men import pieces
from companion.games.dinosaurs_vs_army_men.pieces import Event, Options, Position
from companion.rules import LEGAL, BrokenClause, MalformedError, breach


def judge(position: Position, event: Event, rules: Options) -> tuple[BrokenClause, ...]:
    """Every clause that `event` breaks in `position`; empty when it is legal.

    Raises MalformedError for what is no event of this game: another deck's card, a seat that is not at the table.
    """
    if type(event) is pieces.Flipped:
        if _awaits(position) == "flip" and pieces.is_unseen(position, event.card):
            return LEGAL
        _refuse_foreign(event.card, rules)
        if position.over:
            return (_over(position),)
        untimely = () if _awaits(position) == "flip" else (_awaited(position),)
        return (*untimely, *_unless_unseen(position, event.card))
    if type(event) is pieces.Chose:
        if event.kind not in pieces.LETTERS:
            raise MalformedError("event.kind", f"{event.kind!r} is neither dinosaurs nor army")
        if position.over:
            return (_over(position),)
        return LEGAL if _awaits(position) == "choice" else (_awaited(position),)
    if type(event) is not pieces.Smacked and type(event) is not pieces.FalseSmack:
        raise MalformedError("event", f"{type(event).__name__} is no event of this game")
    if not 0 <= event.seat < len(position.piles):
        raise MalformedError("event.seat", f"{event.seat} is no seat at this table")
    if type(event) is pieces.FalseSmack and event.card is not None:
        _refuse_foreign(event.card, rules)
    if position.over:
        return (_over(position),)
    barred = (breach("DVA-6.3", "barred", seat=event.seat),) if event.seat in position.barred else ()
    if type(event) is pieces.FalseSmack:
        return (*barred, *_false_smack(position, event))
    return barred if position.smack else (*barred, breach("DVA-5.1", "none_waits"))


def _awaits(position: Position) -> str:
    """What a position that is not over waits for: a flip, a choice or a smack; nothing otherwise."""
    if position.smack:
        return "smack"
    if position.battle is not None:
        return "choice" if position.battle.kind is None else "flip"
    return "" if position.over else "flip"


def _awaited(position: Position) -> BrokenClause:
    """The clause of what has to come first."""
    battle = position.battle
    if position.smack:
        return breach("DVA-5.3", "smack_awaited")
    if battle is None:
        assert position.turn is not None
        return breach("DVA-3.1", "flip_awaited", seat=position.turn)
    if battle.searching is None:
        return breach("DVA-4.1", "choice_awaited", seat=battle.chooser)
    return breach("DVA-4.2", "flip_awaited", seat=battle.searching)


def _false_smack(position: Position, event: pieces.FalseSmack) -> tuple[BrokenClause, ...]:
    seat, card = event.seat, event.card
    untimely = (breach("DVA-6.2", "true_smack"),) if position.smack else ()
    if position.piles[seat]:
        if card is None:
            return (*untimely, breach("DVA-6.2", "no_card_named", seat=seat))
        return (*untimely, *_unless_unseen(position, card))
    pending = () if seat in position.out else (breach("DVA-6.4", "pending", seat=seat),)
    if card is None:
        return (*untimely, *pending)
    return (*untimely, breach("DVA-6.3", "no_card", seat=seat), *pending, *_unless_unseen(position, card))


def _unless_unseen(position: Position, card: str) -> tuple[BrokenClause, ...]:
    return () if pieces.is_unseen(position, card) else (breach("DVA-1.2", "unseen", card=card),)


def _over(position: Position) -> BrokenClause:
    """What a finished game answers to every event."""
    for seat, cards in enumerate(position.piles):
        if cards:
            return breach("DVA-7.1", "won", winner=seat)
    return breach("DVA-7.1", "drawn")


def _refuse_foreign(card: str, rules: Options) -> None:
    if card not in rules.deck:
        raise MalformedError("event.card", f"{card!r} is no card of this deck")

"""Decides which hand touched a card first, or was nearest to its middle where several came at once; asks where
measurement error leaves it open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from companion.text import say
from vision.hands.seat_assignment import SeatProbability
from vision.hands.touchdown import Touchdown

TIE = 1.5
"""Frames within which hands come at once."""
LEAST_TIE = 0.045
"""Seconds within which they do, however fast the frames come."""
SURE = 1.6
"""Standard deviations by which a difference must be clear."""
HIDDEN = 0.12
"""Seconds by which a hand may have come later than it seems, where it vanished beneath another or over it."""
OWNER = 0.8
"""Probability from which an arm is its player's."""
OTHERS = 0.1
"""Probability from which an arm that comes in between players may be one's."""
CLOSE = 60.0
"""Millimetres from the bull's-eye within which a hand whose stop was not seen may have been on the card."""
LENGTH = 130.0
"""The same where the hand vanished in another: so much more of it may be on the card, unseen."""

Kind = Literal["smack", "false smack"]


class SmackHand(NamedTuple):
    """A hand that came down on the card."""

    seat: int
    """Whose it is most likely."""
    owners: tuple[SeatProbability, ...]
    """Whose it may be, likeliest first."""
    arrival: Touchdown

    @property
    def owned(self) -> bool:
        """Whether it is clear whose it is."""
        return self.owners[0].probability >= OWNER


class SmackDecision(NamedTuple):
    """The winner of a smack, or the candidates among whom the players must choose."""

    winner: int | None
    """A seat; None where it must be asked."""
    candidates: tuple[int, ...]
    """The winner alone, or all seats between which it must be asked, the likeliest first."""
    sentence: str
    """For the players; {0}, {1}... stand for their names: seats of `candidates`."""


def decide_smack(hands: Sequence[SmackHand], frame: float, missed: Sequence[tuple[int, float]] = ()) -> SmackDecision:
    """Who smacked first of `hands`, in the order of their coming, in frames of so many seconds. `missed`: seats, with
    the time, of hands that were seen beside the bull's-eye and whose stop was not."""
    first = hands[0].arrival
    tie = max(TIE * frame, LEAST_TIE)
    rivals = [hand for hand in hands[1:] if _lead(first, hand.arrival)[0] <= tie]
    lost = [seat for seat, time in missed if time <= first.time + tie + SURE * first.give_or_take]
    at_stake = _seats([hands[0], *rivals], lost)
    if lost:
        return SmackDecision(None, at_stake, say("their hands cover each other: who was first?"))
    ahead = _ahead([hands[0], *rivals], tie)
    if ahead is None:
        return SmackDecision(None, at_stake, _even([hands[0], *rivals]))
    doubt = _doubt(ahead)
    if doubt:
        # Whoever comes next has it if this was no smack.
        return SmackDecision(None, _seats([ahead, *(hand for hand in hands if hand is not ahead)][:3], ()), doubt)
    return SmackDecision(ahead.seat, (ahead.seat,), _won(ahead, [hand for hand in hands if hand is not ahead], tie))


def _lead(one: Touchdown, other: Touchdown) -> tuple[float, float]:
    """By how many seconds the one came before the other, at least and at most."""
    lead = other.time - one.time
    spread = SURE * float(np.hypot(one.give_or_take, other.give_or_take))
    return lead - spread - HIDDEN * one.hidden - other.earlier, lead + spread + HIDDEN * other.hidden + one.earlier


def _ahead(hands: Sequence[SmackHand], tie: float) -> SmackHand | None:
    """The hand that has it against each of the others; None where none has."""
    for hand in hands:
        if all(_beats(hand.arrival, other.arrival, tie) for other in hands if other is not hand):
            return hand
    return None


def _beats(one: Touchdown, other: Touchdown, tie: float) -> bool:
    """Whether the one has it, whichever way times and distances are off."""
    least, _ = _lead(one, other)
    spread = SURE * float(np.hypot(one.uncertain, other.uncertain))
    covers = one.distance == 0 and not one.touched and other.distance > spread
    if least > tie or (least > 0 and covers):  # none is nearer than the hand that covers the bull's-eye
        return True
    return least >= -tie and not other.touched and other.distance - one.distance > spread


def _doubt(hand: SmackHand) -> str:
    """Why it must be asked though this hand was first; empty where it is clear."""
    if not hand.owned:
        return say("the hand came in between two players: whose was it?")
    match hand.arrival.doubts[:1]:
        case ("before",):
            return say("{0}'s hand was there before the card was: did it smack?")
        case ("brief",):
            return say("{0}'s hand was only there for a moment: did it touch the card?")
        case ("slow",):
            return say("{0}'s hand came slowly: did it touch the card?")
        case ("beside",):
            return say("{0}'s hand stopped at the card's edge: did it touch the card?")
        case ("too far",):
            return say("{0}'s arm lies across the card: did the hand smack it?")
    return ""


def _seats(hands: Sequence[SmackHand], more: Sequence[int]) -> tuple[int, ...]:
    seats: list[int] = []
    for hand in hands:
        seats += [claim.seat for claim in hand.owners if claim.probability > (OTHERS if not hand.owned else 0.5)]
    return tuple(dict.fromkeys([*seats, *more]))


def _even(hands: Sequence[SmackHand]) -> str:
    apart = max(hand.arrival.time for hand in hands) - min(hand.arrival.time for hand in hands)
    near = ", ".join(f"{hand.arrival.distance:.0f} mm" for hand in hands)
    milliseconds = f"{apart * 1000:.0f}"
    return say("too close to call: {apart} ms apart, {near} from the bull's-eye", apart=milliseconds, near=near)


def _won(hand: SmackHand, others: Sequence[SmackHand], tie: float) -> str:
    if not others:
        return say("{0} smacked it, alone")
    rival = min(others, key=lambda other: other.arrival.time)
    lead = rival.arrival.time - hand.arrival.time
    if lead > tie:
        return say("{{0}} was first, {lead} ms ahead", lead=f"{lead * 1000:.0f}")
    return say(
        "{{0}} was nearest: {near} mm from the bull's-eye against {far} mm, {apart} ms apart",
        near=f"{hand.arrival.distance:.0f}",
        far=f"{min(other.arrival.distance for other in others):.0f}",
        apart=f"{abs(lead) * 1000:.0f}",
    )

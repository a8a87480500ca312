"""Captions of recorded matches: what to look at, from when until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.text import later, say

__all__ = ["Caption", "caption_at", "caption_text", "captions_of"]

TEXTS = {
    "set_up": later("The table is set up. Nobody touches the app: it looks on, and follows what hands do."),
    "short_deck": later("To be short, this match is played with a deck of 16 cards; the house rule “deck” allows it."),
    "no_rerolls": later("To be short, this match is played without re-rolls; the house rule “rerolls” allows it."),
    "half_markers": later(
        "Each player has half of the markers, for a short match; the house rule “short_match” allows it."
    ),
    "small_board": later(
        "To be short, this match is played on the board of 10x10; the house rule “geometry” allows it."
    ),
    "illegal": later("This is against the rules. The program names the clause, and says what has to be put back."),
    "taken_back": later("The player thinks better of it and puts it back: the program takes the event back, too."),
    "said_back": later("The players have said the wrong thing: they take it back and say it anew."),
    "question": later("What happened can be told in more than one way, so the program asks. Answer it, or wait."),
    "smack": later("Hands come down on the card: the program tells whose was first, or asks."),
    "over": later("The match is over: here is who has won, and the score."),
}
"""The sentences, by the keys that stand in a film's JSON."""


class Caption(NamedTuple):
    """One caption, with seconds of the film."""

    start: float
    end: float
    key: str


def captions_of(truth: Mapping[str, Any]) -> tuple[Caption, ...]:
    """Those of a recorded match for which this program has a sentence."""
    told = (Caption(one["from"], one["until"], one["key"]) for one in truth.get("captions", ()))
    return tuple(one for one in told if one.key in TEXTS)


def caption_at(captions: Sequence[Caption], time: float) -> str:
    """The key of what to look at; empty where there is nothing. Of several the newest."""
    shown = [one for one in captions if one.start <= time < one.end]
    return max(shown, key=lambda one: one.start).key if shown else ""


def caption_text(key: str) -> str:
    """The sentence of a caption."""
    return say(TEXTS[key]) if key else ""

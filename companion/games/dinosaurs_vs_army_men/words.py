"""Dinosaurs Vs. Army Men in sentences: lines for events, reasons for rulings, endings. The templates are the seed's."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import BrokenClause, Param
from companion.games.dinosaurs_vs_army_men.pieces import (
    CardKind,
    Chose,
    DinosaurSeed,
    Event,
    FalseSmack,
    Flipped,
    Options,
    Position,
    Smacked,
    loses_smack,
)

_HEADINGS = {Flipped: "Flip", Chose: "Choice", Smacked: "Smack", FalseSmack: "False smack"}


def kind_of(event: Event) -> str:
    """The heading under which an event is listed."""
    return _HEADINGS[type(event)]


def clause_of(position: Position, event: Event) -> str:
    """The clause that allows an event."""
    if isinstance(event, Flipped):
        return "DVA-3.1" if position.battle is None else "DVA-4.2"
    if isinstance(event, FalseSmack):
        return "DVA-6.3" if event.card is None else "DVA-6.2"
    return "DVA-4.1" if isinstance(event, Chose) else "DVA-5.1"


def player(seat: int) -> str:
    """A player in the middle of a sentence; the people at the table count from one."""
    return f"player {seat + 1}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(parts: Sequence[str]) -> str:
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


class Words:
    """The sentences of one deck of cards."""

    def __init__(self, seed: DinosaurSeed, rules: Options) -> None:
        self._seed = seed
        self._rules = rules
        self._kinds: dict[str, CardKind] = {kind.letter: kind for kind in seed.kinds}
        self._names = {special.letter: special.name for special in seed.specials}

    def card(self, card: str) -> str:
        """What is printed on a card, such as Dinosaur 7."""
        return self._names.get(card) or f"{self._kinds[card[0]].one} {card[1:]}"

    def event(self, position: Position, event: Event) -> str:
        """The event as a line; `position` is the one before it."""
        battle = position.battle
        if isinstance(event, Flipped):
            seat = position.turn if battle is None else battle.searching
            fights = battle is not None and battle.kind is not None and event.card[0] == battle.sought(seat or 0)
            return f"{_upper(player(seat or 0))} flips {self.card(event.card)}{', the fighter' if fights else ''}"
        if isinstance(event, Chose):
            chooser = player(battle.chooser) if battle is not None else "the chooser"
            sought, own = sorted(self._seed.kinds, key=lambda kind: kind.id != event.kind)
            return f"{_upper(chooser)} chooses {sought.many} for the others and has to find {own.a}"
        if isinstance(event, Smacked):
            cards = _cards(len(position.table))
            if loses_smack(position, event.seat, self._rules):
                return f"{_upper(player(event.seat))} smacks first without cards: {cards} out of the game"
            return f"{_upper(player(event.seat))} smacks first and wins {cards}"
        lost = "is barred from smacking" if event.card is None else f"forfeits {self.card(event.card)}"
        return f"{_upper(player(event.seat))} smacks falsely and {lost}"

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**self._terms(dict(broken.params)))

    def ending(self, ranking: tuple[tuple[int, ...], ...]) -> str:
        """How a game ended, in one sentence."""
        first = ranking[0]
        if len(first) == 1:
            return self._seed.endings["won"].format(winner=player(first[0]))
        return self._seed.endings["drawn"].format(drawn=_list([player(seat) for seat in first]))

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        """The words that a template may use, made from the parameters of a ruling."""
        terms: dict[str, str] = {}
        for key, value in params.items():
            if isinstance(value, str):
                terms[key] = self.card(value)
            elif isinstance(value, int):
                name = "player" if key == "seat" else key
                terms[name], terms[_upper(name)] = player(value), _upper(player(value))
        return terms

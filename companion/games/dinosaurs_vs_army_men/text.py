"""Dinosaurs Vs. Army Men in sentences: lines for events, reasons for rulings, endings. The templates are the seed's."""

from __future__ import annotations

from companion.games.dinosaurs_vs_army_men import pieces
from companion.games.dinosaurs_vs_army_men.pieces import CardKind, DinosaurSeed, Event, Options, Position
from companion.rules import GameWords, Param
from companion.text import later, listed, say, say_count, upper

_HEADINGS = {
    pieces.Flipped: later("Flip"),
    pieces.Chose: later("Choice"),
    pieces.Smacked: later("Smack"),
    pieces.FalseSmack: later("False smack"),
}


def clause_of(position: Position, event: Event) -> str:
    """The clause that allows an event."""
    if isinstance(event, pieces.Flipped):
        return "DVA-3.1" if position.battle is None else "DVA-4.2"
    if isinstance(event, pieces.FalseSmack):
        return "DVA-6.3" if event.card is None else "DVA-6.2"
    return "DVA-4.1" if isinstance(event, pieces.Chose) else "DVA-5.1"


def _cards(count: int) -> str:
    return say_count("{count} card", "{count} cards", count)


class Words(GameWords[DinosaurSeed, Position, Event]):
    """The sentences of one deck of cards."""

    def __init__(self, seed: DinosaurSeed, rules: Options) -> None:
        super().__init__(seed)
        self._rules = rules

    def card(self, card: str) -> str:
        """What is printed on a card, such as Dinosaur 7."""
        for special in self._seed.specials:
            if special.letter == card:
                return special.name
        kind: CardKind = next(kind for kind in self._seed.kinds if kind.letter == card[0])
        return f"{kind.one} {card[1:]}"

    def kind_of(self, event: Event) -> str:
        return say(_HEADINGS[type(event)])

    def event(self, position: Position, event: Event) -> str:
        battle = position.battle
        if isinstance(event, pieces.Flipped):
            seat = position.turn if battle is None else battle.searching
            fights = battle is not None and battle.kind is not None and event.card[0] == battle.sought(seat or 0)
            line = later("{player} flips {card}, the fighter") if fights else later("{player} flips {card}")
            return say(line, player=self.begins(seat or 0), card=self.card(event.card))
        if isinstance(event, pieces.Chose):
            chooser = self.begins(battle.chooser) if battle is not None else upper(say("the chooser"))
            sought, own = sorted(self._seed.kinds, key=lambda kind: kind.id != event.kind)
            line = later("{player} chooses {sought} for the others and has to find {own}")
            return say(line, player=chooser, sought=sought.many, own=own.a)
        if isinstance(event, pieces.Smacked):
            cards = _cards(len(position.table))
            lost = later("{player} smacks first without cards: {cards} out of the game")
            won = later("{player} smacks first and wins {cards}")
            line = lost if pieces.loses_smack(position, event.seat, self._rules) else won
            return say(line, player=self.begins(event.seat), cards=cards)
        if event.card is None:
            return say("{player} smacks falsely and is barred from smacking", player=self.begins(event.seat))
        line = later("{player} smacks falsely and forfeits {card}")
        return say(line, player=self.begins(event.seat), card=self.card(event.card))

    def ending(self, ranking: tuple[tuple[int, ...], ...]) -> str:
        """How a game ended, in one sentence."""
        first = ranking[0]
        if len(first) == 1:
            return self._seed.endings["won"].format(winner=self.player(first[0]))
        return self._seed.endings["drawn"].format(drawn=listed([self.player(seat) for seat in first]))

    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        terms: dict[str, str] = {}
        for key, value in params.items():
            if isinstance(value, str):
                terms[key] = self.card(value)
            elif isinstance(value, int):
                name = "player" if key == "seat" else key
                terms[name], terms[upper(name)] = self.player(value), self.begins(value)
        return terms

"""Layout of the table of Army vs Aliens: dice in three zones for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from companion.games.army_vs_aliens import transitions
from companion.games.army_vs_aliens.pieces import HERO, Event, Position, Ranks, Rolled
from companion.games.army_vs_aliens.variants import Options
from companion.table import Colour, Heap, Layout


def layout(position: Position, colours: Sequence[Colour], rules: Options) -> Layout:
    """Where the dice of every seat lie; those that are about to be rolled are in a hand, or lie in Combat already."""
    heaps: list[Heap] = []
    alone = len(set(colours)) == len(colours)
    for seat, player in enumerate(position.players):
        own = colours[seat]
        air = position.rolling.dice if position.rolling is not None and position.rolling.seat == seat else 0
        heaps += [
            Heap(len(player.combat), player.combat, own, "combat", seat, alone, air),
            Heap(player.rally, None, own, "rally", seat),
        ]
    return Layout(dice=((*heaps, *_dead(position, colours, rules)),))


def _dead(position: Position, colours: Sequence[Colour], rules: Options) -> list[Heap]:
    """The destroyed dice. Where everybody fights alone nobody can tell whose they were; where all share one Scoring
    Zone (AVB-1.1) they may lie on anybody's mat."""
    enemies: list[Colour | None] = [None] * len(colours)
    if not rules.many or rules.team_play:
        enemies = [next((one for one in colours if one != own), None) for own in colours]
    scored = [player.scored for player in position.players]
    if not rules.sheet.scoring_shared:
        return [
            Heap(len(dead), dead, enemies[seat], "scoring", seat, captured=True) for seat, dead in enumerate(scored)
        ]
    by_colour: dict[Colour | None, Ranks] = dict.fromkeys(enemies, ())
    for enemy, dead in zip(enemies, scored, strict=True):
        by_colour[enemy] += dead
    return [
        Heap(len(dead), tuple(sorted(dead)), colour, "scoring", captured=True) for colour, dead in by_colour.items()
    ]


def unsettled(before: Position, event: Event, dice: int, colours: Sequence[Colour], rules: Options) -> Layout | None:
    """The table as long as nobody has seen to surplus heroes (AVA-5.1, AVB-5.1), or taken back the dice of a start in
    which all were level (AVB-2.2); None: there is nothing to be done."""
    after = transitions.after(before, event, dice, _lax(rules))
    if isinstance(event, Rolled) and not any(player.combat for player in after.players):
        assert before.rolling is not None
        seat = before.rolling.seat
        lying = msgspec.structs.replace(before.players[seat], combat=event.faces)
        after = Position(None, 0, (*before.players[:seat], lying, *before.players[seat + 1 :]))
        return layout(after, colours, rules)
    surplus = any(player.combat.count(HERO) > 1 for player in after.players)
    if not surplus or after == transitions.after(before, event, dice, rules):
        return None
    return layout(after, colours, rules)


@cache
def _lax(rules: Options) -> Options:
    """The rules of players who let surplus heroes lie."""
    return msgspec.structs.replace(rules, sheet=msgspec.structs.replace(rules.sheet, surplus="stay"))

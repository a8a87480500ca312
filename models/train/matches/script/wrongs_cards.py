"""Lists illegal acts of Dinosaurs vs Army Men that can be done in a position."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dinosaurs_vs_army_men.pieces import FLIPS, Position
from models.train.matches.script.conduct import Conduct
from models.train.matches.script.wrongs import Wrong, broken, formatted
from models.train.matches.stage import Change, beside_central, cards_beside, central_cards, piled


def card_wrongs(conduct: Conduct, position: Position) -> Iterator[Wrong]:
    """Everything in the catalogue that can be done in this position."""
    table, lot, stage = conduct.table, conduct.table.lot, conduct.stage
    if position.over or position.turn is None:
        return
    inside = [n for n in range(len(stage.things)) if n not in stage.at]
    if inside and (position.smack or (position.battle is not None and position.battle.kind is None)):
        number = lot.choice(inside)
        event = FLIPS[str(stage.things[number].name)]
        clauses = broken(conduct, position, event)
        holders = [seat for seat, pile in enumerate(position.piles) if pile]
        if position.smack and holders:
            sheet, area = next((n, one) for _, n, one in stage.zones())
            placed = piled(stage, sheet, area, lot, table.habits, len(central_cards(stage)))
            what = "card flipped while a Smack Attack! waits"
        elif holders:
            seat = holders[-1]
            placed = beside_central(stage, table.ways[seat], lot, table.habits, len(cards_beside(stage, table, seat)))
            what = "card flipped before the choice"
        if holders:
            yield Wrong(what, holders[-1], clauses, [[Change(number, placed)]], (), formatted(conduct, event))
    if not position.pending and len(position.central) >= 2:
        taken = [Change(n, None) for n in central_cards(stage)]
        yield Wrong("pile taken that nobody won", lot.randrange(table.game.players), ("DVA-3.1",), [taken])

"""Dinosaurs Vs. Army Men. Hands out the rules of a table (`build`, `for_position`), their class, the type of its seed,
and the types of its JSON."""

from companion.games.dinosaurs_vs_army_men.format import EventData, PositionData
from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed
from companion.games.dinosaurs_vs_army_men.rules import DinosaursVsArmyMen, build, for_position

__all__ = ["DinosaurSeed", "DinosaursVsArmyMen", "EventData", "PositionData", "build", "for_position"]

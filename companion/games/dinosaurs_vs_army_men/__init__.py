"""Dinosaurs Vs. Army Men. Hands out the rules of a table (`build`, `for_position`), their class, and the type of its
seed."""

from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed
from companion.games.dinosaurs_vs_army_men.rules import DinosaursVsArmyMen, build, for_position

__all__ = ["DinosaurSeed", "DinosaursVsArmyMen", "build", "for_position"]

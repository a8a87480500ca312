"""Adds recorded matches up: dice and their fairness, wins and lengths; and estimates the value of moves by playouts."""

from companion.statistics.move_values import Hint, explain_hint, hints, judge_hint
from companion.statistics.people import GamesWon, Pair, Person, person_key
from companion.statistics.playouts import Play, Played, Playout, play_out
from companion.statistics.statistics import Dice, Lengths, Statistics, Tally, Wins, dice_statistics
from companion.statistics.text import (
    UNFAIR,
    all_matches,
    as_csv,
    dice_name,
    face_name,
    game_line,
    needed,
    needed_line,
    pair_line,
    person_line,
    streak_line,
    verdict,
    won_of,
)

__all__ = [
    "UNFAIR",
    "Dice",
    "GamesWon",
    "Hint",
    "Lengths",
    "Pair",
    "Person",
    "Play",
    "Played",
    "Playout",
    "Statistics",
    "Tally",
    "Wins",
    "all_matches",
    "as_csv",
    "dice_name",
    "dice_statistics",
    "explain_hint",
    "face_name",
    "game_line",
    "hints",
    "judge_hint",
    "needed",
    "needed_line",
    "pair_line",
    "person_key",
    "person_line",
    "play_out",
    "streak_line",
    "verdict",
    "won_of",
]

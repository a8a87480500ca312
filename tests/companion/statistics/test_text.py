"""The sentences of the statistics, in English and in German."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from companion.statistics.fairness import fairness
from companion.statistics.statistics import Dice, FaceCount, Lengths, Statistics, Wins
from companion.statistics.text import all_matches, dice_name, face_name, game_line, needed_line, verdict, won_of
from companion.text import use_language

SIXTH = Fraction(1, 6)


def dice(name: str, *counts: int) -> Dice:
    faces = tuple(FaceCount(face, count, 0.2, 0.1, 0.3, 1 / 6) for face, count in enumerate(counts, 1))
    return Dice("doubles-wild", name, sum(counts), faces, fairness(counts, (SIXTH,) * 6), (SIXTH,) * 6)


LENGTH = Lengths("doubles-wild", 1234, 2, 31, 40.5, 196, 19.2)
WINS = Wins("doubles-wild", "Anna", 1, 0, 0.0, 0.79)


def test_statistics_are_told_in_german() -> None:
    use_language("de")
    assert all_matches(Statistics(1200, 1000, (), (), (), ())) == "1.200 Partien, davon 1.000 zu Ende gespielt"
    assert game_line(LENGTH) == (
        "1.234 Partien mit 31 bis 196 Ereignissen, die mittlere mit 40,5, die mittlere 19,2 Minuten lang; "
        "2 unentschieden"
    )
    assert game_line(msgspec.structs.replace(LENGTH, games=1, minutes=None)).startswith("1 Partie mit 31 bis 196 ")
    assert won_of(WINS) == "0 von 1 Partie (zwischen 0\N{NO-BREAK SPACE}% und 79\N{NO-BREAK SPACE}%)"
    fair, loaded = dice("red", 30, 31, 29, 30, 28, 32), dice("red", 90, 18, 18, 18, 18, 18)
    assert verdict(fair).startswith("nichts spricht gegen einen fairen Würfel: Ein Anteil von 1 aller")
    assert "Chi-Quadrat 0,33 bei 5 Freiheitsgraden" in verdict(fair)
    assert verdict(loaded).startswith("spricht gegen einen fairen Würfel: ")
    assert "genau ausgezählt" in verdict(dice("red", 1, 0, 2, 1, 0, 1))
    assert needed_line(fair, Fraction(1, 5)) == (
        "1.604 Würfel würden in 4 von 5 Fällen zeigen, dass eine Seite in 20,0\N{NO-BREAK SPACE}% der Fälle fällt"
    )


@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        ("en", ["red dice", "direction die", "Aliens", "4", "yellow", "WILD"]),
        ("de", ["Würfel in Rot", "Richtungswürfel", "Aliens", "4", "Gelb", "WILD"]),
    ],
)
def test_dice_and_faces_have_names(spoken: str, told: list[str]) -> None:
    use_language(spoken)
    names = [dice_name(dice(name, 1, 1, 1, 1, 1, 1)) for name in ("red", "direction die", "Aliens")]
    assert names + [face_name(face) for face in (4, "yellow", "wild")] == told

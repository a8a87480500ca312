"""Standings of a tournament with tie-breaks: Buchholz and Sonneborn-Berger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from companion.club.pairings import Pair

System = Literal["round-robin", "swiss", "knock-out"]


class Played(NamedTuple):
    """A pair of one round, and what the first of them got: 1, 0.5, 0; None while it is not known. A bye is 1."""

    round: int
    board: int
    pair: Pair
    points: float | None


class Line(NamedTuple):
    """One person."""

    place: int
    """Equals share one."""
    person: int
    points: float
    games: int
    won: int
    buchholz: float
    """The points of all whom they met, together; in a Swiss a bye counts as a game won against somebody with as many
    points as themselves, as FIDE has it (C.07 of 2024)."""
    sonneborn: float
    """The points of those whom they beat, and half of those with whom they drew; byes as in Buchholz."""


def points_of(people: int, played: Iterable[Played]) -> list[float]:
    """What each has, byes included."""
    points = [0.0] * people
    for one in played:
        if one.points is not None:
            points[one.pair.first] += one.points
            if one.pair.second is not None:
                points[one.pair.second] += 1 - one.points
    return points


def sonneborn_berger(results: Iterable[tuple[float, float]]) -> float:
    """Of the own result against each, and the points that they have in all."""
    return sum(result * points for result, points in results)


def standings(system: System, people: int, played: Sequence[Played]) -> list[Line]:
    """The lines, the first place first.

    A round robin is decided by points, Sonneborn-Berger, games won; a Swiss by points, Buchholz, Sonneborn-Berger,
    games won; a knock-out by how far somebody came. A bye is a point and no game.
    """
    points = points_of(people, played)
    met: list[list[tuple[float, int]]] = [[] for _ in range(people)]
    byes: list[list[tuple[float, int]]] = [[] for _ in range(people)]
    reached = [0] * people
    for one in played:
        first, second = one.pair
        if one.points is None:
            continue
        reached[first] = max(reached[first], one.round + (one.points == 1))
        if second is not None:
            reached[second] = max(reached[second], one.round + (one.points == 0))
            met[first].append((one.points, second))
            met[second].append((1 - one.points, first))
        elif system == "swiss":
            byes[first].append((one.points, first))
    lines = []
    for person in range(people):
        won = sum(result == 1 for result, _ in met[person])
        counted = met[person] + byes[person]
        buchholz = sum(points[other] for _, other in counted)
        berger = sonneborn_berger((result, points[other]) for result, other in counted)
        lines.append(Line(0, person, points[person], len(met[person]), won, buchholz, berger))

    def rank(line: Line) -> tuple[float, ...]:
        if system == "knock-out":
            return (reached[line.person],)
        if system == "round-robin":
            return line.points, line.sonneborn, line.won
        return line.points, line.buchholz, line.sonneborn, line.won

    lines.sort(key=lambda line: ([-one for one in rank(line)], line.person))
    places: list[int] = []
    for number, line in enumerate(lines, 1):
        equal = number > 1 and rank(lines[number - 2]) == rank(line)
        places.append(places[-1] if equal else number)
    return [line._replace(place=place) for line, place in zip(lines, places, strict=True)]

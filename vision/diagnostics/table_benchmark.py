"""Times the readings of a whole table: everything read again, after dice moved only, and while nothing moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from seeds import Page
from vision.boards import GridReader
from vision.camera import Frame, Image
from vision.cards import CardReader
from vision.dice import DiceReader
from vision.table import TableReader

RATE = 30.0
"""Frames a second."""
REST = 12
"""Frames in which a picture comes to rest and is read."""
IDLE = 30
"""Frames after that in which nothing moves."""


def table_times(
    pages: Sequence[Page],
    pictures: tuple[Image, Image],
    rounds: int,
    dice: DiceReader | None = None,
    boards: GridReader | None = None,
    cards: CardReader | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Seconds of every reading, by name: "whole" of one picture by itself; "dice moved" of a stream in which the two
    `pictures`, alike but for their dice, take turns; "idle" of its frames in between.

    "dice moved" is the frame in which the dice are read and the one that settles, in which the rest is, together: since
    the frames of a picture are equal here, the dice of each are read once.
    """
    reader = TableReader(pages, dice, boards, cards)
    times: dict[str, list[float]] = {"whole": [], "dice moved": [], "idle": []}
    reader.read(pictures[0])
    for _ in range(rounds):
        start = clock()
        reader.read(pictures[0])
        times["whole"].append(clock() - start)
    number = 0
    for turn in range(rounds + 1):
        longest = 0.0
        for _ in range(REST + IDLE):
            number += 1
            start = clock()
            look = reader.look(Frame(pictures[turn % 2], number / RATE))
            spent = clock() - start
            if look.settled and turn:
                times["dice moved"].append(longest + spent)
            longest = max(longest, spent)
            if not turn or look.settled:
                continue
            if look.state == "idle":
                times["idle"].append(spent)
    return times

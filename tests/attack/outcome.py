"""What came of one kind of attack."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Verdict = Literal["refused", "survived", "lost"]
"""Refused: in one line. Survived: taken, and all is well. Lost: something broke, hung or was lost."""
WORDS = 160
"""Letters of what is told of a loss."""


@dataclass
class Outcome:
    """Counts of one kind of attack."""

    what: str
    tried: int = 0
    refused: int = 0
    survived: int = 0
    lost: list[str] = field(default_factory=list)
    """A line each."""
    worst: float = 0.0
    """Seconds that one took."""
    memory: float = 0.0
    """Megabytes by which one made memory grow."""

    def note(self, verdict: Verdict, seconds: float, megabytes: float = 0.0, why: str = "") -> None:
        """Count one attack."""
        self.tried += 1
        self.refused += verdict == "refused"
        self.survived += verdict == "survived"
        if verdict == "lost":
            self.lost.append(" ".join(why.split())[:WORDS])
        self.worst, self.memory = max(self.worst, seconds), max(self.memory, megabytes)


def timed(work: Callable[[], Verdict]) -> tuple[Verdict, float]:
    """What came of some work, and how many seconds it took."""
    begun = time.monotonic()
    return work(), time.monotonic() - begun


def table(outcomes: list[Outcome]) -> str:
    """All of it, for people."""
    lines = [f"{'':22s} {'tried':>6s} {'refused':>8s} {'survived':>9s} {'lost':>5s} {'worst s':>8s} {'MB':>6s}"]
    for one in outcomes:
        lines.append(
            f"{one.what:22s} {one.tried:6d} {one.refused:8d} {one.survived:9d} {len(one.lost):5d} {one.worst:8.2f} "
            f"{one.memory:6.0f}"
        )
    lines += [f"  {one.what}: {why}" for one in outcomes for why in one.lost]
    return "\n".join(lines)

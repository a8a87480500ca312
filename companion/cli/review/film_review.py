"""What came of following one film: the match in the record, what was asked, what was ruled. Kept as JSON beside the
report, so that a film is followed anew only where an answer changes something."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.table import Colour


class FilmSettings(msgspec.Struct, frozen=True):
    """What a file beside a film says of it; what else stands there, as in the truth of a rendered film, is left."""

    game: str | None = None
    players: int = 2
    options: dict[str, Any] = {}
    colours: tuple[Colour, ...] = ()
    """Of the pieces of each seat; none: those in the box."""
    names: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody says to one question of a film."""

    film: str
    """SHA-256 of the film, in hexadecimal digits."""
    time: float
    """Of the question, in seconds of the film."""
    choice: str = ""
    """One of its choices, by its words; empty where none was true."""
    event: str = ""
    """What was done instead, as `companion watch` takes it typed."""


class Answers(msgspec.Struct, forbid_unknown_fields=True):
    """A file of answers, as the page of a report saves it."""

    answers: list[Answer]


class Asked(msgspec.Struct, kw_only=True):
    """One question of the referee."""

    time: float
    """Seconds of the film."""
    seen: float
    """Seconds of the film at which the table was seen that it is about."""
    text: str
    choices: tuple[str, ...]
    """Likeliest first."""
    picture: str
    """The picture of that moment, a file beside the report."""
    settled: str = ""
    """What ended the question: an answer, or what was seen later; empty while it is open."""


class Ruled(msgspec.Struct, kw_only=True, frozen=True):
    """One act that was against the rules."""

    time: float
    text: str
    clauses: tuple[tuple[str, str], ...]
    """Each clause that it breaks, with its sentence."""
    picture: str


class FilmReview(msgspec.Struct, kw_only=True):
    """One film, followed."""

    film: str
    """Its path as from the folder of films."""
    sha256: str
    version: str
    """Of the program and its networks."""
    game: str = ""
    match: str = ""
    """Its id in the record; empty where nothing could be followed."""
    seconds: float = 0.0
    answers: tuple[Answer, ...] = ()
    """Those that were taken in."""
    unused: tuple[Answer, ...] = ()
    """Those to which there was no question, or that were not possible there."""
    asked: list[Asked] = []
    ruled: list[Ruled] = []
    trouble: str = ""
    """Why it was not followed, or not to its end, in one line."""

    @property
    def open(self) -> Asked | None:
        """The first question that nobody and nothing has answered; those after it may rest on it."""
        return next((one for one in self.asked if not one.settled), None)

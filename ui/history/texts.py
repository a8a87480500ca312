"""Texts of the history's pages: a match in a line, an event with where it came from, what a deletion takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games import title_of as title_in_list
from companion.match import LONGEST_FILM, SetUp, Source, StandingEvent
from companion.record import Summary, outcome_text
from companion.rules import Game, Outcome, Texts
from companion.text import date_of, later, listed, one_line, say, say_count, spoken_name
from ui.match import ORIGINS

MONTHS = (
    later("January"), later("February"), later("March"), later("April"), later("May"), later("June"), later("July"),
    later("August"), later("September"), later("October"), later("November"), later("December"),
)  # fmt: skip


def title_of(game: str) -> str:
    """The game's name; its id where this program does not know it."""
    return one_line(title_in_list(game))


def players_text(summary: Summary) -> str:
    """The players by name, or how many they are."""
    names = [spoken_name(name) or say("player {number}", number=seat + 1) for seat, name in enumerate(summary.names)]
    return listed(names) if any(summary.names) else say("{count} players", count=summary.players)


def seat_names(game: Game) -> tuple[str, ...]:
    """What each seat is called: by name where names were given."""
    return tuple(map(game.seat_name, range(game.players)))


def full_name(game: Texts, seat: int) -> str:
    """A player with what the game's own words call this seat: `Anna, Yellow`."""
    return ", ".join(dict.fromkeys((game.seat_name(seat), game.seat_word(seat))))


def date_text(seconds: float) -> str:
    """A date by the clock on this wall: `21 September 2026, 14:13`."""
    date = date_of(seconds)
    month = say(MONTHS[date.month - 1])
    return say("{day} {month} {year}, {time}", day=date.day, month=month, year=date.year, time=f"{date:%H:%M}")


def clock_time(seconds: float | None) -> str:
    """When an event was told: the time of the day, or how far into the film; empty where nobody noted it."""
    if seconds is None:
        return ""
    if seconds < LONGEST_FILM:
        minutes, rest = divmod(int(seconds), 60)
        return say("{time} into the film", time=f"{minutes}:{rest:02}")
    return f"{date_of(seconds):%H:%M:%S}"


def status_text(summary: Summary, outcome: Outcome | None = None) -> str:
    """How a match stands, or how it ended: by its `outcome`, where the whole match is at hand."""
    if outcome is not None:
        return outcome.how
    if summary.outcome is not None:
        return outcome_text(summary)
    return say("Not over yet") if summary.state == "playing" else say("Left before its end")


def result_words(outcome: Outcome, seat_name: Callable[[int], str]) -> str:
    """Who has won, to be read from across the room."""
    first = [seat_name(seat) for seat in outcome.ranking[0]]
    if len(outcome.ranking) == 1:
        return say("A draw")
    if len(first) == 1:
        return say("{name} wins", name=first[0])
    return say("{names} win", names=listed(first))


def resume_sentence(summary: Summary) -> str:
    """The match that could go on, in a line."""
    return say_count(
        "{players}, begun {when}, {count:,} entry so far",
        "{players}, begun {when}, {count:,} entries so far",
        summary.entries,
        players=players_text(summary),
        when=date_text(summary.started),
    )


def deletion_text(summary: Summary, sure: bool) -> str:
    """What deleting a match takes with it; `sure`: for the second time."""
    match = f"{title_of(summary.game)}, {players_text(summary)}, {date_text(summary.started)}"
    if sure:
        return say("{match}: nothing can bring it back. An export keeps it outside this record.", match=match)
    return say_count(
        "{match}: its {count:,} entry, its score sheet and any pictures kept with it are lost, and the statistics no "
        "longer count it.",
        "{match}: its {count:,} entries, its score sheet and any pictures kept with it are lost, and the statistics no "
        "longer count it.",
        summary.entries,
        match=match,
    )


def course_text(names: Sequence[str], course: Sequence[Sequence[int]]) -> str:
    """The course of the score for those who hear it: how it ended, and who led since when."""
    last = course[-1]
    ends = listed([f"{name} {score}" for name, score in zip(names, last, strict=True)])
    said = say_count(
        "The score over {count:,} event: {ends}.",
        "The score over {count:,} events: {ends}.",
        len(course) - 1,
        ends=ends,
    )
    best = max(last)
    if list(last).count(best) > 1:
        return said + " " + say("It is level.")
    leader = list(last).index(best)
    led = len(course) - 1
    while led > 0 and all(score < course[led - 1][leader] for n, score in enumerate(course[led - 1]) if n != leader):
        led -= 1
    if led:
        return said + " " + say("{name} leads since event {number}.", name=names[leader], number=led)
    return said + " " + say("{name} leads from the start.", name=names[leader])


def source_text(moment: StandingEvent) -> str:
    """Where an event came from, however it was corrected since."""
    if isinstance(moment.event, SetUp):
        return say("set up by the players")
    newest, first = moment.played.source, moment.first
    words = say(_SOURCES[newest])
    return say("{source}, first {other}", source=words, other=say(_SOURCES[first])) if newest != first else words


_SOURCES: dict[Source, str] = {**ORIGINS, "seen": later("seen by the camera")}


def confidence_text(moment: StandingEvent) -> str:
    """How sure the eyes were; empty where nothing was noted, and where they told nothing of it."""
    played = moment.played
    confidence = None if played.source in ("typed", "lot", "program") else played.confidence
    return "" if confidence is None else say("{share:.0%} sure", share=confidence)

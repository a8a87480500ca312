"""Tells what was taken back and corrected on the way to the events of a match that stand."""

from __future__ import annotations

from companion.match import Corrected, Journal, StandingEvent, Undone, step_text
from companion.text import say


def revisions(journal: Journal) -> tuple[tuple[str, ...], ...]:
    """For each event that stands a sentence on whatever stood in its place before, oldest first; and, last of all, for
    what was taken back at the end. What was taken back and is there again is not told."""
    game = journal.game
    notes: list[list[str]] = []
    open_notes: list[str] = []
    """Of the place after the last event that stands."""
    taken: dict[int, str] = {}
    """The newest event taken back from each place, until something stands there again."""
    played = Journal(game, journal.start)
    before: tuple[StandingEvent, ...] = ()

    def text(moment: StandingEvent) -> str:
        return step_text(game, moment.before, moment.event)

    for entry in journal.entries:
        played.add(entry)
        now = played.history()
        if isinstance(entry, Undone):
            for place in range(len(now), len(before)):
                taken[place] = text(before[place])
            del notes[len(now) :]
        elif isinstance(entry, Corrected):
            changed = _corrected(entry, [text(one) for one in before], notes)
            fell = [text(one) for one in before[len(before) - entry.fell :]] if entry.fell else []
            del notes[len(now) :]
            for line in changed:
                if entry.index < len(notes):
                    notes[entry.index].append(line)
                else:
                    open_notes.append(line)
            open_notes += [say("did not count any more: {event}", event=one) for one in fell]
        else:
            place = len(now) - 1
            was, own = taken.pop(place, None), open_notes
            if was is not None and was != text(now[-1]):
                own = [*own, say("taken back: {event}", event=was)]
            notes.append(own)
            open_notes = []
        before = now
    end = [*open_notes, *(say("taken back: {event}", event=taken[place]) for place in sorted(taken))]
    return (*map(tuple, notes), tuple(end))


def _corrected(entry: Corrected, texts: list[str], notes: list[list[str]]) -> list[str]:
    """What a correction says at its own place; the notes of events that it removes or reads anew change here."""
    for one in entry.reread:
        notes[one.place].append(say("read anew after a correction, before: {event}", event=texts[one.place]))
    if entry.event is None:
        return [*notes.pop(entry.index), say("taken out: {event}", event=texts[entry.index])]
    return [say("corrected, before: {event}", event=texts[entry.index])]

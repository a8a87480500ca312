"""What the screens say about a game: one sentence for what is awaited, one line for each entry of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from companion.match import Entry, Journal, Played, StandingEvent, Undone, step_text
from companion.match import Source as Origin
from companion.rules import ZonedGame
from companion.table import Colour, colour_name
from companion.text import later, later_as, listed, say, say_as, say_count
from ui.dice_table import Kind, Scene
from ui.match.session import MatchScene, MatchSession

NUMBERS = (
    later_as("dice", "no"), later_as("dice", "one"), later_as("dice", "two"), later_as("dice", "three"),
    later_as("dice", "four"), later_as("dice", "five"), later_as("dice", "six"), later_as("dice", "seven"),
    later_as("dice", "eight"), later_as("dice", "nine"),
)  # fmt: skip
ZONES = {
    "rally": later_as("zone", "Rally"),
    "combat": later_as("zone", "Combat"),
    "scoring": later_as("zone", "Scoring"),
}

ORIGINS: dict[Origin, str] = {
    "seen": later("seen on the table"),
    "typed": later("typed or confirmed"),
    "lot": later("drawn by lot"),
    "chosen": later("chosen on screen"),
    "recorded": later("from the recording"),
    "corrected": later("corrected by a player"),
}


def number(count: int) -> str:
    """A small number as a word."""
    return say_as("dice", NUMBERS[count]) if count < len(NUMBERS) else str(count)


def dice(count: int) -> str:
    """`one die`, `two dice`."""
    return say_count("{number} die", "{number} dice", count, number=number(count))


def zone_name(zone: str) -> str:
    """What players call a zone of the table."""
    return say_as("zone", ZONES[zone])


def awaited_sentence(game: ZonedGame, scene: Scene) -> str:
    """Whose turn it is and what is awaited."""
    awaited = scene.awaited
    if scene.outcome is not None or awaited.seat is None:
        return scene.outcome.how if scene.outcome is not None else say("The game is over.")
    name = game.seat_name(awaited.seat)
    if awaited.need == "roll":
        return say("{name}: roll {dice} into Combat.", name=name, dice=dice(awaited.dice or 0))
    if not scene.moves.groups:
        return say("{name}: no attack is possible, choose a rally.", name=name)
    return say("{name}: choose an attack or a rally.", name=name)


def advice(scene: Scene, kind: Kind) -> str:
    """What happens next on the table, in one quiet line; empty where there is nothing to add."""
    if scene.awaited.need != "roll":
        return ""
    if not scene.follows or scene.ended:
        return say("Type the roll, or draw it by lot.")
    if scene.seeing == "lost":
        return say("There is no picture: type the roll, or draw it by lot.")
    if kind == "pictures" and scene.ask is None:
        return say("Show a picture of the thrown dice, type the roll, or draw it by lot.")
    if scene.seeing == "moving":
        return say("Something moves: the dice are read when they lie still.")
    return say("The dice are read when they lie still.")


def hands_to_do(game: ZonedGame, moments: Sequence[StandingEvent], colours: Mapping[int, Colour]) -> str:
    """What hands have to do on the table after these events, in one line; empty where there is nothing to be done."""
    jobs: list[str] = []
    for moment in moments:
        before = {(pile.owner, pile.zone): pile for pile in game.piles(moment.before)}
        after = {(pile.owner, pile.zone): pile for pile in game.piles(moment.after)}
        rolled = tuple(game.format_event(moment.event)["faces"]) if moment.chance else ()  # type: ignore[arg-type]
        for owner in range(game.players):
            thrown = rolled if before[owner, "combat"].rolling else ()
            had = Counter((*(before[owner, "combat"].faces or ()), *thrown))
            now = Counter(after[owner, "combat"].faces or ())
            gone, come = had - now, now - had
            lost = Counter(after[owner, "scoring"].faces or ()) - Counter(before[owner, "scoring"].faces or ())
            if after[owner, "combat"].rolling:
                continue  # these dice go to the hand, which the awaited roll already says
            gone -= lost
            colour = colour_name(colours[owner], "of dice")
            if come:  # turned from rank to rank; what is left over is spent
                turned = Counter({face - 1: count for face, count in come.items()})
                gone -= turned
                jobs.append(say("turn the {colour} {faces} one rank higher", colour=colour, faces=_faces(turned)))
            if gone:
                jobs.append(say("{colour} {faces} to Rally", colour=colour, faces=_faces(gone)))
            if lost:
                jobs.append(say("{colour} {faces} to Scoring", colour=colour, faces=_faces(lost)))
    return "; ".join(jobs)


def _faces(faces: Counter[int]) -> str:
    return ", ".join(str(face) for face in sorted(faces.elements()))


class HistoryLine(NamedTuple):
    """One entry of the record, ready to be shown."""

    text: str
    origin: Origin | None
    """None for an undo."""
    stands: bool
    """False for what was undone later."""


def history_lines(game: ZonedGame, entries: Sequence[Entry]) -> list[HistoryLine]:
    """The record, oldest first; what was undone or corrected stays in it."""
    lines: list[HistoryLine] = []
    journal = Journal(game)
    standing: list[int] = []
    """The line of each event that stands."""

    def strike(index: int) -> str:
        lines[index] = lines[index]._replace(stands=False)
        return lines[index].text

    def write(moment: StandingEvent, origin: Origin, word: str = "{event}") -> None:
        standing.append(len(lines))
        lines.append(HistoryLine(say(word, event=step_text(game, moment.before, moment.event)), origin, True))

    for entry in entries:
        journal.add(entry)
        if isinstance(entry, Undone):
            for _ in range(entry.count):
                lines.append(HistoryLine(say("Undone: {event}", event=strike(standing.pop())), None, True))
            continue
        stands = journal.history()
        if isinstance(entry, Played):
            write(stands[-1], entry.source)
            continue
        old, *following = standing[entry.index :]
        del standing[entry.index :]
        text = strike(old)
        if entry.event is None:
            lines.append(HistoryLine(say("Taken out: {event}", event=text), entry.source, True))
        else:
            write(stands[entry.index], entry.source, later("Corrected: {event}"))
        reread = {one.place for one in entry.reread}
        for index, line in enumerate(following, entry.index + 1):
            if index > entry.index + len(following) - entry.fell:
                strike(line)
            elif index in reread:
                strike(line)
                write(stands[len(standing)], stands[len(standing)].played.source, later("Read again: {event}"))
            else:
                standing.append(line)
    return lines


def match_sentence(session: MatchSession, scene: MatchScene) -> str:
    """What a match waits for, in one sentence; how it ended, once it has."""
    if scene.outcome is not None:
        return scene.outcome.how
    awaited = scene.awaited
    who = say("Everybody") if awaited.seat is None else session.seat_name(awaited.seat)
    if awaited.need == "roll":
        if awaited.by_colour:
            each = listed(
                [
                    say_as("dice", "{count} {colour}", count=count, colour=colour_name(cast(Colour, colour), "of dice"))
                    for colour, count in awaited.by_colour.items()
                ]
            )
            return say("{who}: roll {dice} dice.", who=who, dice=each)
        if awaited.dice is None:
            return say("{who}: roll the dice.", who=who)
        return say_count("{who}: roll {count} die.", "{who}: roll {count} dice.", awaited.dice, who=who)
    if awaited.need == "flip":
        return say("{who}: flip a card.", who=who)
    if awaited.need == "smack":
        return say("Smack Attack!: hands on the pile.")
    return say("{who}: your move.", who=who)

"""What the screens say about a game: one sentence for what is awaited, one line for each entry of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.game import ZonedGame
from companion.journal import Entry, Journal, Moment, Played, Undone
from companion.journal import Source as Origin
from companion.steps import step_text
from companion.table import Colour
from ui.match_session import MatchScene, MatchSession
from ui.session import Kind, Scene

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

ORIGINS: dict[Origin, str] = {
    "seen": "seen on the table",
    "typed": "typed or confirmed",
    "lot": "drawn by lot",
    "chosen": "chosen on screen",
    "recorded": "from the recording",
    "corrected": "corrected by a player",
}


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def dice(count: int) -> str:
    """`one die`, `two dice`."""
    return f"{number(count)} {'die' if count == 1 else 'dice'}"


def awaited_sentence(game: ZonedGame, scene: Scene) -> str:
    """Whose turn it is and what is awaited."""
    awaited = scene.awaited
    if scene.outcome is not None or awaited.seat is None:
        return scene.outcome.how if scene.outcome is not None else "The game is over."
    name = game.seat_name(awaited.seat)
    if awaited.need == "roll":
        return f"{name}: roll {dice(awaited.dice or 0)} into Combat."
    if not scene.moves.groups:
        return f"{name}: no attack is possible, choose a rally."
    return f"{name}: choose an attack or a rally."


def advice(scene: Scene, kind: Kind) -> str:
    """What happens next on the table, in one quiet line; empty where there is nothing to add."""
    if scene.awaited.need != "roll":
        return ""
    if not scene.follows or scene.ended:
        return "Type the roll, or draw it by lot."
    if scene.seeing == "lost":
        return "There is no picture: type the roll, or draw it by lot."
    if kind == "pictures" and scene.ask is None:
        return "Show a picture of the thrown dice, type the roll, or draw it by lot."
    if scene.seeing == "moving":
        return "Something moves: the dice are read when they lie still."
    return "The dice are read when they lie still."


def hands_to_do(game: ZonedGame, moments: Sequence[Moment], colours: Mapping[int, Colour]) -> str:
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
            colour = colours[owner]
            if come:  # turned from rank to rank; what is left over is spent
                turned = Counter({face - 1: count for face, count in come.items()})
                gone -= turned
                jobs += [f"turn the {colour} {_faces(turned)} one rank higher"]
            if gone:
                jobs.append(f"{colour} {_faces(gone)} to Rally")
            if lost:
                jobs.append(f"{colour} {_faces(lost)} to Scoring")
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

    def write(moment: Moment, origin: Origin, word: str = "") -> None:
        standing.append(len(lines))
        lines.append(HistoryLine(word + step_text(game, moment.before, moment.event), origin, True))

    for entry in entries:
        journal.add(entry)
        if isinstance(entry, Undone):
            for _ in range(entry.count):
                lines.append(HistoryLine(f"Undone: {strike(standing.pop())}", None, True))
            continue
        stands = journal.history()
        if isinstance(entry, Played):
            write(stands[-1], entry.source)
            continue
        old, *later = standing[entry.index :]
        del standing[entry.index :]
        text = strike(old)
        if entry.event is None:
            lines.append(HistoryLine(f"Taken out: {text}", entry.source, True))
        else:
            write(stands[entry.index], entry.source, "Corrected: ")
        reread = {one.place for one in entry.reread}
        for index, line in enumerate(later, entry.index + 1):
            if index > entry.index + len(later) - entry.fell:
                strike(line)
            elif index in reread:
                strike(line)
                write(stands[len(standing)], stands[len(standing)].played.source, "Read again: ")
            else:
                standing.append(line)
    return lines


def match_sentence(session: MatchSession, scene: MatchScene) -> str:
    """What a match waits for, in one sentence; how it ended, once it has."""
    if scene.outcome is not None:
        return scene.outcome.how
    awaited = scene.awaited
    who = "Everybody" if awaited.seat is None else session.seat_name(awaited.seat)
    if awaited.need == "roll":
        if awaited.by_colour:
            dice = " and ".join(f"{count} {colour}" for colour, count in awaited.by_colour.items()) + " dice"
        else:
            dice = "the dice" if awaited.dice is None else "1 die" if awaited.dice == 1 else f"{awaited.dice} dice"
        return f"{who}: roll {dice}."
    if awaited.need == "flip":
        return f"{who}: flip a card."
    if awaited.need == "smack":
        return "Smack Attack!: hands on the pile."
    return f"{who}: your move."

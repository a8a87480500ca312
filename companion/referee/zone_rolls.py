"""What the table shows, in terms of the game: the awaited roll, a question to the players, or a desync.

The referee knows no game: it asks `awaited` and `piles` what has to lie where. A doubtful die makes no event by
itself. Where the position leaves a single answer and the reading agrees with it, the answer counts; everything else
becomes a question that names one thing to do. A view must be of a rest that came after the dice were thrown: dice that
lie as before the throw look like a roll that repeats them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from companion.rules import Event, Pile, ZonedGame
from companion.table import Colour, Die, TableView, Zones, colour_name
from companion.text import say, say_count, upper

__all__ = ["Answer", "Desync", "Explained", "Question", "Seating", "check", "explain"]

MOST_CHOICES = 4
"""Complete rolls that a question offers at most; raising it shows less likely ones too."""


class Seating(msgspec.Struct, frozen=True):
    """Which colour of dice belongs to which seat."""

    colours: dict[int, Colour]

    def __post_init__(self) -> None:
        if len(set(self.colours.values())) != len(self.colours):
            raise ValueError(f"two seats cannot share a colour of dice: {self.colours}")

    @classmethod
    def usual(cls, game: ZonedGame) -> Seating:
        """The colours that the dice of this game have in the box."""
        return cls({seat: game.usual_colour(seat) for seat in range(game.players)})


class Explained(msgspec.Struct, frozen=True):
    """The one event that the view shows."""

    event: Event
    sure: bool = True


class Question(msgspec.Struct, frozen=True):
    """The view alone does not tell; the players do."""

    reason: str
    """One line with the one thing to do."""
    needs: Literal["faces", "fewer", "more", "yes"]
    """What is wrong: faces to be said, dice missing, dice too many, or a roll to be confirmed."""
    choices: tuple[Event, ...] = ()
    """Complete answers to choose from, likeliest first."""
    dice: tuple[int, ...] = ()
    """Which dice of the view are meant, as indices."""


class Desync(msgspec.Struct, frozen=True):
    """No legal event leads to this view."""

    reason: str
    dice: tuple[int, ...] = ()


Answer: TypeAlias = Explained | Question | Desync | None
"""None: no roll is awaited, or the view holds no answer yet."""


class _Seen(NamedTuple):
    """The dice of a roll and those kept beside it, as the view has them."""

    certain: list[int]
    """Faces that count."""
    doubtful: list[tuple[int, Die]]
    """Dice whose face does not count by itself, with their index in the view."""


def explain(game: ZonedGame, position: Any, view: TableView, zones: Zones, seating: Seating) -> Answer:
    """What `view` says about the roll that `position` awaits."""
    pile = next((pile for pile in game.piles(position) if pile.rolling), None)
    if pile is None or game.awaited(position).need != "roll":
        return None
    colour, expected = seating.colours[pile.owner], pile.count + pile.rolling
    there = [(i, die) for i, die in enumerate(view.dice) if zones.name_of(die, view.width) == pile.zone]
    own = [(i, die) for i, die in there if die.colour == colour]
    strangers = [(i, die) for i, die in there if die.colour not in seating.colours.values()]
    seen = _split(own)
    if len(own) < expected:
        if not strangers and len(own) <= pile.count and _less(pile.faces or (), seen.certain) is not None:
            return None  # only what was not rolled lies there: the rest is still in the hand
        return _too_few(game, pile, seen, strangers, colour, expected)
    if len(own) > expected:
        surplus = len(own) - expected
        doubted = tuple(i for i, _ in sorted(seen.doubtful, key=lambda one: one[1].confidence))
        reason = say_count(
            "I see {found} {colour} dice in {zone} and expected {expected}: move the one too many out of it or type "
            "the roll",
            "I see {found} {colour} dice in {zone} and expected {expected}: move the {count} too many out of it or "
            "type the roll",
            surplus,
            found=len(own),
            colour=colour_name(colour, "of dice"),
            zone=_title(pile.zone),
            expected=expected,
        )
        sound = _less(seen.certain, pile.faces or ()) if len(seen.certain) == expected else None
        choices = () if sound is None else (game.rolled(sound),)  # what the certain dice alone would be
        return Question(reason, "more", choices, doubted)
    return _weighed(game, position, pile, seen, colour, view)


def _weighed(
    game: ZonedGame, position: Any, pile: Pile, seen: _Seen, colour: Colour, view: TableView
) -> Explained | Question | Desync:
    """The answer where as many dice lie there as must."""
    kept = pile.faces or ()
    missing = sorted((Counter(kept) - Counter(seen.certain)).elements())
    if len(missing) > len(seen.doubtful):
        line = say(
            "{zone} should still hold {kept} beside the roll, and {missing} is not there: turn it back, or correct "
            "what I misread",
            zone=_title(pile.zone),
            kept=_faces(kept),
            missing=_faces(missing),
        )
        return Desync(line, tuple(i for i, _ in seen.doubtful))
    values = sorted(die.value or 0 for _, die in seen.doubtful)
    if values == missing:  # nothing is doubtful, or all that is has to be kept dice and reads like them
        rolled = _less((*seen.certain, *values), kept)
        assert rolled is not None
        event = game.rolled(rolled)
        if view.unsure and not _all_seen(game, position, pile.owner, view, colour):
            asked = say("Something may be covered: was the roll {faces}?", faces=_faces(rolled))
            return Question(asked, "yes", (event,))
        return Explained(event)
    choices = _choices(game, kept, seen)
    unknown = [i for i, die in seen.doubtful if die.value is None]
    count = len(seen.doubtful)
    where = {"colour": colour_name(colour, "of dice"), "zone": _title(pile.zone)}
    if count > 1:
        reason = say(
            "{number} {colour} dice in {zone} are not clear to me: tap each and say what it shows",
            number=count,
            **where,
        )
    elif unknown:
        reason = say("One {colour} die in {zone} shows no face I know: tap it and say what it shows", **where)
    else:
        reason = say("One {colour} die in {zone} is not clear to me: tap it and say what it shows", **where)
    if choices:
        reason = say("{task}, or choose the roll", task=reason)
    return Question(reason, "faces", choices, tuple(i for i, _ in seen.doubtful))


def _too_few(
    game: ZonedGame, pile: Pile, seen: _Seen, strangers: list[tuple[int, Die]], colour: Colour, expected: int
) -> Question:
    found = len(seen.certain) + len(seen.doubtful)
    told = {"found": found, "colour": colour_name(colour, "of dice"), "zone": _title(pile.zone), "expected": expected}
    if found + len(strangers) == expected:
        choices = _choices(game, pile.faces or (), _Seen(seen.certain, seen.doubtful + strangers))
        reason = say_count(
            "I see {found} {colour} dice in {zone} and expected {expected}, and {count} of no player's colour: give "
            "it more light or type the roll",
            "I see {found} {colour} dice in {zone} and expected {expected}, and {count} of no player's colour: give "
            "them more light or type the roll",
            len(strangers),
            **told,
        )
        return Question(reason, "fewer", choices, tuple(i for i, _ in strangers))
    absent = expected - found
    if found == 1:
        seen_so_far = say("I see {found} {colour} die in {zone} and expected {expected}", **told)
    else:
        seen_so_far = say("I see {found} {colour} dice in {zone} and expected {expected}", **told)
    reason = say_count(
        "{seen}: move the missing one into view or type the roll",
        "{seen}: move the missing {count} into view or type the roll",
        absent,
        seen=seen_so_far,
    )
    return Question(reason, "fewer")


def _choices(game: ZonedGame, kept: Sequence[int], seen: _Seen) -> tuple[Event, ...]:
    """The likeliest complete rolls that leave the kept dice as they were."""
    weights: dict[tuple[int, ...], float] = {tuple(seen.certain): 1.0}
    for _, die in seen.doubtful:
        grown: dict[tuple[int, ...], float] = {}
        for faces, weight in weights.items():
            for face, probability in _readings(die):
                key = tuple(sorted((*faces, face)))
                grown[key] = grown.get(key, 0.0) + weight * probability
        weights = grown
    rolls: list[tuple[float, tuple[int, ...]]] = []
    for faces, weight in weights.items():
        rolled = _less(faces, kept)
        if rolled is not None:
            rolls.append((-weight, rolled))
    return tuple(game.rolled(rolled) for _, rolled in sorted(rolls)[:MOST_CHOICES])


def _readings(die: Die) -> list[tuple[int, float]]:
    """The faces that a doubtful die may show, with their weights; every face where nothing is known."""
    readings = dict(die.alternatives)
    if die.value is not None:
        readings[die.value] = max(die.confidence, readings.get(die.value, 0.0))
    return sorted(readings.items()) if readings else [(face, 1 / 6) for face in range(1, 7)]


def _split(dice: Sequence[tuple[int, Die]]) -> _Seen:
    certain = [die.value for _, die in dice if die.certain and die.value is not None]
    return _Seen(sorted(certain), [(i, die) for i, die in dice if not die.certain or die.value is None])


def _less(faces: Sequence[int], taken: Sequence[int]) -> tuple[int, ...] | None:
    """`faces` without those taken, sorted; None where one of them is not there."""
    left = Counter(faces)
    left.subtract(taken)
    return None if any(count < 0 for count in left.values()) else tuple(sorted(left.elements()))


def _all_seen(game: ZonedGame, position: Any, owner: int, view: TableView, colour: Colour) -> bool:
    """Whether every die of a seat is in the view, so that none of them can be covered."""
    expected = sum(pile.count + pile.rolling for pile in game.piles(position) if pile.owner == owner)
    return sum(die.colour == colour for die in view.dice) >= expected


def check(game: ZonedGame, position: Any, view: TableView, zones: Zones, seating: Seating) -> list[str]:
    """How table and position differ, a line each; empty where they agree as far as the view can tell.

    A doubtful die may be any face. The zone that awaits a roll is left to `explain`.
    """
    lying = zones.sort(view)
    differences = []
    for pile in game.piles(position):
        if pile.rolling:
            continue
        colour = seating.colours[pile.owner]
        dice = [die for die in lying.get(pile.zone, ()) if die.colour == colour]
        seen = _split(list(enumerate(dice)))
        if len(dice) == pile.count and (pile.faces is None or _less(pile.faces, seen.certain) is not None):
            continue
        both = {"expected": _described(pile, colour), "seen": _counted(pile, seen)}
        differences.append(say("{zone}: expected {expected} and see {seen}", zone=_title(pile.zone), **both))
    for zone, dice in lying.items():
        strangers = sum(die.colour not in seating.colours.values() for die in dice)
        if strangers:
            differences.append(
                say_count(
                    "{zone}: {count} die of no player's colour",
                    "{zone}: {count} dice of no player's colour",
                    strangers,
                    zone=_title(zone),
                )
            )
    return differences


def _described(pile: Pile, colour: Colour) -> str:
    faces = f" ({_faces(pile.faces)})" if pile.faces else ""
    named = colour_name(colour, "of dice")
    return say_count("{count} {colour} die", "{count} {colour} dice", pile.count, colour=named) + faces


def _counted(pile: Pile, seen: _Seen) -> str:
    count = len(seen.certain) + len(seen.doubtful)
    if pile.faces is None or not count:
        return str(count)
    return f"{count} ({', '.join([*map(str, seen.certain), *'?' * len(seen.doubtful)])})"


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))


def _title(zone: str) -> str:
    return upper(say(zone))

"""Kinds of dice that a match can be played with: pips, our stickers, or faces learnt from the players' own dice."""

from __future__ import annotations

from typing import NamedTuple

import companion
import seeds
from companion.text import LANGUAGES, current_language, later, say
from seeds import symbols_of
from vision.symbols import FaceSet, SetError, Store, all_of

STICKERS, OWN = "stickers", "set:"
"""The stickers of the print kit; what comes before the name of a set that was learnt. Nothing at all: pips."""
PIPS_TEXT, STICKERS_TEXT = (
    later("Dice with pips: the rank is their number"),
    later("Dice with the stickers of the print kit"),
)
OWN_TEXT = later("Own dice: the set {name}")
LACKS_ONE = later("the set {name} lacks {units}: show it on the page “Learn own dice”, or choose other dice")
LACKS = later("the set {name} lacks {units}: show them on the page “Learn own dice”, or choose other dice")
NO_UNITS = later("{game} is played with plain dice")


class DiceKind(NamedTuple):
    """One choice."""

    value: str
    text: str


def units_of(game_id: str) -> tuple[str, ...]:
    """What the faces of a game's dice may show instead of pips, side by side; empty where they show nothing else."""
    return _units(game_id, current_language()) if symbols_of(game_id) else ()


def _units(game_id: str, language: str) -> tuple[str, ...]:
    return tuple(unit for side in seeds.units_of(game_id, language) for unit in side)


def dice_to_choose(game_id: str, sets: Store | None = None) -> tuple[DiceKind, ...]:
    """The kinds of dice that a game can be played with: of the learnt sets those that have all its units."""
    if not units_of(game_id):
        return ()
    known = sets or Store()
    kinds = [DiceKind("", say(PIPS_TEXT)), DiceKind(STICKERS, say(STICKERS_TEXT))]
    try:
        own = known.own()
    except SetError:
        own = []
    for name in own:
        try:
            faces_for(game_id, OWN + name, known)
        except SetError:
            continue
        kinds.append(DiceKind(OWN + name, say(OWN_TEXT, name=name)))
    return tuple(kinds)


def faces_for(game_id: str, dice: str, sets: Store | None = None) -> FaceSet | None:
    """The faces that are read, each called as the game's seed calls its unit; None: pips. They may have been learnt by
    the names of any language. Raises face_sets.SetError."""
    if not dice:
        return None
    units = units_of(game_id)
    if not units:
        raise SetError(say(NO_UNITS, game=companion.load(game_id).title))
    if dice == STICKERS:
        return all_of(symbols_of(game_id))
    faces = (sets or Store()).load(dice.removeprefix(OWN))
    written = {name.casefold(): name for name in faces.names}
    called = _called(game_id)
    own = [next((written[name.casefold()] for name in names if name.casefold() in written), None) for names in called]
    lacking = [unit for unit, name in zip(units, own, strict=True) if name is None]
    if lacking:
        raise SetError(say(LACKS_ONE if len(lacking) == 1 else LACKS, name=faces.name, units=", ".join(lacking)))
    for (unit, *_), name in zip(called, own, strict=True):
        if name is not None and name != unit:
            faces = faces.renamed(name, unit)
    return faces


def _called(game_id: str) -> tuple[tuple[str, ...], ...]:
    """What each unit is called in every language, in the order of `units_of`; its name in the seed comes first."""
    return tuple(zip(*(_units(game_id, language) for language in LANGUAGES), strict=True))

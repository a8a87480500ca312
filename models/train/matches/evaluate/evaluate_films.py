"""Evaluates the reading of tables on films of matches:
`python -m models.train.matches.evaluate.evaluate_films matches/*.mp4`.

Each rest of a match is compared with the newest settled view of it. `seen`: there was one. `right`: every die, piece
and upper card is read as it lies there, doubtful readings counted by their likeliest answer. `certain`: and none is in
doubt. `silent`: something that was certain is wrong, or something lies there that nobody doubted was absent.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.table.view import Die, TableView
from models.train.matches.stage import DIE
from seeds import board_of
from vision.camera.frame import Frame
from vision.motion.roll_detector import Roll
from vision.table.table_factory import table_reader_for

APART = 14.0
"""Millimetres within which a die that is seen is taken for one that lies there."""
EARLY, LATE = 0.15, 0.12
"""Seconds by which a hand may be out of view before its beat ends, and the first frame of a movement may come late."""


class Fault(NamedTuple):
    """One thing that was read otherwise than it lies."""

    kind: str
    """What went wrong, the same words for all things of one sort."""
    what: str
    silent: bool
    """Whether it was certain."""


class RestScore(NamedTuple):
    """What was read of one rest."""

    rest: dict[str, Any]
    faults: tuple[Fault, ...]
    view: TableView | None
    """None: no settled view was of it."""

    @property
    def right(self) -> bool:
        return self.view is not None and not self.faults

    @property
    def silent(self) -> bool:
        return any(fault.silent for fault in self.faults)


def read_film(film: Path) -> tuple[dict[str, Any], list[TableView], list[Roll], Counter[str]]:
    """The truth of a film, the settled views that were read from it, the rolls, and how many frames had which state."""
    truth = json.loads(film.with_suffix(".json").read_text())
    sheet = board_of(truth["game"], truth["options"])
    eyes = table_reader_for(truth["game"], truth["players"], sheet)
    views, rolls, states = [], [], Counter[str]()
    source = cv2.VideoCapture(str(film))
    number = 0
    while True:
        there, image = source.read()
        if not there:
            break
        look = eyes.look(Frame(image, number / truth["film"]["rate"]))
        states[look.state] += 1
        if look.settled and look.view is not None:
            views.append(look.view)
        if look.roll is not None:
            rolls.append(look.roll)
        number += 1
    return truth, views, rolls, states


def score_rests(truth: dict[str, Any], views: Sequence[TableView]) -> list[RestScore]:
    """Score every rest that came after something had moved, by the newest of `views` that is of it."""
    found = []
    for rest in truth["rests"]:
        if not rest["moved"]:
            continue
        own = [view for view in views if _of(rest, view.time)]
        if not own:
            found.append(RestScore(rest, (), None))
            continue
        faults = (*_dice(truth, rest, own[-1]), *_pieces(truth, rest, own[-1]), *_cards(truth, rest, own[-1]))
        found.append(RestScore(rest, faults, own[-1]))
    return found


def _of(rest: dict[str, Any], time: float) -> bool:
    """Whether a view or roll of that time belongs to this rest."""
    return bool(rest["from"] - EARLY <= time <= rest["until"] + LATE)


def _dice(truth: dict[str, Any], rest: dict[str, Any], view: TableView) -> list[Fault]:
    things = truth["things"]
    placed = [one for one in rest["table"]["lying"] if things[one["thing"]]["kind"] in ("die", "direction die")]
    left = list(view.dice)
    faults, camera = [], truth["film"]
    for one in placed:
        near = min(left, key=lambda die: _far(die, one["place"], camera), default=None)
        what = f"{things[one['thing']]['colour']} {one['face']}"
        if near is None or _far(near, one["place"], camera) > APART:
            faults.append(Fault("die not found", f"{what} missed", not view.unsure))
            continue
        left.remove(near)
        shows = near.face if things[one["thing"]]["kind"] == "direction die" else near.value
        if shows != one["face"]:
            faults.append(Fault("die misread", f"{what} read as {shows}", near.certain))
        if near.colour != things[one["thing"]]["colour"] and things[one["thing"]]["kind"] == "die":
            faults.append(Fault("colour of a die", f"{what} is called {near.colour}", near.certain))
        if view.zones and near.zone != one["zone"] and not near.across and not one.get("across"):
            faults.append(Fault("zone of a die", f"{what} of {one['zone']} in {near.zone}", near.certain))
    none = "taken for a die"
    return [*faults, *(Fault(none, f"a {die.colour} {die.value} that is none", die.certain) for die in left)]


def _far(die: Die, place: Sequence[float], camera: dict[str, Any]) -> float:
    """Millimetres from a die that was read to a place; by the film's camera where no sheet tells them."""
    if die.place is not None:
        return float(np.hypot(die.place[0] - place[0], die.place[1] - place[1]))
    right, up, back = (np.array([*place, DIE / 2]) - camera["eye"]) @ np.array(camera["axes"])
    pixels = camera["focal"] * camera["size"][1] / -back  # of a millimetre
    left, top, over, below = die.box
    x, y = camera["size"][0] / 2 + pixels * right, camera["size"][1] / 2 - pixels * up
    return float(np.hypot((left + over) / 2 - x, (top + below) / 2 - y)) / pixels


def _pieces(truth: dict[str, Any], rest: dict[str, Any], view: TableView) -> list[Fault]:
    things = truth["things"]
    standing: dict[tuple[Any, ...], str] = {}
    astride: set[tuple[Any, ...]] = set()
    """Cells between which a piece lies: whatever is said of them is as good."""
    for one in sorted(rest["table"]["lying"], key=lambda one: one.get("level", 0)):
        if one.get("astride"):
            astride |= {tuple(one["cell"]), tuple(one["astride"])}
        if one.get("cell") is not None:
            standing[tuple(one["cell"])] = things[one["thing"]]["colour"]
    seen = {(piece.grid, piece.row, piece.col): piece for piece in view.pieces}
    covered = {tuple(cell) for cell in view.covered}
    faults = []
    for cell in {*standing, *seen} - covered - astride:
        piece, colour = seen.get(cell), standing.get(cell)
        if piece is None:
            faults.append(Fault("piece not found", f"{colour} on {cell} missed", True))
        elif piece.colour != colour:
            faults.append(Fault("piece misread", f"{colour} on {cell} called {piece.colour}", piece.certain))
    return faults


def _cards(truth: dict[str, Any], rest: dict[str, Any], view: TableView) -> list[Fault]:
    things = truth["things"]
    cards = [one for one in rest["table"]["lying"] if things[one["thing"]]["kind"] == "card"]
    if not cards:
        others = [card for card in view.cards if not card.face_down]
        return [Fault("taken for a card", f"card {card.face} that is none", card.certain) for card in others]
    size = (260, 190)
    central = [one for one in cards if 0 < one["place"][0] < size[0] and 0 < one["place"][1] < size[1]]
    faults = []
    top = max(central, key=lambda one: one.get("level", 0), default=None)
    upper = [card for card in view.cards if card.zone == "central" and not card.face_down]
    if top is not None:
        named = [card for card in upper if card.face == things[top["thing"]]["name"]]
        if not named:
            other = next((card for card in upper if card.certain), None)
            what = f"card {things[top['thing']]['name']} on top not read"
            faults.append(Fault("card not read", what, other is not None))
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("films", type=Path, nargs="+")
    parser.add_argument("--faults", action="store_true", help="print what was read wrong")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for film in args.films:
        truth, views, rolls, states = read_film(film)
        found = score_rests(truth, views)
        thrown = [rest for rest in truth["rests"] if rest["rolled"]]
        noticed = sum(any(_of(rest, roll.time) for roll in rolls) for rest in thrown)
        shares = {
            "seen": sum(one.view is not None for one in found),
            "right": sum(one.right for one in found),
            "certain": sum(one.right and one.view is not None and one.view.certain for one in found),
            "silent": sum(one.silent for one in found),
        }
        print(f"{film.stem} {len(found)} rests:", ", ".join(f"{name} {n}" for name, n in shares.items()), end="; ")
        print(f"rolls {noticed}/{len(thrown)}, {len(rolls) - noticed} more;", dict(states))
        for one in found if args.faults else ():
            if not one.right:
                said = [fault.what + " (silent)" * fault.silent for fault in one.faults] or ["unseen"]
                print(f"    {one.rest['from']} {one.rest['state']}: {'; '.join(said[:6])}")


if __name__ == "__main__":
    main()

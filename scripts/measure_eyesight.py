"""Measures how well films were seen: `python -m scripts.measure_eyesight films/*.mp4`.

Of each film that was recorded (see `scripts.replay_films`) the first view of each rest is compared with what truly lay
there. The shares that are printed are those of `models.train.matches.stage.Eyesight`, whose USUAL eyes they are for.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist, hypot, inf
from pathlib import Path
from typing import Any, TypeVar

from companion.table import CardSeen, Die, Piece, TableView
from models.train.matches.stage import CARD
from scripts.replay_films import Call

SAME = 8.0
"""Millimetres, half the side of a die, within which what was seen is what lies there."""
SEEN = (0.1, 0.07)
"""Seconds after a rest has begun, and after it has ended, between which its views are taken."""
BINS = (0.0, 0.4, 0.6, 0.8, 0.9, 0.95)
"""Confidences by which doubtful readings are told apart."""


Seen = TypeVar("Seen", Die, CardSeen)


def first_views(calls: list[Call], truth: dict[str, Any]) -> Iterator[tuple[TableView, dict[str, Any]]]:
    """The first view of each rest, with what lay there."""
    views = [call.arguments[0] for call in calls if call.name == "observe"]
    for rest in truth["rests"]:
        if rest["state"] in ("settled", "unsettled", "illegal"):
            since, until = rest["from"] + SEEN[0], rest["until"] + SEEN[1]
            view = next((view for view in views if since < view.time <= until), None)
            if view is not None:
                yield view, rest["table"]


def count(view: TableView, table: dict[str, Any], things: list[dict[str, Any]]) -> Counter[str]:
    """What was seen of one table, and how well."""
    counts = Counter[str](views=1, covered=bool(view.covered))
    for lying in table["lying"]:
        kind = things[lying["thing"]]["kind"]
        if "die" in kind:
            die = _nearest(view.dice, lying)
            counts += _told("dice", die, die is not None and lying["face"] in (die.value, die.face))
        elif kind == "card" and not any(_over(other, lying) for other in table["lying"]):
            card = _nearest(view.cards, lying)
            counts += _told("cards", card, card is not None and card.face == things[lying["thing"]]["name"])
    on_cells = sorted((lying for lying in table["lying"] if "cell" in lying), key=lambda lying: lying.get("level", 0))
    top = {tuple(lying["cell"]): things[lying["thing"]] for lying in on_cells}
    for piece in view.pieces:
        truth = top.get((piece.grid, piece.row, piece.col))
        counts += _told("pieces", piece, truth is not None and truth["colour"] == piece.colour)
    return counts + Counter({"views unsure of missed dice": bool(counts["dice missed"]) and view.unsure})


def _nearest(seen: Sequence[Seen], lying: dict[str, Any]) -> Seen | None:
    """What was seen where something lies."""
    placed = [(dist(one.place, lying["place"]), n) for n, one in enumerate(seen) if one.place is not None]
    far, n = min(placed, default=(inf, 0))
    return seen[n] if far <= SAME else None


def _over(card: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a card lies on another and hides a part of it."""
    return card.get("level", 0) > other.get("level", 0) and dist(card["place"], other["place"]) < hypot(*CARD)


def _told(what: str, seen: Die | Piece | CardSeen | None, right: bool) -> Counter[str]:
    if seen is None:
        return Counter({f"{what} missed": 1})
    if seen.certain or (isinstance(seen, Die) and seen.doubts == ("across a line",)):
        return Counter({f"{what} certain": 1, f"{what} silent": not right})
    likely = max(low for low in BINS if seen.confidence >= low)
    return Counter({f"{what} doubted": 1, f"{what} from {likely}": 1, f"{what} from {likely}, right": right})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("films", type=Path, nargs="+", help="each with its truth and what was recorded beside it")
    films, sums = parser.parse_args().films, Counter[str]()
    for film in films:
        if not film.with_suffix(".calls").is_file():
            parser.error(f"{film.with_suffix('.calls')}: no such file; python -m scripts.replay_films {film} makes it")
        truth = json.loads(film.with_suffix(".json").read_text())
        for view, table in first_views(pickle.loads(film.with_suffix(".calls").read_bytes()), truth):
            sums += count(view, table, truth["things"])
    print(*(f"{name:30} {sums[name]}" for name in sorted(sums)), sep="\n")


if __name__ == "__main__":
    main()

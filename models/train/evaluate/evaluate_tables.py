"""Evaluates what reads whole tables: `python -m models.train.evaluate.evaluate_tables FOLDER --reader
package.module:function`.

FOLDER holds pictures with `labels.json` (models.train.generate.table_scenes). The function takes a picture (height,
width, 3), blue green red, and a game's id, and gives a companion.table.view.TableView. Every answer is right, asked
(the view says that it is not certain) or silent: wrong, and nobody is told.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.batch import Job, Source
from companion.cli.common import add_batch, add_resume
from companion.table.view import CardSeen, Cell, Die, Piece, TableView
from models.train.jobs import do_jobs, image_of, once, run_program
from seeds.sheets import pages

Label = dict[str, Any]
Read = Callable[[NDArray[np.uint8], str], TableView]
Answer = Literal["right", "asked", "silent"]
ANSWERS: tuple[Answer, ...] = ("right", "asked", "silent")
KINDS = ("zones", "dice", "signs", "cells", "markers", "pawns", "hidden", "cards")
"""What is scored: the zone and the face of every die, with pips or with signs, every cell in view, the pieces on them,
the cells that something hides (right: not taken for empty or for a piece), the cards."""
LEAST_RIGHT, MOST_SILENT = 0.99, 0.003
"""What is asked of each kind on the test of unseen tables."""
SAME = 0.5
"""Intersection over union from which two outlines are of one thing."""
MOST_HIDDEN = 0.5
"""Share of a die or a card that may be hidden for it to be scored."""
Score = Counter[tuple[str, str]]
"""How often each kind of thing got each answer."""


def overlap(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> float:
    """Intersection over union of two convex outlines (n, 2)."""
    a, b = (cv2.convexHull(np.float32(outline))[:, 0] for outline in (one, other))
    shared = float(cv2.intersectConvexConvex(a, b)[0])
    return shared / max(float(cv2.contourArea(a) + cv2.contourArea(b)) - shared, 1e-6)


def _corners(box: Sequence[float]) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _zone_of(entry: Label, die: Die, view: TableView) -> Answer:
    if die.across or (die.zone is None and not view.lies_beside(die)):
        return "right" if entry["across"] and die.across else "asked"
    if not entry["clear"]:  # too close to a line for anybody's eye
        possible = (entry["zone"], *entry["across"], None)
        return "right" if die.zone in possible else "silent"
    return "right" if not entry["across"] and die.zone == entry["zone"] else "silent"


def _face_of(entry: Label, die: Die) -> Answer:
    if not die.certain and die.doubts != ("across a line",):
        return "asked"
    return "right" if (die.value, die.face) == (entry["value"], entry["face"]) else "silent"


def score_dice(label: Label, view: TableView) -> Score:
    """A die that was not found is silent, unless the view says that one may have been missed."""
    found: Score = Counter()
    left = list(view.dice)
    with_zones = any(page.sheet.areas for page in pages(label["game"]))
    for entry in label["dice"]:
        outline = _corners(entry["box"])
        best = max(left, key=lambda die: overlap(outline, _corners(die.box)), default=None)
        if best is not None and overlap(outline, _corners(best.box)) >= SAME:
            left.remove(best)
        else:
            best = None
        if entry["hidden"] > MOST_HIDDEN or (entry["value"] is None and entry["face"] is None):
            continue
        kind = "dice" if entry["face"] is None else "signs"
        if best is None:
            answer: Answer = "asked" if view.unsure else "silent"
            found.update([("zones", answer), (kind, answer)] if with_zones else [(kind, answer)])
            continue
        if with_zones:
            found["zones", _zone_of(entry, best, view)] += 1
        found[kind, _face_of(entry, best)] += 1
    known = [_corners(entry["box"]) for entry in label["dice"]]
    for die in left:
        elsewhere = all(overlap(_corners(die.box), box) == 0 for box in known)
        if die.certain and elsewhere:
            found["dice", "silent"] += 1
    return found


def score_cells(label: Label, view: TableView) -> Score:
    """Every cell of every grid, but for those that nobody could read."""
    found: Score = Counter()
    seen: dict[Cell, Piece] = {Cell(piece.grid, piece.row, piece.col): piece for piece in view.pieces}
    covered = set(view.covered)
    for grid in label["grids"]:
        pieces = {
            (row, col): (colour, form) for (row, col, colour), form in zip(grid["cells"], grid["forms"], strict=True)
        }
        unsure, hidden = ({(row, col) for row, col in grid[name]} for name in ("unsure", "covered"))
        for row in range(grid["rows"]):
            for col in range(grid["cols"]):
                cell = Cell(grid["grid"], row, col)
                if (row, col) in unsure:
                    continue
                piece = seen.get(cell)
                doubted = (
                    cell in covered or (piece is not None and not piece.certain) or (piece is None and view.missing)
                )
                if (row, col) in hidden:
                    found["hidden", "right" if doubted else "silent"] += 1
                    continue
                truth = pieces.get((row, col))
                answer: Answer = "asked" if doubted else "right"
                if not doubted and (truth is None) != (piece is None):
                    answer = "silent"
                elif not doubted and truth is not None and piece is not None:
                    same_form = piece.form in (None, truth[1])
                    answer = "right" if piece.colour == truth[0] and same_form else "silent"
                found["cells", answer] += 1
                if truth is not None:
                    found["pawns" if truth[1] in ("standing", "lying") else "markers", answer] += 1
    return found


def score_cards(label: Label, view: TableView) -> Score:
    """Cards of which half is in view; a card seen where none lies is silent."""
    found: Score = Counter()
    left: list[CardSeen] = list(view.cards)
    for entry in sorted(label["cards"], key=lambda one: float(one["covered"])):
        best = max(left, key=lambda card: overlap(entry["corners"], card.corners), default=None)
        if best is not None and overlap(entry["corners"], best.corners) >= SAME:
            left.remove(best)
        else:
            best = None
        if entry["covered"] > MOST_HIDDEN:
            continue
        if best is None:
            found["cards", "asked" if view.unsure or view.missing else "silent"] += 1
        elif not best.certain:
            found["cards", "asked"] += 1
        else:
            same = best.face == entry["face"] and best.face_down == (entry["face"] is None)
            found["cards", "right" if same and best.zone == entry["zone"] else "silent"] += 1
    for card in left:
        if card.certain and all(overlap(card.corners, entry["corners"]) == 0 for entry in label["cards"]):
            found["cards", "silent"] += 1
    return found


def score(label: Label, view: TableView) -> Score:
    """All that was read in one picture, against its label."""
    return score_dice(label, view) + score_cells(label, view) + score_cards(label, view)


def shares(scored: Score, kind: str) -> dict[Answer, float] | None:
    """Share of each answer of one kind; None where nothing of it was there."""
    total = sum(scored[kind, answer] for answer in ANSWERS)
    return {answer: scored[kind, answer] / total for answer in ANSWERS} if total else None


def table(by_game: dict[str, Score]) -> str:
    """A Markdown table: a line for each game and kind, with what misses the mark named."""
    lines = ["| game | kind | things | right | asked | silent | |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for game, scored in by_game.items():
        for kind in KINDS:
            found = shares(scored, kind)
            if found is None:
                continue
            count = sum(scored[kind, answer] for answer in ANSWERS)
            short = found["right"] < LEAST_RIGHT or found["silent"] > MOST_SILENT
            figures = " | ".join(f"{found[answer]:.4f}" for answer in ANSWERS)
            lines.append(f"| {game} | {kind} | {count} | {figures} | {'short' if short else 'met'} |")
    return "\n".join(lines)


def reader_of(text: str) -> Read:
    """`package.module:function`."""
    module, colon, name = text.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise argparse.ArgumentTypeError(
            f"{text}: no such reader; name one as package.module:function ({error})"
        ) from None
    if not colon or not callable(found):
        raise argparse.ArgumentTypeError(f"{text}: name a reader as package.module:function")
    return found  # type: ignore[no-any-return]


def reader_name(text: str) -> str:
    """The name of a reader that is there."""
    reader_of(text)
    return text


@once
def _reader(text: str) -> Read:
    """The reader of this process."""
    return reader_of(text)


def read_table(source: Source, label: Label, reader: str) -> list[tuple[str, str, int]]:
    """The job of one picture: its score."""
    scored = score(label, _reader(reader)(image_of(source, label["image"]), label["game"]))
    return [(kind, answer, count) for (kind, answer), count in scored.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", type=reader_name, required=True)
    parser.add_argument("--worst", type=int, default=0, help="name so many pictures with the most silent answers")
    add_batch(parser)
    add_resume(parser)
    args = parser.parse_args()
    by_game: dict[str, Score] = {}
    silent: list[tuple[int, str]] = []

    def done(job: Job, scored: list[tuple[str, str, int]]) -> None:
        label = job.arguments[0]
        found = by_game.setdefault(label["game"], Counter())
        for kind, answer, count in scored:
            found[kind, answer] += count
        silent.append((sum(count for _, answer, count in scored if answer == "silent"), label["image"]))

    labels = json.loads((args.folder / "labels.json").read_text())
    jobs = [Job(label["image"], (label, args.reader), str(args.folder / label["image"])) for label in labels]
    do_jobs("evaluate_tables", args, jobs, "picture", read_table, done, worth=10)
    print(table(by_game))
    for count, name in sorted(silent, reverse=True)[: args.worst]:
        print(f"{name}: {count} silent")


if __name__ == "__main__":
    run_program(__spec__.name)

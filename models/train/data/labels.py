"""Pictures with labelled dice, from any folder in the label format.

`labels.json` there is a list of {"image", "source", "labelled", "objects": [{"box", "kind", "value", "colour"?}],
"box_of"?}; a folder of rendered scenes has one such object a picture in files of its own. Boxes are x0, y0, x1, y1 in
pixels. A label whose box is but a part of the die ("box_of") is widened by `widen_labels.py` before anything learns
from it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NO_DICE = ("unlabelled board", "no dice", "cells")


@dataclass
class LabelledDie:
    box: tuple[float, float, float, float]
    value: int | None
    """None: a die, or a look-alike, whose face is not to be learnt."""
    kind: str
    """"d6": a pipped die; "printed": a die with other faces; "flat": a printed or pictured die, or a domino (rendered
    scenes only); "ignore": nothing is to be learnt from this place."""
    colour: str | None = None
    part: bool = False
    """The box covers only a part of the die."""
    tilt: float = 0.0
    """Degrees of its most upward face from level."""
    stacked: bool = False
    hidden: float = 0.0
    """Shares of its silhouette behind other things, and outside the picture."""
    cut: float = 0.0
    glare: float = 0.0
    """Share of the upper face that mirrors more than it shows its own colour."""
    measured: bool = False
    """Whether the five above are known: photographs do not tell."""
    top: tuple[tuple[float, float], ...] | None = None
    """The four corners of its most upward face in pixels, in turn, where known."""

    @property
    def size(self) -> float:
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])


@dataclass
class LabelledPicture:
    path: Path
    source: str
    width: int
    height: int
    dice: list[LabelledDie] = field(default_factory=list)
    complete: bool = True
    """Every die in the picture has a box; otherwise its empty places teach nothing."""


def _die(entry: dict[str, Any], part: bool, rendered: bool) -> LabelledDie:
    kind, value = entry.get("kind", "d6"), entry.get("value")
    if kind == "d6":
        kind = "d6"
    elif rendered and kind == "other":
        kind = "printed"
    elif rendered and kind == "flat":
        kind = "flat"
    else:
        kind = "ignore"
    x0, y0, x1, y1 = entry["box"]
    known = {key: entry[key] for key in ("tilt", "stacked", "hidden", "cut", "glare") if key in entry}
    top = tuple((x, y) for x, y in entry["top"]) if rendered and "top" in entry else None
    measured = "tilt" in entry
    return LabelledDie((x0, y0, x1, y1), value, kind, entry.get("colour"), part, **known, measured=measured, top=top)


def _picture(entry: dict[str, Any], folder: Path) -> LabelledPicture | None:
    rendered = entry["source"] == "render"
    labelled = entry.get("labelled", "boxes")
    if labelled not in ("boxes", *NO_DICE):
        return None
    part = bool(entry.get("box_of"))
    dice = [_die(o, part, rendered) for o in entry["objects"] if o.get("box")]
    complete = all(o.get("box") for o in entry["objects"])
    return LabelledPicture(folder / entry["image"], entry["source"], entry["width"], entry["height"], dice, complete)


def load_folder(folder: Path, leave_out: tuple[str, ...] = ()) -> list[LabelledPicture]:
    """The pictures of `folder`, less those whose path or source contains one of `leave_out`."""
    index = folder / "labels.json"
    if index.exists():
        entries = json.loads(index.read_text())
    else:
        entries = [json.loads(p.read_text()) for p in sorted(folder.glob("*.json"))]
    pictures = []
    for entry in entries:
        if any(word in entry["image"] or word in entry["source"] for word in leave_out):
            continue
        picture = _picture(entry, folder)
        if picture is not None:
            pictures.append(picture)
    if not pictures:
        raise SystemExit(f"{folder}: no labelled pictures; expected labels.json or rendered scenes (*.json) in it")
    return pictures


def load_tables(folder: Path) -> list[LabelledPicture]:
    """The pictures of tables that table_scenes.py wrote; only where their dice are is told."""
    entries = json.loads((folder / "labels.json").read_text())
    return [
        LabelledPicture(
            folder / e["image"], "tables", 0, 0, [LabelledDie(tuple(d["box"]), None, "ignore") for d in e["dice"]]
        )
        for e in entries
    ]


def load_plain(folder: Path) -> list[LabelledPicture]:
    """Pictures without any die: the backgrounds and look-alikes of an assets folder."""
    entries = json.loads((folder / "assets.json").read_text())
    wanted = ("backgrounds", "foolers", "hands")
    return [
        LabelledPicture(folder / e["file"], f"assets/{e['kind']}", 0, 0)
        for e in entries
        if e["kind"] in wanted and (folder / e["file"]).suffix == ".jpg"
    ]

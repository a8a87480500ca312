"""Lines of `companion scan --json` brought together with the labels of the pictures that they are of.

Nothing is left out in silence: a file, a line or a picture that does not fit ends the program with one line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from models.train.evaluate.scoring import Label, Line, ScoredPicture, score_picture

Parts = tuple[str, ...]


def load_labels(folder: Path) -> list[Label]:
    """The entries of `folder`/labels.json."""
    if not folder.is_dir():
        raise SystemExit(f"{folder}: no such folder; give one with labelled photographs (labels.json)")
    file = folder / "labels.json"
    try:
        labels = json.loads(file.read_bytes())
    except OSError as error:
        raise SystemExit(f"{file}: {error.strerror}; a folder of labelled photographs has one") from None
    except ValueError as error:
        raise SystemExit(f"{file}: not JSON ({error}); see models/train/data/labels.py for the format") from None
    if not isinstance(labels, list) or not labels:
        raise SystemExit(f"{file}: no list of labelled pictures; see models/train/data/labels.py for the format")
    for n, label in enumerate(labels):
        if not _is_label(label):
            raise SystemExit(
                f"{file}: entry {n} is no labelled picture; see models/train/data/labels.py for the format"
            )
    return labels


def _is_label(label: Any) -> bool:
    if not isinstance(label, dict) or not isinstance(label.get("objects"), list):
        return False
    texts = all(isinstance(label.get(key), str) for key in ("image", "source"))
    return texts and all(isinstance(o, dict) and (not o.get("box") or _is_box(o["box"])) for o in label["objects"])


def load_lines(files: Iterable[Path]) -> list[tuple[str, Line]]:
    """All lines of `files`, each with where it stands (for messages)."""
    found: list[tuple[str, Line]] = []
    for file in files:
        try:
            texts = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "no text"
            raise SystemExit(
                f"{file}: {why}; give a file of lines that models.train.evaluate.evaluate_dice wrote"
            ) from None
        before = len(found)
        for n, text in enumerate(texts, 1):
            if text.strip():
                found.append((f"{file} line {n}", _line(text, f"{file} line {n}")))
        if len(found) == before:
            raise SystemExit(f"{file}: no readings in it; remove it, and `make evaluate` reads the pictures again")
    return found


def _line(text: str, where: str) -> Line:
    try:
        line = json.loads(text)
    except ValueError:
        raise SystemExit(f"{where}: not JSON, cut short perhaps; remove the file and read the pictures again") from None
    if not (isinstance(line, dict) and isinstance(line.get("image"), str) and isinstance(line.get("dice"), list)):
        raise SystemExit(f'{where}: lacks "image" or "dice"; give lines as `companion scan --json` prints them')
    if not all(_is_die(die) for die in line["dice"]):
        raise SystemExit(
            f"{where}: a die that is not as docs/formats.md has it; lines are as `companion scan --json` prints"
        )
    return line


def _is_die(die: Any) -> bool:
    return (
        isinstance(die, dict)
        and _is_box(die.get("box"))
        and die.get("value") in (None, 1, 2, 3, 4, 5, 6)
        and isinstance(die.get("doubts", []), list)
        and isinstance(sure := die.get("confidence", 0.0), int | float)
        and 0 <= sure <= 1
    )


def _is_box(box: Any) -> bool:
    return isinstance(box, list) and len(box) == 4 and all(isinstance(side, int | float) for side in box)


class Album:
    """Finds the label of a picture: the one whose path ends with the whole of the other's path."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self._whole = {_parts(label["image"]): n for n, label in enumerate(labels)}
        self._ends: dict[Parts, list[int]] = {}
        for parts, n in self._whole.items():
            for k in range(1, len(parts)):
                self._ends.setdefault(parts[-k:], []).append(n)

    def find(self, image: str, where: str) -> int:
        """The index of the label of `image`."""
        parts = _parts(image)
        for k in range(len(parts), 0, -1):
            if parts[-k:] in self._whole:
                return self._whole[parts[-k:]]
        matches = self._ends.get(parts, [])
        if len(matches) != 1:
            what = "fits several labelled pictures" if matches else "is not among the labelled pictures"
            raise SystemExit(f"{where}: {image} {what}; score it with the labels of its own folder")
        return matches[0]


def _parts(image: str) -> Parts:
    return tuple(image.replace("\\", "/").split("/"))


def score_all(labels: Sequence[Label], lines: Iterable[tuple[str, Line]]) -> list[ScoredPicture]:
    """Every labelled picture scored; one without a reading has an empty `line` and counts as read empty."""
    album = Album(labels)
    read: dict[int, tuple[str, Line]] = {}
    for where, line in lines:
        n = album.find(line["image"], where)
        if n in read:
            raise SystemExit(f"{where}: {line['image']} was read before, in {read[n][0]}; keep one of the two")
        read[n] = where, line
    return [score_picture(label, read[n][1] if n in read else {}) for n, label in enumerate(labels)]


def by_source(scored: Iterable[ScoredPicture]) -> dict[str, list[ScoredPicture]]:
    """The pictures of each source, the sources by name."""
    sources: dict[str, list[ScoredPicture]] = {}
    for picture in scored:
        sources.setdefault(picture.label["source"], []).append(picture)
    return dict(sorted(sources.items(), key=lambda item: item[0].lower()))

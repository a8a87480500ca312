"""JSON Schemas of the public formats (docs/formats.md), made by msgspec from the types in `games` and `outputs`.

`python -m scripts.schemas` writes them to docs/schemas/. One file a format; a file refers to another by its name, as
`watch.json` does to `position.json`, so a validator is handed the folder.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from companion.record import MisreadingReport
from scripts.schemas import games, outputs

__all__ = ["DIALECT", "FORMATS", "build"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FORMATS: dict[str, tuple[str, dict[str, Any]]] = {
    "position": ("A position of any of the games", {"position": games.Position}),
    "event": ("An event of any of the games", dict(games.EVENTS)),
    "step": (
        "An event, or a position set up by hand in an event's place",
        {"event": games.AnyEvent, "set-up": games.SetUp},
    ),
    "rules": (
        "The answer of `companion rules`",
        {"answer": outputs.RulesAnswer, "illegal": outputs.RulesIllegal},
    ),
    "odds": ("The answer of `companion odds --json`", {"odds": outputs.Odds}),
    "hints": ("The answer of `companion hints --json`", {"hints": outputs.Hints}),
    "simulate": ("The answer of `companion simulate --json`", {"simulate": outputs.Simulated}),
    "scan": ("A line of `companion scan --json`: one picture", {"picture": outputs.PictureRead}),
    "rolls": ("A line of `companion scan --rolls --json`: one roll", {"roll": outputs.RollRead}),
    "board": ("The answer of `companion board --json`", {"board": outputs.BoardRead}),
    "enrol": (
        "The answer of `companion enrol --json`",
        {"sets": outputs.Sets, "enrolled": outputs.Enrolled},
    ),
    "watch": (
        "A line of `companion watch --json`: one notice; with --truth, the score in the last line",
        {"notice": outputs.Notice, "score": outputs.Score},
    ),
    "said": ("A line of the file that `companion watch --said` reads", {"said": outputs.Said}),
    "misreading": ("`report.json` of a report of a misreading", {"report": MisreadingReport}),
    "matches": ("The answer of `companion matches --json`", {"matches": list[outputs.MatchListed]}),
    "match": ("The answer of `companion matches export ID --as json`", {"match": outputs.MatchExported}),
    "stats": ("The answer of `companion stats --as json`", {"statistics": outputs.Statistics}),
    "doctor": ("The answer of `companion doctor --json`", {"doctor": outputs.Doctor}),
}
"""By the name of its file: what the format is, and the types of which a value has to fit one, by their names."""


def build() -> dict[str, str]:
    """The text of each schema by the name of its file."""
    return {f"{name}.json": _text(title, types) for name, (title, types) in FORMATS.items()}


def _text(title: str, types: dict[str, Any]) -> str:
    bodies, parts = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    schema: dict[str, Any] = {"$schema": DIALECT, "title": title}
    if len(bodies) == 1:
        schema |= bodies[0]
    else:
        schema["anyOf"] = [{"$ref": f"#/$defs/{name}"} for name in types]
        parts = dict(zip(types, bodies, strict=True)) | parts
    if parts:
        schema["$defs"] = parts
    text = re.sub(r"\\n *", " ", json.dumps(schema, indent=1)) + "\n"  # docstrings, whose indent Python 3.13 takes away
    return re.sub(r"companion\.games\.(\w+)\.\w+\.", r"\1.", text)  # names that several games use

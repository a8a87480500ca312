"""Input that follows our JSON Schemas, but for something odd here and there: what Hypothesis makes of them."""

from __future__ import annotations

import json
import sys
import time
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import companion
from companion.record.misreading_report import JSON_PART, PICTURE_PARTS
from tests.attack.inputs import ODD, SLOWEST, asked
from tests.attack.outcome import Outcome
from tests.support.paths import ROOT

WHOLE = 400
"""Of so many values one is something odd instead."""
Strategy = st.SearchStrategy[Any]


class Grammar:
    """The values that a schema allows, and some that it does not."""

    def __init__(self, name: str) -> None:
        """`name`: of a file in docs/schemas."""
        self._schema = json.loads((ROOT / "docs" / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
        self._known: dict[str, Strategy] = {}
        self.values = self._of(self._schema)

    def _of(self, schema: dict[str, Any]) -> Strategy:
        whole = self._whole(schema)
        return st.integers(1, WHOLE).flatmap(lambda n: st.sampled_from(ODD) if n == WHOLE else whole)

    def _whole(self, schema: dict[str, Any]) -> Strategy:
        if (place := schema.get("$ref")) is not None:
            if place not in self._known:
                meant: Any = self._schema
                for word in place.removeprefix("#/").split("/"):
                    meant = meant[word]
                self._known[place] = st.deferred(lambda: self._known[f"{place} "])
                self._known[f"{place} "] = self._whole(meant)
            return self._known[place]
        if "anyOf" in schema:
            return st.one_of(*map(self._of, schema["anyOf"]))
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        least, most = schema.get("minimum"), schema.get("maximum")
        match schema.get("type"):
            case "integer":
                return st.integers(least, most) if most is not None else st.integers(least or 0, 60)
            case "number":
                return st.floats(least, most, allow_nan=False)
            case "string":
                return st.from_regex(schema["pattern"], fullmatch=True) if "pattern" in schema else st.text(max_size=12)
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case kind:
                return {"boolean": st.booleans(), "null": st.none()}.get(str(kind), st.sampled_from(ODD))

    def _array(self, schema: dict[str, Any]) -> Strategy:
        first = st.tuples(*map(self._of, schema.get("prefixItems", ()))).map(list)
        items = schema.get("items")
        if not isinstance(items, dict):
            return first
        least = schema.get("minItems", 0)
        rest = st.lists(self._of(items), min_size=least, max_size=min(schema.get("maxItems", least + 6), least + 6))
        return st.tuples(first, rest).map(lambda parts: [*parts[0], *parts[1]])

    def _object(self, schema: dict[str, Any]) -> Strategy:
        known = {name: self._of(one) for name, one in schema.get("properties", {}).items()}
        must = {name: known[name] for name in schema.get("required", ()) if name in known}
        may = {name: one for name, one in known.items() if name not in must}
        whole: Strategy = st.fixed_dictionaries(must, optional=may)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            others = st.dictionaries(st.text(max_size=8), self._of(more), max_size=4)
            whole = st.tuples(others, whole).map(lambda parts: parts[0] | parts[1])
        return whole


def by_schema(count: int, folder: Path, first: int = 1) -> Outcome:
    """Attack the commands that read JSON, in this process; `folder` is for files."""
    outcome, lot = Outcome("inputs by schema"), Random(first)
    position, event, report = folder / "position.json", folder / "event.json", folder / "misreading.zip"
    works = [["rules", str(position)], ["rules", str(position), "--event", str(event)], ["odds", str(position)],
             ["hints", str(position), "--seconds", "0.05"], ["judge", str(report)]]  # fmt: skip
    works += [["rules", "--new", game, "--event", str(event)] for game in companion.GAMES]

    picture = cv2.imencode(".jpg", np.full((64, 64, 3), 90, np.uint8))[1].tobytes()

    def written(file: Path, value: Any) -> None:
        file.write_bytes(json.dumps(value).encode("utf-8", "surrogatepass"))

    @seed(first)
    @settings(max_examples=count, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None,
              database=None)  # fmt: skip
    @given(Grammar("position").values, Grammar("event").values, Grammar("misreading").values)
    def attack(here: Any, then: Any, misread: Any) -> None:
        written(position, here)
        written(event, then)
        with zipfile.ZipFile(report, "w") as file:
            file.writestr(JSON_PART, json.dumps(misread).encode("utf-8", "surrogatepass"))
            file.writestr(PICTURE_PARTS[0], lot.randbytes(100) if lot.random() < 0.1 else picture)
        arguments = lot.choice(works)
        begun = time.process_time()
        verdict, why = asked(arguments, b"")
        seconds = time.process_time() - begun
        if seconds > SLOWEST:
            verdict, why = "lost", f"{seconds:.1f} s"
        if outcome.tried < count:
            outcome.note(verdict, seconds, why=f"{' '.join(arguments)} {json.dumps(here)}: {why}")

    before = sys.getrecursionlimit()
    attack()
    sys.setrecursionlimit(before)
    return outcome

"""What the program is made of: the bill of materials that goes with a wheel, and what is said of known faults."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts.audit import verdict
from scripts.sbom import LOCK, NETWORKS, bill, locked
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the name that a wheel of ours would have."""
    file = tmp_path_factory.mktemp("dist") / "tabletop_companion-7.2.0-py3-none-any.whl"
    file.write_bytes(b"a wheel")
    return file


@pytest.fixture(scope="module")
def told(wheel: Path) -> dict[str, Any]:
    made = bill(wheel, LOCK.read_text(encoding="utf-8"), NETWORKS.read_text(encoding="utf-8"))
    text = JsonV1Dot6(made).output_as_string()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    written: dict[str, Any] = json.loads(text)
    return written


def test_the_bill_is_of_this_wheel(told: dict[str, Any], wheel: Path) -> None:
    program = told["metadata"]["component"]
    assert (program["name"], program["version"]) == ("tabletop-companion", "7.2.0")
    assert program["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}]


def test_the_bill_has_every_release_that_runs_and_none_that_only_tests(told: dict[str, Any]) -> None:
    libraries = {one["name"]: one for one in told["components"] if one["type"] == "library"}
    assert {"numpy", "opencv-python", "onnxruntime", "flet", "flet-web", "fpdf2", "starlette"} <= set(libraries)
    assert not {"pytest", "playwright", "torch", "cyclonedx-python-lib"} & set(libraries)
    pins = locked(LOCK.read_text(encoding="utf-8"))
    for name, one in libraries.items():
        assert {part["content"] for part in one["hashes"]} == set(pins[name][one["version"]])
        assert one["purl"] == f"pkg:pypi/{name}@{one['version']}"


def test_nothing_in_the_bill_asks_more_than_we_may_give(told: dict[str, Any]) -> None:
    for one in told["components"]:
        said = json.dumps(one["licenses"])
        assert "not told" not in said and not re.search(r"AGPL|Affero|(?<!L)GPL", said), (one["name"], said)


def test_the_bill_has_the_networks_with_their_hashes(told: dict[str, Any]) -> None:
    networks = {one["name"]: one for one in told["components"] if one["type"] == "machine-learning-model"}
    kept = {name: one for name, one in tomllib.loads(NETWORKS.read_text(encoding="utf-8")).items() if "file" in one}
    assert set(networks) == set(kept)
    for name, one in networks.items():
        file = ROOT / "models" / kept[name]["file"]
        assert one["hashes"][0]["content"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_release_that_is_not_pinned_makes_no_bill(wheel: Path) -> None:
    with pytest.raises(KeyError):
        bill(wheel, "numpy==1.0 \\\n    --hash=sha256:" + 64 * "0", "")


@pytest.mark.slow
def test_the_bill_is_written_beside_the_wheel(wheel: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "scripts.sbom", wheel], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    file = wheel.with_name("tabletop_companion-7.2.0-py3-none-any.cdx.json")
    assert json.loads(file.read_text(encoding="utf-8"))["specVersion"] == "1.6"


WELL = {"name": "numpy", "version": "2.0", "vulns": []}
ILL = {"name": "flet", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "six", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("answers", "status", "words"),
    [
        ([WELL], 0, "app: 1 releases checked, 0 known faults"),
        ([WELL, ILL], 1, "app: flet 1.0 has CVE-1, mended in 1.1"),
        ([ILL, UNKNOWN], 1, "app: 1 of 2 NOT CHECKED: six"),
        ([WELL, UNKNOWN], 3, "app: 1 of 2 NOT CHECKED: six"),
        ([UNKNOWN], 3, "app: NOT CHECKED: no database of faults could be reached"),
    ],
)
def test_what_was_not_checked_is_never_said_to_be_well(answers: list[dict[str, Any]], status: int, words: str) -> None:
    found, lines = verdict("app", answers)
    assert found == status and words in lines

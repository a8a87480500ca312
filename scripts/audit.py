"""Asks a database of known faults about every release that is pinned: `make audit`.

Ends with 1 where a release has a known fault, and with 3 where no database can be reached or it does not know all: what
was not checked is never said to be well.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TOOL = ROOT / ".tools" / "audit"
LOCKS = ("app", "dev")


def verdict(name: str, told: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """The exit status for a lock file and what to say of it, by what pip-audit told of each release."""
    unknown = [one["name"] for one in told if "skip_reason" in one]
    lines = [
        f"{name}: {one['name']} {one['version']} has {fault['id']}"
        + (f", mended in {', '.join(fault['fix_versions'])}" if fault["fix_versions"] else "")
        for one in told
        for fault in one.get("vulns", ())
    ]
    faults = len(lines)
    if unknown and len(unknown) == len(told):
        lines.append(f"{name}: NOT CHECKED: no database of faults could be reached")
    elif unknown:
        lines.append(f"{name}: {len(unknown)} of {len(told)} NOT CHECKED: {', '.join(unknown)}")
    else:
        lines.append(f"{name}: {len(told)} releases checked, {faults} known faults")
    return (1 if faults else 3 if unknown else 0), lines


def ask(lock: Path) -> list[dict[str, Any]]:
    """What pip-audit tells of each release of a lock file; every one is skipped where it could ask nobody."""
    told = subprocess.run(
        [TOOL / "bin" / "pip-audit", "--require-hashes", "--disable-pip", "--requirement", lock, "--format", "json",
         "--progress-spinner", "off"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    try:
        releases: list[dict[str, Any]] = json.loads(told.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(*told.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return [{"name": lock.stem, "skip_reason": "pip-audit failed"}]
    return releases


def main() -> int:
    if not (TOOL / "bin" / "pip-audit").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", TOOL], check=True)
        subprocess.run([TOOL / "bin" / "python", "-m", "pip", "install", "--quiet", "pip-audit"], check=True)
    status = 0
    for name in LOCKS:
        found, lines = verdict(name, ask(ROOT / "scripts" / "lock" / f"{name}.txt"))
        print(*lines, sep="\n")
        status = found if found == 1 or not status else status
    return status


if __name__ == "__main__":
    sys.exit(main())

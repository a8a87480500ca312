"""Writes the software bill of materials of a wheel beside it, as CycloneDX 1.6 in JSON: `python -m scripts.sbom WHEEL`.

In it are the program, every distribution that it needs here, each in the release of `scripts/lock/app.txt` and with the
hashes of its files there, and the networks with their hashes and licences.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "scripts" / "lock" / "app.txt"
NETWORKS = ROOT / "models" / "manifest.toml"


def locked(text: str) -> dict[str, dict[str, list[str]]]:
    """The SHA-256 of the files of each release in a lock file, by canonical name and version."""
    found: dict[str, dict[str, list[str]]] = {}
    for pin in text.replace("\\\n", "").splitlines():
        if not pin.startswith("#"):
            name, version = re.split(r"==| ", pin, maxsplit=2)[:2]
            found.setdefault(canonicalize_name(name), {})[version] = re.findall(r"--hash=sha256:([0-9a-f]{64})", pin)
    return found


def bill(wheel: Path, lock: str, networks: str) -> Bom:
    """The bill of a wheel, whose requirements are installed here. Raises KeyError where one is of a release that the
    lock file does not have, and importlib.metadata.PackageNotFoundError where one is not installed."""
    name, version, _, _ = parse_wheel_filename(wheel.name)
    program = _component(distribution(name), [hashlib.sha256(wheel.read_bytes()).hexdigest()], str(version))
    program.type = ComponentType.APPLICATION
    bom, hashes = Bom(), locked(lock)
    bom.metadata.component = program
    parts: dict[str, Component] = {}

    def part(requirement: Requirement) -> Component:
        name = canonicalize_name(requirement.name)
        if name not in parts:
            found = distribution(name)
            parts[name] = _component(found, hashes[name][found.version])
            bom.components.add(parts[name])
            needs = _needs(found, requirement.extras)
            bom.register_dependency(parts[name], [part(one) for one in needs])
        return parts[name]

    needed = [part(one) for one in _needs(distribution(name), ())]
    files = {name: told for name, told in tomllib.loads(networks).items() if "file" in told}  # the rest weighs them
    for network, told in files.items():
        model = Component(
            name=network,
            version=told["version"],
            type=ComponentType.MACHINE_LEARNING_MODEL,
            bom_ref=f"network:{network}",
            licenses=[LicenseFactory().make_from_string(told["licence"])],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=told["sha256"])],
        )
        bom.components.add(model)
        needed.append(model)
    bom.register_dependency(program, needed)
    return bom


def _component(found: Distribution, hashes: Iterable[str], version: str = "") -> Component:
    name, version = canonicalize_name(found.metadata["Name"]), version or found.version
    purl = PackageURL("pypi", name=name, version=version)
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=str(purl),
        purl=purl,
        licenses=[LicenseFactory().make_from_string(_licence(found))],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in hashes],
    )


def _licence(found: Distribution) -> str:
    """What a distribution says of its licence: an SPDX expression, or its own words."""
    said = found.metadata
    if expression := said.get("License-Expression"):
        return expression
    classes = [one.rpartition(" :: ")[2] for one in said.get_all("Classifier", []) if one.startswith("License ::")]
    words = (said.get("License") or "").strip()
    return words if words and len(words) < 60 and "\n" not in words else ", ".join(classes) or "not told"


def _needs(found: Distribution, extras: Iterable[str]) -> list[Requirement]:
    wanted = [Requirement(line) for line in found.requires or ()]
    under = [{"extra": one} for one in ("", *extras)]
    return [one for one in wanted if one.marker is None or any(one.marker.evaluate(each) for each in under)]


def main() -> None:
    wheel = Path(sys.argv[1])
    made = bill(wheel, LOCK.read_text(encoding="utf-8"), NETWORKS.read_text(encoding="utf-8"))
    file = wheel.with_suffix(".cdx.json")
    file.write_text(JsonV1Dot6(made).output_as_string(indent=2) + "\n", encoding="utf-8")
    print(f"{file}: {len(made.components)} components")


if __name__ == "__main__":
    main()

"""Real photographs, where the folder of material lies beside the checkout: what no figure should hide."""

import json
from pathlib import Path
from typing import Any

import pytest

from vision.camera.image_files import read_picture
from vision.dice.dice_reader import DiceReader

READER = DiceReader()


def pictures(shared: Path, folder: str, most: int = 1000) -> list[dict[str, Any]]:
    entries = json.loads((shared / "photos" / "labels.json").read_text())
    chosen = [e for e in entries if e["image"].startswith(folder + "/")]
    return chosen[:: max(1, len(chosen) // most)]


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "known"), [("rursprung-checkers-aruco", 0), ("burksbuilds", 0)])
def test_hardly_anything_is_certain_where_there_is_no_pipped_die(shared: Path, folder: str, known: int) -> None:
    """Neither source was trained on: draughts with markers, polyhedral dice with digits. The card tells the same."""
    wrong = []
    for entry in pictures(shared, folder):
        if any(thing["kind"] == "d6" for thing in entry["objects"]):
            continue
        reading = READER.read(read_picture(shared / "photos" / entry["image"]))
        wrong += [entry["image"] for die in reading.dice if die.certain]
    assert len(wrong) <= known, wrong


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "least"), [("damiantab", 0.97), ("skovy", 0.97), ("byler", 0.9)])
def test_the_shipped_networks_read_the_collections_they_know(shared: Path, folder: str, least: float) -> None:
    """A guard against a broken export or a wrong file; how well unseen sources are read is told in models/CARD.md."""
    right = total = 0
    for entry in pictures(shared, folder, most=12):
        wanted = [thing["value"] for thing in entry["objects"] if thing.get("value")]
        read = [die.value for die in READER.read(read_picture(shared / "photos" / entry["image"])).dice]
        total += len(wanted)
        right += sum(min(wanted.count(face), read.count(face)) for face in range(1, 7))
    assert right >= least * total, f"{right} of {total}"

"""What is mined as "no pips" from rendered tables."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

pytest.importorskip("tqdm", reason="training needs the extra `train`")

from models.train.data.hard_negatives import mine
from models.train.data.labels import load_tables

DIE, MARKER = (10.0, 10.0, 40.0, 40.0), (60.0, 60.0, 80.0, 80.0)


class Finder:
    """Finds a die and a marker in any picture."""

    def find(self, _: Any) -> SimpleNamespace:
        return SimpleNamespace(boxes=np.float32([DIE, MARKER]))


def test_what_is_found_on_a_table_and_is_no_die_of_it_is_mined(tmp_path: Path) -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[60:80, 60:80] = (0, 0, 255)
    cv2.imwrite(str(tmp_path / "a.png"), image)
    label = {"image": "a.png", "game": "doubles-wild", "dice": [{"box": list(DIE), "value": 3, "colour": "red"}]}
    (tmp_path / "labels.json").write_text(json.dumps([label]))
    patches, sources = mine(load_tables(tmp_path), Finder())  # type: ignore[arg-type]
    assert len(patches) == 1 and sources == [f"tables {tmp_path.name}"]
    middle = patches[0][patches[0].shape[0] // 2, patches[0].shape[1] // 2]
    assert middle.tolist()[2] > 200 > middle.tolist()[0]

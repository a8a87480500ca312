"""Folders of labelled pictures, as the fits read them."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.train.data.labels import load_folder


def entry(**more: Any) -> dict[str, Any]:
    objects = [
        {"kind": "d6", "value": 4, "box": [10, 10, 30, 30], "colour": "red"},
        {"kind": "other", "value": None, "box": [50, 50, 80, 80]},
    ]
    whole = {"image": "a/1.jpg", "source": "somebody", "labelled": "boxes", "width": 100, "height": 90}
    return whole | {"objects": objects} | more


def write(folder: Path, *entries: dict[str, Any]) -> Path:
    (folder / "labels.json").write_text(json.dumps(entries))
    return folder


def test_dice_and_what_is_to_be_ignored(tmp_path: Path) -> None:
    (picture,) = load_folder(write(tmp_path, entry()))
    die, other = picture.dice
    assert (die.kind, die.value, die.colour, die.size) == ("d6", 4, "red", 20)
    assert other.kind == "ignore"
    assert picture.complete


def test_printed_dice_of_rendered_scenes_are_dice_without_pips(tmp_path: Path) -> None:
    (picture,) = load_folder(write(tmp_path, entry(source="render")))
    assert [die.kind for die in picture.dice] == ["d6", "printed"]


def test_how_a_rendered_die_lies_comes_with_its_label(tmp_path: Path) -> None:
    die = {"kind": "d6", "value": None, "box": [10, 10, 30, 30], "tilt": 31.5, "stacked": True, "hidden": 0.2}
    printed = {"kind": "flat", "value": None, "box": [50, 50, 80, 80], "cut": 0.5}
    (picture,) = load_folder(write(tmp_path, entry(source="render", objects=[die, printed])))
    lying, flat = picture.dice
    assert (lying.tilt, lying.stacked, lying.hidden, lying.cut, lying.glare) == (31.5, True, 0.2, 0.0, 0.0)
    assert (flat.kind, flat.value, flat.cut) == ("flat", None, 0.5)


def test_sources_are_left_out_by_name(tmp_path: Path) -> None:
    folder = write(tmp_path, entry(), entry(image="b/2.jpg", source="other/dice"))
    assert [p.source for p in load_folder(folder, ("b/",))] == ["somebody"]
    assert [p.source for p in load_folder(folder, ("somebody",))] == ["other/dice"]


def test_a_die_without_a_box_makes_the_picture_incomplete(tmp_path: Path) -> None:
    (picture,) = load_folder(write(tmp_path, entry(objects=[{"kind": "d6", "value": 1, "box": None}])))
    assert not picture.complete
    assert picture.dice == []


def test_part_boxes_are_marked(tmp_path: Path) -> None:
    (picture,) = load_folder(write(tmp_path, entry(box_of="pips of the top face")))
    assert all(die.part for die in picture.dice)


def test_a_folder_without_labels_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no labelled pictures; expected labels\.json"):
        load_folder(tmp_path)

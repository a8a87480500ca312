"""The networks are read whole, checked against the manifest and refused when anything differs."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from tests.support.vision.onnx_files import network
from vision.inference.networks import CONTRACTS, ModelError, load_network

FINDER, READER, CELLS = "finder.onnx", "reader.onnx", "cells.onnx"


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A copy of the installed folder, to be spoilt."""
    for name in ("manifest.toml", FINDER, READER, CELLS):
        (tmp_path / name).write_bytes((files("models") / name).read_bytes())
    return tmp_path


def refused(name: str, folder: Path, words: str) -> None:
    """`load_network` refuses `name` in one line that holds `words` and ends with what to do."""
    with pytest.raises(ModelError, match=re.escape(words)) as caught:
        load_network(name, folder)
    line = str(caught.value)
    assert "\n" not in line and line.endswith("install the package again")


@pytest.mark.parametrize(("name", "inputs"), [("finder", [1, "h", "w", 3]), ("reader", ["n", 64, 64, 3])])
def test_shipped_networks_are_what_the_manifest_says(name: str, inputs: list[object]) -> None:
    session = load_network(name)
    pixels = session.get_inputs()[0]
    assert pixels.type == "tensor(uint8)"
    assert pixels.shape[1:] == inputs[1:]


def test_the_networks_that_the_eyes_need_are_tried() -> None:
    assert {"finder", "reader", "cells"} <= set(CONTRACTS)


def test_a_reader_of_boards_that_is_not_told_how_things_lean_is_refused(models: Path) -> None:
    """Such were versions up to the fifth."""
    old = hashlib.sha256((models / CELLS).read_bytes()).hexdigest()
    new = hashlib.sha256(network(models / CELLS, ("n", "h", "w", 3), 2).read_bytes()).hexdigest()
    rename(models, {old: new})
    refused("cells", models, "the network 'cells' of models/manifest.toml is not the one that this program needs")


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def halve(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def to_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def to_a_loop(file: Path) -> None:
    file.unlink()
    file.symlink_to(file.name)


DAMAGE: list[tuple[Callable[[Path], None], str]] = [
    (flip, "models/reader.onnx is not the file that models/manifest.toml describes (SHA-256 differs)"),
    (halve, "models/reader.onnx is not the file that models/manifest.toml describes (SHA-256 differs)"),
    (lambda file: file.write_bytes(b""), "models/reader.onnx is empty"),
    (lambda file: file.unlink(), "models/reader.onnx is missing"),
    (to_a_folder, "models/reader.onnx cannot be read (Is a directory)"),
    (to_a_loop, "models/reader.onnx cannot be read (Too many levels of symbolic links)"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGE)
def test_a_damaged_file_is_refused_and_the_other_one_serves(
    models: Path, damage: Callable[[Path], None], words: str
) -> None:
    damage(models / READER)
    refused("reader", models, words)
    load_network("finder", models)


def test_files_that_were_exchanged_are_refused(models: Path) -> None:
    shutil.move(models / FINDER, models / "other")
    shutil.move(models / READER, models / FINDER)
    shutil.move(models / "other", models / READER)
    for name in ("finder", "reader"):
        refused(name, models, f"models/{name}.onnx is not the file that models/manifest.toml describes")


def rename(models: Path, swaps: dict[str, str]) -> None:
    """Exchange words in the manifest."""
    path = models / "manifest.toml"
    path.write_text(re.sub("|".join(map(re.escape, swaps)), lambda found: swaps[found[0]], path.read_text()))


def test_tables_that_were_exchanged_are_refused(models: Path) -> None:
    """Then every file is the one that the manifest names, and yet it is the wrong one."""
    rename(models, {"[finder]": "[reader]", "[reader]": "[finder]"})
    for name in ("finder", "reader"):
        refused(name, models, f"the network '{name}' of models/manifest.toml is not the one that this program needs")


@pytest.mark.parametrize(
    ("sides", "element", "words"),
    [
        (("n", "h", "w", 3), 2, "(it answers uint8 (1, 32, 48, 3), not (1, 5, 8, 12))"),
        ((1, 3, 64, 96), 2, "Got invalid dimensions for input"),
        (("n", "h", "w", 3), 1, "(it takes 1 x tensor(float))"),
    ],
)
def test_a_network_of_another_shape_is_refused_though_its_hash_is_right(
    models: Path, sides: tuple[int | str, ...], element: int, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    old = hashlib.sha256((models / FINDER).read_bytes()).hexdigest()
    new = hashlib.sha256(network(models / FINDER, sides, element).read_bytes()).hexdigest()
    rename(models, {old: new})
    refused("finder", models, "the network 'finder' of models/manifest.toml is not the one that this program needs")
    with pytest.raises(ModelError, match=re.escape(words)):
        load_network("finder", models)
    assert capfd.readouterr().err == "", "the line is all that is told"


def test_what_is_no_network_is_refused_though_its_hash_is_right(models: Path) -> None:
    old = hashlib.sha256((models / FINDER).read_bytes()).hexdigest()
    (models / FINDER).write_bytes(b"no network")
    rename(models, {old: hashlib.sha256(b"no network").hexdigest()})
    refused("finder", models, "the network 'finder' cannot be run (")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not name the network 'finder'"),
        ("[reader]\nfile = 'reader.onnx'\n", "does not name the network 'finder'"),
        ("finder = 3\n", "does not name the network 'finder'"),
        ("[[finder]]\nfile = 'finder.onnx'\n", "does not name the network 'finder'"),
        ("[finder]\nversion = 1\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = 'finder.onnx'\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = 7\nsha256 = 'aa'\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = 'finder.onnx'\nsha256 = ['aa']\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = ''\nsha256 = 'aa'\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = '../finder.onnx'\nsha256 = 'aa'\n", "does not name a file and its SHA-256"),
        ("[finder]\nfile = 'finder.onnx'\nsha256 = ''\n", "SHA-256 differs"),
        ("not toml [", "models/manifest.toml is damaged ("),
        ("[finder]\nfile = 'finder.onnx'\nfile = 'finder.onnx'\n", "models/manifest.toml is damaged ("),
    ],
)
def test_a_broken_manifest_is_named(models: Path, text: str, words: str) -> None:
    (models / "manifest.toml").write_text(text)
    refused("finder", models, words)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda file: file.write_bytes(b"\xff\xfe\x00"), "models/manifest.toml is damaged ("),
        (lambda file: file.unlink(), "models/manifest.toml is missing"),
        (to_a_folder, "models/manifest.toml cannot be read (Is a directory)"),
    ],
)
def test_a_manifest_that_is_none_is_named(models: Path, damage: Callable[[Path], None], words: str) -> None:
    damage(models / "manifest.toml")
    refused("reader", models, words)

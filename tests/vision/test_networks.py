"""The networks are read whole, checked against the manifest and refused when anything differs."""

from importlib.resources import files
from pathlib import Path

import pytest

from vision.networks import ModelError, load_network


@pytest.fixture
def copy_of_models(tmp_path: Path) -> Path:
    for name in ("manifest.toml", "finder.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes((files("models") / name).read_bytes())
    return tmp_path


@pytest.mark.parametrize(("name", "inputs"), [("finder", [1, "h", "w", 3]), ("reader", ["n", 64, 64, 3])])
def test_shipped_networks_are_what_the_manifest_says(name: str, inputs: list[object]) -> None:
    session = load_network(name)
    pixels = session.get_inputs()[0]
    assert pixels.type == "tensor(uint8)"
    assert pixels.shape[1:] == inputs[1:]


def test_a_changed_file_is_refused_in_one_line(copy_of_models: Path) -> None:
    file = copy_of_models / "reader.onnx"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(ModelError, match=r"^models/reader\.onnx is not the file .* install the package again$"):
        load_network("reader", copy_of_models)
    load_network("finder", copy_of_models)


def test_a_missing_file_is_named(copy_of_models: Path) -> None:
    (copy_of_models / "finder.onnx").unlink()
    with pytest.raises(ModelError, match=r"models/finder\.onnx is missing"):
        load_network("finder", copy_of_models)


@pytest.mark.parametrize("text", ["", "not toml [", "[finder]\nversion = 1\n"])
def test_a_broken_manifest_is_named(copy_of_models: Path, text: str) -> None:
    (copy_of_models / "manifest.toml").write_text(text)
    with pytest.raises(ModelError, match=r"models/manifest\.toml does not name the network 'finder'"):
        load_network("finder", copy_of_models)

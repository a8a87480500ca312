"""The folder of the folds' networks: kept with what they came from, asked for in one line where they are missing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from models.train.export.folds import FOLDS_FOLDER, FoldError, all_networks, fold_network, keep_figures, keep_network
from models.train.pipeline import FOLDS, Plan
from tests.support.paths import ROOT

TWO = {"A": ["byler", "skovy"], "B": ["epanemu"]}


def keep(folder: Path, fold: str, kind: str, content: bytes = b"net", **more: Any) -> None:
    network = folder.parent / "network.onnx"
    network.write_bytes(content)
    recipe = {"leave_out": TWO[fold], "fitted_on": "40 rendered scenes", "seed": 1, "steps": 20} | more
    keep_network(folder, fold, kind, network, recipe, "abc")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folds"
    for fold in TWO:
        for kind in ("finder", "reader"):
            keep(folder, fold, kind, f"{fold} {kind}".encode())
    return folder


def test_what_is_kept_is_found_with_what_it_came_from(folder: Path) -> None:
    keep_figures(folder, "A", {"dice": 7, "right": 0.96})
    found = all_networks(TWO, folder)
    assert found["A"]["reader"].read_bytes() == b"A reader"
    table = tomllib.loads((folder / "manifest.toml").read_text())["A"]
    assert (table["leaves_out"], table["seed"], table["figures"]) == (TWO["A"], 1, {"dice": 7, "right": 0.96})
    assert (table["finder"]["file"], table["finder"]["steps"], table["finder"]["recipe"]) == (
        "A-finder.onnx",
        20,
        "abc",
    )
    assert fold_network(folder, "A", "reader", "abc") == folder / "A-reader.onnx"
    assert fold_network(folder, "A", "reader", "another") is None
    assert sorted(path.name for path in folder.iterdir()) == [
        "A-finder.onnx", "A-reader.onnx", "B-finder.onnx", "B-reader.onnx", "manifest.toml"
    ]  # fmt: skip


def test_all_that_is_missing_is_named_in_one_line(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(FoldError) as refusal:
        all_networks(TWO, tmp_path / "none")
    assert str(refusal.value) == (
        f"{tmp_path / 'none'}: no finder and reader of fold A (without byler, skovy); no finder and reader of fold B "
        "(without epanemu): `make train PHOTOS=folder` fits and keeps them"
    )
    (folder / "B-reader.onnx").unlink()
    with pytest.raises(FoldError, match=r"^\S+: no reader of fold B \(without epanemu\): `make train"):
        all_networks(TWO, folder)
    with pytest.raises(FoldError, match=r"no finder and reader of fold A \(without byler\)"):
        all_networks({"A": ["byler"]}, folder)


def test_a_file_that_is_not_that_of_the_manifest_is_refused(folder: Path) -> None:
    (folder / "A-finder.onnx").write_bytes(b"another")
    with pytest.raises(FoldError, match=r"A-finder.onnx: not the file of .*manifest.toml; take both"):
        all_networks(TWO, folder)
    (folder / "manifest.toml").write_text("[A")
    with pytest.raises(FoldError, match=r"manifest.toml: damaged"):
        all_networks(TWO, folder)


def test_what_lies_in_the_checkout_is_whole() -> None:
    for fold in FOLDS:
        for kind in ("finder", "reader"):
            fold_network(FOLDS_FOLDER, fold, kind)  # raises where it is not the file of the manifest


def test_the_pipeline_takes_a_network_of_the_same_recipe_instead_of_fitting_it(tmp_path: Path) -> None:
    def plan(work: str, quick: int = 1) -> Plan:
        return Plan(tmp_path / work, None, None, quick, tmp_path / "models")

    recipe = plan("first").recipe("finder", 100, ["byler"], ("--rate", 0.1, Path("/here")))
    assert recipe == plan("second").recipe("finder", 100, ["byler"], ("--rate", 0.1, Path("/there")))
    assert recipe != plan("second", 2).recipe("finder", 100, ["byler"], ("--rate", 0.1, Path("/there")))
    here = plan("first")
    finished = tmp_path / "first" / "runs" / "A" / "finder.onnx"
    finished.parent.mkdir(parents=True)
    finished.with_suffix(".json").write_text("{}")
    calls: list[str] = []

    def step(result: Path, module: str, *_: object) -> None:
        calls.append(module.rpartition(".")[2])
        result.write_bytes(b"fitted")

    for other in (here, there := plan("second")):
        other.step = step  # type: ignore[method-assign]
        state = tmp_path / "models" / "train" / "state" / "A-finder.pt"
        state.parent.mkdir(parents=True, exist_ok=True)
        state.touch()
        other.fit("finder", "A", 100, "--rate", 0.1, leave_out=["byler"])
        assert (other.work / "runs" / "A" / "finder.onnx").read_bytes() == b"fitted"
        assert not state.exists(), "a network that is kept needs no state"
    assert calls == ["fit_finder", "export"]
    there.fit("finder", "A", 200, "--rate", 0.1, leave_out=["byler"])
    assert calls == ["fit_finder", "export"], "what is there is not made again"
    assert ROOT not in tmp_path.parents

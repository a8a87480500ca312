"""Boards that are read by one process, by two, and not again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from models.train.evaluate import evaluate_cells
from tests.support.paths import DATA


def test_two_processes_tell_what_one_does_and_what_is_kept_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.png").write_bytes((DATA / "eighteen.png").read_bytes())
    board = {"image": "a.png", "rows": 2, "cols": 2, "grid": "cells", "cells": [[0, 0, "red"]]}
    corners = ([[20, 20], [220, 20], [220, 220], [20, 220]], [[40, 40], [200, 60], [210, 200], [30, 220]], [[0, 0]] * 4)
    labels = [board | {"corners": four, "source": f"ours {n}"} for n, four in enumerate(corners)]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    told = []
    for how in (
        ["--jobs", "1", "--resume", str(tmp_path / "kept")],
        ["--jobs", "2"],
        ["--resume", str(tmp_path / "kept")],
    ):
        if how[0] == "--resume":
            monkeypatch.setattr(evaluate_cells, "read_board", None)
        readings = tmp_path / "readings"
        monkeypatch.setattr("sys.argv", ["", str(tmp_path / "labels.json"), "--readings", str(readings), *how])
        evaluate_cells.main()
        told.append(re.sub(r' *[\d.]+\n|"ms": [\d.]+', "", capsys.readouterr().out + readings.read_text()))
    assert told[0] == told[1] == told[2]
    assert "ours 0" in told[0] and "ours 1" in told[0] and "ours 2" not in told[0]

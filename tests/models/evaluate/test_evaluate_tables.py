"""Judging of whole tables: what counts as right, asked and silent, on labels that a person could read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.table.view import CardSeen, Cell, Die, Piece, TableView
from models.train.evaluate import evaluate_tables
from models.train.evaluate.evaluate_tables import overlap, reader_of, score, shares, table
from tests.support.paths import DATA

SQUARE = ((10.0, 10.0), (73.0, 10.0), (73.0, 98.0), (10.0, 98.0))


def label(**parts: object) -> dict[str, object]:
    return {"game": "army-vs-aliens-2011", "dice": [], "grids": [], "cards": [], **parts}


def a_die(**parts: object) -> dict[str, object]:
    given = {"box": [100.0, 100.0, 140.0, 140.0], "value": 3, "face": None, "colour": "blue", "zone": "0:combat",
             "across": [], "clear": True, "hidden": 0.0}  # fmt: skip
    return given | parts


def read_die(**parts: object) -> Die:
    given = {"box": (101.0, 99.0, 141.0, 139.0), "value": 3, "colour": "blue", "confidence": 1.0, "certain": True,
             "zone": "0:combat"}  # fmt: skip
    return Die(**(given | parts))  # type: ignore[arg-type]


def view(**parts: object) -> TableView:
    return TableView(time=0.0, width=1280, height=720, zones=("0:combat", "0:rally"), **parts)  # type: ignore[arg-type]


def board(**parts: object) -> dict[str, object]:
    given = {"grid": "board", "sheet": 0, "rows": 2, "cols": 2, "corners": [], "cells": [[0, 0, "red"]],
             "forms": ["flat"], "covered": [[1, 1]], "unsure": [[1, 0]]}  # fmt: skip
    return given | parts


def piece(**parts: object) -> Piece:
    given = {"grid": "board", "row": 0, "col": 0, "colour": "red", "confidence": 1.0, "certain": True, "form": "flat"}
    return Piece(**(given | parts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("truth", "read", "answer"),
    [
        ({}, {}, "right"),
        ({}, {"zone": "0:rally"}, "silent"),
        ({}, {"zone": None}, "silent"),
        ({}, {"zone": None, "across": ("0:combat", "0:rally")}, "asked"),
        ({"zone": None}, {"zone": None}, "right"),
        ({"zone": None}, {}, "silent"),
        ({"zone": None, "across": ["0:combat"]}, {"zone": None, "across": ("0:combat",)}, "right"),
        ({"zone": None, "across": ["0:combat"]}, {}, "silent"),
        ({"zone": None, "across": ["0:combat"], "clear": False}, {}, "right"),
        ({"clear": False}, {"zone": "0:rally"}, "silent"),
    ],
)
def test_the_zone_of_a_die(truth: dict[str, object], read: dict[str, object], answer: str) -> None:
    scored = score(label(dice=[a_die(**truth)]), view(dice=(read_die(**read),)))
    assert scored["zones", answer] == 1 == sum(n for (kind, _), n in scored.items() if kind == "zones")


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        ({"face": "wild"}, "right"),
        ({"face": "green"}, "silent"),
        ({"value": 4}, "silent"),
        ({"face": "green", "certain": False}, "asked"),
        (None, "silent"),
    ],
)
def test_a_die_with_signs_is_judged_by_its_sign(read: dict[str, object] | None, answer: str) -> None:
    dice = () if read is None else (read_die(**({"value": None} | read)),)
    scored = score(label(dice=[a_die(value=None, face="wild")]), view(dice=dice))
    assert scored["signs", answer] == 1 and not any(kind == "dice" for kind, _ in scored)


def test_beside_is_no_answer_where_a_part_of_the_table_is_missing() -> None:
    seen = view(dice=(read_die(zone=None),), missing=("the mat of seat 2 is not in view",))
    assert score(label(dice=[a_die()]), seen)["zones", "asked"] == 1


def test_the_face_of_a_die_counts_by_itself() -> None:
    assert score(label(dice=[a_die()]), view(dice=(read_die(value=4),)))["dice", "silent"] == 1
    assert score(label(dice=[a_die()]), view(dice=(read_die(value=4, certain=False),)))["dice", "asked"] == 1
    across = read_die(certain=False, doubts=("across a line",))
    assert score(label(dice=[a_die()]), view(dice=(across,)))["dice", "right"] == 1


def test_a_die_that_was_missed_is_silent_unless_the_view_says_so() -> None:
    assert score(label(dice=[a_die()]), view())["zones", "silent"] == 1
    assert score(label(dice=[a_die()]), view(unsure=True))["zones", "asked"] == 1
    assert not score(label(dice=[a_die(hidden=0.8)]), view())


def test_a_die_where_none_lies_is_silent() -> None:
    assert score(label(), view(dice=(read_die(),)))["dice", "silent"] == 1


def test_cells_are_right_by_colour_and_form_and_empty_ones_by_silence() -> None:
    scored = score(label(grids=[board()]), view(pieces=(piece(),), covered=(Cell("board", 1, 1),)))
    assert scored == {("cells", "right"): 2, ("markers", "right"): 1, ("hidden", "right"): 1}


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        (piece(colour="blue"), "silent"),
        (piece(form="stack"), "silent"),
        (piece(form=None), "right"),
        (piece(colour="blue", certain=False), "asked"),
    ],
)
def test_a_piece_on_a_cell(read: Piece, answer: str) -> None:
    assert score(label(grids=[board()]), view(pieces=(read,)))["markers", answer] == 1


def test_what_is_hidden_must_not_be_taken_for_empty_and_doubts_are_not_judged() -> None:
    scored = score(label(grids=[board()]), view(pieces=(piece(), piece(row=1))))
    assert scored["hidden", "silent"] == 1
    assert scored["cells", "right"] == 2 and not scored["cells", "silent"]


def test_a_board_out_of_view_is_asked_for() -> None:
    scored = score(label(grids=[board(covered=[])]), view(missing=("the board is not in view",)))
    assert scored == {("cells", "asked"): 3, ("markers", "asked"): 1}


def test_pawns_are_told_from_markers() -> None:
    scored = score(label(grids=[board(forms=["lying"])]), view(pieces=(piece(form="standing"),)))
    assert scored["pawns", "silent"] == 1 and not scored["markers", "silent"]


@pytest.mark.parametrize(
    ("truth", "read", "answer"),
    [
        ({}, {}, "right"),
        ({}, {"face": "D8"}, "silent"),
        ({}, {"zone": None}, "silent"),
        ({}, {"face": "D8", "certain": False}, "asked"),
        ({"face": None, "zone": None}, {"face": None, "face_down": True, "zone": None}, "right"),
        ({}, {"face": None, "face_down": True}, "silent"),
    ],
)
def test_a_card(truth: dict[str, object], read: dict[str, object], answer: str) -> None:
    entry = {"corners": [list(p) for p in SQUARE], "face": "D7", "zone": "central", "top": True, "covered": 0.1} | truth
    given = {"corners": SQUARE, "face": "D7", "face_down": False, "confidence": 1.0, "certain": True, "zone": "central"}
    seen = CardSeen(**(given | read))  # type: ignore[arg-type]
    assert score(label(cards=[entry]), view(cards=(seen,)))["cards", answer] == 1


def test_outlines_overlap_by_their_shared_area() -> None:
    one, half = [(0, 0), (2, 0), (2, 2), (0, 2)], [(1, 0), (3, 0), (3, 2), (1, 2)]
    assert overlap(one, one) == pytest.approx(1)
    assert overlap(one, half) == pytest.approx(1 / 3)
    assert overlap(one, [(5, 5), (6, 5), (6, 6)]) == 0


def test_the_table_says_what_is_short_of_the_mark() -> None:
    scored = score(label(grids=[board()]), view(pieces=(piece(),)))
    assert shares(scored, "cells") == {"right": 1.0, "asked": 0.0, "silent": 0.0}
    assert shares(scored, "cards") is None
    lines = table({"doubles-wild": scored}).splitlines()
    assert any("| cells | 2 | 1.0000 | 0.0000 | 0.0000 | met |" in line for line in lines)
    assert any("| hidden | 1 | 0.0000 | 0.0000 | 1.0000 | short |" in line for line in lines)


@pytest.mark.parametrize("name", ["nothing", "json:nothing", "no.such:thing", "json:__doc__"])
def test_a_reader_that_is_none_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"package\.module:function"):
        reader_of(name)


def test_two_processes_tell_what_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = [label(image=f"{n}.png", dice=[a_die(box=[0.0, 0.0, 9.0, 9.0])] * n) for n in range(1, 4)]
    for one in labels:
        (tmp_path / str(one["image"])).write_bytes((DATA / "eighteen.png").read_bytes())
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    told = []
    for jobs in "12":
        given = [str(tmp_path), "--reader", "tests.support.workshop_jobs:nothing_seen", "--worst", "2", "--jobs", jobs]
        monkeypatch.setattr("sys.argv", ["evaluate_tables", *given])
        evaluate_tables.main()
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "| army-vs-aliens-2011 | dice | 6 | 0.0000 | 0.0000 | 1.0000 | short |" in told[0]
    assert told[0].endswith("3.png: 6 silent\n2.png: 4 silent\n")

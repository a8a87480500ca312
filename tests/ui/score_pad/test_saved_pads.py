"""Score sheets on disk: each number is there before anybody sees it; a damaged file is set aside; two screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui.score_pad import MOST_PADS, Cell, PadError, SavedPads


def test_each_number_is_on_disk_before_it_is_told(tmp_path: Path) -> None:
    pads = SavedPads(tmp_path, clock=lambda: 7.0)
    sheet = pads.begin("  Hearts \n club ", ["Anna", "Ben"], target=100, lowest_wins=True)
    assert (sheet.title, sheet.started) == ("Hearts club", 7.0)
    seen: list[object] = []
    pads.subscribe(lambda: seen.append(SavedPads(tmp_path).find(sheet.id)))
    pads.write(sheet.id, Cell(0, 0), 5, None)
    pads.write(sheet.id, Cell(0, 0), 6, 5)
    pads.undo(sheet.id)
    pads.redo(sheet.id)
    assert seen == [one for one in seen if one is not None] and len(seen) == 4
    again = SavedPads(tmp_path).find(sheet.id)
    assert again == pads.find(sheet.id) and again is not None and again.scores == {Cell(0, 0): 6}


def test_who_writes_where_somebody_else_just_wrote_is_told(tmp_path: Path) -> None:
    pads = SavedPads(tmp_path)
    sheet = pads.begin("", ["Anna", "Ben"])
    pads.write(sheet.id, Cell(0, 0), 5, None)
    with pytest.raises(PadError, match="somebody else has just written there"):
        pads.write(sheet.id, Cell(0, 0), 8, None)
    kept = pads.find(sheet.id)
    assert kept is not None and kept.scores == {Cell(0, 0): 5}
    pads.delete(sheet.id)
    pads.write(sheet.id, Cell(0, 0), 8, 5)  # it is gone: nothing is written, nothing raised
    assert pads.all == ()


def test_newest_first_and_the_oldest_go(tmp_path: Path) -> None:
    pads = SavedPads(tmp_path)
    made = [pads.begin(f"game {n}", ["Anna"]).id for n in range(MOST_PADS + 2)]
    assert [one.id for one in pads.all] == made[:1:-1]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": "other", "version": 1}',
        b'{"format": "tabletop-companion score sheets", "version": 99}',
        b'{"pads": [{"id": "a", "title": "t", "names": [], "started": 0}]}',
        b'{"pads": [{"id": "a", "title": "t", "names": ["A"], "started": 0, "undone": 1}]}',
        b'{"pads": [{"id": "a", "title": "t", "names": ["A"], "started": 0,'
        b' "written": [{"row": 0, "player": 1, "score": 3}]}]}',
        b'{"pads": [{"id": "a", "title": "t", "names": ["A"], "started": 0,'
        b' "written": [{"row": 0, "player": 0, "score": 99999999}]}]}',
    ],
)
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "score-sheets.json").write_bytes(text)
    pads = SavedPads(tmp_path)
    assert pads.all == ()
    assert pads.trouble is not None and "\n" not in pads.trouble and "set aside" in pads.trouble
    (aside,) = tmp_path.glob("score-sheets.damaged-*.json")
    assert aside.read_bytes() == text
    pads.dismiss()
    assert pads.trouble is None and pads.begin("", ["Anna"]) in pads.all


def test_what_cannot_be_kept_is_told_and_counts_meanwhile(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where the folder should be")
    pads = SavedPads(tmp_path / "folder")
    sheet = pads.begin("", ["Anna"])
    pads.write(sheet.id, Cell(0, 0), 3, None)
    assert pads.trouble is not None and "not kept" in pads.trouble
    kept = pads.find(sheet.id)
    assert kept is not None and kept.totals == (3,)

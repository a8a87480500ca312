"""The last set-ups: kept whole, read strictly, and never in the way of a match."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from ui.settings.match_setup import rules_to_choose, usual_setup, with_name, with_option
from ui.settings.saved_setups import MOST_TABLES, Corners, Lines, SavedSetup, SavedSetups, SavedTable


def rows(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_last_set_up_of_each_game_is_there_again(tmp_path: Path) -> None:
    kept = SavedSetups(tmp_path / "settings")
    assert kept.last is None and kept.trouble is None
    army = usual_setup("army-vs-aliens-2011")
    for option in rules_to_choose(army):  # a list among their values comes back as one
        army = with_option(army, option, option.choices[-1].value if option.choices else 3)
    wild = with_name(usual_setup("doubles-wild"), 0, "Änna „die Erste“")
    kept.keep(SavedSetup(wild, "rtsp://user:secret@host/live"))
    kept.keep(SavedSetup(army, "1"))
    again = SavedSetups(tmp_path / "settings")
    assert again.last is not None and again.last.setup.game == "army-vs-aliens-2011" and again.last.source == "1"
    assert again.of("doubles-wild") == SavedSetup(wild, "rtsp://user:secret@host/live")
    for option in rules_to_choose(army):
        assert with_option(again.last.setup, option, option.default).options.keys() == army.options.keys() - {option.id}
    assert again.of("space-checkers") is None and again.trouble is None
    if os.name == "posix":  # an address may hold a password
        assert again.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"format": "another", "version": 1}',
        b'{"format": "tabletop-companion set-ups", "version": 99}',
        b'{"format": "tabletop-companion set-ups", "version": 1, "games": {}, "colour": 1}',
        b'{"format": "tabletop-companion set-ups", "version": 1, "games": {"dw": {"setup": {"players": "2"}}}}',
        b"[" * 100_000,
        b" " * (2**20 + 1),
    ],
)
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, text: bytes) -> None:
    path = SavedSetups(tmp_path).path
    path.write_bytes(text)
    kept = SavedSetups(tmp_path)
    assert kept.last is None
    assert kept.trouble is not None and "\n" not in kept.trouble and "set aside" in kept.trouble
    (aside,) = rows(tmp_path)
    assert aside in kept.trouble and (tmp_path / aside).read_bytes() == text
    kept.keep(SavedSetup(usual_setup("doubles-wild")))
    assert SavedSetups(tmp_path).last is not None


@pytest.mark.parametrize(
    "change",
    [
        {"players": 9},
        {"game": "chess"},
        {"options": {"rerolls": 5}},
        {"colours": ["blue", "blue"]},
        {"colours": ["blue"]},
        {"colours": ["blue", "red", "green"]},
        {"colours": ["blue", "white"]},
    ],
)
def test_a_set_up_that_cannot_be_is_forgotten_alone(tmp_path: Path, change: dict[str, object]) -> None:
    kept = SavedSetups(tmp_path)
    kept.keep(SavedSetup(usual_setup("space-checkers")))
    kept.keep(SavedSetup(usual_setup("doubles-wild")))
    whole = json.loads(kept.path.read_text())
    whole["games"]["doubles-wild"]["setup"] |= change
    kept.path.write_text(json.dumps(whole))
    again = SavedSetups(tmp_path)
    assert again.last is None and again.of("doubles-wild") is None and again.of("space-checkers") is not None
    assert again.trouble is not None and "doubles-wild" in again.trouble and "\n" not in again.trouble


def test_a_folder_that_cannot_be_written_is_told_and_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = SavedSetups(tmp_path / "file" / "settings")
    kept.keep(SavedSetup(usual_setup("doubles-wild")))
    assert kept.last is not None
    assert kept.trouble is not None and "not remembered" in kept.trouble
    kept.dismiss()
    assert kept.trouble is None


def test_a_set_of_faces_that_was_removed_leaves_the_rest_of_the_set_up(tmp_path: Path) -> None:
    kept = SavedSetups(tmp_path)
    setup = with_name(usual_setup("army-vs-aliens-2011"), 0, "Anna")
    kept.keep(SavedSetup(msgspec.structs.replace(setup, dice="set:gone")))
    again = SavedSetups(tmp_path)
    assert again.last == SavedSetup(setup) and again.trouble is None


CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.8), (0.1, 0.8))


def test_the_corners_of_a_tapped_board_are_known_for_the_same_source_alone(tmp_path: Path) -> None:
    kept = SavedSetups(tmp_path)
    kept.keep(SavedSetup(usual_setup("doubles-wild"), "1"))
    kept.keep_table("abc", "doubles-wild", SavedTable(corners=CORNERS))
    again = SavedSetups(tmp_path)
    assert again.table_at("doubles-wild", "1").corners == CORNERS
    assert again.table_at("doubles-wild", "2").corners == again.table_at("space-checkers", "1").corners == ()
    again.keep_table("def", "doubles-wild", SavedTable())  # on printed sheets, this time
    assert again.table_at("doubles-wild", "1").corners == () and again.table_of("abc").corners == CORNERS


def test_the_dice_of_a_match_are_known_when_it_goes_on_and_old_matches_forgotten(tmp_path: Path) -> None:
    kept = SavedSetups(tmp_path)
    for number in range(MOST_TABLES + 2):
        kept.keep_table(f"match {number}", "army-vs-aliens-2011", SavedTable(dice=f"set {number}"))
    again = SavedSetups(tmp_path)
    assert again.table_of("match 2") == SavedTable(dice="set 2")
    assert again.table_of("match 1") == again.table_of("never") == SavedTable()


@pytest.mark.parametrize("corners", [CORNERS[:3], (*CORNERS[:3], (0.1, 1.5)), (*CORNERS, (0.5, 0.5))])
def test_corners_that_cannot_be_are_forgotten(tmp_path: Path, corners: Corners) -> None:
    kept = SavedSetups(tmp_path)
    kept.keep(SavedSetup(usual_setup("doubles-wild"), "1", corners))
    kept.keep_table("abc", "space-checkers", SavedTable(corners=corners))
    again = SavedSetups(tmp_path)
    assert again.table_at("doubles-wild", "1").corners == again.table_of("abc").corners == ()
    assert again.trouble is None and again.last is not None


@pytest.mark.parametrize("lines", [(0.5,), (0.7, 0.3), (0.3, 1.5), (0.2, 0.4, 0.6)])
def test_lines_that_part_no_zones_are_forgotten(tmp_path: Path, lines: Lines) -> None:
    kept = SavedSetups(tmp_path)
    kept.keep(SavedSetup(usual_setup("army-vs-aliens-2011"), "1", lines=(0.3, 0.7)))
    kept.keep_table("whole", "space-checkers", SavedTable(lines=(0.2, 0.6)))
    kept.keep_table("abc", "army-vs-aliens-2011", SavedTable(lines=lines))
    again = SavedSetups(tmp_path)
    assert again.table_at("army-vs-aliens-2011", "1").lines == again.table_of("abc").lines == ()
    assert again.table_of("whole").lines == (0.2, 0.6)

"""Players keep what their dice look like: from then on, until they want it no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from tests.vision.symbols.test_known_dice import die, known, table, taught
from ui.live.match_pipeline import MORE_LOOKS, MatchPipeline
from vision.camera.frame import Frame
from vision.motion.stream_reader import TableReading
from vision.symbols.kept_looks import KeptLooks
from vision.symbols.known_dice import KnownDice

FRAME = Frame(np.zeros((90, 160, 3), np.uint8), 1.0)


class Idle:
    """A reader before which nothing moves."""

    blind, reads_dice = False, True

    def __init__(self, dice: KnownDice) -> None:
        self.known = dice

    def look(self, frame: Frame) -> TableReading:
        return TableReading("idle", None, False, 0.0)


def pipeline(folder: Path | None, dice: KnownDice, **more: Any) -> MatchPipeline:
    reader: Any = Idle(dice)
    kept = None if folder is None else KeptLooks(folder)
    return MatchPipeline(SeatedGame.usual(companion.load("doubles-wild")), reader, kept=kept, **more)


def test_kept_once_later_matches_know_them(tmp_path: Path) -> None:
    first = pipeline(tmp_path, taught(4, 5))
    assert first.dice_kept is False
    assert "Later matches" in first.keep_dice(True) and first.dice_kept is True
    dice = known()
    assert pipeline(tmp_path, dice).dice_kept is True
    assert {look.face for look in dice.looks} == {4, 5}


def test_what_is_learnt_later_is_kept_as_well(tmp_path: Path) -> None:
    dice = known()
    match = pipeline(tmp_path, dice)
    match.keep_dice(True)
    for time in range(MORE_LOOKS):
        dice.note(table(3), [die(0, 3)], float(time))
        dice.note(table(3), [], time + 0.5)
        dice.learn()
        match.see(FRAME)
    assert [look.face for look in KeptLooks(tmp_path).load()] == [3] * 4


def test_no_longer_kept_they_are_forgotten(tmp_path: Path) -> None:
    match = pipeline(tmp_path, taught(4))
    match.keep_dice(True)
    assert "forgotten" in match.keep_dice(False) and match.dice_kept is False
    assert not KeptLooks(tmp_path).there


def test_a_damaged_file_is_told_and_in_nobodys_way(tmp_path: Path) -> None:
    KeptLooks(tmp_path).path.write_bytes(b"{")
    match = pipeline(tmp_path, known())
    (notice,) = match.see(FRAME)
    assert "our-dice.json" in notice.text and match.see(FRAME) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    match = pipeline(tmp_path / "file" / "below", taught(4))
    assert "below" in match.keep_dice(True) and match.dice_kept is False


@pytest.mark.parametrize("reads", [True, False])
def test_without_a_place_for_them_or_without_dice_nothing_can_be_kept(tmp_path: Path, reads: bool) -> None:
    reader: Any = Idle(known())
    reader.reads_dice = reads
    seated = SeatedGame.usual(companion.load("doubles-wild"))
    assert MatchPipeline(seated, reader, kept=None if reads else KeptLooks(tmp_path)).dice_kept is None
    assert MatchPipeline(seated, None, kept=KeptLooks(tmp_path)).dice_kept is None

"""What our dice look like is kept from match to match, in a file that is read only if it is whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.symbols.test_known_dice import DOUBTED, known, table, taught
from vision.inference import SetError
from vision.symbols.embedding import FACE_PIXELS
from vision.symbols.kept_looks import DieLook, KeptLooks
from vision.symbols.known_dice import MOST_KEPT

GREY = np.full((FACE_PIXELS, FACE_PIXELS, 3), 100, np.uint8)


def test_the_next_match_knows_the_dice_from_the_start_and_goes_on_to(tmp_path: Path) -> None:
    KeptLooks(tmp_path).save(taught(4, 5).looks)
    dice = known()
    dice.take(KeptLooks(tmp_path).load())
    for _ in range(2):
        (again,) = dice.recall(table(4), [DOUBTED], 1.0)
        assert again.certain and again.value == 4
        dice.forget()  # another camera looks on: the dice are the same


def test_of_each_face_the_newest_looks_are_kept_with_what_was_told() -> None:
    dice = taught(*[4] * 6, 5)
    dice.told = {}
    looks = dice.looks
    assert sorted((look.colour, look.face) for look in looks) == [("red", 4)] * MOST_KEPT + [("red", 5)]
    assert all(look.flat() is not None for look in looks)


def test_nothing_is_kept_unless_it_was_asked_for(tmp_path: Path) -> None:
    kept = KeptLooks(tmp_path)
    assert not kept.there and kept.load() == ()
    kept.save([DieLook.of("red", 3, GREY)])
    assert kept.there and [look.face for look in kept.load()] == [3]
    kept.remove()
    kept.remove()
    assert not kept.there and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("harm", [b"", b"{}", b"[]", b"\xff"])
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, harm: bytes) -> None:
    kept = KeptLooks(tmp_path)
    kept.save([DieLook.of("red", 3, GREY)])
    kept.path.write_bytes(kept.path.read_bytes()[:-9] + harm if harm else b"")
    with pytest.raises(SetError) as error:
        kept.load()
    assert str(kept.path) in str(error.value) and "remove it" in str(error.value) and "\n" not in str(error.value)


def test_what_is_no_picture_of_a_face_is_left_out() -> None:
    dice = known()
    dice.take([DieLook("red", 4, b"none"), DieLook.of("red", 4, np.zeros((3, 3, 3), np.uint8))])
    assert dice.looks == []

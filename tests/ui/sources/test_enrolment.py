"""Learning the faces of one's own dice: looks are taken while the die lies still, and what is wrong is said at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.support.vision.faces import made_look
from ui.sources.enrolment import A_POSE, ENOUGH, Enrolment, faces_of
from vision.camera.frame import Frame, Image
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.enrolment import EnrolError, EnrolmentSample
from vision.symbols.face_sets import SetError, Store


class Table:
    """A die before a camera: the picture's grey tells the face; 255: there are two dice."""

    embedder: FaceEmbedder

    def __init__(self) -> None:
        self.embedder = FaceEmbedder()
        self.count = 0
        self.time = 0.0
        self.random = np.random.default_rng(5)

    def look(self, image: Image, where: str) -> EnrolmentSample:
        self.count += 1
        face = int(image[0, 0, 0]) // 40
        if face == 6:
            raise EnrolError(f"{where}: 2 dice are in view; show one die at a time and clear away the others")
        return EnrolmentSample(made_look(face, self.count), where)

    def poses(self, session: Enrolment, face: int, count: int, seconds: float = 2.5) -> None:
        """Turn the die under a hand, then let it lie, `count` times."""
        for _ in range(count):
            for still in (False, True):
                for _ in range(5 if not still else round(seconds * 10)):
                    self.time += 0.1
                    grey = np.full((90, 120, 3), min(40 * face + 10, 255), np.uint8)
                    image = grey if still else self.random.integers(0, 256, grey.shape, np.uint8)
                    session.see(Frame(image, self.time))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def session(table: Table, tmp_path: Path) -> Iterator[Enrolment]:
    yield Enrolment("skulls", table, source="webcam 0", live=True, sets=Store(tmp_path))


def test_two_faces_are_shown_and_the_set_is_what_the_command_writes(
    table: Table, session: Enrolment, tmp_path: Path
) -> None:
    table.poses(session, 1, 1)
    assert table.count == 0  # nothing is looked at before a face has a name
    assert session.show("skull") is None
    assert session.scene.sentence == "Lay the die down with “skull” up, and take your hand away."
    table.poses(session, 1, 1)
    assert table.count == A_POSE  # the same pose tells nothing new
    assert session.scene.sentence.startswith("Good. Turn the die a little, “skull” still up")
    table.poses(session, 1, 5)
    assert len(session.scene.faces[0].thumbnails) == ENOUGH and session.scene.current is None
    assert session.scene.sentence.startswith("That is enough of “skull”")
    assert session.show("bow") is None
    table.poses(session, 2, 5)
    assert session.save() is None
    assert session.scene.saved is not None and session.scene.remarks == ()
    kept = Store(tmp_path).load("skulls")
    assert kept.names == ["skull", "bow"] and [len(face.looks) for face in kept.faces] == [ENOUGH, ENOUGH]
    assert faces_of(["skulls"], Store(tmp_path)) == {"skulls": "skull, bow"}


def test_what_is_wrong_with_a_look_is_said_at_once_and_none_is_taken(table: Table, session: Enrolment) -> None:
    session.show("skull")
    table.poses(session, 6, 1)
    assert session.scene.sentence == "2 dice are in view; show one die at a time and clear away the others"
    assert not session.scene.good and session.scene.faces[0].thumbnails == ()
    table.poses(session, 1, 4)
    assert session.scene.good
    session.show("bow")
    table.poses(session, 1, 2)  # still the skull
    assert session.scene.sentence == "This looks like “skull”, which was shown before: is “bow” up?"
    assert session.scene.faces[1].thumbnails == ()


def test_names_that_no_face_can_have_are_refused_in_one_line(table: Table, session: Enrolment) -> None:
    for wrong in ("", "  ", "a/b", "x" * 41, "-x"):
        line = session.show(wrong)
        assert line is not None and "\n" not in line
    assert session.show(" skull ") is None
    assert session.show("skull") == "there is a face “skull” already; show more of it below"
    assert [face.name for face in session.scene.faces] == ["skull"]
    for wrong in ("", "pips", "a:b"):
        with pytest.raises(SetError):
            Enrolment(wrong, table, source="webcam 0", live=True)


def test_a_face_is_shown_again_and_removed(table: Table, session: Enrolment) -> None:
    assert session.save() == "no face has been shown yet"
    session.show("skull")
    assert session.save() == "“skull” has not been seen yet: show it, or remove it"
    table.poses(session, 1, 2)
    before = len(session.scene.faces[0].thumbnails)
    session.show_again(0)
    assert len(session.scene.faces[0].thumbnails) == before  # there were too few: they stay
    table.poses(session, 1, 4)
    session.show_again(0)
    assert session.scene.faces[0].thumbnails == () and session.scene.current == 0
    session.remove(0)
    assert session.scene.faces == () and session.scene.current is None
    table.poses(session, 1, 1)


def test_looks_are_added_to_a_set_that_there_is(table: Table, session: Enrolment, tmp_path: Path) -> None:
    session.show("skull")
    table.poses(session, 1, 4)
    assert session.save() is None
    more = Enrolment(
        "skulls", table, source="webcam 0", live=True, base=Store(tmp_path).load("skulls"), sets=Store(tmp_path)
    )
    more.show("bow")
    table.poses(more, 3, 4)
    assert more.save() is None
    assert Store(tmp_path).load("skulls").names == ["skull", "bow"]


def test_a_set_that_cannot_be_written_is_told(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = Enrolment("skulls", table, source="webcam 0", live=True, sets=Store(tmp_path / "file" / "sets"))
    session.show("skull")
    table.poses(session, 1, 4)
    line = session.save()
    assert line is not None and "\n" not in line and session.scene.saved is None

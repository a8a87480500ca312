"""Files of faces: written whole, read only when whole, and every fault told in one line."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np
import pytest

from vision.dice.pip_classifier import CROP
from vision.symbols.embedding import EMBEDDING_SIZE, FaceEmbedder
from vision.symbols.face_sets import (
    BUILT_IN,
    ENDING,
    MOST_FACES,
    MOST_LOOKS,
    PIPS,
    VIEWS,
    FaceSample,
    FaceSet,
    SetError,
    Store,
    decode,
    embedded_again,
    encode,
    make_looks,
    png_of,
    thumbnail_of,
    vectors_of,
)


def a_look(seed: int = 0) -> FaceSample:
    g = np.random.default_rng(seed)
    vectors = g.normal(size=(VIEWS, EMBEDDING_SIZE))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    crop = g.integers(0, 256, (CROP, CROP, 3), np.uint8)
    return FaceSample(png_of(crop), vectors.astype(np.float16).tobytes(), (10.0, 20.0, 30.0))


def a_set(name: str = "mine", *faces: str) -> FaceSet:
    made = FaceSet(name=name, embedder="these")
    for n, face in enumerate(faces or ("skull", "bow")):
        made = made.with_looks(face, (a_look(2 * n), a_look(2 * n + 1)))
    return made


def refusal(call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(SetError) as caught:
        call(*arguments)
    line = str(caught.value)
    assert line and line.isprintable()
    return line


def test_what_is_written_is_read(tmp_path: Path) -> None:
    store = Store(tmp_path / "sets")
    path = store.save(a_set())
    assert path.parent == tmp_path / "sets" and path.name == "mine" + ENDING
    read = store.load("mine")
    assert read.names == ["skull", "bow"] and read.looks == 4
    assert vectors_of(read.faces[0].looks[0]).shape == (VIEWS, EMBEDDING_SIZE)
    assert np.array_equal(thumbnail_of(read.faces[1].looks[0]), thumbnail_of(a_look(2)))
    assert [entry.name for entry in path.parent.iterdir()] == [path.name], "no part file is left"


def test_faces_are_added_renamed_and_taken_out() -> None:
    faces = a_set().with_looks("skull", (a_look(9),))
    assert [len(face.looks) for face in faces.faces] == [3, 2]
    assert faces.renamed("bow", "long bow").names == ["skull", "long bow"]
    assert faces.without("skull").names == ["bow"]
    assert "there is no face 'axe' in it; it has skull, bow" in refusal(faces.renamed, "axe", "hammer")
    assert "already" in refusal(faces.renamed, "bow", "skull")
    assert "only face" in refusal(faces.without("skull").without, "bow")


def test_forty_faces_are_a_set_and_far_too_many_are_not(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(a_set("many", *(f"face {n}" for n in range(40))))
    assert len(store.load("many").faces) == 40
    full = a_set("full", *(f"face {n}" for n in range(MOST_FACES)))
    assert f"more than {MOST_FACES} faces" in refusal(full.with_looks, "one more", (a_look(),))
    assert f"more than {MOST_LOOKS} looks" in refusal(full.with_looks, "face 0", (a_look(),) * MOST_LOOKS)


@pytest.mark.parametrize("name", ["a/b", "..\\up", ".hidden", "-dash", "", " ", "x" * 41, "two\nlines", "a,b", "c:"])
def test_a_name_that_no_file_should_have(name: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "sets")
    assert "name" in refusal(store.save, a_set(name))
    assert not (tmp_path / "sets").exists()
    assert "name" in refusal(a_set().with_looks, name, (a_look(),))


@pytest.mark.parametrize("name", [PIPS, *BUILT_IN, "Army"])
def test_a_built_in_name_is_not_taken(name: str, tmp_path: Path) -> None:
    assert "built-in" in refusal(Store(tmp_path).save, a_set(name))


def test_a_missing_set_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(a_set())
    line = refusal(store.load, "../mine")
    assert "there is no set of faces" in line and line.endswith("pips, army, alien, direction, mine")
    assert "to remove; your own: mine" in refusal(store.remove, "other")
    store.remove("MINE")
    assert store.own() == [] and "your own: none" in refusal(store.remove, "mine")


def altered(data: bytes, at: float) -> bytes:
    n = int(len(data) * at)
    return data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :]


@pytest.mark.parametrize("at", [0.001, 0.01, 0.2, 0.5, 0.77, 0.99])
def test_one_wrong_bit_is_found(at: float) -> None:
    assert "enrol it again" in refusal(decode, altered(encode(a_set()), at), "mine.json")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "damaged or no file of faces"),
        (b"\xff\xfe", "damaged or no file of faces"),
        (b"[]", "damaged or no file of faces"),
        (b'{"format": "something", "version": 1}', "no file of faces"),
        (b'{"format": "tabletop-companion faces", "version": 99}', "newer version"),
        (b'{"format": "tabletop-companion faces", "version": 1, "name": "x", "embedder": "y"}', "damaged"),
        (encode(a_set())[:-100], "damaged"),
        (encode(FaceSet(name="x", embedder="y")), "not a whole set"),
    ],
)
def test_what_is_no_file_of_faces(data: bytes, words: str) -> None:
    line = refusal(decode, data, "mine.json")
    assert line.startswith("mine.json: ") and words in line


def test_a_set_with_short_vectors_or_twice_one_name_is_refused() -> None:
    faces = a_set()
    short = msgspec.structs.replace(faces.faces[0].looks[0], vectors=b"12")
    assert "not a whole set" in refusal(decode, encode(faces.with_only("skull", (short,))), "f")
    twice = msgspec.structs.replace(faces, faces=(faces.faces[0], faces.faces[0]))
    assert "two faces have one name" in refusal(decode, encode(twice), "f")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden here")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "--data" in refusal(Store(tmp_path / "sets").save, a_set())


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "sets").write_text("")
    assert "--data" in refusal(Store(tmp_path / "sets").save, a_set())


def test_a_set_of_other_networks_is_learnt_again_from_its_thumbnails() -> None:
    embedder = FaceEmbedder()
    crops = np.random.default_rng(3).integers(0, 256, (2, CROP, CROP, 3), np.uint8)
    right = make_looks(embedder, crops)
    stale = tuple(msgspec.structs.replace(look, vectors=a_look().vectors) for look in right)
    faces = FaceSet(name="old", embedder="another").with_looks("skull", stale)
    again = embedded_again(faces, embedder)
    assert again.embedder == embedder.fingerprint and again.faces[0].looks == right
    assert embedded_again(again, embedder) is again
    blind = tuple(msgspec.structs.replace(look, thumbnail=b"no png") for look in stale)
    assert "enrol it again" in refusal(embedded_again, faces.with_only("skull", blind), embedder)

"""Sets of enrolled faces: their data model, file format, and the store in the user's data folder.

A set is one JSON file in the user's data folder (or, for the built-in ones, in the package `models`): the faces by
name, and of each look the crop it was learnt from (a PNG, so that people can see it and other networks can learn it
again) and its vectors. A file is written whole or not at all, and read only if it is whole.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_dir

from companion.text import later_as, one_line, say, say_as
from vision.dice import CROP
from vision.inference import SetError as SetError
from vision.inference import decoded, encoded, read_whole, write_whole
from vision.symbols.embedding import ASIDE, EMBEDDING_SIZE, TURNS, FaceEmbedder
from vision.symbols.face_colour import ground_colours

VERSION = 1
FORMAT = "tabletop-companion faces"
ENDING = ".faces.json"
PIPS = "pips"
"""The set that needs no file: the ordinary reader's faces 1..6."""
BUILT_IN = ("army", "alien", "direction")
VIEWS = len(ASIDE) * TURNS
"""Vectors of each look."""
MOST_FACES, MOST_LOOKS = 60, 100
"""Of a set, and of one face of it."""
LONGEST_NAME = 40
MOST_BYTES = 256 * 2**20


class FaceSample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sample of a face: thumbnail, vectors and body colour."""

    thumbnail: bytes
    """PNG, CROP x CROP: the crop around the die."""
    vectors: bytes
    """VIEWS x VECTOR numbers of 16 bits: the face's unit vectors (see FaceEmbedder.learnt_vectors)."""
    body: tuple[float, float, float] | None
    """Blue green red of the face, 0..255, with half of the picture's tint taken back; None: it tells nothing."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face's name and samples."""

    name: str
    looks: tuple[FaceSample, ...]


class FaceSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The enrolled faces of one make of dice. `check` is a SHA-256 over everything else."""

    format: str = FORMAT
    version: int = VERSION
    name: str
    embedder: str
    """The fingerprint of the networks that made the vectors."""
    faces: tuple[Face, ...] = ()
    check: str = ""

    @property
    def names(self) -> list[str]:
        return [face.name for face in self.faces]

    @property
    def looks(self) -> int:
        return sum(len(face.looks) for face in self.faces)

    def face(self, name: str) -> Face:
        """The face of this name; SetError."""
        for face in self.faces:
            if face.name == name:
                return face
        raise SetError(
            say(
                "{name}: there is no face {face!r} in it; it has {names}",
                name=self.name,
                face=name,
                names=", ".join(self.names),
            )
        )

    def with_looks(self, name: str, looks: tuple[FaceSample, ...]) -> FaceSet:
        """With more looks at the face `name`, which may be a new one."""
        check_name(name, later_as("named", "a face"))
        old = next((face.looks for face in self.faces if face.name == name), ())
        if len(old) + len(looks) > MOST_LOOKS:
            raise SetError(
                say(
                    "{name}: more than {most} looks at {face!r}; a few from several sides do",
                    name=self.name,
                    most=MOST_LOOKS,
                    face=name,
                )
            )
        face = Face(name, (*old, *looks))
        faces = tuple(face if other.name == name else other for other in self.faces)
        faces = faces if name in self.names else (*faces, face)
        if len(faces) > MOST_FACES:
            raise SetError(
                say("{name}: more than {most} faces; enrol the dice as several sets", name=self.name, most=MOST_FACES)
            )
        return msgspec.structs.replace(self, faces=faces)

    def with_only(self, name: str, looks: tuple[FaceSample, ...]) -> FaceSet:
        """With just these looks at the face `name`."""
        faces = tuple(Face(name, looks) if face.name == name else face for face in self.faces)
        return msgspec.structs.replace(self, faces=faces)

    def renamed(self, old: str, new: str) -> FaceSet:
        """With the face `old` called `new`, a name that none has yet."""
        check_name(new, later_as("named", "a face"))
        face = self.face(old)
        if new in self.names:
            raise SetError(say("{name}: there is a face {new!r} already; choose another name", name=self.name, new=new))
        renamed = Face(new, face.looks)
        return msgspec.structs.replace(self, faces=tuple(renamed if f is face else f for f in self.faces))

    def without(self, name: str) -> FaceSet:
        """Less the face `name`."""
        gone = self.face(name)
        if len(self.faces) == 1:
            raise SetError(say("{name}: {face!r} is its only face; remove the set instead", name=self.name, face=name))
        return msgspec.structs.replace(self, faces=tuple(face for face in self.faces if face is not gone))


def check_name(name: str, what: str) -> None:
    """SetError unless `name` can be the name of what it is for, `a set` or `a face`."""
    shown, of = one_line(name)[:60], say_as("named", what)
    if not name.strip() or name != name.strip():
        raise SetError(say("{shown!r}: {what} needs a name without blanks around it", shown=shown, what=of))
    if len(name) > LONGEST_NAME:
        raise SetError(
            say("{shown!r}: the name of {what} has {most} characters at most", shown=shown, what=of, most=LONGEST_NAME)
        )
    bad = next((c for c in name if not c.isprintable() or c in '/\\:*?"<>|,'), None)
    if bad is not None:
        raise SetError(
            say(
                "{shown!r}: the name of {what} may not hold {bad!r}; letters and digits are safe",
                shown=shown,
                what=of,
                bad=one_line(bad),
            )
        )
    if name.startswith((".", "-")):
        raise SetError(
            say("{shown!r}: the name of {what} may not begin with {first!r}", shown=shown, what=of, first=name[0])
        )


def check_set_name(name: str) -> None:
    """SetError unless a user's set can be called `name`."""
    check_name(name, later_as("named", "a set"))
    if _key(name) in (PIPS, *BUILT_IN):
        raise SetError(say("{name}: a built-in set has this name; choose another one", name=name))


def _key(name: str) -> str:
    """Names that some file system takes for the same have the same key."""
    return unicodedata.normalize("NFC", name).casefold()


def png_of(crop: NDArray[np.uint8]) -> bytes:
    """The PNG of a crop (CROP, CROP, 3)."""
    return cv2.imencode(".png", crop)[1].tobytes()


def make_looks(
    embedder: FaceEmbedder, crops: NDArray[np.uint8], tints: NDArray[np.float32] | None = None
) -> tuple[FaceSample, ...]:
    """Looks for crops (n, CROP, CROP, 3); `tints` (n, 3): factors that take the lamp's colour back (see face_colour).

    Without tints the looks have no colour.
    """
    vectors = embedder.learnt_vectors(crops).astype(np.float16)
    bodies = (
        [None] * len(crops) if tints is None else (ground_colours(embedder.see(crops).flat) * tints).round(1).tolist()
    )
    return tuple(
        FaceSample(png_of(crop), vector.tobytes(), None if body is None else (body[0], body[1], body[2]))
        for crop, vector, body in zip(crops, vectors, bodies, strict=True)
    )


def vectors_of(look: FaceSample) -> NDArray[np.float32]:
    """(VIEWS, EMBEDDING_SIZE)."""
    return np.frombuffer(look.vectors, np.float16).reshape(VIEWS, EMBEDDING_SIZE).astype(np.float32)


def thumbnail_of(look: FaceSample) -> NDArray[np.uint8]:
    """(CROP, CROP, 3); ValueError when the PNG is damaged."""
    image = cv2.imdecode(np.frombuffer(look.thumbnail, np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape != (CROP, CROP, 3):
        raise ValueError("a thumbnail cannot be read")
    return np.asarray(image, np.uint8)


def encode(faces: FaceSet) -> bytes:
    """The file of a set."""
    return encoded(faces)


def decode(data: bytes, name: str) -> FaceSet:
    """The set in a file's bytes; `name` is what the file is called in the line of a SetError."""
    again = say("enrol it again")
    faces = decoded(data, name, FaceSet, FORMAT, VERSION, say("faces"), again)
    whole = all(len(look.vectors) == VIEWS * EMBEDDING_SIZE * 2 for face in faces.faces for look in face.looks)
    if not whole or not faces.faces or not all(face.looks for face in faces.faces):
        raise SetError(say("{name}: not a whole set of faces; {again}", name=name, again=again))
    if len(set(faces.names)) != len(faces.faces):
        raise SetError(say("{name}: two faces have one name; {again}", name=name, again=again))
    return faces


def embedded_again(faces: FaceSet, embedder: FaceEmbedder) -> FaceSet:
    """The set with vectors of `embedder`, computed from its thumbnails where another one made them.

    SetError when they cannot be.
    """
    if faces.embedder == embedder.fingerprint:
        return faces
    renewed = []
    for face in faces.faces:
        try:
            looks = make_looks(embedder, np.stack([thumbnail_of(look) for look in face.looks]))
        except ValueError:
            raise SetError(
                say("{name}: made with other networks, and its thumbnails are damaged; enrol it again", name=faces.name)
            ) from None
        renewed.append(
            Face(
                face.name,
                tuple(
                    FaceSample(new.thumbnail, new.vectors, old.body) for new, old in zip(looks, face.looks, strict=True)
                ),
            )
        )
    return msgspec.structs.replace(faces, embedder=embedder.fingerprint, faces=tuple(renewed))


def built_in(name: str) -> FaceSet:
    """One of the sets BUILT_IN."""
    return decode((files("models") / "faces" / f"{name}{ENDING}").read_bytes(), f"models/faces/{name}{ENDING}")


def all_of(names: Sequence[str]) -> FaceSet:
    """The faces of several of the sets BUILT_IN, as one set; no two of them share a name."""
    sets = [built_in(name) for name in names]
    faces = tuple(face for one in sets for face in one.faces)
    return msgspec.structs.replace(sets[0], name="+".join(names), faces=faces)


class Store:
    """The sets in one folder, by default the user's data folder, and the built-in ones."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = Path(folder) if folder is not None else Path(user_data_dir("tabletop-companion", False), "faces")

    def path(self, name: str) -> Path:
        return self.folder / f"{name}{ENDING}"

    def own(self) -> list[str]:
        """The names of the user's sets, sorted."""
        try:
            found = [entry.name for entry in self.folder.iterdir() if entry.is_file()]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise SetError(
                say(
                    "{folder}: {reason}; name another folder with --data",
                    folder=one_line(self.folder),
                    reason=error.strerror,
                )
            ) from None
        return sorted(name.removesuffix(ENDING) for name in found if name.endswith(ENDING) and not name.startswith("."))

    def available(self) -> list[str]:
        return [PIPS, *BUILT_IN, *self.own()]

    def has(self, name: str) -> bool:
        return any(_key(name) == _key(other) for other in self.own())

    def load(self, name: str) -> FaceSet:
        """The set of this name, built in or the user's own; SetError lists what there is when there is none."""
        if name in BUILT_IN:
            return built_in(name)
        known = next((other for other in self.own() if _key(other) == _key(name)), None)
        if known is None:
            raise SetError(
                say(
                    "there is no set of faces {name!r}; there are: {names}",
                    name=one_line(name),
                    names=", ".join(self.available()),
                )
            )
        path = self.path(known)
        data = read_whole(path, MOST_BYTES, say("faces"), say("enrol it again"), say("enrol the set again"))
        return decode(data, one_line(path))

    def save(self, faces: FaceSet) -> Path:
        """Write a set, whole or not at all."""
        check_set_name(faces.name)
        path = self.path(faces.name)
        write_whole(path, encode(faces), say("name another folder with --data"))
        return path

    def remove(self, name: str) -> None:
        """Delete the user's set of this name."""
        if name in (PIPS, *BUILT_IN):
            raise SetError(say("{name}: a built-in set cannot be removed", name=name))
        known = next((other for other in self.own() if _key(other) == _key(name)), None)
        if known is None:
            raise SetError(
                say(
                    "there is no set of faces {name!r} to remove; your own: {names}",
                    name=one_line(name),
                    names=", ".join(self.own()) or say("none"),
                )
            )
        try:
            self.path(known).unlink()
        except OSError as error:
            raise SetError(f"{one_line(self.path(known))}: {error.strerror}") from None

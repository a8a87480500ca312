"""Keeps what the players' own dice look like from match to match, in one file of the user's."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Face
from companion.text import one_line, say
from vision.inference import SetError, decoded, encoded, read_whole, write_whole
from vision.symbols.embedding import FACE_PIXELS

VERSION = 1
FORMAT = "tabletop-companion dice"
NAME = "our-dice.json"
MOST_BYTES = 2**23


class DieLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one face of a die looks like."""

    colour: Colour | None
    face: Face
    """Pips, or the name of a face of a set."""
    picture: bytes
    """PNG, FACE_PIXELS x FACE_PIXELS: the upper face laid flat."""

    @classmethod
    def of(cls, colour: Colour | None, face: Face, flat: NDArray[np.uint8]) -> DieLook:
        """Of a face laid flat (FACE_PIXELS, FACE_PIXELS, 3), blue green red."""
        return cls(colour, face, cv2.imencode(".png", flat)[1].tobytes())

    def flat(self) -> NDArray[np.uint8] | None:
        """The picture (FACE_PIXELS, FACE_PIXELS, 3), blue green red; None where it is none."""
        image = cv2.imdecode(np.frombuffer(self.picture, np.uint8), cv2.IMREAD_COLOR)
        whole = image is not None and image.shape == (FACE_PIXELS, FACE_PIXELS, 3)
        return np.asarray(image, np.uint8) if whole else None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    looks: tuple[DieLook, ...] = ()
    check: str = ""


class KeptLooks:
    """The file of looks in one folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    @property
    def there(self) -> bool:
        """Whether any are kept."""
        return self.path.exists()

    def load(self) -> tuple[DieLook, ...]:
        """The looks that are kept; none where there is no file. Raises SetError."""
        if not self.there:
            return ()
        again = say("remove it")
        data = read_whole(self.path, MOST_BYTES, say("dice"), again, again)
        return decoded(data, one_line(self.path), _File, FORMAT, VERSION, say("dice"), again).looks

    def save(self, looks: Iterable[DieLook]) -> None:
        """Keep these instead. Raises SetError."""
        write_whole(self.path, encoded(_File(looks=tuple(looks))), say("name another folder for settings"))

    def remove(self) -> None:
        """Keep none any more. Raises SetError."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise SetError(f"{one_line(self.path)}: {error.strerror}") from None

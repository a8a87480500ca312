"""Makes phones frame sources: their browsers deliver pictures, and a source returns the newest one."""

from __future__ import annotations

import contextlib
import threading
import time

import cv2

from companion.text import later, say
from vision.camera.frame import Frame, Image, SourceError
from vision.decoding import CUT, DecoderError, HeaderError, JpegDecoder, not_started, read_header

__all__ = ["MAX_PICTURE", "Phone", "PhoneSource", "Phones", "is_phone"]

MAX_PICTURE = 3 * 2**19
"""The largest picture that is taken, in bytes: five times a 1280x720 of a busy table."""
LONGEST = 1920
"""The longest side that is taken, in pixels."""
SHORTEST = 64
MOST_SCANS = 12
"""Passes over the picture that one JPEG may take: a small file of thousands would keep a processor busy for minutes."""
SPEC = "phone"
HERE = 3.0
"""Seconds after its newest picture for which a phone counts as sending."""


class Phone:
    """One phone. Pictures come by `deliver`, from any thread but one after the other; sources wait for the newest."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.jpeg: bytes | None = None
        """The newest picture, as it came."""
        self.size = (0, 0)
        """Its width and height."""
        self.gone = False
        """Whether it was removed."""
        self._news = threading.Condition()
        self._number = 0
        self._image: Image | None = None
        self._came = -HERE
        self._left = False
        self._sources = 0
        self._decoder = JpegDecoder()

    @property
    def watched(self) -> bool:
        """Whether anybody looks at its pictures."""
        return self._sources > 0

    @property
    def watchers(self) -> int:
        """How many sources look at its pictures."""
        return self._sources

    @property
    def sending(self) -> bool:
        """Whether a picture came just now, from a page that is still open."""
        return not self._left and time.monotonic() - self._came < HERE

    def deliver(self, jpeg: bytes) -> None:
        """Takes the next picture; only its header is checked while it is not watched.

        Raises HeaderError for whatever is no whole JPEG of a size that a phone's camera sends.
        """
        if len(jpeg) > MAX_PICTURE:
            raise HeaderError(say("larger than {most} KiB", most=MAX_PICTURE >> 10))
        header = read_header(jpeg)
        size = header.width, header.height
        if header.kind != "JPEG" or max(size) > LONGEST or min(size) < SHORTEST:
            raise HeaderError(
                say(
                    "a {kind} of {width}x{height} pixels, not a phone's picture",
                    kind=header.kind,
                    width=size[0],
                    height=size[1],
                )
            )
        if jpeg.count(b"\xff\xda") > MOST_SCANS:  # coded data never holds these two bytes
            raise HeaderError(say("in too many passes, not a phone's picture"))
        image = self._decoded(jpeg, size) if self.watched else None
        with self._news:
            self.jpeg, self.size = jpeg, size
            self._came, self._left = time.monotonic(), False
            if image is not None:
                self._image = image
                self._number += 1
                self._news.notify_all()

    @property
    def preview(self) -> bytes | None:
        """A small JPEG of the newest picture; None where none came just now."""
        jpeg = self.jpeg
        if jpeg is None or not self.sending:
            return None
        with contextlib.suppress(DecoderError, OSError):
            image = self._unpacked(jpeg, cv2.IMREAD_REDUCED_COLOR_4)
            return None if image is None else cv2.imencode(".jpg", image)[1].tobytes()
        return None

    def leave(self) -> None:
        """Notes that its page was closed: it sends nothing until the next picture comes."""
        with self._news:
            self._left = True

    def remove(self) -> None:
        """Removes the phone as a camera: waiting sources raise SourceError."""
        with self._news:
            self.gone = True
            self._news.notify_all()

    def _look(self, step: int) -> None:
        with self._news:
            self._sources += step
            self._news.notify_all()
        if not self.watched:
            self._decoder.rest()

    def _decoded(self, jpeg: bytes, size: tuple[int, int]) -> Image:
        # Browsers send pictures that stand upright; were there an orientation all the same, the size would not fit.
        try:
            image = self._unpacked(jpeg, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        except DecoderError as error:
            raise HeaderError(str(error)) from None
        except OSError as error:
            raise HeaderError(not_started(error)) from None
        if image is None or image.shape[:2] != (size[1], size[0]):
            raise HeaderError(CUT)
        return image

    def _unpacked(self, jpeg: bytes, flags: int) -> Image | None:
        """A picture; the decoder is kept while this phone is watched. Raises DecoderError and OSError."""
        image = self._decoder.decode(jpeg, flags)
        if not self.watched:
            self._decoder.rest()
        return image


class PhoneSource:
    """A FrameSource of one phone. It waits through whatever keeps the phone away: a lock, a reload, a lost network."""

    live = True
    remedy = later("see what its screen says")
    """What to do when no picture comes."""

    def __init__(self, phone: Phone) -> None:
        self.name = phone.name
        self._phone = phone
        self._start = time.monotonic()
        self._closed = False
        self._seen = phone._number
        phone._look(+1)

    def read(self) -> Frame | None:
        """The newest picture that was not given yet, waited for; None once closed. SourceError once it is removed."""
        phone = self._phone
        with phone._news:
            phone._news.wait_for(lambda: self._closed or phone.gone or phone._number > self._seen)
            if self._closed:
                return None
            if phone.gone:
                raise SourceError(
                    say("{name} has been removed: pair it again, or choose another camera", name=self.name)
                )
            assert phone._image is not None
            self._seen = phone._number
            return Frame(phone._image, phone._came - self._start)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._phone._look(-1)


class Phones:
    """The phones that are cameras here, by name. Calls may come from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phones: dict[str, Phone] = {}

    @property
    def all(self) -> tuple[Phone, ...]:
        with self._lock:
            return tuple(self._phones.values())

    def named(self, name: str) -> Phone | None:
        """The phone of this name; None where there is none."""
        with self._lock:
            return self._phones.get(name)

    def keep(self, names: set[str]) -> None:
        """These and no others are cameras here."""
        with self._lock:
            for name in names:
                self._phones.setdefault(name, Phone(name))
            out = [self._phones.pop(name) for name in set(self._phones) - names]
        for phone in out:
            phone.remove()

    def source(self, spec: str) -> PhoneSource:
        """What `phone`, where there is but one, or `phone:NAME` names. Raises SourceError."""
        phones = self.all
        wanted = spec[len(SPEC) + 1 :].strip()
        found = [one for one in phones if not wanted or one.name.casefold() == wanted.casefold()]
        if len(found) == 1:
            return PhoneSource(found[0])
        if not phones:
            raise SourceError(
                say("{spec}: no phone is there as a camera; in the app, Add a device lets one in", spec=spec)
            )
        names = ", ".join(f"phone:{one.name}" for one in phones)
        if found:
            raise SourceError(say("{spec}: which of them? There is {names}", spec=spec, names=names))
        raise SourceError(say("{spec}: no such phone? There is {names}", spec=spec, names=names))


def is_phone(spec: str) -> bool:
    """Whether a source's name means a phone."""
    return spec == SPEC or spec.startswith(f"{SPEC}:")

"""Phones as cameras: what is taken for a picture, and a source that waits through whatever keeps the phone away."""

from __future__ import annotations

import struct
import threading

import cv2
import numpy as np
import pytest

from tests.support.waiting import until
from vision.camera.frame import Image, SourceError
from vision.camera.latest_frame import LatestFrame
from vision.camera.phone import MAX_PICTURE, Phone, Phones, PhoneSource
from vision.camera.sources import open_source
from vision.decoding import HeaderError


def picture(grey: int = 90, width: int = 320, height: int = 180) -> Image:
    return np.full((height, width, 3), grey, np.uint8)


def jpeg(image: Image, *flags: int) -> bytes:
    return cv2.imencode(".jpg", image, list(flags))[1].tobytes()


def claiming(width: int, height: int) -> bytes:
    """A small JPEG whose header claims another size."""
    data = bytearray(jpeg(picture()))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def test_the_newest_picture_comes_out() -> None:
    phone = Phone("Anna")
    source = PhoneSource(phone)
    for grey in (10, 20, 200):
        phone.deliver(jpeg(picture(grey)))
    frame = source.read()
    assert frame is not None and frame.image.shape == (180, 320, 3)
    assert abs(int(frame.image.mean()) - 200) < 3, "older ones are passed over"
    assert phone.sending and phone.size == (320, 180)


def test_a_phone_whose_page_was_closed_shows_no_old_picture() -> None:
    phone = Phone("Anna")
    phone.deliver(jpeg(picture()))
    assert phone.sending and phone.preview is not None
    phone.leave()
    assert not phone.sending and phone.preview is None
    phone.deliver(jpeg(picture()))
    assert phone.sending and phone.preview is not None


def test_nothing_is_decoded_while_nobody_looks() -> None:
    phone = Phone("Anna")
    phone.deliver(jpeg(picture()))
    assert not phone.watched and phone.jpeg is not None
    source = PhoneSource(phone)
    assert phone.watched
    phone.deliver(jpeg(picture(7)))
    frame = source.read()
    assert frame is not None and int(frame.image.mean()) == 7
    source.close()
    source.close()
    assert not phone.watched and source.read() is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        jpeg(picture())[:-40],
        claiming(60000, 60000),
        claiming(1921, 100),
        jpeg(picture(width=32, height=32)),
        cv2.imencode(".png", picture())[1].tobytes(),
        jpeg(picture())[:-2] + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" * 2000 + b"\xff\xd9",
        b"\xff" * (MAX_PICTURE + 1),
    ],
    ids=["nothing", "text", "cut", "bomb", "too wide", "too small", "png", "passes", "too large"],
)
def test_what_is_no_phone_s_picture_is_refused(data: bytes) -> None:
    phone = Phone("Anna")
    source = PhoneSource(phone)
    with pytest.raises(HeaderError):
        phone.deliver(data)
    assert phone.jpeg is None and not phone.sending
    source.close()


def test_a_size_that_the_header_made_up_is_refused() -> None:
    phone = Phone("Anna")
    source = PhoneSource(phone)
    phone.deliver(claiming(640, 480))  # libjpeg fills up what is missing: a picture of the size that was announced
    frame = source.read()
    assert frame is not None and frame.image.shape == (480, 640, 3)
    source.close()


@pytest.mark.slow
def test_an_absent_phone_is_told_of_and_comes_back_by_itself() -> None:
    phone = Phone("Anna")
    latest = LatestFrame(PhoneSource(phone))
    try:
        phone.deliver(jpeg(picture(10)))
        until(lambda: latest.trouble, "the trouble")
        assert latest.trouble == "Anna sends no new picture: see what its screen says"
        phone.deliver(jpeg(picture(20)))
        until(lambda: latest.trouble is None, "its end")
        assert not latest.ended
        assert latest.frame is not None and int(latest.frame.image.mean()) == 20
    finally:
        latest.close()


def test_a_removed_phone_ends_its_source() -> None:
    phones = Phones()
    phones.keep({"Anna"})
    source = phones.source("phone")
    failed: list[str] = []

    def read() -> None:
        try:
            source.read()
        except SourceError as fault:
            failed.append(str(fault))

    reader = threading.Thread(target=read)
    reader.start()
    phones.keep(set())
    reader.join(30)
    assert failed == ["Anna has been removed: pair it again, or choose another camera"]


def test_a_source_is_named_by_its_phone() -> None:
    phones = Phones()
    with pytest.raises(SourceError, match="no phone is there"):
        phones.source("phone")
    phones.keep({"Anna's phone", "Ben"})
    assert phones.source("phone:ben").name == "Ben"
    with pytest.raises(SourceError, match="which of them"):
        phones.source("phone")
    with pytest.raises(SourceError, match="no such phone"):
        phones.source("phone:Cleo")


def test_open_source_knows_phones() -> None:
    phones = Phones()
    phones.keep({"Anna"})
    source = open_source("phone:Anna", phones)
    assert isinstance(source, PhoneSource)
    source.close()
    with pytest.raises(SourceError, match="no phone is there"):
        open_source("phone:Anna")

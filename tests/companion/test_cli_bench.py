"""`companion bench` on eyes that only count, beside a peer network made here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest

import vision.eyes
from companion import cli
from companion.cli.bench import Peer, timed_in_turns


def field(number: int, value: bytes | int) -> bytes:
    """One field of a protobuf message, as ONNX files are made of."""

    def varint(n: int) -> bytes:
        head = b""
        while n > 127:
            head, n = head + bytes([n & 127 | 128]), n >> 7
        return head + bytes([n])

    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def network(path: Path, sides: tuple[int | str, ...] = (1, 3, 64, 96), element: int = 1) -> Path:
    """An ONNX network that gives its input back: ModelProto, one Identity node."""
    dims = b"".join(field(1, field(1, side) if isinstance(side, int) else field(2, side.encode())) for side in sides)
    type_ = field(1, field(1, element) + field(2, dims))
    graph = field(1, field(1, b"x") + field(2, b"y") + field(4, b"Identity")) + field(2, b"peer")
    graph += field(11, field(1, b"x") + field(2, type_)) + field(12, field(1, b"y") + field(2, type_))
    path.write_bytes(field(1, 8) + field(7, graph) + field(8, field(2, 13)))
    return path


class Found(NamedTuple):
    boxes: list[int]


class CountingEyes:
    """As fast as can be; remembers in which order it was asked."""

    asked: list[str]

    def __init__(self) -> None:
        self.asked = []
        self.finder = self.reader = self

    def read(self, image: Any, boxes: Any = None) -> Any:
        self.asked.append("read")
        return type("Reading", (), {"dice": (1, 2, 3)})

    def find(self, image: Any) -> Found:
        self.asked.append("find")
        return Found([1])

    def look(self, frame: Any) -> None:
        self.asked.append("look")

    def forget(self) -> None:
        self.asked.append("forget")


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((72, 128, 3), 90, np.uint8))
    return str(path)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> Any:
    threads = cv2.getNumThreads()
    monkeypatch.setattr(vision.eyes, "Eyes", CountingEyes)
    yield
    cv2.setNumThreads(threads)


def test_every_measurement_is_one_line(picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peer = network(tmp_path / "yolo.onnx")
    assert cli.main(["bench", "--picture", picture, "--peer", str(peer), "--rounds", "3"]) == 0
    out, err = capsys.readouterr()
    shapes = [
        r"eyes: 128x72 pixels, 3 dice, one core: median \d+\.\d\d ms, minimum \d+\.\d\d ms",
        r"  finder: of these: median .* ms",
        r"  reader: of these: median .* ms",
        r"idle frame: nothing has moved: median .* ms",
        r"peer: yolo.onnx, 96x64, one core, without sorting its output: median .* ms",
        r"peer / eyes: \d+\.\d by median, \d+\.\d by minimum",
    ]
    lines = out.splitlines()
    assert err == "" and len(lines) == len(shapes)
    assert all(re.fullmatch(shape, line) for shape, line in zip(shapes, lines, strict=True)), out


def test_those_compared_take_turns() -> None:
    order: list[str] = []
    times = timed_in_turns({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, rounds=4)
    assert order == ["a", "b"] * (len(order) // 2) and len(order) > 2 * 4, "a warm-up comes first"
    assert [len(seconds) for seconds in times.values()] == [4, 4]


def test_a_peer_sees_the_whole_picture_in_grey_borders(tmp_path: Path) -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    image[...] = (10, 20, 200)  # blue, green, red
    (seen,) = np.asarray(Peer(str(network(tmp_path / "peer.onnx"))).look(image))
    assert seen.shape == (1, 3, 64, 96) and seen.dtype == np.float32
    assert np.allclose(seen[0, :, 32, 48], np.array([200, 20, 10]) / 255)  # 96x54 in the middle, red first
    assert np.allclose(seen[0, :, [0, 4, 59, 63]], 114 / 255)
    assert np.allclose(seen[0, 0, [5, 58]], 200 / 255)


def test_a_peer_of_any_size_gets_the_usual_one(tmp_path: Path) -> None:
    peer = Peer(str(network(tmp_path / "peer.onnx", (1, 3, "height", "width"))))
    assert (peer.width, peer.height) == (640, 640)


def test_what_is_no_peer_is_refused(tmp_path: Path, picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.onnx").write_text("not a network")
    paths = [
        tmp_path / "absent.onnx",
        tmp_path / "text.onnx",
        network(tmp_path / "flat.onnx", (1, 10)),
        network(tmp_path / "bytes.onnx", element=2),
    ]
    for path in paths:
        assert cli.main(["bench", "--picture", picture, "--peer", str(path)]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"companion: --peer {path}: ") and err.count("\n") == 1


def test_without_a_picture_there_is_nothing_to_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--picture", str(tmp_path / "absent.png")]) == 2
    assert "--picture takes another" in capsys.readouterr().err

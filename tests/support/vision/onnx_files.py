"""Small ONNX files written by hand, so that tests need no library to make them."""

from __future__ import annotations

from pathlib import Path


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
    """An ONNX network that gives its input back: ModelProto, one Identity node; element 1 is float, 2 uint8."""
    dims = b"".join(field(1, field(1, side) if isinstance(side, int) else field(2, side.encode())) for side in sides)
    type_ = field(1, field(1, element) + field(2, dims))
    graph = field(1, field(1, b"x") + field(2, b"y") + field(4, b"Identity")) + field(2, b"peer")
    graph += field(11, field(1, b"x") + field(2, type_)) + field(12, field(1, b"y") + field(2, type_))
    path.write_bytes(field(1, 8) + field(7, graph) + field(8, field(2, 13)))
    return path

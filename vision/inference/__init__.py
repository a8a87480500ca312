"""ONNX networks: loading and checking, calibrated confidence, fusion over frames, files of learnt sets."""

from vision.inference.confidence import OF_A_FACE, Evidence, Trust, cut_off, weigh
from vision.inference.fusion import apart, fuse, reading_order, side
from vision.inference.networks import ModelError, checksum, load_network, network_bytes, read_manifest
from vision.inference.set_files import SetError, decoded, encoded, read_whole, write_whole

__all__ = [
    "OF_A_FACE",
    "Evidence",
    "ModelError",
    "SetError",
    "Trust",
    "apart",
    "checksum",
    "cut_off",
    "decoded",
    "encoded",
    "fuse",
    "load_network",
    "network_bytes",
    "read_manifest",
    "read_whole",
    "reading_order",
    "side",
    "weigh",
    "write_whole",
]

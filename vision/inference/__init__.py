"""ONNX networks: loading and checking, calibrated confidence, fusion over frames, files of learnt sets."""

from vision.inference.confidence import (
    OF_A_FACE,
    ConfidenceModel,
    Evidence,
    cut_off,
    dice_alike,
    die_evidence_of,
    evidence_of,
    mean_of_looks,
)
from vision.inference.fusion import box_distance, box_side, faces_of, fuse, reading_order
from vision.inference.networks import ModelError, checksum, load_network, network_bytes, read_manifest
from vision.inference.set_files import SetError, decoded, encoded, read_whole, write_whole

__all__ = [
    "OF_A_FACE",
    "ConfidenceModel",
    "Evidence",
    "ModelError",
    "SetError",
    "box_distance",
    "box_side",
    "checksum",
    "cut_off",
    "decoded",
    "dice_alike",
    "die_evidence_of",
    "encoded",
    "evidence_of",
    "faces_of",
    "fuse",
    "load_network",
    "mean_of_looks",
    "network_bytes",
    "read_manifest",
    "read_whole",
    "reading_order",
    "write_whole",
]

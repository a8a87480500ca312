"""Turns checkpoints into the ONNX files that ship: export, whole numbers, manifest, built-in face sets."""

"""Turns checkpoints into the ONNX files that ship: export, quantisation, manifest, built-in face sets."""

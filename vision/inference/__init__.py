"""ONNX networks: loading and checking, calibrated confidence, fusion over frames, files of learnt sets."""

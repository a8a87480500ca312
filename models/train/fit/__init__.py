"""Fits the networks: the training loop, one script a network, confidence calibration, weight averaging."""

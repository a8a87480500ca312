"""Architectures of the networks and the weights that they start from."""

"""Architectures of the networks in PyTorch, the form in which each is exported, and the weights they start from."""

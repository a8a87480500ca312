"""Fits the networks: one program each over one loop (`training_loop`), and the confidence models.

A fit keeps its state in a checkpoint and goes on from it when it is started again.
"""

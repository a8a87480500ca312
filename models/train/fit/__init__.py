"""Fits the networks: one program each over one loop (`training_loop`), the confidence models, averages of two fits.

A fit keeps its state in a checkpoint and goes on from it when it is started again.
"""

"""Labelled pictures as batches to learn from, one module a network; labels, augmentation and drawings for all of them.

Its modules are imported one by one: `labels` needs numpy alone, `colour_data` torch, `finder_data` the networks' sizes.
"""

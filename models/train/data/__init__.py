"""Training data: labels, augmentation, hard negatives, and the data sets of each network."""

"""Boards: locating the grid, classifying what each cell holds, colours of pieces."""

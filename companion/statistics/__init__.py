"""Adds recorded matches up: dice and their fairness, wins and lengths; and estimates the value of moves by playouts."""

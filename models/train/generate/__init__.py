"""Renders training and test scenes with their truth: boards, tables, coloured dice, symbol faces."""

"""Whole tables of each game: sheets, items and what lies where."""

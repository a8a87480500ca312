"""Hands over the table: segmentation, tracking of arms, seats, and who smacked first."""

"""The page of the table of dice alone."""

from ui.screens.dice_table.table import TableScreen

__all__ = ["TableScreen"]

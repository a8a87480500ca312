"""The table of Army vs Aliens with dice alone."""

from ui.dice_table.open_table import LiveTable, open_photograph, open_recording, open_spec
from ui.dice_table.session import Ask, Kind, Scene, TableSession

__all__ = [
    "Ask",
    "Kind",
    "LiveTable",
    "Scene",
    "TableSession",
    "open_photograph",
    "open_recording",
    "open_spec",
]

"""The drawn table and sheets, with labels for screen readers."""

from ui.widgets.drawing.sheet import Marks
from ui.widgets.drawing.table_drawing import TableDrawing, Touch, differences

__all__ = ["Marks", "TableDrawing", "Touch", "differences"]

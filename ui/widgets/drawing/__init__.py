"""The drawn table and sheets, with labels for screen readers, on the screen and as SVG for files."""

from ui.widgets.drawing.sheet import Marks, drawing_of
from ui.widgets.drawing.table_drawing import TableDrawing, Touch, dice_beside, differences
from ui.widgets.drawing.table_svg import TablePart, table_parts

__all__ = ["Marks", "TableDrawing", "TablePart", "Touch", "dice_beside", "differences", "drawing_of", "table_parts"]

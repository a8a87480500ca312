"""Score sheet of a match, and how it is shared and exported."""

from ui.widgets.history.export import export_dialog
from ui.widgets.history.score_sheet import ScoredList, SubSums

__all__ = ["ScoredList", "SubSums", "export_dialog"]

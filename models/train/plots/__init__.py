"""Charts of shares, and contact sheets of the pictures that were read worst."""

from models.train.plots.charts import COLOURS, GREY, INK, Axis, chart, draw_dots, draw_line
from models.train.plots.worst_pictures import draw_all, faces_labelled, faces_read

__all__ = [
    "COLOURS",
    "GREY",
    "INK",
    "Axis",
    "chart",
    "draw_all",
    "draw_dots",
    "draw_line",
    "faces_labelled",
    "faces_read",
]

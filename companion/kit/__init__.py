"""The print kit: true-scale PDF pages of what each game is played on and with, drawn from the measures in the seeds.

No pixels: the fiducials' cells are handed in by whoever knows the dictionary (vision.plane.fiducials). fpdf2 writes the
PDF.
"""

from companion.kit.document import PARTS, Kit, Part, make_kit, most_players, parts_of

__all__ = ["PARTS", "Kit", "Part", "make_kit", "most_players", "parts_of"]

"""The calibration sheet, drawn: ruler, colours, greys, outlines for dice."""

from __future__ import annotations

from companion.drawing import INK, PALE, WHITE, Cells, Pen
from seeds import DIE, FIELD, FIRST_FIDUCIAL, ROUNDED, corners_of, outlines, patches

CHECKS = (
    ("Scale", "The ruled rectangle is 100 mm by 150 mm. Measure it: where it is not, print again at 100 % (actual "
     "size), with no fitting to the page."),
    ("Colours", "Lay the page where you play and look at it through your camera. Each named patch should look like "
     "its name; where it does not, change the lamp, or turn off the camera's colour effects."),
    ("Greys", "All seven steps of the ramp should differ. If the dark ones or the light ones run together, use less or "
     "more light."),
    ("Dice", f"A die of {DIE:.0f} mm just fills an outline, and our stickers cover it."),
)  # fmt: skip


def draw_calibration(pen: Pen, cells: Cells) -> None:
    """The whole page but its margins. Its colours are printed whatever is saved: they are what it is for."""
    middle = pen.size[0] / 2
    pen.text(middle, 12, "CALIBRATION SHEET", 17, INK, bold=True, spaced=4)
    pen.text(middle, 20, "for print, camera, light and dice: the same for every game", 8, PALE)
    left, top, right, bottom = FIELD
    for patch in patches():
        pen.box(patch.box, patch.colour, PALE if patch.colour == WHITE else None, 0.15)
        light = sum(patch.colour) > 330
        pen.text((patch.box[0] + patch.box[2]) / 2, patch.box[3] - 2.4, patch.name, 5.5, INK if light else WHITE)
    for x0, y0, x1, y1 in outlines():
        pen.box((x0, y0, x1, y1), None, INK, 0.25, ROUNDED)
        pen.text((x0 + x1) / 2, (y0 + y1) / 2, f"{DIE:.0f} mm", 5.5, PALE)
    pen.box(FIELD, None, INK, 0.3)
    for n in range(101):
        long = 3.2 if n % 10 == 0 else 2.2 if n % 5 == 0 else 1.3
        for edge, way in ((top, -1), (bottom, 1)):
            pen.line(left + n, edge, left + n, edge + way * long, INK, 0.15)
    for n in range(151):
        long = 3.2 if n % 10 == 0 else 2.2 if n % 5 == 0 else 1.3
        for edge, way in ((left, -1), (right, 1)):
            pen.line(edge, top + n, edge + way * long, top + n, INK, 0.15)
    for n in range(0, 101, 10):
        for y in (top - 5, bottom + 5):
            pen.text(left + n, y, str(n), 6, INK)
    for n in range(0, 151, 10):
        for x in (left - 6, right + 6):
            pen.text(x, top + n, str(n), 6, INK)
    wide, y = 62.0, 213.0
    for n, (title, text) in enumerate(CHECKS):
        x, lower = 29.0 + (n % 2) * (wide + 8), y + (n // 2) * 21
        pen.paragraph(x, lower, wide, title, 8.5, INK, bold=True)
        pen.paragraph(x, lower + 4.2, wide, text, 7.5, INK)
    pen.furniture({FIRST_FIDUCIAL + n: corners_of(n) for n in range(4)}, (), cells)
